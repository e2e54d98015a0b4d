"""Experiments with the knowledge game of tickets: how it ends, what is learnt, what blocks do.

    python examples/tickets.py            # all of them, some six minutes
    python examples/tickets.py endings    # one of them

Games are compiled, except those with too many worlds. What is compared plays the same deals.
Intervals are 95 %. Tables are printed as Markdown, the plot of how worlds vanish is written to
docs/tickets-worlds.svg.
"""

from collections.abc import Callable, Iterator
from functools import cache
from time import process_time
from typing import Any

import numpy as np
from learning import Lesson, at, lesson
from studies import run, table
from vanishing_worlds import MANY, PLOT, picture, worlds_left

from whoknows.core.agent import Choice
from whoknows.core.chance import stream
from whoknows.core.match import step, view
from whoknows.core.registry import agent
from whoknows.games.tickets import game
from whoknows.games.tickets.kernels.knowledge_games import (
    COMPLETED,
    LAST_TRAINS,
    NO_CARDS,
    Games,
    games,
)
from whoknows.games.tickets.rules import Tickets

ENDS = {
    COMPLETED: "one has completed all",
    LAST_TRAINS: "few trains left",
    NO_CARDS: "no cards left",
}
Array = Any  # of numpy


@cache
def played(rules: Tickets, blocks: tuple[bool, ...] = (), rotations: int = 1) -> Games:
    return games(rules, MANY, blocks, rotations=rotations)


def endings() -> None:
    """How games of three with two tickets each end, and how long they are."""
    print(f"### How {MANY:,} games of three with two tickets each end\n")
    out = played(game())
    table(["end", "share"], [[name, share(out.ended == end)] for end, name in ENDS.items()])
    rows = []
    for seat in range(3):
        parts = [part[:, 0, seat] for part in (out.points, out.completed, out.claims, out.blocks)]
        knew = out.knew[:, 0, seat]
        row = [f"seat {seat}", *map(mean, parts), share(knew >= 0), mean(knew[knew >= 0])]
        rows.append(row)
    head = ["", "points", "tickets completed", "claims", "blocks", "comes to know the deal"]
    table([*head, "after this many announcements"], rows)
    turns, told = mean(out.turns[:, 0]), mean(out.told[:, 0])
    print(f"A game has {turns} turns and {told} announcements.\n")


def vanishing() -> None:
    """After how many announcements how many worlds are left."""
    print("### Worlds left after each number of announcements\n")
    sizes = {"3 x 2": game(), "3 x 3": game(hand=3)}
    left = {name: worlds_left(played(rules)) for name, rules in sizes.items()}
    rows = []
    for number in (*range(13), 15, 20, 25, 30):
        row = [str(number)]
        for some in left.values():
            quantiles = np.quantile(some[:, number], (0.1, 0.5, 0.9))
            spread = ", ".join(f"{part:.0f}" for part in quantiles)
            row += [mean(some[:, number]), spread, share(some[:, number] == 1)]
        rows.append(row)
    columns = ("mean", "10, 50, 90 %", "only one left")
    table(["announcements", *(f"{name}: {column}" for name in left for column in columns)], rows)
    PLOT.write_text(picture(left["3 x 2"]))


def blocking() -> None:
    """One agent blocks or does not, among others that do or do not."""
    print("### What blocking is worth: points of one agent, in every seat of the same deals\n")
    rows = []
    for rules in (game(), game(hand=3), game(seats=2, hand=3), game(seats=4)):
        for others in (True, False):
            does, does_not = (
                played(rules, (one, *[others] * (rules.players - 1)), rules.players).points
                for one in (True, False)
            )
            odd = does_not if others else does
            ahead = odd[:, :, 0] - odd[:, :, 1:].mean(axis=2)
            row = [does[:, :, 0], does_not[:, :, 0], does[:, :, 0] - does_not[:, :, 0], ahead]
            named = size(rules), "block" if others else "do not"
            rows.append([*named, *(mean(part.mean(axis=1)) for part in row)])
    head = ["", "the others", "it blocks", "it does not", "what it gains by blocking"]
    table([*head, "the one that differs, ahead of the others"], rows)


def naming() -> None:
    """A block that names the ticket against one that names only the agent."""
    print("### Blocks that name the ticket, or only the agent\n")
    compare({"ticket": game(), "agent": game(block="agent")})


def original() -> None:
    """The rules against what the original program does."""
    print("### The rules, and what the original program does\n")
    compare({"rules": game(), "original": game(as_original=True)})


def sizes() -> None:
    """More seats, more tickets."""
    print("### Other numbers of seats and tickets\n")
    others = (game(seats=2, hand=3), game(seats=4), game(seats=5, hand=1))
    compare({size(rules): rules for rules in (game(), game(hand=3), *others)})


def compare(several: dict[str, Tickets]) -> None:
    """The same figures of several games; differences are by deal."""
    rows, first = [], next(iter(several.values()))
    for name, rules in several.items():
        out = played(rules)
        left = worlds_left(out)
        each = [part[:, 0].mean(axis=1) for part in (out.points, out.claims, out.blocks)]
        row = [f"{name}: {left[0, 0]:,}", *(share(out.ended == end) for end in ENDS)]
        row += [mean(out.turns[:, 0]), *map(mean, each), mean(left[:, 10])]
        row.append(share(out.knew[:, 0].min(axis=1) >= 0))
        if len(several) == 2:
            row.append(mean(each[0] - played(first).points[:, 0].mean(axis=1)))
        rows.append(row)
    head = ["worlds", *ENDS.values(), "turns", "points", "claims", "blocks"]
    head += ["worlds after 10 announcements", "in the end all know the deal"]
    table([*head, "points, difference"][: len(rows[0])], rows)


