"""The railway game on the small board once more, written from its rules and from nothing of ours.

`moves(state)` gives the text of everything that may happen next, by a seat or by chance, and the
state after it. In the knowledge game a state also holds the deals that are still possible.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations, permutations
from typing import NamedTuple

COLOURS = ("red", "blue", "joker")
JOKER = 2
DECK = (10, 10, 8)
ROUTES = (  # name, ends, length, colour
    ("A-C", "AC", 1, 0),
    ("A-E", "AE", 2, None),
    ("B-C", "BC", 1, 1),
    ("C-D", "CD", 1, 1),
    ("C-D#2", "CD", 1, None),
    ("D-E", "DE", 1, None),
    ("D-F", "DF", 1, 0),
)
TWIN = {3: 4, 4: 3}
TICKETS = ("A-F", "A-E", "B-D", "C-D", "C-F", "E-F")


class Rails(NamedTuple):
    """A position."""

    players: int
    knowing: bool
    phase: str = "deal"  # deal, hands, fill, keep, turn, second, blind, offer, over
    mover: int = 0
    then: str = ""
    row: tuple = ()
    pile: tuple = DECK
    discard: tuple = (0, 0, 0)
    hands: tuple = ()
    trains: tuple = ()
    owners: tuple = (None,) * 7
    tickets: tuple = ()
    offers: tuple = ()
    stock: tuple = ()
    under: tuple = ()
    begun: bool = False  # whether turns have begun
    last: int = -1
    passed: int = 0
    done: tuple = ()
    deals: tuple = ()


def moves(s):
    """Everything that may happen, as text, and what comes of it."""
    return dict(globals()[f"_{s.phase}"](s))


# Chance


def _deal(s):
    for order in permutations(TICKETS, 2 * s.players):
        hands = tuple(order[2 * i : 2 * i + 2] for i in range(s.players))
        text = "deal " + " | ".join(", ".join(hand) for hand in hands)
        start = s._replace(phase="hands", hands=((0, 0, 0),) * s.players, trains=(3,) * s.players)
        if s.knowing:
            yield text, start._replace(tickets=hands, deals=_all_deals(frozenset(order), s.players))
        else:
            rest = tuple(t for t in TICKETS if t not in order)
            yield text, start._replace(offers=hands, tickets=((),) * s.players, stock=rest)


@cache
def _all_deals(names, players):
    """Every way to deal two of these tickets to each."""
    deals = (
        tuple(frozenset(p[2 * i : 2 * i + 2]) for i in range(players)) for p in permutations(names)
    )
    return tuple(dict.fromkeys(deals))


def _hands(s):
    for card in _there(s.pile):
        after = _given(s, card)
        if s.mover + 1 < s.players:
            yield f"{s.mover} gets {COLOURS[card]}", after._replace(mover=s.mover + 1)
        else:
            first = "turn" if s.knowing else "keep"
            yield f"{s.mover} gets {COLOURS[card]}", _fill_up(after._replace(mover=0), first)


def _blind(s):
    for card in _there(s.pile):
        after = _given(s._replace(passed=0), card)
        yield f"{s.mover} gets {COLOURS[card]}", _go_on(after, s.then)


def _fill(s):
    def words(pile, many):
        if many == 0:
            yield ()
        for card in _there(pile) if many else ():
            yield from ((card, *rest) for rest in words(_less(pile, card), many - 1))

    for word in words(s.pile, min(2 - len(s.row), sum(s.pile))):
        pile = s.pile
        for card in word:
            pile = _less(pile, card)
        text = "turned up " + " ".join(COLOURS[card] for card in word)
        yield text, _fill_up(s._replace(row=s.row + word, pile=pile), s.then)


def _offer(s):
    many = min(2, len(s.stock))
    below = s.under[: 2 - len(s.stock)] if len(s.stock) < 2 else ()
    for top in permutations(s.stock, many):
        offer = top + below
        rest = tuple(t for t in s.stock if t not in top)
        after = s._replace(
            phase="keep",
            stock=rest,
            under=s.under[len(below) :],
            offers=_put(s.offers, s.mover, offer),
        )
        yield f"{s.mover} is offered {', '.join(offer)}", after


# Seats


def _keep(s):
    offer = s.offers[s.mover]
    for many in range(1, len(offer) + 1):
        for kept in combinations(offer, many):
            back = tuple(t for t in offer if t not in kept)
            text = f"{s.mover} keeps {', '.join(kept)}" + (
                f", puts back {', '.join(back)}" if back else ""
            )
            after = s._replace(
                tickets=_put(s.tickets, s.mover, s.tickets[s.mover] + kept), under=s.under + back
            )
            if s.begun:
                yield text, _end_turn(after)
            elif s.mover + 1 < s.players:
                yield text, after._replace(mover=s.mover + 1)
            else:
                yield text, after._replace(mover=0, phase="turn", begun=True)


def _turn(s):
    s = s._replace(begun=True)
    found = [*_claims(s), *_blocks(s), *_cards(s)]
    if not s.knowing and (s.stock or s.under):
        found.append((f"{s.mover} draws tickets", s._replace(phase="offer", passed=0)))
    yield from found or [(f"{s.mover} passes", _end_turn(s._replace(passed=s.passed + 1)))]


def _second(s):
    yield from _cards(s)


def _over(s):
    return ()


def _cards(s):
    second = s.phase == "second"
    for card in sorted(set(s.row)):
        if not (second and card == JOKER):
            at = s.row.index(card)
            hand = _more(s.hands[s.mover], card)
            after = s._replace(
                row=s.row[:at] + s.row[at + 1 :], hands=_put(s.hands, s.mover, hand), passed=0
            )
            ends = second or card == JOKER
            yield f"{s.mover} takes {COLOURS[card]}", _fill_up(after, "next" if ends else "second")
    if sum(s.pile) or sum(s.discard):
        then = "next" if second else "second"
        yield f"{s.mover} draws blind", _shuffled(s)._replace(phase="blind", then=then)


def _claims(s):
    for route in range(7):
        if s.knowing and not any(route in _path(s, s.mover, t) for t in _unfinished(s)):
            continue
        yield from _buys(s, route, f"{s.mover} claims {ROUTES[route][0]}", None)


def _blocks(s):
    if not s.knowing:
        return
    mine = frozenset(s.tickets[s.mover])
    for target in set(range(s.players)) - {s.mover}:
        for ticket in (t for hand in s.tickets for t in hand if t not in s.done):
            if all(ticket in deal[target] for deal in s.deals if deal[s.mover] == mine):
                for route in _path(s, target, ticket):
                    text = f"{s.mover} blocks {target} holding {ticket} at {ROUTES[route][0]}"
                    yield from _buys(s, route, text, (target, ticket))


def _buys(s, route, text, block):
    """Every way to pay for a connection, if it may be claimed."""
    _, _, length, colour = ROUTES[route]
    if s.trains[s.mover] < length or s.owners[route] is not None or not _beside(s, s.mover, route):
        return
    hand = s.hands[s.mover]
    for paid in (0, 1) if colour is None else (colour,):
        for jokers in range(length):
            if hand[paid] >= length - jokers and hand[JOKER] >= jokers:
                cost = [0, 0, jokers]
                cost[paid] = length - jokers
                pay = f"{length - jokers} {COLOURS[paid]}" + (
                    f" + {jokers} joker" if jokers else ""
                )
                yield _bought(s, route, f"{text} with {pay}", tuple(cost), block)
    if hand[JOKER] >= length:
        yield _bought(s, route, f"{text} with {length} joker", (0, 0, length), block)


def _bought(s, route, text, cost, block):
    me = s.mover
    after = s._replace(
        hands=_put(s.hands, me, tuple(h - c for h, c in zip(s.hands[me], cost, strict=True))),
        discard=tuple(d + c for d, c in zip(s.discard, cost, strict=True)),
        trains=_put(s.trains, me, s.trains[me] - ROUTES[route][2]),
        owners=_put(s.owners, route, me),
        passed=0,
    )
    if not s.knowing:
        return text, _end_turn(after)
    playing = [t for t in TICKETS if any(t in hand for hand in s.tickets) and t not in s.done]
    full = [
        t
        for t in playing
        if (way := _path(after, me, t)) and all(after.owners[r] == me for r in way)
    ]
    completes = [t for t in full if t in s.tickets[me]]
    deals = _told(s, route, block, playing)
    deals = [d for d in deals if all((t in d[me]) == (t in completes) for t in full)]
    text += f", completing {', '.join(completes)}" if completes else ""
    after = after._replace(deals=tuple(deals), done=s.done + tuple(completes))
    return text, _end_turn(after, claimed=True)


def _told(s, route, block, playing):
    """The deals that are left after a claim or a block was announced."""
    if block is None:
        on_way = [t for t in playing if route in _path(s, s.mover, t)]
        return [deal for deal in s.deals if any(t in deal[s.mover] for t in on_way)]
    target, ticket = block
    unsure = {deal[s.mover] for deal in s.deals if ticket not in deal[target]}
    return [deal for deal in s.deals if deal[s.mover] not in unsure]


def _unfinished(s):
    return [ticket for ticket in s.tickets[s.mover] if ticket not in s.done]


def _path(s, seat, ticket):
    """Uniform-cost search: the cheapest city first, then by name; first parents are kept."""
    first, _, goal = ticket.partition("-")
    cost, parent, waiting = {first: 0}, {}, {first}
    while waiting:
        city = min(waiting, key=lambda c: (cost[c], c))
        waiting.remove(city)
        if city == goal:
            break
        for route, (_, ends, length, _) in enumerate(ROUTES):
            mine = s.owners[route] == seat
            if city in ends and (mine or (s.owners[route] is None and _beside(s, seat, route))):
                other = ends.replace(city, "")
                total = cost[city] + (0 if mine else length)
                if other not in cost or total < cost[other]:
                    cost[other], parent[other] = total, (route, city)
                    waiting.add(other)
    way, city = [], goal
    while city in parent:
        route, city = parent[city]
        way.insert(0, route)
    return way


def _beside(s, seat, route):
    """Whether the one beside it leaves a connection open to this seat."""
    owner = s.owners[TWIN[route]] if route in TWIN else None
    return owner is None or (owner != seat and s.players >= 3)


# Cards and turns


def _fill_up(s, then):
    if len(s.row) < 2 and (sum(s.pile) or sum(s.discard)):
        return _shuffled(s)._replace(phase="fill", then=then)
    plain = 20 - sum(hand[0] + hand[1] for hand in s.hands)
    if not s.knowing and s.row.count(JOKER) >= 2 and plain >= 3:
        discard = s.discard
        for card in s.row:
            discard = _more(discard, card)
        return _fill_up(s._replace(row=(), discard=discard), then)
    return _go_on(s, then)


def _go_on(s, then):
    if then == "second":
        s = s._replace(phase="second")
        return s if dict(_cards(s)) else _end_turn(s)
    return _end_turn(s) if then == "next" else s._replace(phase=then)


def _end_turn(s, claimed=False):
    last, few = s.last, 2 if s.knowing else 1
    if last > 0:
        last -= 1
    elif last < 0 and s.trains[s.mover] <= few and (claimed or not s.knowing):
        last = s.players
    s = s._replace(last=last)
    joined = s.knowing and not _unfinished(s)
    empty = s.knowing and not (s.row or sum(s.pile) or sum(s.discard))
    if last == 0 or joined or empty or s.passed >= s.players:
        return s._replace(phase="over")
    return s._replace(phase="turn", mover=(s.mover + 1) % s.players)


def _shuffled(s):
    return s if sum(s.pile) else s._replace(pile=s.discard, discard=(0, 0, 0))


def _given(s, card):
    hand = _more(s.hands[s.mover], card)
    return s._replace(pile=_less(s.pile, card), hands=_put(s.hands, s.mover, hand))


def _there(counts):
    return [card for card in range(3) if counts[card]]


def _more(counts, card):
    return _put(counts, card, counts[card] + 1)


def _less(counts, card):
    return _put(counts, card, counts[card] - 1)


def _put(entries, at, entry):
    return (*entries[:at], entry, *entries[at + 1 :])
