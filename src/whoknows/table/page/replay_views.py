"""All that can be looked at in a finished match, made beforehand: a story for each viewer.

A story has the views of every step, one per stage, and next to them what depends on a choice: whose
cells are drawn, a card, a world, a question of those prepared. Where a move said nothing, what is
known is as it was, so these are taken over from the step before (what has just been ruled out is
marked once only).
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import permutations

from whoknows.core.error import Error
from whoknows.deals.deal_model import DealModel
from whoknows.logic.announcements import Announce
from whoknows.logic.kripke_graph import KRIPKE_WORLDS
from whoknows.table.knowledge.chapter import at_stage, counted, present
from whoknows.table.knowledge.example_questions import Example
from whoknows.table.knowledge.mind_table import mind_table
from whoknows.table.knowledge.one_card import one_card
from whoknows.table.knowledge.questions import asked, examples, nested, what_if
from whoknows.table.knowledge.visible_moment import ALL, Dealt, Moment
from whoknows.table.knowledge.world_in_words import about_world
from whoknows.table.knowledge.world_layout import base, earliest, layout
from whoknows.table.knowledge.world_picture import are_sampled, are_tiles, worlds
from whoknows.table.page.page_view import (
    LookAt,
    ShownGame,
    drawn,
    examples_of,
    knowing,
    playing,
    view,
)
from whoknows.table.page.shared_text import Pieces
from whoknows.table.page.stored_models import stored_model

QUESTIONS, FEWER = 10, 6  # that are prepared for a viewer, and answered at every step
LONG = 40  # moves that say something: where there are more, less is made beforehand
TAKEN = 12  # moves all over the match from whose examples they are taken
CHIPS = 8  # of them that are offered at a step
CARDS = 60  # where there are more, they have no pictures
TOLD = 100  # where there are more worlds, they are not told one by one
HEADS, DEEP = 2_000, 200  # worlds up to which there are heads, and heads inside them

OF_GAME = frozenset(("log", "rules", "viewers", "analysis"))  # that do not change with the step
AS_JSON = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))
Choices = dict[str, dict[str, int]]  # from what is chosen, such as `card=QH`, fields by number
WORLD = re.compile(r'data-world="([^"]+)"')


Stage = tuple[list[int], int]  # the numbers of its fields, and which choices lie over them
Step = tuple[list[Stage], int]  # its stages, and which choices lie over all of them


@dataclass(frozen=True)
class Story:
    """The story of one viewer, from step to step; texts and choices are given by number."""

    showing: ShownGame
    questions: Mapping[str, str]  # that are answered at every step, with their words
    kept: Pieces = field(default_factory=Pieces)
    choices: list[Choices] = field(default_factory=list)
    bases: dict[int, tuple[object, int]] = field(default_factory=dict)  # worlds of chapters
    of_game: dict[str, int] = field(default_factory=dict)  # fields that are the same at every step

    @cached_property
    def fields(self) -> list[str]:
        """What the numbers of a stage stand for, in this order."""
        return [*view(self.showing, LookAt(step=0)), "model", "base"]

    def step(self, step: int, last: Step | None) -> Step:
        """A step, given the one before it unless this is the first to be made."""
        moment = self._moments[step]
        if last and not moment.stages:
            return [self._quiet(moment, last)], last[1]
        if last and self._is_old_news(step):
            chosen = self.choices[last[1]] | self._answers(moment)
            return [self._quiet(moment, last)], self._chosen(chosen)
        made = [self._stage(moment, stage) for stage in range(max(1, len(moment.stages)))]
        return made, self._chosen(self._choices(moment, last))

    @property
    def _moments(self) -> Sequence[Moment]:
        return self.showing.moments

    @property
    def _seats(self) -> range:
        return range(len(self._moments[0].game.seats))

    @cached_property
    def _is_long(self) -> bool:
        return is_long(self._moments)

    # a stage

    def _stage(self, moment: Moment, stage: int) -> Stage:
        look = LookAt(step=moment.step, stage=stage)
        known = knowing(self.showing, look)
        known["examples"] = self._offered(at_stage(moment, stage), known["examples"])
        fields = (playing(self.showing, look), known)
        numbers = [number for some in fields for number in self._numbers(some)]
        numbers += self._model(moment, stage)
        return numbers, self._chosen(self._pictures(moment, stage))

    def _model(self, moment: Moment, stage: int) -> list[int]:
        """What the browser answers questions in, and the worlds that this is about, which are
        written down once."""
        model = stored_model(self._moments, moment.step, stage)
        if model is None:
            return [self._number(None), self._number(None)]
        base, rest = model["base"], {name: of for name, of in model.items() if name != "base"}
        if id(base) not in self.bases:
            self.bases[id(base)] = base, self._number(base)  # which stays, and its identity with it
        return [self._number(rest), self.bases[id(base)][1]]

    def _quiet(self, moment: Moment, last: Step) -> Stage:
        """Nothing new was said: who knows what is as before, except that nothing is marked as just
        ruled out."""
        numbers, choices = last[0][-1]
        played = self._numbers(playing(self.showing, LookAt(step=moment.step)))
        made = dict(zip(self.fields, [*played, *numbers[len(played) :]], strict=True))
        if moment.stages:  # what was said last is worth a question
            made["examples"] = self._number(self._offered(moment, examples_of(moment)))
        if self._is_drawn_anew(moment):
            made["worlds"] = self._number(drawn(worlds, self._moments, moment.step, 0))
            choices = self._chosen(self._pictures(moment, 0))
        return [*made.values()], choices

    def _is_drawn_anew(self, moment: Moment) -> bool:
        if self._has_ruled_out(moment.step - 1) or self._has_bars(moment, 0):
            return True
        return bool(moment.stages) and are_sampled(self._moments, moment.step)

    def _is_old_news(self, step: int) -> bool:
        """Whether a move said one thing, that everyone knew: then nothing is different, but for
        what was said."""
        here, (*_, last) = present(self._moments, step), self._moments[step].stages
        if here is None or here.before is None or not isinstance(last.update, Announce):
            return False
        return len(here.moment.stages) == 1 and counted(here.before) == counted(here.model)

    def _has_ruled_out(self, step: int) -> bool:
        """Whether worlds were ruled out by this very move, which the pictures of it show."""
        here = present(self._moments, step)
        if here is None or here.before is None:
            return False
        return counted(here.before) > counted(here.model)

    def _pictures(self, moment: Moment, stage: int) -> Choices:
        """The worlds in cells of each seat; tiles also with a bar for where each question is true,
        while dots are marked by the page itself."""
        if moment.model is None:
            return {}
        at = (self._moments, moment.step, stage)
        own = moment.viewer if isinstance(moment.viewer, int) else 0  # drawn unasked
        others = [seat for seat in self._seats if seat != own]
        pictures = {seat: drawn(worlds, *at, seat=seat) for seat in others}
        found = {f"seat={s}": {"worlds": self._number(one)} for s, one in pictures.items()}
        if self._has_bars(moment, stage):
            for formula in self.questions:
                marked = drawn(worlds, *at, formula=formula)
                found[f"ask={formula}"] = {"worlds": self._number(marked)}
        return found | self._graphs(moment, stage)

    def _has_bars(self, moment: Moment, stage: int) -> bool:
        is_last = bool(moment.stages) and stage == len(moment.stages) - 1
        return is_last and not self._is_long and are_tiles(self._moments, moment.step, stage)

    def _graphs(self, moment: Moment, stage: int) -> Choices:
        """The same as graphs, where there are not too many worlds."""
        at = (self._moments, moment.step, stage)
        here = present(*at)
        if here is None or earliest(here, KRIPKE_WORLDS) is None:
            return {}
        own = moment.viewer if isinstance(moment.viewer, int) else 0
        graphs = [drawn(worlds, *at, seat=seat, kind="graph") for seat in self._seats]
        numbers = list(map(self._number, graphs))
        found = {f"seat={seat}&kind=graph": {"worlds": n} for seat, n in enumerate(numbers)}
        return found | {"kind=graph": {"worlds": numbers[own]}}

    # a step

    def _choices(self, moment: Moment, last: Step | None) -> Choices:
        if moment.model is None:
            return {}
        found = self._answers(moment) | self._what_ifs(moment) | self._cards(moment, moment.model)
        found |= self._heads(moment, moment.model) | self._nested(moment)
        return found | self._worlds(moment, moment.model, last)

    def _answers(self, moment: Moment) -> Choices:
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

    def _worlds(self, moment: Moment, model: DealModel, last: Step | None) -> Choices:
        """Each world that is drawn, in words; of one that was gone before there is no news."""
        if counted(model) > TOLD:
            return {}
        at = (self._moments, moment.step, None)
        known = {} if last is None else self.choices[last[1]]
        gone = {key: known[key] for key in map(_about, self._gone(moment.step)) if key in known}
        keys = sorted(set(WORLD.findall(drawn(worlds, *at))))
        return {_about(key): gone.get(_about(key)) or self._told(moment, key) for key in keys}

    def _told(self, moment: Moment, world: str) -> dict[str, int]:
        told = drawn(about_world, self._moments, moment.step, None, world)
        return {"about": self._number(told)}

    def _gone(self, step: int) -> list[str]:
        """The worlds that have a place here, but were ruled out before this move."""
        here = present(self._moments, step)
        model = None if here is None or here.before is None else base(here)
        if here is None or here.before is None or model is None:
            return []
        known = layout(model)
        left = known.alive(here.before)
        return [key for number, key in known.keys.items() if not left >> number & 1]

    # questions

    def _offered(self, moment: Moment, here: list[Example]) -> list[Example]:
        """The examples of a step that are prepared, then others that have an answer."""
        first = [one for one in here if one["formula"] in self.questions]
        there = {one["formula"] for one in first}
        rest = [Example(formula=f, words=w) for f, w in self.questions.items() if f not in there]
        return [*first, *(one for one in rest if _makes_sense(moment, one["formula"]))][:CHIPS]

    def _asked(self, moment: Moment, formula: str, seat: int | None) -> int:
        return self._number(asked(moment, formula, seat))

    def _chosen(self, choices: Choices) -> int:
        self.choices.append(choices)
        return len(self.choices) - 1

    def _numbers(self, fields: Mapping[str, object]) -> list[int]:
        return [
            self._of_game(name, value) if name in OF_GAME else self._number(value)
            for name, value in fields.items()
        ]

    def _of_game(self, name: str, value: object) -> int:
        if name not in self.of_game:
            self.of_game[name] = self._number(value)
        return self.of_game[name]

    def _number(self, value: object) -> int:
        return self.kept.number(f"={value}" if isinstance(value, str) else AS_JSON.encode(value))


def _about(world: str) -> str:
    return f"world={world}"


def _makes_sense(moment: Moment, formula: str) -> bool:
    """Whether a question can be asked here: another deal may have other cards."""
    try:
        return isinstance(moment, Dealt) and moment.model.where(formula) is not None
    except Error:
        return False


def is_long(moments: Sequence[Moment]) -> bool:
    """Whether so much was said that less should be prepared."""
    return sum(bool(moment.stages) for moment in moments) > LONG


def prepared(moments: Sequence[Moment]) -> dict[str, str]:
    """Questions that are offered most often in the match, with their words."""
    telling = [moment for moment in moments if moment.stages]
    words: dict[str, str] = {}
    often = Counter[str]()
    for moment in telling[:: -(-len(telling) // TAKEN) or 1]:
        for one in examples(moment):
            words[one["formula"]] = one["words"]
            often[one["formula"]] += 1
    if is_long(moments):  # why somebody knows the whole deal takes long to find out
        often = Counter({text: many for text, many in often.items() if "Kv[" not in text})
    most = often.most_common(FEWER if is_long(moments) else QUESTIONS)
    return {formula: words[formula] for formula, _ in most}
