"""The page of any game of the kit: hands, moves, and the sheet filled in by what one knows."""

import json
from itertools import chain, combinations, islice
from xml.etree import ElementTree

import pytest
from hunt import Ask, Hunt, ShowCard

from whoknows.core.agent import Agent, Choice
from whoknows.core.match import play, step
from whoknows.core.registry import agent, game
from whoknows.kit import Announce
from whoknows.kit.terminal import position
from whoknows.table.knowledge.naming import in_full, key
from whoknows.table.knowledge.one_card import one_card
from whoknows.table.knowledge.visible_moment import ALL, moments
from whoknows.table.knowledge.world_in_words import about_world
from whoknows.table.knowledge.world_picture import worlds
from whoknows.table.page import game_board

HUNT = Hunt(names="Ann-Ben-Cas")


def drawn(rules, viewer, many, seed=1):
    """The moments of a match so far, and its board."""
    agents = [agent("random")] * len(rules.seats)
    seen = moments(rules, list(islice(play(rules, agents, seed=seed), many)), viewer)
    return seen[-1], ElementTree.fromstring(game_board.board(seen, len(seen) - 1))


def made(rules, *moves):
    """The turns of a match in which these moves are made, always after the same deal."""
    state, model, turns = rules.start(), None, []
    for text in ("deal Ann: a, b | Ben: c, d | Cas: e, f | den: g", *moves):
        turns.append(step(rules, state, model, Choice(rules.parse(text))))
        state, model = turns[-1].after, turns[-1].model
    return turns


def offered(root):
    single = [[e.attrib["data-action"]] for e in root.iter() if "data-action" in e.attrib]
    several = [
        json.loads(e.attrib["data-actions"]) for e in root.iter() if "data-actions" in e.attrib
    ]
    return list(chain(*single, *several))


class OnlyAsks(Hunt):
    """One may ask anybody for any two, and do nothing else."""

    def choices(self, public, sight):
        pairs = list(combinations(self.cards, 2))
        return [Ask(sight.name, other, *pair) for other in self.seats for pair in pairs]


class Talkative(Hunt):
    """Who shows a card also says that the asker does not have d."""

    def tells(self, public, move):
        yield from super().tells(public, move)
        if isinstance(move, ShowCard):
            yield Announce(f"~has({move.to},d)")


def test_who_sees_all_sees_where_every_card_lies():
    turns = made(HUNT, "Ann asks Ben for c or g", "Ben shows Ann c")
    root = ElementTree.fromstring(game_board.board(moments(HUNT, turns, ALL), 3))
    sure = [e.get("title") for e in root.iter("td") if e.get("class") == "sure"]
    assert sure == ["a, Ann: 1", "b, Ann: 1", "c, Ben: 1", "d, Ben: 1", "e, Cas: 1", "f, Cas: 1",
                    "g, den: 1"]  # fmt: skip
    assert not [e for e in root.iter("td") if e.get("class") == "maybe"]


def test_all_that_one_can_do_lies_open_and_several_kinds_of_moves_are_folded():
    cluedo = game("cluedo(suspects=3,weapons=3,rooms=3)")
    folded = drawn(cluedo, 0, 1)[1].findall(".//details")
    assert [one.get("open") for one in folded] == [None, None]
    lines = [one.text for one in drawn(cluedo, 0, 1)[1].findall(".//ul[@class='open-facts']/li")]
    assert lines == ["0 of 100 questions"]
    asking = drawn(OnlyAsks(names="Ann-Ben-Cas"), 0, 1)[1].findall(".//details")
    assert [one.get("open") for one in asking] == [""]


def test_a_move_that_shows_a_card_and_says_something_is_known_stage_by_stage():
    rules = Talkative(names="Ann-Ben-Cas")
    turns = made(rules, "Ann asks Ben for c or g", "Ben shows Ann c", "Ben peeks at Cas")
    for viewer, ways in ((0, [12, 12]), (2, [21, 11]), (None, [330, 222])):
        stages = moments(rules, turns, viewer)[3].stages
        assert [type(stage.update).__name__ for stage in stages] == ["Show", "Announce"]
        assert [stage.mine.deals() for stage in stages] == ways
    assert [stage.world["shown1"] for stage in moments(rules, turns, ALL)[3].stages] == ["c", "c"]


@pytest.mark.parametrize("viewer", [0, 1, None, ALL])
@pytest.mark.parametrize("many", [0, 1, 4])
def test_it_is_drawn_for_everybody_at_every_step(viewer, many):
    moment, root = drawn(HUNT, viewer, many)
    held = [e.text for e in root.iter() if e.attrib.get("class") == "own-card"]
    own = isinstance(viewer, int) and moment.state.lies
    assert held == ([HUNT.cards[c] for c in moment.state.cards(viewer)] if own else [])


def test_one_sees_what_one_was_shown_and_who_has_seen_ones_own_cards():
    turns = made(HUNT, "Ann asks Ben for c or g", "Ben shows Ann c")
    boards = [game_board.board(moments(HUNT, turns, seat), 3) for seat in range(3)]
    assert "Ben showed you c" in boards[0]
    assert '<span class="own-card">c</span><small> seen by Ann</small>' in boards[1]
    assert "Ben shows Ann ?" in boards[2]
    assert "seen by" not in boards[2]


