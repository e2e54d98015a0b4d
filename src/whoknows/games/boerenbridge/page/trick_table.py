"""The trick table as SVG: seats around it, the viewer's at the bottom, the trick in the middle."""

from dataclasses import dataclass
from html import escape
from math import cos, pi, sin

from whoknows.core.drawing import Seen, clickable, fitting
from whoknows.games.boerenbridge import cards
from whoknows.games.boerenbridge.page import card_faces
from whoknows.games.boerenbridge.page.trick_moment import TrickMoment
from whoknows.games.boerenbridge.rules import Boerenbridge
from whoknows.games.boerenbridge.state import NO_BID, Action, Cards, Play
from whoknows.logic.model_picture import MARKS

ACROSS, DOWN = 640, 572
CLEARED = 452  # the height once nobody has cards any more
MIDDLE = (320.0, 208.0)
MOST_PIPS = 5
ROOM = 540.0  # for the hand at the bottom
SMALL, OWN = 0.62, 1.22  # sizes of the others' cards and of your own
CORNER, TINY = (488.0, 374.0), 0.42  # the trick before: where its middle is, and its size
TRUMPS = {  # where there is room for the suit and for a card turned up, by the number of seats
    3: ((292.0, 78.0), (352.0, 70.0)),
    4: ((106.0, 86.0), (166.0, 76.0)),
    5: ((292.0, 78.0), (352.0, 70.0)),
    6: ((214.0, 58.0), (214.0, 118.0)),
}


@dataclass(frozen=True, slots=True)
class SeatSpot:
    """Where a seat sits."""

    seat: int
    x: float
    y: float
    angle: float
    is_bottom: bool


def felt(moment: Seen, scene: TrickMoment, before: TrickMoment | None, front: int | None) -> str:
    """The whole table, with the trick before this one small in a corner."""
    rules: Boerenbridge = moment.game
    spots = list(_spots(rules, moment.viewer, front))
    parts = [_trump(rules, scene), _before(rules, before), _trick(rules, spots, scene)]
    parts += [_seat(moment, scene, spot) for spot in spots]
    high = CLEARED if moment.state.round == len(rules.schedule) else DOWN
    return (
        f'<svg class="felt" viewBox="0 0 {ACROSS} {high}" role="group" '
        f'aria-label="The trick table"><rect class="cloth" x="6" y="6" width="{ACROSS - 12}" '
        f'height="404" rx="130"/>{"".join(parts)}</svg>'
    )


def _spots(rules: Boerenbridge, viewer: int | str | None, front: int | None) -> list[SeatSpot]:
    """The seats clockwise from the bottom: the viewer, or the front seat, or South."""
    south = 2 if rules.players == 4 else 0
    bottom = viewer if isinstance(viewer, int) else south if front is None else front
    spots = []
    for number in range(rules.players):
        angle = pi / 2 + 2 * pi * number / rules.players
        x, y = MIDDLE[0] + 240 * cos(angle), MIDDLE[1] - 8 + 142 * sin(angle)
        seat = (bottom + number) % rules.players
        spots.append(SeatSpot(seat, x, 373.0 if not number else y, angle, not number))
    return spots


def _trump(rules: Boerenbridge, scene: TrickMoment) -> str:
    state = scene.state
    if not state.is_dealt:
        return ""
    (x, y), turned = TRUMPS[rules.players]
    letter = cards.SUITS[state.trump]
    told = f"Trumps: {cards.NAMES[letter]}"
    card = ""
    if state.turned != cards.HIDDEN:
        card = _card(card_faces.face(state.turned), *turned, 4, 0.75)
    return (
        f'<g class="trump" role="img" aria-label="{told}"><title>{told}</title>'
        f'<text x="{x:g}" y="{y - 28:g}">trump</text><circle cx="{x:g}" cy="{y:g}" r="21"/>'
        f"{card_faces.suit(letter, x, y, 1.3)}{card}</g>"
    )


