"""What the server and its workers tell each other, one line of JSON at a time."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NotRequired, TypedDict


class Advice(TypedDict):
    """An action worth considering: its value, and how far it is behind the best."""

    text: str
    value: float
    behind: float
    tries: int
    note: str


class Loss(TypedDict):
    """What a decision lost against the best move, on average, at least and at most, and what it was
    worth; `words` tell the best move as the log would."""

    step: int
    seat: str
    best: str
    words: str
    lost: float
    low: float
    high: float
    mistake: bool
    worth: float
    tries: int
    could: NotRequired[Could | None]  # analyses from before this was told have none


class Could(TypedDict):
    """What a player could have known and did not use, and the moves that told it."""

    words: str
    steps: list[int]


class WorkerAnswer(TypedDict, total=False):
    """A line of a worker: whether it is ready or done, or something that it has found."""

    ready: bool
    done: bool
    error: str
    megabytes: float
    by: str  # a turn
    do: str
    reasons: list[str]
    agents: list[str]
    page: str
    view: str
    text: str  # advice, or a loss
    value: float
    behind: float
    tries: int
    note: str
    step: int
    seat: str
    lost: float
    low: float
    high: float
    mistake: bool
    worth: float
    words: str
    best: str
    could: Could | None
    actions: list[dict[str, object]]  # advice in words
    legend: str
    knowledge: str


class MatchJob(TypedDict):
    """A job about a match: to play on, to give a hint, to find what each move lost."""

    do: str
    id: str
    game: str
    agents: Sequence[str]
    moves: Sequence[str]
    seed: int
    seconds: NotRequired[float]
    part: NotRequired[tuple[int, int]]  # of an analysis: which of how many


class Players(TypedDict):
    """A job about agents that are to play a game."""

    do: str
    game: str
    agents: Sequence[str]


class Data(TypedDict):
    """A job about a record."""

    do: str
    data: str
    analysis: NotRequired[Sequence[Loss] | None]  # for its page


class GameToShow(TypedDict):
    """All that a worker needs to show a game, but not who holds which key."""

    id: str
    game: str
    agents: Sequence[str]
    seed: int | None
    version: int
    over: bool
    ended: str
    analysis: Sequence[Loss] | None
    moves: Sequence[tuple[str, str, Sequence[str]]]  # by whom, what, and why


# A job to make a view: `as` is who looks, and `look` has the fields of a `view.Look`.
View = TypedDict(
    "View",
    {
        "do": str,
        "game": GameToShow,
        "held": Sequence[int],
        "as": str | None,
        "look": dict[str, Any],
    },
)


class Trial(TypedDict):
    """A job to try out a person's action."""

    do: str
    game: GameToShow
    action: str


class Hint(TypedDict):
    """A job to tell advice in words."""

    do: str
    game: GameToShow
    seat: int
    found: Sequence[Advice]
