"""Whole games of agents with knowledge, compiled: every move says what the plain one says.

A number stands for the deal and the train cards of a game. Every rotation of the agents round the
table plays the same number: agent i sits at seat i + rotation. The plain match is the definition;
a test replays compiled games with it, move by move.
"""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from whoknows.core.error import Error
from whoknows.core.kernels import Int, Ints, Row, copy, how_many, kernel, mixed, outer
from whoknows.games.tickets import rows as R
from whoknows.games.tickets.kernels import knowledge_layout as mind
from whoknows.games.tickets.kernels import rival_policy
from whoknows.games.tickets.kernels import tables as T
from whoknows.games.tickets.kernels.card_chances import chance
from whoknows.games.tickets.kernels.claim_rule import own_tickets, search
from whoknows.games.tickets.kernels.compilation import compiled, write_rivals
from whoknows.games.tickets.kernels.knowledge_policy import chosen
from whoknows.games.tickets.kernels.rules import apply
from whoknows.games.tickets.kernels.says import learn, said, tell
from whoknows.games.tickets.kernels.tables import Tables
from whoknows.games.tickets.kernels.ticket_worlds import (
    MOST,
    TicketWorlds,
    every,
    fill,
    how_many_worlds,
    worlds,
)
from whoknows.games.tickets.policy import Rivalling
from whoknows.games.tickets.state import Phase

if TYPE_CHECKING:
    from whoknows.games.tickets.rules import Tickets


COMPLETED, LAST_TRAINS, NO_CARDS = range(3)  # how a game ends
RIVAL = 2  # what such an agent does, beside kripke agents, which block or not
NO_RIVALS: Mapping[int, Rivalling] = MappingProxyType({})


class Games(NamedTuple):
    """How games went: arrays by number and rotation, some of them with one more dimension."""

    points: Ints  # of each agent
    claims: Ints  # of each agent
    blocks: Ints  # of each agent
    completed: Ints  # of each agent: how many tickets
    knew: Ints  # of each agent: after how many announcements it knew the deal; -1: never
    ended: Ints  # COMPLETED, LAST_TRAINS or NO_CARDS
    turns: Ints
    told: Ints  # how many announcements there were
    worlds: Ints  # how many were left at first and after each announcement; 0: there was none
    log: Ints  # the tickets dealt, hand after hand, then the code of every move; -1: no more


def games(
    game: "Tickets",
    numbers: int,
    blocks: Sequence[bool] = (),
    *,
    seed: int = 1,
    first: int = 0,
    rotations: int = 1,
    log: int = 0,
    rivals: Mapping[int, Rivalling] = NO_RIVALS,
) -> Games:
    """This many games, each in this many rotations; an agent blocks unless `blocks` says otherwise,
    or is one of these `rivals`, by its number.

    With `log`, that many of the first moves of every game are kept.
    """
    if why := too_much(game):
        raise Error(f"{game.spec}: compiled agents know {why}")
    does = np.array([*blocks, *[True] * (game.players - len(blocks))], np.int64)
    start = np.array(game.encode_state(game.start()), np.int64)
    # Nobody says anything without a new connection, and then at most two things beside what that
    # completes.
    most = 1 + 2 * len(game.map.connections) + game.players * game.held
    shapes = (game.players, 5), (3,), (most,), (log,)
    agents, ends, left, noted = (np.full((numbers, rotations, *s), mind.NONE) for s in shapes)
    left[:] = 0
    k = worlds(game.players, game.held)
    s, m, r = start.copy(), np.empty(mind.WIDTH, np.int64), np.empty(2, np.uint64)
    w = np.empty(k.has.shape[1], np.uint64)
    g = compiled(game).tables
    write_rivals(g, rivals)
    does[list(rivals)] = RIVAL
    _play_all(g, k, start, s, m, w, r, does, seed, first, agents, ends, left, noted)
    points, claims, blocked, completed, knew = np.moveaxis(agents, 3, 0)
    ended, turns, told = np.moveaxis(ends, 2, 0)
    return Games(points, claims, blocked, completed, knew, ended, turns, told, left, noted)


def too_much(game: "Tickets") -> str:
    """What compiled agents cannot do of this game, if anything."""
    if not game.knowing or game.draw or game.deal != "any":
        return "no draws of tickets and no even deals"
    if len(game.map.cities) > mind.CITIES:
        return f"{mind.CITIES} cities at most"
    return f"{MOST} worlds at most" if how_many_worlds(game.players, game.held) > MOST else ""


