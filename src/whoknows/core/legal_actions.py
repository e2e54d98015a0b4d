"""What a seat may do: a game's actions without those that would say something false.

What a move says must be true: a seat that does not know may not say that it knows. So whether an
action is legal depends on the model and on the true deal, not on the rules alone.
"""

from __future__ import annotations

from dataclasses import dataclass

from whoknows.core.game import CHANCE, END, Action, Game, PublicModel, State, Update, World


def legal(game: Game[State, Action], state: State, model: PublicModel | None) -> tuple[Action, ...]:
    """What the seat to move may do: every action whose updates are true when they are made."""
    public = game.veil(state, None)
    return tuple(
        action
        for action in game.actions(state)
        if untrue(game, state, model, action, public) is None
    )


def objection(
    game: Game[State, Action], state: State, model: PublicModel | None, action: Action
) -> str | None:
    """Why this action is not legal here; None if it is."""
    by = game.to_move(state)
    if by == END:
        return "the game is over"
    if by == CHANCE:
        return None if game.chance(state).odds(action) else f"chance cannot bring '{action}' here"
    if action not in game.actions(state):
        return game.refusal(game.veil(state, by), action)
    false = untrue(game, state, model, action)
    return None if false is None else f"'{action}' would say something false: {_denied(false)}"


@dataclass(frozen=True, slots=True)
class Untrue:
    """An update that is false at a world, in the model left by those before it."""

    update: Update
    model: PublicModel | None
    world: World | None


def untrue(
    game: Game[State, Action],
    state: State,
    model: PublicModel | None,
    action: Action,
    public: State | None = None,
) -> Untrue | None:
    """The first thing that this action would say that is false when it is said.

    The first update may split places, so what follows it is about the deal afterwards. If you ask
    about many actions, pass the public state, which is the same for all of them.
    """
    said = game.says(game.veil(state, None) if public is None else public, action)
    world, made = game.world(state) if said else None, None
    for update in said:
        if world is None:
            return Untrue(update, model, world)
        if made is not None:
            model = decided(made, model, world).to(model)
            world = game.world(game.apply(state, action)) or world
        if not update.true_at(model, world):
            return Untrue(update, model, world)
        made = update
    return None


def _denied(false: Untrue) -> str:
    """What is false, and if the seat just does not know it, a deal that it cannot rule out."""
    doubt = getattr(false.update, "doubt", None)
    why = doubt(false.model, false.world) if doubt and false.world is not None else ""
    return f"{false.update.sentence}{f'; {why}' if why else ''}"


def decided(update: Update, model: PublicModel | None, world: World | None) -> Update:
    """What is heard of it: of a `Reveal`, what is so at the true deal."""
    decide = getattr(update, "decided", None)
    found: Update = update if decide is None or world is None else decide(model, world)
    return found
