"""Three cards on the page: three seats around a table, what each has denied and who saw what.

A card is drawn about (0, 0), 60 wide and 84 high; one that the viewer may not see shows its back.
"""

from collections.abc import Iterator, Sequence
from html import escape
from math import atan2, degrees, hypot

from whoknows.core.drawing import Seen, clickable, fitting
from whoknows.core.game import END
from whoknows.games.threecards import (
    BLANK,
    CARDS,
    SEATS,
    Action,
    Declare,
    Deny,
    ShowCard,
    State,
    ThreeCards,
)
from whoknows.logic.model_picture import MARKS

ACROSS, DOWN = 640, 440
SPOTS = ((320.0, 292.0), (128.0, 112.0), (512.0, 112.0))  # of cards, clockwise from the front
MIDDLE = (320, 66)


def board(moments: Sequence[Seen], step: int, front: int | None = None) -> str:
    """The whole playing area after this many moves."""
    moment = moments[step]
    acts = "".join(
        f'<span class="act can" {clickable([action], label(action))}>{label(action)}</span>'
        for action in moment.actions
    )
    return (
        f'<div class="area threecards fills"><div class="now"><p>{_now(moment)}</p>{acts}</div>'
        f'<div class="feltwide">{_felt(moment, front)}</div></div>'
    )


def labels(moment: Seen) -> list[tuple[str, str]]:
    """Each legal action and a label."""
    return [(str(action), label(action)) for action in moment.actions]


def in_words(moment: Seen) -> str:
    """The last move in plain words, as the viewer saw it."""
    if moment.by == "chance":
        own = isinstance(moment.viewer, int)
        mine = f": you hold {CARDS[moment.state.hands[moment.viewer]]}" if own else ""
        return f"The cards are dealt{mine}"
    words = {": not ": " says: I do not hold ", "?": "a card", "declares": "knows the whole deal"}
    text = moment.move
    for sign, plain in words.items():
        text = text.replace(sign, plain)
    return text


def rules(game: ThreeCards) -> str:
    """The rules as they are played here."""
    times = {1: "once", 2: "twice"}.get(game.rounds, f"{game.rounds} times")
    return (
        "<h2>Three cards</h2><p>The cards a, b and c are dealt, one to each of the three "
        f"players; everyone sees their own. You take turns, {times} around. On your turn do one of "
        "these:</p><ul>"
        "<li><b>Deny</b>: say which card you do not hold, and it must be true.</li>"
        "<li><b>Show</b> your card to one other player. Everyone sees that it happens, but only "
        "the two of you see the card. It costs you a point.</li>"
        "<li><b>Declare</b> that you know the whole deal, which must be true. You gain two points, "
        "the others lose one each, and the game ends.</li></ul>"
        "<h3>Options</h3><ul><li><code>rounds</code>: how many times each player moves, unless "
        f"somebody declares; here {game.rounds}.</li>"
        "<li><code>names</code>: what the players are called; here "
        f"{escape(', '.join(game.seats))}.</li></ul>"
    )


def icon() -> str:
    """A small drawing for the lobby: your own card, and two that are hidden."""
    cards = _back(72, -9, "paper", "a") + _back(100, 0, "wash", "?") + _back(128, 9, "wash", "?")
    return f'<svg viewBox="0 0 200 84" aria-hidden="true">{cards}</svg>'


def _back(x: int, turn: int, paper: str, sign: str) -> str:
    return (
        f'<g transform="rotate({turn} {x} 60)"><rect x="{x - 19}" y="14" width="38" height="54" '
        f'rx="6" fill="var(--{paper})" stroke="var(--ink)" stroke-width="1.5"/><text x="{x}" '
        f'y="48" text-anchor="middle" font-size="20" fill="var(--ink)">{sign}</text></g>'
    )


def label(action: Action) -> str:
    """An action in a few words."""
    match action:
        case Deny(_, card):
            return f"Say: I do not hold {CARDS[card]}"
        case ShowCard(_, card, to):
            return f"Show {CARDS[card]} to {action.names[to]}"
        case Declare():
            return "Declare: I know the deal"
    return str(action)


def _now(moment: Seen) -> str:
    """Who is to do what."""
    mover = moment.game.to_move(moment.state)
    if mover == END:
        return "The game is over."
    if mover not in SEATS:
        return "No cards have been dealt yet."
    return "<b>Your turn:</b>" if moment.actions else f"{_badge(moment, mover)} is to move."


def _badge(moment: Seen, seat: int) -> str:
    return f'<span class="seat{seat}">{MARKS[seat]}</span> {escape(moment.game.seats[seat])}'


