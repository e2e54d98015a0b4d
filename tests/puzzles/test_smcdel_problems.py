"""Problem files of SMCDEL: read as it reads them, and answered as its semantics says."""

import re
from itertools import chain, combinations
from random import Random
from typing import Any

import pytest

from whoknows.core.error import Error
from whoknows.puzzle.smcdel_text import is_problem, problem

CHILDREN = """
-- three children, each of whom sees the other two
VARS 1,2,3
LAW Top
OBS ann: 2,3   ben: 1,3
    cas: 1,2
"""


def answers(text: str) -> list[Any]:
    return [answer.found for answer in problem(text, "").answers()]


def asked(question: str) -> Any:
    (answer,) = answers(CHILDREN + question)
    return answer


def test_muddy_children() -> None:
    nobody = "~ann knows whether 1 & ~ben knows whether 2 & ~cas knows whether 3"
    assert asked("TRUE? {1,2,3} ann knows that (2 & 3) & ~ann knows whether 1")
    assert asked(f"VALID? {nobody}")
    assert asked(f"WHERE? <!(1|2|3)> ~({nobody})") == [[1], [2], [3]]
    assert asked(f"VALID? [!1|2|3] [!{nobody}] [!{nobody}] (1 & 2 & 3)")


def test_a_birthday() -> None:
    """One of ten dates: Al sees the month and Bo the day, and what they say leaves one."""
    dates = "5&15, 5&16, 5&19, 6&17, 6&18, 7&14, 7&16, 8&14, 8&15, 8&17"
    months, days = "5,6,7,8", "14,15,16,17,18,19"
    al = f"al knows whether ({months},{days})"
    bo = f"bo knows whether ({months},{days})"
    given = (
        f"VARS {months},{days} LAW AND(OR({dates}), ONEOF({months}), ONEOF({days})) "
        f"OBS al: {months} bo: {days} "
    )
    everywhere, dialogue = answers(
        f"{given} WHERE? Top WHERE? <!~{al}> <!al knows that ~{bo}> <!{bo}> <!{al}> Top"
    )
    assert len(everywhere) == 10
    assert dialogue == [[7, 16]]


def test_cryptographers_who_dine() -> None:
    """Each says whether the coins beside it differ, the wrong way round if it has paid."""
    text = """
    VARS 0, 1,2,3, 4,5,6
    LAW ONEOF(0,1,2,3)
    OBS a: 1,4,5  b: 2,4,6  c: 3,5,6
    VALID? (a,b,c) comknow that OR(0,1,2,3)
    VALID? [?! XOR(1,4,5)] [?! XOR(2,4,6)] [?! XOR(3,5,6)] AND(
        0 -> (a,b,c) comknow that 0,
        1 -> AND(~b knows that 1, ~c knows that 1),
        1 -> a,b,c comknow that OR(1,2,3))
    VALID? [?! XOR(1,4,5)] [?! XOR(2,4,6)] [?! XOR(3,5,6)] (a,b) distknow whether 3
    """
    assert answers(text) == [True, True, True]


def test_drinkers() -> None:
    text = """
    VARS 1,2,3 LAW Top OBS a: 1 b: 2 c: 3
    TRUE? {} a knows that ~(1 & 2 & 3)
    VALID? [! ~ a knows whether (1 & 2 & 3)] (a,b,c) comknow that 1
    VALID? <! ~a knows whether (1&2&3)> <! ~b knows whether (1&2&3)> <! c knows that (1&2&3)> Top
        iff (1 & 2 & 3)
    """
    assert answers(text) == [True, True, True]


