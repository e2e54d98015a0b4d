"""Every game of ours as a Python game of OpenSpiel: importing this registers them.

    import pyspiel, whoknows.adapters.openspiel
    game = pyspiel.load_game("whoknows_boerenbridge(players=3,rounds=2)")

A game takes the options of its spec, and three more. `utility` is what players want: `margin` (the
own points less the mean of the others', which is zero-sum), `points` or `win`. `observe` is what
tensors tell: `seen`, `known` or `both` (see `seat_numbers`). `seed` is for deals too many to list:
chance is then sampled, as OpenSpiel calls it, otherwise all its outcomes are told with their odds.
An information state is all that a seat has seen happen, move by move.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from random import Random
from typing import Any

import numpy as np

from whoknows.adapters.position import NumberedGame, Position
from whoknows.adapters.seat_numbers import checked, observed, shapes
from whoknows.adapters.utility import Utility, bounds, checked_utility, worth
from whoknows.core import registry
from whoknows.core.chance import stream
from whoknows.core.error import Error
from whoknows.core.spec import parse

try:
    import pyspiel
except ImportError:
    raise Error("OpenSpiel is missing: pip install 'whoknows[openspiel]'") from None

__all__ = ["load", "register"]

PREFIX = "whoknows_"
OWN: dict[str, object] = {"utility": "margin", "observe": "seen", "seed": 0}
MOST_OUTCOMES = 20_000  # of chance that are listed


def load(spec: str, **own: object) -> Any:
    """The game of a spec of ours, such as `boerenbridge(players=2,rounds=1-2)`, as OpenSpiel has
    it."""
    told = parse(spec)
    usual = _parameters(told.name)
    given = {option.key: _typed(option.value, usual.get(option.key)) for option in told.options}
    return pyspiel.load_game(PREFIX + told.name, given | own)


def register() -> list[str]:
    """Registers every game of ours, and those of other packages; the names that OpenSpiel has for
    them."""
    there = {kind.short_name for kind in pyspiel.registered_games()}
    names = {f"{PREFIX}{name}": name for name in registry.games()}
    for name, ours in names.items():
        if name not in there and _is_numbered(ours):
            # A class of its own: OpenSpiel drops what makes a game after Python has ended, and
            # that is only safe for what still refers to itself then.
            made_by = type(f"Whoknows_{ours}", (WhoknowsGame,), {"ours": ours})
            pyspiel.register_game(_usual_type(ours), made_by)
    return [name for name in names if _is_numbered(names[name])]


class WhoknowsGame(pyspiel.Game):  # type: ignore[misc]
    """A game of ours; the class of each says which."""

    ours: str

    def __init__(self, params: Mapping[str, object] | None = None) -> None:
        given = dict(params or {})
        own = OWN | {key: value for key, value in given.items() if key in OWN}
        options = {key: value for key, value in given.items() if key not in OWN}
        self.rules = NumberedGame(registry.rules(_spec(self.ours, options)))
        self.utility, self.form = checked_utility(str(own["utility"])), checked(str(own["observe"]))
        self.rng = stream(int(str(own["seed"])), "chance")
        self.lists_chance = _lists_chance(self.rules)
        kind = _type(self.ours, self.rules, self.utility, self.lists_chance)
        super().__init__(kind, _info(self.rules, self.utility, self.lists_chance), given)

    def new_initial_state(self, *_: object) -> WhoknowsState:
        return WhoknowsState(self)

    def max_chance_nodes_in_history(self) -> int:
        return int(self.rules.numbers.longest)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> WhoknowsObserver:
        form = str((params or {}).get("observe", self.form))
        recall = iig_obs_type is not None and iig_obs_type.perfect_recall
        return WhoknowsObserver(self.rules, form, recall)


class WhoknowsState(pyspiel.State):  # type: ignore[misc]
    """A position of it."""

    def __init__(self, game: WhoknowsGame) -> None:
        super().__init__(game)
        self.position = game.rules.start()

    def current_player(self) -> int:
        if self.position.is_over:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if self.position.is_chance else self.position.by

    def is_terminal(self) -> bool:
        return self.position.is_over

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """All with their odds, or one that stands for a draw."""
        if not self.get_game().lists_chance:
            return [(0, 1.0)]
        outcomes = enumerate(_outcomes(self.position))
        return [(number, float(share)) for number, (_, share) in outcomes]

    def returns(self) -> list[float]:
        if not self.position.is_over:
            return [0.0] * self.num_players()
        return worth(self.position, self.get_game().utility)

    def resample_from_infostate(self, player: int, sampler: Any) -> WhoknowsState:
        """A state that looks the same to a player, uniformly from all that it knows.

        `sampler` gives numbers from 0 to 1, as OpenSpiel's do.
        """
        rng = Random(int(sampler() * (1 << 53)))
        found: WhoknowsState = self.clone()
        found.position = self.position.imagined(player, rng)
        return found

    def _legal_actions(self, player: int) -> list[int]:
        return list(self.position.actions)

    def _apply_action(self, action: int) -> None:
        if not self.position.is_chance:
            self.position = self.position.chosen(action)
        elif self.get_game().lists_chance:
            self.position = self.position.after(_outcomes(self.position)[action][0])
        else:
            self.position = self.position.drawn(self.get_game().rng)

    def _action_to_string(self, player: int, action: int) -> str:
        if player != pyspiel.PlayerId.CHANCE:
            return str(self.position.actions[action])
        if not self.get_game().lists_chance:
            return "chance"
        return str(_outcomes(self.position)[action][0])

    def __str__(self) -> str:
        return "\n".join(map(str, self.position.moves())) or "nothing was dealt yet"


class WhoknowsObserver:
    """What a seat saw, knows, or has heard, as OpenSpiel asks for it."""

    def __init__(self, rules: NumberedGame, form: str, recall: bool) -> None:
        self.form, self.recall = checked(form), recall
        self.dict: dict[str, Any] = {}
        sizes = shapes(rules, self.form)
        self.tensor = np.zeros(sum(int(np.prod(shape)) for shape in sizes.values()), np.float32)
        at = 0
        for name, shape in sizes.items():
            size = int(np.prod(shape))
            self.dict[name] = self.tensor[at : at + size].reshape(shape)
            at += size

    def set_from(self, state: WhoknowsState, player: int) -> None:
        for name, row in observed(state.position, player, self.form).items():
            self.dict[name][:] = row

    def string_from(self, state: WhoknowsState, player: int) -> str:
        """All that a seat has heard; without perfect recall, what lies before it."""
        position, game = state.position, state.position.rules.game
        if self.recall:
            return "\n".join((f"seat {player}", *position.heard(player)))
        return f"seat {player}\n{game.veil(position.state, player)}"


def _outcomes(position: Position) -> list[tuple[object, Fraction]]:
    """What chance may bring, and how likely."""
    found: list[tuple[object, Fraction]] | None = getattr(position, "outcomes", None)
    if found is None:
        chance = position.rules.game.chance(position.state)
        found = [(outcome, chance.odds(outcome)) for outcome in chance.outcomes()]
        position.outcomes = found  # type: ignore[attr-defined]
    return found


def _lists_chance(rules: NumberedGame) -> bool:
    return rules.numbers.outcomes <= MOST_OUTCOMES


def _spec(name: str, options: Mapping[str, object]) -> str:
    """Our spec of a game with these parameters of OpenSpiel's."""
    usual = _parameters(name)
    given = {key: _plain(value) for key, value in options.items() if value != usual.get(key)}
    told = ",".join(f"{key}={value}" for key, value in given.items())
    return f"{name}({told})" if told else name


