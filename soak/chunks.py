"""The random tests on numbers that they leave out: each looks at a few random models or games.

The tests run the first numbers of each, enough to see that it holds; here are the others. Those
that draw samples are not here: of thousands of fair samples some look unfair.
"""

from __future__ import annotations

from collections import Counter

from soak.proof import Lane, Proof
from soak.tests import of_tests

FIRST = 100  # no test runs as many numbers
RAILWAYS = (
    "tickets",
    "tickets(seats=4,hand=3)",
    "tickets(board=small)",
    "tickets(board=small,seats=3)",
    "tickets(board=small,rules=knowledge,seats=2,hand=3,as_original=on)",
    "tickets(board=usa)",
    "tickets(board=europe,seats=4)",
)
TESTS = {  # kinds, and the tests that have a chunk or a seed
    "formulas": ("logic/test_engines_agree", "test_random_formulas_hold_in_the_same_worlds"),
    "lines": ("logic/test_kripke", "test_lines_hold_together_each_cell_and_nothing_else"),
    "pairs": ("logic/test_kripke", "test_every_pair_is_drawn_on_request"),
    "hands": ("deals/test_hands", "test_both_engines_agree"),
    "partings": ("deals/test_partings", "test_a_seat_knows_what_it_knows_where_worlds_are_listed"),
    "uneven partings": (
        "deals/test_partings",
        "test_so_it_does_when_deals_are_not_equally_likely",
    ),
    "listed partings": ("deals/test_partings", "test_the_worlds_of_a_seat_can_be_listed_after_all"),
    "doubts": (
        "deals/test_partings",
        "test_a_reason_is_given_and_a_doubt_is_a_world_with_its_past",
    ),
}


def check(kind: str, number: int) -> Counter[str]:
    of_tests("logic/oracle")  # which the tests of the deals look for
    if kind == "reasons":
        reasons = of_tests("deals/test_reasons")
        seed, which = divmod(number, len(reasons.GAMES))
        spec = list(reasons.GAMES)[which]
        reasons.test_reasons_in_games_suffice_and_fewer_would_not(spec, FIRST + seed)
    elif kind == "railways":
        seed, which = divmod(number, len(RAILWAYS))
        of_tests("rules/test_tickets").assert_adds_up(RAILWAYS[which], FIRST * FIRST + seed)
    else:
        file, test = TESTS[kind]
        getattr(of_tests(file), test)(FIRST + number)
    return Counter({"chunks": 1})


PROOF = Proof(
    "the random tests of logic, deals and rules hold of other numbers too",
    "chunks",
    {kind: Lane(500, 5) for kind in (*TESTS, "reasons", "railways")},
    check,
)
