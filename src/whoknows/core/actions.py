"""Actions as one table: each says how it is written; str, parse, encode and decode follow.

    @dataclass(frozen=True, slots=True)
    class Take(Written):
        text = "{seat} takes {cards}[ and leaves {rest}]"
        seat: Annotated[str, SEAT]
        cards: Annotated[tuple[str, ...], Listed(CARD, " ", count=4)]
        rest: Annotated[str | None, Maybe(CARD)] = None

A name in braces is a field; what stands in brackets is left out if its field is empty. The `Sort`
of a field says what it holds. A code says which action of the table it is and then, from the lowest
bit up, what its fields are, in their order or in that of `code`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass
from operator import attrgetter
from typing import Any, ClassVar, Generic, TypeVar, get_type_hints

from whoknows.core.action_fields import BitField, Sort
from whoknows.core.error import Error
from whoknows.core.schema import short

Game = TypeVar("Game")
Action = TypeVar("Action", bound="Written")
Sorts = Mapping[str, Sort[Any, Any]]
Writer = Callable[[object], str]


class Written:
    """What actions are made from: frozen dataclasses whose `str` is their `text`."""

    __slots__ = ()
    text: ClassVar[str]
    # On a button, where that is not the text; it may have names that are not those of fields.
    label: ClassVar[str] = ""
    # The fields in the order of their bits, lists with `#cards` for how many there are somewhere
    # before them; a number means that many empty bits.
    code: ClassVar[str] = ""

    def __str__(self) -> str:
        return KINDS[type(self)].write(self)


class Actions(Generic[Game, Action]):
    """The kinds of actions of a game in the order of their codes; `bits` bits say which one it
    is."""

    def __init__(self, game: str, such: str, *kinds: type[Action], bits: int) -> None:
        self.game, self.such, self.bits = game, such, bits
        self.kinds = tuple(KINDS[kind] for kind in kinds)
        self.numbers = {kind: number for number, kind in enumerate(kinds)}
        self._check()

    def parse(self, game: Game, text: str) -> Action:
        """The action of that text."""
        for kind in self.kinds:
            if found := kind.letters.fullmatch(text):
                action: Action = kind.read(game, found)
                if text not in (str(action), kind.as_told(action, found)):
                    raise Error(f"{short(text)} must be written {str(action)!r}")
                return action
        raise Error(f"{short(text)} is not an action of {self.game}, like {self.such!r}")

    def encode(self, game: Game, action: Action) -> int:
        """A number for each action."""
        number, bits = self.numbers[type(action)], BitField()
        bits.put(number, self.bits)
        self.kinds[number].put(game, action, bits)
        return bits.code

    def decode(self, game: Game, code: int) -> Action:
        """The action of that number."""
        bits = BitField(code)
        action: Action = self.kinds[bits.take(self.bits)].take(game, bits)
        return action

    def _check(self) -> None:
        """An `Error` if examples show that two actions share a text."""
        for text in (text for kind in self.kinds for text in kind.examples()):
            able = [kind.make.__name__ for kind in self.kinds if kind.letters.fullmatch(text)]
            if len(able) > 1:
                raise Error(f"{self.game}: {' and '.join(able)} can both be written {text!r}")


def word(action: Written, name: str) -> str:
    """A field of an action, as its text writes it."""
    return KINDS[type(action)].sorts[name].write(getattr(action, name))


class Pattern:
    """A text with names in braces, and in brackets what is left out if a name is empty."""

    def __init__(self, text: str) -> None:
        pieces = enumerate(re.split(r"\[(.*?)\]", text))  # every second is from brackets
        self.pieces = [_Piece(piece, number % 2 == 1) for number, piece in pieces if piece]

    def write(self, word: Callable[[str], str]) -> str:
        """The text with a word for each name."""
        return "".join([piece.write([word(name) for name in piece.names]) for piece in self.pieces])

    def letters(self, sorts: Sorts) -> re.Pattern[str]:
        """What such texts match, with a group for each name."""
        return re.compile("".join(piece.letters(sorts) for piece in self.pieces))


class _Piece:
    def __init__(self, text: str, optional: bool) -> None:
        parts = re.split(r"\{(\w+)\}", text)  # every second is from braces
        self.plain, self.names, self.optional = parts[::2], parts[1::2], optional
        self.form = "%s".join(part.replace("%", "%%") for part in self.plain)

    def write(self, words: list[str]) -> str:
        if self.optional and not all(words):
            return ""
        return self.form % tuple(words)

    def writer(self, sorts: Sorts) -> Writer:
        """A function that writes this for an action. Actions are written often, and most need no
        `Sort`."""
        if self.names and not self.optional and all(sorts[name].plain for name in self.names):
            form, values = self.form, attrgetter(*self.names)
            return lambda action: form % values(action)
        fields = [(name, sorts[name].write) for name in self.names]
        return lambda action: self.write([write(getattr(action, name)) for name, write in fields])

    def letters(self, sorts: Sorts) -> str:
        groups = [f"(?P<{name}>{sorts[name].letters})" for name in self.names]
        text = "".join(
            re.escape(plain) + group for plain, group in zip(self.plain, [*groups, ""], strict=True)
        )
        return f"(?:{text})?" if self.optional else text


@dataclass(frozen=True)
class ActionKind:
    """What follows from the class of an action."""

    make: type[Any]
    text: Pattern
    letters: re.Pattern[str]
    sorts: Sorts
    writers: Sequence[Writer]  # of its text, piece by piece
    steps: Sequence[str]  # of its code

    def write(self, action: object) -> str:
        return "".join([write(action) for write in self.writers])

    def read(self, game: object, found: re.Match[str]) -> Any:
        values = {}
        try:
            for name, text in found.groupdict().items():
                sort = self.sorts[name]
                values[name] = sort.nothing if text is None else sort.read(game, text)
        except Error as fault:
            raise Error(f"{short(found.string)}: {fault}") from None
        return self.make(**values)

    def as_told(self, action: object, found: re.Match[str]) -> str:
        """The text, with the writer's own words for whatever goes by several names."""
        return self.text.write(
            lambda name: self.sorts[name].as_told(getattr(action, name), found[name] or "")
        )

    def put(self, game: object, action: object, bits: BitField) -> None:
        for step in self.steps:
            if step in self.sorts:
                self.sorts[step].put(game, getattr(action, step), bits)
            elif step.startswith("#"):
                bits.put(len(getattr(action, step[1:])), self.sorts[step[1:]].count)
            else:
                bits.put(0, int(step))

    def take(self, game: object, bits: BitField) -> Any:
        values: dict[str, Any] = {}
        for step in self.steps:
            if step in self.sorts:
                values[step] = self.sorts[step].take(game, bits, values.get(step, 0))
            elif step.startswith("#"):
                values[step[1:]] = bits.take(self.sorts[step[1:]].count)
            else:
                bits.take(int(step))
        return self.make(**values)

    def examples(self) -> Iterator[str]:
        """A text with everything that may be left out, and one without."""
        examples = {name: sort.example for name, sort in self.sorts.items()}
        yield self.text.write(examples.__getitem__)
        for piece in self.text.pieces:
            examples |= dict.fromkeys(piece.names, "") if piece.optional else {}
        yield self.text.write(examples.__getitem__)


