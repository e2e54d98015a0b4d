"""What an author declares, looked at when a game is made: each fault is told in one line."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from typing import TYPE_CHECKING, Any, cast

from whoknows.core.actions import KINDS, Written
from whoknows.core.error import Error
from whoknows.kit.words import BITS, HIDDEN, Secret

if TYPE_CHECKING:
    from whoknows.kit.words import AnyGame


def check_declared(game: AnyGame) -> None:
    """An `Error` if its moves, its cards, its deal or what is public will not do."""
    try:
        _check_moves(game)
        _check_cards(game)
        game.vocabulary  # noqa: B018 - whether the cards fit into the places
        _check_public(game.begin())
        game._row  # noqa: B018 - whether its fields hold what can be written
    except Error as fault:
        told = str(fault).removeprefix(f"{game.name}: ")
        raise Error(f"{game.name}: {told}") from None


Secrets = tuple[tuple[str, Secret], ...]  # fields by name, and who sees them

_SECRETS: dict[type[Written], Secrets] = {}  # they are asked of every move of every search


def secrets(kind: type[Written]) -> Secrets:
    """The fields of a move that only some see."""
    if kind not in _SECRETS:
        sorts = KINDS[kind].sorts
        _SECRETS[kind] = tuple(
            (field.name, sort)
            for field in fields(cast(Any, kind))
            if isinstance(sort := sorts[field.name], Secret)
        )
    return _SECRETS[kind]


def _check_moves(game: AnyGame) -> None:
    if not getattr(game, "moves", ()):
        raise Error("it has no moves; write such as moves = (Ask, Guess)")
    game._actions  # noqa: B018 - whether two of them share a text
    for kind in game.moves:
        for name, secret in secrets(kind):
            for field in secret.seen_by:
                if field not in KINDS[kind].sorts:
                    what = f"{kind.__name__}.{name}"
                    raise Error(f"{what} is seen by {field}, which is no field of the move")


def _check_cards(game: AnyGame) -> None:
    for card in game.cards:
        if ", " in card or " | " in card or card == HIDDEN:
            raise Error(f"no card can be called {card!r}")
    if len(game.cards) > 1 << BITS:
        raise Error(f"the kit deals up to {1 << BITS} cards, not {len(game.cards)}")


def _check_public(public: object) -> None:
    kind = type(public)
    if not is_dataclass(kind) or not kind.__dataclass_params__.frozen:  # type: ignore[attr-defined]
        raise Error(f"begin gives a {kind.__name__}; what is public is a frozen dataclass")
