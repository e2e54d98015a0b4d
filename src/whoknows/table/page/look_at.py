"""What somebody looks at: which part of a game, and what they ask about it."""

from __future__ import annotations

from dataclasses import dataclass

from whoknows.table.knowledge.world_picture import Kind


@dataclass(frozen=True, slots=True)
class LookAt:
    """What to look at: a step, a stage of it, whose cells, a world, a card, a question."""

    step: int | None = None  # the last if None
    stage: int | None = None  # the last of the step if None
    seat: int | None = None  # whose cells are drawn
    world: str | None = None
    card: str | None = None
    ask: str | None = None
    whatif: str | None = None
    inner: int | None = None  # what `seat` or the viewer thinks that this seat knows
    kind: Kind = "auto"
    preview: str | None = None  # a move that may be made: only what it would tell is shown
    mind: str | None = None  # a path from head to head, such as `1.2`
    review: bool = False  # only what each move told, of a game that is over
    believing: str | None = None  # how the others are taken to play
    because: str | None = None  # of what believed the acts behind it are shown

    @property
    def asks(self) -> bool:
        """Whether it has a question, which may take any amount of time."""
        return bool(self.ask or self.whatif or self.mind or self.review or self.believing)
