"""Who wins: most points, then the tie-breaks of the game, in words."""

from dataclasses import replace

import pytest

from whoknows.arena.running.batch import _counts
from whoknows.arena.running.batch_counts import wins
from whoknows.core.law_positions import AnyLegal
from whoknows.core.match import play
from whoknows.core.winners import Win, win
from whoknows.games.threecards import ThreeCards

TICKETS, TRAIL = "more completed tickets", "a longer trail"


@pytest.mark.parametrize(
    ("points", "tickets", "trails", "won"),
    [
        ((10, 12, 11), (9, 0, 0), (9, 0, 0), Win((1,))),
        ((12, 12, 11), (1, 2, 9), (9, 0, 9), Win((1,), (TICKETS,))),
        ((12, 12, 11), (2, 2, 9), (9, 8, 9), Win((0,), (TRAIL,))),
        ((12, 12, 11), (2, 2, 9), (8, 8, 9), Win((0, 1))),
        ((12, 12, 12), (2, 3, 3), (8, 8, 8), Win((1, 2), (TICKETS,))),
        ((12, 12, 12), (2, 3, 3), (8, 8, 9), Win((2,), (TICKETS, TRAIL))),
        ((-3, -3, -3), (0, 0, 0), (0, 0, 0), Win((0, 1, 2))),
    ],
)
def test_points_then_each_tie_break_then_shared(points, tickets, trails, won):
    assert win(points, [(TICKETS, tickets), (TRAIL, trails)]) == won


def test_a_tie_without_tie_breaks_is_shared():
    assert win((5, 7, 7)) == Win((1, 2))


def test_no_tie_break_is_asked_for_that_is_not_needed():
    def asked():
        yield TICKETS, (2, 1)
        raise AssertionError("the trail does not matter any more")

    assert win((5, 5), asked()) == Win((0,), (TICKETS,))
    assert win((6, 5), asked()) == Win((0,))


@pytest.mark.parametrize(
    ("won", "points", "words"),
    [
        (Win((1,)), (3, 4, 3), "b wins with 4 points"),
        (Win(()), (0, 0, 0), "nobody wins"),
        (Win((), ("time ran out",)), (0, 0, 0), "nobody wins: time ran out"),
        (Win((0, 1, 2), together=True), (3, 3, 3), "the team wins with 3 points"),
        (Win((0, 1)), (1, 1, 0), "a and b share the win with 1 point"),
        (Win((0, 1, 2)), (0.5,) * 3, "a, b and c share the win with 0.5 points"),
        (Win((2,), (TICKETS,)), (0, 9, 9), "c wins with 9 points, by more completed tickets"),
        (
            Win((1, 2), (TICKETS,)),
            (9, 9, 9),
            "b and c share the win with 9 points, by more completed tickets",
        ),
        (
            Win((1,), (TICKETS, TRAIL)),
            (9, 9, 9),
            "b wins with 9 points, by more completed tickets, then a longer trail",
        ),
    ],
)
def test_a_win_in_words(won, points, words):
    assert won.words("abc", points) == words


class Solitaire(ThreeCards):
    """Whoever has the most points, nobody wins."""

    def winners(self, state):
        return ()


def test_a_game_may_say_that_nobody_wins():
    rules = Solitaire()
    *_, last = play(rules, [AnyLegal()] * 3, seed=1)
    assert rules.winners(last.after) == rules.win(last.after).seats == ()
    counts = _counts(rules, [rules.start(), last.after])
    assert not wins(counts[None, None], tallies=0).any(), "nor does anybody in a tournament"


class OneWinner(ThreeCards):
    """A tie has no winner."""

    def winners(self, state):
        found = super().winners(state)
        return found if len(found) == 1 else ()


def test_a_game_may_begin_from_the_usual_winners():
    *_, last = play(OneWinner(), [AnyLegal()] * 3, seed=1)
    tied = replace(last.after, points=(1, 1, 0))
    alone = replace(last.after, points=(0, 1, 0))
    assert OneWinner().winners(alone) == (1,)
    assert OneWinner().winners(tied) == ()
    assert (
        OneWinner().win(tied).words(("Anna", "Bram", "Cleo"), (1, 1, 0)).startswith("nobody wins")
    )


def test_a_team_may_have_a_name():
    names = ("Ann", "Ben", "Cas")
    won = Win((0, 2), ("fewer wolves",), together="the village")
    assert won.words(names, (1, 0, 1)) == "the village wins with 1 point, by fewer wolves"
    assert Win((0, 2), together=True).words(names, (2, 0, 2)) == "the team wins with 2 points"


def test_seats_may_come_in_a_list_and_one_reason_alone():
    assert Win([0, 2], "more") == Win((0, 2), ("more",))
