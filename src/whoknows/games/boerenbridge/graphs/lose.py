"""The lose graph: how not to take this trick, while getting rid of the highest card.

What knowledge adds to it: leading, a high card is safe if somebody is known to have none of the
suit and to hold a trump. Where several suits would do, `questions` and `knowing` say which.
"""

from whoknows.games.boerenbridge.graphs import knowing, questions
from whoknows.games.boerenbridge.graphs.graph import HIGHEST, IT, LOWEST, Ask

LEADING = Ask(
    "a card of a plain suit that somebody surely can ruff?",
    knowing.card_to_be_ruffed,
    yes=IT,
    no=LOWEST,
)

FOLLOWING = Ask(
    "a trump on the table, another suit led?",
    questions.is_ruffed,
    yes=HIGHEST,
    no=Ask(
        "a card of the suit below the best on the table?",
        questions.card_below,
        yes=IT,
        no=Ask("last to play?", questions.last_to_play, yes=HIGHEST, no=LOWEST),
    ),
)

DISCARDING = Ask(
    "a trump on the table and a lower one in hand?",
    questions.trump_below,
    yes=IT,
    no=Ask("a card that is no trump?", questions.highest_plain, yes=IT, no=LOWEST),
)

LOSE = Ask(
    "leading?",
    questions.leading,
    yes=LEADING,
    no=Ask("able to follow suit?", questions.can_follow, yes=FOLLOWING, no=DISCARDING),
)
