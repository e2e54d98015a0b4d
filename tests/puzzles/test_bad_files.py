"""Whatever is wrong with a puzzle file is one line: file, case, step or field, and what."""

import copy
import json
import tomllib
from datetime import date
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from whoknows.core.error import Error
from whoknows.puzzle import puzzle

FOLDER = Path(__file__).parents[2] / "puzzles"

FACTS = """
title = "Rain"
seats = ["Ann", "Ben"]
propositions = ["rain"]
facts = { x = "1..3", colour = ["red", "blue"] }
observes = { Ann = ["rain", "x + 1"], Ben = ["colour = red"] }
world = { rain = true, x = 2, colour = "red" }
law = "x < 3"
[[step]]
announce = "rain"
"""
DEAL = """
title = "Cards"
seats = ["Ann", "Ben"]
world = { Ann = "a", Ben = "b", stock = "cd" }
[deal]
places = { Ann = 1, Ben = 1, stock = 2 }
cards = ["a", "b", "c", "d"]
[[step]]
announce = "has(Ann,a)"
"""
LISTED = """
title = "A date"
seats = ["Ann", "Ben"]
possible = [{ month = "May", day = 1 }, { month = "June", day = 2 }]
observes = { Ann = ["month"] }
[[step]]
announce = "day = 2"
"""


def fault(text, folder):
    """What is said of a file with this text, less the name of the file; nothing of a good one."""
    path = folder / "puzzle.toml"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    try:
        found = puzzle(path)
        for case in found.cases:
            list(found.check(case))
    except Error as error:
        message = str(error)
    else:
        return ""
    assert len(message.splitlines()) == 1
    assert message.startswith(f"{path}: ")
    return message.removeprefix(f"{path}: ")


def test_the_good_files_are_good(tmp_path):
    assert [fault(text, tmp_path) for text in (FACTS, DEAL, LISTED)] == ["", "", ""]


def test_a_file_that_cannot_be_read(tmp_path):
    with pytest.raises(Error, match=r"nothing\.toml: cannot be read: No such file"):
        puzzle(tmp_path / "nothing.toml")
    with pytest.raises(Error, match="cannot be read: Is a directory"):
        puzzle(tmp_path)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("title =", "not TOML: Invalid value (at end of document)"),
        ("a = 1\na = 2\n", "not TOML: Cannot overwrite a value (at line 2, column 6)"),
        (b"title = '\xff'", "not TOML: not UTF-8 text, at byte 10"),
        ("x = " + "9" * 5000, "not TOML: a number is too long"),
        ("x = " + "[" * 5000, "not TOML: nested too deeply"),
    ],
    ids=["cut short", "twice", "bytes", "endless number", "brackets"],
)
def test_what_is_not_toml(tmp_path, text, said):
    assert fault(text, tmp_path).startswith(said)


