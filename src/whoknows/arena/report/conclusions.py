"""What the numbers of a plan support, in words: for the terminal and the page alike.

Every difference comes with its interval, and an order that is not clear after Holm's correction is
called open, however far apart the means are.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import isfinite

from whoknows.arena.running.batch import Fault
from whoknows.arena.running.decision_clock import Spent
from whoknows.arena.running.match_ups import MatchUp
from whoknows.arena.running.plan import Plan
from whoknows.arena.statistics.ratings import Group, Interval, Pair
from whoknows.arena.statistics.results import Results, milliseconds
from whoknows.core.names import person
from whoknows.core.plural import some


def reading(one: Group) -> str:
    """One or two sentences: who is ahead and by how much, and which places are open."""
    agents = [line.agent for line in one.lines]
    if len(agents) < 2:
        best = one.lines[0]
        scored = f"{best.agent} scored {figures(best.points)} points a game"
        return f"{scored}, with nobody to compare it with."
    return " ".join([*_ahead(one, *agents[:2]), *_open(one, agents), *_settled(one)])


def figures(found: Interval, times: int = 1, digits: int = 2) -> str:
    """A figure with its interval, if it has one: `5.80 (5.70 to 5.90)`."""
    value, low, high = (number(times * n, digits) for n in (found.value, found.low, found.high))
    return f"{value} ({low} to {high})" if isfinite(found.low) else value


def number(value: float, digits: int = 2) -> str:
    """A number for people: with a real minus sign, or a dash if there is none."""
    if not isfinite(value):
        return "–"
    text = f"{value:,.{digits}f}"
    return (text if float(text.replace(",", "")) else text.lstrip("-")).replace("-", "−")


def points(value: float) -> str:
    """Points of one game, mostly whole."""
    return f"{value:g}".replace("-", "−")


def more(found: Interval) -> str:
    """A difference, always with its sign."""
    sign = "+" if found.value >= 0 else ""
    return sign + figures(found)


def label(one: Group | MatchUp) -> str:
    """A game, with what was swept."""
    return " · ".join([one.game, *(f"{name} = {value}" for name, value in one.swept)])


def heading(plan: Plan) -> str:
    return plan.title or ", ".join(plan.games)


def tables_of(found: Results, one: Group) -> list[MatchUp]:
    """The tables whose games make up a group."""
    return [found.tables[number] for number in one.tables]


def cpu(found: Results, one: Group, agent: str) -> tuple[float, bool]:
    """CPU milliseconds of an agent's decision, and whether only this agent was measured."""
    spent, alone = Spent(), True
    for table in tables_of(found, one):
        if (table.number, agent) in found.times:
            spent += found.times[table.number, agent]
            alone &= not found.compiled[table.number] or len(set(table.agents)) == 1
    return milliseconds(spent), alone


def cpu_text(found: Results, one: Group, agent: str) -> str:
    """Three significant digits; a time shared with other agents is marked."""
    value, alone = cpu(found, one, agent)
    if not isfinite(value):
        return "–"
    text = f"{value:.3g}" if value < 1000 else number(value, 0)
    return text if alone else f"≈ {text}"


def is_shared(found: Results, one: Group) -> bool:
    """Whether some agent's time was measured together with that of others."""
    times = [cpu(found, one, line.agent) for line in one.lines]
    return any(isfinite(value) and not alone for value, alone in times)


def warnings(found: Results) -> list[str]:
    """Everything the reader should be wary of, once each, with the games it concerns."""
    told = [*found.warnings]
    if not found.is_whole:
        wanted = sum(found.plan.deals * len(table.seatings) for table in found.tables)
        told.append(f"not finished: {played(found):,} of at most {wanted:,} games are in")
    if not any(one.deals for one in found.groups):
        told.append("no deal counts: a game failed in every one, or none was played")
    told += off_time(found)
    if failed := sum(found.failed.values()):
        told.append(f"an agent failed in {some(failed, 'game')}")
    where: dict[str, list[Group]] = {}
    for one in found.groups:
        for warning in one.warnings:
            where.setdefault(warning, []).append(one)
    return told + [text + _where(found, groups) for text, groups in where.items()]


def off_time(found: Results) -> Iterator[str]:
    """Agents that do not take the time that all were given: they have no setting for it, or it went
    no further."""
    wanted = found.plan.equal_time
    for agent in dict.fromkeys(agent for _, agent in found.times) if wanted else ():
        spent = sum((s for (_, name), s in found.times.items() if name == agent), Spent())
        took = milliseconds(spent)
        if wanted and not wanted / 1.3 < took < wanted * 1.3:
            yield f"{agent} takes {took:.3g} ms a decision, not {wanted:g}"


