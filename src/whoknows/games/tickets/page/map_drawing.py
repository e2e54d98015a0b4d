"""The map of a position as SVG: who owns what, what is new, what may be claimed.

A connection is a group with its train spaces; free ones have the sign of their colour, owned ones
the colour and mark of their seat. What a ticket is about carries the ticket's group in `data-in`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from html import escape

from whoknows.core.drawing import clickable
from whoknows.games.tickets.board import GRAY, Board, Connection
from whoknows.games.tickets.moves import Action
from whoknows.games.tickets.page.glyphs import mark
from whoknows.games.tickets.page.map_plan import MapPlan, car, placed, plan, upright
from whoknows.games.tickets.state import NOBODY

OWNED = 12.4  # the thickness of a car, more than that of a free space

Groups = Mapping[int, list[str]]


@dataclass(frozen=True, slots=True)
class Shown:
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


def chart(board: Board, shown: Shown) -> str:
    """The whole map."""
    here = plan(board)
    left, top, wide, high = here.box
    lines = "".join(_line(here, line, shown) for line in board.connections)
    cities = "".join(_city(here, city, shown) for city in range(len(board.cities)))
    return (
        f'<svg class="map" viewBox="{left:.0f} {top:.0f} {wide:.0f} {high:.0f}" role="group" '
        f'aria-label="Map: {escape(board.title)}" style="--units:{wide:.0f}">'
        f'{here.ground}<g class="lines">{lines}</g><g class="cities">{cities}</g></svg>'
    )


def _line(here: MapPlan, line: Connection, shown: Shown) -> str:
    owner, number = shown.owners[line.number], line.number
    told = told_line(here.board, line, owner)
    claims = shown.claims.get(number, [])
    kinds = ["line", *_kinds(line, owner)]
    kinds += [name for name, some in _stressed(shown).items() if number in some]
    acts = clickable(claims, _claiming(claims, told)) if claims else ""
    under = f'<path class="under" d="{here.lines[number].path}"/>'
    inside = _owned(here, number, owner) if owner != NOBODY else here.spaces[number]
    return (
        f'<g class="{" ".join(kinds)}" data-line="{escape(line.name)}"'
        f"{_groups(shown.lines_in, number)} {acts}><title>{escape(told)}</title>{under}{inside}</g>"
    )


def told_line(board: Board, line: Connection, owner: int) -> str:
    """A connection in words."""
    colour = "gray" if line.colour == GRAY else board.colours[line.colour]
    jokers = f", ferry with {line.ferry} joker{'s' * (line.ferry > 1)}" if line.ferry else ""
    tunnel = ", tunnel" if line.tunnel else ""
    owned = f", owned by {owner}" if owner != NOBODY else ""
    return f"{line.name}: {line.length} {colour}{jokers}{tunnel}{owned}"


def _claiming(claims: list[Action], told: str) -> str:
    ways = f", {len(claims)} ways to pay" if len(claims) > 1 else ""
    return f"Claim {told}{ways}"


def _kinds(line: Connection, owner: int) -> list[str]:
    kinds = [kind for kind, there in (("ferry", line.ferry), ("tunnel", line.tunnel)) if there]
    return [*kinds, *(["owned", f"seat{owner}"] if owner != NOBODY else ["free"])]


def _stressed(shown: Shown) -> dict[str, frozenset[int]]:
    return {"can": frozenset(shown.claims), "last": shown.new, "trail": shown.trail}


def _groups(groups: Groups, number: int) -> str:
    return f' data-in="{escape(" ".join(groups[number]))}"' if groups.get(number) else ""


def _owned(here: MapPlan, number: int, owner: int) -> str:
    """The cars of a seat: in its colour, with its mark, coupled."""
    line = here.lines[number]
    cars = "".join(
        f"{placed(space)}{car(space, OWNED)}{mark(owner, upright(space))}</g>"
        for space in line.spaces
    )
    return f'<path class="couple" d="{line.path}"/>{cars}'


def _city(here: MapPlan, city: int, shown: Shown) -> str:
    name, (x, y) = here.board.cities[city].name, here.at[city]
    builds = shown.builds.get(city, [])
    kinds = ["city", *(["wanted"] if city in shown.wanted else [])]
    kinds += ["can"] if builds else []
    kinds += ["last"] if city in shown.new_cities else []
    acts = clickable(builds, f"Build a station in {name}") if builds else ""
    owner = shown.stations[city] if shown.stations else NOBODY
    return (
        f'<g class="{" ".join(kinds)}"{_groups(shown.cities_in, city)} {acts}>'
        f"<title>{escape(_told_city(name, owner))}</title>"
        f'<circle class="dot" cx="{x:.1f}" cy="{y:.1f}" r="5.2"/>'
        f"{_station(x, y, owner) if owner != NOBODY else ''}{here.labels[city]}</g>"
    )


def _told_city(name: str, owner: int) -> str:
    return name if owner == NOBODY else f"{name}, with a station of {owner}"


def _station(x: float, y: float, owner: int) -> str:
    """A little house on the city, in the colour of its seat."""
    return (
        f'<g class="station seat{owner}" transform="translate({x:.1f} {y:.1f})">'
        f'<path class="house" d="M-8 8V-2L0-9 8-2V8Z"/><g transform="translate(0 2)scale(.95)">'
        f"{mark(owner)}</g></g>"
    )
