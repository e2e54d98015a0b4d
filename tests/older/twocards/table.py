"""Two cards on the page."""

from collections.abc import Sequence

from twocards import BLANK, CARDS, TwoCards
from whoknows.core.seen import Seen, clickable


def board(moments: Sequence[Seen], step: int, front: int | None = None) -> str:
    moment = moments[step]
    acts = "".join(
        f'<span class="act can" {clickable([action], str(action))}>{action}</span>'
        for action in moment.actions
    )
    cards = " ".join("?" if card == BLANK else CARDS[card] for card in moment.state.hands)
    return f'<div class="area twocards"><p class="cards">{cards}</p>{acts}</div>'


def labels(moment: Seen) -> list[tuple[str, str]]:
    return [(str(action), f"Say: {action}") for action in moment.actions]


def in_words(moment: Seen) -> str:
    return moment.move.replace(": not ", " does not hold ")


def rules(game: TwoCards) -> str:
    return f"<h2>Two cards</h2><p>Deny or declare, {game.rounds} times round.</p>"
