"""What a learned style looks at when somebody bids: the hand in numbers, and the bids so far."""

from collections.abc import Iterator

from whoknows.games.boerenbridge import cards
from whoknows.games.boerenbridge.state import NO_BID, Cards, State


def bid_features(state: State, seat: int) -> dict[str, float]:
    """By name: always the same names, from what the seat sees."""
    hand, made = state.hands[seat], [bid for bid in state.bids if bid != NO_BID]
    return {
        **dict(_trumps(hand, state.trump)),
        **dict(_plain(hand, state.trump)),
        **dict(_shape(hand, state.trump)),
        "cards": float(len(hand)),
        "bids before": float(len(made)),
        "sum of bids before": float(sum(made)),
        "what is left for the last to bid": float(len(hand) - sum(made)),
    }


def _trumps(hand: Cards, trump: int) -> Iterator[tuple[str, float]]:
    held = {cards.rank(card) for card in hand if cards.suit(card) == trump}
    for rank, name in enumerate(cards.RANKS):
        yield f"trump {name}", float(rank in held)


def _plain(hand: Cards, trump: int) -> Iterator[tuple[str, float]]:
    held = [cards.rank(card) for card in hand if cards.suit(card) != trump]
    for rank, name in enumerate(cards.RANKS):
        yield f"plain {name}s", float(held.count(rank))


def _shape(hand: Cards, trump: int) -> Iterator[tuple[str, float]]:
    lengths = [sum(cards.suit(card) == suit for card in hand) for suit in range(4)]
    plain = [length for suit, length in enumerate(lengths) if suit != trump]
    values = [cards.rank(card) + 13 * (cards.suit(card) == trump) for card in hand]
    yield "trumps", float(lengths[trump])
    yield "plain suits without a card", float(plain.count(0))
    yield "plain suits with one card", float(plain.count(1))
    yield "mean value of a card", sum(values) / max(1, len(values))
