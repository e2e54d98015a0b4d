"""What an author declares wrongly is told in one line: when the game is made, or at the move."""

import re
from dataclasses import dataclass, field
from random import Random
from typing import Annotated

import pytest
from hunt import Ask, Guess, HasNone, Hunt, Peek, ShowCard

from whoknows.core.agent import Choice
from whoknows.core.error import Error
from whoknows.core.law_positions import AnyLegal
from whoknows.core.laws import LAWS
from whoknows.core.match import step
from whoknows.kit import CARD, Announce, Card, Deal, Move, Number, Seat, Secret, Show

DEAL = "deal Ann: a, b | Ben: c, d | Cas: e, f | den: g"
REST = (Ask, ShowCard, Peek, Guess)


def fault(made, *moves):
    """What is said of a game with these parts, when it is made or these moves are."""
    with pytest.raises(Error) as caught:
        moved(made, *moves)
    return str(caught.value)


def moved(made, *moves):
    wrong = dataclass(frozen=True)(type("Wrong", (Hunt,), made | {"__annotations__": {}}))
    rules = wrong(names="Ann-Ben-Cas")
    state, model = rules.start(), None
    for move in moves:
        turn = step(rules, state, model, Choice(rules.parse(move)))
        state, model = turn.after, turn.model
    rules.actions(state)


@dataclass(frozen=True, slots=True)
class Misspelt(Move):
    text = "{seet} has neither"
    seat: Seat


@dataclass(frozen=True, slots=True)
class Twice(Move):
    text = "{seat} has neither, says {seat}"
    seat: Seat


@dataclass(frozen=True, slots=True)
class Unsaid(Move):
    text = "{seat} has neither"
    seat: Seat
    other: Seat


@dataclass(frozen=True, slots=True)
class Wordless(Move):
    seat: Seat


class Undeclared(Move):
    text = "nothing happens"


@dataclass(frozen=True, slots=True)
class ToNobody(Move):
    text = "{seat} hands {to} {card}"
    seat: Seat
    to: Seat
    card: Annotated[str, Secret(CARD, "seat", "too")]


@dataclass(frozen=True, slots=True)
class Glued(Move):
    text = "{seat} bids {many}{face}"
    seat: Seat
    many: Annotated[int, Number()]
    face: Annotated[int, Number()]


@dataclass(frozen=True, slots=True)
class Unsorted(Move):
    text = "{seat} bids {many}"
    seat: Seat
    many: int


@pytest.mark.parametrize(
    ("move", "said"),
    [
        (
            Glued,
            "Glued.text has nothing between many and face: nobody could tell where one ends",
        ),
        (Unsorted, "Unsorted.many has no sort: write such as Annotated[int, Number()]"),
        (Misspelt, "Misspelt.text names seet, which is no field of it"),
        (Twice, "Twice.text names seat twice"),
        (Unsaid, "Unsaid.other is not in its text, so it could not be read back"),
        (Wordless, "Wordless is no action: those are frozen dataclasses with a text"),
        (Undeclared, "Undeclared is no action: those are frozen dataclasses with a text"),
        (ToNobody, "ToNobody.card is seen by too, which is no field of the move"),
    ],
)
def test_a_move_that_will_not_do(move, said):
    assert fault({"moves": (*REST, move)}) == f"hunt: {said}"


def test_a_game_without_moves():
    assert fault({"moves": ()}) == "hunt: it has no moves; write such as moves = (Ask, Guess)"


def test_a_deal_whose_cards_do_not_fit():
    deal = property(lambda self: Deal(self.hands(5) | {"den": 1}, tuple("abcdefg")))
    said = "hunt: the sizes add up to 2 + 2 + 1 + 1 = 6, but there are 7 cards"
    assert fault({"deal": deal}) == said


@dataclass
class Thawed:
    mover: int = 0


@dataclass(frozen=True)
class Mapped:
    mover: int = 0
    seen: dict = field(default_factory=dict)


@pytest.mark.parametrize(
    ("public", "said"),
    [
        (3, "begin gives a int; what is public is a frozen dataclass"),
        (Thawed(), "begin gives a Thawed; what is public is a frozen dataclass"),
        (
            Mapped(),
            "Mapped.seen: what is public holds numbers, names, texts and tuples of these, not dict",
        ),
    ],
)
def test_what_cannot_be_public(public, said):
    assert fault({"begin": lambda self: public}) == f"hunt: {said}"


def test_rules_that_give_nothing_back():
    said = "hunt: choices of Ann gives nothing back"
    assert fault({"choices": lambda self, public, sight: None}, DEAL) == said
    said = "hunt: after 'Ann guesses a' gives nothing back"
    nothing = {"after": lambda self, public, move, told: None}
    assert fault(nothing, DEAL, "Ann guesses a") == said


