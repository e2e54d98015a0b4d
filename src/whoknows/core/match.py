"""A match is a lazy stream of turns: view, choice, what it says, what is known after it.

What a seat may do is in `legal_actions`, and depends on what is known.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Generic, Protocol

from whoknows.core.agent import Agent, Choice, PastAct, View
from whoknows.core.chance import stream
from whoknows.core.error import Error
from whoknows.core.game import CHANCE, END, Action, Game, PublicModel, State, Update, World
from whoknows.core.legal_actions import decided, legal, objection
from whoknows.core.legal_actions import untrue as untrue  # packages look for it here
from whoknows.core.names import person
from whoknows.core.notebook_box import drawn

FORCED = ("there was nothing else to do",)


class Luck(Protocol):
    """What chance brings in a state, from a stream of random numbers."""

    def __call__(self, game: Game[State, Action], state: State, rng: Random, /) -> Action: ...


@dataclass(frozen=True, slots=True)
class Turn(Generic[State, Action]):
    """One move of a seat or of chance, and what followed; `model` is the one after it.

    >>> import whoknows as wk
    >>> rules = wk.game("threecards")

    >>> first, *_ = wk.play(rules, [wk.agent("random")] * 3)
    >>> first.by == wk.CHANCE, [update.sentence for update in first.said][0], len(first.shown)
    (True, 'the cards are dealt', 3)
    """

    by: int
    before: State
    choice: Choice[Action]
    after: State
    said: tuple[Update, ...]
    model: PublicModel | None = field(compare=False)  # follows from all that was said
    shown: tuple[str, ...]  # to each seat

    def _repr_html_(self) -> str | None:
        return drawn(self)


def play(
    game: Game[State, Action], agents: Sequence[Agent], *, seed: int = 0, chance: Luck | None = None
) -> Iterator[Turn[State, Action]]:
    """The match turn by turn; the last turn's `after` has the final scores.

    >>> import whoknows as wk
    >>> rules = wk.game("threecards")

    >>> turns = list(wk.play(rules, [wk.agent("random")] * 3, seed=7))
    >>> str(turns[0].choice.action), turns[0].model.count(), rules.scores(turns[-1].after)
    ('deal b a c', 6, (-1, -1, -1))
    """
    check_players(game, agents)
    return _turns(game, agents, seed, chance or fair)


def refusal(agent: Agent, game: Game[State, Action]) -> str:
    """Why the agent does not play this game; an agent that says nothing about it plays every
    game."""
    own = getattr(agent, "refusal", None)
    return "" if own is None else str(own(game))


class Course(Generic[State, Action]):
    """Where a match stands, and how often each of its random streams was used.

    Every match runs on one, whoever asks for the next turn and wherever it is resumed.
    """

    def __init__(
        self, game: Game[State, Action], seed: int, turns: Sequence[Turn[State, Action]] = ()
    ) -> None:
        self.game, self.seed = game, seed
        self.state = turns[-1].after if turns else game.start()
        self.model = turns[-1].model if turns else None
        self._used = Counter(self._purpose(turn.before) for turn in turns)
        self._moves = [(turn.before, turn.choice.action) for turn in turns]

    @property
    def by(self) -> int:
        """Who moves next."""
        return self.game.to_move(self.state)

    def drawn(self, luck: Luck | None = None) -> Turn[State, Action]:
        """Chance moves."""
        return self.take(_drawn(self.game, self.state, luck or fair, self._rng()))

    def chosen(self, agent: Agent, notes: dict[str, object]) -> Turn[State, Action]:
        """This agent moves; its notes of this match are its own."""
        if forced := self.forced:
            return self.take(forced)
        past = self._past(notes) if getattr(agent, "watches", False) else ()
        chosen = _chosen(self.game, self.state, self.model, agent, self._rng(), notes, past)
        return self.take(chosen)

    def _past(self, notes: dict[str, object]) -> tuple[PastAct, ...]:
        """What the seat to move saw others do; what it has been told before is in its notes."""
        seen = notes.get("past")
        known: tuple[PastAct, ...] = seen[1] if isinstance(seen, tuple) else ()
        first = seen[0] if isinstance(seen, tuple) else 0
        new = past_acts(self.game, self.by, self._moves[first:])
        notes["past"] = len(self._moves), (*known, *new)
        return (*known, *new)

    @property
    def forced(self) -> Choice[Action] | None:
        """What the seat to move has to do, where its game does not ask who has no choice."""
        if not self.game.plays_forced or self.by < 0:
            return None
        options = self.game.actions(self.state)
        return Choice(options[0], FORCED) if len(options) == 1 else None

    def take(self, choice: Choice[Action]) -> Turn[State, Action]:
        """The turn in which a legal choice is carried out."""
        turn = self._stepped(choice)
        self._used[self._purpose(self.state)] += 1
        self._moves.append((self.state, choice.action))
        self.state, self.model = turn.after, turn.model
        return turn

    def _stepped(self, choice: Choice[Action]) -> Turn[State, Action]:
        return step(self.game, self.state, self.model, choice)

    def _rng(self) -> Random:
        purpose = self._purpose(self.state)
        return stream(self.seed, purpose, self._used[purpose])

    def _purpose(self, state: State) -> str:
        by = self.game.to_move(state)
        return self.game.chance(state).purpose if by == CHANCE else f"seat {by}"


def past_acts(
    game: Game[State, Action], seat: int, moves: Iterable[tuple[State, Action]]
) -> tuple[PastAct, ...]:
    """What this seat saw others do."""
    return tuple(
        PastAct(by, game.veil(before, seat), _seen_as(game, before, action, seat))
        for before, action in moves
        if (by := game.to_move(before)) not in (CHANCE, seat)
    )


def _seen_as(game: Game[State, Action], before: State, action: Action, seat: int) -> str:
    """What the game's styles call it, or else what the seat was shown."""
    if game.tells_style_options:
        return game.style_choice(action)
    return game.shown(before, action, to=seat)


