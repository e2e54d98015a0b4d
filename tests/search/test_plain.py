"""A game without kernels is searched through its plain rules: the same, slowly."""

from dataclasses import dataclass, fields, replace
from itertools import islice, pairwise
from random import Random
from typing import Any

import numpy as np
import pytest
from small_whodunit import Whodunit

from whoknows.core import kernels, registry
from whoknows.core.agent import Choice
from whoknows.core.error import Error
from whoknows.core.game import CHANCE, END
from whoknows.core.kernels import below
from whoknows.core.law_positions import AnyLegal, Position, seat_positions
from whoknows.core.laws import LAWS
from whoknows.core.legal_actions import legal
from whoknows.core.match import play, step, view
from whoknows.core.registry import agent, game
from whoknows.deals.updates import Announce
from whoknows.games.boerenbridge.rules import Boerenbridge
from whoknows.games.cluedo import Cluedo
from whoknows.games.threecards import Declare, ThreeCards
from whoknows.search.belief_branches import LookAhead
from whoknows.search.compiled_rules import compiled
from whoknows.search.decision import Thought, thought
from whoknows.search.determinization import random, states
from whoknows.search.expectiminimax_search import looked
from whoknows.search.flat_search import weighed
from whoknows.search.leaf_values import aim
from whoknows.search.pimc_search import values
from whoknows.search.plain import plain_pimc, plain_tree
from whoknows.search.plain.plain_leaves import PlainSearch
from whoknows.search.plain.plain_rules import PlainRules, Spot
from whoknows.search.tree import UCT, Walk, grown, tried

QUICK = {
    "expectiminimax": "expectiminimax(depth=2,worlds=3)",
    "flat-mc": "flat-mc(playouts=20,worlds=5)",
    "ismcts": "ismcts(iterations=15)",
    "mc-expectiminimax": "mc-expectiminimax(depth=2,breadth=3,worlds=3)",
    "mcts": "mcts(iterations=15)",
    "pimc": "pimc(worlds=4)",
    "shaped-mcts": "shaped-mcts(iterations=15)",
    "uf-mcts": "uf-mcts(iterations=15)",
}
OPTIONS = [
    "mcts(iterations=15,final=mean,scaled=off,moves=all,outcomes=each)",
    "ismcts(iterations=15,guided=off,want=win)",
    "expectiminimax(depth=3,worlds=3,assume=off)",
    "pimc(worlds=4,others=best,paranoid=on)",
    "shaped-mcts(iterations=15,uct=on)",
]
LAST_TWO = [
    "deal JC AC | QD KD | JD AD | JH JS | QC KC QH KH AH QS KS AS, trump D",
    *("N bids 1", "E bids 1", "S bids 1", "W bids 0"),
]


@dataclass(frozen=True)
class PlainThreeCards(ThreeCards):
    """Three cards without its kernels."""

    is_compiled = False


@dataclass(frozen=True)
class PlainCluedo(Cluedo):
    """Cluedo without its kernels."""

    is_compiled = False


@dataclass(frozen=True)
class PlainBoerenbridge(Boerenbridge):
    """Boerenbridge without its kernels."""

    is_compiled = False


def plain(rules: Any) -> Any:
    """The same game without kernels."""
    kinds = {ThreeCards: PlainThreeCards, Cluedo: PlainCluedo, Boerenbridge: PlainBoerenbridge}
    kind: Any = kinds[type(rules)]
    return kind(**{field.name: getattr(rules, field.name) for field in fields(rules) if field.init})


def after(rules: Any, moves: list[str]) -> Any:
    """The view of the seat to move after these moves."""
    state, model = rules.start(), None
    for move in moves:
        turn = step(rules, state, model, Choice(rules.parse(move)))
        state, model = turn.after, turn.model
    return view(rules, state, model, rules.to_move(state))


# every search plays every game


@pytest.mark.parametrize("law", [law for law in LAWS if "round_trip" not in law.__name__])
def test_the_game_of_these_tests_obeys_the_laws(law: Any) -> None:
    law(Whodunit())


@pytest.mark.parametrize("spec", [*QUICK.values(), *OPTIONS])
def test_every_search_plays_a_game_without_kernels_and_says_that_it_is_slow(spec: str) -> None:
    rules, player = Whodunit(turns=4), agent(spec)
    assert player.plays(rules)
    turns = [turn for turn in play(rules, [player] * 3, seed=2) if turn.by >= 0]
    thought = [turn for turn in turns if len(rules.actions(turn.before)) > 1]
    assert thought
    for turn in thought:
        assert any("plain rules" in reason for reason in turn.choice.reasons)


