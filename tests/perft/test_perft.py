"""Perft: how many ways there are to play the first so many moves, chance included.

The files hold exact counts; a wrong rule changes one of them. `threecards.txt` was also counted by
hand up to the third move, and in full by the few lines below that know nothing of models.
"""

from itertools import permutations
from pathlib import Path

import pytest

from whoknows.core.agent import Choice
from whoknows.core.game import CHANCE, END
from whoknows.core.match import legal, step
from whoknows.core.registry import game

TABLES = sorted(Path(__file__).parent.glob("*.txt"))
LINES = [line for table in TABLES for line in table.read_text().splitlines() if line[:1] != "#"]


def perft(rules, depth):
    """The number of sequences of that many moves; those of finished games count no further."""

    def below(state, model, depth):
        by = rules.to_move(state)
        if depth == 0 or by == END:
            return int(depth == 0)
        options = rules.chance(state).outcomes() if by == CHANCE else legal(rules, state, model)
        if depth == 1:
            return len(options)
        turns = (step(rules, state, model, Choice(action)) for action in options)
        return sum(below(turn.after, turn.model, depth - 1) for turn in turns)

    return below(rules.start(), None, depth)


@pytest.mark.parametrize("line", LINES)
def test_perft(line):
    spec, depth, count = line.split()
    assert perft(game(spec), int(depth)) == int(count)


def count_threecards(rounds, depth):
    """The same without models: a deal is known when one deal fits what was said and seen."""
    deals = list(permutations("abc"))

    def below(deal, turn, left, seen, depth):
        if depth == 0 or turn == 3 * rounds:
            return int(depth == 0)
        seat, total = turn % 3, 0
        for card in set("abc") - {deal[seat]}:
            fits = [other for other in left if other[seat] != card]
            total += below(deal, turn + 1, fits, seen, depth - 1)
        for other in {0, 1, 2} - {seat}:
            total += below(deal, turn + 1, left, seen | {(other, seat)}, depth - 1)
        visible = {seat} | {place for viewer, place in seen if viewer == seat}
        fits = [other for other in left if all(other[i] == deal[i] for i in visible)]
        return total + int(len(fits) == 1 and depth == 1)

    return sum(below(deal, 0, deals, frozenset(), depth - 1) for deal in deals)


@pytest.mark.parametrize("line", [line for line in LINES if line.startswith("threecards")])
def test_the_table_of_threecards_agrees_with_a_count_without_models(line):
    spec, depth, count = line.split()
    assert count_threecards(game(spec).rounds, int(depth)) == int(count)
