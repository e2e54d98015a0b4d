"""What the colours that somebody takes tell of its tickets, and what follows for one's own draws.

Whoever takes a face-up colour probably needs it. Of each other seat the cards that everyone has
seen it take are acts: in a deal in which its paths need that colour they are likelier. Who believes
that may take what others need; who knows that they do may take what it does not need itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import partial

from whoknows.core.agent import Choice
from whoknows.games.tickets import claim_rule
from whoknows.games.tickets.board import GRAY
from whoknows.games.tickets.knowledge_policy import SeatSight
from whoknows.games.tickets.moves import Action, Blind, Take
from whoknows.games.tickets.state import NOBODY
from whoknows.logic.evidence import Act, Evidence
from whoknows.logic.knowledge import Knowledge
from whoknows.logic.vocabulary import World

ERROR = Fraction(1, 4)  # of colours that are taken for no need
DOUBTFUL = Fraction(3, 4)  # the same of somebody who may be out to mislead


def denying(
    sight: SeatSight, choice: Choice[Action], knowledge: Knowledge, error: Fraction
) -> Choice[Action]:
    """In place of a blind card, the face-up colour that the next player is believed to need most:
    which tickets are in play everybody knows, who has them is what is believed."""
    takes = _open_colours(sight)
    if not isinstance(choice.action, Blind) or not takes:
        return choice
    need = believed_need(sight, knowledge, error)
    colour = max(takes, key=lambda one: need[one])
    told = f"{sight.rules.map.colours[colour]} is what the next player is believed to need"
    return Choice(takes[colour], (told,))


def misleading(sight: SeatSight, choice: Choice[Action]) -> Choice[Action]:
    """In place of a blind card, a face-up colour that none of one's own paths needs."""
    own = _needed(sight, sight.seat, sight.unfinished)
    useless = {colour: take for colour, take in _open_colours(sight).items() if colour not in own}
    if not isinstance(choice.action, Blind) or not useless:
        return choice
    # What it has shown most of already makes the longest tale.
    colour = max(useless, key=lambda one: sight.state.open[sight.seat][one])
    told = f"it does not need {sight.rules.map.colours[colour]}, and the others may think so"
    return Choice(useless[colour], (told,))


def believed_need(sight: SeatSight, knowledge: Knowledge, error: Fraction) -> list[Fraction]:
    """For each colour, for how many tickets the next player is believed to need it."""
    belief = knowledge.given(evidence(sight, error))
    need = [Fraction(0)] * len(sight.rules.map.colours)
    seat = (sight.seat + 1) % sight.rules.players
    for name, owners in belief.ownership().items():
        share = Fraction(owners.get(sight.rules.seats[seat], 0))
        for colour in _needed(sight, seat, [sight.rules.map.ticket(name).number]):
            need[colour] += share
    return need


def evidence(sight: SeatSight, error: Fraction = ERROR) -> Evidence:
    """The colours that others were seen to take and still hold."""
    acts = list[Act]()
    for seat in _others(sight):
        name = sight.rules.seats[seat]
        for colour, many in enumerate(sight.state.open[seat][: len(sight.rules.map.colours) - 1]):
            if many:
                words = f"{name} has taken {many} {sight.rules.map.colours[colour]}"
                chance = partial(_chance_of_colour, sight, seat, colour, many, error)
                acts.append(Act(words, chance, of=name, by=name, style="takes what it needs"))
    return Evidence(tuple(acts))


def _chance_of_colour(
    sight: SeatSight, seat: int, colour: int, many: int, error: Fraction, world: World
) -> Fraction:
    """How likely the seat takes so many cards of a colour with these tickets."""
    held = next(cards for place, cards in world.items() if str(place) == sight.rules.seats[seat])
    needed = _needed(sight, seat, [sight.rules.map.ticket(str(name)).number for name in held])
    colours = len(sight.rules.map.colours) - 1  # without jokers, which everybody needs
    wanted = Fraction(colour in needed, len(needed)) if needed else Fraction(1, colours)
    return ((1 - error) * wanted + error / colours) ** many


def _needed(sight: SeatSight, seat: int, tickets: Iterable[int]) -> set[int]:
    """The colours of free connections on the paths of a seat for these tickets."""
    board, state = sight.rules.map, sight.state
    paths = claim_rule.paths(board, sight.rules.players, state, seat)
    routes = (board.connections[c] for t in tickets for c in paths.get(t, ()))
    return {r.colour for r in routes if r.colour != GRAY and state.owners[r.number] == NOBODY}


def _open_colours(sight: SeatSight) -> dict[int, Take]:
    """The colours that lie face up and may be taken, without jokers."""
    colours: Sequence[str] = sight.rules.map.colours
    takes = (action for action in sight.actions if isinstance(action, Take))
    return {colours.index(one.colour): one for one in takes if one.colour != "joker"}


def _others(sight: SeatSight) -> list[int]:
    return [seat for seat in range(sight.rules.players) if seat != sight.seat]
