"""The kit: what follows from a game's declarations is right, and a game cannot give a card away."""

from dataclasses import dataclass, replace
from fractions import Fraction
from random import Random

import pytest
from hunt import Ask, Guess, HasNone, Hunt, Peek, ShowCard, Trail

from whoknows.core.agent import Choice
from whoknows.core.error import Error
from whoknows.core.game import CHANCE, END
from whoknows.core.laws import LAWS
from whoknows.core.match import play, step
from whoknows.core.registry import agent
from whoknows.kit import (
    Announce,
    CardGame,
    Deal,
    Move,
    Reveal,
    Seat,
    Show,
    Sight,
    all_in,
    has_none,
    has_some,
)


@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__)
@pytest.mark.parametrize("game", [Hunt(names="Ann-Ben-Cas"), Hunt(4, many=6)], ids=str)
def test_a_game_of_the_kit_obeys(law, game):
    law(game)


class At:
    """The position after these moves."""

    def __init__(self, *moves, rules):
        self.rules, self.state, self.model, self.said = rules, rules.start(), None, ()
        for move in moves:
            turn = step(rules, self.state, self.model, Choice(rules.parse(move)))
            self.state, self.model, self.said = turn.after, turn.model, turn.said

    def knows(self, seat, formula):
        return self.model.seat(seat, at=self.rules.world(self.state)).knows(formula)


HUNT = Hunt(names="Ann-Ben-Cas")
DEAL = "deal Ann: a, b | Ben: c, d | Cas: e, f | den: g"


def test_a_deal_is_described_once():
    chance = HUNT.chance(HUNT.start())
    assert chance.count() == 630
    assert sum(map(chance.odds, chance.outcomes())) == 1
    drawn = chance.sample(Random(1))
    assert chance.odds(drawn) == Fraction(1, 630)
    assert HUNT.decode(HUNT.encode(drawn)) == HUNT.parse(str(drawn)) == drawn
    assert HUNT.says(HUNT.start(), drawn) == (HUNT.deal,)


def test_a_deal_is_seen_by_who_sees_the_places():
    deal = HUNT.parse(DEAL)
    seen = "deal Ann: ?, ? | Ben: c, d | Cas: ?, ? | den: ?"
    assert HUNT.shown(HUNT.start(), deal, to=1) == seen
    assert HUNT.shown(HUNT.start(), deal, to=None) == seen.replace("c, d", "?, ?")


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("deal Ann: a, b | Ben: c, d | den: g", "expected the places Ann, Ben, Cas, den"),
        ("deal Ann: a, x | Ben: c, d | Cas: e, f | den: g", "no card x"),
        ("Ann shows Ben ?", "no card ?"),
        ("Ann sings", "is not an action of hunt"),
    ],
)
def test_what_is_not_an_action(text, fault):
    with pytest.raises(Error, match=fault.replace("?", r"\?")):
        HUNT.parse(text)


def test_a_seat_may_be_told_by_its_number():
    assert HUNT.parse("0 asks 1 for c or g") == Ask("Ann", "Ben", "c", "g")


def test_a_secret_is_seen_by_those_whom_the_move_names():
    at = At(DEAL, "Ann asks Ben for c or g", rules=HUNT)
    shows = ShowCard("Ben", "Ann", "c")
    looks = [HUNT.shown(at.state, shows, to=seat) for seat in (0, 1, 2, None)]
    assert looks == ["Ben shows Ann c"] * 2 + ["Ben shows Ann ?"] * 2
    after = At(DEAL, "Ann asks Ben for c or g", "Ben shows Ann c", rules=HUNT)
    assert HUNT.world(after.state)["shown1"] == "c"
    assert [s.card for s in HUNT.veil(after.state, 0).shown] == [2]
    assert [s.card for s in HUNT.veil(after.state, 2).shown] == [-1]
    assert after.knows(0, "has(Ben,c)")
    assert not after.knows(2, "has(Ben,c)")


def test_who_looked_at_a_place_sees_it():
    at = At(DEAL, "Ann peeks at Ben", rules=HUNT)
    assert at.knows(0, "has(Ben,c) & has(Ben,d)")
    assert HUNT.veil(at.state, 0).lies == (0, 0, 1, 1, -1, -1, -1)
    assert HUNT.veil(at.state, 2).lies == (-1, -1, -1, -1, 2, 2, -1)


