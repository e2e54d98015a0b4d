"""In somebody's head: where she thinks each card is, or where she thinks that another thinks it is.

    mind(moment, (1, 2)) -> what Bram thinks that Cleo thinks, as far as the viewer can know

A path leads from head to head. At each step come all worlds that somebody on the way considers
possible, so what holds in all of them is known all along the way, and what holds in some of them
may be so. The last one's knowledge is a cell in each of these worlds. Where the cells are few, each
is looked at, with its odds; where they are many, only who knows what is told, from sets. A deal of
which nothing was said has a way of its own (`silent_deal`), at any size.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from functools import reduce
from itertools import pairwise
from operator import and_, or_
from typing import NamedTuple

from whoknows.core.error import Error
from whoknows.core.memo import once
from whoknows.deals.deal_model import DealModel
from whoknows.deals.factual.factual_space import Factual
from whoknows.deals.factual.large import TooLargeError
from whoknows.deals.hands.hand_space import HandSpace
from whoknows.logic.knowledge import Knowledge
from whoknows.logic.space import Set, assigned, neighbours
from whoknows.table.knowledge import silent_deal
from whoknows.table.knowledge.chapter import cases, considered
from whoknows.table.knowledge.nested_knowledge import excluded, public_odds
from whoknows.table.knowledge.ownership import by_owner
from whoknows.table.knowledge.place_names import whereabouts
from whoknows.table.knowledge.silent_deal import silent
from whoknows.table.knowledge.visible_moment import ALL, Dealt

MOST_DEEP = 6  # heads inside each other
MOST_CELLS = 40  # that are looked at one by one

Path = tuple[int, ...]  # seats, from the outermost head to the innermost


class Certainty(Enum):
    """What somebody knows of where a card is, as far as that is known."""

    SURE = "sure"  # who has it, which is known here too
    WHOEVER = "whoever"  # who has it, whoever that is
    MAYBE = "maybe"  # perhaps who has it, even where it is not one's own
    UNKNOWN = "unknown"  # not who has it, unless it is one's own


class Share(NamedTuple):
    """Odds that may be different from cell to cell."""

    least: Fraction
    most: Fraction


@dataclass(frozen=True, slots=True)
class CardThought:
    """Where somebody may think that a card is: the owners, each with the odds if they are told."""

    card: str
    certainty: Certainty
    owners: Mapping[str, Share | None]
    is_public: bool  # whether everyone knows where it is


@dataclass(frozen=True, slots=True)
class Mind:
    """How somebody sees the table; `worlds` are how many are considered possible, if that is
    told."""

    path: Path
    cards: tuple[CardThought, ...]
    worlds: tuple[int, int] | None


def path_of(text: str, seats: Sequence[str]) -> Path:
    """A path as addresses write it: `1.2`; nobody is twice in a row, as all know their own mind."""
    parts = text.split(".")
    if not all(part.isdecimal() and len(part) < 3 and int(part) < len(seats) for part in parts):
        raise Error(f"{text[:40]} is no way from head to head: write seats such as 1.0")
    path = tuple(int(part) for part in parts)
    shorter = path[:1] + tuple(b for a, b in pairwise(path) if a != b)
    if len(shorter) > MOST_DEEP:
        raise Error(f"at most {MOST_DEEP} heads fit inside each other, not {len(shorter)}")
    return shorter


def mind(moment: Dealt, path: Path) -> Mind:
    """How the last one on the path sees the table, as far as the viewer can know."""
    model = moment.model
    cells, deal = _own_cell(moment, path), silent(model)
    if cells is None and deal is not None:
        return _from_rooms(model, deal, path, _start(moment))
    if cells is None:
        cells = _cells(moment, path)
    if cells is not None:
        return _from_cells(model, path, cells)
    return _from_sets(model, path, _here(moment, path))


# few cells: each with its odds


def _own_cell(moment: Dealt, path: Path) -> list[Knowledge] | None:
    """What the last one knows, where the viewer sees that."""
    if path == (moment.viewer,):
        return [moment.mine]
    if len(path) == 1 and moment.viewer == ALL and moment.world is not None:
        return [considered(moment, path[-1])]
    return None


def _cells(moment: Dealt, path: Path) -> list[Knowledge] | None:
    """What the last one may know, one by one; None if that is too many."""
    model, seat = moment.model, path[-1]
    if isinstance(model.space, Factual | HandSpace):
        raise TooLargeError()
    found = list[Knowledge]()
    for cell in _each_cell(model, seat, _here(moment, path)):
        if len(found) == MOST_CELLS:
            return None
        found.append(Knowledge(model, seat, cell))
    return found


def _here(moment: Dealt, path: Path) -> Set:
    """The worlds in which the last one may be, for all that those before it know."""
    here = _start(moment)
    for seat in path[:-1]:
        here = neighbours(moment.model.space, seat, here)
    return here


def _start(moment: Dealt) -> Set:
    """What the viewer considers possible; for ALL the true world."""
    model = moment.model
    if moment.viewer == ALL and moment.world is not None:
        return model.point(moment.world)
    held: Set = model.space.all & moment.mine.held
    return held


def _each_cell(model: DealModel, seat: int, here: Set) -> Iterator[Set]:
    space, left = model.space, here
    while not space.is_empty(left):
        first = next(space.assignments(left))
        cell: Set = neighbours(space, seat, assigned(space, first))
        yield cell
        left = left & ~cell


def _from_cells(model: DealModel, path: Path, cells: Sequence[Knowledge]) -> Mind:
    me = model.seats[path[-1]]
    odds = [by_owner(cell) for cell in cells]
    cards = tuple(
        _weighed(model, me, card, [each[card] for each in odds])
        for card in model.vocabulary.world_facts
    )
    many = [cases(cell) for cell in cells]
    return Mind(path, cards, (min(many), max(many)))


def _weighed(
    model: DealModel, me: str, card: str, rows: Sequence[Mapping[str, Fraction]]
) -> CardThought:
    """A card in each of the cells. In those in which it is her own, she does not guess who has
    it."""
    elsewhere = [row for row in rows if row.get(me) != 1] or rows
    owners: dict[str, Share | None] = {}
    for owner in _owners(model, rows):
        shares = [row.get(owner, Fraction(0)) for row in (rows if owner == me else elsewhere)]
        owners[owner] = Share(min(shares), max(shares))
    known = [_certain(row) for row in rows]
    others = [owner for owner in known if owner != me]
    return CardThought(card, _certainty(known, others), owners, _is_public(model, card))


def _certainty(known: Sequence[str | None], others: Sequence[str | None]) -> Certainty:
    """From who she knows has it in each cell (None: nobody), and in those where it is not hers."""
    if None not in known:
        return Certainty.SURE if len(set(known)) == 1 else Certainty.WHOEVER
    return Certainty.UNKNOWN if set(others) == {None} else Certainty.MAYBE


def _certain(row: Mapping[str, Fraction]) -> str | None:
    return next((owner for owner, share in row.items() if share == 1), None)


def _owners(model: DealModel, rows: Iterable[Mapping[str, Fraction]]) -> list[str]:
    """Who may have it: seats in order, then what is nobody's."""
    found = {owner for row in rows for owner, share in row.items() if share}
    return [name for name in _names(model) if name in found]