def _plain(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value).strip("'")


def _typed(text: str, usual: object) -> object:
    """An option as the kind of parameter that OpenSpiel expects."""
    if isinstance(usual, bool):
        return text == "true"
    return int(text) if isinstance(usual, int) else _quoted(text)


def _quoted(value: object) -> object:
    """OpenSpiel takes a text of digits and dashes for a number, unless it is in quotes."""
    looks = isinstance(value, str) and value and not value.strip("+-.0123456789")
    return f"'{value}'" if looks else value


@cache
def _is_numbered(name: str) -> bool:
    try:
        return registry.rules(name).tells_numbers
    except Error:  # a game that cannot be made without options
        return False


def _usual_type(ours: str) -> Any:
    rules = NumberedGame(registry.rules(ours))
    return _type(ours, rules, "margin", _lists_chance(rules))


def _type(ours: str, rules: NumberedGame, utility: Utility, listed: bool) -> Any:
    kind = pyspiel.GameType
    chance = kind.ChanceMode
    return kind(
        short_name=PREFIX + ours,
        long_name=f"{rules.game.title} (whoknows)",
        dynamics=kind.Dynamics.SEQUENTIAL,
        chance_mode=chance.EXPLICIT_STOCHASTIC if listed else chance.SAMPLED_STOCHASTIC,
        information=kind.Information.IMPERFECT_INFORMATION,
        utility=kind.Utility.ZERO_SUM if utility == "margin" else kind.Utility.GENERAL_SUM,
        reward_model=kind.RewardModel.TERMINAL,
        max_num_players=10,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=_parameters(ours) | OWN,
    )


def _parameters(name: str) -> dict[str, object]:
    """The options of a game's spec with their defaults. What has none is an empty text, or 0 if it
    is a number."""
    found = {}
    for key, (usual, kind) in registry.options(name).items():
        nothing = 0 if kind == int | None else ""
        found[key] = nothing if usual is None else _quoted(usual)
    return found


def _info(rules: NumberedGame, utility: Utility, listed: bool) -> Any:
    low, high = bounds(rules, utility)
    return pyspiel.GameInfo(
        num_distinct_actions=len(rules.choices),
        max_chance_outcomes=rules.numbers.outcomes if listed else 1,
        num_players=rules.seats,
        min_utility=low,
        max_utility=high,
        utility_sum=0.0 if utility == "margin" else None,
        max_game_length=rules.numbers.longest,
    )


register()
