"""The report says what the games support, shows where they came from, and needs nothing else."""

import os
import re
import tomllib
from contextlib import closing
from dataclasses import replace
from errno import ENOSPC
from io import StringIO
from math import nan
from pathlib import Path

import pytest
from rich.console import Console

from whoknows.arena import Plan, run
from whoknows.arena.report.conclusions import reading
from whoknows.arena.report.plots import PlotRow, Scale, Track, chart, intervals, spreads
from whoknows.arena.report.report_folder import terminal, write
from whoknows.arena.report.report_page import toml
from whoknows.arena.report.sweep_curves import curves
from whoknows.arena.running import batch
from whoknows.arena.running.batch_store import STORE, BatchStore
from whoknows.arena.running.match_ups import tables
from whoknows.arena.running.plan import made
from whoknows.arena.statistics.ratings import Group, Interval, Pair, RatingLine
from whoknows.arena.statistics.results import Results, results
from whoknows.core.error import Error
from whoknows.core.record import read, replay
from whoknows.core.record_text import Record

TABLES = ["results.csv", "pairs.csv", "times.csv", "results.json", "report.html"]
AGENTS = ("boeren-random", "greedy", "greedy-kripke", "full-kripke")
SHORT = Plan(games=("boerenbridge(rounds=2)",), agents=AGENTS, deals=40, pairing="together")
THREE = Plan(
    games=("threecards",), agents=("random",), deals=5, pairing="against", against="random"
)
SWEPT = Plan(
    games=("boerenbridge(rounds={hand})",),
    agents=("greedy", "full-kripke(knowledge={know})"),
    deals=30,
    sweep={"hand": (1, 2), "know": ("on", "off")},
)
FAILING = replace(THREE, agents=("random", "scripted(moves='<b>')"))


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    """Plans that have been played, each once."""
    folders = {}

    def stored(plan):
        key = toml(plan)
        if key not in folders:
            folders[key] = tmp_path_factory.mktemp("arena")
            run(plan, folders[key], workers=1)
        return closing(BatchStore(folders[key] / STORE))

    return stored


def reported(stored, folder, page=None):
    """The page, after everything was written."""
    with stored as store:
        write(results(store), store, folder, page)
    return (folder / "report.html").read_text()


