"""Running plans: the same results for any workers and after any stop; failures are told."""

import json
import subprocess
import sys
from contextlib import closing
from dataclasses import replace
from itertools import pairwise
from random import Random

import numpy as np
import pytest
from sloppy import Sloppy, at_the_table

from whoknows import arena
from whoknows.arena import tournament
from whoknows.arena.running import batch
from whoknows.arena.running.batch_counts import by_points
from whoknows.arena.running.batch_store import STORE, BatchStore
from whoknows.arena.running.compiled_tables import is_compiled
from whoknows.arena.running.match_ups import tables
from whoknows.arena.running.plan import Plan
from whoknows.arena.running.tally import tallied
from whoknows.arena.statistics.results import (
    lines_csv,
    pairs_csv,
    reproducible,
    results,
    results_json,
)
from whoknows.arena.tournament import program
from whoknows.core.error import Error
from whoknows.core.match import play
from whoknows.core.record import replay
from whoknows.core.record_text import parse
from whoknows.core.registry import agent, game

SCRIPTED = Plan(
    games=("boerenbridge(rounds=1-2)",),
    agents=("boeren-random", "greedy", "full-kripke"),
    deals=300,
)
PLAIN = Plan(
    games=("threecards",), agents=("random",), deals=12, pairing="against", against="random"
)


def told(found):
    return lines_csv(found), pairs_csv(found), results_json(found)


def test_results_do_not_depend_on_the_number_of_workers(tmp_path):
    one = arena.run(SCRIPTED, tmp_path / "one", workers=1)
    two = arena.run(SCRIPTED, tmp_path / "two", workers=2)
    assert told(one) == told(two)
    assert one.is_whole
    assert all(line.games == 2400 for line in one.groups[0].lines)


def test_a_plan_goes_on_where_it_was_stopped(tmp_path):
    whole = arena.run(SCRIPTED, tmp_path / "whole", workers=1)
    with closing(BatchStore(tmp_path / STORE, SCRIPTED)) as store:
        for table, first, many in ((0, 0, 7), (0, 50, 100), (2, 299, 1)):
            store.add(batch.batch(SCRIPTED, table, first, many), program())
        assert not results(store).is_whole
        assert [*store.missing(0, 300)] == [range(7, 50), range(150, 300)]
    assert told(arena.run(SCRIPTED, tmp_path, resume=True, workers=1)) == told(whole)
    # Once more plays nothing.
    assert told(arena.run(SCRIPTED, tmp_path, resume=True, workers=1)) == told(whole)


def test_results_are_not_written_over_and_an_edited_plan_is_refused(tmp_path):
    arena.run(PLAIN, tmp_path, workers=1)
    with pytest.raises(Error, match="has results; continue with --resume"):
        arena.run(PLAIN, tmp_path, workers=1)
    with pytest.raises(Error, match="the plan has been edited since; deals: 12 then, 13 now"):
        arena.run(replace(PLAIN, deals=13), tmp_path, resume=True, workers=1)


def test_no_deal_is_stored_twice_however_batches_overlap(tmp_path):
    with closing(BatchStore(tmp_path / STORE, PLAIN)) as store:
        store.add(batch.batch(PLAIN, 0, 0, 8))
        with pytest.raises(Error, match="are already there"):
            store.add(batch.batch(PLAIN, 0, 3, 2))
        assert store.deals() == 8
        assert [*store.missing(0, 12)] == [range(8, 12)]


def test_two_cannot_play_in_one_folder(tmp_path):
    with (
        tournament.alone(tmp_path),
        pytest.raises(Error, match="another run is using this folder"),
    ):
        arena.run(PLAIN, tmp_path, workers=1)
    assert arena.run(PLAIN, tmp_path, workers=1).is_whole


def test_a_batch_is_stored_as_a_whole_or_not_at_all(tmp_path):
    fault = batch.Fault(0, 5, 0, "random", "1", "no idea", ())
    with closing(BatchStore(tmp_path / STORE, PLAIN)) as store:
        store.add(batch.batch(PLAIN, 0, 0, 4))
        one = batch.batch(PLAIN, 0, 4, 4)
        with pytest.raises(Error, match="intact"):
            store.add(replace(one, faults=(fault, fault)))  # the second cannot be stored
        assert store.deals() == 4
        assert not store.failed()
        store.add(one)