@pytest.mark.parametrize("spec", [*QUICK.values(), *OPTIONS])
def test_the_same_is_chosen_again_and_in_all_worlds_that_look_the_same(spec: str) -> None:
    found = list(seat_positions(Whodunit(turns=6)))
    for at in found[:: max(1, len(found) // 6)]:
        chosen = choice(spec, at, at.state)
        assert chosen.action in legal(at.game, at.state, at.model)
        assert choice(spec, at, at.state) == chosen
        for twin in at.twins(at.by):
            assert choice(spec, at, twin) == chosen


def choice(spec: str, at: Position[Any, Any], state: Any) -> Any:
    return agent(spec).choose(view(at.game, state, at.model, at.by), Random(1))


ANN_KNOWS = [
    "deal 30132",  # Green and rope lie in the envelope, each seat holds one other card
    *("Ann asks White knife", "Ben shows White"),
    *("Ben asks Plum knife", "Cas shows knife"),  # Plum is Ann's, so she knows what was shown
    *("Cas asks Green rope", "Ann none", "Ben none"),
]


@pytest.mark.parametrize("spec", ["ismcts(iterations=300)", "flat-mc(playouts=300)", "pimc"])
def test_who_knows_what_lies_in_the_envelope_accuses(spec: str) -> None:
    chosen = agent(spec).choose(after(Whodunit(), ANN_KNOWS), Random(1))
    assert str(chosen.action) == "Ann accuses Green rope"


def test_a_limit_of_time_holds_for_plain_rules_too() -> None:
    here = after(Whodunit(), ANN_KNOWS)
    assert agent("mcts(seconds=0.05)").choose(here, Random(1)).action in here.actions


def test_a_match_that_goes_on_with_its_trees_is_the_same_again() -> None:
    def moves() -> list[str]:
        player = agent("ismcts(iterations=60,reuse=on)")
        return [str(turn.choice.action) for turn in play(Whodunit(), [player] * 3, seed=3)]

    assert moves() == moves()


def test_a_tree_goes_on_where_things_look_as_foreseen() -> None:
    here = after(PlainThreeCards(rounds=2), ["deal a b c"])
    start = thought(here, 20, Random(1))
    assert isinstance(start, Thought)
    search: Any = start.search(aim(start.rules, play="random", want="points"))
    tree = plain_tree.grown(search, Walk(0, 0.7, UCT, True, False), 300, Random(1))
    later = after(here.game, ["deal a b c", "0: not b", "1: not a", "2: not a"])
    part = plain_tree.foreseen(tree, later.state)
    assert part is not None
    assert 0 < part.root.visits < tree.root.visits
    assert plain_tree.foreseen(tree, "something else") is None


# who plays what


@pytest.mark.parametrize("spec", registry.games())
def test_agents_listed_for_a_game_are_those_that_do_not_refuse_it(spec: str) -> None:
    rules = game(spec)
    for name in registry.agents():
        if name not in ("human", "scripted"):
            player = agent(name)
            assert (name in registry.players(rules)) == player.plays(rules)
            if player.plays(rules):
                play(rules, [player] * len(rules.seats))
            else:
                with pytest.raises(Error):
                    play(rules, [player] * len(rules.seats))


def test_all_searches_play_a_game_without_kernels_and_none_needs_what_only_kernels_have() -> None:
    names = {*registry.players(Whodunit())}
    assert {*QUICK, "random", "human", "scripted"} <= names
    assert not {"kripke", "greedy", "full-kripke"} & names
    assert agent("mcts(hands=seen)").refusal(Whodunit())
    assert agent("mcts(hands=seen)").refusal(game("boerenbridge"))
    assert agent("mcts(hands=seen)").plays(game("tickets(board=usa)"))
    assert agent("uf-mcts(utility=improved)").refusal(Whodunit())


# plain and compiled agree


class KernelLuck(Random):
    """Random numbers in the order in which kernels draw them."""

    def __init__(self, luck: Any) -> None:
        super().__init__(0)
        self.luck = luck

    def randrange(self, limit: int) -> int:  # type: ignore[override]
        return int(below(self.luck, limit))


@dataclass(frozen=True)
class Knowing(PlainThreeCards):
    """Declarations that are not true are no actions at all, as in the kernels."""

    def actions(self, state: Any) -> Any:
        out, row = np.empty(6, np.int64), np.array(self.encode_state(state), np.int64)
        many = kernels.actions(compiled(ThreeCards(self.rounds)).tables, row, out)
        return [self.decode(int(code)) for code in out[:many]]


@pytest.mark.parametrize("available", [True, False])
@pytest.mark.parametrize("seed", range(4))
def test_with_the_same_luck_plain_and_compiled_trees_are_the_same(
    available: bool, seed: int
) -> None:
    begun = ["deal a b c", "0: not b"]
    here, bare = after(ThreeCards(2), begun), after(Knowing(2), begun)
    start = thought(here, 20, Random(seed))
    assert isinstance(start, Thought)
    goal = aim(start.rules, play="random", want="lead")
    walk = Walk(here.seat, 0.7, UCT, available, False)
    fast = tried(grown(start.search(goal), walk, 400, random(Random(seed))))
    spots = tuple(Spot(bare.game.decode_state(tuple(row.tolist()))) for row in start.rows)
    codes = np.array([bare.actions.index(bare.game.decode(int(code))) for code in start.moves])
    search = PlainSearch(PlainRules(bare), spots, bare.actions, codes, goal, (0.0, 0.0, 0.0))
    tree = plain_tree.grown(search, walk, 400, KernelLuck(random(Random(seed))))
    slow = plain_tree.tried(tree, search)
    assert [one.visits for one in slow] == [one.visits for one in fast]
    assert [one.value for one in slow] == pytest.approx([one.value for one in fast], abs=1e-5)
    assert [bare.actions[one.code] for one in slow] == [here.game.decode(o.code) for o in fast]


@pytest.mark.parametrize(
    ("rules", "moves"),
    [
        (ThreeCards(2), ["deal a b c", "0: not b"]),
        (game("boerenbridge(rounds=2,ranks=4)"), LAST_TWO),
    ],
    ids=["threecards", "boerenbridge"],
)
def test_moves_are_worth_the_same_to_plain_and_compiled_playouts(rules: Any, moves: Any) -> None:
    """Means of random playouts, compared with the doubt that is left in them."""
    found = []
    for here, many in ((after(rules, moves), 40_000), (after(plain(rules), moves), 1_500)):
        start = thought(here, 200, Random(1), every=True)
        assert isinstance(start, Thought)
        search = start.search(aim(start.rules, play="random", want="points"))
        _, worths = weighed(search, here.seat, many, random(Random(2)), halving=False)
        found.append({str(start.action(one.code)): one.value for one in worths})
    assert found[0].keys() == found[1].keys()
    for move, value in found[0].items():
        assert found[1][move] == pytest.approx(value, abs=0.5 if value < 3 else 1.0), move


@pytest.mark.parametrize(
    "rules", [ThreeCards(2), Cluedo(suspects=2, weapons=2, rooms=3)], ids=["threecards", "cluedo"]
)
@pytest.mark.parametrize("assume", [True, False])
def test_looking_ahead_plainly_finds_the_same_values(rules: Any, assume: bool) -> None:
    for at in Random(1).sample(list(seat_positions(rules)), 6):
        here = view(at.game, at.state, at.model, at.by)
        start, bare = thought(here, 4, Random(2)), plain(at.game)
        if not isinstance(start, Thought):
            continue
        goal, look = aim(start.rules, play="not", want="lead"), LookAhead(at.by, assume, 0, 1.0)
        model = view(bare, at.state, at.model, at.by)
        whole = [
            bare.redeal(model.state, model.knowledge.sample(Random(n)), Random(n)) for n in range(4)
        ]
        rows = [bare.encode_state(state)[: start.rows.shape[1]] for state in whole]
        start = replace(start, rows=np.array(rows, np.int64))
        codes = np.array([model.actions.index(bare.decode(int(code))) for code in start.moves])
        spots = tuple(map(Spot, whole))
        search = PlainSearch(PlainRules(model), spots, model.actions, codes, goal, (0.0,) * 3)
        for depth in (1, 2, 3):
            fast = looked(start.search(goal), look, depth, random(Random(3)), 10**6)
            slow = looked(search, look, depth, random(Random(3)), 10**6)
            wanted = [one.value for one in fast.found]
            assert [one.value for one in slow.found] == pytest.approx(wanted, abs=1e-9)
            assert slow.depth == fast.depth


@pytest.mark.parametrize("paranoid", [False, True])
def test_worlds_solved_plainly_come_to_the_same(paranoid: bool) -> None:
    rules = game("boerenbridge(rounds=2,ranks=4)")
    here, bare = after(rules, LAST_TWO), after(plain(rules), LAST_TWO)
    kernel = compiled(rules)
    some = states(here, kernel, 12, Random(1))
    codes = [rules.encode(action) for action in here.actions]
    wanted = values(kernel, some, codes, paranoid=paranoid)
    worlds = [rules.decode_state(tuple(row.tolist())) for row in some]
    found = plain_pimc._solved(PlainRules(bare), bare, worlds, paranoid)
    assert found.worlds == len(some)
    assert found.values == pytest.approx(wanted.tolist())


def test_what_takes_too_long_to_solve_is_played_out(monkeypatch: pytest.MonkeyPatch) -> None:
    here = after(Whodunit(turns=2), ANN_KNOWS[:1])
    assert plain_pimc.means(here, 3, Random(1)).solved
    monkeypatch.setattr(plain_pimc, "MOST_POSITIONS", 10)
    assert not plain_pimc.means(here, 3, Random(1)).solved


def test_in_imagined_states_nobody_claims_what_it_does_not_know() -> None:
    """Actions along a match are those that are legal there, found from its first position on."""
    dropped = 0
    for seed in range(6):
        rules, model, spot, start = PlainThreeCards(2), None, None, None
        for turn in play(rules, [AnyLegal()] * 3, seed=seed):
            if turn.by >= 0:
                start = start or PlainRules(view(rules, turn.before, model, turn.by))
                spot = spot or Spot(turn.before)
                assert tuple(start.actions(spot)) == legal(rules, turn.before, model)
                dropped += not any(isinstance(a, Declare) for a in start.actions(spot))
                assert start.any_action(spot, Random(seed)) in legal(rules, turn.before, model)
                spot = start.after(spot, turn.choice.action)
            model = turn.model
    assert dropped > 5


def test_no_search_looks_past_a_new_deal() -> None:
    rules = PlainBoerenbridge(**_options("boerenbridge(rounds=2-2)"))
    turns = list(islice(play(rules, [AnyLegal()] * 4, seed=1), 13))
    last = next(turn for turn in turns if rules.to_move(turn.after) < 0)
    model = next(t.model for t, u in pairwise(turns) if u is last)
    here = PlainRules(view(rules, last.before, model, last.by))
    spot = here.after(Spot(last.before), last.choice.action)
    assert (rules.to_move(spot.state), here.to_move(spot)) == (CHANCE, END)


def _options(spec: str) -> dict[str, Any]:
    made: Any = game(spec)
    return {field.name: getattr(made, field.name) for field in fields(made) if field.init}


# a move that everyone hears the truth of


@dataclass(frozen=True)
class Heard:
    """Whether the formula holds, as the true deal has it."""

    formula: str

    @property
    def sentence(self) -> str:
        return f"everyone hears whether {self.formula}"

    def decided(self, model: Any, world: Any) -> Announce:
        return Announce(self.formula if model.holds(self.formula, at=world) else f"~{self.formula}")

    def to(self, model: Any) -> Any:
        raise Error("not before it is decided")

    def true_at(self, model: Any, world: Any) -> bool:
        return True


@dataclass(frozen=True)
class AtOnce(Whodunit):
    """The referee speaks as soon as somebody accuses."""

    def apply(self, state: Any, action: Any) -> Any:
        after = super().apply(state, action)
        if action.what == "accuses":
            after = super().apply(after, self.chance(after).sample(Random(0)))
        return after

    def says(self, public: Any, action: Any) -> Any:
        if action.what == "accuses":
            inside = (f"in(envelope,{self.cards[card]})" for card in action.cards)
            return (Heard(f"({' & '.join(inside)})"),)
        return super().says(public, action)


def test_a_verdict_parts_what_a_seat_imagines() -> None:
    rules, here = AtOnce(), after(AtOnce(), ["deal 30132"])
    accuses = rules.parse("Ann accuses Green rope")
    deals = [rules.apply(rules.start(), rules.parse(f"deal {text}")) for text in ("30132", "10332")]
    plainly = PlainRules(here)
    right, wrong = (plainly.after(Spot(state), accuses) for state in deals)
    assert plainly.verdict(right) != plainly.verdict(wrong)
    assert plainly.verdict(Spot(deals[0])) is None
    model: Any = plainly._model_at(wrong)
    assert model.valid("~(in(envelope,Green) & in(envelope,rope))")


@pytest.mark.parametrize("spec", ["expectiminimax(worlds=4)", "ismcts(iterations=200)"])
def test_who_may_be_wrong_is_searched_on_both_sides_of_the_verdict(spec: str) -> None:
    early, late = (after(AtOnce(), moves) for moves in (ANN_KNOWS[:1], ANN_KNOWS))
    assert agent(spec).choose(early, Random(1)).action in early.actions
    assert str(agent(spec).choose(late, Random(1)).action) == "Ann accuses Green rope"
