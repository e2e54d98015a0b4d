"""The trick table on the page: hands as the viewer may see them, trick, messages, scores."""

from dataclasses import replace
from xml.etree import ElementTree

from told_matches import story

from whoknows.core.registry import game
from whoknows.games.boerenbridge import cards
from whoknows.games.boerenbridge.page import card_faces
from whoknows.games.boerenbridge.rules import best
from whoknows.table.knowledge.visible_moment import ALL
from whoknows.table.page import game_board

GAME = "boerenbridge"
WHOLE = 200  # moves, more than a match has


def drawn(seen: list, step: int) -> ElementTree.Element:
    return ElementTree.fromstring(game_board.board(seen, step))


def of_class(element: ElementTree.Element, *names: str) -> list[ElementTree.Element]:
    return [e for e in element.iter() if set(names) <= set(e.attrib.get("class", "").split())]


def titles(elements: list[ElementTree.Element]) -> set[str]:
    return {e.findtext("title") for e in elements} - {None}


def test_a_seat_sees_its_own_cards_and_backs_with_their_number():
    seen = story(GAME, 1)
    root = drawn(seen, 1)
    own = seen[1].state.hands[1]
    assert titles(of_class(root, "held")) == {card_faces.name(card) for card in own}
    assert len(of_class(root, "back")) == 9
    assert [count[-1].text for count in of_class(root, "count")] == ["3", "3", "3"]


def test_a_long_name_is_cut_on_its_plate_and_whole_in_its_title():
    names = "boerenbridge(players=3,rounds=2,names=Anna-Bartholomeus-Cleo)"
    plates = of_class(drawn(story(names, 0), 1), "plate")
    assert sorted(plate[3].text for plate in plates) == ["Anna", "Barthol…", "Cleo"]
    assert any(told.startswith("Bartholomeus, 0 points") for told in titles(plates))


def test_all_sees_all_hands_and_an_onlooker_none():
    everything, nothing = drawn(story(GAME, ALL), 1), drawn(story(GAME, None), 1)
    assert len(titles(of_class(everything, "card"))) == 12
    assert not of_class(everything, "back")
    assert len(of_class(nothing, "back")) == 12
    assert not of_class(nothing, "face")


def test_legal_cards_are_raised_and_the_others_are_not():
    tried = 0
    for seat in range(4):
        seen = story(GAME, seat)
        for step, moment in enumerate(seen):
            if not moment.actions or moment.state.is_bidding:
                continue
            root = drawn(seen, step)
            can, cannot = of_class(root, "held", "can"), of_class(root, "held", "not")
            assert len(can) == len(moment.actions)
            assert len(can) + len(cannot) == len(moment.state.hands[seat])
            tried += bool(cannot)
    assert tried


def test_a_full_trick_stays_until_the_next_card_and_shows_who_took_it():
    seen, whole = story(GAME, None, 0, WHOLE), 0
    for step in range(1, len(seen)):
        before, after = seen[step - 1].state, seen[step].state
        trick = of_class(drawn(seen, step), "trick")
        if len(before.trick) == 3 and not after.trick:
            whole += 1
            assert len(of_class(trick[0], "card")) == 4
            if after.is_dealt:
                taker = seen[step].game.seats[after.leader]
                assert f"{taker} takes the trick" in "".join(trick[0].itertext())
        elif after.trick:
            assert len(of_class(trick[0], "card")) == len(after.trick)
            assert len(of_class(trick[0], "best")) == 1
        else:
            assert not trick
    assert whole == 19


def test_the_winner_of_a_full_trick_is_outlined_with_its_name_on_the_last_trick_of_a_round_too():
    seen, rules, ends = story(GAME, None, 0, WHOLE), game(GAME), 0
    for step in range(1, len(seen)):
        before = seen[step - 1].state
        if len(before.trick) != 3 or seen[step].state.trick:
            continue
        trick = (*before.trick, rules.parse(seen[step].move).card)
        winner = (before.leader + best(trick, before.trump)) % 4
        root = drawn(seen, step)
        (card,) = of_class(of_class(root, "trick")[0], "best")
        last = card_faces.name(trick[(winner - before.leader) % 4])
        card_of = f"{rules.seats[winner]} played the {last}"
        assert card.findtext("title") == f"{card_of}, which takes the trick"
        (plate,) = of_class(root, "plate", "winner")
        assert plate.findtext("title").startswith(f"{rules.seats[winner]},")
        ends += not seen[step].state.is_dealt
    assert ends == 5


def test_the_trick_before_stays_in_a_corner_while_the_next_is_played():
    seen, rules, there = story(GAME, 0, 0, WHOLE), game(GAME), 0
    full: list[str] = []  # the cards of the round's last full trick
    for step in range(1, len(seen)):
        root = drawn(seen, step)
        shown = [e.findtext("title") for e in of_class(root, "card") if e in inside(root, "before")]
        trick = [e.findtext("title") for e in of_class(root, "card") if e in inside(root, "trick")]
        if seen[step].by == "chance":
            full = []
        if len(trick) == 4:
            assert not shown
            full = [told.partition(",")[0] for told in trick]
        elif trick:
            assert shown == full
            there += bool(shown)
        else:
            assert not shown
    assert there > 20
    assert rules.players == 4


def inside(root: ElementTree.Element, kind: str) -> list[ElementTree.Element]:
    return [e for group in of_class(root, kind) for e in group.iter()]


