"""The agents of the knowledge game as their compiled policies know them."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Knowing:
    """An agent that claims for its tickets, and blocks or not."""

    blocks: bool
