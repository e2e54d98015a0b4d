"""The results of one game on the page: the table, the plots, the pairs, and games to look at."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from html import escape
from itertools import groupby
from math import isfinite

from whoknows.arena.report import plots
from whoknows.arena.report.conclusions import (
    cpu,
    cpu_text,
    is_shared,
    label,
    number,
    p_text,
    points,
    reading,
)
from whoknows.arena.report.notable_games import NotableGame
from whoknows.arena.report.sweep_curves import named
from whoknows.arena.running.match_ups import Swept
from whoknows.arena.running.plan import Plan
from whoknows.arena.statistics.ratings import Group, Interval, Pair, RatingLine
from whoknows.arena.statistics.results import Results
from whoknows.core import registry
from whoknows.core.names import person
from whoknows.core.plural import some

PAIRS = 20  # before they are folded


def section(
    found: Results, one: Group, place: int, shown: Sequence[NotableGame], replays: Collection[str]
) -> str:
    """All of one game."""
    styles = Styles(found.plan, one.swept)
    counted = [line for line in one.lines if line.games]
    rows = {
        kind: [plots.PlotRow(x.agent, styles.of(x.agent), getattr(x, kind)) for x in counted]
        for kind in ("points", "rating")
    }
    order = {line.agent: one.spread[line.agent] for line in counted}
    return (
        f'<section id="g{place}"><h2>{escape(label(one))}</h2>'
        f'<p class="faint">{some(one.deals, "deal")}, {some(one.games, "game")}</p>'
        f'<p class="reading">{escape(reading(one))}</p>{_table(found, one, styles)}'
        f'<div class="pair">{plots.intervals(rows["points"], "mean points a game")}'
        f"{plots.intervals(rows['rating'], 'rating: 1 more multiplies the odds by e', zero=True)}"
        f"{_matrix(one, styles)}"
        f"{plots.spreads(order, {agent: styles.of(agent) for agent in order})}</div>"
        f"{_pairs(one, styles)}"
        f'<div class="pair">{_seats(one)}{_games(shown, replays, styles)}</div></section>'
    )


def _table(found: Results, one: Group, styles: Styles) -> str:
    tallies = [*dict.fromkeys(name for line in one.lines for name in line.tallies)]
    has_faults = any(line.faults for line in one.lines)
    head = ["agent", "points", "win share %", "rating", *(f"{name} %" for name in tallies)]
    head += ["games", "CPU ms a decision", *["faults"] * has_faults]
    rows = [_line(found, one, line, tallies, styles, has_faults) for line in one.lines]
    note = ""
    if is_shared(found, one):
        note = '<p class="faint">≈ compiled games are timed as a whole; agents share that time.</p>'
    return _rows(head, rows, "sorted") + note


def _line(
    found: Results,
    one: Group,
    line: RatingLine,
    tallies: Sequence[str],
    styles: Styles,
    faults: bool,
) -> list[str]:
    shares = [line.tallies.get(name, Interval(float("nan"))) for name in tallies]
    milliseconds, _ = cpu(found, one, line.agent)
    return [
        f"<th>{styles.named(line.agent)}</th>",
        _cell(line.points),
        _cell(line.wins, 100, 1),
        _cell(line.rating),
        *(_cell(share, 100, 1) for share in shares),
        f'<td data-n="{line.games}">{line.games:,}</td>',
        f'<td data-n="{milliseconds:.6g}">{cpu_text(found, one, line.agent)}</td>',
        *[f'<td data-n="{line.faults}">{line.faults:,}</td>'] * faults,
    ]


def _cell(found: Interval, times: int = 1, digits: int = 2) -> str:
    value, low, high = (number(times * n, digits) for n in (found.value, found.low, found.high))
    sure = f"<small>{low} to {high}</small>" if isfinite(found.low) else ""
    return f'<td data-n="{found.value:.6g}">{value}{sure}</td>'


def _matrix(one: Group, styles: Styles) -> str:
    """Who was above whom, in the games where both sat."""
    share = {(p.one, p.other): p.wins for p in one.pairs if isfinite(p.wins.value)}
    share |= {(b, a): Interval(1 - w.value, 1 - w.high, 1 - w.low) for (a, b), w in share.items()}
    agents = [line.agent for line in one.lines]
    if not share:
        return ""
    signs = "".join(f'<th title="{escape(a)}">{plots.mark(styles.of(a))}</th>' for a in agents)
    rows = "".join(
        f"<tr><th>{styles.named(a)}</th>{''.join(_above(share, a, b) for b in agents)}</tr>"
        for a in agents
    )
    return (
        '<figure class="matrix"><figcaption>how often the row was above the column, %</figcaption>'
        f'<div class="wide"><table><tr><th></th>{signs}</tr>{rows}</table></div></figure>'
    )


def _above(share: Mapping[tuple[str, str], Interval], a: str, b: str) -> str:
    if (a, b) not in share:
        return "<td></td>" if a == b else '<td title="they did not meet">–</td>'
    found = share[a, b]
    value, low, high = (number(100 * n, 0) for n in (found.value, found.low, found.high))
    side, much = ("over" if found.value > 0.5 else "under"), abs(200 * found.value - 100)
    told = escape(f"{a} was above {b} in {value} % ({low} to {high}) of their games")
    return f'<td class="{side}" style="--much:{0.6 * much:.0f}%" title="{told}">{value}</td>'


def _pairs(one: Group, styles: Styles) -> str:
    if not one.pairs:
        return ""
    head = ["scored", "more than", "points a game", "was above %", "p by Holm", ""]
    drawn = _rows(head, [_pair(pair, styles) for pair in one.pairs], "sorted")
    clear = sum(pair.is_clear for pair in one.pairs)
    told = f"Differences in the same deals: {clear} of {len(one.pairs)} clear after Holm"
    opened = " open" * (len(one.pairs) <= PAIRS)
    return f"<details{opened}><summary>{told}</summary>{drawn}</details>"


def _pair(pair: Pair, styles: Styles) -> list[str]:
    said = '<b class="clear">clear</b>' if pair.is_clear else '<span class="open">open</span>'
    return [
        f"<th>{styles.named(pair.one)}</th><th>{styles.named(pair.other)}</th>",
        _cell(pair.more),
        _cell(pair.wins, 100, 1),
        f'<td data-n="{pair.corrected:.6g}">{p_text(pair.corrected)}</td>',
        f'<td data-n="{int(pair.is_clear)}">{said}</td>',
    ]


def _seats(one: Group) -> str:
    names = registry.game(one.game).seats
    rows = [
        plots.PlotRow(person(name), plots.PLAIN, found)
        for name, found in zip(names, one.seats, strict=False)
    ]
    return plots.intervals(rows, "what each seat is worth, points a game", zero=True)


def _games(shown: Sequence[NotableGame], replays: Collection[str], styles: Styles) -> str:
    """Links to games worth looking at, with how they ended."""
    if not shown:
        return ""
    parts = "".join(
        f"<dt>{why}</dt>{''.join(_game(game, replays, styles) for game in games)}"
        for why, games in groupby(shown, key=lambda game: game.why)
    )
    caption = "<figcaption>games to look at</figcaption>"
    return f'<figure class="games">{caption}<dl>{parts}</dl></figure>'


def _game(game: NotableGame, replays: Collection[str], styles: Styles) -> str:
    record = f"games/{game.name}.jsonl"
    first = f'<a href="games/{game.name}.html">deal {game.deal:,}</a>'
    link = f'{first} <a class="faint" href="{record}">record</a>'
    if game.name not in replays:
        link = f'<a href="{record}">deal {game.deal:,}</a>'
    ended = " ".join(
        f'<span title="{escape(agent)}">{plots.mark(styles.of(agent))}{points(score)}</span>'
        for agent, score in zip(game.record.agents, game.record.scores or (), strict=False)
    )
    return f"<dd>{link}<span>{ended}</span></dd>"


class Styles:
    """Which colour and shape an agent has, the same on the whole page."""

    def __init__(self, plan: Plan, swept: Swept = ()) -> None:
        self._plan, self._swept = plan, swept
        self._order = [*dict.fromkeys([*plan.agents, plan.against])]

    def of(self, agent: str) -> int:
        spec = named(self._plan, self._swept, agent) if self._swept else agent
        return self._order.index(spec) if spec in self._order else len(self._order)

    def named(self, agent: str) -> str:
        return plots.named(self.of(agent), agent)


def _rows(head: Iterable[str], rows: Iterable[Iterable[str]], kind: str) -> str:
    heads = "".join(f"<th>{escape(name)}</th>" for name in head)
    body = "".join(f"<tr>{''.join(row)}</tr>" for row in rows)
    return (
        f'<div class="wide"><table class="{kind}"><thead><tr>{heads}</tr></thead>'
        f"<tbody>{body}</tbody></table></div>"
    )