@pytest.mark.parametrize("plan", [SCRIPTED, PLAIN], ids=["compiled", "plain"])
def test_every_game_can_be_played_again_from_plan_deal_and_seating(plan, tmp_path):
    kept = replace(plan, records="all", deals=3)
    arena.run(kept, tmp_path, workers=1)
    with closing(BatchStore(tmp_path / STORE)) as store:
        for table in tables(kept):
            counts = np.concatenate([part for _, part in store.batches(table.number)])
            for deal in range(3):
                for seating in range(len(table.seatings)):
                    data = store.record(table.number, deal, seating)
                    record = parse(data)
                    assert record == batch.record(kept, table.number, deal, seating)
                    assert [*replay(record)]
                    assert record.scores == tuple(counts[deal, seating, :, 0])
                    assert record.agents == table.seated(seating)


def test_compiled_games_count_what_plain_ones_do():
    """The record of a compiled game, played by the plain rules, has its points and tallies; and
    the plain agents choose the moves, where they do not draw lots."""
    plan = replace(SCRIPTED, agents=("greedy", "full-kripke"), deals=4)
    rules = game(plan.games[0])
    found = batch.batch(plan, 0, 0, 4)
    for deal in range(4):
        record = batch.record(plan, 0, deal, 1)
        turns = [*replay(record)]
        states = [rules.start(), *(turn.after for turn in turns)]
        plain = batch._counts(rules, states)
        assert (plain[:, :-1] == found.counts[deal, 1]).all()
        assert (plain[:, -1] == by_points(found.counts[deal, None, 1:, :, 0])).all()


def test_ties_go_by_the_tie_breaks_of_the_rules(tmp_path):
    """Of the games on the small board one in ten is a tie."""
    plan = replace(
        PLAIN, games=("tickets(board=small)",), agents=("greedy",), deals=20, records="all"
    )
    found = arena.run(plan, tmp_path, workers=1)
    won = dict.fromkeys(("greedy", "random"), 0.0)
    decided = shared = 0
    with closing(BatchStore(tmp_path / STORE)) as store:
        (table,) = found.tables
        games = [(deal, n) for deal in range(20) for n in range(len(table.seatings))]
        for deal, seating in games:
            record = parse(store.record(0, deal, seating))
            decided += record.scores[0] == record.scores[1] and len(record.winners) == 1
            shared += len(record.winners) == 2
            for seat in record.winners:
                won[record.agents[record.seats.index(seat)]] += 1 / len(record.winners)
    assert decided
    assert shared
    lines = {line.agent: line.wins.value for line in found.groups[0].lines}
    assert lines == pytest.approx({agent: wins / len(games) for agent, wins in won.items()})


def test_results_from_before_shares_were_kept_still_count():
    """Their wins go by points."""
    new = batch.batch(PLAIN, 0, 0, 12).counts
    (table,) = tables(PLAIN)
    names = batch.tally_names(PLAIN, table)
    old = tallied(table, names, [(0, new[..., :-1])])
    assert (old.sums == tallied(table, names, [(0, new)]).sums).all()


def test_plain_games_are_what_the_command_line_plays():
    seed = batch.match_seed(PLAIN, 5)
    turns = [*play(game("threecards"), [agent("random")] * 3, seed=seed)]
    moves = [move.do for move in batch.record(PLAIN, 0, 5, 0).moves]
    assert moves == [str(turn.choice.action) for turn in turns]


def test_all_seatings_have_the_same_deal():
    plan = replace(SCRIPTED, agents=("greedy", "full-kripke"))
    one, other = (batch.record(plan, 0, 3, seating).moves[0] for seating in range(2))
    assert one == other


@pytest.mark.parametrize(
    ("fault", "error"),
    [
        ("raises", "RuntimeError: no idea"),
        ("cheats", "chose an illegal action"),
        ("sleeps", "took longer than 0.5 seconds"),
    ],
)
def test_a_failing_agent_is_told_with_its_position_and_the_plan_goes_on(tmp_path, fault, error):
    name = f"sloppy-{fault}"
    with at_the_table(**{name: Sloppy(fault)}):
        seconds = 0.5 if fault == "sleeps" else 60.0
        plan = replace(PLAIN, agents=(name,), deals=4, seconds=seconds)
        found = arena.run(plan, tmp_path, workers=1)
        assert found.is_whole
        (line,) = (one for one in found.groups[0].lines if one.agent == name)
        assert line.faults == len(found.faults) > 1
        assert not reproducible(plan, tables(plan))
    for one in found.faults:
        assert (one.agent, error in one.error) == (name, True)
        assert one.moves[0][1].startswith("deal")
        assert one.seat == ("Anna", "Bram", "Cleo")[len(one.moves) - 1]
    assert found.groups[0].failed == len({one.deal for one in found.faults})
    assert any("do not count" in warning for warning in found.groups[0].warnings)


