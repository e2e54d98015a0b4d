"""The picture of one card: a projection of the model, checked against all deals played out."""

from itertools import combinations
from xml.etree import ElementTree

import pytest
from boeren import At, a_round, bids, dealt, pile_texts

from whoknows.core.error import Error
from whoknows.core.registry import game
from whoknows.games.boerenbridge.picture import (
    CardPicture,
    Line,
    considered,
    picture,
    pictures,
    svg,
)

DEAL = "deal QC KC QH | AC QD KD | AD QS KS | KH AH AS, trump D"
SVG = "{http://www.w3.org/2000/svg}"


@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize(
    "spec",
    [
        "boerenbridge(rounds=1)",
        "boerenbridge(rounds=2)",
        "boerenbridge(players=3,rounds=2)",
        "boerenbridge(players=3,rounds=2,ranks=2,trump=turned)",
    ],
)
def test_every_picture_at_every_step_is_that_of_the_deals_left(spec, seed):
    at = At(rules=game(spec))
    for action, state, alike in a_round(at.rules, seed):
        at.move(str(action))
        world = at.rules.world(state)
        deals = [pile_texts(at.rules.world(other)) for other in alike]
        for card, drawn in pictures(at.model, at=world).items():
            where = [place for deal in deals for place in lies(deal, card, drawn.places)]
            assert set(drawn.possible) == set(where)
            assert drawn.lines == tuple(lines(deals, card, drawn))
            assert (drawn.true,) == tuple(lies(pile_texts(world), card, drawn.places))
            assert drawn.considered == tuple(cells(deals, pile_texts(world), card, drawn))
            assert drawn.true in drawn.possible


def lies(deal, card, places):
    """The one place in which a deal has the card."""
    return [place for place, pile in zip(places, deal, strict=True) if card in pile]


def lines(deals, card, drawn):
    """By definition: a deal with the card here and one with it there, and the same own hand."""
    for number, seat in enumerate(drawn.seats):
        seen = {(deal[number], *lies(deal, card, drawn.places)) for deal in deals}
        hands = {hand for hand, _ in seen}
        for one, other in combinations(drawn.places, 2):
            if any((hand, one) in seen and (hand, other) in seen for hand in hands):
                yield Line(seat, one, other)


def cells(deals, true, card, drawn):
    """For each seat, where the deals have the card in which its own hand is the true one."""
    for number in range(len(drawn.seats)):
        mine = [deal for deal in deals if deal[number] == true[number]]
        found = {place for deal in mine for place in lies(deal, card, drawn.places)}
        yield tuple(place for place in drawn.places if place in found)


def test_after_the_deal_each_seat_has_a_line_between_any_two_others():
    drawn = picture(At(DEAL).model, "AH")
    assert drawn.possible == drawn.places == ("N", "E", "S", "W")
    assert [line[1:] for line in drawn.lines if line.seat == "N"] == [
        ("E", "S"),
        ("E", "W"),
        ("S", "W"),
    ]


def test_a_void_takes_a_world_away():
    at = At(DEAL, *bids(1, 1, 1, 1), "N: QH", "E: QD")
    drawn = picture(at.model, "AH", at=at.rules.world(at.state))
    assert str(drawn).splitlines() == [
        "AH: N, S or W",
        "  N may be unable to tell S and W apart",
        "  E may be unable to tell N, S and W apart",
        "  S may be unable to tell N and W apart",
        "  W may be unable to tell N and S apart",
        "  in fact: W",
        "  N considers possible: S or W",
        "  E considers possible: N, S or W",
        "  S considers possible: N or W",
        "  W considers possible: W",
    ]


def test_of_a_card_played_one_world_is_left():
    at = At(DEAL, *bids(1, 1, 1, 1), "N: QH")
    drawn = picture(at.model, "QH")
    assert str(drawn) == "QH: N"
    assert drawn.lines == ()


def test_lines_that_do_not_join_all_are_told_one_by_one():
    lines = (Line("N", "E", "S"), Line("N", "S", "W"))
    drawn = CardPicture("AH", tuple("NESW"), tuple("NESW"), tuple("ESW"), lines)
    assert str(drawn).splitlines()[1] == "  N may be unable to tell E from S, S from W"


def test_a_seat_may_see_what_it_considers_possible_itself():
    at = At(DEAL, *bids(1, 1, 1, 1), "N: QH", "E: QD")
    knowledge = at.model.seat("N", at=at.rules.world(at.state))
    assert considered(knowledge, "AH") == ("S", "W")
    assert considered(knowledge, "QC") == ("N",)


def test_without_the_deal_a_picture_is_the_same_for_every_deal_left():
    rules = game("boerenbridge(rounds=2)")
    seen = {
        str(sorted(pictures(At(str(dealt(rules, seed)), rules=rules).model).items()))
        for seed in range(40)
        if dealt(rules, seed).trump == 0
    }
    assert len(seen) == 1


def test_a_card_that_was_not_dealt_has_no_picture():
    with pytest.raises(Error, match="no card 2C"):
        picture(At(DEAL).model, "2C")


def test_the_drawing_has_a_box_a_place_and_a_line_for_each_line():
    at = At(DEAL, *bids(1, 1, 1, 1), "N: QH", "E: QD")
    drawn = picture(at.model, "AH", at=at.rules.world(at.state))
    image = ElementTree.fromstring(svg(drawn))
    texts = [text.text for text in image.iter(f"{SVG}text")]
    assert texts[:5] == ["AH", "N has it", "E has it", "S has it", "★ W has it"]
    assert "N considers possible: S or W" in texts
    titled = [line.find(f"{SVG}title").text for line in image.iter(f"{SVG}line") if len(line)]
    assert titled == [line.seat for line in drawn.lines]
    assert image.find(f"{SVG}title").text == str(drawn)
    assert svg(drawn) == svg(drawn)


def test_seats_differ_in_colour_and_dashes_together():
    rules = game("boerenbridge(players=6,rounds=1,ranks=2)")
    drawn = picture(At(str(dealt(rules, 1)), rules=rules).model, "AH")
    image = ElementTree.fromstring(svg(drawn))
    looks = {}
    for line in image.iter(f"{SVG}line"):
        if len(line):
            look = line.get("stroke"), line.get("stroke-dasharray")
            looks.setdefault(line.find(f"{SVG}title").text, set()).add(look)
    assert all(len(look) == 1 for look in looks.values())
    assert len(set.union(*looks.values())) == 6
    assert "in the stock" in [text.text for text in image.iter(f"{SVG}text")]
