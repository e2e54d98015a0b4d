"""The win graph: how to take this trick, or to lose it as cheaply as possible.

Leading, while others may hold trumps, it cashes the highest trump; a highest card of another suit
is worth leading only if others may have to follow it. Following, it takes the trick only with a
card that nobody can beat later. Where several suits would do, `questions` says which is taken.
"""

from whoknows.games.boerenbridge.graphs import knowledge_questions, sight_questions
from whoknows.games.boerenbridge.graphs.decision_graph import IT, LOWEST, Ask, Graph

FROM_LENGTH = Ask(
    "two or more cards of a plain suit?", sight_questions.lowest_of_two, yes=IT, no=LOWEST
)

TRUMPS_OUT = Ask(
    "the highest remaining trump in hand?",
    sight_questions.highest_remaining_trump,
    yes=IT,
    no=Ask(
        "the highest remaining card of a plain suit in hand?",
        sight_questions.highest_remaining_plain,
        yes=Ask(
            "may others hold that suit?",
            knowledge_questions.others_may_hold_its_suit,
            yes=IT,
            no=LOWEST,
        ),
        no=FROM_LENGTH,
    ),
)

NO_TRUMPS_OUT = Ask(
    "the highest remaining card of a plain suit in hand?",
    sight_questions.highest_remaining_plain,
    yes=IT,
    no=FROM_LENGTH,
)

LEADING = Ask(
    "may others hold trumps?",
    knowledge_questions.others_may_hold_trumps,
    yes=TRUMPS_OUT,
    no=NO_TRUMPS_OUT,
)

FOLLOWING = Ask(
    "a trump on the table, another suit led?",
    sight_questions.is_ruffed,
    yes=LOWEST,
    no=Ask(
        "the highest remaining card of the suit in hand?",
        sight_questions.highest_remaining_of_led,
        yes=IT,
        no=LOWEST,
    ),
)

RUFFING_LAST = Ask("a trump that wins?", sight_questions.winning_trump, yes=IT, no=LOWEST)

RUFFING_EARLY = Ask(
    "a trump above the table and above all that later seats may hold?",
    knowledge_questions.safe_trump,
    yes=IT,
    no=LOWEST,
)


def win(leading: Graph, ruffing_last: Graph) -> Graph:
    """The graph, given what to lead and how to ruff as the last."""
    ruffing = Ask("last to play?", sight_questions.last_to_play, yes=ruffing_last, no=RUFFING_EARLY)
    void = Ask("trumps in hand?", sight_questions.holds_trumps, yes=ruffing, no=LOWEST)
    behind = Ask("able to follow suit?", sight_questions.can_follow, yes=FOLLOWING, no=void)
    return Ask("leading?", sight_questions.leading, yes=leading, no=behind)


WIN = win(LEADING, RUFFING_LAST)

# The original program, last to play, throws its lowest card on a trick that nobody has ruffed,
# where its figure says to ruff low: that was found in it. That it leads as if no trumps were out
# was not found but fits its results.
WIN_AS_ORIGINAL = win(
    NO_TRUMPS_OUT,
    Ask("a trump on the table?", sight_questions.is_ruffed, yes=RUFFING_LAST, no=LOWEST),
)