def _felt(moment: Seen, front: int | None) -> str:
    """The table: the viewer's seat nearest, or the front seat, or the first."""
    nearest = moment.viewer if isinstance(moment.viewer, int) else front or 0
    spots = {(nearest + number) % 3: spot for number, spot in enumerate(SPOTS)}
    seats = "".join(_seat(moment, seat, *spots[seat]) for seat in SEATS)
    return (
        f'<svg class="felt" viewBox="0 0 {ACROSS} {DOWN}" role="group" aria-label="The table">'
        f'<rect class="cloth" x="6" y="6" width="{ACROSS - 12}" height="{DOWN - 42}" rx="130"/>'
        f"{''.join(_shown(moment, spots))}{_said(moment)}{seats}</svg>"
    )


def _said(moment: Seen) -> str:
    """What the last move told everybody, between the far seats."""
    if not moment.stages:
        return ""
    sentence = escape(moment.stages[-1].update.sentence)
    return f'<text class="word" x="{MIDDLE[0]}" y="{MIDDLE[1]}">{sentence}</text>'


def _shown(moment: Seen, spots: dict[int, tuple[float, float]]) -> Iterator[str]:
    """An arrow from each card to whoever was shown it."""
    names = [escape(name) for name in moment.game.seats]
    for seat in SEATS:
        for owner in SEATS:
            if moment.state.seen[seat] >> owner & 1:
                title = f"<title>{names[owner]} showed a card to {names[seat]}</title>"
                yield f'<g class="sight">{title}{_arrow(spots[owner], spots[seat])}</g>'


def _arrow(start: tuple[float, float], end: tuple[float, float]) -> str:
    """From beside one card to beside another, a little to the right so that two can pass."""
    (x, y), (u, v) = start, end
    far = hypot(u - x, v - y)
    turn = degrees(atan2(v - y, u - x))
    return (
        f'<path transform="translate({x:.0f} {y:.0f})rotate({turn:.1f})" '
        f'd="M64 9H{far - 70:.0f}m-9-6 9 6-9 6"/>'
    )


def _seat(moment: Seen, seat: int, x: float, y: float) -> str:
    state: State = moment.state
    is_front = (x, y) == SPOTS[0]
    card = _card(state.hands[seat]) if state.turn >= 0 else ""
    size = 1.35 if is_front else 1.15
    return (
        f'<g class="sitting"><g transform="translate({x:.0f} {y:.0f})scale({size})">{card}</g>'
        f"{_denied(moment, seat, x, y)}{_plate(moment, seat, x, y + (96 if is_front else 86))}</g>"
    )


def _card(card: int) -> str:
    """The front with its letter, or the back."""
    sheet = 'x="-30" y="-42" width="60" height="84" rx="6"'
    if card == BLANK:
        net = "".join(f"M{x} -36V36" for x in range(-20, 21, 10))
        net += "".join(f"M-24 {y}H24" for y in range(-30, 31, 10))
        return (
            '<g class="card"><title>a hidden card</title>'
            f'<rect class="back" {sheet}/><path class="net" d="{net}"/></g>'
        )
    letter = CARDS[card]
    corner = f'<text x="-21" y="-26" font-size="15">{letter}</text>'
    return (
        f'<g class="card letter"><title>the card {letter}</title><rect class="face" {sheet}/>'
        f'<circle class="ring" r="21"/><text y="11" font-size="36">{letter}</text>'
        f'{corner}<g transform="rotate(180)">{corner}</g></g>'
    )


def _denied(moment: Seen, seat: int, x: float, y: float) -> str:
    """The cards that a seat has denied holding, small and crossed out, on the inner side."""
    side = -68 if x > ACROSS / 2 else 68
    cards = [card for card in range(3) if moment.state.denied[seat] >> card & 1]
    return "".join(
        f'<g class="denied" transform="translate({x + side:.0f} {y - 22 + 46 * number:.0f})">'
        f"<title>{escape(moment.game.seats[seat])} does not hold {CARDS[card]}</title>"
        f'<rect class="face" x="-14" y="-19" width="28" height="38" rx="4"/>'
        f'<text y="7" font-size="20">{CARDS[card]}</text>'
        f'<path class="cross" d="M-12 16 12-16"/></g>'
        for number, card in enumerate(cards)
    )


def _plate(moment: Seen, seat: int, x: float, y: float) -> str:
    kinds = "plate moving" if moment.game.to_move(moment.state) == seat else "plate"
    points, name = moment.state.points[seat], moment.game.seats[seat]
    has_room = len(name) <= 6
    you = '<tspan class="faint"> you</tspan>' * (seat == moment.viewer and has_room)
    return (
        f'<g class="{kinds}" data-mind="{seat}" transform="translate({x:.0f} {y:.0f})">'
        f"<title>{escape(name)}, {points} points</title>"
        f'<rect x="-75" y="-18" width="150" height="36" rx="10"/>'
        f'<text class="seat{seat} sign" x="-65" y="6">{MARKS[seat]}</text>'
        f'<text x="-44" y="6">{escape(fitting(name, 8))}{you}</text>'
        f'<text class="sum" x="63" y="6">{points}</text></g>'
    )
