"""Random matches as viewers see them, without models: boards are made from states and words."""

from collections.abc import Iterator
from functools import cache
from random import Random

from whoknows.core.game import CHANCE, END
from whoknows.core.match import who
from whoknows.core.registry import game
from whoknows.table.knowledge.visible_moment import ALL, Moment, Stage

Viewer = int | str | None


@cache
def moves(spec: str, seed: int = 0, most: int = 70) -> list[tuple]:
    """Who moved, the state before it, the action and what it says, move by move."""
    rules, rng, found = game(spec), Random(seed), []
    state = rules.start()
    while len(found) < most and (by := rules.to_move(state)) != END:
        options = [] if by == CHANCE else rules.actions(state)
        action = rng.choice(options) if options else rules.chance(state).sample(rng)
        found.append((by, state, action, rules.says(rules.veil(state, None), action)))
        state = rules.apply(state, action)
    return [*found, (END, state, None, ())]


@cache
def story(spec: str, viewer: Viewer, seed: int = 0, most: int = 70) -> list[Moment]:
    """The match as this viewer sees it; whenever it is its turn it has actions."""
    rules, told = game(spec), moves(spec, seed, most)
    seen = [moment(rules, viewer, 0, told[0][1])]
    for step, (by, before, action, said) in enumerate(told[:-1], start=1):
        after = told[step][1]
        stages = tuple(Stage(update, None, None, None) for update in said)
        to = viewer if isinstance(viewer, int) else None
        shown = str(action) if viewer == ALL else rules.shown(before, action, to=to)
        seen.append(moment(rules, viewer, step, after, who(rules, by), shown, stages))
    return seen


def stops(spec: str, viewer: Viewer, seed: int = 0) -> Iterator[list[Moment]]:
    """The story up to some of its moments, or to each of them if they are few."""
    seen = story(spec, viewer, seed)
    every = 1 if len(seen) < 20 else 4
    return (seen[:stop] for stop in (1, 2, *range(3, len(seen), every), len(seen)))


def moment(rules, viewer, step, state, by="", move="", stages=()) -> Moment:
    """One moment: the state veiled for the viewer, and what it may do if it is its turn."""
    veiled = state
    if viewer != ALL:
        veiled = rules.veil(state, viewer if isinstance(viewer, int) else None)
    mine = isinstance(viewer, int) and rules.to_move(state) == viewer
    actions = tuple(rules.actions(veiled)) if mine else ()
    return Moment(rules, viewer, step, veiled, by, move, stages, None, None, None, (), actions)