def _trick(rules: Boerenbridge, spots: list[SeatSpot], scene: TrickMoment) -> str:
    if not scene.trick:
        return ""
    angles = {spot.seat: spot.angle for spot in spots}
    verb = "takes the trick" if scene.is_taken else "has it so far"
    drawn = []
    for number, card in enumerate(scene.trick):
        seat = (scene.leader + number) % rules.players
        x, y = MIDDLE[0] + 74 * cos(angles[seat]), MIDDLE[1] + 6 + 46 * sin(angles[seat])
        last = scene.is_new and number == len(scene.trick) - 1
        kinds = "best " * (seat == scene.winner) + "last" * last
        told = f"{rules.seats[seat]} played the {card_faces.name(card)}"
        told += f", which {verb}" * (seat == scene.winner)
        tilt = (-6, 5, -3, 7, -8, 4)[number % 6]
        drawn.append(_card(card_faces.face(card), x, y, tilt, 0.92, kinds, told, face=card))
    led = cards.suit_name(scene.trick[0])
    told = f"{led} led · {rules.seats[scene.winner]} {verb}"
    words = f'<text class="word" x="{MIDDLE[0]}" y="320">{escape(told)}</text>'
    return f'<g class="trick">{"".join(drawn)}{words}</g>'


def _before(rules: Boerenbridge, scene: TrickMoment | None) -> str:
    """The trick before, in the order of play; agents lead again before you can look."""
    if scene is None:
        return ""
    taker = rules.seats[scene.winner]
    drawn = []
    for number, card in enumerate(scene.trick):
        seat = (scene.leader + number) % rules.players
        x = CORNER[0] + (number - (rules.players - 1) / 2) * 27
        kinds = "best" * (seat == scene.winner)
        told = f"{rules.seats[seat]} played the {card_faces.name(card)}"
        drawn.append(_card(card_faces.face(card), x, CORNER[1], 0, TINY, kinds, told))
    words = f'<text class="word" x="{CORNER[0]}" y="{CORNER[1] - 24}">{taker} took</text>'
    return (
        f'<g class="before" role="group" aria-label="The trick before, taken by {taker}">'
        f"{words}{''.join(drawn)}</g>"
    )


def _seat(moment: Seen, scene: TrickMoment, spot: SeatSpot) -> str:
    state = scene.state
    hand = state.hands[spot.seat] if state.is_dealt else ()
    held = _own(moment, scene, spot, hand) if spot.is_bottom else _others(spot, hand)
    return f'<g class="sitting">{held}{_plate(moment, scene, spot)}</g>'


def _own(moment: Seen, scene: TrickMoment, spot: SeatSpot, hand: Cards) -> str:
    """The hand at the bottom, fanned; what may be played is raised and can be clicked."""
    plays: dict[int, Action] = {a.card: a for a in moment.actions if isinstance(a, Play)}
    step = min(70.0, ROOM / max(1, len(hand) - 1))
    middle = (len(hand) - 1) / 2
    drawn = []
    for number, card in enumerate(hand):
        off = number - middle
        x, y = MIDDLE[0] + off * step, 500 + off * off * (10 / max(1, middle * middle))
        tilt = off * min(4.0, 22 / max(1, len(hand)))
        if card == cards.HIDDEN:
            drawn.append(_card(card_faces.back(), x, y, tilt, OWN))
            continue
        may, kinds = plays.get(card), "held"
        if may is not None:
            y, kinds = y - 20, "held can"
        elif plays:
            kinds = "held not"
        acts = clickable([may], f"Play the {card_faces.name(card)}") if may else ""
        drawn.append(
            _card(card_faces.face(card), x, y, tilt, OWN, kinds, card_faces.name(card), acts, card)
        )
    return f'<g class="own">{"".join(drawn)}</g>'


def _others(spot: SeatSpot, hand: Cards) -> str:
    """The hand of another: backs with their number, or what the viewer sees."""
    if not hand:
        return ""
    step = min(22.0 if cards.HIDDEN in hand else 26.0, 104 / max(1, len(hand) - 1))
    middle = (len(hand) - 1) / 2
    drawn = []
    for number, card in enumerate(hand):
        off = number - middle
        shape = card_faces.back() if card == cards.HIDDEN else card_faces.face(card)
        told = "" if card == cards.HIDDEN else card_faces.name(card)
        y = spot.y - 26 + abs(off) * 1.5
        tilt = off * min(4.0, 24 / len(hand))
        drawn.append(_card(shape, spot.x + off * step, y, tilt, SMALL, "", told, face=card))
    if cards.HIDDEN in hand:
        drawn.append(_count(len(hand), spot.x + middle * step + 16, spot.y - 46))
    return f'<g class="other">{"".join(drawn)}</g>'


def _count(many: int, x: float, y: float) -> str:
    return (
        f'<g class="count" transform="translate({x:.1f} {y:.1f})"><circle r="10"/>'
        f'<text y="4.5">{many}</text></g>'
    )


