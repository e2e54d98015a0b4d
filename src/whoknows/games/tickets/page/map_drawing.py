"""The map of a position as SVG: who owns what, what is new, what may be claimed.

A connection is a group with its train spaces; free ones have the sign of their colour, owned ones
the colour and mark of their seat. What a ticket is about carries the ticket's group in `data-in`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from html import escape

from whoknows.core.drawing import clickable
from whoknows.games.tickets.board import GRAY, Board, Connection
from whoknows.games.tickets.moves import Action, Block, Claim, Station
from whoknows.games.tickets.page.glyphs import mark
from whoknows.games.tickets.page.map_layout import MapLayout, car, layout, placed, upright
from whoknows.games.tickets.state import NOBODY

OWNED = 12.4  # the thickness of a car, more than that of a free space

Groups = Mapping[int, list[str]]
Stressed = Mapping[str, frozenset[int]]


@dataclass(frozen=True, slots=True)
class ShownMap:
    """What the map shows beside the board: by number of connection or of city."""

    owners: tuple[int, ...]
    stations: tuple[int, ...] = ()
    new: frozenset[int] = frozenset()  # connections of the last move
    new_cities: frozenset[int] = frozenset()
    claims: Mapping[int, list[Action]] = field(default_factory=dict)
    builds: Mapping[int, list[Action]] = field(default_factory=dict)
    lines_in: Groups = field(default_factory=dict)  # the groups of tickets whose path they are
    cities_in: Groups = field(default_factory=dict)
    wanted: frozenset[int] = frozenset()  # cities of the viewer's tickets that are not done
    trail: frozenset[int] = frozenset()  # connections of the longest trail
    seats: tuple[str, ...] = ()  # what they are called


def chart(board: Board, shown: ShownMap) -> str:
    """The whole map."""
    here = layout(board)
    left, top, wide, high = here.box
    stressed = _stressed(shown)
    lines = "".join(_line(here, line.number, shown, stressed) for line in board.connections)
    cities = "".join(_city(here, city, shown) for city in range(len(board.cities)))
    return (
        f'<svg class="map" viewBox="{left:.0f} {top:.0f} {wide:.0f} {high:.0f}" role="group" '
        f'aria-label="Map: {escape(board.title)}" style="--units:{wide:.0f}">'
        f'{here.ground}<g class="lines">{lines}</g><g class="cities">{cities}</g></svg>'
    )


def _line(here: MapLayout, number: int, shown: ShownMap, stressed: Stressed) -> str:
    owner, claims = shown.owners[number], shown.claims.get(number, [])
    stress = tuple(name for name, some in stressed.items() if number in some)
    looks = (here, number, owner, _seat(shown, owner), stress, _groups(shown.lines_in, number))
    return _line_drawn(*looks, claims) if claims else _line_kept(*looks)


@lru_cache(maxsize=2_000)  # most are as they were before the last move: some 2 MB
def _line_kept(
    here: MapLayout, number: int, owner: int, seat: str, stress: tuple[str, ...], groups: str
) -> str:
    """A line that cannot be claimed now."""
    return _line_drawn(here, number, owner, seat, stress, groups, [])


def _line_drawn(
    here: MapLayout, number: int, owner: int, seat: str, stress: tuple[str, ...], groups: str,
    claims: list[Action],
) -> str:  # fmt: skip
    line = here.board.connections[number]
    told = told_line(here.board, line, seat)
    kinds = ["line", *_kinds(line, owner), *stress]
    is_both = _has_blocks(claims) and not _are_blocks(claims)
    kinds += ["blocks"] if _has_blocks(claims) and not is_both else []
    acts = f'role="img" aria-label="{escape(told)}"' if owner != NOBODY else ""
    if claims:
        acts = clickable(claims, _claiming(claims, told), asks=_asks(claims))
    under = f'<path class="under" d="{here.lines[number].path}"/>'
    under += f'<path class="also" d="{here.lines[number].path}"/>' if is_both else ""
    under += f'<path class="hit" d="{here.lines[number].path}"/>' if claims else ""
    inside = _owned(here, number, owner) if owner != NOBODY else here.spaces[number]
    return (
        f'<g class="{" ".join(kinds)}" data-line="{escape(line.name)}"'
        f"{groups} {acts}><title>{escape(told)}</title>{under}{inside}</g>"
    )


def told_line(board: Board, line: Connection, owner: str) -> str:
    """A connection in words, and whose it is, if somebody's."""
    colour = "gray" if line.colour == GRAY else board.colours[line.colour]
    jokers = f", ferry with {line.ferry} joker{'s' * (line.ferry > 1)}" if line.ferry else ""
    tunnel = ", tunnel" if line.tunnel else ""
    owned = f", owned by {owner}" if owner else ""
    return f"{line.name}: {line.length} {colour}{jokers}{tunnel}{owned}"


