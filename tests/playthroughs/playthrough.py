"""Prints whole matches, to be read by people and reviewed as differences.

The first line of each text file here says which match it shows: a game, its agents and a seed.
After a change of rules, `python tests/playthroughs/playthrough.py` writes all of them again. For
a new game, make a file of that one line and do the same.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from whoknows.core.game import CHANCE, Game, PublicModel
from whoknows.core.legal_actions import legal
from whoknows.core.match import Turn, play, who
from whoknows.core.registry import agent, game

FILES = sorted(Path(__file__).parent.glob("*.txt"))


def playthrough(title: str) -> str:
    """The match of a title such as `threecards random random random seed 1`."""
    spec, *names, _, seed = title.split()
    rules, model = game(spec), None
    lines = [title]
    for turn in play(rules, [agent(name) for name in names], seed=int(seed)):
        lines += ["", *_told(rules, turn, model)]
        model = turn.model
    points = rules.scores(turn.after)
    result = rules.win(turn.after).words(rules.seats, points)
    return "\n".join([*lines, "", f"scores: {points}", f"result: {result}", ""])


def _told(rules: Game[Any, Any], turn: Turn[Any, Any], model: PublicModel | None) -> Iterator[str]:
    action = turn.choice.action
    yield f"state: {' '.join(map(str, rules.encode_state(turn.before)))}"
    if turn.by != CHANCE:
        yield f"{who(rules, turn.by)} may: {'; '.join(map(str, legal(rules, turn.before, model)))}"
    yield f"{who(rules, turn.by)} does: {action} (code {rules.encode(action)})"
    yield f"an outsider sees: {rules.shown(turn.before, action, to=None)}"
    for seat, look in zip(rules.seats, turn.shown, strict=True):
        yield f"{seat} sees: {look}"
    for update in turn.said:
        yield f"said: {update.sentence}"
    yield f"deals left: {turn.model.count()}; for each seat: {_counts(rules, turn)}"


def _counts(rules: Game[Any, Any], turn: Turn[Any, Any]) -> str:
    world = rules.world(turn.after) or rules.world(turn.before)  # a round may just have ended
    counts = (turn.model.seat(seat, at=world).count() for seat in range(len(rules.seats)))
    return " ".join(map(str, counts))


if __name__ == "__main__":
    for file in FILES:
        file.write_text(playthrough(file.read_text().splitlines()[0]))
