"""In somebody's head: the table there is what follows from all that those on the way know."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise, product
from random import Random

import pytest
from watched import BRIDGE, DOCUMENTED, HUGE, LARGE, SPECS, TOY, match, parsed, seen, telling, twins

from whoknows.core.error import Error
from whoknows.core.match import deal_of
from whoknows.core.memo import remembering
from whoknows.core.names import written
from whoknows.deals.deal_model import DealModel
from whoknows.deals.split import Split
from whoknows.deals.updates import Deal
from whoknows.logic.formula import Atom, Formula, Not, Or
from whoknows.logic.modal_operators import Knows
from whoknows.table.knowledge import mind as minds
from whoknows.table.knowledge.mind import Certainty, Mind, mind, path_of
from whoknows.table.knowledge.mind_table import mind_table
from whoknows.table.knowledge.questions import asked
from whoknows.table.knowledge.silent_deal import silent
from whoknows.table.knowledge.visible_moment import ALL, Dealt, Viewer

STEP = 12  # of the documented game: seat 1 claims Zagrab-Venezia
VIEWERS: tuple[Viewer, ...] = (0, 1, None, ALL)


def paths(many: int, most: int = 3) -> list[tuple[int, ...]]:
    """All ways from head to head, up to so many."""
    ways = (way for deep in range(1, most + 1) for way in product(range(many), repeat=deep))
    return [way for way in ways if all(a != b for a, b in pairwise(way))]


def moments(spec: str, viewer: Viewer, every: int = 1) -> Iterator[Dealt]:
    for step in telling(spec)[::every]:
        moment = seen(spec, viewer)[step]
        if isinstance(moment, Dealt):
            yield moment


# what is told is what follows


def known(moment: Dealt, path: tuple[int, ...], fact: Formula) -> bool:
    """Whether the viewer knows that the first on the way knows that the second knows ... it."""
    for seat in reversed(path):
        fact = Knows(written(moment.model.seats[seat]), fact)
    if moment.viewer == ALL:
        assert moment.world is not None
        return moment.model.holds(fact, at=moment.world)
    return moment.mine.knows(fact)


def lies(moment: Dealt, owner: str, card: str) -> Formula:
    """That a card is with a seat, or in a place that is called so."""
    words = moment.model.vocabulary
    if owner in words.seats:
        return Atom("has", (written(owner), card))
    named = [p for p in words.places if minds.whereabouts(words, p.name) == owner]
    return Or(tuple(Atom("in", (place.key, card)) for place in named))


def expected(moment: Dealt, path: tuple[int, ...], card: str) -> tuple[Certainty, set[str]]:
    """The same by formulas: what each of those on the way knows, one inside the other."""
    me, names = moment.model.seats[path[-1]], minds._names(moment.model)
    has = {owner: lies(moment, owner, card) for owner in names}
    knows = {owner: Knows(written(me), fact) for owner, fact in has.items()}
    owners = {owner for owner in names if not known(moment, path, Not(has[owner]))}
    if any(known(moment, path, fact) for fact in has.values()):
        return Certainty.SURE, owners
    if known(moment, path[:-1], Or(tuple(knows.values()))):
        return Certainty.WHOEVER, owners
    others = Or(tuple(fact for owner, fact in knows.items() if owner != me))
    is_lost = known(moment, path[:-1], Not(others))
    return Certainty.UNKNOWN if is_lost else Certainty.MAYBE, owners


@pytest.mark.parametrize("viewer", VIEWERS)
@pytest.mark.parametrize("spec", [DOCUMENTED, TOY])
def test_every_head_holds_what_follows_from_what_those_on_the_way_know(
    spec: str, viewer: Viewer
) -> None:
    found = set()
    for moment in moments(spec, viewer, 3):
        for path in paths(len(moment.model.seats)):
            for one in mind(moment, path).cards:
                told = one.certainty, set(one.owners)
                assert told == expected(moment, path, one.card), (moment.step, path, one.card)
                found.add(one.certainty)
    assert found >= {Certainty.SURE, Certainty.UNKNOWN}
    assert len(found) == 4 or spec == TOY


@pytest.mark.parametrize("viewer", VIEWERS)
@pytest.mark.parametrize("spec", [DOCUMENTED, LARGE])
def test_many_cells_are_judged_from_sets_as_they_are_one_by_one(
    spec: str, viewer: Viewer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(minds, "MOST_CELLS", 10**6)
    for moment in moments(spec, viewer, 8):
        with remembering():
            for path in paths(len(moment.model.seats), 2):
                one_by_one = mind(moment, path)
                at_once = minds._from_sets(moment.model, path, minds._here(moment, path))
                assert plain(at_once) == plain(one_by_one)
                assert at_once.worlds is None


def plain(found: Mind) -> list[tuple[str, Certainty, set[str], bool]]:
    return [(one.card, one.certainty, set(one.owners), one.is_public) for one in found.cards]


def test_odds_are_those_of_the_one_whose_head_it_is() -> None:
    """Who sees all sees them as they are; a seat sees between which they must be."""
    game, turns = match(DOCUMENTED)
    compared = 0
    for step in telling(DOCUMENTED):
        world = deal_of(game, turns[step - 1])
        all_seeing, mine = seen(DOCUMENTED, ALL)[step], seen(DOCUMENTED, 0)[step]
        assert world is not None
        assert isinstance(all_seeing, Dealt)
        assert isinstance(mine, Dealt)
        pairs = zip(mind(all_seeing, (2,)).cards, mind(mine, (2,)).cards, strict=True)
        for true, possible in pairs:
            for owner, share in true.owners.items():
                odds = mine.model.odds(lies(mine, owner, true.card), seat=2, at=world)
                between = possible.owners[owner]
                assert share == (odds, odds)
                assert between is not None
                assert between.least <= odds <= between.most
                compared += 0 < odds < 1
    assert compared


def test_between_which_odds_is_seen_cell_by_cell() -> None:
    mine = seen(TOY, 0)[telling(TOY)[0]]
    assert isinstance(mine, Dealt)
    for one in mind(mine, (1,)).cards:
        has = lies(mine, mine.model.seats[2], one.card)
        own = lies(mine, mine.model.seats[1], one.card)
        odds = [
            mine.model.odds(has, seat=1, at=world)
            for world in mine.mine.worlds
            if not mine.model.holds(own, at=world)
        ]
        share = one.owners.get(mine.model.seats[2], (Fraction(0), Fraction(0)))
        assert share == (min(odds), max(odds)) if odds else True


# what is shown


@pytest.mark.parametrize("spec", SPECS)
@pytest.mark.parametrize("viewer", [0, ALL, None])
def test_a_head_can_be_drawn_wherever_the_game_is(spec: str, viewer: Viewer) -> None:
    story = seen(spec, viewer)
    for moment in (story[0], *(story[step] for step in telling(spec)[::12])):
        for path in ("0", "1", "1.0", "0.1.0"):
            assert parsed(mind_table(moment, path)).find(".//nav") is not None


def test_a_card_that_one_can_place_lies_there_and_others_are_split() -> None:
    """In the documented game seat 2 finds out two tickets of seat 0 at step 12."""
    html = mind_table(seen(DOCUMENTED, 0)[STEP], "2")
    rows = {row[0]: row for row in rows_of(html)}
    assert {"Brest-Marseille", "Brest-Venezia"} <= set(rows["0"][1])
    assert "The table as seat 2 sees it, as far as you can know" in html
    assert 'data-mind="2.0"' in html
    assert 'data-mind="2.2"' not in html


def rows_of(html: str) -> list[tuple[str, list[str], list[str]]]:
    """Each row: whose it is, what lies there, and what may."""
    found = []
    for row in parsed(html).iter("div"):
        if row.get("class") == "sits":
            name = "".join(row[0].itertext()).split()
            cards = {"lies": list[str](), "blurred": list[str]()}
            for card in row.iter("li"):
                kind = card.get("class", "").split()[0]
                cards.setdefault(kind, []).append("".join(card.itertext()).strip())
            found.append((name[1] if len(name[0]) == 1 else name[0], *list(cards.values())[:2]))
    return found


def test_own_cards_that_the_viewer_does_not_know_lie_face_down() -> None:
    first = seen(DOCUMENTED, 0)[telling(DOCUMENTED)[0]]
    html = mind_table(first, "1")
    assert "only seat 1 sees these" in html
    assert html.count('class="back"') == 2
    assert "only" not in mind_table(seen(DOCUMENTED, ALL)[first.step], "1")


def test_what_somebody_may_know_is_said() -> None:
    told = [mind_table(moment, "1") for moment in moments(DOCUMENTED, 0)]
    assert any("Seat 1 may know who has" in html for html in told)
    assert any(re.search(r"Seat 1 considers \d+ to \d+ worlds possible", html) for html in told)


@pytest.mark.parametrize("path", ["", "x", "1.", "9", "1.-1", "0.1.0.1.0.1.0", "1" * 90])
def test_a_way_that_leads_nowhere_is_refused_in_one_line(path: str) -> None:
    with pytest.raises(Error) as fault:
        path_of(path, ("0", "1", "2"))
    assert "\n" not in str(fault.value)
    assert len(str(fault.value)) < 120


def test_nobody_is_twice_in_a_row() -> None:
    assert path_of("1.1.0.0.1", ("0", "1")) == (1, 0, 1)
    assert mind_table(seen(TOY, 0)[3], "0.1") == mind_table(seen(TOY, 0)[3], "1")


# deals of which nothing was said, at any size


def dealt_out(engine: str, rng: Random) -> DealModel:
    """Tickets of two kinds are offered, some are kept, and others drawn: all at random."""
    kept = rng.randint(1, 2)
    signs = {card: "" if card in "xy" else "~" for card in "abcdexy"}
    deal = Deal(
        {"offer0": 1, "offer1": 2, "stock": 2, "long0": 1, "out": 1},
        tuple(signs),
        ("Anna", "Bram"),
        seen={"offer0": [0], "offer1": [1], "long0": [0]},
        law=tuple(f"{sign}(in(long0,{c}) | in(out,{c}))" for c, sign in signs.items()),
        engine=engine,
    )
    parts = {"Bram": 1, "under1": 1} if kept == 1 else {"Bram": 2}
    keeps = Split("offer1", parts, {"Bram": 1}, {part: [1] for part in parts})
    draws = Split("stock", {"Anna": 1, "stock": 1}, {"Anna": 0}, {"Anna": [0]})
    return draws.to(keeps.to(deal.to(None)))


@pytest.mark.parametrize("seed", [0, 1])
@pytest.mark.parametrize("viewer", [0, 1, None, ALL])
def test_a_silent_deal_is_seen_room_by_room_as_it_is_world_by_world(
    viewer: Viewer, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(minds, "MOST_CELLS", 10**6)
    large, small = dealt_out("factual", Random(seed)), dealt_out("bitset", Random(seed))
    assert silent(large) is not None
    assert silent(small) is None
    world = small.outsider().sample(Random(seed))
    told = [
        replace(
            seen(HUGE, viewer)[-1],
            model=model,
            mine=model.seat(viewer, at=world) if isinstance(viewer, int) else model.outsider(),
            world=world if viewer == ALL else None,
        )
        for model in (large, small)
    ]
    for path in paths(2):
        assert mind(told[0], path) == mind(told[1], path), path


def test_a_deal_of_which_something_was_said_is_not_silent() -> None:
    said = dealt_out("factual", Random(1)).announce("has(0,a) | in(stock,a)")
    assert silent(said) is None


def test_on_the_usa_others_have_heads_too() -> None:
    step = telling(HUGE)[0]
    html = mind_table(seen(HUGE, 0)[step], "1")
    assert "The table as Bram sees it, as far as you can know" in html
    mine = mind_table(seen(HUGE, 0)[step], "0")
    assert rows_of(html)
    assert rows_of(html) != rows_of(mine)
    assert "worlds possible" in mind_table(seen(HUGE, 0)[step], "1.0")


# nothing is given away


@pytest.mark.parametrize("spec", [DOCUMENTED, LARGE, TOY, BRIDGE])
@pytest.mark.parametrize("seat", [0, 1])
def test_a_seat_sees_the_same_heads_in_all_its_worlds(spec: str, seat: int) -> None:
    compared = 0
    steps = telling(spec)
    for step in steps[1 : -1 : len(steps) // 3 or 1]:  # a last move may clear the table
        ways = ("0", "1", "2.1", f"{1 - seat}.{seat}.{1 - seat}")
        stories = [story[step] for story in twins(spec, seat, step, seat)]
        for way in ways:
            assert len({mind_table(moment, way) for moment in stories}) == 1
            compared += 1
    assert compared


def test_on_the_usa_a_seat_sees_the_same_heads_in_all_its_worlds() -> None:
    step = telling(HUGE)[0]
    stories = [story[step] for story in twins(HUGE, 1, step, 1)]
    for way in ("0", "0.1", "0.1.0"):
        assert len({mind_table(moment, way) for moment in stories}) == 1


def test_who_sees_all_sees_other_heads_in_other_worlds() -> None:
    stories = twins(DOCUMENTED, 0, STEP, ALL)
    assert len({mind_table(story[STEP], "1") for story in stories}) > 1


# counterexamples


def test_a_counterexample_is_a_table_with_the_card_in_question() -> None:
    answer = asked(seen(DOCUMENTED, ALL)[STEP], 'K[1] has(0,"Brest-Venezia")')
    assert answer["verdict"] == "false"
    table = parsed(str(answer["table"]))
    (stands_out,) = [e for e in table.iter("li") if "asked" in e.get("class", "")]
    assert "".join(stands_out.itertext()) == "Brest-Venezia"
    holders = {name: cards for name, cards, _ in rows_of(str(answer["table"]))}
    assert "Brest-Venezia" not in holders["0"]
    assert asked(seen(DOCUMENTED, ALL)[STEP], "true")["table"] is None