# what is replaced in a good file by what, and what is said then
WRONG = {
    "no title": (FACTS, 'title = "Rain"', "", "missing field 'title'"),
    "no seats": (FACTS, 'seats = ["Ann", "Ben"]', "", "missing field 'seats'"),
    "no steps": (FACTS, '[[step]]\nannounce = "rain"', "", "missing field 'step'"),
    "a step in single brackets": (
        FACTS, "[[step]]", "[step]",
        "field 'step' must be a list of tables, not {'announce': 'rain'}",
    ),
    "unknown field": (FACTS, "law =", "laws =", "unknown field 'laws'"),
    "title": (FACTS, '"Rain"', "7", "field 'title' must be text, not 7"),
    "seats": (FACTS, '["Ann", "Ben"]', '"Ann"', "field 'seats' must be a list of names, not 'Ann'"),
    "seat twice": (FACTS, '["Ann", "Ben"]', '["Ann", "Ann"]', "seat Ann is named twice"),
    "propositions": (
        FACTS, '["rain"]', "[1.5]", "field 'propositions' must be a list of names, not [1.5]"
    ),
    "fact twice": (FACTS, '["rain"]', '["rain", "x"]', "fact x is named twice"),
    "facts": (
        FACTS, 'facts = { x = "1..3", colour = ["red", "blue"] }', 'facts = "x"',
        "field 'facts' must be a table, not 'x'",
    ),
    "no range": (
        FACTS, '"1..3"', '"many"',
        "facts: field 'x' must be a list of names, a list of numbers or a range such as "
        "\"1..50\", not 'many'",
    ),
    "mixed values": (
        FACTS, '["red", "blue"]', '["red", 2]',
        "facts: field 'colour' must be a list of names, a list of numbers or a range such as "
        "\"1..50\", not ['red', 2]",
    ),
    "empty range": (FACTS, '"1..3"', '"3..1"', "x needs a list of different values"),
    "value twice": (FACTS, '["red", "blue"]', '["red", "red"]',
                    "colour needs a list of different values"),
    "observes": (FACTS, "{ Ann = [\"rain\", \"x + 1\"], Ben = [\"colour = red\"] }", "[]",
                 "field 'observes' must be a table, not []"),
    "observes a text": (
        FACTS, '["colour = red"]', '"colour"',
        "observes: field 'Ben' must be a list of texts, not 'colour'",
    ),
    "observing seat": (FACTS, "Ben = [", "Cas = [", "no seat Cas; seats are Ann, Ben"),
    "observed fact": (FACTS, '"x + 1"', '"y"', "no fact y; facts are rain, x, colour"),
    "observed formula": (FACTS, '"x + 1"', '"x +"', "column 4: expected a name, found the end"),
    "law": (FACTS, '"x < 3"', "3", "field 'law' must be a formula or a list of formulas, not 3"),
    "law formula": (FACTS, '"x < 3"', '"x < "', "law: column 5: expected a name, found the end"),
    "impossible law": (FACTS, '"x < 3"', '"x > 7"', "no world obeys the law: x > 7"),
    "engine": (
        FACTS, "law =", 'engine = "steam"\nlaw =',
        "no engine 'steam'; engines are auto, bitset, diagram",
    ),
    "world": (FACTS, "x = 2, ", "x = 2.5, ", "field 'world' must be a world, not {'rain'"),
    "world's fact": (FACTS, "x = 2, ", "y = 2, ", "no fact y; facts are rain, x, colour"),
    "world's value": (FACTS, "x = 2, ", "x = 5, ", "x is never 5; values are 1, 2, 3"),
    "part of a world": (FACTS, "x = 2, ", "", "the world does not say what x is"),
    "impossible world": (FACTS, "x = 2, ", "x = 3, ", "rain, x=3, colour=red: not a world"),
    "two situations": (
        FACTS, "law =", "deal = { places = {}, cards = [] }\nlaw =",
        "expected a deal, a list of possible worlds, or facts and propositions",
    ),
    "no situation": (
        LISTED, 'possible = [{ month = "May", day = 1 }, { month = "June", day = 2 }]', "",
        "expected a deal, a list of possible worlds, or facts and propositions",
    ),
    "possible": (LISTED, "day = 1 }", "day = [] }", "field 'possible' must be a list of worlds"),
    "possible kinds": (
        LISTED, "day = 1 }", 'day = "1" }',
        "possible: day does not have the same kind of value in every world",
    ),
    "possible facts": (
        LISTED, ", day = 1 }", " }",
        "possible: day does not have the same kind of value in every world",
    ),
    "deal": (DEAL, "places = { Ann = 1, Ben = 1, stock = 2 }", "",
             "deal: missing field 'places'"),
    "deal field": (DEAL, "cards =", "card =", "deal: unknown field 'card'"),
    "sizes": (DEAL, "stock = 2 }", 'stock = "2" }', "deal: field 'places' must be a table of"),
    "too many cards": (
        DEAL, "stock = 2 }", "stock = 1 }",
        "the sizes add up to 1 + 1 + 1 = 3, but there are 4 cards",
    ),
    "card twice": (DEAL, '"c", "d"', '"c", "c"', "card c is named twice"),
    "no cards": (DEAL, '["a", "b", "c", "d"]', '""', "deal: there are no cards"),
    "owner": (DEAL, "cards =", 'owner = { hat = "Ann" }\ncards =', "owner: no place hat"),
    "owning seat": (DEAL, "cards =", 'owner = { stock = "Cas" }\ncards =', "no seat Cas"),
    "seen": (DEAL, "cards =", 'seen = "all"\ncards =', 'seen: expected "own", "others" or seats'),
    "seen list": (DEAL, "cards =", "seen = { stock = 1 }\ncards =", "deal: field 'seen' must be"),
    "looked": (DEAL, "cards =", 'looked = "no"\ncards =',
               "deal: field 'looked' must be true or false, not 'no'"),
    "contains": (
        DEAL, "[[step]]", '[[deal.contains]]\nplace = "stock"\nnumber = 1\n[[step]]',
        "deal: contains: missing field 'of'",
    ),
    "contained card": (
        DEAL, "[[step]]", '[[deal.contains]]\nplace = "stock"\nnumber = 1\nof = ["z"]\n[[step]]',
        "no card z; cards are a, b, c, d",
    ),
    "deal and observes": (
        DEAL, "world =", 'observes = { Ann = ["a"] }\nworld =',
        "observes does not go with a deal; use seen to say who sees what",
    ),
    "world's cards": (DEAL, '"cd" }', '"cc" }', "the world has c twice"),
    "world's place": (DEAL, 'stock = "cd"', 'sock = "cd"', "no place sock; places are"),
}  # fmt: skip