def test_a_world_tells_in_words_who_showed_what_to_whom():
    deal = "deal Ann: a, b | Ben: c, d | Cas: e, f | den: g"
    said = [deal, "Ann asks Ben for c or g", "Ben shows Ann c", "Ben asks Cas for e or f"]
    said += ["Cas shows Ben f", "Cas asks Ann for a or b", "Ann shows Cas a"]
    said += ["Ann asks Ben for d or c", "Ben shows Ann d"]
    state, model, turns = HUNT.start(), None, []
    for text in said:
        turns.append(step(HUNT, state, model, Choice(HUNT.parse(text))))
        state, model = turns[-1].after, turns[-1].model
    words, world = model.vocabulary, HUNT.world(state)
    shown = "Ben showed Ann: c, d | Cas showed Ben: f | Ann showed Cas: a"
    told = in_full(words, words.assignment(world))
    assert told == f"Ann: a, b | Ben: c, d | Cas: e, f | den: g | {shown}"
    seen = moments(HUNT, turns, 2)
    page = worlds(seen, len(turns)) + about_world(
        seen, len(turns), None, key(words, words.assignment(world))
    )
    assert "<th>Ben showed Ann</th>" in page
    assert "shown1" not in page


@pytest.fixture(scope="module")
def large():
    """A moment of the classic Cluedo after some answers."""
    rules = game("cluedo(players=6)")
    asking = [Asking()] * 6
    return moments(rules, list(islice(play(rules, asking, seed=3), 9)), 0)


class Asking(Agent):
    name = "asking"

    def choose(self, view, rng):
        return Choice(rng.choice([one for one in view.actions if "accuses" not in str(one)]))


def test_of_a_large_deal_a_cards_picture_waits_until_it_is_wanted(large):
    moment = large[-1]
    assert "Choose a card." in one_card(moment)
    assert "Choose a card." not in one_card(moment, "rope")
    assert "<svg" in one_card(moment, "rope")


def test_of_a_large_deal_some_worlds_are_drawn_with_what_was_shown_in_each(large):
    page = worlds(large, len(large) - 1)
    assert page.count('class="world"') == 3
    assert " showed " in page
    assert "shown1" not in page


def test_a_deal_is_told_by_the_cards_that_one_holds():
    moment, _ = drawn(HUNT, 1, 1)
    board = game_board.board([moment], 0)
    assert "The cards were dealt." in board
    assert "deal Ann" not in board
    assert game_board.in_words(moment) == "The cards are dealt"


def test_one_sees_who_surely_knows_ones_own_cards():
    """Ben has shown Ann one of c and g. When he has neither g nor a, all know that it was c."""
    deal = "deal Ann: a, b | Ben: c, d | Cas: e, f | den: g"
    said = [deal, "Ann asks Ben for c or g", "Ben shows Ann c"]
    later = ["Ben asks Cas for a or g", "Cas has neither", "Cas asks Ann for b or g"]
    later += ["Ann shows Cas b", "Ann asks Ben for a or g", "Ben has neither"]
    boards = []
    for moves in (said, [*said, *later]):
        state, model, turns = HUNT.start(), None, []
        for text in moves:
            turns.append(step(HUNT, state, model, Choice(HUNT.parse(text))))
            state, model = turns[-1].after, turns[-1].model
        boards.append(game_board.board(moments(HUNT, turns, 1), len(turns)))
    card = '<span class="own-card">c</span>'
    assert f"{card}<small> seen by Ann</small>" in boards[0]
    assert f"{card}<small> seen by Ann, known to Cas</small>" in boards[1]


def test_each_mark_of_the_sheet_is_what_one_knows_and_asks_why():
    moment, root = drawn(HUNT, 1, 6)
    marks = {e.attrib["data-ask"]: e for e in root.iter() if "data-ask" in e.attrib}
    assert len(marks) == len(HUNT.cards) * len(HUNT.places)
    for formula, mark in marks.items():
        odds = moment.mine.odds(formula)
        kind = mark.attrib["class"]
        assert (odds == 1) == (kind in ("sure", "gone"))
        assert formula.startswith("~") == (kind == "gone")


@pytest.mark.parametrize("rules", [HUNT, game("cluedo(suspects=4,weapons=3,rooms=3)")])
def test_every_action_is_offered_once_many_of_a_kind_as_a_grid(rules):
    moment, root = drawn(rules, 0, 1)
    assert sorted(offered(root)) == sorted(map(str, moment.actions))
    assert bool(list(root.iter("details"))) == (rules.name == "cluedo")


def test_labels_leave_out_who_does_it():
    moment, _ = drawn(HUNT, 0, 1)
    labels = dict(game_board.labels(moment))
    assert labels["Ann peeks at Ben"] == "Peeks at Ben"


def test_the_rules_are_those_of_the_module():
    assert "Who is asked shows one of the two in private" in game_board.rules(HUNT)


def test_the_terminal_tells_what_a_seat_sees():
    turns = list(islice(play(HUNT, [agent("random")] * 3, seed=1), 1))
    lines = position(HUNT, turns[0].after, 0)
    assert lines[0] == "points Ann: 0, Ben: 0, Cas: 0"
    assert lines[1].startswith("you hold ")
    assert "peeked: no" in lines
    assert position(HUNT, HUNT.start(), 0)[1] == "no cards have been dealt yet"


def test_the_sheet_says_what_its_numbers_are():
    moment, _ = drawn(HUNT, 1, 1)
    assert "<th><small>chances in %</small></th>" in game_board.board([moment], 0)


def test_the_lobby_has_a_drawing_for_every_game():
    root = ElementTree.fromstring(HUNT.tile().icon)
    assert sum(e.text == "✓" for e in root.iter()) == 2
