"""The railway game on the page: the map, cards and tickets as a viewer may see them.

`board`, `labels` and `rules` are what the table asks of a game.
"""

from collections.abc import Iterator, Sequence

from whoknows.core.seen import Seen, clickable
from whoknows.games.tickets.moves import Action, Block, Claim, Extra, Pass, Station, Withdraw
from whoknows.games.tickets.rules import Tickets
from whoknows.games.tickets.state import NOBODY, Phase, State
from whoknows.games.tickets.table import cards, slips
from whoknows.games.tickets.table.chart import Shown, chart
from whoknows.games.tickets.table.players import badge, players, result
from whoknows.games.tickets.table.rulebook import rulebook
from whoknows.games.tickets.table.slips import Slip
from whoknows.games.tickets.table.trail import trail
from whoknows.games.tickets.table.words import label, labels

__all__ = ["board", "labels", "rules"]


def board(moments: Sequence[Seen], step: int) -> str:
    """The whole playing area after so many moves."""
    moment = moments[step]
    before: State = moments[max(0, step - 1)].state
    own = {seat: slips.held(moment, seat) for seat in _open_seats(moment)}
    offers = {seat: slips.offered(moment, seat) for seat in _open_seats(moment)}
    shown = [slip for some in (*own.values(), *offers.values()) for slip in some]
    others = slips.in_play(moment, {slip.ticket.number for slip in shown})
    drawn = chart(moment.game.map, _shown(moment, before, [*shown, *others]))
    rest = slips.listed("Also in play" if own else "Tickets in play", others)
    return (
        f'<div class="area tickets"><div class="mapwide">{drawn}</div>{_now(moment)}'
        f"{result(moment)}{cards.market(moment, before)}{_hand(moment)}"
        f'<div class="papers">{_papers(moment, own, offers)}{slips.keeps(moment)}{rest}</div>'
        f"{players(moment)}</div>"
    )


def rules(game: Tickets) -> str:
    """The rules as they are played here."""
    return rulebook(game)


def _open_seats(moment: Seen) -> list[int]:
    """The seats whose cards the viewer sees."""
    if moment.viewer == "all":
        return list(range(moment.game.many))
    return [moment.viewer] if isinstance(moment.viewer, int) else []


def _shown(moment: Seen, before: State, some: list[Slip]) -> Shown:
    state: State = moment.state
    lines_in, cities_in = slips.groups(some)
    to_do = [s.ticket for s in some if s.status in ("to do", "offered")]
    return Shown(
        owners=state.owners,
        stations=state.stations,
        new=_changed(state.owners, before.owners),
        new_cities=_changed(state.stations, before.stations),
        claims=_claims(moment),
        builds=_builds(moment),
        lines_in=lines_in,
        cities_in=cities_in,
        wanted=frozenset(city for t in to_do for city in (t.a, t.b) if moment.viewer != "all"),
        trail=_trail(moment),
    )


def _changed(now: tuple[int, ...], before: tuple[int, ...]) -> frozenset[int]:
    return frozenset(n for n, owner in enumerate(now) if owner != NOBODY and owner != before[n])


def _claims(moment: Seen) -> dict[int, list[Action]]:
    """What may be claimed, with all ways to pay."""
    found: dict[int, list[Action]] = {}
    for action in moment.actions:
        if isinstance(action, Claim | Block):
            number = moment.game.map.connection(action.connection).number
            found.setdefault(number, []).append(action)
    return found


def _builds(moment: Seen) -> dict[int, list[Action]]:
    names = {city.name: number for number, city in enumerate(moment.game.map.cities)}
    found: dict[int, list[Action]] = {}
    for action in moment.actions:
        if isinstance(action, Station):
            found.setdefault(names[action.city], []).append(action)
    return found


def _trail(moment: Seen) -> frozenset[int]:
    """The longest trail of all, once the game is over; those that are as long too."""
    rules, state = moment.game, moment.state
    if state.phase != Phase.OVER:
        return frozenset()
    owned = [
        frozenset(n for n, owner in enumerate(state.owners) if owner == seat)
        for seat in range(rules.many)
    ]
    ways = [trail(rules.map, some) for some in owned]
    lengths = [sum(rules.map.connections[n].length for n in way) for way in ways]
    return frozenset(
        n for way, far in zip(ways, lengths, strict=True) if far == max(lengths) for n in way
    )


def _now(moment: Seen) -> str:
    """What is going on, and whatever may be done that is nowhere else to click."""
    rules, state = moment.game, moment.state
    buttons = "".join(
        f'<span class="act can" {clickable([action], label(rules, action))}>'
        f"{label(rules, action)}</span>"
        for action in moment.actions
        if isinstance(action, Extra | Withdraw | Pass)
    )
    asked = f"<p><b>Your turn:</b> {_asked(moment)}</p>" if moment.actions else ""
    told = asked or "".join(_telling(rules, state))
    return f'<div class="now">{told}{_tunnel(rules, state)}{buttons}</div>'


def _telling(rules: Tickets, state: State) -> Iterator[str]:
    mover = badge(rules, state.mover)
    match state.phase:
        case Phase.DEAL | Phase.HANDS:
            yield "<p>The cards are dealt.</p>"
        case Phase.KEEP | Phase.OFFER:
            yield f"<p>{mover} chooses tickets.</p>"
        case Phase.SECOND:
            yield f"<p>{mover} takes a second card.</p>"
        case Phase.OVER:
            yield "<p>The game is over.</p>"
        case _:
            yield f"<p>{mover} is to move.</p>"


def _asked(moment: Seen) -> str:
    """What the viewer is to do."""
    kinds = {type(action) for action in moment.actions}
    match moment.state.phase:
        case Phase.KEEP:
            return "choose the tickets that you keep."
        case Phase.SECOND:
            return "take a second card."
        case Phase.EXTRA:
            return "pay for the tunnel, or give it up."
    if kinds == {Pass}:
        return "there is nothing that you can do."
    claim = "claim a marked connection, or " if kinds & {Claim, Block} else ""
    build = ", or build a station" if Station in kinds else ""
    return f"{claim}take cards{build}."


def _tunnel(rules: Tickets, state: State) -> str:
    """The cards that a tunnel has turned up, and what they cost."""
    if state.bid is None:
        return ""
    line = rules.map.connections[state.bid.connection].name
    more = f": {state.bid.extra} more to pay" if state.bid.shown else ""
    turned = cards.turned_up(rules, state.bid.shown)
    return f'<p>Tunnel {line}{more}. <span class="turned">{turned}</span></p>'


def _hand(moment: Seen) -> str:
    """The viewer's own train cards; those of others are beside their names."""
    if not isinstance(moment.viewer, int):
        return ""
    own = cards.hand(moment, moment.viewer)
    return f'<section class="holding"><h3>Your train cards</h3>{own}</section>'


def _papers(moment: Seen, own: dict[int, list[Slip]], offers: dict[int, list[Slip]]) -> str:
    several = len(own) > 1
    parts = []
    for seat, some in own.items():
        of = f"{badge(moment.game, seat)}: " if several else ""
        parts.append(slips.listed(f"{of}offered", offers[seat]))
        parts.append(slips.listed(f"{of}tickets" if several else "Your tickets", some))
    return "".join(parts)
