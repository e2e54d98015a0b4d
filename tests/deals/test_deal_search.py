"""A deal found by trying: it fits, and where none is found there is none, by listing all deals."""

from itertools import permutations
from random import Random

import pytest

import whoknows as wk
from whoknows.deals.factual.claims import NOTHING, Claim, lying
from whoknows.deals.hands import deal_search
from whoknows.deals.hands.deal_search import DealSearch

ROOMS = (2, 2, 1, 1)
CARDS = range(sum(ROOMS))


def deals(masks):
    """The room of each card in every deal with the cards in these rooms."""
    slots = [room for room, size in enumerate(ROOMS) for _ in range(size)]
    filled = {tuple(one) for one in permutations(slots)}
    return [one for one in filled if all(masks[card] >> one[card] & 1 for card in CARDS)]


def fits(claim, deal):
    parts = [bool(rooms >> deal[card] & 1) for card, rooms in claim.lies]
    parts += [fits(part, deal) for part in claim.parts]
    return all(parts) if claim.every else any(parts)


def anything(rng, depth):
    """A random claim."""
    if not depth:
        rooms = rng.randrange(1, 15)
        return lying(rng.choice(CARDS), rooms if rng.random() < 0.5 else ~rooms)
    parts = [anything(rng, rng.randrange(depth)) for _ in range(rng.randint(2, 3))]
    claim = parts[0]
    for part in parts[1:]:
        claim = claim & part if rng.random() < 0.6 else claim | part
    return claim


@pytest.mark.parametrize("seed", range(300))
def test_a_deal_is_found_if_there_is_one(seed):
    rng = Random(seed)
    masks = tuple(rng.randrange(1, 16) | rng.randrange(16) for _ in CARDS)
    search, claim = DealSearch(ROOMS, 6), NOTHING
    while claim == NOTHING:
        claim = anything(rng, 3) & anything(rng, 2)
    wanted = [deal for deal in deals(masks) if fits(claim, deal)]
    some = search.among(search.lying(masks), search.clauses(claim))
    found = None if some is None else search.find(some)
    assert (found is None) == (not wanted)
    if found is not None:
        assert tuple(search.places(found)) in wanted


def test_more_clauses_than_there_is_room_for_are_seen_at_once():
    """Room 2 holds one card: it cannot have one of these two, and one of those two as well."""
    search = DealSearch(ROOMS, 6)
    one = [lying(0, 4) | lying(1, 4), lying(2, 4) | lying(3, 4)]
    clauses = [bits for claim in one for bits in search.clauses(claim)]
    assert search.among(search.lying((15,) * 6), clauses) is None
    alone = search.among(search.lying((15,) * 6), clauses[:1])
    assert {deal[4:] for deal in deals((15,) * 6)} > {tuple(search.places(search.find(alone))[4:])}


def test_a_claim_of_too_many_clauses_is_left_to_a_count():
    search = DealSearch(ROOMS, 6)
    pairs = [lying(n, 1) & lying((n + 1) % 6, 2) for n in range(6)]
    others = [lying(n, 4) & lying((n + 1) % 6, 8) for n in range(6)]
    assert len(search.clauses(Claim(False, (), frozenset(pairs)))) == 64
    assert search.clauses(Claim(False, (), frozenset(pairs + others))) is None


def classic(seed, showings):
    """The classic set, six players, with random showings and denials: model and world."""
    kinds = ["abcdef", "ghijkl", "mnopqrstu"]
    rng, places = Random(seed), {**dict.fromkeys(range(6), 3), "envelope": 3}
    one_each = {"envelope": [(kind, 1) for kind in kinds]}
    model = wk.deal(places, cards="".join(kinds), contains=one_each, engine="factual")
    world = dict(model.sample(rng))
    for _ in range(showings):
        asked, by = [rng.choice(kind) for kind in kinds], rng.randrange(6)
        held = [card for card in asked if card in world[by]]
        if held:
            model = model.show(by, (by + 1 + rng.randrange(5)) % 6, asked)
            shown = sum(str(key).startswith("shown") for key in world)
            world[f"shown{shown + 1}"] = rng.choice(held)
        else:
            model = model.announce(" & ".join(f"~has({by},{card})" for card in asked))
    return model, world


@pytest.mark.parametrize("seed", range(6))
def test_reasons_are_as_few_as_by_the_slow_way(seed, monkeypatch):
    model, world = classic(seed, 45)
    for seat in (0, 3):
        mine = model.seat(seat, at=world)
        for card, where in list(mine.ownership().items())[::4]:
            known = next((place for place in range(6) if where.get(str(place)) == 0), None)
            if known is None or seat == known:
                continue
            quick = mine.why(f"~has({known},{card})")
            with monkeypatch.context() as patch:
                patch.setattr(deal_search, "MOST_TRIES", 0)  # so all is counted
                slow = mine.why(f"~has({known},{card})")
            assert quick.holds
            assert len(quick.because) == len(slow.because)
