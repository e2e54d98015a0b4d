"""Games and agents by name, found when they are asked for.

A game is a module in `whoknows.games`, an agent one in `whoknows.agents`; `full-kripke` lives in
`full_kripke.py`. The module has one callable, `game` or `agent`, whose keyword parameters are the
options of its spec, and its docstring's first line describes it. Other packages add theirs by
entry points in the groups `whoknows.games` and `whoknows.agents`: a module, or `module:callable`,
which its own docstring describes, if it has one.
"""

from __future__ import annotations

import ast
import pkgutil
import re
from collections.abc import Callable
from difflib import get_close_matches
from functools import cache
from importlib import import_module
from importlib.abc import InspectLoader
from importlib.metadata import EntryPoint, entry_points
from importlib.util import find_spec
from types import ModuleType
from typing import cast, get_type_hints

from whoknows.core.agent import Agent
from whoknows.core.error import Error
from whoknows.core.game import Action, Game, State
from whoknows.core.spec import Spec, at, parse
from whoknows.core.spec_arguments import MissingOptionError, arguments, parameters_of


def games() -> dict[str, str]:
    """Every game's name, with a line that describes it.

    >>> games()["threecards"]
    'Three cards, three seats: a toy whose whole tree is small.'
    """
    return _listed("game")


def agents() -> dict[str, str]:
    """Every agent's name, with a line that describes it.

    >>> {"random", "greedy", "human"} <= set(agents())
    True
    """
    return _listed("agent")


def game(spec: str) -> Game[object, object]:
    """The game of this spec, such as `threecards(rounds=2)`, with people at its seats.

    >>> import whoknows as wk
    >>> rules = wk.game("threecards(rounds=2)")
    >>> rules.seats, rules.spec
    (('Anna', 'Bram', 'Cleo'), 'threecards(rounds=2)')
    """
    return rules(spec).peopled()


def rules(spec: str) -> Game[object, object]:
    """The same with the rules' own names for its seats: numbers, unless the spec has names."""
    return cast(Game[object, object], _made("game", spec))


def agent(spec: str) -> Agent:
    """A new agent of this spec, such as `random`.

    >>> import whoknows as wk
    >>> wk.agent("pimc(worlds=50)").name
    'pimc(worlds=50)'
    """
    return cast(Agent, _made("agent", spec))


def options(name: str) -> dict[str, tuple[object, object]]:
    """The options of a game by name, each with its default and its type."""
    factory = _factory("game", parse(name))
    types = get_type_hints(factory)
    return {key: (one.default, types[key]) for key, one in parameters_of(factory).items()}


def players(game: Game[State, Action]) -> dict[str, str]:
    """The agents that play a game, as `agents` lists them."""
    return {name: about for name, about in agents().items() if plays(name, game)}


def plays(name: str, game: Game[State, Action]) -> bool:
    """Whether an agent plays a game, with its options as they are by default; of one that has to be
    told something first, whether it would."""
    try:
        found = agent(name)
    except MissingOptionError:
        return True
    except Error:  # one that cannot be made plays nothing
        return False
    says = getattr(found, "plays", None)  # whatever can choose but does not say so plays all
    return says is None or bool(says(game))


def neighbours() -> set[str]:
    """The packages of others that bring games or agents."""
    points = (point for kind in ("game", "agent") for point in _theirs(kind).values())
    return {point.module.partition(".")[0] for point in points} - {"whoknows"}


def _made(kind: str, text: str) -> object:
    spec = parse(text)
    factory = _factory(kind, spec)
    given = arguments(spec, factory)
    try:
        return factory(**given)
    except TypeError as fault:
        if lacks := _lacks(fault):
            raise Error(f"the {kind} {spec.name} cannot be made: it lacks {lacks}") from fault
        raise


def _lacks(fault: TypeError) -> str:
    """The methods that a class has to have before anything can be made of it; "" if this is not
    what is wrong."""
    found = re.match(r"Can't instantiate abstract class .*abstract methods? (.*)$", str(fault))
    names = re.findall(r"\w+", found[1]) if found else []
    *most, last = names or [""]
    return f"{', '.join(most)} and {last}" if most else last


def _factory(kind: str, spec: Spec) -> Callable[..., object]:
    name = spec.name
    if name in (ours := _ours(kind)):
        found: object = import_module(ours[name])
    elif name in (theirs := _theirs(kind)):
        found = _loaded(kind, theirs[name])
    else:
        raise at(spec.text, 1, f"there is no {kind} called {name[:60]}; {_hint(kind, name)}")
    factory = getattr(found, kind, None) if isinstance(found, ModuleType) else found
    if not callable(factory):
        raise Error(f"the {kind} {name} cannot be made: its module has no callable {kind!r}")
    return cast(Callable[..., object], factory)


def _hint(kind: str, name: str) -> str:
    names = sorted({*_theirs(kind), *_ours(kind)})
    close = get_close_matches(name, names, n=1)
    return f"did you mean {close[0]}?" if close else f"there are {', '.join(names)}"


def _listed(kind: str) -> dict[str, str]:
    theirs = {name: point.value for name, point in _theirs(kind).items()}
    found = theirs | _ours(kind)  # a name of ours cannot be taken over
    return {name: _description(found[name]) for name in sorted(found)}


@cache
def _ours(kind: str) -> dict[str, str]:
    package = import_module(f"whoknows.{kind}s")
    names = (module.name for module in pkgutil.iter_modules(package.__path__))
    return {n.replace("_", "-"): f"{package.__name__}.{n}" for n in names if n[0] != "_"}


def _theirs(kind: str) -> dict[str, EntryPoint]:
    return {point.name: point for point in entry_points(group=f"whoknows.{kind}s")}


def _loaded(kind: str, point: EntryPoint) -> object:
    try:
        return point.load()
    except Exception as fault:  # other people's code: whatever it raises is not ours to foresee
        raise Error(f"the {kind} {point.name} cannot be loaded: {fault}") from fault


def _description(where: str) -> str:
    """The first line of the docstring of a module, or of the callable in it, read without running
    the module."""
    module, _, made = where.partition(":")
    try:
        loader = getattr(find_spec(module), "loader", None)
        source = loader.get_source(module) if isinstance(loader, InspectLoader) else None
        tree = ast.parse(source or "")
    except Exception as fault:  # a broken neighbour must not hide the others
        return f"cannot be read: {fault}"
    own = (node for node in tree.body if getattr(node, "name", "") == made.strip())
    text = next(map(_docstring, own), None) or _docstring(tree)
    return (text or "no description").partition("\n")[0]


def _docstring(node: ast.AST) -> str | None:
    documented = (ast.Module, ast.ClassDef, ast.FunctionDef)
    return ast.get_docstring(node) if isinstance(node, documented) else None
