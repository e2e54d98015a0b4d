"""Three cards on the page: three seats, their cards as the viewer may see them, what was denied."""

from collections.abc import Sequence
from html import escape

from whoknows.core.seen import Seen, clickable
from whoknows.games.threecards import BLANK, CARDS, Action, Declare, Deny, Show, State, ThreeCards
from whoknows.logic.picture import MARKS


def board(moments: Sequence[Seen], step: int) -> str:
    """The whole playing area after so many moves."""
    moment = moments[step]
    seats = "".join(_seat(moment, seat) for seat in range(3))
    last = f"<p>{escape(moment.move)}</p>" if moment.move else "<p>Nothing is dealt yet.</p>"
    acts = "".join(
        f'<span class="act can" {clickable([action], label(action))}>{label(action)}</span>'
        for action in moment.actions
    )
    return (
        f'<div class="area threecards"><ul class="three">{seats}</ul>'
        f'<div class="now">{last}{acts}</div></div>'
    )


def labels(moment: Seen) -> list[tuple[str, str]]:
    """Each legal action and a label."""
    return [(str(action), label(action)) for action in moment.actions]


def rules(game: ThreeCards) -> str:
    """The rules as they are played here."""
    times = "once" if game.rounds == 1 else f"{game.rounds} times"
    return (
        "<h2>Three cards</h2><p>The cards a, b and c are dealt, one to each of the seats 0, 1 and "
        f"2; each sees its own. Each seat in turn, {times} round, does one of these:</p><ul>"
        "<li><b>Deny</b>: it says that it does not hold a card, which must be so.</li>"
        "<li><b>Show</b> its card to one other seat. Everybody sees that it happens, only these "
        "two see the card. It costs a point.</li>"
        "<li><b>Declare</b> that it knows the whole deal, which must be so. It gains two points, "
        "the others lose one each, and the game ends.</li></ul>"
    )


def label(action: Action) -> str:
    """An action in a few words."""
    match action:
        case Deny(_, card):
            return f"Say: I do not hold {CARDS[card]}"
        case Show(_, card, to):
            return f"Show {CARDS[card]} to {to}"
        case Declare():
            return "Declare: I know the deal"
    return str(action)


def _seat(moment: Seen, seat: int) -> str:
    state: State = moment.state
    moving = " moving" if moment.game.to_move(state) == seat else ""
    card = state.hands[seat]
    denied = [CARDS[n] for n in range(3) if state.denied[seat] >> n & 1]
    saw = [str(n) for n in range(3) if state.seen[seat] >> n & 1]
    told = [f"not {' nor '.join(denied)}"] if denied else []
    told += [f"saw the card of {' and '.join(saw)}"] if saw else []
    who = f'<span class="seat{seat}">{MARKS[seat]}</span> {seat}'
    return (
        f'<li class="player{moving}"><span class="who">{who}</span>'
        f'<b class="points">{state.points[seat]}</b>'
        f"{_card(card, is_dealt=state.turn >= 0)}<small>{'; '.join(told)}</small></li>"
    )


def _card(card: int, *, is_dealt: bool) -> str:
    """A letter, a back, or an empty place."""
    if not is_dealt:
        return '<svg class="letter" viewBox="0 0 44 62" aria-label="no card" role="img"></svg>'
    kind, text = ("back", "?") if card == BLANK else ("face", CARDS[card])
    told = "a hidden card" if card == BLANK else f"the card {text}"
    return (
        f'<svg class="letter" viewBox="0 0 44 62" role="img" aria-label="{told}">'
        f'<rect class="{kind}" x="1" y="1" width="42" height="60" rx="5"/>'
        f'<text class="{kind}-ink" x="22" y="40" font-size="26" text-anchor="middle">{text}</text>'
        f"</svg>"
    )
