"""The random agent plays every legal action about equally often."""

from collections import Counter
from random import Random

from whoknows.core.match import play, script, view
from whoknows.core.registry import agent, game


def test_every_legal_action_is_played_about_equally_often():
    rules, player = game("threecards"), agent("random")
    deal = next(play(rules, [player] * 3, chance=script(["deal a b c"])))
    options = view(rules, deal.after, deal.model, 0)
    rng = Random(0)
    played = Counter(player.choose(options, rng).action for _ in range(4000))
    assert set(played) == set(options.actions)
    assert all(900 < count < 1100 for count in played.values())