def large() -> None:
    """Games with too many worlds to compile, played by the plain match."""
    print("### Many worlds, played by the plain match: CPU time\n")
    rows = []
    for rules in (game(seats=4, hand=3), game(seats=4, hand=4)):
        moves = [move for seed in range(GAMES) for move in plain_moves(rules, seed)]
        worlds, whole = max(move[0] for move in moves), [move[2] for move in moves]
        told = 1000 * np.array([spent for move in moves for spent in move[1]])
        row = [size(rules), f"{worlds:,}", f"{len(told) / GAMES:.1f}", f"{mean(told)} ms"]
        row += [f"{told.max():.1f} ms", f"{1000 * np.mean(whole):.1f} ms"]
        rows.append([*row, f"{sum(whole) / GAMES:.2f} s"])
    head = ["", "worlds", "announcements", "each, with counting", "the slowest"]
    table([*head, "a move in all", "a game"], rows)


GAMES = 5


def plain_moves(rules: Tickets, seed: int) -> Iterator[tuple[int, list[float], float]]:
    """Of each move the worlds after it, the times of its announcements, and its whole time."""
    player, state, model, number = agent("kripke"), rules.start(), None, 0
    while (seat := rules.to_move(state)) != -2:
        begun, times, rng = process_time(), [], stream(seed, "move", number)
        if seat < 0:
            choice: Choice[Any] = Choice(rules.chance(state).sample(rng))
        else:
            choice = player.choose(view(rules, state, model, seat), rng)
        after: Any = model
        for update in rules.says(rules.veil(state, None), choice.action):
            clock = process_time()
            after = update.to(after)
            after.count()
            times.append(process_time() - clock)
        turn = step(rules, state, model, choice)
        state, model, number = turn.after, turn.model, number + 1
        yield after.count(), times if seat >= 0 else [], process_time() - begun


def in_play() -> None:
    """What it is worth that all know which tickets are in play; nobody draws tickets."""
    print(f"### The tickets in play known to all, or only that they are of all 16: {PLAIN} deals\n")
    for spec in ("kripke(tickets=never)", "kripke(blocks=off,tickets=never)"):
        known, hidden = (
            [lesson(rules, spec, seed) for seed in range(PLAIN)]
            for rules in (game(), game(draw=True))
        )
        rows = [learnt(number, known, hidden) for number in (0, 1, 2, 3, 5, 7, 10, 15, 20, 99)]
        head = [spec, "bits left", "of the start", "drawn from all: bits left", "of the start"]
        table([*head, "more bits", "a seat's bits", "drawn from all: a seat's bits"], rows)
        table(["", "known", "after claims"], [*found("known", known), *found("hidden", hidden)])


PLAIN = 400


def learnt(number: int, known: list[Lesson], hidden: list[Lesson]) -> list[str]:
    """What is left to learn after each number of claims, with the set known and hidden."""
    bits, seats = [], []
    for some in (known, hidden):
        bits.append(np.array([at(one.bits, number) for one in some]))
        seats.append(np.array([at(one.seats, number) for one in some]))
    shares = [
        f"{part.mean() / some[0].bits[0]:.1%}"
        for part, some in zip(bits, (known, hidden), strict=True)
    ]
    left = [mean(bits[0]), shares[0], mean(bits[1]), shares[1], mean(bits[1] - bits[0])]
    return [str(number) if number < 99 else "the end", *left, *map(mean, seats)]


def found(name: str, lessons: list[Lesson]) -> Iterator[list[str]]:
    """How often seats came to know another's hand and all hands, and after how many claims."""
    for what, each in (
        ("a hand of another", [one.hands for one in lessons]),
        ("all hands", [one.deal for one in lessons]),
    ):
        known = [[number for number in some if number is not None] for some in each]
        shares = np.array([len(some) / len(all_) for some, all_ in zip(known, each, strict=True)])
        when = np.array([np.mean(some) for some in known if some])
        yield [f"{name}: {what}", mean(shares), mean(when)]


def size(rules: Tickets) -> str:
    return f"{rules.players} x {rules.held}"


def share(chosen: Array) -> str:
    """How often something holds, with its Wilson interval."""
    many, part, z = chosen.size, chosen.mean(), 1.96
    middle = (part + z * z / (2 * many)) / (1 + z * z / many)
    half = z * np.sqrt(part * (1 - part) / many + (z / (2 * many)) ** 2) / (1 + z * z / many)
    return f"{part:.1%} ({middle - half:.1%} to {middle + half:.1%})"


def mean(values: Array) -> str:
    """A mean over deals, with its interval."""
    half = 1.96 * values.std(ddof=1) / np.sqrt(len(values))
    return f"{values.mean():.2f} ±{half:.2f}"


STUDIES: dict[str, Callable[[], None]] = {
    "endings": endings,
    "vanishing": vanishing,
    "blocking": blocking,
    "naming": naming,
    "original": original,
    "sizes": sizes,
    "large": large,
    "in-play": in_play,
}


if __name__ == "__main__":
    run(STUDIES)