@outer
def _play_all(
    g: Tables, k: TicketWorlds, start: Row, s: Row, m: Row, w: Row, r: Row, blocks: Row, seed: Int,
    first: Int, agents: Ints, ends: Ints, left: Ints, noted: Ints,
) -> None:  # fmt: skip
    """Plays every number and rotation that there is room for."""
    for number in range(ends.shape[0]):
        for rotation in range(ends.shape[1]):
            copy(start, s)
            r[0] = mixed(seed, first + number)
            r[1] = mixed(r[0], rotation)
            told, log = left[number, rotation], noted[number, rotation]
            play(g, k, s, m, w, r, blocks, rotation, told, log)
            count_agents(g, s, m, rotation, agents[number, rotation])
            count_game(s, m, ends[number, rotation])


@kernel
def play(
    g: Tables, k: TicketWorlds, s: Row, m: Row, w: Row, r: Row, blocks: Row, rotation: Int,
    told: Row, log: Row,
) -> None:  # fmt: skip
    """One game: r[0] is for chance, r[1] for agents."""
    while s[R.PHASE] != Phase.OVER:
        if s[R.PHASE] <= Phase.TUNNEL:
            action = chance(g, s, r)
        else:
            m[mind.TURNS] += s[R.PHASE] == Phase.TURN
            who = (s[R.MOVER] - rotation) % g.players
            if blocks[who] == RIVAL:
                action = rival_policy.choose(g, s, m, who)
            else:
                action = chosen(g, s, m, r[1:], blocks[who])
        dealing = s[R.PHASE] == Phase.DEAL
        apply(g, s, action)
        if dealing:
            look(g, k, s, m, w, told, log)
        else:
            note(m, action, log)
            said(g, k, s, m, w, action, told)


@kernel
def look(g: Tables, k: TicketWorlds, s: Row, m: Row, w: Row, told: Row, log: Row) -> None:
    """The tickets are dealt: every seat looks at its own."""
    for place in range(mind.PLAN):
        m[place] = 0
    name = 0
    for ticket in range(k.tickets):
        while s[g.at[T.WHERE] + name] == T.ABSENT:
            name += 1
        m[mind.NAMES + ticket] = name
        name += 1
    for seat in range(g.players):
        m[mind.KNEW + seat] = mind.NONE
        take_up(g, s, m, seat, log)
        while k.hands[m[mind.HAND + seat]] != m[mind.HAS + seat]:
            m[mind.HAND + seat] += 1
        search(g, s, m, seat, every(k))
    fill(k, w)
    m[mind.TOLD] = mind.NONE
    tell(m, w, told)
    learn(k, m, w)


@kernel
def take_up(g: Tables, s: Row, m: Row, seat: Int, log: Row) -> None:
    """A seat takes up its tickets, in the order dealt."""
    for number in range(own_tickets(g, s, seat)):
        ticket = 0
        while m[mind.NAMES + ticket] != g.room[T.LISTED + number]:
            ticket += 1
        m[mind.DEALT + seat * mind.TICKETS + number] = ticket
        m[mind.HAS + seat] |= 1 << ticket
        note(m, m[mind.NAMES + ticket], log)


@kernel
def note(m: Row, code: Int, log: Row) -> None:
    """Notes a move, as long as there is room."""
    if m[mind.MOVES] < log.shape[0]:
        log[m[mind.MOVES]] = code
    m[mind.MOVES] += 1


@kernel
def count_agents(g: Tables, s: Row, m: Row, rotation: Int, out: Row) -> None:
    """Writes down what came of a game for each agent, as in `Games`."""
    for seat in range(g.players):
        agent = (seat - rotation) % g.players
        out[agent, 0] = s[g.at[T.POINTS] + seat]
        out[agent, 1] = m[mind.CLAIMS + seat]
        out[agent, 2] = m[mind.BLOCKS + seat]
        out[agent, 3] = how_many(m[mind.HAS + seat] & m[mind.FINISHED])
        out[agent, 4] = m[mind.KNEW + seat]


@kernel
def count_game(s: Row, m: Row, out: Row) -> None:
    """Writes down how a game went, as in `Games`; the mover is the one who ended it."""
    all_done = m[mind.HAS + s[R.MOVER]] & ~m[mind.FINISHED] == 0
    out[0] = COMPLETED if all_done else LAST_TRAINS if s[R.LAST] == 0 else NO_CARDS
    out[1] = m[mind.TURNS]
    out[2] = m[mind.TOLD]