# a step that is added to a good file, and what is said then of step 2
WRONG_STEPS = {
    "unknown field": ("wolrds = 3", "unknown field 'wolrds'"),
    "worlds": ('worlds = "many"', "field 'worlds' must be a whole number or a list of them"),
    "true is not a number": ("worlds = true", "field 'worlds' must be a whole number or a list"),
    "fewer than none": ("worlds = -1", "field 'worlds' must be a whole number or a list of them"),
    "count": ('count = { "rain" = "2" }', "field 'count' must be a table of formulas with"),
    "left": ("left = []", "field 'left' must be a list of worlds, not []"),
    "left fact": ("left = [{ rain = true }]", "the world does not say what x is"),
    "valid": ("valid = true", "field 'valid' must be a formula or a list of formulas, not True"),
    "two things": ('announce = "rain"\ntell = "rain"\nto = ["Ann"]',
                   "announce and tell need a step each"),
    "by alone": ('by = "Ann"', "field 'by' goes with says or show"),
    "by with announce": ('by = "Ann"\nannounce = "rain"', "field 'by' goes with says or show"),
    "says alone": ('says = "rain"', "missing field 'by'"),
    "tell alone": ('tell = "rain"', "missing field 'to'"),
    "to alone": ('to = ["Ann"]', "field 'to' goes with tell or show"),
    "to one": ('tell = "rain"\nto = "Ann"', "field 'to' must be a list of names, not 'Ann'"),
    "place alone": ('place = "Ann"', "field 'place' goes with look"),
    "look alone": ('look = "Ann"', "missing field 'place'"),
    "parts alone": ("parts = { a = 1 }", "field 'parts' goes with split"),
    "no cards to look at": ('look = "Ann"\nplace = "Ann"', "there are no cards: the situation is"),
    "no cards to show": ('show = ["a"]\nby = "Ann"\nto = "Ben"', "there are no cards: the"),
    "formula": ('announce = "rain &"', "announce: column 7: expected a formula, found the end"),
    "formula in count": ('count = { "(rain" = 1 }', "count: column 6: expected"),
    "unknown name": ('valid = "K[Ann] snow"', "no fact snow; facts are rain, x, colour"),
    "unknown seat": ('valid = "K[Cas] rain"', "no seat Cas; seats are Ann, Ben (in K[Cas] rain)"),
    "unknown speaker": ('by = "Cas"\nsays = "rain"', "no seat Cas; seats are Ann, Ben"),
    "unknown listener": ('to = ["Cas"]\ntell = "rain"', "no seat Cas; seats are Ann, Ben"),
    "unknown value": ('valid = "colour = green"', "colour is never green; values are red, blue"),
    "atoms of deals": ('valid = "has(Ann,a)"', "has(Ann,a): only models of deals have atoms"),
    "words in a sum": ('valid = "x = colour + 1"', "x = colour + 1: the values of colour are not"),
    "endless number": (f'valid = "x = {"9" * 5000}"', "x is never 999"),
    "endless sum": (f'valid = "x = {"x + " * 5000} x"', "valid: nested too deeply"),
    "false everywhere": ('announce = "~rain"', "false in every world: ~rain"),
    "not known": ('by = "Ben"\nsays = "x = 2"', "false in every world: K[Ben] x = 2"),
    "false in the world": ('announce = "x = 1"', "rain, x=2, colour=red: not a world of the model;"
                           " ruled out by: x is 1"),
    "no value": ('sentence = "{who} speaks"', "no value for {who}"),
}  # fmt: skip


