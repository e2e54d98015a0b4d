"""What is public is in one place, is explained by an example that is run, and is all that the docs
use."""

import ast
import re
from importlib import import_module
from inspect import isclass, isfunction
from pathlib import Path

import pytest

import whoknows

ROOT = Path(__file__).parents[1]
BELOW = re.compile(r"games\.\w+|adapters\.(openspiel|pettingzoo|whole_tree)")
PLACES = ("formulas", "kit", "arena", "puzzle", "beliefs", "analysis", "notebook", "adapters")
BESIDE = [ROOT / "README.md", ROOT / "CONTRIBUTING.md"]
PAGES = sorted([*BESIDE, *ROOT.glob("docs/**/*.md"), *ROOT.glob("lessons/**/*.md")])
SKELETON = sorted(Path(whoknows.__file__).parent.glob("kit/skeleton/*.txt"))
NAMES = [name for name in whoknows.__all__ if name != "__version__"]
IMPORT = re.compile(
    r"^(?:>>> |\.\.\. | *)((?:from whoknows[\w.]* import (?:\([^)]*\)|.+))|import whoknows.*)$",
    re.M,
)


def public(place: str) -> set[str]:
    """The public names of a module; none if it is not a public place."""
    own = place.removeprefix("whoknows").lstrip(".")
    if own in ("", *PLACES) or BELOW.fullmatch(own):
        return set(import_module(place).__all__)
    return set()


def imports(text: str) -> list[tuple[str, str]]:
    """What a text imports of ours: from where, and what."""
    found = []
    for line in IMPORT.findall(text):
        (node,) = ast.parse(re.sub(r"^\.\.\. ?", "", line, flags=re.M).split("  #")[0]).body
        if isinstance(node, ast.ImportFrom):
            found += [(str(node.module), name.name) for name in node.names]
    return found


@pytest.mark.parametrize("page", [*PAGES, *SKELETON], ids=lambda page: page.name)
def test_documents_import_only_what_is_public(page: Path) -> None:
    for place, name in imports(page.read_text()):
        places = {p.partition(".")[0] for p in PLACES}
        assert name in {"*", *public(place)} or (place == "whoknows" and name in places), (
            f"{page.name}: {name} of {place} is not public"
        )


def test_imports_are_found_in_documents() -> None:
    session = ">>> from whoknows.logic.model import Model\n```\n"
    text = f"{session}from whoknows.kit import (\n    Card,\n)\n"
    assert imports(text) == [("whoknows.logic.model", "Model"), ("whoknows.kit", "Card")]
    assert public("whoknows.logic.model") == set()


@pytest.mark.parametrize("name", NAMES)
def test_a_public_name_has_an_example(name: str) -> None:
    found = getattr(whoknows, name)
    if isclass(found) or isfunction(found):
        assert ">>> " in (found.__doc__ or ""), f"whoknows.{name} has no example"


def test_formulas_have_examples() -> None:
    place = import_module("whoknows.formulas")
    assert all(">>> " in (getattr(place, name).__doc__ or "") for name in place.__all__)


def test_each_name_has_one_place() -> None:
    """Only the kit has some of them again: a game is written from it alone."""
    places = {place: set(import_module(f"whoknows.{place}").__all__) for place in PLACES}
    for place, names in places.items():
        again = names & set(NAMES)
        for name in again:
            assert getattr(import_module(f"whoknows.{place}"), name) is getattr(whoknows, name) or (
                (place, name) == ("arena", "read")
            )
        assert place == "kit" or again <= {"Formula", "parse", "read"}


def test_every_public_place_is_on_the_page() -> None:
    page = (ROOT / "docs" / "stability.md").read_text()
    assert all(f"`whoknows.{place}`" in page for place in PLACES)
    assert all(f"`{name}`" in page for name in NAMES)


def test_editors_see_what_is_loaded_later() -> None:
    source = Path(whoknows.__file__).read_text()
    seen = set(re.findall(r"^    from whoknows\.\S+ import (\w+) as \1$", source, re.M))
    assert seen == set(NAMES)


def test_the_reference_has_every_public_name() -> None:
    reference = pytest.importorskip("website.reference")
    listed = [name for _, _, names in reference.GROUPS.values() for name in names]
    assert sorted(listed) == sorted(NAMES)


def test_links_of_pages_that_move_to_the_site_move_with_them() -> None:
    hooks = pytest.importorskip("website.hooks")
    assert hooks.linked("[a](../puzzles/README.md)", "docs/tutorial.md") == "[a](your-puzzle.md)"
    assert hooks.linked("[a](docs/table.md#play)", "CONTRIBUTING.md") == "[a](table.md#play)"
    assert hooks.linked("[a](x.toml)", "puzzles/README.md") == "[a](puzzles/x.toml)"
    assert hooks.linked("[laws](../src/whoknows/core/laws.py)", "docs/reliability.md") == "laws"
