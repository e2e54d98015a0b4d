"""Reasons: they suffice, fewer would not, counterexamples are real, and words read well."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import combinations
from random import Random
from typing import Any

import pytest
import randomly
from oracle import Oracle, flat
from randomly import Trio, number

import whoknows as wk
from whoknows.logic.announcements import Announce, Tell
from whoknows.logic.english import words
from whoknows.logic.formula import Formula, all_of, any_of
from whoknows.logic.modal_operators import Knows, Possible
from whoknows.logic.reasons import Why

ENGINES = randomly.ENGINES


@pytest.fixture(params=ENGINES)
def engine(request: pytest.FixtureRequest) -> str:
    return str(request.param)


# Random histories


@dataclass(frozen=True)
class History:
    """A model as it was born, what happened since, and the model that this has made."""

    born: Trio
    steps: tuple[tuple[str, tuple[Any, ...], Mapping[str, Any]], ...]
    now: Trio

    @property
    def said(self) -> list[int]:
        """Which steps are announcements, to all or to some."""
        return [n for n, (word, _, _) in enumerate(self.steps) if word in ("announce", "tell")]

    def silent(self, chosen: Iterable[int]) -> Oracle | None:
        """The oracle's model if of all that was said only these had been; None if it is empty."""
        kept = {self.said[n] for n in chosen}
        model = self.born.oracle
        for n, (word, args, named) in enumerate(self.steps):
            if n in kept or n not in self.said:
                model = getattr(model, word)(*args, **named)
        return model if model.worlds else None


def history(rng: Random, plain: bool, many: int) -> History:
    """A random history with so many steps, of facts announced to all alone if it is plain."""
    born = now = (randomly.deal if rng.random() < 0.6 else randomly.general)(rng, 60)
    steps: list[Any] = []
    for _ in range(many):
        step = _fact_said(rng, now) if plain else _step(rng, now)
        if step is None or (step[0] == "announce" and not now.oracle.where(step[1][0])):
            continue
        word, args, named = step
        later = now.updated(word, *args, **named)
        if len(later.oracle.worlds) <= 300:
            steps.append((word, args, named))
            now = later
    return History(born, tuple(steps), now)


def _fact_said(rng: Random, trio: Trio) -> randomly.Step:
    return "announce", (clause(rng, trio),), {}


def clause(rng: Random, trio: Trio) -> Formula:
    """A fact that says little, so that several of them are needed to know something."""
    atoms = [randomly.atom(rng, trio) for _ in range(rng.randint(2, 3))]
    return any_of(*(atom if rng.random() < 0.3 else ~atom for atom in atoms))


def _step(rng: Random, trio: Trio) -> randomly.Step | None:
    kind = rng.random()
    if trio.is_deal and kind < 0.4:
        some = (randomly.looking, randomly.parting, randomly.gathering, randomly.showing)
        return rng.choice(some)(rng, trio)
    if kind < 0.5:
        group = tuple(rng.sample(trio.seats, rng.randint(1, len(trio.seats))))
        return "tell", (group, clause(rng, trio)), {}
    seat, fact = number(rng.choice(trio.seats)), clause(rng, trio)
    said = (Knows(seat, fact), Possible(seat, fact), fact, randomly.formula(rng, trio, 2))
    return "announce", (rng.choice(said),), {}


def suffices(story: History, formula: Formula, at: frozenset[Any], chosen: Iterable[int]) -> bool:
    """Whether the formula would hold in this world if only these had been said."""
    model = story.silent(chosen)
    if model is None:
        return False
    return any(flat(world) == at and model.holds(formula, world) for world in model.worlds)


def fewest(story: History, formula: Formula, at: frozenset[Any]) -> int:
    """How many announcements are needed: every choice is tried."""
    numbers = range(len(story.said))
    return next(
        size
        for size in range(len(numbers) + 1)
        for chosen in combinations(numbers, size)
        if suffices(story, formula, at, chosen)
    )


