"""The report as one page that needs nothing else: style, plots and a few lines of script inside.

Warnings come first. Every figure has its interval next to it, and each game ends with what its
numbers support.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import fields
from html import escape
from pathlib import Path

from whoknows.arena.report import plots
from whoknows.arena.report.conclusions import (
    first_of,
    heading,
    kinds,
    label,
    place,
    played,
    reading,
    verdicts,
    warnings,
)
from whoknows.arena.report.notable_games import NotableGame
from whoknows.arena.report.report_section import Styles, section
from whoknows.arena.report.sweep_curves import Curves, curves
from whoknows.arena.running.batch import Fault
from whoknows.arena.running.plan import Plan
from whoknows.arena.statistics.results import Results
from whoknows.core.notebook_box import boxed
from whoknows.core.plural import some

HERE = Path(__file__).parent
KINDS, FAULTS = 20, 3  # of faults; of games with each
SAFE = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'"  # asks nobody


def html(
    found: Results, asked: Plan, games: Sequence[Sequence[NotableGame]], replays: Collection[str]
) -> str:
    """The whole page."""
    style, script = ((HERE / f"report.{kind}").read_text("utf-8") for kind in ("css", "js"))
    title = escape(heading(found.plan))
    body = "".join(_parts(found, asked, games, replays))
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>{title}</title>'
        f'<meta http-equiv="Content-Security-Policy" content="{SAFE}">'
        '<meta name="viewport" content="width=device-width,initial-scale=1">'
        f"<style>{style}</style></head><body><main>{body}</main><script>{script}</script>"
        "</body></html>\n"
    )


def notebook(found: Results) -> str:
    """The same inside a notebook, where nothing is sorted by a click, and no game is linked."""
    body = "".join(_parts(found, found.plan, [()] * len(found.groups), ()))
    plain = re.sub(r' id="g\d+"|<a href="#g\d+">(.*?)</a>', r"\1", body)
    still = ".sorted thead th { cursor: inherit; color: var(--faint) } dt { font-weight: inherit }"
    return boxed(f"<main>{plain}</main>", (HERE / "report.css").read_text("utf-8") + still)


def toml(plan: Plan) -> str:
    """A plan as a file would say it: everything that is not at its default."""
    lines = []
    for one in fields(plan):
        value = getattr(plan, one.name)
        is_told = value != one.default or one.name == "seed"
        if is_told and value is not None and one.name != "sweep":
            lines.append(f"{one.name} = {_value(value)}")
    if plan.sweep:
        lines += ["[sweep]", *(f"{name} = {_value(v)}" for name, v in plan.sweep.items())]
    return "\n".join(lines) + "\n"


def _parts(
    found: Results, asked: Plan, games: Sequence[Sequence[NotableGame]], replays: Collection[str]
) -> Iterator[str]:
    yield _head(found, asked)
    if told := warnings(found):
        yield f'<aside class="warnings"><h2>Warnings</h2>{_list(map(escape, told))}</aside>'
    if found.verdicts:
        yield f"<section><h2>Decided</h2>{_list(map(escape, verdicts(found)))}</section>"
    if len(found.groups) > 1:
        yield _overview(found)
    yield from (_curves(found, one) for one in curves(found))
    for number, (one, shown) in enumerate(zip(found.groups, games, strict=True)):
        yield section(found, one, number, shown, replays)
    if found.faults:
        yield _faults(found)


def _head(found: Results, asked: Plan) -> str:
    plan = found.plan
    facts = {
        "games": ", ".join(plan.games),
        "agents": ", ".join(plan.agents),
        "played": f"{some(played(found), 'game')} that count, of {some(plan.deals, 'deal')} "
        f"or fewer at {some(len(found.tables), 'table')}",
        "seated": _seated(found),
        "seed": str(plan.seed),
    }
    rows = "".join(f"<dt>{name}</dt><dd>{escape(text)}</dd>" for name, text in facts.items())
    plans = f"<pre>{escape(toml(asked))}</pre>"
    if asked != plan:
        plans += f"<p>Played as:</p><pre>{escape(toml(plan))}</pre>"
    return (
        f"<header><h1>{escape(heading(plan))}</h1><dl>{rows}</dl>"
        f"<details><summary>The plan</summary>{plans}</details></header>"
    )


def _seated(found: Results) -> str:
    ways = sorted({len(table.seatings) for table in found.tables})
    many = " or ".join(f"{n:,}" for n in ways)
    pairing = found.plan.pairing + (f" {found.plan.against}" if found.plan.against else "")
    return f"{pairing}; each deal in {many} seating{'s' * (ways != [1])}"


def _overview(found: Results) -> str:
    """The outcome of each game, with a link to it."""
    rows = "".join(
        f'<tr><td><a href="#g{n}">{escape(label(one))}</a></td><td>{escape(reading(one))}</td></tr>'
        for n, one in enumerate(found.groups)
    )
    return f'<section><h2>In short</h2><table class="short">{rows}</table></section>'


def _curves(found: Results, one: Curves) -> str:
    styles = Styles(found.plan)

    def tracks(kind: str) -> list[plots.Track]:
        return [
            plots.Track(c.name, styles.of(c.agent) if not c.fixed else n, getattr(c, kind))
            for n, c in enumerate(one.curves)
        ]

    drawn = plots.chart(tracks("points"), one.over, "points a game")
    if found.plan.against:
        drawn += plots.chart(tracks("wins"), one.over, "win share %")
    return (
        f"<section><h2>{escape(one.game)} over {escape(one.over)}</h2>"
        f'<p class="faint">bands are 95 % intervals</p><div class="pair">{drawn}</div></section>'
    )


def _faults(found: Results) -> str:
    """Each kind of fault, with the first games that had it."""
    several = kinds(found.faults)
    shown = "".join(_kind(found, faults) for faults in several[:KINDS])
    rest = len(several) - KINDS
    more = f"<p>And {some(rest, 'kind')} more, in results.json.</p>" if rest > 0 else ""
    many = some(sum(found.failed.values()), "game")
    head = f"<h2>Faults</h2><p>{many} failed{first_of(found)}</p>"
    return f'<section class="faults">{head}{shown}{more}</section>'


def _kind(found: Results, faults: Sequence[Fault]) -> str:
    agent, error = escape(faults[0].agent), escape(faults[0].error)
    games = "".join(_fault(found, fault) for fault in faults[:FAULTS])
    many = some(len(faults), "game") + f", the first {FAULTS}:" * (len(faults) > FAULTS)
    return f"<div><p><b>{agent}</b>: {error}</p><p>{many}</p>{games}</div>"


def _fault(found: Results, fault: Fault) -> str:
    moves = "".join(f"<li><b>{escape(by)}</b> {escape(do)}</li>" for by, do in fault.moves)
    told = escape(place(found, fault))
    return f"<details><summary>{told}</summary><ol>{moves}</ol></details>"


def _list(items: Iterable[str]) -> str:
    return f"<ul>{''.join(f'<li>{item}</li>' for item in items)}</ul>"


def _value(value: object) -> str:
    """A value in TOML; its text is written as in JSON."""
    if isinstance(value, tuple):
        return f"[{', '.join(map(_value, value))}]"
    return json.dumps(value, ensure_ascii=False)
