"""Timeline, odds and the picture of one card: the numbers shown are those of the model."""

import re
from fractions import Fraction
from math import log2
from typing import Any

import pytest
from watched import (
    BRIDGE,
    DOCUMENTED,
    HUGE,
    SPECS,
    SVG,
    match,
    parsed,
    seen,
    telling,
    twins,
)

from whoknows.core.names import person
from whoknows.games.boerenbridge.picture import considered, picture
from whoknows.table.knowledge.amounts import worlds_in_words
from whoknows.table.knowledge.chapter import at_stage
from whoknows.table.knowledge.one_card import one_card
from whoknows.table.knowledge.ownership import exact, ownership, percent
from whoknows.table.knowledge.place_names import in_words
from whoknows.table.knowledge.timeline import timeline
from whoknows.table.knowledge.visible_moment import ALL, Viewer


def bars(html: str) -> list[Any]:
    return [e for e in parsed(html).iter(f"{SVG}g") if "bar" in e.get("class", "").split()]


@pytest.mark.parametrize("spec", SPECS)
def test_the_timeline_has_a_bar_for_each_thing_made_known(spec: str) -> None:
    moments = seen(spec, 0)
    stages = [(m.step, s) for m in moments for s in m.stages]
    found = bars(timeline(moments, telling(spec)[1]))
    assert [int(bar.get("data-step")) for bar in found] == [step for step, _ in stages]
    name = person(moments[0].game.seats[0])
    for bar, (_, stage) in zip(found, stages, strict=True):
        many, mine = stage.model.count(), stage.mine.count() if stage.mine else None
        said = bar.get("aria-label")
        assert f"{worlds_in_words(many)}, {log2(many):.1f} bits" in said
        assert mine is None or f"; {worlds_in_words(mine)} to {name}" in said


def test_all_sees_the_cell_of_every_seat() -> None:
    moments, step = seen(DOCUMENTED, ALL), telling(DOCUMENTED)[3]
    now = next(bar for bar in bars(timeline(moments, step)) if bar.get("aria-current"))
    model, world = moments[step].model, moments[step].world
    for seat in range(3):
        many = model.seat(seat, at=world).count()
        assert f"; {worlds_in_words(many)} to seat {seat}" in now.get("aria-label")


def test_the_present_bar_is_stressed_also_between_announcements() -> None:
    step = telling(DOCUMENTED)[1]
    for at in (step, step + 1):
        now = [bar for bar in bars(timeline(seen(DOCUMENTED, 0), at)) if bar.get("aria-current")]
        assert [bar.get("data-step") for bar in now] == [str(step)]


def test_the_stages_before_and_after_the_seats_look_are_told() -> None:
    found = bars(timeline(seen(DOCUMENTED, 0), 1, 0))
    assert [bar.get("data-stage") for bar in found[:4]] == ["0", "1", "2", None]
    assert found[0].get("aria-current")
    assert "90 worlds to seat 0" in found[0].get("aria-label")
    assert "6 worlds to seat 0" in found[1].get("aria-label")


def test_nothing_dealt_is_said_so() -> None:
    for made in (ownership, one_card):
        assert "No cards have been dealt yet" in made(seen(DOCUMENTED, 0)[0])
    assert "No cards have been dealt yet" in timeline(seen(DOCUMENTED, 0)[:1], 0)


@pytest.mark.parametrize("spec", SPECS)
@pytest.mark.parametrize("viewer", [0, ALL, None])
def test_the_odds_are_those_of_the_knowledge(spec: str, viewer: Viewer) -> None:
    for step in telling(spec)[:6]:
        moment = seen(spec, viewer)[step]
        if moment.mine is None:
            continue
        odds = moment.mine.ownership()
        rows = {}
        for table in parsed(ownership(moment)).iter("table"):
            head = ["".join(e.itertext()).split("\N{NO-BREAK SPACE}")[-1] for e in table.iter("th")]
            for row in table.iter("tr"):
                shares = list(row.iter("td"))
                button = next(row.iter("button"), None)
                if button is not None:
                    owners = head[1 : len(shares) + 1]
                    rows[button.get("data-card")] = dict(zip(owners, shares, strict=True))
        assert set(rows) == set(odds)
        seats = moment.model.seats
        for card, places in odds.items():
            found: dict[str, Fraction] = {}
            for place, share in places.items():
                name = place if place in seats else in_words(seats, place)
                found[name] = found.get(name, Fraction(0)) + share
            for owner, share in found.items():
                if share == 0 and owner not in rows[card]:
                    continue  # where no card may lie is no column
                assert rows[card][owner].get("title") == exact(share)
                text = rows[card][owner].text or ""
                assert ("✓" in text, "·" in text) == (share == 1, share == 0)


@pytest.mark.parametrize("viewer", [0, ALL, None])
def test_places_are_told_in_words_and_each_owner_has_one_column(viewer: Viewer) -> None:
    for step in (telling(HUGE)[1], telling(HUGE)[3], 40):
        moment = seen(HUGE, viewer)[step]
        if moment.mine is None:
            continue
        root = parsed(ownership(moment))
        heads = [
            [
                e.get("scope") and "".join(e.itertext())
                for e in t.iter("th")
                if e.get("scope") == "col"
            ]
            for t in root.iter("table")
        ]
        assert len(heads) > 1
        assert all(head == heads[0] for head in heads)
        assert len(set(heads[0])) == len(heads[0])
        told = "".join(root.itertext()) + one_card(moment, moment.model.vocabulary.world_facts[0])
        assert "in the stock" in told
        assert not re.search(r"under\d|offer\d|\bout\d|\.long|\d\.\d+\)", told)