def test_an_agent_that_never_comes_to_an_end_does_not_hold_up_the_plan(tmp_path, monkeypatch):
    monkeypatch.setattr(batch, "WARM", 0.1)
    with at_the_table(asleep=Sloppy("sleeps", every=1)):
        plan = replace(PLAIN, agents=("asleep",), deals=2, seconds=0.1)
        found = arena.run(plan, tmp_path, workers=1)
    assert all("took longer than 0.1 seconds" in one.error for one in found.faults)
    assert found.groups[0].failed == 2


def test_an_agent_that_always_fails_is_told_too(tmp_path):
    with at_the_table(hopeless=Sloppy("raises", every=1)):
        found = arena.run(replace(PLAIN, agents=("hopeless",)), tmp_path, workers=1)
    (one,) = found.groups
    (line,) = one.lines
    assert (line.agent, line.games) == ("hopeless", 0)
    assert line.faults == sum(found.failed.values()) > 12
    assert one.failed == 12
    assert found.is_whole


def test_an_agent_that_is_in_time_is_not_stopped():
    with at_the_table(quick=agent("random")):
        plan = replace(PLAIN, agents=("quick",), seconds=60.0)
        assert batch.batch(plan, 0, 0, 3).faults == ()


def test_times_are_recorded_apart_from_results(tmp_path):
    found = arena.run(PLAIN, tmp_path, workers=1)
    moves = (move for n in range(12) for move in batch.record(PLAIN, 0, n, 0).moves)
    assert found.times[0, "random"].decisions == sum(move.by != "chance" for move in moves)
    assert "seconds" not in lines_csv(found)


def test_plans_with_thinking_times_are_marked(tmp_path):
    plan = replace(PLAIN, agents=("mcts(seconds=0.001)",), deals=2)
    found = arena.run(plan, tmp_path, workers=1)
    assert any("not reproducible" in warning for warning in found.warnings)
    assert reproducible(PLAIN, tables(PLAIN))


def test_a_clear_comparison_stops_early_and_a_close_one_does_not(tmp_path):
    clear = replace(SCRIPTED, agents=("boeren-random", "full-kripke"), deals=5000, decide=0.05)
    found = arena.run(clear, tmp_path / "clear", workers=1)
    (verdict,) = found.verdicts
    assert (verdict.better, verdict.worse) == ("full-kripke", "boeren-random")
    assert verdict.deals == 64
    assert found.groups[0].deals == 64
    with at_the_table(same=agent("greedy")):
        close = replace(clear, agents=("greedy", "same"), deals=500)
        found = arena.run(close, tmp_path / "close", workers=1)
    assert [(one.better, one.deals) for one in found.verdicts] == [("", 500)]


def test_sequential_results_do_not_depend_on_workers(tmp_path):
    plan = replace(SCRIPTED, agents=("greedy", "greedy-kripke"), deals=3000, decide=0.2)
    one = arena.run(plan, tmp_path / "one", workers=1)
    two = arena.run(plan, tmp_path / "two", workers=2)
    assert told(one) == told(two)


def test_agents_can_be_given_equal_time(tmp_path):
    plan = Plan(
        games=("threecards",),
        agents=("mcts(iterations=50)", "uf-mcts", "random"),
        deals=3,
        equal_time=1.0,
        pairing="together",
    )
    arena.run(plan, tmp_path, workers=1)
    with closing(BatchStore(tmp_path / STORE)) as store:
        assert store.asked == plan
        played = store.plan.agents
    assert played[0].startswith("mcts(iterations=")
    assert int(played[0].split("=")[1].strip(")")) != 50
    assert played[2] == "random"
    arena.run(plan, tmp_path, resume=True, workers=1)  # with the numbers settled before
    with closing(BatchStore(tmp_path / STORE)) as store:
        assert store.plan.agents == played


