"""Boerenbridge on the page: the trick table, bids, what was said, scores by round.

`board`, `labels` and `rules` are what the table asks of a game; `purpose` is what a move is for,
and `spots` where it is done.
"""

from collections.abc import Sequence

from whoknows.core.drawing import Seen, clickable
from whoknows.games.boerenbridge.page.action_words import in_words, label, labels, rulebook
from whoknows.games.boerenbridge.page.purposes import purpose
from whoknows.games.boerenbridge.page.round_log import messages, rounds
from whoknows.games.boerenbridge.page.spots import spots
from whoknows.games.boerenbridge.page.trick_moment import TrickMoment, before, forbidden, scene
from whoknows.games.boerenbridge.page.trick_table import felt
from whoknows.games.boerenbridge.rules import Boerenbridge
from whoknows.games.boerenbridge.state import Bid

__all__ = ["board", "in_words", "labels", "purpose", "rules", "spots"]


def board(moments: Sequence[Seen], step: int, front: int | None = None) -> str:
    """The whole playing area after this many moves."""
    moment, now = moments[step], scene(moments, step)
    said = messages(moments, step) if step else ""
    drawn = felt(moment, now, before(moments, step), front)
    return (
        f'<div class="area boerenbridge fills">{_now(moment, now)}'
        f'<div class="feltwide">{drawn}</div>'
        f'<div class="papers">{said}{rounds(moments, step, now)}</div></div>'
    )


def rules(game: Boerenbridge) -> str:
    """The rules as they are played here."""
    return rulebook(game)


def _now(moment: Seen, now: TrickMoment) -> str:
    """Who is to do what, and the bids that may be made."""
    bids = [a for a in moment.actions if isinstance(a, Bid)]
    buttons = "".join(
        f'<span class="act can" {clickable([bid], label(bid))}>{bid.tricks}</span>' for bid in bids
    )
    no = forbidden(moment.game, moment.state)
    if bids and no is not None:
        buttons += f'<span class="act not" title="the bids may not add up to this">{no}</span>'
    return f'<div class="now"><p>{_doing(moment, now)}</p>{buttons}</div>'


def _doing(moment: Seen, now: TrickMoment) -> str:
    rules: Boerenbridge = moment.game
    if moment.state.round == len(rules.schedule):
        return "The game is over."
    if now.mover < 0:
        return (
            "The next round is about to be dealt."
            if moment.step
            else "No cards have been dealt yet."
        )
    doing = "bid" if now.state.is_bidding else "play"
    if moment.actions:
        return f"<b>Your turn:</b> {'bid' if doing == 'bid' else 'play a raised card.'}"
    return f"{rules.seats[now.mover]} is to {doing}."
