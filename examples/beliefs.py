"""Beliefs: what claims tell of tickets, and what it is worth to weigh worlds by what others did.

    python examples/beliefs.py                  # all of it: hours
    python examples/beliefs.py tickets          # USA: what claims tell of tickets
    python examples/beliefs.py kripkes copies stock strangers     # what it is worth, in points

What it is worth: one agent among three of a kind, the same deals and seats with and without. A game
is one deal. Intervals are 95 %, over deals. Tables are printed as Markdown; those of points grow
while they are played, on standard error, so that they may be stopped at any time.
"""

import sys
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from studies import run, table

import whoknows as wk
from whoknows.core.match import play

sys.path.append(str(Path(__file__).parents[1] / "bench"))

DEALS = 2_000
PIMC = "pimc(worlds=60)"


def worth(game: str, three: str, ones: Sequence[str], deals: int = DEALS) -> None:
    """Points a round of the first of these agents, and what each of the others gains on it."""
    rules, agents, others = wk.game(game), [wk.agent(one) for one in ones], wk.agent(three)
    points = np.empty((deals, len(ones)))
    for deal in range(deals):
        seat = deal % 4
        for number, one in enumerate(agents):
            seated = [one if place == seat else others for place in range(4)]
            *_, last = play(rules, seated, seed=10_000 + deal)
            points[deal, number] = rules.scores(last.after)[seat]
        if deal % 50 == 49:
            print(f"{deal + 1:,} deals: {gains(points[: deal + 1])}", file=sys.stderr)
    told = [f"{points[:, 0].mean():.2f}", *gains(points)]
    print(f"### One among three {three}, {game}, {deals:,} deals\n")
    table(["", "points a round"], list(zip(ones, told, strict=True)))


def gains(points: np.ndarray) -> list[str]:
    """Of all but the first, over the first."""
    found = points[:, 1:] - points[:, :1]
    half = 1.96 * found.std(axis=0, ddof=1) / len(found) ** 0.5
    return [f"{mean:+.2f} ±{by:.2f}" for mean, by in zip(found.mean(axis=0), half, strict=True)]


def pimc(**options: str) -> str:
    """Its spec with these options."""
    return PIMC.replace(")", "".join(f",{name}={value}" for name, value in options.items()) + ")")


def kripkes() -> None:
    """Among players whose rule is known."""
    ones = [PIMC, pimc(believe="full-kripke"), pimc(believe="mixture"), pimc(others="both"),
            pimc(believe="mixture", others="believed")]  # fmt: skip
    worth("boerenbridge(rounds=4)", "full-kripke", ones)


def copies() -> None:
    """Among copies of itself."""
    ones = [PIMC, pimc(others="best"), pimc(others="both"),
            pimc(believe="mixture", others="believed")]  # fmt: skip
    worth("boerenbridge(rounds=4)", PIMC, ones)


def stock() -> None:
    """Where more is hidden."""
    worth("boerenbridge(rounds=5,deck=52)", "full-kripke", [PIMC, pimc(believe="full-kripke")])


def strangers() -> None:
    """Where what is believed is wrong."""
    ones = [PIMC, pimc(believe="full-kripke"), pimc(believe="mixture")]
    worth("boerenbridge(rounds=4)", "boeren-random", ones)


def tickets() -> None:
    """Which tickets a network on USA suggests, after so many claims of both."""
    from _tickets_told import study

    rows = []
    for agent in ("greedy", "flat-mc(playouts=100)"):
        for claims in (4, 6, 8, 10, 12):
            found = study(agent, "learned", claims, range(700, 730))
            sharp = np.mean([one.odds.max() for one in found.told])
            saved = f"{found.saved:.0%} ±{found.interval:.0%}"
            rows.append([
                agent, str(claims), str(len(found.told)), saved,
                f"{found.worst:.1f}", f"{sharp:.0%}", str(found.left_out),
            ])  # fmt: skip
    table(["they are", "claims", "looks", "bits saved", "worst tenth, points",
           "odds of the likeliest ticket", "left out"], rows)  # fmt: skip


if __name__ == "__main__":
    run({study.__name__: study for study in (tickets, kripkes, copies, stock, strangers)})
