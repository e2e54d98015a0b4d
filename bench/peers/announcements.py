"""The announcements and questions that every engine in the benchmark is given.

Formulas are nested tuples, so that each engine can translate them its own way:
("has", seat, card), ("muddy", child), ("not", f), ("and", f, ...), ("or", f, ...),
("K", seat, f), ("C", seats, f). Seats, cards and children are numbered from 0.
"""

from math import comb
from typing import Any

Formula = tuple[Any, ...]


def has(seat: int, card: int) -> Formula:
    return ("has", seat, card)


def has_any(seat: int, *cards: int) -> Formula:
    return ("or", *(has(seat, card) for card in cards))


def ignorant(seat: int, fact: Formula) -> Formula:
    """The seat does not know the fact."""
    return ("not", ("K", seat, fact))


def spread(formula: Formula, cards: int) -> Formula:
    """The same about nine cards far apart in a larger pack.

    By symmetry it leaves as many worlds, but a diagram must remember it over many more cards.
    """
    match formula:
        case ("has", seat, card):
            return has(seat, card * cards // 9)
        case ("K" | "C" as sign, who, f):
            return (sign, who, spread(f, cards))
        case (sign, *parts):
            return (sign, *(spread(f, cards) for f in parts))
    raise ValueError(f"not a formula: {formula}")


def ten(cards: int) -> tuple[Formula, ...]:
    """The ten announcements, spread over a pack of so many cards."""
    return tuple(spread(formula, cards) for formula in TEN)


# Each fact is followed by someone's ignorance that it makes informative. Every one of the ten
# rules out worlds of the nine-card deal, and none rules out more than a third of those left.
TEN: tuple[Formula, ...] = (
    has_any(1, 3, 4, 5),
    ignorant(0, has_any(1, 4, 5)),
    has_any(2, 0, 6, 7, 8),
    ignorant(1, has_any(2, 6, 7)),
    ("or", has(0, 0), has(0, 1), has(1, 1), has(2, 2)),
    ignorant(2, has_any(0, 0, 1)),
    ("or", has(0, 3), has(0, 6), has(2, 4), has(1, 7), has(1, 8)),
    ignorant(0, has_any(1, 7, 8)),
    ("or", has(0, 5), has(0, 8), has(1, 2), has(1, 6), has(2, 7)),
    ignorant(1, has_any(0, 5, 8)),
)

# Worlds before the ten and after each. The first was counted by pairs of worlds and by diagrams,
# the others by diagrams only, with the nine cards together and far apart.
COUNTS: dict[tuple[int, ...], tuple[int, ...]] = {
    (3, 3, 3): (1680, 1280, 920, 824, 794, 680, 599, 434, 368, 299, 240),
    (4, 4, 4, 4): (
        63_063_000,
        38_288_250,
        30_780_750,
        22_856_610,
        22_341_270,
        15_893_185,
        14_806_785,
        8_553_720,
        7_665_700,
        5_229_700,
        4_502_820,
    ),
    (13, 13, 13, 13): (
        53_644_737_765_488_792_839_237_440_000,
        31_461_060_913_054_309_682_776_310_400,
        25_444_435_422_493_605_858_453_993_600,
        17_814_789_355_486_558_905_519_285_600,
        17_191_491_194_274_047_018_415_684_000,
        12_177_184_742_085_771_373_862_878_800,
        11_434_647_490_103_862_874_679_029_200,
        6_780_457_935_882_892_944_133_738_560,
        6_114_846_343_995_839_483_443_082_400,
        4_248_995_839_697_404_111_727_392_800,
        3_745_165_794_704_039_138_241_594_240,
    ),
}

# Asked after this has been announced. On 16 cards dealt 4 each it leaves 38,288,250 worlds;
# the answers then are 7,507,500, 8,408,400 and 0.
SEAT_2_HAS_ONE = has_any(2, 3, 5, 7)
KNOWS: Formula = ("K", 1, has_any(2, 3, 5))
NESTED: Formula = ("K", 0, ("not", KNOWS))
COMMON: Formula = ("C", (0, 1), ("not", KNOWS))


def muddy_announcements(children: int) -> tuple[Formula, ...]:
    """All are muddy: the father speaks, and then all but one of as many rounds go by."""
    return (at_least_one(children), *[nobody_knows(children)] * (children - 1))


def muddy_counts(children: int) -> tuple[int, ...]:
    """Worlds before the father speaks, after it, and after each round."""
    rounds = (sum(comb(children, j) for j in range(t + 1, children + 1)) for t in range(children))
    return (2**children, *rounds)


def at_least_one(children: int) -> Formula:
    """What the father says."""
    return ("or", *(("muddy", i) for i in range(children)))


def nobody_knows(children: int) -> Formula:
    """What it means that no child steps forward."""
    return ("and", *(("not", knows_whether(i)) for i in range(children)))


def all_know(children: int) -> Formula:
    return ("and", *(knows_whether(i) for i in range(children)))


def knows_whether(child: int) -> Formula:
    fact = ("muddy", child)
    return ("or", ("K", child, fact), ("K", child, ("not", fact)))
