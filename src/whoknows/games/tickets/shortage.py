"""The additional train cards that a way takes: what a hand lacks of the colours it is paid in.

    additional = length of the way - cards of the hand that help to pay it

A card helps once. Fixed colours add up; a gray connection takes one colour, that of which the hand
has most to spare (greedily, the longest first: for one gray connection that is the best choice);
ferries take jokers; the other jokers stand in for whatever is missing.
"""

from collections.abc import Iterable

from whoknows.games.tickets.board import GRAY, Board, Connection
from whoknows.games.tickets.state import Counts


def asked(board: Board, hand: Counts, way: Iterable[int]) -> Counts:
    """The cards that pay for these connections, by colour; last the jokers that ferries take."""
    connections = [board.connections[number] for number in way]
    gray = sorted((c for c in connections if c.colour == GRAY), key=_size, reverse=True)
    counts = [0] * len(board.deck)
    for connection in [*(c for c in connections if c.colour != GRAY), *gray]:
        colour = _most_to_spare(hand, counts) if connection.colour == GRAY else connection.colour
        counts[colour] += connection.length - connection.ferry
        counts[board.joker] += connection.ferry
    return tuple(counts)


def useful(hand: Counts, asked: Counts) -> int:
    """How many cards of a hand help to pay: those of the colours asked, and jokers for the rest."""
    plain = sum(map(min, hand[:-1], asked[:-1]))
    return plain + min(hand[-1], sum(asked) - plain)


def _most_to_spare(hand: Counts, asked: list[int]) -> int:
    """The colour with most cards left besides those asked for; of equal ones the first, never
    jokers."""
    spare = [have - want for have, want in zip(hand[:-1], asked[:-1], strict=True)]
    return spare.index(max(spare))


def _size(connection: Connection) -> tuple[int, int]:
    return connection.length, connection.ferry
