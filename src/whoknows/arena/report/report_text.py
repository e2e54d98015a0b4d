"""The results of a plan in a terminal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.console import Console, RenderableType
from rich.markup import escape
from rich.table import Table as Rows

from whoknows.arena.report.conclusions import (
    cpu_text,
    figures,
    first_of,
    heading,
    is_clear,
    is_shared,
    kinds,
    label,
    more,
    place,
    played,
    reading,
    seats,
    verdicts,
    warnings,
)
from whoknows.arena.statistics.ratings import Group, Pair, RatingLine
from whoknows.arena.statistics.results import Results
from whoknows.core import registry
from whoknows.core.plural import some

PAIRS, FAULTS = 15, 5  # shown
WIDE = 120  # columns in which a figure and its interval stand on one line


def terminal(found: Results, console: Console) -> None:
    """Prints what the games show, and what they do not."""
    for part in _parts(found, console.width < WIDE):
        console.print(part, highlight=False)


def _parts(found: Results, narrow: bool) -> Iterator[RenderableType]:
    games = some(played(found), "game")
    yield f"[bold]{escape(heading(found.plan))}[/]: {games}, seed {found.plan.seed}"
    yield from (f"[yellow]Warning: {escape(text)}.[/]" for text in warnings(found))
    for one in found.groups:
        yield from _group(found, one, narrow)
    if found.verdicts:
        yield "\n[bold]Decided[/]"
        yield from (f"  {escape(text)}" for text in verdicts(found))
    if found.faults:
        yield from _faults(found)


def _group(found: Results, one: Group, narrow: bool) -> Iterator[RenderableType]:
    yield f"\n[bold]{escape(label(one))}[/], {some(one.deals, 'deal')}, {some(one.games, 'game')}"
    yield _lines(found, one, narrow)
    if is_shared(found, one):
        yield "[dim]≈ compiled games are timed as a whole, and agents share that time[/]"
    if one.pairs:
        yield ""
        yield from _pairs(one.pairs, narrow)
    if one.seats:
        names = registry.game(one.game).seats
        yield f"\nSeat advantage, points a game: {escape(seats(one, names))}"
    yield f"[italic]{escape(reading(one))}[/]"


def _lines(found: Results, one: Group, narrow: bool) -> Rows:
    tallies = [*dict.fromkeys(name for line in one.lines for name in line.tallies)]
    has_faults = any(line.faults for line in one.lines)
    rows = _rows("agent", "points", "win share %", "rating", *(f"{name} %" for name in tallies))
    for name in ("CPU ms", *["faults"] * has_faults):
        rows.add_column(name, justify="right")
    for line in one.lines:
        faults = [f"{line.faults:,}"] * has_faults
        figured = _folded(_line(line, tallies), narrow)
        rows.add_row(escape(line.agent), *figured, cpu_text(found, one, line.agent), *faults)
    return rows


def _line(line: RatingLine, tallies: Sequence[str]) -> list[str]:
    shares = [line.tallies.get(name) for name in tallies]
    return [
        figures(line.points),
        figures(line.wins, 100, 1),
        figures(line.rating),
        *("–" if share is None else figures(share, 100, 1) for share in shares),
    ]


def _pairs(pairs: Sequence[Pair], narrow: bool) -> Iterator[RenderableType]:
    """All pairs if there are few, otherwise those that are open."""
    open_ones = [pair for pair in pairs if not pair.is_clear]
    shown = pairs if len(pairs) <= PAIRS else open_ones[:PAIRS]
    rows = _rows("scored", "more than", "points a game", "was above %", "after Holm")
    for pair in shown:
        told = [more(pair.more), figures(pair.wins, 100, 1), is_clear(pair)]
        names, style = (escape(pair.one), escape(pair.other)), "" if pair.is_clear else "yellow"
        rows.add_row(*names, *_folded(told, narrow), style=style)
    if shown:
        yield rows
    if len(shown) < len(pairs):
        clear = len(pairs) - len(open_ones)
        yield (
            f"{clear} of {len(pairs)} pairs are clear after Holm; here are {len(shown)} that are "
            f"not; all of them are in pairs.csv"
        )


def _folded(told: Sequence[str], narrow: bool) -> list[str]:
    """If there is little room, what is in brackets goes below, shortened."""
    if not narrow:
        return [*told]
    return [text.replace(" (", "\n").replace(" to ", "..").rstrip(")") for text in told]


def _rows(*names: str) -> Rows:
    rows = Rows(box=None, pad_edge=False, header_style="dim")
    for name in names:
        numbers = name not in ("agent", "scored", "more than", "after Holm")
        rows.add_column(name, justify="right" if numbers else "left", overflow="fold")
    return rows


def _faults(found: Results) -> Iterator[str]:
    """Each kind of fault, with the first game that had it."""
    yield f"\n[bold red]{some(sum(found.failed.values()), 'game')} failed[/]{first_of(found)}"
    several = kinds(found.faults)
    for faults in several[:FAULTS]:
        first = faults[0]
        yield f"  [red]{escape(first.agent)}[/]: {escape(first.error)}, {some(len(faults), 'time')}"
        yield f"    first at {escape(place(found, first))}"
    if len(several) > FAULTS:
        yield f"  and {len(several) - FAULTS:,} more kinds, in results.json"
