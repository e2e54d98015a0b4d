"""Everything a plan's games show, made from its store alone: the same bytes for the same games.

Times are kept apart (`times.csv`), because no two runs take the same.
"""

from __future__ import annotations

import csv
import io
import json
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from math import isfinite, nan

from whoknows.arena.running.batch import Fault, tally_names
from whoknows.arena.running.batch_store import BatchStore
from whoknows.arena.running.compiled_tables import is_compiled
from whoknows.arena.running.decision_clock import Spent
from whoknows.arena.running.match_ups import MatchUp, fields, tables
from whoknows.arena.running.plan import Plan
from whoknows.arena.running.tally import Tally, tallied
from whoknows.arena.statistics.ratings import Group, Interval, RatingLine, group
from whoknows.arena.statistics.stopping_rule import Verdict, verdict
from whoknows.core import registry

TOLD = 1_000  # games that failed, with their moves


@dataclass(frozen=True, slots=True)
class Results:
    """The results of a plan."""

    plan: Plan
    tables: tuple[MatchUp, ...]
    groups: tuple[Group, ...]
    verdicts: tuple[Verdict, ...]  # of a sequential plan
    faults: tuple[Fault, ...]  # the first of them
    failed: dict[tuple[int, str], int]  # how many by table and agent
    times: dict[tuple[int, str], Spent]  # by table and agent
    compiled: tuple[bool, ...]  # by table
    warnings: tuple[str, ...]
    is_whole: bool  # all games of the plan are there

    def _repr_html_(self) -> str:
        from whoknows.arena.report.report_page import notebook

        return notebook(self)


def results(store: BatchStore) -> Results:
    """What the stored games show."""
    plan = store.plan
    found, failed = tables(plan), store.failed()
    verdicts = tuple(_verdicts(store, found)) if plan.decide else ()
    limits = {one.table: one.deals for one in verdicts}
    tallies = [_tallied(store, table, limits.get(table.number, plan.deals)) for table in found]
    groups = tuple(_with_faults(one, failed) for one in _groups(plan, found, tallies))
    played = [tally.deals + tally.failed for tally in tallies]
    wanted = [limits.get(table.number, plan.deals) for table in found]
    whole = played == wanted and (not plan.decide or len(verdicts) == len(found))
    return Results(
        plan, found, groups, verdicts, tuple(store.faults(TOLD)), failed, store.times(),
        tuple(is_compiled(plan, table) for table in found),
        tuple(_warnings(store, found)), whole,
    )  # fmt: skip


def _verdicts(store: BatchStore, found: Sequence[MatchUp]) -> Iterator[Verdict]:
    """What is decided, for each table of which something is."""
    for table in found:
        one = verdict(store.plan, table, len(found), store, store.deals(table.number))
        if one is not None:
            yield one


def lines_csv(found: Results) -> str:
    """A row for each agent in each game."""
    tallies = [*dict.fromkeys(n for g in found.groups for line in g.lines for n in line.tallies)]
    figures = ["points", "win share", "rating", *tallies]
    head = ["game", *found.plan.sweep, "agent", "games", "faults"]
    head += [f"{name}{end}" for name in figures for end in ("", " low", " high")]
    rows = []
    for one in found.groups:
        for line in one.lines:
            shown = [line.points, line.wins, line.rating]
            shown += [line.tallies.get(name, Interval(nan)) for name in tallies]
            start = [one.game, *(value for _, value in one.swept), line.agent]
            rows.append([*start, line.games, line.faults, *(n for i in shown for n in _ends(i))])
    return _csv(head, rows)


def pairs_csv(found: Results) -> str:
    """A row for every pair of agents that can be compared."""
    head = ["game", *found.plan.sweep, "one", "other", "more points", "low", "high"]
    head += ["above", "above low", "above high", "p", "p by Holm", "clear", "deals"]
    rows = [
        [
            one.game, *(value for _, value in one.swept), pair.one, pair.other, *_ends(pair.more),
            *_ends(pair.wins), f"{pair.p:.3g}", f"{pair.corrected:.3g}", pair.is_clear, pair.deals,
        ]
        for one in found.groups
        for pair in one.pairs
    ]  # fmt: skip
    return _csv(head, rows)


def times_csv(found: Results) -> str:
    """CPU time of each agent at each table."""
    rows = [
        [found.tables[table].game, found.tables[table].name, agent, spent.decisions,
         f"{spent.seconds:.6f}", f"{milliseconds(spent):.6g}"]
        for (table, agent), spent in sorted(found.times.items())
    ]  # fmt: skip
    head = ["game", "table", "agent", "decisions", "CPU seconds", "CPU ms a decision"]
    return _csv(head, rows)


def results_json(found: Results) -> str:
    """Everything but times."""
    data = {
        "plan": found.plan.data(),
        "groups": [_plain(asdict(one)) for one in found.groups],
        "verdicts": [asdict(one) for one in found.verdicts],
        "faults": [asdict(one) for one in found.faults],
        "warnings": found.warnings,
        "whole": found.is_whole,
    }
    return json.dumps(data, indent=1, ensure_ascii=False) + "\n"


def milliseconds(spent: Spent) -> float:
    """CPU time of a decision."""
    return 1000 * spent.seconds / spent.decisions if spent.decisions else nan


def reproducible(plan: Plan, found: tuple[MatchUp, ...]) -> bool:
    """Whether another run gives the same games: no agent thinks for a set time, and none is cut
    off."""
    agents = {name for table in found for name in table.agents}
    return plan.seconds is None and not any(registry.agent(name).timed for name in agents)


def _groups(plan: Plan, found: tuple[MatchUp, ...], tallies: list[Tally]) -> Iterator[Group]:
    for one in fields(plan, found):
        mine = [tallies[number] for number in one.tables]
        if any(tally.deals or tally.failed for tally in mine):
            yield group(one.game, one.swept, mine)


def _tallied(store: BatchStore, table: MatchUp, below: int) -> Tally:
    names = tally_names(store.plan, table)
    return tallied(table, names, store.batches(table.number, below))


def _with_faults(one: Group, failed: dict[tuple[int, str], int]) -> Group:
    """Each agent's failures, including those of agents that failed in every deal and so have no
    games."""
    many: Counter[str] = Counter()
    for (table, agent), games in failed.items():
        many[agent] += games if table in one.tables else 0
    lines = [replace(line, faults=many[line.agent]) for line in one.lines]
    there = {line.agent for line in lines}
    none = Interval(nan)
    lines += [
        RatingLine(a, 0, none, none, none, {}, n) for a, n in many.items() if n and a not in there
    ]
    return replace(one, lines=tuple(lines))


def _warnings(store: BatchStore, found: tuple[MatchUp, ...]) -> Iterator[str]:
    if not reproducible(store.plan, found):
        yield "not reproducible: agents think for a time or are cut off, so another run may differ"
    if store.programs() > 1:
        yield f"played by {store.programs()} versions of the program"
    if store.plan.decide:
        yield "stopped when decided; intervals and p-values are those for a fixed number of deals"


def _ends(interval: Interval) -> list[str]:
    return [
        f"{n:.6g}" if isfinite(n) else "" for n in (interval.value, interval.low, interval.high)
    ]


def _csv(head: list[str], rows: Iterable[Sequence[object]]) -> str:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows([head, *rows])
    return text.getvalue()


def _plain(value: object) -> object:
    """For JSON: keys are text, and NaN is null."""
    if isinstance(value, dict):
        return {f"{k:g}" if isinstance(k, float) else k: _plain(v) for k, v in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(one) for one in value]
    if isinstance(value, float) and not isfinite(value):
        return None
    return value