@pytest.mark.parametrize(
    ("card", "said", "mover"), [("g", "Ann is right", END), ("c", "Ann is wrong", 1)]
)
def test_what_is_revealed_is_decided_by_the_true_deal(card, said, mover):
    at = At(DEAL, f"Ann guesses {card}", rules=HUNT)
    (heard,) = at.said
    assert isinstance(heard, Announce)
    assert heard.sentence == said
    assert at.rules.to_move(at.state) == mover
    assert at.knows(1, f"in(den,{card})") == (card == "g")
    assert at.knows(1, f"~in(den,{card})") == (card != "g")


def test_what_is_not_yet_decided_changes_no_model():
    at = At(DEAL, rules=HUNT)
    with pytest.raises(Error, match="decided by the true deal"):
        Reveal("in(den,a)").to(at.model)


def test_who_wins_or_nobody():
    found = {
        HUNT.win(list(play(HUNT, [agent("random")] * 3, seed=seed))[-1].after).words(
            HUNT.seats, (1,) * 3
        )
        for seed in range(12)
    }
    assert "nobody wins: the prey got away" in found
    assert any("wins with 1 point" in words for words in found)


class Counting:
    """Plays the first action, and remembers how often it was asked."""

    name, cheats, asked = "counting", False, 0

    def choose(self, view, rng):
        assert len(view.actions) > 1
        self.asked += 1
        return Choice(view.actions[0])


def test_who_has_no_choice_is_not_asked():
    counting = Counting()
    turns = list(play(HUNT, [counting] * 3, seed=3))
    answers = [turn for turn in turns if isinstance(turn.choice.action, HasNone)]
    assert answers
    assert all(turn.choice.reasons == ("there was nothing else to do",) for turn in answers)
    assert counting.asked < len(turns) - 1


def test_a_row_keeps_every_kind_of_field():
    trail = Trail(2, ("a", "b"), True, (0, 1), "Ben", 5)
    state = replace(At(DEAL, rules=HUNT).state, public=trail)
    assert HUNT.decode_state(HUNT.encode_state(state)) == state


@dataclass(frozen=True, slots=True)
class Say(Move):
    text = "{seat} says {word}"
    seat: Seat
    word: Seat


@dataclass(frozen=True, slots=True)
class Tell(Move):
    text = "{seat} says {other}"
    seat: Seat
    other: Seat


def test_two_actions_that_share_a_text_are_told_when_the_game_is_made():
    @dataclass(frozen=True)
    class Twofold(Hunt):
        moves = (Say, Tell)

    with pytest.raises(Error, match="hunt: Say and Tell can both be written 'x says x'"):
        Twofold()


def test_a_wrong_option_is_told_when_the_game_is_made():
    with pytest.raises(Error, match="hunt needs more cards than players and at most 12, not 3"):
        Hunt(many=3)


def test_a_large_game_with_secrets_bears_many_showings():
    rules = Hunt(4, many=12, most=100, names="Ann-Ben-Cas-Dan")
    assert rules.says(rules.start(), rules.parse(LARGE)) == (replace(rules.deal, engine="factual"),)
    moves = [LARGE]
    for _ in range(4):
        moves += ["Ann asks Ben for d or e", "Ben shows Ann d"]
        moves += ["Ben asks Cas for g or h", "Cas shows Ben h"]
        moves += ["Cas asks Dan for j or k", "Dan shows Cas j", "Dan asks Ann for a or l"]
        moves += ["Ann shows Dan a"]
    at = At(*moves, rules=rules)
    assert at.knows(0, "has(Ben,d) & (has(Cas,g) | has(Cas,h))")
    assert not at.knows(0, "has(Cas,h)")


LARGE = "deal Ann: a, b, c | Ben: d, e, f | Cas: g, h, i | Dan: j, k | den: l"


def test_a_secret_that_is_not_shown_is_an_error():
    @dataclass(frozen=True)
    class Mute(Hunt):
        def tells(self, public, move):
            return [u for u in super().tells(public, move) if not isinstance(u, Show)]

    mute = Mute(names="Ann-Ben-Cas")
    with pytest.raises(Error, match="hunt: ShowCard needs one Show for each of its secrets"):
        At(DEAL, "Ann asks Ben for c or g", "Ben shows Ann c", rules=mute)


def test_what_a_seat_does_not_see_it_cannot_ask_for():
    @dataclass(frozen=True)
    class Cheat(Hunt):
        def choices(self, public, sight):
            return [Guess(sight.name, sight.cards("den")[0])]

    with pytest.raises(Error, match="Ann does not see den"):
        Cheat(names="Ann-Ben-Cas").actions(At(DEAL, rules=HUNT).state)