def test_places_have_words() -> None:
    seats = ("N", "E")
    assert in_words(seats, "stock") == in_words(seats, "under13") == "in the stock"
    assert in_words(seats, "offer1") == in_words(seats, "long1") == "offered to E"
    assert in_words(seats, "out0") == "out of play"
    assert in_words(seats, "cellar") == "in cellar"


@pytest.mark.parametrize("spec", SPECS)
@pytest.mark.parametrize("viewer", [0, ALL])
def test_nothing_covers_the_numbers_of_the_timeline(spec: str, viewer: Viewer) -> None:
    moments = seen(spec, viewer)
    for step in telling(spec)[1:9:3]:
        root = parsed(timeline(moments, step))
        texts = [e for e in root.iter(f"{SVG}text") if e.get("class") in ("count", "step")]
        counts = [float(e.get("y", "")) for e in texts if e.get("class") == "count"]
        drawn = [e for e in root.iter() if e.get("class", "").split()[:1] in (["all"], ["mine"])]
        marks = [e for e in root.iter(f"{SVG}text") if "mark" in e.get("class", "")]
        lines = list(root.iter(f"{SVG}polyline"))
        tops = [float(e.get("y", "")) for e in drawn]
        tops += [float(e.get("y", "")) - float(e.get("font-size", "")) for e in marks]
        tops += [float(p.split(",")[1]) for e in lines for p in e.get("points", "").split()]
        assert max(counts) < min(tops)


def test_counts_have_words_around_them() -> None:
    html = timeline(seen(DOCUMENTED, ALL), telling(DOCUMENTED)[3])
    told = "".join(next(parsed(html).iter("p")).itertext()).replace("\N{NO-BREAK SPACE}", " ")
    assert re.fullmatch(
        r"\d+ worlds left \([\d.]+ bits, the height of a bar\) · "
        r"● 0: \d+ worlds?, ▲ 1: \d+ worlds? and ■ 2: \d+ worlds?",
        told,
    )


def test_all_sees_the_odds_of_a_seat_and_where_cards_are() -> None:
    moment = seen(DOCUMENTED, ALL)[telling(DOCUMENTED)[2]]
    html = ownership(moment, 1)
    assert f"shares of {moment.model.seat(1, at=moment.world).count()} worlds" in html
    assert html.count("★") == 6
    assert "★" not in ownership(seen(DOCUMENTED, 1)[moment.step])


def test_own_cards_are_marked() -> None:
    moment = seen(DOCUMENTED, 2)[1]
    own = [e for e in parsed(ownership(moment)).iter("tr") if "own" in e.get("class", "").split()]
    assert len(own) == 2


def test_playing_cards_stand_suit_by_suit() -> None:
    tables = list(parsed(ownership(seen(BRIDGE, 0)[1])).iter("table"))
    assert [t.get("aria-label") for t in tables] == ["Clubs", "Diamonds", "Hearts", "Spades"]


def test_a_sure_share_is_never_rounded_to() -> None:
    assert percent(Fraction(999, 1000)) == "&gt;99%"
    assert percent(Fraction(1, 1000)) == "&lt;1%"


def test_one_card_is_the_projection_of_the_model() -> None:
    moments = seen(BRIDGE, 0)
    for step in (1, 7, 9):
        moment = moments[step]
        for card in ("QH", "AS"):
            known = picture(moment.model, card)
            root = parsed(one_card(moment, card))
            assert len(list(root.iter(f"{SVG}line"))) == len(known.lines)
            nodes = [e for e in root.iter(f"{SVG}g") if "world" in e.get("class", "").split()]
            alive = ["alive" in e.get("class", "").split() for e in nodes]
            assert alive == [place in known.possible for place in known.places]
            mine = ["mine" in e.get("class", "").split() for e in nodes]
            thought = considered(moment.mine, card)
            assert mine == [place in thought for place in known.places]


def test_suit_and_rank_buttons_choose_a_card() -> None:
    html = one_card(seen(BRIDGE, 0)[1], "QH")
    buttons = {e.get("aria-label"): e for e in parsed(html).iter("button")}
    assert buttons["Spades"].get("data-card") == "QS"
    assert buttons["K"].get("data-card") == "KH"
    pressed = {name for name, e in buttons.items() if e.get("aria-pressed") == "true"}
    assert pressed == {"Hearts", "Q"}


def test_a_card_that_is_not_dealt_is_a_line() -> None:
    html = one_card(seen(BRIDGE, 0)[1], "<2C>")
    assert "in nobody" in html
    assert parsed(html) is not None


def test_of_a_huge_deal_only_facts_are_told() -> None:
    html = one_card(seen(HUGE, 0)[20], None)
    assert parsed(html) is not None
    assert "%" in html


@pytest.mark.parametrize("spec", SPECS)
def test_twins_see_the_same_odds_and_all_sees_others(spec: str) -> None:
    differ = 0
    for step in telling(spec)[1:8:2]:
        cards = seen(spec, None)[step].model.vocabulary.world_facts
        for seat in range(2):
            told = [
                (timeline(m, step), ownership(m[step]), one_card(m[step], cards[-1]))
                for m in twins(spec, seat, step, seat)
            ]
            assert len(set(told)) == 1
            differ += len({ownership(m[step]) for m in twins(spec, seat, step, ALL)}) > 1
    assert differ


@pytest.mark.parametrize("spec", SPECS)
def test_all_is_well_formed_and_has_names(spec: str) -> None:
    for viewer in (0, ALL, None):
        for step in [1, *telling(spec)[:4], len(match(spec)[1])]:
            moment = at_stage(seen(spec, viewer)[step], None)
            for html in (timeline(seen(spec, viewer), step), ownership(moment), one_card(moment)):
                for e in parsed(html).iter():
                    if e.get("role") == "button" or e.tag == "button" or e.get("tabindex"):
                        assert e.get("aria-label")