@pytest.mark.parametrize(
    ("loose", "strict"),
    [
        ("1 | 2 & 3", "(1 | 2) & 3"),  # alike, from left to right
        ("1 & 2 | 3", "(1 & 2) | 3"),
        ("1 -> 2 -> 3", "(1 -> 2) -> 3"),
        ("1 -> 2 iff 3", "(1 -> 2) iff 3"),
        ("1 -> 2 & 3", "1 -> (2 & 3)"),
        ("ann knows that 2 & 1", "(ann knows that 2) & 1"),
        ("~ann knows that 2 | 1", "(~(ann knows that 2)) | 1"),
        ("[!2] 1 | 3", "([!2] 1) | 3"),
        ("K ann 2 & 1", "ann knows that (2 & 1)"),  # as far as it can
        ("Forall 1 1 | 2", "Forall 1 (1 | 2)"),
        ("ann knows whether (1,2)", "(ann knows whether 1) & (ann knows whether 2)"),
        ("not 1 ∧ 2 ∨ ¬3 → Bot", "((~1 & 2) | ~3) -> ⊥"),
        ("<ben ?! 2> ben knows whether 2", "~[ben ?! 2] ~(ben knows whether 2)"),
    ],
)
def test_what_binds_tighter(loose: str, strict: str) -> None:
    assert asked(f"WHERE? {loose}") == asked(f"WHERE? {strict}")


def test_whoever_is_told_learns_it_and_the_others_see_that() -> None:
    assert asked("VALID? [ann ! 1] (ann knows that 1)")
    assert asked("VALID? [ann ! 1] (ben,cas) comknow that ann knows whether 1")
    assert asked("VALID? 2 -> ~[ann ! 2] cas knows that 3")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("VARS 1 LAW Top OBS a: 2", "line 1, column 23: 2 is not in VARS"),
        ("VARS 1 LAW Top OBS a: 1\nVALID? b knows that 1", "line 2, column 8: no agent b in OBS"),
        ("VARS 1 LAW Top OBS a: 1 a: 1", "line 1, column 25: agent a is named twice"),
        ("VARS 1 LAW Top OBS a: 1 VALID? 1 &", "line 1, column 34: something is missing"),
        ("VARS 1 LAW Top OBS a: 1 VALID? 1 )", "line 1, column 34: unexpected ')'"),
        ("VARS 1 LAW a knows that 1 OBS a: 1", "LAW: it may speak of variables only"),
        ("VARS 1 LAW Top OBS a: 1 VALID? Exists 1 K a 1", "Exists is for variables only"),
        ("VARS 1 LAW Top OBS a: 1 b: 1 VALID? a,b knows that 1", "'knows' is said of one"),
        ("VARS 1,2 LAW 1 OBS a: 1 TRUE? {2} 1", "question 1: the state {2} does not obey the law"),
        ("VARS 1 LAW Top OBS a: 1 VALID? " + "~" * 500 + "1", "nested too deeply"),
        ("VARS 1 LAW Top OBS a: 1 VALID? " + "[?! 1]" * 13 + "1", "more than 12 announcements"),
    ],
)
def test_what_is_wrong_is_told_in_one_line(text: str, told: str) -> None:
    with pytest.raises(Error, match=re.escape(told)) as caught:
        answers(text)
    assert "\n" not in str(caught.value)


def test_a_problem_is_known_by_its_first_word() -> None:
    assert is_problem(CHILDREN.encode())
    assert not is_problem(b'title = "VARS"')
    assert not is_problem(b"")


# A slow twin: sets of states, and for each agent which of the variables it observes or was told.

State = frozenset[int]
AGENTS = {"a": (1, 2), "b": (2, 3), "c": ()}


class Told:
    """The states that are possible, and what each agent sees of one."""

    def __init__(self, states: list[State], sees: dict[str, Any]) -> None:
        self.states, self.sees = states, sees

    def cell(self, agents: list[str], state: State) -> list[State]:
        return [
            s for s in self.states if all(self.sees[a](s) == self.sees[a](state) for a in agents)
        ]

    def reached(self, agents: list[str], state: State) -> list[State]:
        found = [state]
        for one in found:
            found += [s for a in agents for s in self.cell([a], one) if s not in found]
        return found