def _names(model: DealModel) -> list[str]:
    words = model.vocabulary
    places = (whereabouts(words, place.name) for place in words.places)
    return list(dict.fromkeys((*model.seats, *places)))


def _is_public(model: DealModel, card: str) -> bool:
    return any(share == 1 for share in once(public_odds, None, model)[card].values())


# a deal of which nothing was said: card by card


def _from_rooms(model: DealModel, deal: Factual, path: Path, here: Set) -> Mind:
    me = model.seats[path[-1]]
    found = silent_deal.rows(model, deal, path, here)
    cards = tuple(_weighed(model, me, card, found[card]) for card in model.vocabulary.world_facts)
    many = silent_deal.deals(deal, path[-1])
    return Mind(path, cards, (many, many))


# many cells: who knows what, from sets


def _from_sets(model: DealModel, path: Path, here: Set) -> Mind:
    thought: Set = neighbours(model.space, path[-1], here)
    cards = (_judged(model, path[-1], card, here, thought) for card in model.vocabulary.world_facts)
    return Mind(path, tuple(cards), None)


def _judged(model: DealModel, seat: int, card: str, here: Set, thought: Set) -> CardThought:
    """The same without odds, and without looking at each cell."""
    space, me = model.space, model.seats[seat]
    known = _knowing(model, seat, card)
    lies = {owner: thought & _lies(model, card, owner) for owner in _names(model)}
    owners = dict.fromkeys(owner for owner, held in lies.items() if not space.is_empty(held))
    sure = any(space.is_empty(here & ~held) for held in known.values())
    others = [held for owner, held in known.items() if owner != me]
    elsewhere: Set = here & reduce(or_, others, space.none)
    at_a_loss: Set = here & ~reduce(or_, known.values(), space.none)
    if space.is_empty(at_a_loss):
        certainty = Certainty.SURE if sure else Certainty.WHOEVER
    else:
        certainty = Certainty.UNKNOWN if space.is_empty(elsewhere) else Certainty.MAYBE
    return CardThought(card, certainty, owners, _is_public(model, card))


def _knowing(model: DealModel, seat: int, card: str) -> dict[str, Set]:
    """For each owner: the worlds in which the seat knows that this one has the card."""
    ruled_out = once(excluded, (seat, card), model)
    names = {place: whereabouts(model.vocabulary, place) for place in ruled_out}
    return {
        owner: reduce(
            and_, (held for place, held in ruled_out.items() if names[place] != owner),
            model.space.all,
        )
        for owner in dict.fromkeys(names.values())
    }  # fmt: skip


def _lies(model: DealModel, card: str, owner: str) -> Set:
    space, words = model.space, model.vocabulary
    places = map(str, words.fact(card).values)
    held = (space.is_value(card, place) for place in places if whereabouts(words, place) == owner)
    found: Set = reduce(or_, held, space.none)
    return found
