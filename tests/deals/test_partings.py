"""Cards that are offered, kept, put back and drawn again: facts stay exact, as listing shows.

Small deals are parted at random in the manner of the railway game. Where worlds are listed, a
world tells what lay in every slot that is no more, and all of them are equally likely.
"""

import pickle
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from fractions import Fraction
from math import factorial, prod
from random import Random
from typing import Any

import pytest
from oracle import flat
from test_chances import assert_in_proportion, equally

import whoknows as wk
from whoknows import formulas as f
from whoknows.core.agent import Agent, Choice
from whoknows.core.game import END
from whoknows.core.match import play
from whoknows.core.record import replay
from whoknows.core.recorder import Tape
from whoknows.deals.factual.factual_space import Factual
from whoknows.deals.places import multinomial
from whoknows.deals.split import Split
from whoknows.deals.updates import Announce, Deal, Look
from whoknows.logic.formula import Formula, any_of

MOST = 20_000  # worlds to list


# Small games of drawing and putting back


@dataclass
class Drawing:
    """Cards dealt to offers and a stock, and what happens to them: listed, and by facts alone."""

    rng: Random
    seats: int
    offered: list[int] = field(default_factory=list)  # seats that have yet to choose
    slots: list[str] = field(default_factory=list)  # under the stock, the first to be drawn first
    names: int = 0

    def __post_init__(self) -> None:
        self.offered = list(range(self.seats))
        offers = {f"offer{seat}": self.rng.choice((1, 1, 2)) for seat in self.offered}
        stock = self.rng.randint(0, 6 - sum(offers.values()))
        self.cards = "abcdef"[: sum(offers.values()) + stock]
        seen = {f"offer{seat}": (seat,) for seat in self.offered}
        places, seats = offers | {"stock": stock}, tuple(self.offered)
        deal = Deal(places, tuple(self.cards), seats=seats, seen=seen, engine="factual")
        self.factual: Any = deal.to(None)
        self.listed: Any = replace(deal, engine="bitset").to(None)

    def happen(self, update: Any) -> bool:
        """Whether it can happen: not what is false, or makes too many worlds."""
        sizes = update.parts.values() if isinstance(update, Split) else (1,)
        if self.listed.count() * multinomial(sizes) > MOST:
            return False
        if isinstance(update, Announce) and not self.listed.where(update.formula):
            return False
        self.factual, self.listed = update.to(self.factual), update.to(self.listed)
        return True

    def step(self) -> None:
        often, rarely = (self.draw, self.keep), (self.look, self.say, self.scatter)
        self.rng.choice(often if self.rng.random() < 0.95 else rarely)()

    def draw(self) -> None:
        """A seat is offered cards from the stock, and those under it that it reaches."""
        seat, reached = self.rng.randrange(self.seats), self.slots[: self.rng.randint(0, 3)]
        there = self.size("stock") + len(reached)
        if seat in self.offered or not there:
            return
        # In the game all of the stock is drawn first; here some may stay and mingle.
        taken = there if self.rng.random() < 0.8 else self.rng.randint(1, there)
        for slot in reached if self.rng.random() < 0.8 else ():
            self.happen(Look(seat, slot))
        place = ("stock", *reached) if reached else "stock"
        parts = {"stock": there - taken, f"offer{seat}": taken}
        if self.happen(Split(place, parts, seen={f"offer{seat}": (seat,)})):
            self.offered.append(seat)
            self.slots = self.slots[len(reached) :]

    def keep(self) -> None:
        """A seat keeps some of its offer, and puts the others under the stock."""
        if self.offered:
            seat = self.rng.choice(self.offered)
            size = self.size(f"offer{seat}")
            back = max(self.rng.randint(0, size) for _ in range(2))
            hand, *slots = [self.name("hand"), *(self.name("under") for _ in range(back))]
            parts = {hand: size - back, **dict.fromkeys(slots, 1)}
            seen = dict.fromkeys(slots, (seat,))
            if self.happen(Split(f"offer{seat}", parts, owner={hand: seat}, seen=seen)):
                self.offered.remove(seat)
                self.slots += slots

    def look(self) -> None:
        """Somebody looks at a slot or at somebody's hand."""
        if places := [*self.slots, *self.hands()]:
            self.happen(Look(self.rng.randrange(self.seats), self.rng.choice(places)))

    def say(self) -> None:
        """Something about one card is said."""
        said = self.lying(self.rng.choice(self.cards), self.rng.randint(1, 3))
        self.happen(Announce(said if self.rng.random() < 0.3 else ~said))

    def scatter(self) -> None:
        """A hand is parted, and nobody sees the parts any more."""
        if hands := self.hands():
            hand = self.rng.choice(hands)
            some = self.rng.randint(0, self.size(hand))
            left, right = self.name("left"), self.name("right")
            self.happen(Split(hand, {left: some, right: self.size(hand) - some}))

    def size(self, place: str) -> int:
        return int(self.factual.vocabulary.place(place).size)

    def hands(self) -> list[str]:
        names = (place.name for place in self.factual.vocabulary.places)
        return [name for name in names if name.startswith("hand")]

    def name(self, kind: str) -> str:
        self.names += 1
        return f"{kind}{self.names}"

    # what is asked of it

    def lying(self, card: str, most: int) -> Formula:
        places = [place.name for place in self.factual.vocabulary.places]
        some = self.rng.sample(places, min(most, len(places)))
        return any_of(*(f.Atom("in", (place, card)) for place in some))

    def fact(self, depth: int) -> Formula:
        """A random formula about the cards."""
        if not depth:
            card = self.rng.choice(self.cards)
            has = f.Atom("has", (self.rng.randrange(self.seats), card))
            return has if self.rng.random() < 0.5 else self.lying(card, 2)
        parts = tuple(self.fact(depth - 1) for _ in range(2))
        return self.rng.choice((f.And(parts), f.Or(parts), f.Not(parts[0]), f.Implies(*parts)))

    def known(self) -> Formula:
        """A random formula about what somebody knows of the cards."""
        seat, fact = self.rng.randrange(self.seats), self.fact(self.rng.randint(0, 2))
        group = tuple(self.rng.sample(range(self.seats), 2))
        return self.rng.choice(
            (
                f.Knows(seat, fact),
                f.Possible(seat, fact),
                f.KnowsWhether(seat, fact),
                f.KnowsValue(seat, self.rng.choice((*self.cards, "world"))),
                f.Everyone(group, fact),
                f.Distributed(group, fact),
            )
        )

    def is_uneven(self, seat: int, world: Any) -> bool:
        """Whether the seat has lost cards from sight that now lie here or there unequally often."""
        cell = self.listed.cell(seat, at=world)
        return len(set(Counter(frozenset(deal(w)) for w in cell).values())) > 1


