"""Statistics that mean what they say: intervals that cover, corrections, and room that is fixed."""

from random import Random

import choix
import numpy as np
import pytest

from whoknows.arena.running import tally
from whoknows.arena.running.match_ups import MatchUp
from whoknows.arena.running.tally import BINS, POINTS, Tally, tallied
from whoknows.arena.statistics.ratings import Interval, Pair, _corrected, group, p_value, ratio

TWO = MatchUp(0, "g", ("a", "b"), ((0, 1), (1, 0)))


def counts(seed, deals, better=0.0):
    """Deals of two seats; the hand is worth up to ten points, the agent `a` some more."""
    rng = np.random.default_rng(seed)
    hand, luck = rng.integers(0, 10, (deals, 1, 2)), rng.integers(0, 3, (deals, 2, 2))
    points = (hand + luck).astype(float)
    points[:, 0, 0] += better
    points[:, 1, 1] += better
    return points[..., None]


def test_a_difference_is_paired_so_that_the_luck_of_the_deal_does_not_blur_it():
    found = group("g", (), [tallied(TWO, (), [(0, counts(1, 400, 1))])])
    (pair,) = found.pairs
    assert (pair.one, pair.is_clear) == ("a", True)
    assert pair.more.low < 1 < pair.more.high
    each = found.lines[0].points
    assert pair.more.high - pair.more.low < each.high - each.low


@pytest.mark.parametrize("deals", [60, 500])
def test_intervals_cover_the_truth_19_times_in_20(deals, monkeypatch):
    """With a bin for each deal, and with bins of two and of three deals."""
    monkeypatch.setattr(tally, "BINS", 200)
    hits = 0
    for seed in range(200):
        gaps = Tally(TWO, ())
        gaps.add(0, counts(seed, deals, 0.5))
        sums = gaps.sums[gaps.sums[:, 0, 0] > 0]
        more = sums[:, 0, POINTS] / sums[:, 0, 0] - sums[:, 1, POINTS] / sums[:, 1, 0]
        found = ratio(more, np.ones_like(more))
        hits += found.low <= 0.5 <= found.high
    assert 176 <= hits <= 199


def test_where_there_is_no_difference_none_is_found_more_often_than_allowed():
    found = sum(
        p_value(np.random.default_rng(seed).normal(0, 1, 50), np.ones(50)) < 0.05
        for seed in range(1000)
    )
    assert 25 <= found <= 80
    assert p_value(np.zeros(5), np.ones(5)) == 1


def test_a_few_deals_that_agree_prove_little():
    assert p_value(np.ones(2), np.ones(2)) == 0.5
    assert p_value(np.array([1.0, 1.001]), np.ones(2)) == 0.5
    assert p_value(np.ones(20), np.ones(20)) < 1e-5


def test_a_difference_is_the_mean_over_deals_also_where_bins_are_of_two_sizes():
    whole = counts(5, BINS + BINS // 2, 0.7)
    found = group("g", (), [tallied(TWO, (), [(0, whole)])])
    mine = (whole[:, 0, 0] + whole[:, 1, 1]).mean() / 2
    theirs = (whole[:, 0, 1] + whole[:, 1, 0]).mean() / 2
    assert found.pairs[0].more.value == pytest.approx(mine - theirs)


def test_many_pairs_are_corrected_by_holm():
    pairs = [Pair("a", "b", Interval(1), Interval(1), p, p, 9) for p in (0.01, 0.04, 0.03, 0.5)]
    found = [pair.corrected for pair in _corrected(pairs)]
    assert found == pytest.approx([0.04, 0.09, 0.09, 0.5])


def test_an_order_that_the_games_do_not_support_is_warned_of():
    found = group("g", (), [tallied(TWO, (), [(0, counts(3, 40, 0.0))])])
    assert any("do not tell whether" in warning for warning in found.warnings)


def test_ratings_are_those_of_plackett_and_luce():
    """Games drawn from known strengths; the fit to broken rankings finds them, as a fit to whole
    rankings does."""
    strength = np.array([1.0, 0.0, -0.5, -0.5])
    table = MatchUp(0, "g", tuple("abcd"), ((0, 1, 2, 3),))
    rng = np.random.default_rng(5)
    noise = strength + rng.gumbel(size=(20_000, 4))  # ranks by these are Plackett-Luce
    ranks = noise.argsort(axis=1).argsort(axis=1)
    found = group("g", (), [tallied(table, (), [(0, ranks[:, None, :, None])])])
    rated = {line.agent: line.rating for line in found.lines}
    orders = [tuple(int(n) for n in np.argsort(-row)) for row in noise[:3000]]
    whole = choix.ilsr_rankings(4, orders)
    for number, name in enumerate("abcd"):
        assert rated[name].low < strength[number] < rated[name].high
        assert rated[name].value == pytest.approx(whole[number], abs=0.1)


def test_one_who_always_wins_has_a_rating_all_the_same():
    points = np.zeros((50, 2, 2, 1))
    points[:, 0, 0] = points[:, 1, 1] = 1
    rating = group("g", (), [tallied(TWO, (), [(0, points)])]).lines[0].rating
    assert np.isfinite([rating.value, rating.low, rating.high]).all()


def test_sums_do_not_depend_on_how_deals_are_cut():
    whole, rng = counts(7, 3 * BINS, 0.1), Random(7)
    parts, at = [], 0
    while at < len(whole):
        size = rng.randrange(1, 900)
        parts.append((at, whole[at : at + size]))
        at += size
    one, other = tallied(TWO, (), [(0, whole)]), tallied(TWO, (), parts)
    for name in ("sums", "seats", "above", "spread", "closest", "widest", "deals"):
        mine, theirs = getattr(one, name), getattr(other, name)
        assert (mine == theirs).all() if isinstance(mine, np.ndarray) else mine == theirs


def test_a_tally_takes_the_same_room_for_any_number_of_deals():
    few, many = (tallied(TWO, (), [(0, counts(1, n).astype(int))]) for n in (3000, 60_000))
    assert few.sums.nbytes == many.sums.nbytes
    assert len(many.spread[0]) < 20
    assert len(many.closest) == len(few.closest) == 3


def test_a_deal_with_a_failed_game_does_not_count():
    spoilt = counts(1, 10)
    spoilt[3, 1, 0, 0] = np.nan
    found = tallied(TWO, (), [(0, spoilt)])
    assert (found.deals, found.failed) == (9, 1)
    assert found.sums[3].sum() == 0


def test_wins_are_parted_and_add_up():
    points = np.array([[[[3], [3]], [[1], [2]]]])
    found = group("g", (), [tallied(TWO, (), [(0, points)])])
    assert {line.agent: line.wins.value for line in found.lines} == {"a": 0.75, "b": 0.25}


def test_the_closest_and_the_widest_games_are_remembered():
    points = np.array([[[5, 5], [9, 0]], [[4, 3], [8, 0]]])[..., None]
    found = tallied(TWO, (), [(10, points)])
    assert [(t.margin, t.deal, t.seating) for t in found.closest[:2]] == [(0, 10, 0), (1, 11, 0)]
    assert [(t.margin, t.deal, t.seating) for t in found.widest[:2]] == [(9, 10, 1), (8, 11, 1)]
