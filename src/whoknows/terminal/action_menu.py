"""A person's legal actions: numbered, grouped for reading, and matched with what is typed.

If the actions are just a choice of numbers, as bids are, each keeps its own number.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches
from itertools import takewhile
from typing import Generic

from rich.markup import escape

from whoknows.core.game import Action
from whoknows.core.plural import some

MANY = 20  # more actions than this are sorted
ROWS = 14  # a menu with more of them is shortened
WIDE = 26  # choices longer than this get a line each
LINE = 84  # letters of choices side by side; more are broken into lines
MARKUP = len("[bold][/]") - len("   ")  # of a choice, less the gap after it
NAMED = 8  # how many are named if not all are


@dataclass(frozen=True, slots=True)
class Item(Generic[Action]):
    """An action, its number, and its text without the name of the seat that does it."""

    number: int
    short: str
    action: Action

    @property
    def verb(self) -> str:
        return self.short.partition(" ")[0]

    @property
    def row(self) -> str:
        """What it shares with those next to it: everything but the payment, or the verb."""
        head, paid, _ = self.short.partition(" with ")
        return f"{head} with" if paid else self.verb

    @property
    def choice(self) -> str:
        """What tells it from those next to it."""
        return self.short.removeprefix(self.row).strip() or self.short


@dataclass(frozen=True, slots=True)
class Menu(Generic[Action]):
    """What a seat may do now."""

    items: tuple[Item[Action], ...]

    @classmethod
    def of(cls, seat: str, actions: Sequence[Action]) -> Menu[Action]:
        """Verbs with few choices come first, so that their numbers stay small."""
        items = [Item(0, _short(seat, str(action)), action) for action in actions]
        groups = sorted(_grouped(items, "verb").values(), key=len)
        many = len(items) > MANY
        items = [item for group in groups for item in group] if many else items
        numbers = _own_numbers([item.short for item in items]) or range(1, len(items) + 1)
        return cls(tuple(replace(i, number=n) for i, n in zip(items, numbers, strict=True)))

    def lines(self) -> list[str]:
        """All actions, shortened if there are many."""
        if len(_grouped(self.items, "row")) <= ROWS:
            return _rows(self.items)
        verbs = _grouped(self.items, "verb").values()
        return [line for group in verbs for line in _told(group)]

    def about(self, text: str) -> list[str]:
        """Every action in which these words occur."""
        words = text.casefold().split()
        return _rows([i for i in self.items if all(w in i.short.casefold() for w in words)])

    def numbered(self, number: int) -> Item[Action] | None:
        return next((item for item in self.items if item.number == number), None)

    def begun(self, text: str) -> list[Item[Action]]:
        """The actions this may mean: spelled exactly so, or beginning so word by word."""
        typed = text.casefold().split()
        spelled = [(item, item.short.casefold().split()) for item in self.items]
        whole = [item for item, words in spelled if words == typed]
        begun = [item for item, words in spelled if words[: len(typed)] == typed]
        loose = [item for item, words in spelled if _begins(words, typed)]
        return whole or begun or loose

    def close(self, text: str) -> str | None:
        """The action that is spelled most like this."""
        shorts = {item.short.casefold(): item.short for item in self.items}
        found = get_close_matches(text.casefold(), shorts, n=1)
        return shorts[found[0]] if found else None

    @property
    def range(self) -> str:
        """The numbers that may be typed, in words."""
        numbers = [item.number for item in self.items]
        whole = numbers == list(range(numbers[0], numbers[-1] + 1))
        return f"{numbers[0]} to {numbers[-1]}" if whole else ", ".join(map(str, numbers))


def stripped(seat: str, text: str) -> str:
    """What somebody typed, without the name of the seat."""
    plain = " ".join(text.split())
    return re.sub(rf"^{re.escape(seat)}(: ?| )", "", plain, flags=re.IGNORECASE)


def _short(seat: str, text: str) -> str:
    return text.removeprefix(f"{seat}: ").removeprefix(f"{seat} ")


def _own_numbers(shorts: Sequence[str]) -> list[int] | None:
    """Their numbers, if the actions differ in nothing else: `bids 0`, `bids 1`, `bids 3`."""
    found = [re.fullmatch(r"(.*\D )(\d+)", short) for short in shorts]
    if len({match and match[1] for match in found}) > 1 or found[0] is None:
        return None
    return [int(match[2]) for match in found if match]


def _begins(words: Sequence[str], typed: Sequence[str]) -> bool:
    pairs = zip(words, typed, strict=False)
    return len(typed) <= len(words) and all(word.startswith(part) for word, part in pairs)


def _grouped(items: Iterable[Item[Action]], by: str) -> dict[str, list[Item[Action]]]:
    groups: dict[str, list[Item[Action]]] = {}
    for item in items:
        groups.setdefault(getattr(item, by), []).append(item)
    return groups


def _rows(items: Sequence[Item[Action]]) -> list[str]:
    """Row by row; actions that have nothing in common with others share one."""
    lines: list[str] = []
    alone: list[str] = []
    for head, group in _grouped(items, "row").items():
        if len(group) == 1 and " " not in head:
            alone.append(_choice(group[0], group[0].short))
        else:
            lines += _row(head, group)
    return lines + _spread(" ", alone)


def _row(head: str, group: Sequence[Item[Action]]) -> list[str]:
    """What they have in common, once, and then what tells them apart."""
    shared = _shared([item.choice for item in group])
    told = " ".join([head, *shared])
    rest = [" ".join(item.choice.split()[len(shared) :]) for item in group]
    choices = [_choice(item, text) for item, text in zip(group, rest, strict=True)]
    return _spread(f"  [dim]{escape(told)}[/] ", choices)


def _shared(choices: Sequence[str]) -> list[str]:
    """The words with which all of several begin; something is left of each."""
    if len(choices) < 2:
        return []
    columns = zip(*(choice.split()[:-1] for choice in choices), strict=False)
    same = takewhile(lambda words: len(set(words)) == 1, columns)
    return [words[0] for words in same]


def _spread(head: str, choices: Sequence[str]) -> list[str]:
    if not choices:
        return []
    if max(map(len, choices)) > WIDE + len("[bold][/])"):
        return [*([head] if head.strip() else []), *(f"    {choice}" for choice in choices)]
    lines = _packed(choices)
    if len(lines) == 1:
        return [f"{head} {lines[0]}"]
    return [*([head] if head.strip() else []), *(f"    {line}" for line in lines)]


def _packed(choices: Sequence[str]) -> list[str]:
    """Side by side, as many in a line as there is room for."""
    lines: list[list[str]] = [[]]
    for choice in choices:
        if sum(len(one) - MARKUP for one in [*lines[-1], choice]) > LINE and lines[-1]:
            lines.append([])
        lines[-1].append(choice)
    return ["   ".join(line) for line in lines]


def _choice(item: Item[Action], text: str) -> str:
    if text == str(item.number):
        return f"[bold]{text}[/]"
    return f"[bold]{item.number}[/]) {escape(text)}"


def _told(group: Sequence[Item[Action]]) -> list[str]:
    """A verb with many ways to do it, shortened."""
    rows = _grouped(group, "row")
    if len(rows) <= 2:
        return _rows(group)
    verb = group[0].verb
    places = [row.removeprefix(verb).removesuffix("with").strip() for row in rows]
    more = f" and {len(places) - NAMED} more" if len(places) > NAMED else ""
    named = escape(", ".join(places[:NAMED]))
    return [
        f"  [dim]{escape(verb)}[/]  {some(len(group), 'way')}, {group[0].number} to "
        f"{group[-1].number}: {named}{more} ([bold]? {escape(verb)}[/] lists them)"
    ]