def questions(rng: Random, story: History) -> Iterable[tuple[Formula, frozenset[Any]]]:
    """Things that are known, several facts at once and mostly by what was said, and where."""
    now = story.now.oracle
    for _ in range(8):
        world, seat = rng.choice(now.worlds), number(rng.choice(story.now.seats))
        facts = [randomly.factual(rng, story.now, 1) for _ in range(30)]
        known = [fact for fact in facts if now.holds(Knows(seat, fact), world)]
        told = [fact for fact in known if not suffices(story, Knows(seat, fact), flat(world), ())]
        if told:
            both = all_of(*rng.sample(told, min(len(told), 3)))
            yield Knows(seat, both if rng.random() < 0.7 else Knows(seat, both)), flat(world)
        elif known:
            yield Knows(seat, known[0]), flat(world)


def answers(story: History, formula: Formula, at: frozenset[Any]) -> list[Why]:
    """Why it is so, according to each engine."""
    return [
        engine.why(formula, at=next(world for world in engine.worlds if flat(world) == at))
        for engine in story.now.engines
    ]


@pytest.mark.parametrize("seed", range(40))
@pytest.mark.parametrize("plain", [True, False], ids=["facts", "anything"])
def test_reasons_suffice_and_fewer_would_not(seed: int, plain: bool) -> None:
    rng = Random(f"why {plain} {seed}")
    story = history(rng, plain, many=7)
    for formula, at in questions(rng, story):
        for why in answers(story, formula, at):
            told = (story.now.story, str(formula), sorted(at), str(why))
            chosen = [reason.number - 1 for reason in why.because]
            assert why.holds, told
            assert why.smallest, told
            assert suffices(story, formula, at, chosen), told
            assert len(chosen) == fewest(story, formula, at), told


@pytest.mark.parametrize("seed", range(10))
def test_reasons_for_what_is_no_ones_knowledge(seed: int) -> None:
    rng = Random(f"why not K {seed}")
    story = history(rng, False, many=4)
    for _ in range(4):
        world, formula = rng.choice(story.now.oracle.worlds), randomly.formula(rng, story.now, 2)
        for why in answers(story, formula, flat(world)):
            told = (story.now.story, str(formula), sorted(flat(world)), str(why))
            assert why.holds == story.now.oracle.holds(formula, world), told
            if why.holds:
                chosen = [reason.number - 1 for reason in why.because]
                assert suffices(story, formula, flat(world), chosen), told
                assert len(chosen) == fewest(story, formula, flat(world)), told


@pytest.mark.parametrize("seed", range(20))
def test_counterexamples_are_real(seed: int) -> None:
    rng = Random(f"counterexample {seed}")
    now = history(rng, False, many=3).now
    for _ in range(6):
        world, seat = rng.choice(now.oracle.worlds), rng.choice(now.seats)
        formula = randomly.formula(rng, now, 2)
        if now.oracle.holds(Knows(number(seat), formula), world):
            continue
        doubts = {
            flat(w) for w in now.oracle.cell([seat], world) if not now.oracle.holds(formula, w)
        }
        for engine in now.engines:
            at = next(other for other in engine.worlds if flat(other) == flat(world))
            why = engine.seat(seat, at=at).why(formula)
            assert not why.holds
            assert why.because == ()
            assert why.counterexample is not None
            assert flat(why.counterexample) in doubts, (now.story, str(formula))
            assert str(why).startswith("Not so: ")


def test_the_same_update_made_twice_is_two_announcements(engine: str) -> None:
    born = wk.model("pq", seats="ab", observes={"b": ["p"]}, engine=engine)
    says = Announce("K[b] p")
    twice = says.to(says.to(born))
    assert len(twice.why("K[a] p", at={"p": True, "q": True}).because) == 1


def test_in_a_long_history_none_of_the_reasons_can_be_left_out(engine: str) -> None:
    facts = [f"p{number}" for number in range(7)]
    model = wk.model(facts, seats="ab", observes={"b": facts}, engine=engine)
    for fact in facts:
        model = model.announce(f"K[b] {fact}").announce("M[a] true", "well, well")
    why = model.why(f"K[a] ({' & '.join(facts)})", at=dict.fromkeys(facts, True))
    assert [reason.sentence for reason in why.because] == [f"b knows that {p}" for p in facts]
    assert not why.smallest
    assert "what was said (none of these can be left out)" in str(why)


