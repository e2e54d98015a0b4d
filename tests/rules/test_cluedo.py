"""The rules of Cluedo, paragraph by paragraph of `whoknows.games.cluedo`."""

from fractions import Fraction
from random import Random

import pytest

from whoknows.core.agent import Choice
from whoknows.core.error import Error
from whoknows.core.game import CHANCE, END
from whoknows.core.laws import what_is_said_is_public
from whoknows.core.legal_actions import legal
from whoknows.core.match import step
from whoknows.games.cluedo import Cluedo

SMALL = Cluedo(suspects=3, weapons=2, rooms=3, names="Ann-Ben-Cas")
DEAL = "deal Ann: Scarlett, ballroom | Ben: Mustard, billiard | Cas: candlestick | "
DEAL += "envelope: White, dagger, conservatory"
RIGHT = "White, dagger, conservatory"


class At:
    """The position after these moves."""

    def __init__(self, *moves, rules=SMALL):
        self.rules, self.state, self.model, self.said = rules, rules.start(), None, ()
        for move in moves:
            turn = step(rules, self.state, self.model, Choice(rules.parse(move)))
            self.state, self.model, self.said = turn.after, turn.model, turn.said

    def legal(self):
        return [str(action) for action in legal(self.rules, self.state, self.model)]

    def knows(self, seat, formula):
        return self.seat(seat).knows(formula)

    def seat(self, seat):
        return self.model.seat(seat, at=self.rules.world(self.state))

    def moving(self):
        by = self.rules.to_move(self.state)
        return {CHANCE: "chance", END: "nobody"}.get(by) or self.rules.seats[by]


def test_the_classic_cards_are_six_suspects_six_weapons_and_nine_rooms():
    assert [len(kind) for kind in Cluedo().kinds] == [6, 6, 9]
    assert len(set(Cluedo().cards)) == 21


def test_the_envelope_holds_one_card_of_each_kind():
    chance = SMALL.chance(SMALL.start())
    assert chance.count() == 3 * 2 * 3 * 30  # two, two and one of the five that are left
    for deal in chance.outcomes():
        suspect, weapon, room = dict(deal.piles)["envelope"]
        kinds = [suspect, weapon, room]
        assert all(card in kind for card, kind in zip(kinds, SMALL.kinds, strict=True))


@pytest.mark.parametrize(
    ("players", "hands"),
    [(3, (6, 6, 6)), (4, (5, 5, 4, 4)), (5, (4, 4, 4, 3, 3)), (6, (3,) * 6)],
)
def test_the_first_players_have_one_more_where_cards_do_not_come_out_even(players, hands):
    rules = Cluedo(players)
    assert tuple(rules.deal.places.values()) == (*hands, 3)


def test_a_player_sees_its_own_cards_alone():
    at = At(DEAL)
    assert at.knows("Ann", "has(Ann,Scarlett) & has(Ann,ballroom)")
    assert at.seat("Ann").odds("in(envelope,Mustard)") == Fraction(1, 2)


def test_a_player_asks_for_any_three_or_accuses():
    at = At(DEAL)
    assert at.moving() == "Ann"
    asks = [move for move in at.legal() if "asks" in move]
    assert len(asks) == len(at.legal()) / 2 == 3 * 2 * 3
    assert "Ann asks for Scarlett, dagger, ballroom" in asks


def test_players_answer_in_turn_until_one_has_a_card():
    ask = "Ann asks for White, candlestick, ballroom"
    assert At(DEAL, ask).moving() == "Ben"
    assert At(DEAL, ask).legal() == ["Ben has none of these"]
    after = At(DEAL, ask, "Ben has none of these")
    assert after.moving() == "Cas"
    assert after.legal() == ["Cas shows Ann candlestick"]
    assert after.knows("Cas", "~has(Ben,White) & ~has(Ben,ballroom)")
    assert At(DEAL, ask, "Ben has none of these", "Cas shows Ann candlestick").moving() == "Ben"


def test_who_has_several_chooses_and_only_the_asker_sees_which():
    ask = "Ann asks for Mustard, dagger, billiard"
    assert At(DEAL, ask).legal() == ["Ben shows Ann Mustard", "Ben shows Ann billiard"]
    at = At(DEAL, ask, "Ben shows Ann billiard")
    assert at.knows("Ann", "has(Ben,billiard)")
    assert not at.knows("Ann", "has(Ben,Mustard)")
    assert at.knows("Cas", "has(Ben,Mustard) | has(Ben,dagger) | has(Ben,billiard)")
    assert not at.knows("Cas", "has(Ben,billiard)")
    assert at.rules.shown(At(DEAL, ask).state, at.rules.parse("Ben shows Ann billiard"), to=2) == (
        "Ben shows Ann ?"
    )


