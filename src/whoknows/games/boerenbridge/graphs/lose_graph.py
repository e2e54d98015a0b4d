"""The lose graph: how not to take this trick, while getting rid of the highest card.

What knowledge adds to it: leading, a high card is safe if somebody is known to have none of the
suit and to hold a trump. Where several suits would do, `questions` and `knowing` say which.
"""

from whoknows.games.boerenbridge.graphs import knowledge_questions, sight_questions
from whoknows.games.boerenbridge.graphs.decision_graph import HIGHEST, IT, LOWEST, Ask, Graph

LEADING = Ask(
    "a card of a plain suit that somebody surely can ruff?",
    knowledge_questions.card_to_be_ruffed,
    yes=IT,
    no=LOWEST,
)

FOLLOWING = Ask(
    "a trump on the table, another suit led?",
    sight_questions.is_ruffed,
    yes=HIGHEST,
    no=Ask(
        "a card of the suit below the best on the table?",
        sight_questions.card_below,
        yes=IT,
        no=Ask("last to play?", sight_questions.last_to_play, yes=HIGHEST, no=LOWEST),
    ),
)

DISCARDING = Ask("a card that is not a trump?", sight_questions.highest_plain, yes=IT, no=LOWEST)


def lose(discarding: Graph) -> Graph:
    """The graph, given what to throw without the suit, when no lower trump can be got rid of."""
    void = Ask(
        "a trump on the table and a lower one in hand?",
        sight_questions.trump_below,
        yes=IT,
        no=discarding,
    )
    behind = Ask("able to follow suit?", sight_questions.can_follow, yes=FOLLOWING, no=void)
    return Ask("leading?", sight_questions.leading, yes=LEADING, no=behind)


LOSE = lose(DISCARDING)

# The original program throws its highest card, trumps first, where its figure says the highest
# card that is not a trump; so it ruffs tricks that it does not want.
LOSE_AS_ORIGINAL = lose(HIGHEST)
