"""What was said since the round began, newest first, and the score round by round."""

import re
from collections.abc import Iterator, Sequence
from html import escape

from whoknows.core.drawing import Seen
from whoknows.games.boerenbridge import cards
from whoknows.games.boerenbridge.bidding import ChangedBid
from whoknows.games.boerenbridge.page import card_faces
from whoknows.games.boerenbridge.page.trick_moment import TrickMoment, forbidden, played, scene
from whoknows.games.boerenbridge.rules import Boerenbridge, round_points
from whoknows.games.boerenbridge.state import NO_BID, State
from whoknows.logic.model_picture import MARKS

CARD = re.compile(r"\b(10|[2-9JQKA])([CDHS])\b")


def messages(moments: Sequence[Seen], step: int) -> str:
    """Every announcement of the round."""
    lines = [line for n in range(_dealt(moments, step), step + 1) for line in _said(moments, n)]
    rows = "".join(f'<li class="{kind}">{_drawn(text)}</li>' for kind, text in reversed(lines))
    return (
        '<section class="told" aria-label="What was said in this round"><h3>Said in this round</h3>'
        f'<ol reversed="reversed">{rows}</ol></section>'
    )


def rounds(moments: Sequence[Seen], step: int, now: TrickMoment) -> str:
    """The score by round: what each bid and took, and what it earned."""
    rules: Boerenbridge = moments[step].game
    ended = [scene(moments, n).state for n in range(1, step + 1) if _is_end(moments, n)]
    ends = {state.round: state for state in ended}
    heads = "".join(
        f'<th><span class="seat{seat}">{MARKS[seat % 7]}</span> {escape(name)}</th>'
        for seat, name in enumerate(rules.seats)
    )
    rows = ""
    for number, size in enumerate(rules.schedule):
        is_now = number not in ends and now.state.is_dealt and now.state.round == number
        state = now.state if is_now else ends.get(number)
        cells = "".join(_cell(state, seat, number in ends) for seat in range(rules.players))
        here = ' class="here"' if is_now else ""
        rows += f"<tr{here}><th>{size}</th>{cells}</tr>"
    sums = "".join(f"<td><b>{points}</b></td>" for points in moments[step].state.points)
    return (
        '<table class="rounds"><caption>Bid and won, points</caption>'
        f"<tr><th>cards</th>{heads}</tr>"
        f"{rows}<tr><th>sum</th>{sums}</tr></table>"
    )


def _dealt(moments: Sequence[Seen], step: int) -> int:
    """The step at which the round was dealt."""
    while step > 1 and moments[step].by != "chance":
        step -= 1
    return max(step, 1)


def _said(moments: Sequence[Seen], step: int) -> Iterator[tuple[str, str]]:
    """What a move tells, each with its kind."""
    moment, rules = moments[step], moments[step].game
    kind = "dealt" if moment.by == "chance" else "played" if played(moments, step) else "bid"
    for number, stage in enumerate(moment.stages):
        yield kind if not number else "empty", stage.update.sentence
    for reason in moment.reasons:
        if change := ChangedBid.read(reason):
            yield "changed", f"{moment.by} {change}"
    bid = forbidden(rules, moment.state)
    if bid is not None and kind == "bid":
        dealer, size = rules.seats[moment.state.dealer], rules.schedule[moment.state.round]
        yield "rule", f"the bids may not add up to {size}: {dealer} may not bid {bid}"
    yield from _around(moments, step)


def _around(moments: Sequence[Seen], step: int) -> Iterator[tuple[str, str]]:
    """The suit that a card leads, and who takes the trick."""
    play, rules = played(moments, step), moments[step].game
    if play is None:
        return
    if not moments[step - 1].state.trick:
        yield "led", f"{play.seat} leads {cards.suit_name(play.card)}"
    now = scene(moments, step)
    if now.is_taken:
        yield "taken", f"{rules.seats[now.winner]} takes the trick"
    if _is_end(moments, step):
        after, before = moments[step].state.points, moments[step - 1].state.points
        earned = ", ".join(
            f"{name} {new - old:+d}"
            for name, new, old in zip(rules.seats, after, before, strict=True)
        )
        yield "scored", f"the round is over: {earned}"


def _is_end(moments: Sequence[Seen], step: int) -> bool:
    return bool(moments[step].state.round != moments[step - 1].state.round)


def _drawn(text: str) -> str:
    return CARD.sub(lambda found: card_faces.inline(found[0]), escape(text))


def _cell(state: State | None, seat: int, is_over: bool) -> str:
    if state is None or state.bids[seat] == NO_BID:
        return "<td></td>"
    bid, won = state.bids[seat], state.won[seat]
    told = f"{won} of {bid}"
    if not is_over:
        return f"<td>{told}</td>"
    kind = "made" if bid == won else "missed"
    return f'<td class="{kind}">{told} <b>{round_points(bid, won):+d}</b></td>'
