"""Choosing among the tickets offered: each is a slip to tick, and a button keeps what is ticked.

The button says what that comes to. There is one for every choice that may be made, of which the
page shows the one that is ticked; its cities and paths are marked on the map.
"""

from collections.abc import Iterator

from whoknows.core.drawing import Seen, clickable, own_seat
from whoknows.core.plural import some
from whoknows.games.tickets.moves import Keep
from whoknows.games.tickets.page import ticket_cards
from whoknows.games.tickets.page.action_words import label
from whoknows.games.tickets.page.ticket_cards import Slip
from whoknows.games.tickets.paths import cost

Groups = list[tuple[str, Slip]]
HIDDEN = ' hidden=""'


def choosing(moment: Seen, offered: list[Slip]) -> str:
    """The slips and the buttons; nothing unless the viewer is to choose."""
    keeps = list(_keeps(moment))
    if not keeps:
        return ""
    lit, ticked = groups(moment, offered), keeps[0][1].kept
    rows = "".join(
        ticket_cards.row(
            slip,
            [name for name, one in lit if one == slip],
            tick=(number, slip.ticket.name in ticked),
        )
        for number, slip in enumerate(offered)
    )
    choices = "".join(
        _choice(moment, offered, name, keep, keep.kept == ticked) for name, keep in keeps
    )
    least = min(len(keep.kept) for _, keep in keeps)
    return (
        '<section class="slips choosing" aria-label="Tickets offered to you" data-ticks="">'
        f'<ul>{rows}</ul><div class="keeps" role="group" aria-label="Keep which?">{choices}'
        f'<span class="act not" data-ticked="" hidden="">Keep at least {least}</span></div>'
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


def running(moment: Seen, kept: list[Slip]) -> str:
    """What tickets come to together: connections that they share are built once."""
    worth = sum(slip.ticket.points for slip in kept)
    lines = tuple({number for slip in kept for number in slip.way})
    seat, state = own_seat(moment), moment.state
    trains = cost(moment.game.map, seat, state.owners, lines)
    return f"{worth} points, for {trains} of your {some(state.trains[seat], 'train')}"


def _keeps(moment: Seen) -> Iterator[tuple[str, Keep]]:
    """The choices, those that keep most first."""
    keeps = [action for action in moment.actions if isinstance(action, Keep)]
    keeps.sort(key=lambda keep: len(keep.back))
    return ((f"keep{number}", keep) for number, keep in enumerate(keeps))


def _choice(moment: Seen, offered: list[Slip], group: str, keep: Keep, is_shown: bool) -> str:
    kept = [number for number, slip in enumerate(offered) if slip.ticket.name in keep.kept]
    worth = sum(offered[number].ticket.points for number in kept)
    words = label(moment.game, keep)
    ticked = " ".join(map(str, kept))
    acts = clickable([keep], f"{words}, {worth} points")
    return (
        f'<span class="act can" {acts} data-hover="{group}" data-ticked="{ticked}"'
        f"{'' if is_shown else HIDDEN}>{words} "
        f"<small>{running(moment, [offered[number] for number in kept])}</small></span>"
    )