def test_agents_that_equal_time_makes_the_same_are_told(tmp_path):
    plan = Plan(
        games=("threecards",),
        agents=("mcts(iterations=20)", "mcts(iterations=40)"),
        deals=2,
        equal_time=1e-4,
    )
    with pytest.raises(Error, match="become the same agent: mcts"):
        arena.run(plan, tmp_path, workers=1)


def test_agents_of_one_game_are_compared_in_the_same_deals():
    """Compiled and plain games deal otherwise: where one table is plain, all are."""
    mixed = replace(SCRIPTED, agents=("greedy", "full-kripke", "random"))
    assert not any(is_compiled(mixed, table) for table in tables(mixed))
    assert all(is_compiled(SCRIPTED, table) for table in tables(SCRIPTED))
    deals = {batch.record(mixed, table.number, 3, 0).moves[0] for table in tables(mixed)}
    assert len(deals) == 1


def test_a_table_that_no_swept_value_changes_counts_for_all_of_them(tmp_path):
    plan = Plan(
        games=("boerenbridge(rounds=1)",),
        agents=("greedy(bids={rule})", "full-kripke", "greedy-kripke"),
        deals=3,
        sweep={"rule": ("text", "original")},
    )
    found = arena.run(plan, tmp_path, workers=1)
    assert [len(one.tables) for one in found.groups] == [3, 3]
    assert len(found.tables) == 5
    for one in found.groups:
        assert {line.games for line in one.lines} == {2 * 3 * 2 * 2}


def test_a_kept_record_is_the_one_that_is_told(tmp_path):
    kept = replace(PLAIN, records="all")
    arena.run(kept, tmp_path, workers=1)
    with closing(BatchStore(tmp_path / STORE)) as store:
        assert arena.told(kept, tmp_path, "0-4-0").encode() == store.record(0, 4, 0)
    assert arena.told(kept, tmp_path / "none", "0-4-0") == arena.told(kept, tmp_path, "0-4-0")
    for name in ("0-4", "0-0-0-x", "1-0-0", "0-99-0", "0-0-" + "9" * 5000):
        with pytest.raises(Error, match="is not a game of this plan"):
            arena.told(kept, tmp_path, name)
    with pytest.raises(Error, match="the plan has been edited since; seed"):
        arena.told(replace(kept, seed=9), tmp_path, "0-4-0")


def test_an_unwritable_folder_is_told(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(Error, match=r"Not a directory|File exists"):
        arena.run(PLAIN, tmp_path / "file" / "folder", workers=1)


def test_a_full_disk_leaves_an_intact_store(tmp_path):
    """The limit on file sizes is as a full disk is: nothing more can be written."""
    resource = pytest.importorskip("resource", reason="the system sets no such limits")
    plan = replace(SCRIPTED, records="all", deals=60)
    asked = f"arena.Plan(**{plan.data()!r}), {str(tmp_path)!r}, workers=1"
    script = f"from whoknows import arena; arena.run({asked})"
    limit = 90_000  # half of what is written
    done = subprocess.run(
        [sys.executable, "-c", script],
        capture_output=True,
        text=True,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit)),
    )
    assert "Error" in done.stderr
    assert "intact" in done.stderr
    with closing(BatchStore(tmp_path / STORE)) as store:
        stored = sum(store.deals(table.number) for table in tables(plan))
    assert 0 < stored < 60 * 3
    whole = arena.run(plan, tmp_path / "whole", workers=1)
    assert told(arena.run(plan, tmp_path, resume=True, workers=1)) == told(whole)


def test_random_agents_that_are_not_there_fail_before_anything_is_made(tmp_path):
    with pytest.raises(Error):
        arena.run(replace(PLAIN, pairing="together", against=""), tmp_path / "none")
    assert not (tmp_path / "none").exists()


def test_results_are_json(tmp_path):
    found = arena.run(PLAIN, tmp_path, workers=1)
    data = json.loads(results_json(found))
    assert data["plan"]["deals"] == 12
    assert data["groups"][0]["lines"][0]["agent"] == "random"


def test_batches_are_the_same_however_they_are_cut(tmp_path):
    rng, cuts = Random(3), [0]
    while cuts[-1] < 300:
        cuts.append(min(300, cuts[-1] + rng.randrange(1, 60)))
    parts = [batch.batch(SCRIPTED, 1, a, b - a).counts for a, b in pairwise(cuts)]
    assert (np.concatenate(parts) == batch.batch(SCRIPTED, 1, 0, 300).counts).all()