def deal(world: Any) -> Iterator[tuple[Any, str]]:
    """Where the cards lie now."""
    return (
        (card, place) for place, cards in world.items() if isinstance(cards, list) for card in cards
    )


def drawings(name: str, many: int) -> Iterator[tuple[Drawing, Any]]:
    """Some small games, each with a world of it."""
    return (drawing(name, number, 30) for number in range(many))


def drawing(name: str, number: int, steps: int) -> tuple[Drawing, Any]:
    rng = Random(f"{name} {number}")
    game = Drawing(rng, rng.choice((2, 3, 3)))
    for _ in range(steps):
        game.step()
    return game, game.factual.sample(rng)


# Where they are among the games of a name; to look for them took longer than to check them.
UNEVEN = {
    "uneven 0": (4, 13, 19, 21, 23, 29),
    "uneven 1": (18, 27, 28, 39, 44, 46),
    "uneven 2": (1, 24, 33, 44, 51, 63),
    "uneven 3": (1, 5, 6, 9, 15, 17),
    "list 0": (23, 24, 31),
    "list 1": (6, 15, 18),
    "why 0": (11, 18),
    "why 1": (7, 16, 17),
    "draws 0": (7, 18, 22),
    "draws 1": (1, 14, 18),
    "draws 2": (15, 18),
    "draws 3": (7, 9, 26),
    "travel": (4, 10, 14),
}


def uneven(name: str, many: int) -> Iterator[tuple[Drawing, Any, int]]:
    """Some of them in which deals are not equally likely to a seat, which is rare."""
    found = 0
    for number in UNEVEN.get(name, range(1000)):
        game, world = drawing(name, number, 40)
        seats = [seat for seat in range(game.seats) if game.is_uneven(seat, world)]
        assert seats or name not in UNEVEN, f"{name} {number} is even"
        for seat in seats:
            yield game, world, seat
            found += 1
            if found == many:
                return


# What a seat knows


