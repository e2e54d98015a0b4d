"""One random stream for each purpose, whatever else is drawn."""

from collections import Counter
from fractions import Fraction
from random import Random

from whoknows.core.chance import Evenly, stream


def test_a_stream_depends_on_seed_and_purpose_alone():
    assert stream(7, "deal", 0).random() == stream(7, "deal", 0).random()
    draws = {stream(seed, *purpose).random() for seed in (7, 8) for purpose in PURPOSES}
    assert len(draws) == 2 * len(PURPOSES)


def test_a_stream_is_the_same_on_every_machine():
    assert stream(7, "deal", 0).getrandbits(64) == 12_881_313_405_633_440_102


def test_even_chances_are_exact():
    coin = Evenly("coin", ("heads", "tails"))
    assert coin.odds("heads") == Fraction(1, 2)
    assert coin.odds("edge") == 0
    assert coin.count() == len(list(coin.outcomes())) == 2
    rng = Random(1)
    assert set(Counter(coin.sample(rng) for _ in range(100))) == {"heads", "tails"}


PURPOSES = [("deal", 0), ("deal", 1), ("deck", 0), ("deal",), ("seat 0", 0), ("seat 1", 0)]