@pytest.mark.parametrize(("text", "old", "new", "said"), WRONG.values(), ids=WRONG)
def test_what_is_wrong_with_a_situation(tmp_path, text, old, new, said):
    assert old in text
    assert fault(text.replace(old, new), tmp_path).startswith(said)


@pytest.mark.parametrize(("step", "said"), WRONG_STEPS.values(), ids=WRONG_STEPS)
def test_what_is_wrong_with_a_step(tmp_path, step, said):
    assert fault(f"{FACTS}\n[[step]]\n{step}\n", tmp_path).startswith(f"step 2: {said}")


def test_what_holds_needs_a_world(tmp_path):
    said = "step 2: whether, holds and world need the real world at the top of the file"
    assert fault(LISTED + '[[step]]\nholds = "day = 2"\n', tmp_path) == said
    assert fault(LISTED + '[[step]]\nwhether = "day = 2"\n', tmp_path) == said


def test_the_world_must_be_said_anew_when_a_card_is_shown_or_places_change(tmp_path):
    both = DEAL.replace("Ben = 1, stock = 2", "Ben = 3").replace('"b", stock = "cd"', '"bcd"')
    show = '[[step]]\nby = "Ben"\nto = "Ann"\nshow = ["b", "c"]\n'
    said = fault(both + show, tmp_path)
    assert said == "step 2: Ann: a | Ben: b c d: 2 worlds fit; say what was shown as well: shown1"
    split = '[[step]]\nsplit = "stock"\nparts = { stock = 1, drawn = 1 }\n'
    said = "step 2: Ann: a | Ben: b | stock: c d: not a world of the model; ruled out by: stock is"
    assert fault(DEAL + split, tmp_path).startswith(said)
    wrong = split.replace("drawn = 1", "drawn = 2")
    assert fault(DEAL + wrong, tmp_path) == "step 2: stock holds 2 cards; its parts hold 3"


# names and cases


def test_a_case_is_named_by_its_number(tmp_path):
    cases = '[[case]]\nn = 1\n[[case]]\nn = "one"\n[[case]]\nm = 2\n'
    text = FACTS.replace('announce = "rain"', 'worlds = "{n}"')
    said = "case 2: step 1: field 'worlds' must be a whole number or a list of them, not 'one'"
    assert fault(text + cases, tmp_path) == said
    said = "case 2: step 1: no value for {n}"
    assert fault(text + cases.replace('n = "one"', "k = 1"), tmp_path) == said


@pytest.mark.parametrize(
    ("let", "said"),
    [
        ('a = "{b}"\nb = "{a}"', "title: nested too deeply"),
        ("a = [1, 2]", "title: {a} cannot be part of a text: it is neither text nor a whole"),
        ("a = 1.5", "field 'let' must be a table of texts, whole numbers, lists and tables"),
        ("b = 1", "title: no value for {a}"),
    ],
)
def test_what_is_wrong_with_a_name(tmp_path, let, said):
    text = FACTS.replace('"Rain"', '"Rain {a}"')
    assert fault(f"{text}\n[let]\n{let}\n", tmp_path).startswith(said)