def test_a_move_may_tell_nothing_by_giving_nothing_back():
    @dataclass(frozen=True)
    class Mute(Hunt):
        def tells(self, public, move):
            return None

    rules = Mute(names="Ann-Ben-Cas")
    state = rules.apply(rules.start(), rules.parse(DEAL))
    assert rules.says(state, rules.parse("Ann peeks at Ben")) == ()
    assert rules.apply(state, rules.parse("Ann peeks at Ben")).public.peeked


def test_who_sees_the_card_in_a_move_is_who_is_shown_it():
    def tells(self, public, move):
        if isinstance(move, ShowCard):
            return [Show(move.seat, "Cas", public.asked)]
        return Hunt.tells(self, public, move)

    moves = (DEAL, "Ann asks Ben for c or d", "Ben shows Ann c")
    said = "hunt: ShowCard.card is seen by Ann and Ben, but its Show is from Ben to Cas"
    assert fault({"tells": tells}, *moves) == said


@dataclass(frozen=True, slots=True)
class Loud:
    asker: int = 0
    asked: tuple[Card, ...] = ()
    peeked: bool = False
    out: tuple[int, ...] = ()
    winner: Seat | None = None
    turns: int = 0
    last: Card | None = None


def test_a_secret_that_is_made_public_is_told_with_its_field():
    @dataclass(frozen=True)
    class Blab(Hunt):
        def begin(self):
            return Loud()

        def after(self, public, move, told):
            found = super().after(public, move, told)
            last = move.card if isinstance(move, ShowCard) else found.last
            return Loud(*(getattr(found, name) for name in list(Loud.__slots__)[:-1]), last)

    (law,) = (law for law in LAWS if law.__name__ == "states_round_trip")
    with pytest.raises(Error, match=r"^Loud\.last: no card \?: that is what others see of a sec"):
        law(Blab(names="Ann-Ben-Cas"))


@dataclass(frozen=True, slots=True)
class OpenCard(Move):
    text = "{seat} shows {to} {card}"
    seat: Seat
    to: Seat
    card: Card


def test_a_card_that_all_see_and_nobody_speaks_of_is_told_with_its_field_and_a_seat():
    @dataclass(frozen=True)
    class Open(Hunt):
        moves = (Ask, OpenCard, HasNone, Peek, Guess)

        def choices(self, public, sight):
            found = super().choices(public, sight)
            return [OpenCard(m.seat, m.to, m.card) if type(m) is ShowCard else m for m in found]

        def after(self, public, move, told):
            shows = isinstance(move, OpenCard)
            return super().after(public, ShowCard(move.seat, move.to, "?") if shows else move, told)

    (law,) = (law for law in LAWS if law.__name__ == "whatever_shows_is_said")
    with pytest.raises(AssertionError) as caught:
        law(Open(names="Ann-Ben-Cas"))
    said = str(caught.value)
    assert re.search(r": '\w+ shows \w+ \w' shows seat \w+ OpenCard.card, \w, but does", said)
    assert "\n" not in said


def test_a_move_that_says_what_is_not_so_is_told_by_every_law():
    @dataclass(frozen=True)
    class Liar(Hunt):
        def tells(self, public, move):
            if isinstance(move, HasNone):
                return [Announce(f"has({move.seat},{public.asked[0]})")]
            return super().tells(public, move)

    rules = Liar(names="Ann-Ben-Cas")
    for law in LAWS:
        with pytest.raises(AssertionError, match=r"'\w+ has neither' says what is not so: \w+ has"):
            law(rules)


def test_points_for_some_seats_only():
    @dataclass(frozen=True)
    class Stingy(Hunt):
        def points(self, public):
            return [0]

    (law,) = (law for law in LAWS if law.__name__ == "actions_apply")
    with pytest.raises(AssertionError, match="points for 1 of 3 seats after 'Ann "):
        law(Stingy(names="Ann-Ben-Cas"))


@dataclass(frozen=True, slots=True)
class Brag(Move):
    text = "{seat} boasts of {card}"
    seat: Seat
    card: Card


@dataclass(frozen=True)
class Boastful(Hunt):
    """A move that shows a card and does not say so; no match of the laws happens to make it."""

    moves = (*Hunt.moves, Brag)

    def choices(self, public, sight):
        found = list(super().choices(public, sight))
        boasts = [Brag(sight.name, card) for card in sight.hand]
        return found if len(found) < 2 else [*found, *boasts]


def test_a_move_that_nobody_makes_may_not_leak_either(monkeypatch):
    monkeypatch.setattr(AnyLegal, "choose", lambda self, view, rng: Choice(view.actions[0]))
    law = next(law for law in LAWS if law.__name__ == "whatever_shows_is_said")
    with pytest.raises(AssertionError, match=r"boasts of .* but does not say so"):
        law(Boastful())


def test_turns_may_be_told_by_name():
    class Named(Hunt):
        def turn(self, public):
            found = super().turn(public)
            return found if found < 0 else self.seats[found]

    rules, plain = Named(), Hunt()
    state = plain.start()
    state = plain.apply(state, plain.chance(state).sample(Random(1)))
    assert rules.to_move(state) == plain.to_move(state)