def test_rules_are_never_told_a_hidden_card():
    heard = []

    @dataclass(frozen=True)
    class Listening(Hunt):
        def tells(self, public, move):
            heard.append(move)
            return super().tells(public, move)

        def after(self, public, move, told):
            heard.append(move)
            return super().after(public, move, told)

    rules = Listening(names="Ann-Ben-Cas")
    At(DEAL, "Ann asks Ben for c or g", "Ben shows Ann c", rules=rules)
    assert {str(move) for move in heard if isinstance(move, ShowCard)} == {"Ben shows Ann ?"}


@dataclass(frozen=True)
class TwoRounds(Hunt):
    """Cards are dealt anew after four turns."""

    most: int = 8

    def turn(self, public):
        is_new = public.turns == 4 and not public.asked and not public.peeked
        return CHANCE if is_new else super().turn(public)

    def dealt(self, public):
        return replace(public, peeked=public.turns == 4)


@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__)
def test_cards_may_be_dealt_anew(law):
    law(TwoRounds(many=4))


def test_a_new_deal_forgets_what_was_shown():
    turns = list(play(TwoRounds(many=5), [agent("random")] * 3, seed=4))
    deals = [turn for turn in turns if turn.by == CHANCE]
    assert len(deals) == 2
    assert deals[1].before.shown
    assert not deals[1].after.shown


def test_a_card_that_texts_could_not_tell_is_refused():
    @dataclass(frozen=True)
    class Odd(Hunt):
        @property
        def deal(self):
            return Deal(self.hands(3) | {"den": 1}, ("a, b", "c", "d", "e"))

    with pytest.raises(Error, match="hunt: no card can be called 'a, b'"):
        Odd(many=4)


def test_nobody_has_actions_where_nobody_moves():
    assert HUNT.actions(HUNT.start()) == ()
    assert HUNT.actions(At(DEAL, "Ann guesses g", rules=HUNT).state) == ()


def test_chance_moves_first():
    assert HUNT.to_move(HUNT.start()) == CHANCE
    assert Peek("Ann", "Ben") in HUNT.actions(At(DEAL, rules=HUNT).state)
    assert isinstance(HUNT.deal, Deal)
    assert issubclass(Hunt, CardGame)


# what helps to write a game


def test_the_seat_after_another_one_is_found_by_number_and_by_name():
    assert HUNT.following(0) == 1
    assert HUNT.following(2) == 0
    assert HUNT.following("Cas") == "Ann"
    assert HUNT.following("Ann", without=("Ben",)) == "Cas"
    assert HUNT.following(1, without=(2, 0)) == 1
    assert HUNT.following(1, without=(0, 1, 2)) == 2, "if all are out, they are left in"


def test_what_is_often_said_needs_no_formula():
    assert str(has_none("Ann", ["a", "grey wolf"])) == '~has(Ann,a) & ~has(Ann,"grey wolf")'
    assert str(has_some("0", ["a", "b"])) == "has(0,a) | has(0,b)"
    assert str(all_in("den", ["a"])) == "in(den,a)"


def test_a_seat_has_seen_its_own_cards_what_it_looked_at_and_what_it_was_shown():
    asked = DEAL, "Ann asks Ben for c or g", "Ben shows Ann c"
    after = At(*asked, rules=HUNT)
    sights = [Sight(HUNT, seat, HUNT.veil(after.state, seat)).seen for seat in range(3)]
    assert sights == [set("abc"), set("cd"), set("ef")]
    peeked = At(DEAL, "Ann peeks at Ben", rules=HUNT)
    assert Sight(HUNT, 0, HUNT.veil(peeked.state, 0)).seen == set("abcd")


@dataclass(frozen=True)
class Race(Hunt):
    """The same, whose points are left to the kit."""

    nobody = "the prey got away"
    points = CardGame.points
    won = CardGame.won


def test_the_winner_that_all_see_has_a_point_and_else_nobody_wins():
    rules = Race(names="Ann-Ben-Cas")
    for winner in ("Ben", 1):
        over = replace(rules.start(), public=Trail(winner=winner))
        assert rules.scores(over) == (0, 1, 0)
        assert rules.win(over).words(rules.seats, rules.scores(over)) == "Ben wins with 1 point"
    words = rules.win(rules.start()).words(rules.seats, (0, 0, 0))
    assert words == "nobody wins: the prey got away"


def test_hands_for_more_seats_than_there_are_cards_are_refused():
    with pytest.raises(Error, match=r"^hunt: there are too few cards for 9 players$"):
        Hunt(9, many=11).hands(8)
