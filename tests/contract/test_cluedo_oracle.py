"""Cluedo by brute force: every deal, and every way in which cards may have been shown.

Nothing of the game or of the logic is used but the texts of moves. A seat considers possible each
deal that fits its hand and in which everybody may have done what it saw them do.
"""

from collections import Counter
from fractions import Fraction
from itertools import combinations, product

import pytest

from whoknows.core.match import play
from whoknows.core.registry import agent, game

SPECS = [
    "cluedo(suspects=2,weapons=2,rooms=3)",
    "cluedo(suspects=3,weapons=2,rooms=2)",
    "cluedo(players=2,suspects=3,weapons=2,rooms=3)",
    "cluedo(players=4,suspects=3,weapons=2,rooms=3)",
]
AGENTS = ("random", "detective", "asker")


class Asker:
    """Asks anything and shows anything, so that much is shown before anybody accuses."""

    name, cheats = "asker", False

    def choose(self, view, rng):
        from whoknows.core.agent import Choice

        asks = [action for action in view.actions if "accuses" not in str(action)]
        return Choice(rng.choice(asks))


def seated(name):
    return Asker() if name == "asker" else agent(name)


def deals(kinds, sizes):
    """Every deal: a hand for each seat, and the envelope."""
    for envelope in product(*kinds):
        rest = [card for kind in kinds for card in kind if card not in envelope]
        for hands in shared(rest, sizes):
            yield (*hands, frozenset(envelope))


def shared(cards, sizes):
    if not sizes:
        yield ()
        return
    for hand in combinations(cards, sizes[0]):
        rest = [card for card in cards if card not in hand]
        for others in shared(rest, sizes[1:]):
            yield (frozenset(hand), *others)


def read(seats, seen):
    """What the texts say that a seat saw: who, what it did, what had been asked, and about what."""
    asked = frozenset()
    for text in seen:
        name, verb, rest = text.split(" ", 2)
        if verb == "asks":
            asked = frozenset(rest.removeprefix("for ").split(", "))
        about = rest.split(" ", 1)[1] if verb == "shows" else frozenset(rest.split(", "))
        yield seats.index(name), verb, asked, about


def ways(deal, did):
    """In how many ways cards may have been shown, all looking as the seat saw it."""
    many = 1
    for seat, verb, asked, about in did:
        if verb == "has":
            many *= not deal[seat] & asked
        elif verb == "shows":
            held = deal[seat] & asked
            many *= len(held) if about == "?" else about in held
        elif verb == "accuses":
            many *= deal[-1] != about
    return many


@pytest.mark.parametrize("spec", SPECS)
@pytest.mark.parametrize("name", AGENTS)
def test_a_seat_considers_possible_what_would_have_looked_the_same(spec, name):
    rules = game(spec)
    sizes = [len(cards) for _, cards in rules.chance(rules.start()).sample(_Rng()).piles[:-1]]
    everything = list(deals(rules.kinds, sizes))
    compared = 0
    for seed in range(2):
        seen = [[] for _ in rules.seats]
        agents = [seated(name) for _ in rules.seats]
        for number, turn in enumerate(play(rules, agents, seed=seed)):
            if number > 40 or rules.to_move(turn.after) < 0:
                break
            for seat, look in enumerate(turn.shown):
                seen[seat] += [look] if number else []
            world = rules.world(turn.after)
            for seat, me in enumerate(rules.seats):
                mine = turn.model.seat(seat, at=world)
                hand = frozenset(world[me])
                did, possible = list(read(rules.seats, seen[seat])), {}
                for deal in everything:
                    if deal[seat] == hand and (many := ways(deal, did)):
                        possible[deal] = many
                assert mine.count() == sum(possible.values())
                odds = Counter(
                    (card, place)
                    for deal in possible
                    for place, cards in zip(rules.places, deal, strict=True)
                    for card in cards
                )
                found = mine.ownership()
                for card, place in product(rules.cards, rules.places):
                    wanted = Fraction(odds[card, place], len(possible))
                    assert found[card].get(place, 0) == wanted
                    kind = "in" if place == "envelope" else "has"
                    assert mine.knows(f"{kind}({place},{card})") == (wanted == 1)
                    compared += 1
    assert compared > 300


class _Rng:
    """Zeros will do where only sizes are looked at."""

    def getrandbits(self, k):
        return 0
