"""What Boerenbridge refuses, and why: by a rule, and by nothing that a seat cannot see."""

import json

import pytest
from boeren import At, bids, texts

from whoknows.agents.random import RandomAgent
from whoknows.agents.scripted import Scripted
from whoknows.core.error import Error
from whoknows.core.legal_actions import objection
from whoknows.core.match import play, script
from whoknows.core.record import replay
from whoknows.core.record_text import parse
from whoknows.core.registry import game
from whoknows.games.boerenbridge.rules import Boerenbridge

RULES = game("boerenbridge(rounds=2)")
DEAL = "deal KC KD | AC KH | AD AH | KS AS, trump H"
BIDS = bids(1, 0, 1, 1)


@pytest.mark.parametrize(
    ("moves", "tried", "reason"),
    [
        ([], "E bids 0", "it is N's turn"),
        ([], "N bids 3", "a bid is from 0 to 2 tricks"),
        ([], "N: KC", "N has to bid first"),
        ([], DEAL, "the cards are dealt, and it is N's turn"),
        (BIDS[:3], "W bids 0", "the bids may not add up to 2: W may not bid 0"),
        (BIDS, "N bids 1", "the bidding is over"),
        (BIDS, "S: AD", "it is N's turn"),
        (BIDS, "N: AC", "it is not in N's hand"),
        ([*BIDS, "N: KC"], "E: KH", "E holds clubs and must follow"),
        ([*BIDS, "N: KC"], "E: KC", "it is not in E's hand"),
    ],
)
def test_a_refusal_says_why_and_leaves_the_position_as_it_was(moves, tried, reason):
    at = At(DEAL, *moves, rules=RULES)
    before, worlds = RULES.encode_state(at.state), at.model.count()
    assert objection(RULES, at.state, at.model, RULES.parse(tried)) == f"'{tried}': {reason}"
    assert (RULES.encode_state(at.state), at.model.count()) == (before, worlds)
    for action in RULES.actions(at.state):
        assert objection(RULES, at.state, at.model, action) is None


def test_a_record_is_refused_with_line_and_reason():
    moves = [DEAL, *BIDS, "N: KC", "E: KH"]
    with pytest.raises(Error, match=r"^record:8: illegal: 'E: KH': E holds clubs and must follow$"):
        list(replay(record(moves)))


def test_a_record_is_refused_where_somebody_moves_out_of_turn():
    with pytest.raises(Error, match=r"^record:3: it is N's turn, but this line is by 'E'$"):
        list(replay(record([DEAL, "E bids 1"])))


def test_an_impossible_deal_in_a_record_is_refused():
    with pytest.raises(Error, match=r"^record:2: illegal: chance cannot bring 'deal AC \| AD"):
        list(replay(record(["deal AC | AD | AH | AS, trump H"])))


def test_an_agent_is_told_why_its_choice_is_illegal():
    east = Scripted(["E bids 0", "E: KH"])
    north = Scripted(["N bids 1", "N: KC"])
    agents = [north, east, RandomAgent(), RandomAgent()]
    with pytest.raises(Error, match=r"playing as E, .*: 'E: KH': E holds clubs and must follow$"):
        list(play(RULES, agents, chance=script([DEAL])))


def test_out_of_turn_nobody_learns_whose_card_it_was():
    """Whichever card of the pack another seat tries, it hears the same."""
    at = At(DEAL, *BIDS, "N: KC", rules=RULES)
    for seat in "NSW":
        for card in texts(RULES.pack(0)):
            tried = f"{seat}: {card}"
            why = objection(RULES, at.state, at.model, RULES.parse(tried))
            assert why == f"'{tried}': it is E's turn"


def record(moves):
    """A record of these moves, as a file holds it."""
    seats = ["chance", *(move.split()[0].removesuffix(":") for move in moves[1:])]
    header = {"format": "whoknows record 1", "game": RULES.spec, "agents": ["any"] * 4, "seed": 1}
    lines = [{"by": by, "do": do} for by, do in zip(seats, moves, strict=True)]
    return parse("\n".join(map(json.dumps, [header, *lines, {"stopped": len(moves)}])).encode())


