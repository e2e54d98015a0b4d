"""Playing cards as our own drawings: suits as paths, faces, backs, and cards in a line of text.

Suits differ in shape and in two inks; a card is drawn about (0, 0), 60 wide and 84 high.
"""

from html import escape

from whoknows.games.boerenbridge import cards

WIDE, HIGH = 60, 84
SUITS = {
    "C": "M0-10A4.5 4.5 0 0 1 3.7-2.9A4.5 4.5 0 1 1 1.3 4.4C1.5 7 2 9 3.6 10H-3.6C-2 9-1.5 7-1.3 "
    "4.4A4.5 4.5 0 1 1-3.7-2.9A4.5 4.5 0 0 1 0-10Z",
    "D": "M0-10.5C2-6.5 5-2.8 8 0C5 2.8 2 6.5 0 10.5C-2 6.5-5 2.8-8 0C-5-2.8-2-6.5 0-10.5Z",
    "H": "M0 9.5C-3.5 5-10 1.5-10-4A5.2 5.2 0 0 1 0-5.6A5.2 5.2 0 0 1 10-4C10 1.5 3.5 5 0 9.5Z",
    "S": "M0-10C3-5 10-1 10 3.6A4.6 4.6 0 0 1 1.3 5.8C1.5 7.6 2.2 9 3.6 10H-3.6C-2.2 9-1.5 "
    "7.6-1.3 5.8A4.6 4.6 0 0 1-10 3.6C-10-1-3-5 0-10Z",
}
EMBLEMS = {  # of knaves, queens and kings: a cap with a feather, a coronet, a crown
    "J": "M-11 6C-11-3 6-7 10-5C8-1 9 3 9 6ZM4-6C6-12 11-14 15-14C14-9 11-6 8-5.5Z",
    "Q": "M-11 6-12-4-6 1 0-7 6 1 12-4 11 6ZM-1.8-10a1.8 1.8 0 1 0 3.6 0a1.8 1.8 0 1 0-3.6 0Z",
    "K": "M-12 6V-8L-6-2 0-11 6-2 12-8V6ZM-12 8H12V11H-12Z",
}
SIGNS = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}
RANK_WORDS = {"J": "jack", "Q": "queen", "K": "king", "A": "ace"}


def name(card: int) -> str:
    """A card in words."""
    rank = cards.RANKS[cards.rank(card)]
    return f"{RANK_WORDS.get(rank, rank)} of {cards.suit_name(card)}"


def short(card: int) -> str:
    """A card in a line of plain text: `Q♥`."""
    text = cards.text(card)
    return f"{text[:-1]}{SIGNS[text[-1]]}"


def suit(letter: str, x: float = 0, y: float = 0, size: float = 1) -> str:
    """The shape of a suit."""
    return (
        f'<path class="{_ink(letter)}" d="{SUITS[letter]}" '
        f'transform="translate({x:g} {y:g})scale({size:g})"/>'
    )


def face(card: int) -> str:
    """The front of a card."""
    rank, letter = cards.RANKS[cards.rank(card)], cards.SUITS[cards.suit(card)]
    size = 16.5 if rank == "10" else 20
    index = (
        f'<text class="{_ink(letter)}" x="-20" y="-22.5" font-size="{size:g}" '
        f'text-anchor="middle">{rank}</text>{suit(letter, -20, -11, 0.62)}'
    )
    return f'{_sheet("face")}{index}<g transform="rotate(180)">{index}</g>{_middle(rank, letter)}'


def back() -> str:
    """The other side, which tells nothing."""
    net = "".join(f"M{x} -36V36" for x in range(-20, 21, 10))
    net += "".join(f"M-24 {y}H24" for y in range(-30, 31, 10))
    return f'{_sheet("back")}<path class="net" d="{net}"/>'


def inline(text: str) -> str:
    """A card such as `QH` or a suit such as `H`, as small as text."""
    rank, letter = text[:-1], text[-1]
    shape = f'<svg viewBox="-11 -11 22 22" aria-hidden="true">{suit(letter)}</svg>'
    told = f'role="img" aria-label="{_spoken(text)}"'
    return f'<span class="inline" {told}>{escape(rank)}{shape}</span>'


def _spoken(text: str) -> str:
    return name(cards.card(text)) if len(text) > 1 else cards.NAMES[text]


def _ink(letter: str) -> str:
    return "red" if letter in "DH" else "black"


def _sheet(kind: str) -> str:
    return (
        f'<rect class="{kind}" x="{-WIDE / 2:g}" y="{-HIGH / 2:g}" width="{WIDE}" '
        f'height="{HIGH}" rx="6"/>'
    )


def _middle(rank: str, letter: str) -> str:
    """One large suit; for the court its emblem above it."""
    if rank in EMBLEMS:
        above = 'transform="translate(0 -13)scale(.92)"'
        emblem = f'<path class="{_ink(letter)}" d="{EMBLEMS[rank]}" {above}/>'
        return emblem + suit(letter, 0, 13, 1.05)
    return suit(letter, 0, 0, 1.75 if rank == "A" else 1.3)