def test_if_nobody_has_any_it_is_the_next_ones_turn():
    moves = f"Ann asks for {RIGHT}", "Ben has none of these", "Cas has none of these"
    at = At(DEAL, *moves)
    assert at.moving() == "Ben"
    assert at.knows("Ann", "in(envelope,White) & in(envelope,dagger) & in(envelope,conservatory)")


def test_a_right_accusation_wins():
    at = At(DEAL, f"Ann accuses {RIGHT}")
    assert at.said[0].sentence == f"Ann is right that it was {RIGHT}"
    assert at.moving() == "nobody"
    assert at.rules.scores(at.state) == (1, 0, 0)
    assert at.rules.win(at.state).words(at.rules.seats, (1, 0, 0)) == "Ann wins with 1 point"


def test_after_a_wrong_accusation_one_only_answers():
    at = At(DEAL, "Ann accuses White, dagger, billiard")
    assert at.said[0].sentence == "Ann is wrong that it was White, dagger, billiard"
    assert at.knows("Cas", "~(in(envelope,White) & in(envelope,dagger) & in(envelope,billiard))")
    later = At(
        DEAL, "Ann accuses White, dagger, billiard",
        "Ben asks for Scarlett, dagger, billiard", "Cas has none of these",
        "Ann shows Ben Scarlett",
        "Cas asks for White, dagger, ballroom", "Ann shows Cas ballroom",
    )  # fmt: skip
    assert later.moving() == "Ben"


def test_if_all_are_wrong_nobody_wins():
    wrong = "accuses White, dagger, billiard"
    at = At(DEAL, f"Ann {wrong}", f"Ben {wrong}", f"Cas {wrong}")
    assert at.moving() == "nobody"
    words = at.rules.win(at.state).words(at.rules.seats, (0, 0, 0))
    assert words == "nobody wins: the murderer gets away"


def test_a_search_asks_for_unseen_cards_and_accuses_once_few_are_left():
    large = Cluedo(names="Ann-Ben-Cas")
    start = large.apply(large.start(), large.chance(large.start()).sample(Random(1)))
    hand = {large.cards[card] for card in start.cards(0)}
    tried = large.sensible(large.veil(start, 0), large.actions(start))
    assert {type(one).__name__ for one in tried} == {"Ask"}
    assert all(hand.isdisjoint((one.suspect, one.weapon, one.room)) for one in tried)
    few = At(DEAL)
    tried = list(map(str, SMALL.sensible(SMALL.veil(few.state, 0), SMALL.actions(few.state))))
    assert f"Ann accuses {RIGHT}" in tried
    assert "Ann accuses Scarlett, dagger, conservatory" not in tried  # she has that one herself


def test_the_game_ends_after_so_many_questions():
    rules = Cluedo(suspects=3, weapons=2, rooms=3, most=1, names="Ann-Ben-Cas")
    at = At(DEAL, f"Ann asks for {RIGHT}", rules=rules)
    assert at.moving() == "Ben"
    moves = f"Ann asks for {RIGHT}", "Ben has none of these", "Cas has none of these"
    assert At(DEAL, *moves, rules=rules).moving() == "nobody"


def test_two_play_with_the_whole_pack():
    rules, rng = Cluedo(2), Random(1)
    at = At(str(rules.chance(rules.start()).sample(rng)), rules=rules)
    for _ in range(6):
        asked = [action for action in at.legal() if "accuses" not in action]
        turn = step(rules, at.state, at.model, Choice(rules.parse(rng.choice(asked))))
        at.state, at.model = turn.after, turn.model
    odds = at.seat(0).ownership()
    assert all(sum(places.values()) == 1 for places in odds.values())


def test_a_style_that_tells_which_card_was_shown_is_noticed():
    class Telling(Cluedo):
        def style_choice(self, action):
            return str(action)

    with pytest.raises(AssertionError, match="what styles call '2 shows 1"):
        what_is_said_is_public(Telling(suspects=2, weapons=2, rooms=3))


@pytest.mark.parametrize(
    ("options", "fault"),
    [
        ({"players": 7}, "cluedo: players goes from 2 to 6, not 7"),
        ({"rooms": 10}, "cluedo: rooms goes from 2 to 9, not 10"),
        ({"most": 0}, "cluedo: most goes from 1 to 1,000, not 0"),
        (
            {"players": 4, "suspects": 2, "weapons": 2, "rooms": 2},
            "cluedo: there are too few cards for 4 players",
        ),
    ],
)
def test_options_that_make_no_sense(options, fault):
    with pytest.raises(Error, match=fault):
        Cluedo(**options)
