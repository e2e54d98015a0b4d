"""What an action makes known about who holds which tickets.

A claim says: I hold a ticket whose path, as it was, contains this connection. A block says: I know
who holds a ticket. Completed tickets must be announced at once, so silence speaks: if the mover
owns a whole path and does not announce its ticket, it does not hold that ticket. In classic rules
only numbers are public. Everything here follows from public information.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from whoknows.core.frozen import replace
from whoknows.core.game import Update, World
from whoknows.core.names import written
from whoknows.core.plural import some
from whoknows.deals import updates
from whoknows.games.tickets import claim_rule, ticket_piles, train_cards, transitions
from whoknows.games.tickets.moves import (
    Action,
    Block,
    Claim,
    DealTickets,
    Keep,
    Names,
    Offer,
)
from whoknows.games.tickets.state import HIDDEN, NOBODY, State, TicketPile
from whoknows.logic.formula import Atom, Formula, Not, all_of, any_of
from whoknows.logic.modal_operators import Knows
from whoknows.logic.model import Model

if TYPE_CHECKING:
    from whoknows.games.tickets.rules import Tickets


def said(rules: Tickets, public: State, action: Action) -> tuple[Update, ...]:
    """The updates of an action."""
    match action:
        case DealTickets(hands):
            return tuple(rules.variant.deal_said(rules, hands))
        case Offer(seat, tickets):
            hidden = (HIDDEN,) * len(tickets)
            return tuple(_offered(rules, public, rules.number(seat), hidden))
        case Keep():
            return tuple(_kept(rules, public, action))
        case Claim() if rules.variant.is_spoken:
            return tuple(_claimed(rules, public, action))
        case Block():
            return tuple(_blocked(rules, public, action))
    return ()


def _offered(
    rules: Tickets, public: State, seat: int, tickets: tuple[int, ...]
) -> Iterator[Update]:
    parting, name = ticket_piles.offered(public, seat, tickets), rules.seats[seat]
    for slot in parting.sources[1:]:
        yield updates.Look(written(name), slot, f"{name} draws a ticket that was put back")
    yield _split(rules, parting, f"{name} draws {some(len(tickets), 'ticket')}")


def _kept(rules: Tickets, public: State, keep: Keep) -> Iterator[Update]:
    for number, parting in enumerate(transitions.keeping(rules, public, keep)):
        kept, back = len(keep.kept), len(keep.back)
        sentence = f"{keep.seat} keeps {some(kept, 'ticket')}"
        sentence += f" and puts back {back}" if back else ""
        yield _split(rules, parting, sentence if number == 0 else f"{keep.seat} has chosen")
    if rules.variant.is_spoken:
        yield from _completed(rules, public, public, rules.number(keep.seat), keep.completes)


def _split(rules: Tickets, parting: ticket_piles.Parting, sentence: str) -> Update:
    place = parting.sources if len(parting.sources) > 1 else parting.sources[0]
    return updates.Split(
        place,
        {_place(rules, pile): len(pile.tickets) for pile in parting.parts},
        owner={_place(rules, p): p.owner for p in parting.parts if p.owner != NOBODY},
        seen={p.place: p.seers for p in parting.parts if p.seers and p.owner == NOBODY},
        told=sentence,
    )


def _place(rules: Tickets, pile: TicketPile) -> str:
    """The name of a pile's place; a seat's tickets lie in places that begin with its name."""
    if pile.owner == NOBODY:
        return pile.place
    return rules.seats[pile.owner] + pile.place.removeprefix(str(pile.owner))


def _claimed(rules: Tickets, public: State, claim: Claim) -> Iterator[Update]:
    seat, name = rules.number(claim.seat), claim.seat
    connection = rules.map.connection(claim.connection).number
    on_path = claim_rule.holding(rules.map, rules.players, public, seat, connection)
    names = rules.ticket_names([t for t in on_path if public.done[t] == NOBODY])
    sentence = f"{name} has {_or(names)}, since it claims {claim.connection}"
    if rules.is_named:
        sentence = f"{name} claims {claim.connection}, and so has {_or(names)}"
    yield updates.Announce(any_of(*(has(name, ticket) for ticket in names)), sentence)
    after = replace(public, owners=train_cards.put(public.owners, connection, seat))
    yield from _completed(rules, public, after, seat, claim.completes)


def _blocked(rules: Tickets, public: State, block: Block) -> Iterator[Update]:
    seat, target = rules.number(block.seat), rules.number(block.target)
    connection = rules.map.connection(block.connection).number
    names: Names = (block.ticket,) if block.ticket else ()
    if not names:
        on_path = claim_rule.holding(rules.map, rules.players, public, target, connection)
        names = rules.ticket_names([t for t in on_path if public.done[t] == NOBODY])
    known = any_of(*(Knows(written(block.seat), has(block.target, name)) for name in names))
    sentence = f"{block.seat} knows that {block.target} has {_or(names)}"
    if rules.as_original:
        plain = any_of(*(has(block.target, name) for name in names))
        yield Naming(plain, f"{block.target} has {_or(names)}, says {block.seat}", known)
    else:
        yield updates.Announce(known, sentence)
    after = replace(public, owners=train_cards.put(public.owners, connection, seat))
    yield from _completed(rules, public, after, seat, block.completes)


def _completed(
    rules: Tickets, before: State, after: State, seat: int, names: Names
) -> Iterator[Update]:
    """What is completed is announced; what could have been announced and is not, is not held."""
    who = rules.seats[seat]
    for name in names:
        yield updates.Announce(has(who, name), f"{who} completes {name}")
    full = claim_rule.full(rules.map, rules.players, after, seat)
    if not rules.draw:  # else the seat may have got a ticket since it was silent before
        full = [t for t in full if t not in claim_rule.full(rules.map, rules.players, before, seat)]
    silent = [name for name in rules.ticket_names(full) if name not in names]
    if silent:
        none = all_of(*(Not(has(who, name)) for name in silent))
        sentence = f"{who} would have completed {_or(silent)}, and says nothing"
        yield updates.Announce(none, sentence)


@dataclass(frozen=True)
class Naming(updates.Announce):
    """Says something that the speaker must know in order to say it."""

    known: Formula | str = "true"

    @property
    def claims_knowledge(self) -> bool:
        return updates.Announce(self.known).claims_knowledge

    def true_at(self, model: Model | None, world: World) -> bool:
        return updates.Announce(self.known).true_at(model, world)

    def doubt(self, model: Model | None, world: World) -> str:
        return updates.Announce(self.known).doubt(model, world)


def has(seat: str, ticket: str) -> Formula:
    return Atom("has", (written(seat), ticket))


def _or(names: Sequence[str]) -> str:
    return " or ".join(names)