def check(game: Drawing, world: Any, seat: int) -> None:
    mine, theirs = (model.seat(seat, at=world) for model in (game.factual, game.listed))
    cell = list(theirs.worlds)
    assert mine.count() == theirs.count() == len(cell)
    assert mine.ownership() == ownership(game, cell)
    for _ in range(5):
        asked = game.fact(game.rng.randint(0, 3))
        assert mine.knows(asked) == theirs.knows(asked), str(asked)
        assert mine.possible(asked) == theirs.possible(asked), str(asked)
        assert str(mine.answer(asked)) == str(theirs.answer(asked)), str(asked)
        true = (theirs.worlds & game.listed.where(asked)).count()
        assert mine.odds(asked) == Fraction(true, len(cell)), str(asked)
    weighed, asked = game.fact(1), game.fact(1)
    weight = {flat(w): 3 if w in game.listed.where(weighed) else 1 for w in cell}
    true = sum(weight[flat(w)] for w in cell if w in game.listed.where(asked))
    assert mine.odds(asked, weights={weighed: 3}) == Fraction(true, sum(weight.values()))


def ownership(game: Drawing, cell: list[Any]) -> dict[str, dict[str, Fraction]]:
    """By listing: every world, with what lay in its slots, is equally likely."""
    words = game.listed.vocabulary
    owners = dict.fromkeys((words.owner(place.name) for place in words.places), Fraction(0))
    found = {card: dict(owners) for card in game.cards}
    for world in cell:
        for card, place in deal(world):
            found[card][words.owner(place)] += Fraction(1, len(cell))
    return found


@pytest.mark.parametrize("chunk", range(8))
def test_a_seat_knows_what_it_knows_where_worlds_are_listed(chunk: int) -> None:
    for game, world in drawings(f"seat {chunk}", 10):
        assert isinstance(game.factual.space, Factual)
        assert game.factual.count() == game.listed.count()
        for seat in range(game.seats):
            check(game, world, seat)


@pytest.mark.parametrize("chunk", range(4))
def test_so_it_does_when_deals_are_not_equally_likely(chunk: int) -> None:
    for game, world, seat in uneven(f"uneven {chunk}", 6):
        check(game, world, seat)


@pytest.mark.parametrize("chunk", range(4))
def test_in_one_world_all_that_is_known_of_facts_is_answered(chunk: int) -> None:
    for game, world in drawings(f"known {chunk}", 8):
        for _ in range(8):
            asked = game.known()
            assert game.factual.holds(asked, at=world) == game.listed.holds(asked, at=world), asked


@pytest.mark.parametrize("chunk", range(2))
def test_the_worlds_of_a_seat_can_be_listed_after_all(chunk: int) -> None:
    games = [(*some, 0) for some in drawings(f"list {chunk}", 10)]
    for game, world, seat in [*games, *uneven(f"list {chunk}", 3)]:
        mine, theirs = (model.seat(seat, at=world) for model in (game.factual, game.listed))
        found = list(map(flat, mine.worlds))
        assert len(found) == len(set(found))
        assert set(found) == set(map(flat, theirs.worlds))
        assert all(other in mine.worlds for other in theirs.worlds)
        assert game.factual.world(world) == world


@pytest.mark.parametrize("chunk", range(2))
def test_a_reason_is_given_and_a_doubt_is_a_world_with_its_past(chunk: int) -> None:
    games = [(*some, 0) for some in drawings(f"why {chunk}", 8)]
    for game, world, seat in [*games, *uneven(f"why {chunk}", 3)]:
        for asked in (f.Knows(seat, game.fact(1)) for _ in range(4)):
            mine, theirs = (m.why(asked, at=world) for m in (game.factual, game.listed))
            assert (mine.holds, len(mine.because)) == (theirs.holds, len(theirs.because))
            if not mine.holds:
                assert mine.counterexample in game.listed.cell(seat, at=world)
                assert not game.listed.holds(asked.inner, at=mine.counterexample)


def test_a_model_travels_with_its_past() -> None:
    for game, world, seat in uneven("travel", 3):
        copy = pickle.loads(pickle.dumps(game.factual))
        mine, theirs = (model.seat(seat, at=world) for model in (copy, game.factual))
        assert (mine.count(), mine.ownership()) == (theirs.count(), theirs.ownership())


# Draws


@pytest.mark.parametrize("seed", range(6))
def test_every_world_with_its_past_is_drawn_equally_often(seed: int) -> None:
    for game, world in drawings(f"draw {seed}", 4):
        check_draws(game, world, game.rng.randrange(game.seats))