# Moore sentences


def test_a_moore_sentence_is_noticed(engine: str) -> None:
    model = wk.model("pq", seats="ab", observes={"b": ["p"]}, engine=engine)
    assert model.notice == ""
    after = model.announce("p & ~K[a] p")
    assert after.notice == (
        "unsuccessful: p & ~K[a] p was true when it was announced, "
        "and is now false in 2 of 2 worlds"
    )
    assert after.announce("q").notice == ""
    assert model.announce("p").notice == ""
    assert model.tell("a", "p & ~K[a] p").notice == ""


@pytest.mark.parametrize("seed", range(10))
def test_just_the_announcements_that_undo_themselves_are_noticed(seed: int) -> None:
    rng = Random(f"moore {seed}")
    trio = randomly.model(rng, 90)
    for _ in range(8):
        said = randomly.formula(rng, trio, 2)
        if trio.oracle.where(said):
            now = trio.oracle.announce(said)
            undone = len(now.worlds) - len(now.where(said))
            for engine in trio.engines:
                notice = engine.announce(said).notice
                assert bool(notice) == bool(undone), (trio.story, str(said))
                assert f"false in {undone:,} of {len(now.worlds):,} worlds" in notice or not undone


# Words


@pytest.mark.parametrize(
    ("text", "clause"),
    [
        ("has(1,a)", "1 has a"),
        ("~has(1,a)", "1 does not have a"),
        ("has(1,a) | has(1,b) | has(1,c)", "1 has a, b or c"),
        ("has(1,a) & has(1,b)", "1 has a and b"),
        ("in(stock,a)", "a is in stock"),
        ("~in(stock,a)", "a is not in stock"),
        ("date = Jul16", "date is Jul16"),
        ("~date = Jul16", "date is not Jul16"),
        ("x + y <= 3", "x + y <= 3"),
        ("K[0] ~has(1,a)", "0 knows that 1 does not have a"),
        ("~K[0] has(1,a)", "0 does not know that 1 has a"),
        ("K[0] ~K[1] has(2,a)", "0 knows that 1 does not know that 2 has a"),
        ("M[0] has(1,a)", "0 considers it possible that 1 has a"),
        ("Kw[0] has(1,a)", "0 knows whether 1 has a"),
        ("~Kw[0] has(1,a)", "0 does not know whether 1 has a"),
        ("Kv[0] world", "0 knows the whole deal"),
        ("E[0,1] has(1,a)", "each of 0 and 1 knows that 1 has a"),
        ("C[0,1,2] has(1,a)", "it is common knowledge among 0, 1 and 2 that 1 has a"),
        ("D[0,1] has(1,a)", "0 and 1 together know that 1 has a"),
        ("has(1,a) -> has(2,b)", "if 1 has a, then 2 has b"),
        ("[! has(1,a)] has(2,b)", "once it is announced that 1 has a, 2 has b"),
    ],
)  # fmt: skip
def test_formulas_in_english(text: str, clause: str) -> None:
    assert words(wk.parse(text)) == clause


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("K[0] (p & q)", "K[0] p & q"),
        ("K[0] (p | q)", "K[0] p | q"),
        ("p & (q | r)", "p & q | r"),
        ("~(p & q)", "~p & q"),
        ("(p -> q) & r", "p -> q & r"),
        ("M[0] (p & q)", "M[0] p & q"),
        ("[! p] (q & r)", "[! p] q & r"),
    ],
)
def test_different_formulas_are_worded_differently(one: str, other: str) -> None:
    assert words(wk.parse(one)) != words(wk.parse(other))


def test_one_learns_and_several_learn() -> None:
    assert Tell(("ann",), "p").sentence == "ann learns whether p"
    assert Tell(("ann", "bob"), "p").sentence == "ann, bob learn whether p"
    assert "ann is told" in words(wk.parse("<!ann: p> q"))


# Explanations


