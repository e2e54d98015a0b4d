"""Claims and colours tell of tickets: what is learned, weighed and drawn from games of trains."""

from dataclasses import replace
from itertools import combinations, islice
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from whoknows.beliefs.believed_worlds import _drawn, _weighed
from whoknows.beliefs.games_played import GamePlayed
from whoknows.beliefs.match_evidence import evidence
from whoknows.beliefs.proposed_rows import proposal
from whoknows.beliefs.style import shares
from whoknows.beliefs.style_file import read
from whoknows.beliefs.suited_learning import trusted
from whoknows.core.agent import PastAct
from whoknows.core.error import Error
from whoknows.core.match import check_players, past_acts, play, view
from whoknows.core.registry import agent, game
from whoknows.games.tickets.detours import FAR, detours
from whoknows.games.tickets.moves import Claim
from whoknows.games.tickets.paths import cost, path
from whoknows.games.tickets.racer_numbers import asked
from whoknows.games.tickets.racer_plan import prices
from whoknows.search.compiled_rules import compiled
from whoknows.search.determinization import states


@pytest.fixture(scope="module")
def usa() -> tuple[Any, list[Any]]:
    """A game of two who play for their tickets, up to the eighth claim."""
    rules: Any = game("tickets(board=usa)")
    turns, claims = [], 0
    for turn in play(rules, [agent("greedy")] * 2, seed=902):
        turns.append(turn)
        claims += isinstance(turn.choice.action, Claim)
        if claims >= 8 and rules.to_move(turn.after) == 0:
            return rules, turns
    raise AssertionError


@pytest.fixture(scope="module")
def seen(usa: tuple[Any, list[Any]]) -> Any:
    """What the first seat sees, with all that the other did."""
    rules, turns = usa
    past = past_acts(rules, 0, [(turn.before, turn.choice.action) for turn in turns])
    return view(rules, turns[-1].after, turns[-1].model, 0, past=past)


@pytest.mark.parametrize("by", ["trains", "turns"])
def test_a_detour_is_what_the_way_through_a_connection_costs_more(usa: Any, by: str) -> None:
    """As the plain search for paths has it, with the connection given away."""
    rules, turns = usa
    owners, board = turns[-1].after.owners, rules.map
    costs = prices(board, asked("", rules)) if by == "turns" else ()
    found = detours(board, 1, owners, 2, costs)
    for ticket in board.tickets[::7]:
        least = cost(board, 1, owners, path(board, 1, owners, ticket, 2, costs), costs)
        assert min(found.missing[ticket.number], FAR) == least
        for place, number in list(enumerate(found.free))[::9]:
            given = tuple(1 if n == number else owner for n, owner in enumerate(owners))
            through = cost(board, 1, given, path(board, 1, given, ticket, 2, costs), costs)
            length = costs[number] if costs else board.connections[number].length
            off = found.by[ticket.number, ticket.number, place]
            if least and off < length:  # then the way leads through it once it is given away
                assert off == through + length - least


def test_what_is_seen_of_others_has_nothing_hidden(usa: Any, seen: Any) -> None:
    rules, _ = usa
    assert len(seen.past) > 8
    for act in seen.past:
        assert act.by == 1
        assert act.before == rules.veil(act.before, 0)


def test_the_true_tickets_are_believed(seen: Any, usa: Any) -> None:
    rules, turns = usa
    rows, weights, words = _drawn(seen, compiled(rules), "learned", 600, Random(1))
    hands = rules.style_hands(rows, 1, turns[-1].after)
    for ticket in turns[-1].after.tickets(1):
        assert weights[(hands == ticket).any(axis=1)].sum() > 0.4
    assert words == ("the others are taken to play like learned",)


def test_by_what_somebody_does_it_is_found_out_how_they_plan() -> None:
    """A racer counts turns more than trains: a mixture comes to see that, and its tickets too."""
    rules: Any = game("tickets(board=usa)")
    turns = list(islice(play(rules, [agent("racer")] * 2, seed=4003), 60))
    while rules.to_move(turns[-1].after) != 0:
        turns.pop()
    past = past_acts(rules, 0, [(turn.before, turn.choice.action) for turn in turns])
    seen = view(rules, turns[-1].after, turns[-1].model, 0, past=past)
    odds = {}
    for style in ("learned", "mixture"):
        rows, weights, words = _drawn(seen, compiled(rules), style, 600, Random(1))
        hands = rules.style_hands(rows, 1, turns[-1].after)
        tickets = turns[-1].after.tickets(1)
        odds[style] = [weights[(hands == one).any(axis=1)].sum() for one in tickets]
    assert words[0].startswith("Bram plays like learned-racer (9")
    assert min(odds["mixture"]) > 0.4
    assert sum(odds["mixture"]) > sum(odds["learned"])


def test_draws_where_evidence_points_count_as_if_all_hands_were_listed(seen: Any, usa: Any) -> None:
    rules, turns = usa
    (learned,) = shares("learned", rules)
    rows, weights, _ = _drawn(seen, compiled(rules), "learned", 600, Random(2))
    hidden = rules.style_exchange(seen.state, rows[0]).cards
    hands = np.array([*combinations(hidden.tolist(), 2)])
    logs = np.zeros(len(hands))
    for act in seen.past:
        if act.before.tickets(1):
            logs += np.log(learned.style.likelihoods(rules, act, hands))
    exact = np.exp(logs - np.logaddexp.reduce(logs))
    drawn = rules.style_hands(rows, 1, turns[-1].after)
    for ticket in hidden.tolist():
        listed = exact[(hands == ticket).any(axis=1)].sum()
        assert weights[(drawn == ticket).any(axis=1)].sum() == pytest.approx(listed, abs=0.08)