def nearest(root: ElementTree.Element) -> str:
    """Who sits at the bottom."""
    plates = of_class(root, "plate")
    low = max(plates, key=lambda plate: float(plate.attrib["transform"].split()[-1].strip(")")))
    return low.findtext("title").partition(",")[0]


def test_who_looks_on_sees_the_table_from_the_front_seat():
    for viewer, front, bottom in (
        (None, None, "S"),
        (ALL, None, "S"),
        (None, 0, "N"),
        (ALL, 3, "W"),
        (1, 3, "E"),  # who sits at the table sees it from there
    ):
        seen = story(GAME, viewer)
        root = ElementTree.fromstring(game_board.board(seen, 8, front=front))
        assert nearest(root) == bottom


def test_the_message_box_tells_every_announcement_of_the_round():
    seen = story(GAME, 0, 0, WHOLE)
    dealt, voids = 0, 0
    for step in range(1, len(seen)):
        dealt = step if seen[step].by == "chance" else dealt
        (box,) = of_class(drawn(seen, step), "told")
        told = " ".join("".join(box.itertext()).split())
        for moment in seen[dealt : step + 1]:
            for stage in moment.stages:
                if "plays" not in stage.update.sentence:  # there the card is drawn
                    assert stage.update.sentence in told
        voids += "left" in told
        if step - dealt > 5:
            assert "leads" in told
            assert "are trumps" in told
    assert voids


def test_a_changed_bid_is_told_to_who_may_know_the_reasons():
    seen = story(GAME, ALL)
    changed = replace(seen[5], reasons=("had to bid 2 instead of 1",))
    told = game_board.board([*seen[:5], changed], 5)
    assert "W had to bid 2 instead of 1" in told
    assert "instead of" not in game_board.board(seen, 5)


def test_the_bid_that_the_dealer_may_not_make_is_told_and_cannot_be_clicked():
    forbidden = 0
    for seed in range(6):
        seen = story(GAME, 3, seed)[:5]
        others = sum(bid for bid in seen[-1].state.bids if bid >= 0)
        assert len(of_class(drawn(seen, 4), "act", "can")) == 4 - (others <= 3)
        assert ("W may not bid" in game_board.board(seen, 4)) == (others <= 3)
        forbidden += others <= 3
    assert 0 < forbidden < 6


def test_everyone_is_told_who_had_to_change_its_bid_as_far_as_it_is_public():
    sums = [sum(max(0, bid) for bid in story(GAME, 0, seed)[4].state.bids) for seed in range(6)]
    seed, others = next((seed, others) for seed, others in enumerate(sums) if others <= 3)
    for viewer in (0, None, ALL):
        seen = story(GAME, viewer, seed)
        for step in (4, 5):
            told = f"the bids may not add up to 3: W may not bid {3 - others}"
            assert told in game_board.board(seen, step)


def test_moves_are_told_in_words():
    seen = story(GAME, 0, 0, WHOLE)
    signs = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}
    own = " ".join(
        f"{text[:-1]}{signs[text[-1]]}" for text in map(cards.text, seen[1].state.hands[0])
    )
    assert game_board.in_words(seen[1]) == f"The cards are dealt: you get {own}"
    assert game_board.in_words(story(GAME, None)[1]) == "The cards are dealt"
    assert game_board.in_words(seen[2]) == seen[2].move
    plays = [game_board.in_words(moment) for moment in seen if ": " in moment.move]
    assert plays
    assert all(" plays the " in told and " of " in told for told in plays)
    assert game_board.in_words(seen[0]) == ""


def test_scores_are_told_round_by_round():
    seen = story(GAME, None, 0, WHOLE)
    (table,) = of_class(drawn(seen, len(seen) - 1), "rounds")
    rows = [["".join(cell.itertext()) for cell in row.iter("td")] for row in table.iter("tr")]
    points = [[int(cell.split()[-1]) for cell in row] for row in rows[1:-1]]
    assert [len(row) for row in points] == [4] * 5
    assert [sum(column) for column in zip(*points, strict=True)] == list(map(int, rows[-1]))
    assert tuple(map(int, rows[-1])) == game(GAME).scores(seen[-1].state)
    early = "".join(of_class(drawn(seen, 10), "rounds")[0].itertext())
    assert "+" not in early  # nothing of what comes later


def test_plates_tell_the_points_that_the_game_tells():
    for seen in (
        story("boerenbridge(rounds=1-2)", 0, 3),
        story("boerenbridge(rounds=1-2)", ALL, 4),
    ):
        for step, moment in enumerate(seen):
            plates = of_class(drawn(seen, step), "plate")
            told = [plate.find("*[@class='sum']").text for plate in plates]
            assert sorted(told) == sorted(map(str, moment.state.points)), step


def test_every_card_has_a_face_of_its_own():
    assert len({card_faces.face(card) for card in range(cards.PACK)}) == cards.PACK
    assert len(set(card_faces.SUITS.values())) == 4
    assert card_faces.name(cards.card("QH")) == "queen of hearts"


def test_who_hears_the_table_hears_cards_and_seats():
    seen = story(GAME, 0, 0, WHOLE)
    step = next(moment.step for moment in seen if ": " in moment.move)
    html = game_board.board(seen, step)
    seat, card = seen[step].move.split(": ")
    name = card_faces.name(cards.card(card))
    assert f'aria-label="{seat} played the {name}' in html
    points = seen[step].state.points
    for number, who in enumerate(seen[step].game.seats):
        assert f'aria-label="{who}, {points[number]} points, bid ' in html
