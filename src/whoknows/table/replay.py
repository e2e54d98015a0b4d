"""A match as one page that needs no server: every step, every viewpoint, and answers to questions.

The page is the table's own, with its style and its scripts inside. Its views are made beforehand,
by the same functions as those of the server, and packed: the texts in shared pieces, all of it
compressed, unpacked by the browser itself.
"""

from __future__ import annotations

import gzip
import json
import re
from base64 import b64encode
from collections.abc import Callable
from pathlib import Path
from typing import Any

from whoknows.core import registry
from whoknows.core.game import Game
from whoknows.core.match import Turn
from whoknows.core.record import Record, replay
from whoknows.table.moment import ALL, Viewer, first, following
from whoknows.table.pieces import Pieces
from whoknows.table.stories import Story
from whoknows.table.view import Showing, named

STATIC = Path(__file__).with_name("static")
STYLE = re.compile(r'<link rel="stylesheet" href="/static/([\w.]+)">')
SCRIPT = re.compile(r'<script type="module" src="[^"]+" data-parts="([^"]+)"></script>')
IMPORT = re.compile(r'^import \{[^}]*\} from "\./[\w.]+";\n', re.MULTILINE)
EXPORT = re.compile(r"^export (?=(?:async|class|const|function|let)\b)", re.MULTILINE)
OWN_STYLE = "label:has([data-name=kind]) { display: none }"  # pictures are drawn as fits

Watch = Callable[[int, int], None]  # told how many of how many steps are made


def page(record: Record, watch: Watch = lambda done, of: None) -> str:
    """The whole page."""
    game = registry.game(record.game)
    return _html(_stored(game, record, list(replay(record, game)), watch))


def _stored(
    game: Game[Any, Any], record: Record, turns: list[Turn[Any, Any]], watch: Watch
) -> dict[str, Any]:
    """All views by viewer, step and stage; their fields are numbers of texts."""
    viewers: list[Viewer] = [None, *range(len(game.seats)), ALL]
    names = tuple(map(named, viewers))
    kept, stories = Pieces(), {}
    for number, viewer in enumerate(viewers):
        story = Story(_showing(game, record, turns, viewer, names), kept)
        steps = []
        for step in story.steps():
            steps.append(step)
            watch(number * (len(turns) + 1) + len(steps), len(viewers) * (len(turns) + 1))
        stories[named(viewer)] = steps
    return {
        "fields": story.fields,
        "first": named(ALL),
        "stories": stories,
        "pieces": list(kept.pieces),
        "runs": kept.runs,
    }


def _showing(
    game: Game[Any, Any],
    record: Record,
    turns: list[Turn[Any, Any]],
    viewer: Viewer,
    viewers: tuple[str, ...],
) -> Showing:
    story = [first(game, viewer)]
    for turn in turns:
        story.append(following(story[-1], turn))
    return Showing(
        id="replay",
        version=len(turns),
        agents=record.agents,
        moments=story,
        moving=None,
        over=True,
        viewers=viewers,
        ended="" if record.scores is not None else "stopped",
        scores=record.scores,
    )


def _html(stored: dict[str, Any]) -> str:
    """The table's page with everything inside it."""
    data = json.dumps(stored, ensure_ascii=False, separators=(",", ":")).encode()
    packed = b64encode(gzip.compress(data, 9, mtime=0)).decode()
    html = STYLE.sub(lambda link: f"<style>{_text(link[1])}</style>", _text("index.html"))
    parts = SCRIPT.search(html)
    if parts is None:
        raise AssertionError("index.html does not name the parts of its script")
    scripts = (
        f'<script type="text/plain" id="packed">{packed}</script>'
        f"<script>{_text('stored.js')}</script>"
        f'<script type="module">{_one_module(parts[1].split())}</script>'
    )
    return html.replace(parts[0], f"<style>{OWN_STYLE}</style>{scripts}")


def _one_module(names: list[str]) -> str:
    """The parts of the script in one: what they import from each other is there already."""
    return "".join(EXPORT.sub("", IMPORT.sub("", _text(name))) for name in names)


def _text(name: str) -> str:
    return (STATIC / name).read_text(encoding="utf-8")