def _where(found: Results, groups: Sequence[Group]) -> str:
    """Which games a warning is about, unless it is about all of them."""
    if len(groups) == len(found.groups):
        return "" if len(groups) == 1 else f" (all {len(groups)} games)"
    return f" ({'; '.join(swept(one) or one.game for one in groups)})"


def swept(one: Group | MatchUp) -> str:
    """The values of a sweep."""
    return ", ".join(f"{name} = {value}" for name, value in one.swept)


def played(found: Results) -> int:
    """How many games count."""
    return sum(one.games for one in found.groups)


def verdicts(found: Results) -> list[str]:
    """How each comparison of a sequential plan ended."""
    told = []
    for one in found.verdicts:
        table, deals = found.tables[one.table], some(one.deals, "deal")
        ended = f"{one.better} is better than {one.worse}, decided after {deals}"
        told.append(f"{label(table)}: {ended if one.better else _undecided(table, deals)}")
    return told


def kinds(faults: Sequence[Fault]) -> list[list[Fault]]:
    """Faults of one agent with one error together, the most frequent first."""
    found: dict[tuple[str, str], list[Fault]] = {}
    for fault in faults:
        found.setdefault((fault.agent, fault.error), []).append(fault)
    return sorted(found.values(), key=len, reverse=True)


def first_of(found: Results) -> str:
    """A note if only some of the failed games are listed."""
    told, all_of_them = len(found.faults), sum(found.failed.values())
    return f"; of the first {told:,} of them:" if told < all_of_them else ""


def place(found: Results, fault: Fault) -> str:
    """Where in the plan a game failed."""
    return (
        f"{label(found.tables[fault.table])}, deal {fault.deal:,}, seating {fault.seating}, "
        f"{person(fault.seat)}, after {some(len(fault.moves), 'move')}"
    )


def seats(one: Group, names: Sequence[str]) -> str:
    """What each seat is worth, on one line."""
    told = (f"{name} {more(seat)}" for name, seat in zip(names, one.seats, strict=True))
    return "; ".join(told)


def is_clear(pair: Pair) -> str:
    """Whether a difference stands after Holm's correction."""
    return f"{'clear' if pair.is_clear else 'not clear'} (p {p_text(pair.corrected)})"


def p_text(p: float) -> str:
    return "< 0.001" if p < 0.001 else f"{p:.3f}" if p < 0.1 else f"{p:.2f}"


def _undecided(table: MatchUp, deals: str) -> str:
    return f"not decided after {deals}: {listed([*dict.fromkeys(table.agents)])}"


def _ahead(one: Group, first: str, second: str) -> Iterator[str]:
    """By how much the first is ahead of the next, if that is clear."""
    pair = _pair(one, first, second)
    if pair is None:
        yield f"There are too few deals to compare {first} and {second}."
    elif pair.is_clear and pair.more.value > 0:
        rank = ", the next" if len(one.lines) > 2 else ""
        yield f"{first} scored {figures(pair.more)} points a game more than {second}{rank}."
    elif pair.is_clear:
        gap = figures(Interval(-pair.more.value, -pair.more.high, -pair.more.low))
        yield f"{first} has the most points, but {second} scored {gap} more where they met."


def _open(one: Group, agents: Sequence[str]) -> Iterator[str]:
    """Neighbours in the table whose order these games do not settle."""
    for names in _runs(one, agents):
        if all(_is_same(one, *two) for two in pairwise(names)):
            yield f"{listed(names)} scored the same in these games."
        elif len(names) > 2:
            yield f"These games do not fully settle the order among {listed(names)}."
        elif pair := _pair(one, *names):
            gap = f"the difference is {more(pair.more)} points a game"
            yield f"These games do not settle the order of {listed(names)}: {gap}."


def _runs(one: Group, agents: Sequence[str]) -> list[list[str]]:
    runs: list[list[str]] = [[agents[0]]]
    for before, after in pairwise(agents):
        pair = _pair(one, before, after)
        if pair is not None and not pair.is_clear:
            runs[-1].append(after)
        else:
            runs.append([after])
    return [names for names in runs if len(names) > 1]


def _settled(one: Group) -> Iterator[str]:
    clear, pairs = sum(pair.is_clear for pair in one.pairs), len(one.pairs)
    if pairs > 2:
        many = f"All {pairs}" if clear == pairs else f"{clear or 'None'} of {pairs}"
        yield f"{many} differences are clear after Holm's correction."


def _is_same(one: Group, first: str, second: str) -> bool:
    pair = _pair(one, first, second)
    return pair is not None and pair.more.low == pair.more.high == 0


def _pair(one: Group, first: str, second: str) -> Pair | None:
    return next((p for p in one.pairs if (p.one, p.other) == (first, second)), None)


def listed(names: Sequence[str]) -> str:
    """`a, b and c`."""
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)
