"""Which cards were played in a round, and by whom, from what a seat saw the others do.

It saw each of their cards, and with it the table and its own hand before it. So its own cards are
told as well: they lay on the table, or are gone from its hand.
"""

from __future__ import annotations

from collections.abc import Sequence

from whoknows.core.agent import PastAct
from whoknows.games.boerenbridge import cards
from whoknows.games.boerenbridge.state import State

Plays = list[tuple[int, int]]  # a seat and a card, first to last


def plays(players: int, seat: int, past: Sequence[PastAct], now: State) -> Plays:
    """All cards of this round before the seat's turn."""
    tricks: dict[int, list[PastAct]] = {}
    for act in past:
        before: State = act.before
        if before.round == now.round and before.is_dealt and not before.is_bidding:
            tricks.setdefault(sum(before.won), []).append(act)
    found: Plays = []
    for number in sorted(tricks):
        found += _trick(players, seat, tricks[number], tricks.get(number + 1), now)
    return found


def _trick(
    players: int, seat: int, acts: Sequence[PastAct], then: Sequence[PastAct] | None, now: State
) -> Plays:
    """One trick, of which the seat saw these cards of others; `then` are those of the next."""
    last: State = acts[-1].before
    table = [*last.trick, _card(acts[-1])]
    own = (seat - last.leader) % players
    is_over = then is not None or sum(now.won) > sum(last.won)
    if own == len(table) and is_over:
        table.append(_gone(last, _after(players, seat, then, now), seat))
    return [((last.leader + n) % players, card) for n, card in enumerate(table)]


def _after(players: int, seat: int, then: Sequence[PastAct] | None, now: State) -> set[int]:
    """The seat's hand after a trick."""
    if then is None:
        return set(now.hands[seat])
    first: State = then[0].before
    own = (seat - first.leader) % players
    return {*first.hands[seat], *first.trick[own : own + 1]}


def _gone(before: State, after: set[int], seat: int) -> int:
    (card,) = set(before.hands[seat]) - after
    return card


def _card(act: PastAct) -> int:
    return cards.card(act.made.rpartition(" ")[2])
