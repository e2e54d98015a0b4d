"""Choosing among the tickets offered: each as a slip, and a button for each choice.

Pointing at a choice marks its slips, and their cities and paths on the map.
"""

from collections.abc import Iterator

from whoknows.core.drawing import Seen, clickable
from whoknows.games.tickets.moves import Keep
from whoknows.games.tickets.page import ticket_cards
from whoknows.games.tickets.page.action_words import label
from whoknows.games.tickets.page.ticket_cards import Slip

Groups = list[tuple[str, Slip]]


def choosing(moment: Seen, offered: list[Slip]) -> str:
    """The slips and the buttons; nothing unless the viewer is to choose."""
    choices = "".join(_choice(moment, name, keep) for name, keep in _keeps(moment))
    if not choices:
        return ""
    lit = groups(moment, offered)
    rows = "".join(ticket_cards.row(s, [name for name, slip in lit if slip == s]) for s in offered)
    return (
        f'<section class="slips choosing" aria-label="Tickets offered to you"><ul>{rows}</ul>'
        f'<div class="keeps" role="group" aria-label="Keep which?"><b>Keep</b>{choices}</div>'
        "</section>"
    )


def groups(moment: Seen, offered: list[Slip]) -> Groups:
    """For every choice the slips that it keeps, by the name of its group."""
    return [
        (name, slip)
        for name, keep in _keeps(moment)
        for slip in offered
        if slip.ticket.name in keep.kept
    ]


def _keeps(moment: Seen) -> Iterator[tuple[str, Keep]]:
    """The choices, those that keep most first."""
    keeps = [action for action in moment.actions if isinstance(action, Keep)]
    keeps.sort(key=lambda keep: len(keep.back))
    return ((f"keep{number}", keep) for number, keep in enumerate(keeps))


def _choice(moment: Seen, group: str, keep: Keep) -> str:
    worth = sum(moment.game.map.ticket(name).points for name in keep.kept)
    words = label(moment.game, keep)
    acts = clickable([keep], f"{words}, {worth} points")
    return (
        f'<span class="act can" {acts} data-hover="{group}">{words.removeprefix("Keep ")} '
        f"<small>{worth}</small></span>"
    )
