"""What lies on the table: a trick stays until the next card, a round until the next deal.

The rules clear a full trick at once; people want to see who took it.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from whoknows.core.drawing import Seen
from whoknows.games.boerenbridge.rules import Boerenbridge, best
from whoknows.games.boerenbridge.state import NO_BID, Cards, Play, State

NOBODY = -1


@dataclass(frozen=True, slots=True)
class TrickMoment:
    """A state with its round still on the table, and the trick that is shown."""

    state: State  # the round's last one where the rules have cleared it
    leader: int
    trick: Cards  # the leader's first
    winner: int  # who has the trick so far, or has taken it; NOBODY if there is none
    is_taken: bool
    is_new: bool  # whether the last card of the trick is the last move
    mover: int  # NOBODY while chance is to move, or at the end


def scene(moments: Sequence[Seen], step: int) -> TrickMoment:
    """The scene after this many moves."""
    rules: Boerenbridge = moments[step].game
    state: State = moments[step].state
    mover = max(NOBODY, rules.to_move(state))
    play = played(moments, step)
    if play is None:
        return _scene(rules, state, state.leader, state.trick, False, mover)
    before: State = moments[step - 1].state
    trick = (*before.trick, play.card)
    if len(trick) < rules.players:
        return _scene(rules, state, state.leader, trick, True, mover)
    after = state
    if not state.is_dealt:  # the round is over, and its points are won
        after = replace(_emptied(rules, before, trick), points=state.points)
    return _scene(rules, after, before.leader, trick, True, mover, before.trump)


def before(moments: Sequence[Seen], step: int) -> TrickMoment | None:
    """The scene of the round's last full trick, once the next card lies on the table."""
    if played(moments, step) is None or scene(moments, step).is_taken:
        return None
    for earlier in range(step - 1, 0, -1):
        if played(moments, earlier) is None:  # bids: this is the first trick
            return None
        if (found := scene(moments, earlier)).is_taken:
            return found
    return None


def played(moments: Sequence[Seen], step: int) -> Play | None:
    """The card of the last move, if it was one."""
    moment = moments[step]
    if not step or moment.by == "chance":
        return None
    action = moment.game.parse(moment.move)
    return action if isinstance(action, Play) else None


def forbidden(rules: Boerenbridge, state: State) -> int | None:
    """The bid that the dealer may not make, once all the others have bid."""
    others = [bid for bid in state.bids if bid != NO_BID]
    if not state.is_bidding or len(others) != rules.players - 1:
        return None
    left = rules.schedule[state.round] - sum(others)
    return left if left >= 0 else None


def _scene(
    rules: Boerenbridge,
    state: State,
    leader: int,
    trick: Cards,
    is_new: bool,
    mover: int,
    trump: int | None = None,
) -> TrickMoment:
    suit = state.trump if trump is None else trump
    winner = (leader + best(trick, suit)) % rules.players if trick else NOBODY
    return TrickMoment(state, leader, trick, winner, len(trick) == rules.players, is_new, mover)


def _emptied(rules: Boerenbridge, before: State, trick: Cards) -> State:
    """The round's last state, its last trick taken."""
    winner = (before.leader + best(trick, before.trump)) % rules.players
    won = tuple(tricks + (seat == winner) for seat, tricks in enumerate(before.won))
    return replace(before, hands=((),) * rules.players, won=won, trick=())
