"""Complete states that a seat considers possible, drawn uniformly from what it knows.

A search gets them as rows for compiled rules and nothing else: what is not in its seat's
knowledge cannot reach it. An agent that cheats gets the true state instead.
"""

from collections.abc import Sequence
from random import Random
from typing import Any, NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

from whoknows.core.agent import View
from whoknows.core.error import Error
from whoknows.core.game import Action, SeatKnowledge, State, World
from whoknows.core.kernels import (
    Compiled,
    Int,
    Ints,
    Tables,
    Words,
    copy,
    kernel,
    outer,
    redeal,
    word,
)
from whoknows.core.uniform import bits
from whoknows.logic.knowledge import Knowledge
from whoknows.logic.vocabulary import Fact

Rows = Ints  # a row a state
MOST_PLAIN = 200  # states that are drawn by the plain rules


class ImaginedStates(NamedTuple):
    """A seat's possible deals as plain arrays (see `logic.chances.Flat`), in the game's numbers."""

    child: NDArray[np.int32]
    cut: Words
    cards: Ints  # the card of each fact
    owners: Ints  # who owns it, for each fact and value


def states(view: View[State, Action], rules: Compiled, many: int, rng: Random) -> Rows:
    """This many complete states, each drawn from all that the seat considers possible.

    There may be fewer if they have to be drawn one by one: whoever needs more uses them again.
    """
    row = np.array(view.game.encode_state(view.state), np.int64)
    if view.game.veil(view.state, view.seat) != view.state:  # nothing is veiled
        return np.repeat(row[None, : rules.length], many, axis=0)
    several = _flat(view, rules) if rules.is_fair(row, view.seat) else None
    if several is None:
        return _imagined_plainly(view, rules, row, min(many, MOST_PLAIN), rng)
    drawn, owners = np.empty((many, rules.length), np.int64), np.full(rules.pack, -1, np.int64)
    _imagine(rules.tables, row, row.copy(), view.seat, several, owners, random(rng), drawn)
    return drawn


def redealt(rules: Compiled, row: Ints, facts: Sequence[Fact], table: NDArray[Any]) -> Rows:
    """States that are as this one, but for their deals: a row of value codes for each, by fact."""
    owners = np.full((len(table), rules.pack), -1, np.int64)
    for column, fact in enumerate(facts):
        places = np.array([rules.places[str(value)] for value in fact.values])
        owners[:, rules.cards[fact.name]] = places[table[:, column]]
    made = np.empty((len(table), rules.length), np.int64)
    _redeal_each(rules.tables, row, row.copy(), owners, np.zeros(1, np.uint64), made)
    return made


def _flat(view: View[State, Action], rules: Compiled) -> ImaginedStates | None:
    """The seat's worlds as arrays, unless the deal is too large for that."""
    try:
        return worlds(view.knowledge, rules)
    except Error:
        return None


def _imagined_plainly(
    view: View[State, Action], rules: Compiled, row: Ints, many: int, rng: Random
) -> Rows:
    """By the plain rules, which are slower and always fair.

    If even these give up (train cards after very many reshuffles), the compiled rules do the best
    they can.
    """
    drawn, plain = np.empty((many, rules.length), np.int64), not rules.is_fair(row, view.seat)
    for place in drawn:
        world = view.knowledge.sample(rng)
        try:
            if plain:
                state = view.game.redeal(view.state, world, rng)
                place[:] = view.game.encode_state(state)[: rules.length]
        except Error:
            plain = False
        if not plain:
            owners, luck = _owners(world, rules), random(rng)
            _redeal(rules.tables, row.copy(), view.seat, owners, luck, place)
    return drawn


def _owners(world: World, rules: Compiled) -> Ints:
    """The place of every card, as a number."""
    owners = np.full(rules.pack, -1, np.int64)
    for name, cards in world.items():
        if not isinstance(cards, str):  # a card that has lain there is elsewhere now
            owners[[rules.cards[card] for card in cards]] = rules.places[str(name)]
    return owners


def worlds(knowledge: SeatKnowledge, rules: Compiled) -> ImaginedStates:
    """The worlds that a seat considers possible; an `Error` where they are too many for arrays, or
    not told as such. Knowledge that is not of our own logic may tell it by itself (`imagined`)."""
    if told := getattr(knowledge, "imagined", None):
        return cast(ImaginedStates, told())
    if not isinstance(knowledge, Knowledge):
        raise Error("only knowledge of our own logic is told as arrays")
    chances = knowledge.chances
    owners = np.full((len(chances.facts), chances.flat.child.shape[1]), -1, np.int64)
    for number, fact in enumerate(chances.facts):
        owners[number, : len(fact.values)] = [rules.places[str(value)] for value in fact.values]
    cards = np.array([rules.cards[fact.name] for fact in chances.facts], np.int64)
    return ImaginedStates(chances.flat.child, chances.flat.cut, cards, owners)


def random(rng: Random) -> Words:
    """The random state of compiled code, from that of an agent."""
    return np.array([bits(rng, 64)], np.uint64)


@outer
def _imagine(
    g: Tables,
    veiled: Ints,
    s: Ints,
    seat: Int,
    worlds: ImaginedStates,
    owners: Ints,
    r: Words,
    drawn: Rows,
) -> None:
    for number in range(drawn.shape[0]):
        copy(veiled, s)
        draw(worlds, owners, r)
        redeal(g, s, seat, owners, r)
        copy(s, drawn[number])


@outer
def _redeal(g: Tables, s: Ints, seat: Int, owners: Ints, r: Words, drawn: Ints) -> None:
    redeal(g, s, seat, owners, r)
    copy(s, drawn)


@outer
def _redeal_each(g: Tables, row: Ints, s: Ints, owners: Rows, r: Words, made: Rows) -> None:
    for number in range(made.shape[0]):
        copy(row, s)
        redeal(g, s, np.int64(-1), owners[number], r)
        copy(s, made[number])


@kernel
def draw(worlds: ImaginedStates, owners: Ints, r: Words) -> None:
    """Writes an owner for every card, each possible deal equally likely (to 2^-64)."""
    node: Int = 0
    for number in range(worlds.cards.shape[0]):
        random = word(r)
        value = 0
        # Counted, not found by a loop that stops there: no branch on luck.
        for cut in range(worlds.cut.shape[1] - 1):
            value += random > worlds.cut[node, cut]
        while worlds.child[node, value] < 0:
            value += 1
        owners[worlds.cards[number]] = worlds.owners[number, value]
        node = worlds.child[node, value]
