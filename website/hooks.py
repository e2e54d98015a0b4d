"""What the site has besides `docs/`: pages that live elsewhere, the reference, pictures.

Pages of the repository link to each other by their paths. Where such a page moves, its links move
with it; links to sources become plain text, because the site has no sources.
"""

import posixpath
import re
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from mkdocs.structure.files import File  # noqa: E402

from website.pictures import PICTURES  # noqa: E402
from website.reference import PAGES  # noqa: E402

MOVED = {  # where a page of the repository is on the site
    "CONTRIBUTING.md": "contributing.md",
    "CHANGELOG.md": "changelog.md",
    "README.md": "index.md",
    "puzzles/README.md": "your-puzzle.md",
    "lessons/README.md": "lessons/lessons.md",
    "src/whoknows/games/tickets/boards/SOURCE.md": "your-board.md",
}
LINK = re.compile(r"\[([^\]]*)\]\((?!https?:|#)([^)\s#]+)(#[^)\s]*)?\)")


def on_files(files, config):
    """Adds what is made, in place of what may be there."""
    for name, text in made():
        if (old := files.get_file_from_path(name)) is not None:
            files.remove(old)
        files.append(File.generated(config, name, content=text))
    return files


def on_page_markdown(markdown, page, config, files):
    """Links that lead to where things are on the site."""
    return markdown if page.file.generated_by else linked(markdown, f"docs/{page.file.src_uri}")


def made():
    """Every file that is not in `docs/`, with its text."""
    yield "site.css", (ROOT / "website" / "site.css").read_text()
    for source, name in MOVED.items():
        if source != "README.md":
            yield name, linked((ROOT / source).read_text(), source)
    for folder in ("puzzles", "lessons"):
        for file in sorted((ROOT / folder).glob("*.toml")):
            yield f"{folder}/{file.name}", file.read_text()
    for lesson in sorted((ROOT / "lessons").glob("[0-9]*.md")):
        source = f"lessons/{lesson.name}"
        yield source, linked(lesson.read_text(), source)
    for name, text in PAGES.items():
        yield f"reference/{name}.md", text
    for name, draw in PICTURES.items():
        yield name, draw()


def linked(text, source):
    """The text of a page of the repository, with links as they are on the site."""
    home = posixpath.dirname(placed(source))

    def moved(found):
        words, path, anchor = found[1], found[2], found[3] or ""
        goal = placed(posixpath.normpath(posixpath.join(posixpath.dirname(source), path)))
        if goal is None:
            return words
        return f"[{words}]({posixpath.relpath(goal, home or '.')}{anchor})"

    return LINK.sub(moved, text)


def placed(path):
    """Where a file of the repository is on the site; None if it is not there."""
    if path in MOVED:
        return MOVED[path]
    if path.startswith("docs/"):
        return path.removeprefix("docs/")
    return (
        path if re.fullmatch(r"(puzzles|lessons)/[\w-]+\.toml|lessons/\d[\w-]+\.md", path) else None
    )
