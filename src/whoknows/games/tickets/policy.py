"""The agents of the railway game as their compiled policies know them."""

from dataclasses import dataclass

from whoknows.games.tickets.racer_numbers import Numbers
from whoknows.games.tickets.rival_numbers import USUAL, Habits


@dataclass(frozen=True, slots=True)
class Knowing:
    """An agent of the knowledge game that claims for its tickets, and blocks or not."""

    blocks: bool


@dataclass(frozen=True, slots=True)
class Joining:
    """An agent of the classic game that joins its tickets greedily."""


@dataclass(frozen=True, slots=True)
class Racing:
    """An agent of the classic game that plays by these numbers."""

    numbers: Numbers


@dataclass(frozen=True, slots=True)
class Rivalling:
    """An agent of the knowledge game that plays by these numbers, and by what it knows or not."""

    habits: Habits = USUAL
    knowledge: bool = True


Classic = Joining | Racing
Spoken = Knowing | Rivalling