def table(engine: str) -> Any:
    model = wk.deal({0: 2, 1: 2, 2: 2}, cards="abcdef", engine=engine)
    model = model.announce("has(1,a) | has(1,b)").announce("has(2,c) | has(2,d) | has(0,c)")
    return model.announce("~has(1,b)", "1 says: I don't have b")


WORLD = {0: ["c", "e"], 1: ["a", "d"], 2: ["b", "f"]}


def test_an_explanation_in_words(engine: str) -> None:
    why = table(engine).why("K[0] has(1,a)", at=WORLD)
    assert str(why) == (
        "0 knows that 1 has a, because of what 0 sees (c e), and what was said: "
        "(1) 1 has a or b; (3) 1 says: I don't have b."
    )
    assert str(table(engine).seat(0, at=WORLD).why("has(1,a)")) == str(why)


def test_what_a_seat_sees_needs_no_announcement(engine: str) -> None:
    why = table(engine).why("K[0] has(0,c)", at=WORLD)
    assert why.because == ()
    assert str(why) == "0 knows that 0 has c: this follows from what 0 sees (c e)."


def test_a_doubt_in_words(engine: str) -> None:
    why = table(engine).why("K[0] has(1,d)", at=WORLD)
    assert not why.holds
    counterexample = why.counterexample
    assert counterexample is not None
    assert counterexample[0] == ["c", "e"]
    assert "d" not in counterexample[1]
    assert str(why).startswith("Not so: 0 knows that 1 has d. Still possible: 0: c e | 1: a ")


def test_that_it_is_so_in_this_deal_does_not_follow_from_the_rules(engine: str) -> None:
    model = wk.deal({0: 1, 1: 1}, cards="ab", engine=engine)
    assert "rules alone" not in str(model.why("has(0,a)", at={0: ["a"], 1: ["b"]}))


def test_an_explanation_as_data(engine: str) -> None:
    data = table(engine).why("K[0] has(1,a)", at=WORLD).data()
    assert json.loads(json.dumps(data)) == {
        "formula": "K[0] has(1,a)",
        "holds": True,
        "because": [
            {"number": 1, "sentence": "1 has a or b"},
            {"number": 3, "sentence": "1 says: I don't have b"},
        ],
        "smallest": True,
        "untried": False,
        "happened": [],
        "counterexample": None,
    }
    doubt = table(engine).why("K[0] has(1,d)", at=WORLD).data()
    assert json.loads(json.dumps(doubt))["holds"] is False
    assert doubt["counterexample"] is not None


def test_common_knowledge_is_explained(engine: str) -> None:
    why = table(engine).why("C[0,1,2] has(1,a)", at=WORLD)
    assert [reason.number for reason in why.because] == [1, 3]


def test_muddy_children_need_every_round(engine: str) -> None:
    seats = {"ann": "bc", "bob": "ac", "cy": "ab"}
    model = wk.model("abc", seats=seats, observes=seats, engine=engine)
    nobody = " & ".join(f"~Kw[{seat}] {own}" for seat, own in zip(seats, "abc", strict=True))
    told = model.announce("a | b | c", "father").announce(nobody, "round 1")
    told = told.announce(nobody, "round 2")
    muddy = {"a": True, "b": True, "c": True}
    assert told.count() == 1
    why = told.why("K[ann] a", at=muddy)
    assert [reason.sentence for reason in why.because] == ["father", "round 1", "round 2"]


def test_who_asks_why_it_knows_is_not_told_that_it_knows_that_it_knows() -> None:
    m = wk.deal({"Ann": 1, "Ben": 1, "Cas": 1}, cards="abc").announce("~has(Ben,b)")
    ann = m.seat("Ann", sees={"Ann": "a"})
    for formula in ("has(Cas,b)", "has(Ben,b)"):
        assert str(ann.why(f"K[Ann] K[Ann] {formula}")) == str(ann.why(formula))
    assert "Ann knows that Ann" not in str(ann.why("K[Ann] has(Ben,b)"))
    assert "Ben knows that" in str(ann.why("K[Ben] ~has(Ben,b)"))  # of others it is said