@pytest.mark.parametrize("seed", range(4))
def test_so_it_is_when_deals_are_not_equally_likely(seed: int) -> None:
    for game, world, seat in uneven(f"draws {seed}", 3):
        check_draws(game, world, seat)


def check_draws(game: Drawing, world: Any, seat: int) -> None:
    mine, cell = game.factual.seat(seat, at=world), game.listed.cell(seat, at=world)
    if cell.count() <= 60:
        many = 30 * cell.count()
        drawn = Counter(flat(mine.sample(game.rng)) for _ in range(many))
        assert_in_proportion(drawn, equally(cell))
        assert_in_proportion(Counter(map(flat, mine.samples(game.rng, many))), equally(cell))


# One card followed by hand


def followed(engine: str = "factual") -> Any:
    """0 puts a under the stock and 2 puts c there. 1 draws b and a, keeps one and puts one back;
    draws c and that one, keeps one and puts one back."""
    seen = {"offer0": (0,), "offer2": (2,)}
    model: Any = Deal({"offer0": 1, "offer2": 1, "stock": 1}, ("a", "b", "c"), seats=(0, 1, 2),
                      seen=seen, engine=engine).to(None)  # fmt: skip
    for update in (
        Split("offer0", {"under1": 1}, seen={"under1": [0]}),
        Split("offer2", {"under2": 1}, seen={"under2": [2]}),
        Look(1, "under1"),
        Split(("stock", "under1"), {"offer": 2}, seen={"offer": [1]}),
        Split("offer", {"1": 1, "under3": 1}, owner={"1": 1}, seen={"under3": [1]}),
        Look(1, "under2"),
        Split(("under2", "under3"), {"offer": 2}, seen={"offer": [1]}),
        Split("offer", {"1.2": 1, "under4": 1}, owner={"1.2": 1}, seen={"under4": [1]}),
    ):
        model = update.to(model)
    return model


NOW = {"1": ["b"], "1.2": ["c"], "under4": ["a"]}
FOLLOWED = {**NOW, "under1": "a", "under2": "c", "under3": "a"}


def test_a_card_that_may_have_been_drawn_twice_is_less_likely_where_it_had_to_be_drawn_twice() -> (
    None
):
    mine = followed().seat(0, at=FOLLOWED)
    odds = [mine.odds(f"in({place},a)") for place in ("1", "1.2", "under4")]
    assert odds == [Fraction(1, 2), Fraction(1, 4), Fraction(1, 4)]
    assert mine.odds("has(1,a)") == mine.ownership()["a"]["1"] == Fraction(3, 4)
    # 2 put c back after the first draw, so it was drawn once at most.
    theirs = followed().seat(2, at=FOLLOWED)
    assert theirs.knows('~in("1",c)')
    assert theirs.odds('in("1.2",c)') == Fraction(1, 2)


def test_a_seat_remembers_what_it_put_back_and_no_other_does() -> None:
    world = followed().seat(0, at=FOLLOWED).sample(Random(1))
    assert world["under1"] == "a"
    drawn = followed().seat(0, at=FOLLOWED).samples(Random(1), 200)
    assert {w["under3"] for w in drawn} == {"a", "b", "c"}
    assert {w["under2"] for w in followed().seat(2, at=FOLLOWED).samples(Random(1), 50)} == {"c"}


REFUSED: list[tuple[Callable[[], Any], str]] = [
    (lambda: followed().seat(0, at=NOW), "4 worlds fit; say what"),
    (lambda: followed().seat(0, at={**FOLLOWED, "under2": "a"}), "not a world of the model"),
    (lambda: followed().seat(0, at={**FOLLOWED, "under3": "c"}), "not a world of the model"),
    (lambda: followed().seat(0, at={**NOW, "under1": "a"}), "say what lay in under2 as well"),
    (lambda: followed().where("under1 = a").count(), "only say it in a world"),
    (lambda: followed().holds("Kv[0] under1", at=FOLLOWED), "only say it in a world"),
    (lambda: followed().holds("K[0] under1 = a", at=FOLLOWED), "nested questions"),
    (lambda: followed().seat(0, at=FOLLOWED).knows("K[1] has(1,a)"), "nested questions"),
    (lambda: list(followed().cells(0)), "nested questions"),
    (lambda: followed().seat(0, at=FOLLOWED).chances.flat, "some deals are likelier than others"),
    (lambda: Split("under4", {"under1": 1}).to(followed()), "there is already a place under1"),
]  # fmt: skip


