"""The rules of three cards, paragraph by paragraph of `whoknows.games.threecards`."""

from fractions import Fraction

import pytest

from whoknows.core.agent import Choice
from whoknows.core.error import Error
from whoknows.core.game import CHANCE, END
from whoknows.core.legal_actions import legal
from whoknows.core.match import step
from whoknows.games.threecards import ACTIONS, Deny, ThreeCards

RULES = ThreeCards()


class At:
    """The position after these moves."""

    def __init__(self, *moves, rules=RULES):
        self.rules, self.state, self.model = rules, rules.start(), None
        for move in moves:
            turn = step(rules, self.state, self.model, Choice(rules.parse(move)))
            self.state, self.model = turn.after, turn.model

    def legal(self):
        return {str(action) for action in legal(self.rules, self.state, self.model)}

    def knows(self, seat, formula):
        return self.model.seat(seat, at=self.rules.world(self.state)).knows(formula)

    def to_move(self):
        return self.rules.to_move(self.state)

    def scores(self):
        return self.rules.scores(self.state)


def test_the_deal_gives_one_card_to_each_seat_and_each_sees_its_own():
    assert At().to_move() == CHANCE
    chance = RULES.chance(RULES.start())
    assert [str(deal) for deal in chance.outcomes()] == [
        "deal a b c",
        "deal a c b",
        "deal b a c",
        "deal b c a",
        "deal c a b",
        "deal c b a",
    ]
    assert {chance.odds(deal) for deal in chance.outcomes()} == {Fraction(1, 6)}
    at = At("deal b a c")
    assert at.model.count() == 6
    assert RULES.world(at.state) == {0: ["b"], 1: ["a"], 2: ["c"]}
    assert at.knows(1, "has(1,a)")
    assert not at.knows(1, "has(0,b)")


@pytest.mark.parametrize("rounds", [1, 2, 3])
def test_turns_go_round_from_seat_0(rounds):
    rules = ThreeCards(rounds)
    moves, movers = ["deal a b c"], []
    while (seat := At(*moves, rules=rules).to_move()) != END:
        movers.append(seat)
        moves.append(f"{seat}: not {'bca'[seat]}")
    assert movers == [0, 1, 2] * rounds


def test_a_denial_is_true_and_all_hear_it():
    at = At("deal a b c")
    assert {move for move in at.legal() if "not" in move} == {"0: not b", "0: not c"}
    at = At("deal a b c", "0: not b")
    assert at.model.count() == 4
    assert at.knows(2, "has(0,a)")
    assert not at.knows(1, "has(0,a)")
    assert at.knows(1, "K[2] ~has(0,b)")
    assert at.scores() == (0, 0, 0)


def test_a_showing_is_seen_by_all_but_the_card_by_two_and_it_costs_a_point():
    at = At("deal a b c")
    assert {move for move in at.legal() if "shows" in move} == {"0 shows a to 1", "0 shows a to 2"}
    at = At("deal a b c", "0 shows a to 1")
    assert at.model.count() == 6
    assert at.knows(1, "has(0,a)")
    assert not at.knows(2, "has(0,a)")
    assert at.knows(2, "Kv[1] world")
    assert at.scores() == (-1, 0, 0)
    showing = RULES.parse("0 shows a to 1")
    assert RULES.shown(At("deal a b c").state, showing, to=2) == "0 shows ? to 1"
    assert RULES.shown(At("deal a b c").state, showing, to=None) == "0 shows ? to 1"


def test_a_declaration_needs_knowledge_pays_and_ends_the_game():
    assert "0 declares" not in At("deal a b c").legal()
    assert "1 declares" not in At("deal a b c", "0: not b").legal()
    assert "1 declares" in At("deal a b c", "0: not c").legal()
    at = At("deal a b c", "0: not c", "1 declares")
    assert at.to_move() == END
    assert at.scores() == (-1, 2, -1)


def test_the_game_ends_when_every_turn_has_been_taken():
    at = At("deal a b c", "0: not b", "1: not c", "2 shows c to 0")
    assert at.to_move() == END
    assert at.scores() == (0, 0, -1)


# Beyond the rules: how states and actions are seen, written and numbered.


def test_a_seat_sees_its_own_card_and_those_it_was_shown():
    state = At("deal a b c", "0 shows a to 1").state
    assert RULES.veil(state, 0).hands == (0, -1, -1)
    assert RULES.veil(state, 1).hands == (0, 1, -1)
    assert RULES.veil(state, 2).hands == (-1, -1, 2)
    assert RULES.veil(state, None).hands == (-1, -1, -1)


def test_codes_are_small_numbers():
    assert [RULES.encode(action) for action in ACTIONS] == list(range(36))
    assert RULES.decode(6) == Deny(0, 0)
    state = At("deal b c a", "0: not a", "1 shows c to 2").state
    assert RULES.encode_state(state) == (2, 0, 1, 2, 0, 1, 0, 0, 0, 0, 2, 0, -1, 0)


@pytest.mark.parametrize("text", ["", "0", "0: not d", "3 declares", "0 shows a to 0", "0:not a"])
def test_what_is_not_an_action(text):
    with pytest.raises(Error, match="is not an action of threecards"):
        RULES.parse(text)


def test_there_is_at_least_one_round():
    with pytest.raises(Error, match="threecards needs at least one round, not 0"):
        ThreeCards(0)