def _claiming(claims: list[Action], told: str) -> str:
    """What a click on a connection leads to. To block is never called to claim: it says aloud what
    another holds."""
    blocked = sorted({action.target for action in claims if isinstance(action, Block)})
    if not blocked:
        return f"Claim {told}{_ways(claims)}"
    verb = "Block" if _are_blocks(claims) else "Claim, or block"
    return f"{verb} {' or '.join(blocked)}: {told}"


def _ways(actions: list[Action]) -> str:
    return f", {len(actions)} ways to pay" if len(actions) > 1 else ""


def _has_blocks(claims: list[Action]) -> bool:
    return any(isinstance(action, Block) for action in claims)


def _are_blocks(claims: list[Action]) -> bool:
    return all(isinstance(action, Block) for action in claims)


def _asks(claims: list[Action]) -> bool:
    """Whether even one way is asked about first: a block, and a joker that would be spent."""
    return any(isinstance(action, Block) or _spends_joker(action) for action in claims)


def _spends_joker(action: Action) -> bool:
    return isinstance(action, Claim | Block | Station) and action.pay.jokers > 0


def _kinds(line: Connection, owner: int) -> list[str]:
    kinds = [kind for kind, there in (("ferry", line.ferry), ("tunnel", line.tunnel)) if there]
    return [*kinds, *(["owned", f"seat{owner}"] if owner != NOBODY else ["free"])]


def _stressed(shown: ShownMap) -> Stressed:
    return {"can": frozenset(shown.claims), "last": shown.new, "trail": shown.trail}


def _groups(groups: Groups, number: int) -> str:
    return f' data-in="{escape(" ".join(groups[number]))}"' if groups.get(number) else ""


def _owned(here: MapLayout, number: int, owner: int) -> str:
    """The cars of a seat: in its colour, with its mark, coupled."""
    line = here.lines[number]
    cars = "".join(
        f"{placed(space)}{car(space, OWNED)}{mark(owner, upright(space))}</g>"
        for space in line.spaces
    )
    return f'<path class="couple" d="{line.path}"/>{cars}'


def _city(here: MapLayout, city: int, shown: ShownMap) -> str:
    builds = shown.builds.get(city, [])
    told = {"wanted": city in shown.wanted, "can": builds, "last": city in shown.new_cities}
    stress = tuple(name for name, is_so in told.items() if is_so)
    owner = shown.stations[city] if shown.stations else NOBODY
    looks = (here, city, owner, _seat(shown, owner), stress, _groups(shown.cities_in, city))
    return _city_drawn(*looks, builds) if builds else _city_kept(*looks)


@lru_cache(maxsize=2_000)
def _city_kept(
    here: MapLayout, city: int, owner: int, seat: str, stress: tuple[str, ...], groups: str
) -> str:
    """A city in which nothing can be built now."""
    return _city_drawn(here, city, owner, seat, stress, groups, [])


def _city_drawn(
    here: MapLayout, city: int, owner: int, seat: str, stress: tuple[str, ...], groups: str,
    builds: list[Action],
) -> str:  # fmt: skip
    name, (x, y) = here.board.cities[city].name, here.at[city]
    kinds = ["city", *stress]
    told = f"Build a station in {name}{_ways(builds)}"
    acts = clickable(builds, told, asks=_asks(builds)) if builds else ""
    return (
        f'<g class="{" ".join(kinds)}" data-city="{escape(name)}"{groups} {acts}>'
        f"<title>{escape(_told_city(name, seat))}</title>"
        f'<circle class="dot" cx="{x:.1f}" cy="{y:.1f}" r="5.2"/>'
        f"{_station(x, y, owner) if owner != NOBODY else ''}{here.labels[city]}</g>"
    )


def _told_city(name: str, owner: str) -> str:
    return f"{name}, with a station of {owner}" if owner else name


def _seat(shown: ShownMap, owner: int) -> str:
    """A seat's name; nothing for nobody."""
    if owner == NOBODY:
        return ""
    return shown.seats[owner] if shown.seats else str(owner)


def _station(x: float, y: float, owner: int) -> str:
    """A little house on the city, in the colour of its seat."""
    return (
        f'<g class="station seat{owner}" transform="translate({x:.1f} {y:.1f})">'
        f'<path class="house" d="M-8 8V-2L0-9 8-2V8Z"/><g transform="translate(0 2)scale(.95)">'
        f"{mark(owner)}</g></g>"
    )