@pytest.mark.parametrize(("act", "says"), REFUSED, ids=[str(n) for n in range(len(REFUSED))])
def test_what_cannot_be_asked_is_refused_in_one_line(act: Callable[[], Any], says: str) -> None:
    with pytest.raises(wk.Error, match=says) as caught:
        act()
    assert "\n" not in str(caught.value)


def test_what_cannot_be_parted_is_refused() -> None:
    places, cards = {0: 2, 1: 2, "stock": 2}, "abcdef"
    model = wk.deal(places, cards=cards, contains={"stock": [("ab", 1)]}, engine="factual")
    with pytest.raises(wk.Error, match="stock holds fixed numbers of some cards"):
        model.split("stock", {"stock": 1, "drawn": 1})
    model = wk.deal(places, cards=cards, engine="factual")
    scattered = model.split(0, {"left": 1, "right": 1})
    with pytest.raises(wk.Error, match="only one of the merged places may be unseen"):
        Split(("left", "stock"), {"pile": 3}).to(scattered)


def test_what_is_shared_in_a_large_deal_is_parted_too() -> None:
    pack = [rank + suit for suit in "CDHS" for rank in "23456789TJQKA"]
    model = wk.deal({**dict.fromkeys(range(6), 8), "stock": 4}, cards=pack, seats=range(6))
    later = model.split("stock", {"stock": 1, "drawn": 3}, owner={"drawn": 0})
    assert later.count() == model.count() * 4
    mine = later.seat(0, at=later.sample(Random(1)))
    assert mine.count() == prod(range(1, 42)) // (factorial(8) ** 5 * factorial(1))


# Whole games


class Collector(Agent):
    """Draws tickets whenever it can, and otherwise plays anything."""

    name = "collector"

    def choose(self, view: Any, rng: Random) -> Any:
        drawing = [action for action in view.actions if str(action).endswith("draws tickets")]
        return Choice(rng.choice(drawing or view.actions))


SPECS = ["board=small", "board=usa", "board=usa,seats=5", "board=europe,seats=3"]


@pytest.mark.parametrize("name", ["random", "greedy"])
@pytest.mark.parametrize("spec", SPECS)
def test_a_classic_game_is_played_to_its_end(spec: str, name: str) -> None:
    rules = wk.game(f"tickets({spec})")
    *_, last = play(rules, [wk.agent(name)] * rules.players, seed=1)
    assert rules.to_move(last.after) == END
    for seat in range(rules.players):
        check_tickets(rules, last, seat)


@pytest.mark.parametrize("spec", SPECS)
def test_tickets_drawn_again_are_imagined_with_their_past(spec: str) -> None:
    rules = wk.game(f"tickets({spec})")
    turns = list(play(rules, [Collector()] * rules.players, seed=1))
    assert len(turns[-1].after.was) > 1
    again = next(n for n, turn in enumerate(turns) if turn.after.was)
    for turn in turns[again : again + 60 : 15]:
        for seat in range(rules.players):
            check_tickets(rules, turn, seat)
            mine = turn.model.seat(seat, at=rules.world(turn.after))
            veiled = rules.veil(turn.after, seat)
            twin = rules.redeal(veiled, mine.sample(Random(1)), Random(1))
            assert rules.veil(twin, seat) == veiled
            other = turn.model.seat(seat, at=rules.world(twin))
            assert other.sample(Random(2)) == mine.sample(Random(2))


def check_tickets(rules: Any, turn: Any, seat: int) -> None:
    """What a seat holds it knows, and it does not know more than there is."""
    mine = turn.model.seat(seat, at=rules.world(turn.after))
    odds, own = mine.ownership(), rules.ticket_names(turn.after.tickets(seat))
    assert [ticket for ticket, row in odds.items() if row.get(rules.seats[seat]) == 1] == sorted(
        own, key=list(odds).index
    )
    for other in range(rules.players):
        held = sum(row.get(rules.seats[other], Fraction(0)) for row in odds.values())
        assert held == len(turn.after.tickets(other))


def test_a_record_of_a_classic_game_replays() -> None:
    rules = wk.game("tickets(board=small)")
    turns = list(play(rules, [Collector()] * rules.players, seed=1))
    tape = Tape(rules, ["any"] * rules.players, seed=None)
    for turn in turns:
        tape.add(turn)
    for now, then in zip(replay(tape.record()), turns, strict=True):
        assert now.model is not None
        assert now.model.count() == then.model.count()
