"""Train cards that change hands: ways to pay, paying, taking, and the face-up row.

Everyone knows what a seat has taken face up; it pays with such cards as far as they go, and shows
hidden ones only for the rest.
"""

from collections.abc import Iterable, Iterator
from typing import TypeVar

from whoknows.core.frozen import replace
from whoknows.games.tickets.board import GRAY, Board, Connection
from whoknows.games.tickets.moves import Pay
from whoknows.games.tickets.state import Counts, Phase, State

Entry = TypeVar("Entry")
FEWEST_PLAIN = 3  # with fewer coloured cards outside the hands the row is not replaced


def ways(board: Board, hand: Counts, connection: Connection) -> Iterator[Pay]:
    """How a hand can pay for a connection: by colour, fewest jokers first, jokers alone last."""
    wanted = range(len(board.colours)) if connection.colour == GRAY else (connection.colour,)
    jokers, cost = hand[-1], connection.length
    for colour in wanted:
        if hand[colour] + jokers >= cost:
            yield from sums(board, hand, colour, cost, connection.ferry)
    if jokers >= cost:
        yield Pay("joker", 0, cost)


def sums(board: Board, hand: Counts, colour: int, cost: int, ferry: int = 0) -> Iterator[Pay]:
    """The ways to pay a cost with at least one card of this colour."""
    fewest = max(ferry, cost - hand[colour])
    for jokers in range(fewest, min(hand[board.joker], cost - 1) + 1):
        yield Pay(board.colours[colour], cost - jokers, jokers)


def most_held(hand: Counts) -> int:
    """The colour of which a hand has most; of equal ones the first. Jokers do not count."""
    colours = hand[:-1]
    return colours.index(max(colours))


def spent(board: Board, pay: Pay) -> Counts:
    """The cards of a payment by colour."""
    counts = [0] * len(board.deck)
    counts[board.joker] = pay.jokers
    if pay.cards:
        counts[board.colours.index(pay.colour)] += pay.cards
    return tuple(counts)


def paid(state: State, seat: int, cards: Counts) -> State:
    """The seat pays: known cards first; they are discarded."""
    after = _given(state, seat, cards)
    return replace(after, discard=plus(state.discard, cards))


def laid(state: State, seat: int, cards: Counts) -> State:
    """The seat lays down cards that are not discarded yet."""
    return _given(state, seat, cards)


def taken_back(state: State, seat: int, cards: Counts) -> State:
    """The seat takes back what it laid down; everyone has seen these cards."""
    return replace(
        state,
        hands=put(state.hands, seat, plus(state.hands[seat], cards)),
        open=put(state.open, seat, plus(state.open[seat], cards)),
    )


def taken(state: State, seat: int, colour: int) -> State:
    """The seat takes a card from the row; the others move up."""
    at = state.row.index(colour)
    one = unit(colour, len(state.pile))
    return replace(
        state,
        row=state.row[:at] + state.row[at + 1 :],
        hands=put(state.hands, seat, plus(state.hands[seat], one)),
        open=put(state.open, seat, plus(state.open[seat], one)),
    )


def drawn(state: State, seat: int, cards: Iterable[int]) -> State:
    """The seat gets cards from the closed pile that only it sees."""
    many = tuple(cards)
    counts = tally(many, len(state.pile))
    ledger = state.ledger.drew(seat, len(many))
    memory = state.memory[seat]
    for card in many:
        memory = ledger.drew_card(memory, card)
    return replace(
        state,
        pile=minus(state.pile, counts),
        hands=put(state.hands, seat, plus(state.hands[seat], counts)),
        ledger=ledger,
        memory=put(state.memory, seat, memory),
    )


def turned_up(state: State, cards: Iterable[int]) -> State:
    """Cards leave the closed pile for everyone to see."""
    many = tuple(cards)
    counts = tally(many, len(state.pile))
    return replace(state, pile=minus(state.pile, counts), ledger=state.ledger.turned(many))


def needing_cards(state: State) -> State:
    """A card is needed: if the closed pile is empty, the discards are shuffled into it."""
    if state.closed or not any(state.discard):
        return state
    none = (0,) * len(state.pile)
    ledger = state.ledger.reshuffled(state.discard)
    return replace(state, pile=state.discard, discard=none, ledger=ledger)


def can_draw(state: State) -> bool:
    """Whether the closed pile has a card, now or after shuffling."""
    return state.closed > 0 or any(state.discard)


def refilled(board: Board, state: State, then: Phase, *, resets: bool) -> State:
    """What follows when the row should be full: turn up cards, replace the row, or go on."""
    if len(state.row) < board.parameters.face_up and can_draw(state):
        return replace(needing_cards(state), phase=Phase.FILL, then=then)
    if resets and _too_many_jokers(board, state):
        cleared = plus(state.discard, tally(state.row, len(state.pile)))
        return refilled(board, replace(state, row=(), discard=cleared), then, resets=resets)
    return replace(state, phase=then, then=then)


def _too_many_jokers(board: Board, state: State) -> bool:
    if state.row.count(board.joker) < board.parameters.reset_jokers:
        return False
    hands = map(sum, zip(*state.hands, strict=True))
    plain = sum(board.deck[: board.joker]) - sum(list(hands)[: board.joker])
    return plain >= FEWEST_PLAIN


def _given(state: State, seat: int, cards: Counts) -> State:
    known = tuple(map(min, cards, state.open[seat]))
    hidden = minus(cards, known)
    ledger, memory = state.ledger, state.memory
    if any(hidden):
        memory = put(memory, seat, ledger.remembered(memory[seat], seat, hidden))
        ledger = ledger.paid(seat, hidden)
    return replace(
        state,
        hands=put(state.hands, seat, minus(state.hands[seat], cards)),
        open=put(state.open, seat, minus(state.open[seat], known)),
        ledger=ledger,
        memory=memory,
    )


def plus(one: Counts, other: Counts) -> Counts:
    return tuple(a + b for a, b in zip(one, other, strict=True))


def minus(one: Counts, other: Counts) -> Counts:
    return tuple(a - b for a, b in zip(one, other, strict=True))


def tally(cards: Iterable[int], colours: int) -> Counts:
    """Cards by colour."""
    counts = [0] * colours
    for card in cards:
        counts[card] += 1
    return tuple(counts)


def unit(colour: int, colours: int) -> Counts:
    return tally((colour,), colours)


def put(entries: tuple[Entry, ...], at: int, entry: Entry) -> tuple[Entry, ...]:
    """The entries with one replaced."""
    return (*entries[:at], entry, *entries[at + 1 :])