def test_hands_are_dealt_anew_without_losing_a_ticket(seen: Any, usa: Any) -> None:
    rules, _ = usa
    rows = states(seen, compiled(rules), 20, Random(1))
    found = proposal(seen, rows[0], shares("learned", rules))
    assert found is not None
    dealt, logs = found.dealt(rows, np.random.default_rng(1))
    columns = found.exchange.columns
    assert (np.sort(dealt[:, columns]) == np.sort(rows[:, columns])).all()
    rest = np.delete(np.arange(rows.shape[1]), columns)
    assert (dealt[:, rest] == rows[:, rest]).all()
    assert (logs >= 0).all()


def test_who_plays_anything_tells_nothing(seen: Any, usa: Any) -> None:
    rules, _ = usa
    rows = states(seen, compiled(rules), 30, Random(1))
    weights, _ = _weighed(seen, rows, "anything", np.zeros(30))
    assert weights == pytest.approx(np.full(30, 1 / 30))


def test_a_match_is_evidence_though_tickets_are_drawn_later(usa: Any) -> None:
    rules, turns = usa
    found = evidence(rules, turns, shares("learned", rules))
    world = turns[-1].model.seat(0, at=rules.world(turns[-1].after)).sample(Random(1))
    (learned,) = shares("learned", rules)
    told = [act for act in found if act.by == rules.seats[1]]
    acts = past_acts(rules, 0, [(turn.before, turn.choice.action) for turn in turns])
    had = [act for act in acts if act.before.tickets(1)]
    hand = np.array([rules.style_cards(world[rules.seats[1]])])
    chances = [float(learned.style.likelihoods(rules, act, hand)[0]) for act in had]
    plain = [float(act.chance(world)) for act in told]
    assert np.prod(plain) == pytest.approx(np.prod([c for c in chances if c < 1]))


def test_the_rules_of_an_agent_tell_nothing_where_cards_are_drawn_later(usa: Any) -> None:
    rules, turns = usa
    found = evidence(rules, turns, shares("greedy", rules))
    world = rules.world(turns[-1].after)
    with pytest.raises(Error, match="the style greedy: where cards are drawn later only learned"):
        found.acts[0].chance(world)


def test_a_style_is_trusted_as_far_as_games_of_others_bear_it_out(usa: Any) -> None:
    """Much by those of the player from whom it was learned, little by those of somebody
    who plays anything."""
    rules, turns = usa
    learned: Any = shares("learned", rules)[0].style
    own = GamePlayed(rules, ("greedy", "greedy"), lambda: turns)
    anybody = GamePlayed(rules, ("random", "random"), lambda: play(rules, [agent("random")] * 2))
    much, little = trusted(learned, [own]), trusted(learned, [_short(anybody)])
    assert 0 < little.trust < much.trust <= 1
    assert much.fitted == (*learned.fitted, "trust fitted on 1 game of greedy")
    assert much.weights == learned.weights
    with pytest.raises(Error, match="the style learned is of tickets: trust it by games of that"):
        trusted(learned, [replace(own, game=game("boerenbridge"))])


def _short(one: GamePlayed) -> GamePlayed:
    return replace(one, turns=lambda: islice(one.turns(), 60))


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("trust = 0.55", "trust = 2", "'trust' must be above 0 and at most 1, not 2"),
        ("trust = 0.55", 'trust = "much"', "'trust' must be a number"),
        ('"a joker" = ', '"a joker" = nan #', "'weights' must be a list of numbers"),
        ('game = "tickets"', 'game = "boerenbridge"', "was learned from boerenbridge, not from"),
        ('"a joker" =', '"two jokers" =', "goes by other numbers than tickets has now"),
    ],
)
def test_a_style_edited_wrongly_is_refused_in_a_line(
    tmp_path: Path, usa: Any, seen: Any, old: str, new: str, told: str
) -> None:
    rules, _ = usa
    text = rules.learned_styles["learned"].read_text()
    assert old in text
    path = tmp_path / "edited.style"
    path.write_text(text.replace(old, new))
    with pytest.raises(Error, match=told) as fault:
        _weighs(read(path), rules, seen.past[-1])
    assert "\n" not in str(fault.value)


def _weighs(style: Any, rules: Any, act: PastAct) -> None:
    style.likelihoods(rules, act, np.array([[1, 2]]))


def test_searches_that_believe_play_on(usa: Any) -> None:
    rules, turns = usa
    for spec in ("flat-mc(playouts=20,believe=mixture)", "ismcts(iterations=20,believe=learned)"):
        past = past_acts(rules, 0, [(turn.before, turn.choice.action) for turn in turns])
        here = view(rules, turns[-1].after, turns[-1].model, 0, past=past)
        choice = agent(spec).choose(here, Random(1))
        assert choice.action in here.actions
        assert "learned" in choice.reasons[-1]


@pytest.mark.parametrize(
    ("spec", "told"),
    [
        ("flat-mc(believe=nobody)", "nobody"),
        ("ismcts(believe=greedy)", "cannot tell at full speed how likely greedy makes"),
        ("pimc(others=believed,believe=off)", "needs a style to believe in"),
        ("flat-mc(believe=learned,cheat=on)", "who sees everything believes nothing"),
    ],
)
def test_what_cannot_be_believed_is_told_in_a_line(usa: Any, spec: str, told: str) -> None:
    with pytest.raises(Error, match=told):
        check_players(usa[0], [agent(spec)] * 2)
