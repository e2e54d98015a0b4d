"""What is asked twice is found once, while somebody remembers, and is the same."""

from __future__ import annotations

from random import Random
from threading import Thread

import whoknows as wk
from whoknows.core.memo import once, remembering
from whoknows.logic.parser import parse


def test_it_is_found_once_and_forgotten_at_the_end() -> None:
    found: list[str] = []

    def find(value: str, thing: object) -> str:
        found.append(value)
        return value.upper()

    one, other = object(), object()
    with remembering():
        assert once(find, "a", one) == once(find, "a", one) == "A"
        with remembering():
            assert once(find, "a", one) == "A"
        once(find, "b", one)
        once(find, "a", other)  # another thing, though it looks the same
        assert found == ["a", "b", "a"]
    once(find, "a", one)
    once(find, "a", one)
    assert found == ["a", "b", "a", "a", "a"]


def test_who_remembers_does_so_alone() -> None:
    found: list[int] = []
    with remembering():
        once(found.append, 1)
        thread = Thread(target=lambda: once(found.append, 1))
        thread.start()
        thread.join()
    assert found == [1, 1]


def test_answers_are_the_same_whether_remembered_or_not() -> None:
    cards, rng = "abcdef", Random(1)
    dealt = wk.deal({0: 2, 1: 2, 2: 2}, cards=cards)
    models = [dealt, dealt.announce("has(0,a) | has(1,b)"), dealt.announce("~has(2,f)")]
    asked = [
        f"{who} {what}"
        for who in ("K[0]", "M[1]", "Kw[2]", "E[0,1]", "C[0,1,2]", "D[0,2]", "K[1] Kw[0]")
        for what in rng.sample([f"has({seat},{card})" for seat in range(3) for card in cards], 4)
    ] + ["Kv[0] world", "[! has(0,a)] Kv[1] world"]
    plain = [model.where(parse(text)).count() for model in models for text in asked]
    with remembering():
        for _ in range(2):
            assert [m.where(parse(text)).count() for m in models for text in asked] == plain