def test_names_that_double_and_double_are_stopped(tmp_path):
    doubling = "\n".join(f'a{n} = "{{a{n + 1}}}{{a{n + 1}}}"' for n in range(60))
    text = FACTS.replace('"Rain"', '"{a0}"')
    said = fault(f'{text}\n[let]\n{doubling}\na60 = "ha"\n', tmp_path)
    assert said == "title: a text is longer than 100,000 characters"


def test_a_message_is_one_line_whatever_the_names(tmp_path):
    text = FACTS.replace('["Ann", "Ben"]', r'["Ann\nLee", "Ann\nLee"]')
    assert fault(text, tmp_path) == "seat Ann Lee is named twice"


# anything at all


FILES = [file for file in sorted(FOLDER.glob("*.toml")) if file.stem != "sum-and-product"]
WORDS = st.sampled_from(
    ["", "Ann", "a", "p", "x", "stock", "has(Ann,a)", "K[Ann] x = 1", "K[Ann", "~", "0..9", "{n}",
     "1..2", "own", "diagram", "world", "true", "x + y", "Kv[Ann] world", "[! a] b", "\n", "-1"]
)  # fmt: skip
LEAVES = st.one_of(
    WORDS, st.text(max_size=8), st.integers(-3, 5), st.booleans(), st.floats(), st.just(2**70),
    st.just(date(2024, 2, 29)),
)  # fmt: skip
VALUES = st.recursive(
    LEAVES,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(WORDS, inner, max_size=3),
    max_leaves=6,
)


def written(value):
    """A value as TOML writes it, tables in one line."""
    match value:
        case bool():
            return str(value).lower()
        case str():
            return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
        case dict():
            return "{" + ", ".join(f"{written(k)} = {written(v)}" for k, v in value.items()) + "}"
        case list():
            return "[" + ", ".join(map(written, value)) + "]"
    return str(value)


def places_in(value, path=()):
    """The way to everything in a table."""
    items = value.items() if isinstance(value, dict) else enumerate(value)
    for key, inner in items:
        yield (*path, key)
        if isinstance(inner, dict | list):
            yield from places_in(inner, (*path, key))


def at(table, path):
    for key in path:
        table = table[key]
    return table


@st.composite
def spoilt(draw):
    """A puzzle of ours in which some things are replaced, dropped, added or exchanged."""
    table = tomllib.loads(draw(st.sampled_from(FILES)).read_text())
    for _ in range(draw(st.integers(1, 3))):
        *way, key = draw(st.sampled_from(list(places_in(table))))
        inside = at(table, way)
        match draw(st.sampled_from(["replace", "drop", "add", "exchange"])):
            case "replace":
                inside[key] = draw(VALUES)
            case "drop":
                del inside[key]
            case "add" if isinstance(inside, dict):
                inside[draw(WORDS)] = draw(VALUES)
            case _:
                other = draw(st.sampled_from(list(places_in(table))))
                inside[key] = copy.deepcopy(at(table, other))
        if not table:
            break
    return "\n".join(f"{written(key)} = {written(value)}" for key, value in table.items())


@settings(max_examples=400, deadline=None)
@given(text=spoilt())
def test_a_spoilt_puzzle_raises_nothing_but_an_error(tmp_path_factory, text):
    tomllib.loads(text)  # it is TOML still: only what it says is spoilt
    fault(text, tmp_path_factory.getbasetemp())


@settings(max_examples=200, deadline=None)
@given(data=st.binary(max_size=60))
@example(data=b"")
@example(data=b"step = [{}]")
def test_any_bytes_raise_nothing_but_an_error(tmp_path_factory, data):
    assert fault(data, tmp_path_factory.getbasetemp())
