"""Questions that a seat answers from its knowledge: what may others hold, what must they hold?

Others *may hold* a card if the seat cannot rule that out from its hand, the cards played, shown
voids and hand sizes taken together; the true deal is never asked. The reason given is short: voids
that were shown, if they are enough, or else that it follows by counting.
"""

from collections.abc import Iterable

from whoknows.games.boerenbridge import cards
from whoknows.games.boerenbridge.graphs.decision_graph import GraphAnswer
from whoknows.games.boerenbridge.graphs.round_view import RoundView, of_suit, without_suit
from whoknows.games.boerenbridge.graphs.sight_questions import highest_remaining_plain, trumps_above
from whoknows.games.boerenbridge.state import Cards
from whoknows.logic.formula import Atom, Formula, any_of


def others_may_hold_trumps(sight: RoundView) -> GraphAnswer:
    return _may_hold(sight, sight.others, of_suit(sight.unseen, sight.trump))


def others_may_hold_its_suit(sight: RoundView) -> GraphAnswer:
    """Others may hold the suit of the highest remaining card that is not a trump."""
    card = highest_remaining_plain(sight).card
    suit = None if card is None else cards.suit(card)
    return _may_hold(sight, sight.others, of_suit(sight.unseen, suit))


def safe_trump(sight: RoundView) -> GraphAnswer:
    """The lowest trump that beats the table and every trump that a later seat may hold."""
    for card in sorted(trumps_above(sight)):
        above = [out for out in of_suit(sight.unseen, sight.trump) if out > card]
        risk = _may_hold(sight, sight.later, above)
        if not risk.yes:
            return GraphAnswer(True, risk.because, card)
    return GraphAnswer(False)


def card_to_be_ruffed(sight: RoundView) -> GraphAnswer:
    """The highest card of a plain suit that somebody surely can ruff; of several, the highest.

    Somebody: one seat that is known to have none of the suit and to hold a trump.
    """
    plain = without_suit(sight.hand, sight.trump)
    tops = {max(of_suit(plain, cards.suit(card))) for card in plain}
    for card in sorted(tops, key=sight.order, reverse=True):
        for other in sight.others:
            sure = _surely_ruffs(sight, other, cards.suit(card))
            if sure.yes:
                return GraphAnswer(True, sure.because, card)
    return GraphAnswer(False)


def _surely_ruffs(sight: RoundView, other: str, suit: int) -> GraphAnswer:
    may_follow = _may_hold(sight, (other,), of_suit(sight.unseen, suit))
    trumps = of_suit(sight.unseen, sight.trump)
    if may_follow.yes or not sight.knows or not sight.knowledge.knows(_has(other, trumps)):
        return GraphAnswer(False)
    return GraphAnswer(True, f"{may_follow.because}, and {other} must hold a trump")


def _may_hold(sight: RoundView, seats: tuple[str, ...], some: Iterable[int]) -> GraphAnswer:
    """Whether one of the seats may hold one of these cards, all of one suit."""
    out = tuple(some)
    fact = any_of(*(_has(seat, out) for seat in seats))
    if sight.knowledge.possible(fact) if sight.knows else out and seats:
        return GraphAnswer(True)
    return GraphAnswer(False, _why_not(sight, seats, out))


def _why_not(sight: RoundView, seats: tuple[str, ...], out: Cards) -> str:
    if not out:
        return "none is out"
    if not all(sight.shows_void(seat, cards.suit(out[0])) for seat in seats):
        return "by counting"
    return ", ".join(f"{seat} has no {cards.suit_name(out[0])} left" for seat in seats)


def _has(seat: str, some: Cards) -> Formula:
    return any_of(*(Atom("has", (seat, cards.text(card))) for card in some))