# Impossible games


@pytest.mark.parametrize(
    ("spec", "reason"),
    [
        ("deck=52,rounds=14", "expected sizes from 1 to 13 such as 3-4-5-4-3 for rounds, not '14'"),
        ("players=6,deck=52,rounds=9", "9 cards for each of 6 players make 54, .* has 52$"),
        (
            "players=5,rounds=3",
            r"3 cards for each of 5 players make 15, .* 12 \(deck=52 has more\)",
        ),
        ("ranks=2,rounds=3", "3 cards for each of 4 players make 12, .* has 8"),
        ("ranks=0", "ranks must be from 1 to 13"),
        ("ranks=14", "ranks must be from 1 to 13"),
        ("ranks=6,deck=52", "does not go with deck=52"),
        ("trump=turned", "3 cards for each of 4 players and one to turn up make 13, .* has 12"),
        ("trump=turned,deck=52,rounds=13", "and one to turn up make 53, .* has 52$"),
        ("players=1", "boerenbridge is for 2 to 6 players, not 1"),
        ("players=7,deck=52", "boerenbridge is for 2 to 6 players, not 7"),
        ("ranks=6,rounds=1-2-9", "9 cards for each of 4 players make 36, .* has 24"),
        ("trump=none", "trump takes separate or turned"),
        ("deck=32", "deck takes round or 52"),
    ],
)
def test_an_impossible_game_is_refused(spec, reason):
    with pytest.raises(Error, match=reason):
        game(f"boerenbridge({spec})")


@pytest.mark.parametrize(
    "rounds", ["", "-", "3-", "-3", "0", "3--4", "3,4", "03", "three", "3 4", "²", "٣", "9" * 5000]
)
def test_a_schedule_is_sizes_with_dashes(rounds):
    with pytest.raises(Error, match=r"^boerenbridge: expected sizes .{,150}$"):
        Boerenbridge(rounds=rounds)


def test_options_are_checked_in_python_too():
    with pytest.raises(Error, match="deck must be 'round' or '52'"):
        Boerenbridge(deck=52)


# What is not an action


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "is not an action of boerenbridge, such as 'N bids 2' or 'N: QH'"),
        ("N passes", "is not an action"),
        ("N bids -1", "is not an action"),
        ("N bids 111", "is not an action"),
        ("N bids " + "9" * 5000, r"^.{,70} is not an action .{,70}$"),
        ("N: ?", "is not an action"),
        ("X bids 1", "no seat X; seats are N, E, S, W"),
        ("N: 1H", "no card 1H; cards look like QH and 10S"),
        ("N bids 02", "'N bids 02' must be written 'N bids 2'"),
        ("deal KC | AC, trump H", "expected 4 hands and maybe a stock"),
        ("deal AC | AD | AH | AS, trump HS", "no card HS"),
        ("deal AC | AD | AH | AS, trump", "is not an action"),
        (
            "deal KD KC | AD | AH | AS, trump H",
            "must be written 'deal KC KD | AD | AH | AS, trump H'",
        ),
    ],
)
def test_what_is_not_an_action(text, reason):
    with pytest.raises(Error, match=reason):
        RULES.parse(text)


@pytest.mark.parametrize(
    "text",
    [
        "deal KC KC | AC KH | AD AH | KS AS, trump H",  # a card twice
        "deal KC | AC KD KH | AD AH | KS AS, trump H",  # hands of other sizes
        "deal QC KD | AC KH | AD AH | KS AS, trump H",  # a card that is not in the deck
        "deal KC KD | AC KH | AD AH | KS, trump AS",  # trumps are from a separate card
        "deal KC KD | AC KH | AD AH | KS AS | QC, trump H",  # no stock here
        "deal ? ? | AC KH | AD AH | KS AS, trump H",
        "N bids 0",
    ],
)
def test_what_chance_cannot_bring(text):
    assert RULES.chance(RULES.start()).odds(RULES.parse(text)) == 0
