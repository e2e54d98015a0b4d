"""What a seat sees of the table, and how a table is imagined from what it sees.

Hidden from a seat: the train cards that others drew blind, the closed pile, the tickets of
others, the stock, and what others put back.
"""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import TYPE_CHECKING, Any

from whoknows.core.frozen import replace
from whoknows.core.game import World
from whoknows.core.plural import some
from whoknows.games.tickets import train_cards
from whoknows.games.tickets.board import Board
from whoknows.games.tickets.hidden_cards import Unseen
from whoknows.games.tickets.moves import Action, DealTickets, Gets, Keep, Offer
from whoknows.games.tickets.state import HIDDEN, Phase, State, TicketPile

if TYPE_CHECKING:
    from whoknows.games.tickets.rules import Tickets

FEW = 8_000  # nodes for settling what was paid: whoever imagines a state does not wait for seconds


def shown(rules: Tickets, action: Action, to: int | None) -> str:
    """The action as a seat or an outsider sees it."""
    own = None if to is None else rules.seats[to]
    match action:
        case DealTickets(hands):
            return _deal_shown(rules, hands, to)
        case Gets(seat, cards) if seat != own:
            return f"{seat} gets {some(len(cards), 'card')}"
        case Offer(seat, tickets) if seat != own:
            return f"{seat} is offered {some(len(tickets), 'ticket')}"
        case Keep(seat) if seat != own:
            return _keep_shown(rules, action)
    return str(action)


def veiled(state: State, seat: int | None) -> State:
    """The state with what the seat cannot see blanked."""
    nothing = (HIDDEN,) * len(state.pile)
    seats = range(len(state.hands))
    return replace(
        state,
        pile=nothing,
        hands=tuple(state.hands[s] if s == seat else nothing for s in seats),
        memory=tuple(state.memory[s] if s == seat else () for s in seats),
        piles=tuple(_pile_seen(pile, seat) for pile in state.piles),
        was=tuple(_pile_seen(pile, seat) for pile in state.was),
    )


def world(board: Board, state: State) -> World | None:
    """Which ticket lies where, and what lay under the stock before it was drawn again."""
    if state.phase == Phase.DEAL or any(HIDDEN in p.tickets for p in (*state.piles, *state.was)):
        return None
    lying: dict[int | str, Any] = {
        pile.place: [board.tickets[t].name for t in pile.tickets] for pile in state.piles
    }
    return lying | {pile.place: board.tickets[pile.tickets[0]].name for pile in state.was}


def redeal(board: Board, veil: State, deal: World, rng: Random) -> State:
    """A complete state that looks like this: tickets as dealt, train cards drawn fairly."""
    piles = tuple(_pile_dealt(board, pile, deal[pile.place], rng) for pile in veil.piles)
    was = tuple(_pile_dealt(board, pile, (str(deal[pile.place]),), rng) for pile in veil.was)
    after = replace(veil, piles=piles, was=was)
    seat = next((s for s, hand in enumerate(veil.hands) if HIDDEN not in hand), None)
    unseen = Unseen(veil.ledger, seat, veil.memory[seat] if seat is not None else (), FEW)
    memory, hidden, pile = unseen.sample(rng)
    hands = tuple(
        hand if s == seat else train_cards.plus(veil.open[s], hidden[s])
        for s, hand in enumerate(veil.hands)
    )
    memories = tuple(m if s == seat else memory[s] for s, m in enumerate(veil.memory))
    return replace(after, hands=hands, memory=memories, pile=pile)


def _pile_dealt(board: Board, pile: TicketPile, names: Iterable[str], rng: Random) -> TicketPile:
    if HIDDEN not in pile.tickets:
        return pile
    tickets = [board.ticket(name).number for name in names]
    rng.shuffle(tickets)
    return replace(pile, tickets=tuple(tickets))


def _pile_seen(pile: TicketPile, seat: int | None) -> TicketPile:
    if seat in pile.seers:
        return pile
    return replace(pile, tickets=(HIDDEN,) * len(pile.tickets))


def _deal_shown(rules: Tickets, hands: tuple[tuple[str, ...], ...], to: int | None) -> str:
    own = f", {', '.join(hands[to])} to {rules.seats[to]}" if to is not None else ""
    if not rules.variant.may_draw(rules):  # all know by name which tickets are in the game
        names = sorted(name for hand in hands for name in hand)
        return f"deal {some(len(hands[0]), 'ticket')} each of {', '.join(names)}{own}"
    return f"deal {some(len(hands[0]), 'ticket')} each{own}"


def _keep_shown(rules: Tickets, keep: Keep) -> str:
    far = [name for name in (*keep.kept, *keep.back) if rules.map.ticket(name).long]
    long = ""
    if far:
        long = ", a long one among them" if far[0] in keep.kept else ", not the long one"
    kept = f"{keep.seat} keeps {len(keep.kept)} of {len(keep.kept) + len(keep.back)} tickets"
    completing = f", completing {', '.join(keep.completes)}" if keep.completes else ""
    return kept + long + completing
