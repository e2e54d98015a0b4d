"""Does it pay to mislead those who believe? One player who acts against the style that is ascribed
to it, among three of a kind who go by what they know, or by what they believe.

    python examples/misleading.py boerenbridge 400

plays this many deals, all of them with every kind of player, and prints by how much misleading
changes one's own points and those of the others (95 % intervals over deals), now and then while it
goes on; `tickets` does the same in the knowledge game. `bits` tells how much less a misleading bid
tells of the deal.
"""

import sys
from collections.abc import Mapping, Sequence
from itertools import islice
from math import log2
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from quick_rounds import points as quick_points
from rich.console import Console
from rich.progress import track
from studies import table

import whoknows as wk
from whoknows.beliefs.fast_evidence import fast_evidence
from whoknows.beliefs.style import shares
from whoknows.core.match import play
from whoknows.logic.evidence import Evidence

Points = NDArray[np.float64]  # by player, others and deal: the one's, and the mean of the others'
WORLDS = "worlds=20,others=advised"
NOW_AND_THEN = 50  # deals


class Study(NamedTuple):
    """A game, the players there is one of (the first never misleads), and the others."""

    game: str
    unit: str
    ones: Mapping[str, str]
    others: Mapping[str, str]


STUDIES = {
    # Bids that the usual style would not make, if they cost at most a point.
    "boerenbridge": Study(
        "boerenbridge(rounds=3)",
        "a round",
        {"no": f"pimc({WORLDS},believe=off)", "yes": f"pimc({WORLDS},believe=off,mislead=1)"},
        {
            "know": f"pimc({WORLDS},believe=off)",
            "believe in full-kripke": f"pimc({WORLDS},believe=full-kripke)",
            "believe in a mixture": f"pimc({WORLDS},believe=mixture)",
        },
    ),
    # Colours that one does not need, in place of blind cards.
    "tickets": Study(
        "tickets",
        "a game",
        {"no": "kripke", "yes": "kripke(mislead=on)"},
        {
            "know": "kripke",
            "believe": "kripke(believe=colours)",
            "believe and doubt": "kripke(believe=doubtful)",
        },
    ),
}


def played(study: Study, deals: int) -> Points:
    """All players among all kinds of others, in the same deals and seats."""
    found = np.zeros((len(study.ones), len(study.others), deals, 2))
    for deal in track(range(deals), study.game, console=Console(stderr=True)):
        found[:, :, deal] = one_deal(study, deal)
        if (deal + 1) % NOW_AND_THEN == 0 and deal + 1 < deals:
            told(study, found[:, :, : deal + 1])
    return found


def one_deal(study: Study, deal: int) -> Points:
    """The points of the one and of the others, by player and by others."""
    pairs = [[seated(study.game, one, other, deal) for other in study.others.values()]
             for one in study.ones.values()]  # fmt: skip
    return np.array(pairs)


def seated(spec: str, one: str, other: str, deal: int) -> tuple[float, float]:
    """The points of the one and the mean of the others; the seat changes from deal to deal."""
    game: Any = wk.game(spec)
    seat = deal % game.players
    agents = [wk.agent(one if number == seat else other) for number in range(game.players)]
    points = scored(game, agents, deal)
    return points[seat], (sum(points) - points[seat]) / (game.players - 1)


def scored(game: Any, agents: Sequence[Any], deal: int) -> Sequence[float]:
    """What each seat gets; Boerenbridge without diagrams, which is faster."""
    if game.name == "boerenbridge":
        return quick_points(game, agents, deal).tolist()
    *_, last = play(game, agents, seed=deal)
    return tuple(game.scores(last.after))


def told(study: Study, found: Points) -> None:
    """What misleading changes, for oneself and for the others."""
    print(f"{study.game}: {found.shape[2]:,} deals; points {study.unit}\n", flush=True)
    head = ["the others", "misleads", "its points", "theirs", "by misleading: its", "theirs"]
    rows = []
    for among, other in enumerate(study.others):
        before = found[0, among].T
        for number, name in enumerate(study.ones):
            now = found[number, among].T
            changed = [interval(*pair) for pair in zip(now, before, strict=True)]
            rows.append([other, name, *map(interval, now), *(changed if number else ["", ""])])
    table(head, rows)


def interval(points: Points, before: Points | None = None) -> str:
    """A mean and its 95 % interval; of the change, if there was something before."""
    these = points if before is None else points - before
    half = 1.96 * these.std(ddof=1) / len(these) ** 0.5
    return f"{these.mean():{'.2f' if before is None else '+.2f'}} ±{half:.2f}"


def told_of_the_hand(deals: int) -> None:
    """How much its bid tells the next bidder of the first one's cards, in bits."""
    ones, styles = STUDIES["boerenbridge"].ones, ("full-kripke", "mixture")
    progress = track(range(deals), "bids", console=Console(stderr=True))
    found = np.array([[bits(one, styles, deal) for one in ones.values()] for deal in progress])
    print(f"{deals:,} deals; bits that the next bidder saves about the deal by one bid\n")
    rows = [
        [style, name, interval(found[:, number, at]),
         interval(found[:, number, at], found[:, 0, at]) if number else ""]
        for at, style in enumerate(styles) for number, name in enumerate(ones)
    ]  # fmt: skip
    table(["believes in", "misleads", "bits saved", "by misleading"], rows)


def bits(one: str, styles: Sequence[str], deal: int) -> list[float]:
    """How much less surprising the true deal is by each style, after the first bid."""
    game: Any = wk.game(STUDIES["boerenbridge"].game)
    turns = list(islice(play(game, [wk.agent(one)] * game.players, seed=deal), 2))
    last, world = turns[-1], game.world(turns[-1].after)
    knowledge = last.model.seat(game.to_move(last.after), at=world)
    saved = []
    for style in styles:
        evidence = fast_evidence(game, last.after, last.model.vocabulary, shares(style, game))
        before = knowledge.given(Evidence()).weighed
        saved += [log2(act.likelihood(world) / before.chance(act)) for act in evidence]
    return saved


if __name__ == "__main__":
    name, *many = sys.argv[1:] or ["boerenbridge"]
    deals = int(many[0]) if many else 400
    if name == "bits":
        told_of_the_hand(deals)
    elif name in STUDIES:
        told(STUDIES[name], played(STUDIES[name], deals))
    else:
        sys.exit(f"no study {name}; there are bits, {', '.join(STUDIES)}")
