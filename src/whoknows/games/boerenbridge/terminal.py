"""A position of Boerenbridge in words, as a seat sees it."""

from __future__ import annotations

from collections.abc import Iterable

from whoknows.core.plural import some
from whoknows.games.boerenbridge import cards
from whoknows.games.boerenbridge.rules import Boerenbridge, best
from whoknows.games.boerenbridge.state import NO_BID, Cards, State


def position(game: Boerenbridge, state: State, seat: int) -> list[str]:
    """The round, everyone's bids and tricks, the trick, and the seat's own hand."""
    size = game.schedule[state.round]
    trump = cards.NAMES[cards.SUITS[state.trump]]
    turned = "" if state.turned == cards.HIDDEN else f" ({cards.text(state.turned)} turned up)"
    return [
        f"round {state.round + 1} of {len(game.schedule)}, {some(size, 'card')} each; "
        f"trumps {trump}{turned}; {game.seats[state.dealer]} dealt",
        *_standing(game, state, seat),
        *_trick(game, state),
        f"your hand   {_hand(state.hands[seat], state.trump)}",
    ]


def _standing(game: Boerenbridge, state: State, seat: int) -> list[str]:
    heads = [f"{name}{' (you)' if s == seat else ''}" for s, name in enumerate(game.seats)]
    bids = ["-" if bid == NO_BID else str(bid) for bid in state.bids]
    return [
        _row("", heads),
        _row("points", map(str, state.points)),
        _row("bids", bids),
        _row("tricks", map(str, state.won)),
    ]


def _row(head: str, entries: Iterable[str]) -> str:
    return f"{head:12}{''.join(f'{entry:>8}' for entry in entries)}"


def _trick(game: Boerenbridge, state: State) -> list[str]:
    if not state.trick:
        return [] if state.is_bidding else ["the trick   you lead"]
    seats = [game.seats[(state.leader + n) % game.players] for n in range(len(state.trick))]
    played = ", ".join(
        f"{s} {cards.text(card)}" for s, card in zip(seats, state.trick, strict=True)
    )
    winning = seats[best(state.trick, state.trump)]
    return [f"the trick   {played} ({cards.suit_name(state.trick[0])} led, {winning} is winning)"]


def _hand(hand: Cards, trump: int) -> str:
    """Suit by suit, trumps first, the highest first."""
    suits = sorted({cards.suit(card) for card in hand}, key=lambda suit: (suit != trump, -suit))
    groups = (sorted((c for c in hand if cards.suit(c) == s), reverse=True) for s in suits)
    return "   ".join(" ".join(map(cards.text, group)) for group in groups)
