"""The railway game on the page: the map, cards and tickets as a viewer may see them.

`board`, `labels` and `rules` are what the table asks of a game; `pays` is what a move would cost,
`purpose` what it is for, and `spots` where it is done.
"""

from collections.abc import Sequence

from whoknows.core.drawing import Seen
from whoknows.games.tickets.moves import Action, Block, Claim, Station
from whoknows.games.tickets.page import offers, ticket_cards, train_card_hand
from whoknows.games.tickets.page.action_words import in_words, labels
from whoknows.games.tickets.page.map_drawing import ShownMap, chart
from whoknows.games.tickets.page.payments import least_first, pays
from whoknows.games.tickets.page.players import badge, players, result
from whoknows.games.tickets.page.purposes import purpose
from whoknows.games.tickets.page.rulebook import rulebook
from whoknows.games.tickets.page.spots import spots
from whoknows.games.tickets.page.ticket_cards import Slip
from whoknows.games.tickets.page.trail_drawing import trail
from whoknows.games.tickets.page.turn import now
from whoknows.games.tickets.rules import Tickets
from whoknows.games.tickets.state import NOBODY, Phase, State

__all__ = ["board", "in_words", "labels", "pays", "purpose", "rules", "spots"]


def board(moments: Sequence[Seen], step: int, front: int | None = None) -> str:
    """The whole playing area after this many moves; a map has no front, everyone sees it the same
    way."""
    moment = moments[step]
    before: State = moments[max(0, step - 1)].state
    own = {seat: ticket_cards.held(moment, seat) for seat in _open_seats(moment)}
    offered = {seat: ticket_cards.offered(moment, seat) for seat in own}
    mine = [slip for some in (*own.values(), *offered.values()) for slip in some]
    others = ticket_cards.in_play(moment, {slip.ticket.number for slip in mine})
    choices = [slip for some in offered.values() for slip in some]
    choosing = offers.choosing(moment, choices)
    groups = [*((s.group, s) for s in (*mine, *others)), *offers.groups(moment, choices)]
    drawn = chart(moment.game.map, _shown(moment, before, groups))
    rest = ticket_cards.listed("Also in play" if own else "Tickets in play", others)
    is_over = moment.state.phase == Phase.OVER
    market = "" if is_over else train_card_hand.market(moment, before)
    papers = _papers(moment, own, {} if choosing else offered) + rest
    return (
        f'<div class="area tickets fills{" finished" * is_over}">{now(moment)}{choosing}'
        f'<div class="mapwide">{drawn}</div>'
        f'<div class="strip">{market}{_hand(moment)}</div>'
        f'{result(moment)}<div class="papers">{papers}</div>{players(moment)}</div>'
    )


def rules(game: Tickets) -> str:
    """The rules as they are played here."""
    return rulebook(game)


def _open_seats(moment: Seen) -> list[int]:
    """The seats whose cards the viewer sees."""
    if moment.viewer == "all":
        return list(range(moment.game.players))
    return [moment.viewer] if isinstance(moment.viewer, int) else []


def _shown(moment: Seen, before: State, groups: list[tuple[str, Slip]]) -> ShownMap:
    state: State = moment.state
    lines_in, cities_in = ticket_cards.lights(groups)
    to_do = [slip.ticket for _, slip in groups if slip.status in ("to do", "offered")]
    return ShownMap(
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
        seats=moment.game.seats,
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
    return {number: least_first(moment, some) for number, some in found.items()}


def _builds(moment: Seen) -> dict[int, list[Action]]:
    names = {city.name: number for number, city in enumerate(moment.game.map.cities)}
    found: dict[int, list[Action]] = {}
    for action in moment.actions:
        if isinstance(action, Station):
            found.setdefault(names[action.city], []).append(action)
    return {city: least_first(moment, some) for city, some in found.items()}


def _trail(moment: Seen) -> frozenset[int]:
    """The longest trail of all once the game is over, and any others of the same length."""
    rules, state = moment.game, moment.state
    if state.phase != Phase.OVER:
        return frozenset()
    owned = [
        frozenset(n for n, owner in enumerate(state.owners) if owner == seat)
        for seat in range(rules.players)
    ]
    ways = [trail(rules.map, some) for some in owned]
    lengths = [sum(rules.map.connections[n].length for n in way) for way in ways]
    return frozenset(
        n for way, far in zip(ways, lengths, strict=True) if far == max(lengths) for n in way
    )


def _hand(moment: Seen) -> str:
    """The viewer's own train cards; those of others are beside their names."""
    return train_card_hand.hand(moment, moment.viewer) if isinstance(moment.viewer, int) else ""


def _papers(moment: Seen, own: dict[int, list[Slip]], offered: dict[int, list[Slip]]) -> str:
    several = len(own) > 1
    parts = []
    for seat, some in own.items():
        of = f"{badge(moment.game, seat)}: " if several else ""
        parts.append(ticket_cards.listed(f"{of}offered", offered.get(seat, [])))
        parts.append(ticket_cards.listed(f"{of}tickets" if several else "Your tickets", some))
    return "".join(parts)
