"""Options of a spec become the keyword arguments of one callable, by the types it declares.

`int`, `float`, `bool`, `str`, `Path` and `Literal["a", "b"]` are understood, each also `| None`.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from inspect import Parameter
from pathlib import Path
from types import NoneType, UnionType
from typing import Literal, Union, get_args, get_origin, get_type_hints

from whoknows.core.error import Error
from whoknows.core.schema import short
from whoknows.core.spec import LONGEST, Option, Spec, at


class MissingOptionError(Error):
    """A spec without an option that has no default."""


def arguments(spec: Spec, factory: Callable[..., object]) -> dict[str, object]:
    """The options as arguments of the factory; an `Error` if they do not fit its signature."""
    parameters, types = _declared(factory)
    given = {option.key for option in spec.options}
    for key, parameter in parameters.items():
        if parameter.default is Parameter.empty and key not in given:
            told = short(spec.text, LONGEST)
            raise MissingOptionError(f"{told}: {spec.name} needs the option {key}")
    return {option.key: _argument(spec, option, parameters, types) for option in spec.options}


@lru_cache(maxsize=256)  # agents are made again and again
def _declared(factory: Callable[..., object]) -> tuple[dict[str, Parameter], dict[str, object]]:
    """The parameters, and their types; of a class each where it was written, inherited or not."""
    return parameters_of(factory), get_type_hints(factory)


def parameters_of(factory: Callable[..., object]) -> dict[str, Parameter]:
    """The parameters that can be options. A class without an `__init__` of its own may have that
    of a protocol, which takes whatever it is given."""
    any_others = (Parameter.VAR_POSITIONAL, Parameter.VAR_KEYWORD)
    parameters = inspect.signature(factory).parameters
    return {key: one for key, one in parameters.items() if one.kind not in any_others}


def _argument(
    spec: Spec, option: Option, parameters: Mapping[str, Parameter], types: Mapping[str, object]
) -> object:
    if option.key not in parameters:
        there = ", ".join(parameters) or "none"
        what = f"{spec.name} has no option {option.key[:60]} (its options: {there})"
        raise at(spec.text, option.column, what)
    wanted = types[option.key]
    try:
        return _value(option, wanted)
    except ValueError:
        what = f"{option.key} takes {_described(wanted)}, not {short(option.value)}"
        raise at(spec.text, option.column, what) from None


def _value(option: Option, kind: object) -> object:
    """The value as the wanted type; a ValueError if it is not one."""
    text, wanted = option.value, _without_none(kind)
    if wanted is str:
        return text
    if wanted is Path:
        return Path(text)
    if get_origin(wanted) is Literal:
        return {str(choice): choice for choice in get_args(wanted)}[_among(text, get_args(wanted))]
    if option.quoted:
        raise ValueError
    if wanted is bool:
        return _SWITCH[_among(text, _SWITCH)]
    assert callable(wanted)
    return wanted(text)


def _among(text: str, choices: Iterable[object]) -> str:
    if text not in map(str, choices):
        raise ValueError
    return text


def _described(kind: object) -> str:
    wanted = _without_none(kind)
    if get_origin(wanted) is Literal:
        return " or ".join(map(str, get_args(wanted)))
    words: dict[object, str] = {bool: "on or off", int: "a whole number", float: "a number"}
    return words.get(wanted, "text")


def _without_none(wanted: object) -> object:
    if get_origin(wanted) in (Union, UnionType):
        return next(kind for kind in get_args(wanted) if kind is not NoneType)
    return wanted


_SWITCH = {"on": True, "off": False, "true": True, "false": False}
