"""How the table names things: worlds by short keys, long card names by letters, seats by marks.

A key holds for every card the number of its place, so that it is short, stands in an address as it
is, and means the same at every moment of a round.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from html import escape
from math import log2
from string import ascii_letters, digits
from typing import Any, NamedTuple

from whoknows.core.error import Error
from whoknows.deals.factual.space import LARGE
from whoknows.logic.letters import letters as letters
from whoknows.logic.letters import spelled as spelled
from whoknows.logic.svg import MARKS

MOST_UNOWNED = 6  # cards that lie in nobody's hand, and are told
DIGITS = digits + ascii_letters
SUITS = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}
RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")


def key(vocabulary: Any, assigned: Mapping[str, Any]) -> str:
    """The key of a world, given as values of facts."""
    codes = [fact.codes[str(assigned[fact.name])] for fact in vocabulary.facts]
    return key_of_codes(codes, is_wide(vocabulary))


def key_of_codes(codes: Sequence[int], wide: bool = False) -> str:
    """The key of a world, given as numbers of values."""
    return ".".join(map(str, codes)) if wide else "".join(DIGITS[code] for code in codes)


def assigned(vocabulary: Any, text: str) -> dict[str, Any]:
    """The world of a key, as values of facts; an `Error` if no world has this key."""
    codes = text.split(".") if is_wide(vocabulary) else [str(DIGITS.find(sign)) for sign in text]
    values = {}
    for fact, code in zip(vocabulary.facts, codes, strict=False):
        if not code.isdecimal() or int(code) >= len(fact.values):
            raise Error(f"no world has the key {text[:80]}")
        values[fact.name] = fact.values[int(code)]
    if len(codes) != len(vocabulary.facts):
        raise Error(f"no world has the key {text[:80]}")
    return values


def is_wide(vocabulary: Any) -> bool:
    """Whether one sign is too little for the number of a place."""
    return any(len(fact.values) > len(DIGITS) for fact in vocabulary.facts)


class Pile(NamedTuple):
    """Some cards of a world: in which place, and whose that is."""

    place: str
    owner: int | None
    cards: tuple[str, ...]

    @property
    def told(self) -> str:
        """Its cards; of many that are nobody's, how many they are."""
        is_large = self.owner is None and len(self.cards) > MOST_UNOWNED
        return f"{len(self.cards)} cards" if is_large else ", ".join(self.cards)


def piles(vocabulary: Any, values: Mapping[str, Any]) -> list[Pile]:
    """A world, owner by owner; where there are no places, fact by fact."""
    places = getattr(vocabulary, "places", None)
    if places is None:
        return [Pile(name, None, (str(value),)) for name, value in values.items()]
    names = {place.name: whereabouts(vocabulary, place.name) for place in places}
    owners = {names[place.name]: place.owner for place in places}
    held: dict[str, list[str]] = {name: [] for name in owners}
    for card in vocabulary.world_facts:
        held[names[str(values[card])]].append(card)
    told = [Pile(n, None, (str(v),)) for n, v in values.items() if vocabulary.is_shown(n)]
    return [*(Pile(name, owners[name], tuple(cards)) for name, cards in held.items()), *told]


def whereabouts(vocabulary: Any, place: str) -> str:
    """A place as people call it: its owner's name, or in words; several may be called the same."""
    owner = str(vocabulary.owner(place))
    return owner if owner in vocabulary.seats else in_words(vocabulary.seats, place)


def in_words(seats: Sequence[str], place: str) -> str:
    """A place that is nobody's, in words: games name them for themselves, with numbers."""
    name = place.rstrip(digits)
    if name in ("offer", "long") and place != name and int(place[len(name) :]) < len(seats):
        return f"offered to {seats[int(place[len(name) :])]}"
    return {"stock": "in the stock", "under": "in the stock", "out": "out of play"}.get(
        name, f"in {place}"
    )


def short(vocabulary: Any, values: Mapping[str, Any]) -> str:
    """A world in a few letters, such as `cd | ae | bf`."""
    return " | ".join(spelled(vocabulary, pile.cards) or "–" for pile in piles(vocabulary, values))


def in_full(vocabulary: Any, values: Mapping[str, Any]) -> str:
    """A world with the names of its cards, such as `N: QH, KS | E: AC, KD`."""
    told = (f"{pile.place}: {pile.told}" for pile in piles(vocabulary, values) if pile.cards)
    return " | ".join(told)


def suit_and_rank(card: str) -> tuple[str, str] | None:
    """The suit and the rank of a playing card; None of any other card."""
    rank, suit = card[:-1], card[-1:]
    return (suit, rank) if suit in SUITS and rank in RANKS else None


def pretty(card: str) -> str:
    """A card as people write it: `Q♥`; others by their own name."""
    parts = suit_and_rank(card)
    if parts is None:
        return escape(card)
    red = "red" if parts[0] in "DH" else "black"
    return f'<span class="playing {red}">{parts[1]}{SUITS[parts[0]]}</span>'


def badge(seats: Sequence[str], number: int) -> str:
    """A seat: its mark in its colour, and its name."""
    mark = MARKS[number % len(MARKS)]
    return (
        f'<span class="badge seat{number}"><span class="mark" aria-hidden="true">{mark}</span>'
        f"&#160;{escape(seats[number])}</span>"
    )


def owner_badge(seats: Sequence[str], owner: str) -> str:
    """Who or what has a card: a seat with its mark, or a place in words."""
    return badge(seats, seats.index(owner)) if owner in seats else escape(owner)


def number(many: int) -> str:
    """A count: with commas, or as a power of ten where it is huge."""
    if many < 10**12:
        return f"{many:,}"
    return f"{many / 10 ** (len(str(many)) - 1):.1f} × {power_of_ten(many)}"


def power_of_ten(many: int) -> str:
    """The largest power of ten in a number."""
    raised = str(len(str(many)) - 1).translate(str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹"))
    return f"10{raised}"


def worlds_in_words(many: int) -> str:
    return f"{number(many)} world{'s' * (many != 1)}"


def counted_words(many: int) -> str:
    """A count of worlds and its bits: `3 worlds (1.6 bits)`."""
    return f"{worlds_in_words(many)} ({bits(many)} bits)"


def bits(many: int) -> str:
    """How much is unknown: the logarithm of a count."""
    return f"{log2(many):.1f}" if many else "0.0"


def listed(items: Iterable[str], word: str = "and") -> str:
    """Several things as people list them: `a, b and c`."""
    *most, last = [*items] or [""]
    return f"{', '.join(most)} {word} {last}" if most else last


def plainly(error: Error) -> str:
    """What went wrong, for somebody who looks at a page and is not writing a program."""
    line = str(error)
    if line.startswith(LARGE):
        return f"F{LARGE[1:]}: where cards may lie, not who knows what about whom"
    if "outgrew its memory" in line:
        return "the table has not enough memory for this; ask something simpler"
    return line


def quiet(text: str) -> str:
    """A line that says why there is nothing else to show."""
    return f'<p class="quiet">{escape(text)}</p>'


def ascending(numbers: int) -> Iterator[int]:
    """The numbers of the bits that are set, from the lowest on."""
    while numbers:
        low = numbers & -numbers
        yield low.bit_length() - 1
        numbers ^= low