class _Kinds(dict[type[Any], ActionKind]):
    """The kind of each class of actions, made when it is asked for."""

    def __missing__(self, make: type[Any]) -> ActionKind:
        _check_text(make)
        hints, text = get_type_hints(make, include_extras=True), Pattern(make.text)
        sorts = {field.name: _sort(make, field.name, hints[field.name]) for field in fields(make)}
        steps = " ".join(f"#{name} {name}" if sort.count else name for name, sort in sorts.items())
        writers = [piece.writer(sorts) for piece in text.pieces]
        kind = ActionKind(
            make, text, text.letters(sorts), sorts, writers, (make.code or steps).split()
        )
        return self.setdefault(make, kind)


KINDS = _Kinds()


def _check_text(make: type[Any]) -> None:
    """An `Error` unless the text of a class names its fields, each once."""
    text = getattr(make, "text", "")
    if not is_dataclass(make) or not text:
        raise Error(f"{make.__name__} is no action: those are frozen dataclasses with a text")
    named = [name for piece in Pattern(text).pieces for name in piece.names]
    own = [field.name for field in fields(make)]
    for name in named:
        if name not in own:
            raise Error(f"{make.__name__}.text names {name}, which is no field of it")
        if named.count(name) > 1:
            raise Error(f"{make.__name__}.text names {name} twice")
    if touching := re.search(r"\{(\w+)\}\{(\w+)\}", text):
        one, other = touching.groups()
        raise Error(
            f"{make.__name__}.text has nothing between {one} and {other}: nobody could tell where "
            f"one ends"
        )
    for name in own:
        if name not in named:
            raise Error(f"{make.__name__}.{name} is not in its text, so it could not be read back")


def _sort(make: type[Any], name: str, hint: object) -> Sort[Any, Any]:
    for told in getattr(hint, "__metadata__", ()):
        if isinstance(told, Sort):
            return told
    such = "Annotated[int, Number()]" if hint is int else "Annotated[str, SEAT]"
    raise Error(f"{make.__name__}.{name} has no sort: write such as {such}")
