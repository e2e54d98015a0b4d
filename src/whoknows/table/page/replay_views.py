"""All that can be looked at in a finished match, made beforehand: a story for each viewer.

A story has the views of every step, one per stage, and next to them what depends on a choice: whose
cells are drawn, a card, a world, a question of those prepared. Where a move said nothing, what is
known is as it was, so these are taken over from the step before (what has just been ruled out is
marked once only).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from whoknows.logic.announcements import Announce
from whoknows.table.knowledge.chapter import at_stage, counted, present
from whoknows.table.knowledge.visible_moment import Moment
from whoknows.table.knowledge.world_picture import are_sampled, worlds
from whoknows.table.page.page_view import (
    LookAt,
    ShownGame,
    drawn,
    examples_of,
    knowing,
    playing,
    view,
)
from whoknows.table.page.replay_choices import Choices, Chosen, numbered
from whoknows.table.page.replay_questions import offered
from whoknows.table.page.shared_text import Pieces
from whoknows.table.page.stored_models import stored_model

OF_GAME = frozenset(("log", "rules", "viewers", "analysis"))  # that do not change with the step


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
            chosen = self.choices[last[1]] | self._over.answers(moment)
            return [self._quiet(moment, last)], self._chosen(chosen)
        made = [self._stage(moment, stage) for stage in range(max(1, len(moment.stages)))]
        return made, self._chosen(
            self._over.made(moment, {} if last is None else self.choices[last[1]])
        )

    @property
    def _moments(self) -> Sequence[Moment]:
        return self.showing.moments

    @cached_property
    def _over(self) -> Chosen:
        return Chosen(self._moments, self.questions, self.kept)

    # a stage

    def _stage(self, moment: Moment, stage: int) -> Stage:
        look = LookAt(step=moment.step, stage=stage)
        known = knowing(self.showing, look)
        known["examples"] = offered(at_stage(moment, stage), known["examples"], self.questions)
        fields = (playing(self.showing, look), known)
        numbers = [number for some in fields for number in self._numbers(some)]
        numbers += self._model(moment, stage)
        return numbers, self._chosen(self._over.pictures(moment, stage))

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
            made["examples"] = self._number(offered(moment, examples_of(moment), self.questions))
        if self._is_drawn_anew(moment):
            made["worlds"] = self._number(drawn(worlds, self._moments, moment.step, 0))
            choices = self._chosen(self._over.pictures(moment, 0))
        return [*made.values()], choices

    def _is_drawn_anew(self, moment: Moment) -> bool:
        if self._has_ruled_out(moment.step - 1) or self._over.has_bars(moment, 0):
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

    # numbers

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
        return numbered(self.kept, value)
