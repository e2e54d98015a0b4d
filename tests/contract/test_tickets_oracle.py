"""What a move says in the knowledge game equals the other reading: in which states would it have
been legal and looked the same?

The oracle keeps every complete state that fits what an outsider saw, each with what every seat
saw on the way there. Train cards are the true ones in all of them: they do not depend on tickets.
"""

from collections import defaultdict
from functools import cache
from random import Random

import pytest

from whoknows.core.agent import Choice
from whoknows.core.game import CHANCE, END
from whoknows.core.legal_actions import legal
from whoknows.core.match import step
from whoknows.games.tickets.claim_rule import holding
from whoknows.games.tickets.moves import Block, DealTickets, Draw, Keep, Offer
from whoknows.games.tickets.rules import Tickets

BOARD = """
title = "Five stations"
map = "plan"
cities = [
  ["A", 0, 0],
  ["B", 1, 0],
  ["C", 2, 0],
  ["D", 0, 1],
  ["E", 1, 1],
]
connections = [
  ["A", "B", 1, "gray"],
  ["B", "C", 1, "gray"],
  ["A", "D", 1, "gray"],
  ["D", "E", 1, "gray"],
  ["B", "E", 1, "gray"],
  ["C", "E", 2, "gray"],
]
tickets = [
  ["A", "C", 3],
  ["A", "E", 2],
  ["B", "D", 4],
  ["C", "D", 5],
  ["C", "B", 1],
  ["B", "E", 2],
]
[deck]
red = 9
joker = 9
[rules]
trains = 6
start_hand = 3
draw_tickets = 2
"""
OPTIONS = [
    {"players": 2, "hand": 2},
    {"players": 3, "hand": 2},
    {"players": 3, "hand": 2, "block": "agent"},
    {"players": 3, "hand": 2, "deal": "even"},
    {"players": 2, "hand": 1, "draw": True},
    {"players": 2, "hand": 2, "draw": True},
    {"players": 2, "hand": 1, "draw": True, "deal": "even"},
]


@pytest.fixture
def board(tmp_path):
    path = tmp_path / "five.toml"
    path.write_text(BOARD)
    return str(path)


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_the_model_holds_just_the_deals_that_would_have_looked_the_same(board, options):
    rules = Tickets(board=board, rules="knowledge", **options)
    spoken, again = set(), 0
    for seed in range(2 if rules.players == 3 else 3):
        for action, state in checked_match(rules, Random(seed)):
            spoken.add(type(action))
            again += len(state.was)
    assert rules.players == 2 or Block in spoken
    assert not rules.draw or {Offer, Keep} <= spoken
    assert again or not rules.draw or rules.deal == "even"  # some were put back and drawn again


def checked_match(rules, rng):
    """Plays at random, likes to speak, and compares the model with the oracle at every turn."""
    state, model = rules.start(), None
    fitting = {(): [state]}  # states by what each seat has seen
    while (by := rules.to_move(state)) != END:
        action = rules.chance(state).sample(rng) if by == CHANCE else wish(rules, state, model, rng)
        turn = step(rules, state, model, Choice(action))
        fitting = grown(rules, fitting, state, action, by)
        state, model = turn.after, turn.model
        if turn.said:
            yield action, state
            compare(rules, state, model, fitting)


def wish(rules, state, model, rng):
    """A legal action, more often one that says something."""
    options = legal(rules, state, model)
    public = rules.veil(state, None)
    telling = [a for a in options if isinstance(a, Draw) or rules.says(public, a)]
    return rng.choice(telling if telling and rng.random() < 0.8 else options)


def grown(rules, fitting, state, action, by):
    """Every way in which this could have happened, as an outsider saw it."""
    if by == CHANCE and not isinstance(action, DealTickets | Offer):
        return {seen: [rules.apply(s, action) for s in some] for seen, some in fitting.items()}
    look = rules.shown(state, action, to=None)
    after, alike = defaultdict(list), looking_alike(fitting, by)
    # What a seat knows, it knows in all states that look the same to it.
    known = cache(lambda sight, other: is_known(rules, alike[sight], other))
    for seen, states in fitting.items():
        for candidate in states:
            for other in ways(rules, candidate, known, seen, by):
                if rules.shown(candidate, other, to=None) == look:
                    looks = [
                        rules.shown(candidate, other, to=seat) for seat in range(rules.players)
                    ]
                    old = seen or ((),) * rules.players
                    history = tuple((*o, n) for o, n in zip(old, looks, strict=True))
                    after[history].append(rules.apply(candidate, other))
    return after


def looking_alike(fitting, seat):
    """The states by what this seat has seen; chance has seen nothing."""
    alike = defaultdict(list)
    for seen, states in fitting.items() if seat != CHANCE else ():
        alike[seen[seat]] += states
    return alike


def ways(rules, state, known, seen, by):
    """What could happen in a state: outcomes of chance, or actions whose claims are known."""
    if by == CHANCE:
        return rules.chance(state).outcomes()
    return [a for a in rules.actions(state) if known(seen[by], a)]


def is_known(rules, alike, action):
    """Whether a block names what its seat knows: in all states that look the same to it."""
    if not isinstance(action, Block):
        return True
    target = int(action.target)
    connection = rules.map.connection(action.connection).number
    if action.ticket is not None:
        return all(rules.map.ticket(action.ticket).number in s.tickets(target) for s in alike)
    held = holding(rules.map, rules.players, alike[0], target, connection)
    return any(all(t in s.tickets(target) for s in alike) for t in held)


def compare(rules, state, model, fitting):
    """The same deals, and for every seat the same deals that it cannot tell apart."""
    states = [(seen, s) for seen, some in fitting.items() for s in some]
    assert model.count() == len({deal(rules, s) for _, s in states})
    own = next(seen for seen, s in states if deal(rules, s) == deal(rules, state))
    for seat in range(rules.players):
        alike = {deal(rules, s) for seen, s in states if seen[seat] == own[seat]}
        knowledge = model.seat(seat, at=rules.world(state))
        assert knowledge.count() == len(alike)
        for other in range(rules.players):
            for ticket in rules.map.tickets:
                if ticket.number in state.playing:
                    certain = all(f"{other}:{ticket.name}" in d for d in alike)
                    assert knowledge.knows(f'has({other},"{ticket.name}")') == certain


def deal(rules, state):
    """Which ticket lies where, whatever the order in a hand; and who owns what."""
    names = {t.number: t.name for t in rules.map.tickets}
    lies = [f"{pile.place}={names[t]}" for pile in (*state.piles, *state.was) for t in pile.tickets]
    owned = [
        f"{pile.owner}:{names[t]}" for pile in state.piles if pile.owner >= 0 for t in pile.tickets
    ]
    return frozenset(lies + owned)


def test_the_oracle_notices_when_silence_is_not_heard(board, monkeypatch):
    said = Tickets.says

    def deaf(self, public, action):
        return tuple(u for u in said(self, public, action) if "says nothing" not in u.sentence)

    monkeypatch.setattr(Tickets, "says", deaf)
    rules = Tickets(board=board, rules="knowledge", players=3, hand=2)
    with pytest.raises(AssertionError):
        all(list(checked_match(rules, Random(seed))) for seed in range(30))
