"""Three cards on the page: cards and backs around a table, what was denied, who saw what."""

from xml.etree import ElementTree

import pytest
from told_matches import story

from whoknows.table.knowledge.visible_moment import ALL
from whoknows.table.page import game_board

GAME = "threecards(rounds=3)"
NAMES = ("Anna", "Bram", "Cleo")


def drawn(viewer: int | str | None, step: int, front: int | None = None) -> ElementTree.Element:
    return ElementTree.fromstring(game_board.board(story(GAME, viewer), step, front=front))


def of_class(element: ElementTree.Element, *names: str) -> list[ElementTree.Element]:
    return [e for e in element.iter() if set(names) <= set(e.attrib.get("class", "").split())]


def titles(elements: list[ElementTree.Element]) -> list[str]:
    return [e.findtext("title") for e in elements]


def test_a_seat_sees_its_card_and_the_backs_of_the_others():
    own = "abc"[story(GAME, 1)[1].state.hands[1]]
    told = titles(of_class(drawn(1, 1), "card"))
    assert sorted(told) == sorted(["a hidden card", "a hidden card", f"the card {own}"])
    assert titles(of_class(drawn(None, 1), "card")) == ["a hidden card"] * 3
    assert sorted(titles(of_class(drawn(ALL, 1), "card"))) == [f"the card {x}" for x in "abc"]
    assert not of_class(drawn(1, 0), "card")


@pytest.mark.parametrize("viewer", [0, 1, 2, None, ALL])
def test_what_was_denied_and_who_was_shown_a_card_is_drawn(viewer):
    seen, there = story(GAME, viewer), 0
    for step, moment in enumerate(seen):
        root, state = drawn(viewer, step), moment.state
        denied = {f"{NAMES[s]} does not hold {'abc'[c]}" for s in range(3) for c in range(3)
                  if state.denied[s] >> c & 1}  # fmt: skip
        shown = {f"{NAMES[s]} showed a card to {NAMES[to]}" for s in range(3) for to in range(3)
                 if state.seen[to] >> s & 1}  # fmt: skip
        assert set(titles(of_class(root, "denied"))) == denied
        assert set(titles(of_class(root, "sight"))) == shown
        there += len(denied) * len(shown)
    assert there


@pytest.mark.parametrize(
    ("viewer", "front", "bottom"),
    [(None, None, 0), (ALL, 2, 2), (None, 1, 1), (0, 2, 0), (1, None, 1)],
)
def test_the_viewer_or_the_front_seat_sits_nearest(viewer, front, bottom):
    plates = of_class(drawn(viewer, 2, front), "plate")
    low = max(plates, key=lambda plate: int(plate.attrib["transform"].split()[-1].strip(")")))
    assert low.findtext("title").startswith(f"{NAMES[bottom]},")


def test_a_long_name_is_cut_on_its_plate_and_whole_in_its_title():
    game = "threecards(names=Anna-Bartholomeus-Cleo)"
    plates = of_class(ElementTree.fromstring(game_board.board(story(game, 1), 1)), "plate")
    assert sorted(plate[3].text for plate in plates) == ["Anna", "Barthol…", "Cleo"]
    assert "Bartholomeus, 0 points" in titles(plates)


def test_moves_are_told_in_words_as_the_viewer_saw_them():
    own = "abc"[story(GAME, 2)[1].state.hands[2]]
    assert game_board.in_words(story(GAME, 2)[1]) == f"The cards are dealt: you hold {own}"
    assert game_board.in_words(story(GAME, None)[1]) == "The cards are dealt"
    told = [game_board.in_words(moment) for moment in story(GAME, None)]
    assert not [words for words in told if "?" in words or ": not" in words]
    assert any(" says: I do not hold " in words for words in told)
    assert any(" shows a card to " in words for words in told)