def content(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_all_files_are_there_and_none_is_half_written(played, tmp_path):
    with played(SHORT) as store:
        paths = write(results(store), store, tmp_path)
    assert [path.name for path in paths[:5]] == TABLES
    assert sorted(paths) == sorted(path for path in tmp_path.rglob("*") if path.is_file())


def test_files_are_written_as_all_others_are(played, tmp_path):
    """A link to a file elsewhere stays one, and what cannot be written is told in a line."""
    try:
        (tmp_path / "results.csv").symlink_to(tmp_path / "elsewhere.csv")
    except OSError:  # Windows
        pytest.skip("not everyone may make links here")
    reported(played(SHORT), tmp_path)
    assert (tmp_path / "results.csv").is_symlink()
    assert (tmp_path / "elsewhere.csv").read_text().startswith("game,")
    (tmp_path / "pairs.csv").unlink()
    (tmp_path / "pairs.csv").mkdir()
    with pytest.raises(Error, match=r"pairs\.csv: cannot be written: not a regular file"):
        reported(played(SHORT), tmp_path)
    (tmp_path / "file").write_text("")
    with pytest.raises(Error, match=r"file/games: "):
        reported(played(SHORT), tmp_path / "file")


def test_the_page_asks_nobody_for_anything(played, tmp_path):
    page = reported(played(SHORT), tmp_path)
    assert "://" not in page
    assert "@import" not in page
    assert not re.search(r"\b(src|srcset)=|url\(", page)
    links = re.findall(r'href="([^#"]+)"', page)
    assert len(links) == 9
    assert all((tmp_path / link).is_file() for link in links)


def test_a_notebook_shows_the_same_figures_with_their_intervals(played, tmp_path):
    with played(THREE) as store:
        found = results(store)
    page, shown = reported(played(THREE), tmp_path), found._repr_html_()
    cells = r'<td data-n="[^"]*">[^<]*<small>[^<]* to [^<]*</small></td>'
    assert re.findall(cells, shown) == re.findall(cells, page) != []
    assert '<aside class="warnings">' in shown  # few deals: what is rough is called rough
    assert not re.search(r"<script|<a |\bid=", shown)


def test_the_same_games_give_the_same_bytes(played, tmp_path):
    for folder in ("one", "other"):
        reported(played(SHORT), tmp_path / folder)
    assert content(tmp_path / "one") == content(tmp_path / "other")


def test_games_to_look_at_can_be_replayed(played, tmp_path):
    reported(played(SHORT), tmp_path)
    for path in (tmp_path / "games").iterdir():
        record = read(path)
        *_, last = replay(record)
        assert sorted(record.agents) == sorted(AGENTS)
        assert record.scores is not None
        assert last.after is not None


def test_links_lead_to_pages_where_there_are_some(played, tmp_path):
    def page(record: Record) -> str:
        if record.scores is not None and max(record.scores) > 10:
            raise Error("too large a game to draw")
        return f"<p>{record.game}</p>"

    links = set(re.findall(r'href="(games/[^"]+)"', reported(played(SHORT), tmp_path, page)))
    there = {f"games/{path.name}" for path in (tmp_path / "games").iterdir()}
    assert links == there
    assert 0 < sum(link.endswith(".html") for link in links) < 9


def test_a_game_that_would_end_otherwise_today_is_left_out(played, tmp_path, monkeypatch):
    again = batch.record

    def another(*place):
        record = again(*place)
        return replace(record, scores=(100.0, *record.scores[1:]))

    monkeypatch.setattr(batch, "record", another)
    page = reported(played(SHORT), tmp_path)
    assert "closest" not in page
    assert "most lopsided" not in page


@pytest.mark.parametrize(("records", "shown"), [("all", True), ("none", False)])
def test_of_games_that_cannot_be_repeated_only_kept_ones_are_shown(
    played, tmp_path, records, shown
):
    reported(played(replace(THREE, seconds=60, records=records)), tmp_path)
    assert (tmp_path / "games").exists() == shown


def test_a_folder_that_cannot_be_written_is_named(played, tmp_path):
    (tmp_path / "taken").write_text("a file")
    with pytest.raises(Error, match="taken"):
        reported(played(THREE), tmp_path / "taken")


def test_a_full_disk_leaves_the_old_report_as_it_was(played, tmp_path, monkeypatch):
    reported(played(THREE), tmp_path)
    before = content(tmp_path)

    def full(file):
        os.truncate(file, 100)
        raise OSError(ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(Error, match="No space left on device"):
        reported(played(THREE), tmp_path)
    assert content(tmp_path) == before


def test_what_one_won_the_other_lost_in_the_win_matrix(played, tmp_path):
    cells = re.findall(
        r'title="(\S+) was above (\S+) in (\d+) % [^"]+">(\d+)<', reported(played(SHORT), tmp_path)
    )
    share = {(one, other): int(told) for one, other, told, _ in cells}
    assert all(told == shown for *_, told, shown in cells)
    assert len(share) == 12
    assert all(abs(share[a, b] + share[b, a] - 100) <= 1 for a, b in share)


def test_an_agent_that_fails_is_shown_with_its_error_and_its_moves(played, tmp_path):
    page = reported(played(FAILING), tmp_path)
    assert "<b>&#x27;" not in page
    assert "&#x27;&lt;b&gt;&#x27; is not an action of threecards" in page
    assert "deal 0, seating 0, Anna, after 1 move" in page
    assert "<li><b>chance</b> deal " in page


def test_a_plan_of_which_nothing_counts_has_a_report_that_says_so(played, tmp_path):
    page = reported(played(replace(FAILING, agents=FAILING.agents[1:])), tmp_path)
    assert "no deal counts" in page


@pytest.mark.parametrize("plan", [SHORT, THREE, SWEPT, FAILING, replace(SHORT, title='a "b"\\')])
def test_the_plan_on_the_page_is_the_plan(plan):
    assert made(tomllib.loads(toml(plan))) == plan


def test_each_swept_agent_is_one_curve(played):
    with played(SWEPT) as store:
        (over_hands,) = curves(results(store))  # words make no curve
    assert over_hands.over == "hand"
    assert [curve.name for curve in over_hands.curves] == [
        "greedy, know = on",
        "greedy, know = off",
        "full-kripke(knowledge={know}), know = on",
        "full-kripke(knowledge={know}), know = off",
    ]
    assert all([x for x, _ in curve.points] == [1, 2] for curve in over_hands.curves)


def test_an_agent_with_a_swept_number_is_one_curve_whatever_it_is_called_then():
    plan = Plan(
        games=("boerenbridge",), agents=("mcts(iterations={n})", "greedy"), deals=10,
        pairing="against", against="random", sweep={"n": (10, 1000)},
    )  # fmt: skip

    def at(n: int, *agents: str) -> Group:
        one = group(*(pair(agent, "random", n, 0.5) for agent in agents))
        lines = [replace(line, games=n) if line.agent == "greedy" else line for line in one.lines]
        return replace(one, game="boerenbridge", swept=(("n", n),), lines=tuple(lines))

    # `greedy` does not have the number, nor as many games at each: it is no curve.
    groups = tuple(at(n, f"mcts(iterations={n})", "greedy") for n in (10, 1000))
    found = Results(plan, tables(plan), groups, (), (), {}, {}, (), (), True)
    mcts, opponent = curves(found)[0].curves
    assert (mcts.name, opponent.name) == ("mcts(iterations={n})", "random")
    assert [x for x, _ in mcts.points] == [10, 1000]
    assert mcts.wins[0][1].value == 100 * groups[0].lines[0].wins.value


def test_a_long_sweep_is_drawn_on_a_logarithmic_scale():
    def drawn(*xs: float) -> str:
        return chart([Track("a", 0, tuple((x, Interval(x)) for x in xs))], "n", "points")

    assert "log scale" in drawn(10, 100, 1000)
    assert "log scale" not in drawn(10, 50, 100)
    assert Scale(1, 1000, is_log=True).at(10) == pytest.approx(100 / 3)


def test_ticks_are_round_and_within_the_scale():
    assert Scale(-3.2, 27.9).ticks() == [0, 10, 20]
    assert Scale(0.12, 0.31).ticks(5) == pytest.approx([0.15, 0.2, 0.25, 0.3])
    assert Scale(3, 700, is_log=True).ticks() == pytest.approx([5, 10, 20, 50, 100, 200, 500])


def test_plots_bear_what_is_not_known():
    assert intervals([PlotRow("a", 0, Interval(nan))], "rating") == ""
    assert "nan" not in intervals([PlotRow("a", 0, Interval(1.0))], "points")
    assert "nan" not in spreads({"a": {3.0: 5}}, {"a": 0})


def pair(one: str, other: str, gap: float, p: float, wide: float = 0.5) -> Pair:
    return Pair(one, other, Interval(gap, gap - wide, gap + wide), Interval(0.5), p, p, 100)


def group(*pairs: Pair) -> Group:
    agents = dict.fromkeys(name for two in pairs for name in (two.one, two.other))
    some = Interval(1.0, 0.5, 1.5)
    lines = tuple(RatingLine(agent, 100, some, some, some, {}) for agent in agents)
    return Group("threecards", (), (), 100, 100, 0, lines, pairs, (), {}, (), ())


def test_a_clear_lead_is_told_with_its_interval():
    assert reading(group(pair("a", "b", 5.8, 0.001))) == (
        "a scored 5.80 (5.30 to 6.30) points a game more than b."
    )


def test_an_order_that_is_not_clear_is_told_as_open():
    told = reading(
        group(pair("a", "b", 5.8, 0.001), pair("a", "c", 6, 0.001), pair("b", "c", 0.2, 0.4))
    )
    assert "a scored 5.80 (5.30 to 6.30) points a game more than b, the next." in told
    assert "These games do not settle the order of b and c" in told
    assert "+0.20 (−0.30 to 0.70)" in told
    assert "2 of 3 differences are clear" in told


def test_three_in_a_row_that_are_not_clear_are_told_together():
    told = reading(
        group(pair("a", "b", 0.1, 0.5), pair("a", "c", 0.3, 0.01), pair("b", "c", 0.2, 0.4))
    )
    assert "These games do not fully settle the order among a, b and c" in told


def test_agents_that_play_alike_are_told_so():
    assert (
        reading(group(pair("a", "b", 0, 1.0, wide=0))) == "a and b scored the same in these games."
    )


def test_who_lost_to_the_next_is_not_called_better():
    told = reading(group(pair("a", "b", -2.0, 0.001)))
    assert told == "a has the most points, but b scored 2.00 (1.50 to 2.50) more where they met."


def printed(found: Results, width: int = 150, styles: bool = False) -> str:
    console = Console(width=width, record=True, file=StringIO(), force_terminal=True)
    terminal(found, console)
    return console.export_text(styles=styles)


def test_the_terminal_shows_figures_intervals_and_warnings(played):
    with played(SHORT) as store:
        found = results(store)
    told = printed(found, styles=True)
    assert all(agent in told for agent in AGENTS)
    assert "bids made %" in told
    assert str(found.groups[0].lines[0].points) in told
    assert re.search(r"\x1b\[33mWarning: these games do not tell", told)
    assert "Seat advantage, points a game: N " in told


def test_a_narrow_terminal_has_intervals_below_their_figures(played):
    with played(SHORT) as store:
        lines = printed(results(store), width=80).splitlines()
    assert max(map(len, lines)) <= 80
    assert any(line.count("..") == 4 for line in lines)  # points, win share, rating, bids made


def test_of_many_pairs_the_terminal_shows_those_that_are_open(played):
    with played(THREE) as store:
        found = results(store)
    names = [f"agent{n}" for n in range(7)]
    many = [pair(a, b, 3, 0.001) for a in names for b in names if a < b]
    many[4] = pair("agent0", "agent5", 0.1, 0.7)
    told = printed(replace(found, groups=(group(*many),)))
    assert "20 of 21 pairs are clear after Holm; here are 1 that are not" in told
    assert "agent0  agent5" in told
    assert "agent2  agent3" not in told


def test_the_terminal_shows_who_failed_where(played):
    with played(FAILING) as store:
        told = printed(results(store))
    assert "'<b>' is not an action of threecards" in told
    assert "first at threecards, deal 0, seating 0, Anna, after 1 move" in told