def fair(game: Game[State, Action], state: State, rng: Random) -> Action:
    """Chance as it should be."""
    return game.chance(state).sample(rng)


def script(outcomes: Iterable[str]) -> Luck:
    """Chance that brings these outcomes in this order."""
    rest = iter(outcomes)

    def scripted(game: Game[State, Action], state: State, rng: Random) -> Action:
        text = next(rest, None)
        if text is None:
            raise Error("the script of chance has run out")
        return game.parse(text)

    return scripted


def view(
    game: Game[State, Action],
    state: State,
    model: PublicModel | None,
    seat: int,
    *,
    cheats: bool = False,
    memory: dict[str, object] | None = None,
    past: tuple[PastAct, ...] = (),
) -> View[State, Action]:
    """What the seat to move decides from; `memory` is what its agent has noted in this match."""
    world = game.world(state)
    if model is None or world is None:
        raise Error(f"{game.spec}: {who(game, seat)} must move before any cards are dealt")
    options = legal(game, state, model)
    if not options:
        why = ": each of its moves says something false" if game.actions(state) else ""
        raise Error(f"{game.spec}: {who(game, seat)} has no legal action{why}")
    seen = state if cheats else game.veil(state, seat)
    noted = {} if memory is None else memory
    return View(game, seat, seen, options, model.seat(seat, at=world), noted, past)


def step(
    game: Game[State, Action], state: State, model: PublicModel | None, choice: Choice[Action]
) -> Turn[State, Action]:
    """The turn in which a legal choice is carried out.

    >>> import whoknows as wk
    >>> rules = wk.game("threecards")

    >>> turn = wk.step(rules, rules.start(), None, wk.Choice(rules.parse("deal b a c")))
    >>> turn.model, rules.seats[rules.to_move(turn.after)]
    (6 worlds for seats Anna, Bram, Cleo, 'Anna')
    """
    action = choice.action
    said = game.says(game.veil(state, None), action)
    shown = tuple(game.shown(state, action, to=seat) for seat in range(len(game.seats)))
    after = game.apply(state, action)
    heard: list[Update] = []
    for update in said:
        if hasattr(update, "decided"):
            update = decided(update, model, (heard and game.world(after)) or game.world(state))
        model = update.to(model)
        heard.append(update)
    return Turn(game.to_move(state), state, choice, after, tuple(heard), model, shown)


def deal_of(game: Game[State, Action], turn: Turn[State, Action]) -> World | None:
    """The deal that the model after a turn is about; a round's last move clears the table."""
    return game.world(turn.after) or game.world(turn.before)


def check_agents(game: Game[State, Action], agents: Sequence[object]) -> None:
    """An `Error` unless there is one agent for each seat."""
    if len(agents) != len(game.seats):
        raise Error(f"{game.spec} needs {len(game.seats)} agents, one per seat, not {len(agents)}")


def check_players(game: Game[State, Action], agents: Sequence[Agent]) -> None:
    """An `Error` unless there is one agent for each seat, and each plays this game."""
    check_agents(game, agents)
    for agent in agents:
        if why := refusal(agent, game):
            raise Error(why)


def who(game: Game[State, Action], by: int) -> str:
    """The name of the seat that moves, or chance."""
    return "chance" if by == CHANCE else game.seats[by]


def winners(game: Game[State, Action], state: State) -> tuple[str, ...]:
    """The names of the seats that have won a match that is over."""
    return tuple(game.seats[seat] for seat in game.winners(state))


def _turns(
    game: Game[State, Action], agents: Sequence[Agent], seed: int, luck: Luck
) -> Iterator[Turn[State, Action]]:
    course = Course(game, seed)
    notes: list[dict[str, object]] = [{} for _ in agents]
    while (by := course.by) != END:
        yield course.drawn(luck) if by == CHANCE else course.chosen(agents[by], notes[by])


def _drawn(game: Game[State, Action], state: State, luck: Luck, rng: Random) -> Choice[Action]:
    action = luck(game, state, rng)
    if fault := objection(game, state, None, action):
        raise Error(fault)
    return Choice(action)


def _chosen(
    game: Game[State, Action],
    state: State,
    model: PublicModel | None,
    agent: Agent,
    rng: Random,
    notes: dict[str, object],
    past: tuple[PastAct, ...],
) -> Choice[Action]:
    seat = game.to_move(state)
    options = view(game, state, model, seat, cheats=agent.cheats, memory=notes, past=past)
    choice = agent.choose(options, rng)
    if choice.action not in options.actions:
        fault = objection(game, state, model, choice.action)
        seated = f"{agent.name}, playing as {person(who(game, seat))}"
        raise Error(f"{seated}, chose an illegal action: {fault}")
    return choice