def holds(now: Told, state: State, it: Any) -> bool:
    """Whether a formula, given as a tuple, holds."""
    kind, *rest = it
    match kind:
        case "variable":
            return rest[0] in state
        case "~":
            return not holds(now, state, rest[0])
        case "&" | "|" | "->" | "iff":
            left, right = (holds(now, state, part) for part in rest)
            return {"&": left and right, "|": left or right, "->": not left or right}.get(
                kind, left == right
            )
        case "XOR":
            return sum(holds(now, state, part) for part in rest) % 2 == 1
        case "ONEOF":
            return sum(holds(now, state, part) for part in rest) == 1
        case "knows" | "comknow" | "distknow":
            how, agents, what = rest
            among = now.reached(agents, state) if kind == "comknow" else now.cell(agents, state)
            found = {holds(now, s, what) for s in among}
            return found == {True} if how == "that" else len(found) == 1
    agents, whether, what, then = rest
    is_true = holds(now, state, what)
    if not (is_true or whether):
        return kind == "["
    said = {s for s in now.states if holds(now, s, what)}
    sees = {a: _and(see, said) if a in agents else see for a, see in now.sees.items()}
    return holds(Told(now.states, sees), state, then)


def _and(see: Any, said: set[State]) -> Any:
    return lambda s: (see(s), s in said)


def written(it: Any) -> str:
    kind, *rest = it
    match kind:
        case "variable":
            return str(rest[0])
        case "~":
            return f"~({written(rest[0])})"
        case "&" | "|" | "->" | "iff":
            return f"({written(rest[0])}) {kind} ({written(rest[1])})"
        case "XOR" | "ONEOF":
            return f"{kind}({', '.join(map(written, rest))})"
        case "knows" | "comknow" | "distknow":
            return f"({','.join(rest[1])}) {kind} {rest[0]} ({written(rest[2])})"
    group = "" if len(rest[0]) == len(AGENTS) else ",".join(rest[0])
    close = "]" if kind == "[" else ">"
    return f"{kind}{group}{'?' * rest[1]}!{written(rest[2])}{close} ({written(rest[3])})"


def random_formula(rng: Random, depth: int) -> Any:
    if not depth:
        return "variable", rng.choice((1, 2, 3))
    kind = rng.choice(
        ("~", "&", "|", "->", "iff", "XOR", "ONEOF", "knows", "comknow", "distknow", "[", "<")
    )
    inner = [random_formula(rng, depth - 1) for _ in range(3)]
    some = rng.sample(sorted(AGENTS), rng.choice((1, 2, 3)))
    match kind:
        case "~":
            return kind, inner[0]
        case "XOR" | "ONEOF":
            return kind, *inner[: rng.choice((2, 3))]  # of three, odd and even look alike
        case "knows" | "comknow" | "distknow":
            group = some[:1] if kind == "knows" else some
            return kind, rng.choice(("that", "whether")), group, inner[0]
        case "[" | "<":
            return kind, some, rng.random() < 0.5, inner[0], inner[1]
    return kind, inner[0], inner[1]


@pytest.mark.parametrize("seed", range(40))
def test_answers_are_those_of_a_slow_twin(seed: int) -> None:
    rng = Random(seed)
    states = [frozenset(s) for s in chain(*(combinations((1, 2, 3), n) for n in range(4)))]
    law = rng.choice(("Top", "1 | 2", "ONEOF(1,2,3)", "1 -> 3"))
    kept = [s for s in states if {"Top": True, "1 | 2": bool(s & {1, 2}),
            "ONEOF(1,2,3)": len(s) == 1, "1 -> 3": 1 not in s or 3 in s}[law]]  # fmt: skip
    sees = {a: (lambda s, seen=seen: s & set(seen)) for a, seen in AGENTS.items()}
    asked = [random_formula(rng, 3) for _ in range(5)]
    given = f"VARS 1,2,3 LAW {law} OBS a: 1,2 b: 2,3 c: "
    found = answers(given + "".join(f" WHERE? {written(one)}" for one in asked))
    for one, where in zip(asked, found, strict=True):
        expected = [sorted(s) for s in kept if holds(Told(kept, sees), s, one)]
        assert where == sorted(expected), written(one)
