"""Beliefs: what claims tell of tickets, and what it is worth to weigh worlds by what others did.

    python examples/beliefs.py                  # all of it: hours
    python examples/beliefs.py tickets          # USA: what claims tell of tickets
    python examples/beliefs.py kripkes copies stock strangers     # what it is worth, in points

What it is worth: one agent among three of a kind, in the same matches and seats with and without.
Intervals are 95 %, over matches. Several of these studies are played in turns, fifty matches of
each. They are noted in the folder `KEPT`, if there is such a variable, and taken up from there.
"""

import os
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from quick_rounds import points
from studies import run, table

import whoknows as wk

sys.path.append(str(Path(__file__).parents[1] / "bench"))

TURN = 50  # matches


def pimc(**options: str) -> str:
    """Its spec with these options; if they do not say so, it believes nothing."""
    asked = {"worlds": "40", "believe": "off"} | options
    return f"pimc({','.join(f'{name}={value}' for name, value in asked.items())})"


PIMC, USUAL = pimc(), pimc(believe="usual")


class Worth(NamedTuple):
    """One agent, the first of some and then each of the others, among three of a kind."""

    name: str
    game: str
    three: str
    ones: tuple[str, ...]
    matches: int

    def played(self) -> Iterator[np.ndarray]:
        """The points of each, by match, as far as they are known."""
        kept = Path(os.environ["KEPT"], self.name) if "KEPT" in os.environ else None
        rules, three, known = wk.game(self.game), wk.agent(self.three), _read(kept)
        agents = [wk.agent(one) for one in self.ones]
        for number in range(self.matches):
            for one, agent in zip(self.ones, agents, strict=True):
                if (one, number) not in known:
                    seated = [agent if seat == number % 4 else three for seat in range(4)]
                    got = int(points(rules, seated, 20_000 + number)[number % 4])
                    known[one, number] = got
                    _note(kept, one, number, got)
            if number % TURN == TURN - 1:
                whole = [[known[one, n] for one in self.ones] for n in range(number + 1)]
                yield np.array(whole, float)

    def told(self, found: np.ndarray) -> None:
        rounds = len(wk.game(self.game).schedule)  # type: ignore[attr-defined]
        many = f"{len(found):,} matches, {len(found) * rounds:,} rounds"
        print(f"### {self.name}: one among three {self.three}, {self.game}; {many}\n")
        rows = [[one, *row] for one, row in zip(self.ones, gains(found, rounds), strict=True)]
        table(["", "a round", "gain a round", "gain a match"], rows)


def gains(found: np.ndarray, rounds: int) -> list[list[str]]:
    """Points a round of each; and of all but the first, what it gains over the first."""
    told = [[f"{found[:, 0].mean() / rounds:.2f}", "", ""]]
    for one in found.T[1:]:
        more = one - found[:, 0]
        mean, half = more.mean(), 1.96 * more.std(ddof=1) / len(more) ** 0.5
        each = f"{mean / rounds:+.2f} ±{half / rounds:.2f}"
        told.append([f"{one.mean() / rounds:.2f}", each, f"{mean:+.2f} ±{half:.2f}"])
    return told


def _read(kept: Path | None) -> dict[tuple[str, int], int]:
    lines = kept.read_text().splitlines() if kept and kept.exists() else []
    parts = [line.split(" ") for line in lines]
    return {(one, int(number)): int(got) for one, number, got in parts}


def _note(kept: Path | None, *what: object) -> None:
    if kept:
        with kept.open("a") as file:
            print(*what, file=file)


WORTH = {
    one.name: one
    for one in (
        Worth("kripkes", "boerenbridge", "full-kripke",
              (PIMC, pimc(believe="full-kripke"), USUAL), 2_000),
        Worth("copies", "boerenbridge(rounds=3-4-4-3)", PIMC,
              (PIMC, pimc(others="both"), USUAL), 1_400),
        Worth("stock", "boerenbridge(rounds=5,deck=52)", "full-kripke",
              (PIMC, pimc(believe="full-kripke")), 2_000),
        Worth("strangers", "boerenbridge(rounds=3-4-4-3)", "boeren-random",
              (PIMC, pimc(believe="full-kripke"), USUAL), 2_000),
    )
}  # fmt: skip


def worth(names: Sequence[str]) -> None:
    """These studies in turns."""
    playing = {name: WORTH[name].played() for name in names}
    while playing:
        for name in list(playing):
            found: Any = next(playing[name], None)
            if found is None:
                del playing[name]
                continue
            with_progress = f"{name}: {len(found)} matches {gains(found, 1)}"
            print(with_progress, file=sys.stderr, flush=True)
            last = len(found) == WORTH[name].matches
            if last:
                WORTH[name].told(found)


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
    names = sys.argv[1:] or ["tickets", *WORTH]
    valued = [name for name in names if name in WORTH]
    sys.argv[1:] = [name for name in names if name not in WORTH]
    worth(valued)
    if sys.argv[1:]:
        run({"tickets": tickets})
