"""Each part of whoknows imports only what stands before it, and so does each part of a part."""

import ast
from collections.abc import Iterator
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

import whoknows

SOURCE = Path(whoknows.__file__).parent
ORDER = [
    "core",
    "logic",
    "formulas",  # public names of the logic
    "deals",
    "__init__",  # the names of the package itself, `import whoknows`
    "kit",
    "games",
    "search",
    "beliefs",
    "puzzle",
    "terminal",
    "adapters",
    "networks",
    "agents",
    "arena",
    "tuning",
    "learning",
    "analysis",
    "table",
    "notebook",
    "bench",
    "cli_match",
    "cli_replay",
    "cli_question",
    "cli_puzzle",
    "cli_demo",
    "cli_tournament",
    "cli_analysis",
    "cli_style",
    "cli_table",
    "cli_options",
    "cli_training",
    "cli",
    "__main__",
]
# The rooms of the larger parts, in the same way; what is listed together may import each other.
ROOMS = {
    "logic": [
        {"__init__", "formula", "modal_operators", "writer", "parser", "english"},  # the language
        {"world", "vocabulary", "partition", "filling", "space", "evaluation"},
        {"draw_kernels", "plain_draws", "chances", "cell_pairs", "past_chances"},
        {"bitset", "diagram", "diagram_nodes", "diagram_pairs", "diagram_store", "diagram_tail"}
        | {"unspoken_facts", "flat_sets", "room_chances", "deal_shares"},  # the engines
        {
            "worlds",
            "model",
            "history",
            "announcements",
            "weights",
            "knowledge",
            "lessons",
            "reasons",
        }
        | {"general_model"},
        {"evidence", "resampling", "cases", "weighing", "weighed_cases"}
        | {"owner_hands", "hand_weights", "weighed_layers", "weighed_diagram"}
        | {"belief", "belief_reasons"},
        {"svg", "graphviz", "graph_layout", "kripke_lines", "card_letters", "cell_boxes"}
        | {"kripke_graph", "picture_marks", "graph_picture", "model_picture"}
        | {"listed_model", "smcdel_writer", "tikz", "model_export"},  # for other programs
    ],
    "arena": [{"running"}, {"statistics"}, {"progress", "tournament"}, {"report"}, {"__init__"}],
    "table": [{"__init__", "messages"}, {"knowledge"}, {"page"}, {"server"}],
}
FILES = sorted(SOURCE.rglob("*.py"))


def modules(node: ast.AST) -> list[str]:
    match node:
        case ast.Import(names):
            return [name.name for name in names]
        case ast.ImportFrom(module=str(module), names=names):
            return [f"{module}.{name.name}" for name in names]
    return []


def named(module: str) -> str:
    """The file that a dotted name leads to: `logic.model` for `whoknows.logic.model.Model`."""
    parts = module.split(".")[1:]
    while parts and not any(
        SOURCE.joinpath(*parts[:-1], f"{parts[-1]}{end}").exists()
        for end in (".py", "/__init__.py")
    ):
        parts.pop()
    return ".".join(parts) or "__init__"


def imported(file: Path) -> Iterator[str]:
    """The files of ours that a file imports, also inside functions."""
    for node in ast.walk(ast.parse(file.read_text())):
        yield from (named(name) for name in modules(node) if name.split(".")[0] == "whoknows")


def needed(file: Path) -> Iterator[str]:
    """Those that it needs to be loaded itself."""
    for node in ast.parse(file.read_text()).body:
        yield from (named(name) for name in modules(node) if name.split(".")[0] == "whoknows")


def own_name(file: Path) -> str:
    parts = file.relative_to(SOURCE).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" and len(parts) > 1 else parts)


def room(name: str) -> int | None:
    """Which room of its part a file is in; None where a part has no rooms."""
    top, _, rest = name.partition(".")
    inside = (rest or "__init__").split(".")[0]
    for number, files in enumerate(ROOMS.get(top, [])):
        if inside in files:
            return number
    assert top not in ROOMS, f"{name} is in no room of {top}: say in which"
    return None


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(SOURCE)))
def test_a_file_imports_only_what_stands_before_it(file: Path) -> None:
    top = own_name(file).split(".")[0]
    allowed = set(ORDER[: ORDER.index(top) + 1])
    assert {name.split(".")[0] for name in imported(file)} <= allowed


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(SOURCE)))
def test_a_room_needs_only_what_stands_before_it(file: Path) -> None:
    name = own_name(file)
    own = room(name)
    if own is None:
        return
    here = [other for other in needed(file) if other.split(".")[0] == name.split(".")[0]]
    assert [other for other in here if (room(other) or 0) > own] == []


def test_no_game_imports_another() -> None:
    for file in FILES:
        name = own_name(file)
        if name.startswith("games."):
            game = name.split(".")[1]
            others = [o for o in imported(file) if o.startswith("games.")]
            assert [o for o in others if o.split(".")[1] != game] == [], name


def test_nothing_needs_what_needs_it() -> None:
    graph = {own_name(file): set(needed(file)) - {own_name(file)} for file in FILES}
    order = list(TopologicalSorter(graph).static_order())  # a CycleError names who needs whom
    assert len(order) == len(FILES)


def test_only_kernels_are_compiled() -> None:
    compiled = {file for file in FILES if "numba" in file.read_text()}
    compiled.remove(SOURCE / "core" / "extras.py")  # which says where to get it
    assert all("kernels" in str(file) or "search" in str(file) for file in compiled)