def _card(
    shape: str,
    x: float,
    y: float,
    tilt: float,
    size: float,
    kinds: str = "",
    told: str = "",
    acts: str = "",
    face: int = cards.HIDDEN,
) -> str:
    title = f"<title>{escape(told)}</title>" if told else ""
    named = acts or (f'role="img" aria-label="{escape(told)}"' if told else "")
    place = f"translate({x:.1f} {y:.1f})rotate({tilt:.1f})scale({size:g})"
    named += f' data-face="{cards.text(face)}"' if face != cards.HIDDEN else ""
    return f'<g class="card {kinds.strip()}" {named} transform="{place}">{title}{shape}</g>'


def _plate(moment: Seen, scene: TrickMoment, spot: SeatSpot) -> str:
    """Name, points, bid and tricks of a seat; who is to move is outlined."""
    rules, state, seat = moment.game, scene.state, spot.seat
    kinds = "plate moving" if seat == scene.mover else "plate"
    kinds += " winner" * (scene.is_taken and seat == scene.winner)
    dealer = '<g class="dealer"><title>dealer</title><circle cx="62" cy="-30" r="10"/>' * (
        seat == state.dealer
    )
    dealer += '<text x="62" y="-25.5">D</text></g>' * (seat == state.dealer)
    name = rules.seats[seat]
    has_room = len(name) <= 4
    aside = " you" * (seat == moment.viewer) + " leads" * _leads(scene, seat)
    aside = f'<tspan class="faint">{aside}</tspan>' * (has_room and aside != "")
    told = escape(_told(rules, scene, seat))
    return (
        f'<g class="{kinds}" role="img" aria-label="{told}" data-plate="{escape(name)}" '
        f'data-mind="{seat}" '
        f'transform="translate({spot.x:.1f} {spot.y + 28:.1f})">'
        f'<title>{told}</title><rect x="-75" y="-25" width="150" height="50" rx="11"/>'
        f'<text class="seat{seat} sign" x="-66" y="-5">{MARKS[seat % 7]}</text>'
        f'<text x="-46" y="-5">{escape(fitting(name, 8))}{aside}</text>'
        f'<text class="sum" x="58" y="-5">{state.points[seat]}</text>'
        f"{_pips(state.bids, state.won, seat)}{_voids(state.voids, seat)}{dealer}</g>"
    )


def _leads(scene: TrickMoment, seat: int) -> bool:
    state = scene.state
    if not state.is_dealt or state.is_bidding:
        return False
    return seat == scene.leader if scene.trick else seat == state.leader


def _told(rules: Boerenbridge, scene: TrickMoment, seat: int) -> str:
    state = scene.state
    told = f"{rules.seats[seat]}, {state.points[seat]} points"
    if state.is_dealt and state.bids[seat] != NO_BID:
        told += f", bid {state.bids[seat]}, won {state.won[seat]}"
    told += "".join(f", no {cards.NAMES[letter]} left" for letter in _run_out(state.voids, seat))
    told += ", dealer" * (seat == state.dealer) + ", leads" * _leads(scene, seat)
    return told + ", to move" * (seat == scene.mover)


def _pips(bids: tuple[int, ...], won: tuple[int, ...], seat: int) -> str:
    """A ring for each trick bid, filled when it is won; extra tricks stand out."""
    if not bids or bids[seat] == NO_BID:
        return '<text class="faint" x="-64" y="16">no bid yet</text>' * bool(bids)
    bid, made = bids[seat], won[seat]
    rings = "".join(
        f'<circle class="{_pip(number, bid, made)}" cx="{-60 + number * 13}" cy="11" r="4.8"/>'
        for number in range(max(bid, made))
        if max(bid, made) <= MOST_PIPS
    )
    return f'{rings}<text class="sum" x="64" y="16.5">{made} of {bid}</text>'


def _pip(number: int, bid: int, made: int) -> str:
    if number >= made:
        return "pip"
    return "pip won" if number < bid else "pip over"


def _voids(voids: tuple[int, ...], seat: int) -> str:
    """The suits that a seat is known to have run out of, crossed out."""
    suits = _run_out(voids, seat)
    if not suits:
        return ""
    drawn = "".join(
        f'<g transform="translate({-62 + 21 * n} 34)"><title>no {cards.NAMES[letter]} left</title>'
        f'<circle class="void" r="9.5"/>{card_faces.suit(letter, 0, 0, 0.55)}'
        f'<path class="cross" d="M-6 6 6-6"/></g>'
        for n, letter in enumerate(suits)
    )
    return f'<g class="voids">{drawn}</g>'


def _run_out(voids: tuple[int, ...], seat: int) -> list[str]:
    return [letter for n, letter in enumerate(cards.SUITS) if voids and voids[seat] >> n & 1]
