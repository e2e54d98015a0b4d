"""What a page without a server shows for a choice: whose cells, a card, a world, a head.

Each choice, such as `card=QH`, lays some fields over those of a view; they are given by number.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import permutations

from whoknows.deals.deal_model import DealModel
from whoknows.logic.kripke_graph import KRIPKE_WORLDS
from whoknows.table.knowledge.chapter import counted, present
from whoknows.table.knowledge.mind_table import mind_table
from whoknows.table.knowledge.one_card import one_card
from whoknows.table.knowledge.questions import asked, nested, what_if
from whoknows.table.knowledge.visible_moment import ALL, Moment
from whoknows.table.knowledge.world_in_words import about_world
from whoknows.table.knowledge.world_layout import base, earliest, layout
from whoknows.table.knowledge.world_picture import are_tiles, worlds
from whoknows.table.page.page_view import drawn
from whoknows.table.page.replay_questions import is_long
from whoknows.table.page.shared_text import Pieces

CARDS = 60  # where there are more, they have no pictures
TOLD = 100  # where there are more worlds, they are not told one by one
HEADS, DEEP = 2_000, 200  # worlds up to which there are heads, and heads inside them

AS_JSON = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))
Choices = dict[str, dict[str, int]]  # from what is chosen, such as `card=QH`, fields by number
WORLD = re.compile(r'data-world="([^"]+)"')


@dataclass(frozen=True)
class Chosen:
    """The choices that one viewer has, stage by stage and step by step."""

    moments: Sequence[Moment]
    questions: Mapping[str, str]
    kept: Pieces

    # a stage

    def pictures(self, moment: Moment, stage: int) -> Choices:
        """The worlds in cells of each seat; tiles also with a bar for where each question is true,
        while dots are marked by the page itself."""
        if moment.model is None:
            return {}
        at = (self.moments, moment.step, stage)
        own = moment.viewer if isinstance(moment.viewer, int) else 0  # drawn unasked
        others = [seat for seat in self._seats if seat != own]
        pictures = {seat: drawn(worlds, *at, seat=seat) for seat in others}
        found = {f"seat={s}": {"worlds": self._number(one)} for s, one in pictures.items()}
        if self.has_bars(moment, stage):
            for formula in self.questions:
                marked = drawn(worlds, *at, formula=formula)
                found[f"ask={formula}"] = {"worlds": self._number(marked)}
        return found | self._graphs(moment, stage)

    def has_bars(self, moment: Moment, stage: int) -> bool:
        is_last = bool(moment.stages) and stage == len(moment.stages) - 1
        return is_last and not self._is_long and are_tiles(self.moments, moment.step, stage)

    def _graphs(self, moment: Moment, stage: int) -> Choices:
        """The same as graphs, where there are not too many worlds."""
        at = (self.moments, moment.step, stage)
        here = present(*at)
        if here is None or earliest(here, KRIPKE_WORLDS) is None:
            return {}
        own = moment.viewer if isinstance(moment.viewer, int) else 0
        graphs = [drawn(worlds, *at, seat=seat, kind="graph") for seat in self._seats]
        numbers = list(map(self._number, graphs))
        found = {f"seat={seat}&kind=graph": {"worlds": n} for seat, n in enumerate(numbers)}
        return found | {"kind=graph": {"worlds": numbers[own]}}

    # a step

    def made(self, moment: Moment, known: Mapping[str, dict[str, int]]) -> Choices:
        if moment.model is None:
            return {}
        found = self.answers(moment) | self._what_ifs(moment) | self._cards(moment, moment.model)
        found |= self._heads(moment, moment.model) | self._nested(moment)
        return found | self._worlds(moment, moment.model, known)

    def answers(self, moment: Moment) -> Choices:
        """Answers to the questions; ALL may ask as each seat would."""
        found = {f"ask={f}": {"answer": self._asked(moment, f, None)} for f in self.questions}
        for seat in self._seats if moment.viewer == ALL and not self._is_long else ():
            for formula in self.questions:
                found[f"seat={seat}&ask={formula}"] = {"answer": self._asked(moment, formula, seat)}
        return found

    def _what_ifs(self, moment: Moment) -> Choices:
        if self._is_long and moment.viewer != ALL:
            return {}
        return {
            f"whatif={formula}": {"whatif": self._number(what_if(moment, formula))}
            for formula in self.questions
        }

    def _cards(self, moment: Moment, model: DealModel) -> Choices:
        cards = model.vocabulary.world_facts
        if len(cards) > CARDS:
            return {}
        pictures = {card: drawn(one_card, moment, card) for card in cards}
        return {f"card={card}": {"onecard": self._number(one)} for card, one in pictures.items()}

    def _nested(self, moment: Moment) -> Choices:
        """What one seat thinks that another knows; a seat asks this of itself only."""
        found: Choices = {}
        if self._is_long and not isinstance(moment.viewer, int):
            return found
        for outer in [moment.viewer] if isinstance(moment.viewer, int) else self._seats:
            for inner in self._seats:
                key = f"inner={inner}" if outer == moment.viewer else f"seat={outer}&inner={inner}"
                found[key] = {"nested": self._number(drawn(nested, moment, outer, inner))}
        return found

    def _heads(self, moment: Moment, model: DealModel) -> Choices:
        """The table as each seat sees it; most of them for who sees all, where that is quick."""
        ways, is_all = [str(seat) for seat in self._seats], moment.viewer == ALL
        if self._is_long or counted(model) > HEADS:
            ways = ways if is_all else []
        elif is_all and counted(model) <= DEEP:
            ways += [f"{one}.{other}" for one, other in permutations(self._seats, 2)]
        heads = {way: drawn(mind_table, moment, way) for way in ways}
        return {f"mind={way}": {"mind": self._number(one)} for way, one in heads.items()}

    def _worlds(
        self, moment: Moment, model: DealModel, before: Mapping[str, dict[str, int]]
    ) -> Choices:
        """Each world that is drawn, in words; of one that was gone before there is no news."""
        if counted(model) > TOLD:
            return {}
        at = (self.moments, moment.step, None)
        old = map(_about, self._gone(moment.step))
        gone = {key: before[key] for key in old if key in before}
        keys = sorted(set(WORLD.findall(drawn(worlds, *at))))
        return {_about(key): gone.get(_about(key)) or self._told(moment, key) for key in keys}

    def _told(self, moment: Moment, world: str) -> dict[str, int]:
        told = drawn(about_world, self.moments, moment.step, None, world)
        return {"about": self._number(told)}

    def _gone(self, step: int) -> list[str]:
        """The worlds that have a place here, but were ruled out before this move."""
        here = present(self.moments, step)
        model = None if here is None or here.before is None else base(here)
        if here is None or here.before is None or model is None:
            return []
        known = layout(model)
        left = known.alive(here.before)
        return [key for number, key in known.keys.items() if not left >> number & 1]

    # what all of them need

    @property
    def _seats(self) -> range:
        return range(len(self.moments[0].game.seats))

    @cached_property
    def _is_long(self) -> bool:
        return is_long(self.moments)

    def _asked(self, moment: Moment, formula: str, seat: int | None) -> int:
        return self._number(asked(moment, formula, seat))

    def _number(self, value: object) -> int:
        return numbered(self.kept, value)


def numbered(kept: Pieces, value: object) -> int:
    """The number of a value: as JSON, or as the text that it is, after a sign that begins no
    JSON."""
    return kept.number(f"={value}" if isinstance(value, str) else AS_JSON.encode(value))


def _about(world: str) -> str:
    return f"world={world}"
