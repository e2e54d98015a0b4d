"""A match as one page that needs no server: every step, every viewpoint, and answers to questions.

The page is the table's own, with its style and its scripts inside. Its views are made beforehand,
by the same functions as those of the server, and packed: the texts in shared pieces, all of it
compressed, unpacked by the browser itself.
"""

from __future__ import annotations

import gzip
import json
import os
import re
import sys
from base64 import b64encode
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from whoknows.core.error import Error
from whoknows.core.game import Game
from whoknows.core.match import Turn
from whoknows.core.memo import remembering
from whoknows.core.record import Record, replay, rules
from whoknows.logic.worlds import in_memory, make_room
from whoknows.table.knowledge.discoveries import discoveries
from whoknows.table.knowledge.visible_moment import ALL, Viewer, first, following
from whoknows.table.messages import Loss
from whoknows.table.page.page_view import ShownGame, entry, named
from whoknows.table.page.replay_choices import Choices
from whoknows.table.page.replay_questions import prepared
from whoknows.table.page.replay_views import Step, Story
from whoknows.table.page.review import Review, review
from whoknows.table.page.shared_text import SIGNS, Pieces

STATIC = Path(__file__).parents[1] / "static"
STORED = ("formula.js", "evaluator.js", "stored.js")  # what answers in place of a server
STYLE = re.compile(r'<link rel="stylesheet" href="/static/([\w.]+)">')
SCRIPT = re.compile(r'<script type="module" src="[^"]+" data-parts="([^"]+)"></script>')
IMPORT = re.compile(r'^import \{[^}]*\} from "\./[\w.]+";\n', re.MULTILINE)
EXPORT = re.compile(r"^export (?=(?:async|class|const|function|let)\b)", re.MULTILINE)

PART = 16  # moves of which one part is made, or so
FEW = 1  # parts: not worth starting processes
PACKED = 7  # of 9: a thirtieth larger than the smallest, in a third of the time
VIEWERS = 10  # that a game has at most, whose past a process remembers

Watch = Callable[[int, int], None]  # told how many of how many parts are made


def page(
    record: Record, watch: Watch = lambda done, of: None, workers: int | None = None,
    analysis: Sequence[Loss] | None = None,
) -> str:  # fmt: skip
    """The whole page, made by this many processes (by default one per core), with what each
    decision lost if that is known."""
    many = 1 + len(record.moves) // PART
    losses = None if analysis is None else json.dumps(list(analysis))
    stored = _stored(many, _made(record, many, losses, workers), watch)
    return _html({**stored, "opens": _opening(record), "review": _review(record, losses)})


def shown_game(
    record: Record, viewer: Viewer, game: Game[Any, Any], turns: Sequence[Turn[Any, Any]],
    analysis: Sequence[Loss] | None = None,
) -> ShownGame:  # fmt: skip
    """The whole match, of this game and with these turns, as a viewer sees it when it is over."""
    story = [first(game, viewer)]
    for turn in turns:
        story.append(following(story[-1], turn))
    return ShownGame(
        id="replay",
        version=len(turns),
        agents=record.agents,
        moments=story,
        moving=None,
        over=True,
        viewers=tuple(map(named, _viewers(game))),
        ended="" if record.scores is not None else "the match was stopped here",
        scores=record.scores,
        win=None if record.scores is None else game.win(turns[-1].after),
        log=[entry(moment) for moment in story[1:]],
        seed=record.seed,
        analysis=None if analysis is None else tuple(analysis),
    )


def _made(
    record: Record, many: int, losses: str | None, workers: int | None
) -> Iterator[StoryPart]:
    """Every part of the stories, in order."""
    if workers == 1 or many <= FEW:
        yield from (_part(record, losses, number, many) for number in range(many))
        return
    for viewer in _viewers(rules(record)):
        _questions(record, losses, viewer)  # before there are processes, which then have them too
    with _processes(workers or os.cpu_count() or 1) as making:
        parts = [making.submit(_part, record, losses, number, many) for number in range(many)]
        try:
            yield from (part.result() for part in parts)
        except BrokenProcessPool:
            raise Error(
                "the page was not made, because a process that worked on it was stopped"
            ) from None


def _processes(many: int) -> Executor:
    """Processes that have what this one has, where a system copies it; elsewhere new ones."""
    if sys.platform == "linux":
        return ProcessPoolExecutor(many, mp_context=get_context("fork"))
    from joblib.externals import loky

    found: Executor = loky.ProcessPoolExecutor(many)
    return found


def _stored(many: int, made: Iterable[StoryPart], watch: Watch) -> dict[str, object]:
    """All views by viewer, step and stage; their fields are numbers of texts."""
    kept, choices = Pieces(), list[Choices]()
    stories: dict[str, list[Step]] = {}
    for done, told in enumerate(made, start=1):
        numbers, known = kept.adopt(told.kept), len(choices)
        choices += [_renumbered(each, numbers) for each in told.choices]
        for viewer, steps in told.stories.items():
            story = stories.setdefault(viewer, [])
            for stages, over in steps:
                views = [([numbers[n] for n in fields], known + at) for fields, at in stages]
                story.append((views, known + over))
        watch(done, many)
    return {
        "fields": told.fields,
        "first": named(ALL),
        "stories": stories,
        "choices": choices,
        "signs": SIGNS,
        "pieces": list(kept.pieces),
        "blocks": list(kept.blocks),
        "runs": list(kept.runs),
    }


def _renumbered(choices: Choices, numbers: list[int]) -> Choices:
    return {
        chosen: {name: numbers[n] for name, n in fields.items()}
        for chosen, fields in choices.items()
    }


# a part, made by a process of its own


@dataclass(frozen=True)
class StoryPart:
    """Some steps of every viewer's story, with the texts and choices that make them up."""

    fields: list[str]
    stories: dict[str, list[Step]]
    choices: list[Choices]
    kept: Pieces


def _part(record: Record, losses: str | None, number: int, many: int) -> StoryPart:
    """One of several parts with equally many moves that say something: those take the time.

    A step is made for all viewers before the next: what they all ask of a model is found once."""
    moments = _showing(record, losses, ALL).moments
    telling = [0, *(moment.step for moment in moments[1:] if moment.stages)]
    begins = [telling[len(telling) * n // many] for n in range(many)] + [len(moments)]
    kept, choices = Pieces(), list[Choices]()
    stories = {
        named(viewer): Story(
            _showing(record, losses, viewer), _questions(record, losses, viewer), kept, choices
        )
        for viewer in _viewers(rules(record))
    }
    made: dict[str, list[Step]] = {viewer: [] for viewer in stories}
    for step in range(*begins[number : number + 2]):
        with remembering():
            for viewer, story in stories.items():
                made[viewer].append(story.step(step, made[viewer][-1] if made[viewer] else None))
                make_room()
    return StoryPart(next(iter(stories.values())).fields, made, choices, kept)


@lru_cache(maxsize=1)
def _replayed(record: Record) -> list[Turn[object, object]]:
    """The match is replayed once per process."""
    return list(replay(record))


@lru_cache(maxsize=VIEWERS)
def _questions(record: Record, losses: str | None, viewer: Viewer) -> dict[str, str]:
    return prepared(_showing(record, losses, viewer).moments)


@lru_cache(maxsize=VIEWERS)
def _showing(record: Record, losses: str | None, viewer: Viewer) -> ShownGame:
    told = None if losses is None else json.loads(losses)
    return shown_game(record, viewer, rules(record), _replayed(record), told)


def _opening(record: Record) -> int:
    """The first move after which somebody knows something that nobody said: where a page opens."""
    moments = _showing(record, None, ALL).moments
    with remembering():
        found = (after.step for before, after in pairwise(moments) if discoveries(before, after))
        return next(found, 0)


def _review(record: Record, losses: str | None) -> Review | None:
    """What each move told, and the moments worth a look; nothing if that is too much to count."""
    try:
        showing = _showing(record, losses, ALL)
        return in_memory(review)(showing.moments, showing.analysis or ())
    except Error:
        return None


def _viewers(game: Game[object, object]) -> list[Viewer]:
    return [None, *range(len(game.seats)), ALL]


# the page


def _html(stored: dict[str, object]) -> str:
    """The table's page with everything inside it."""
    data = json.dumps(stored, ensure_ascii=False, separators=(",", ":")).encode()
    packed = b64encode(gzip.compress(data, PACKED, mtime=0)).decode()
    html = STYLE.sub(lambda link: f"<style>{_text(link[1])}</style>", _text("index.html"))
    parts = SCRIPT.search(html)
    if parts is None:
        raise AssertionError("index.html does not name the parts of its script")
    scripts = (
        f'<script type="text/plain" id="packed">{packed}</script>'
        f"<script>{''.join(map(_text, STORED))}</script>"
        f'<script type="module">{_one_module(parts[1].split())}</script>'
    )
    return html.replace(parts[0], scripts)


def _one_module(names: list[str]) -> str:
    """The parts of the script in one: what they import from each other is there already."""
    return "".join(EXPORT.sub("", IMPORT.sub("", _text(name))) for name in names)


def _text(name: str) -> str:
    return (STATIC / name).read_text(encoding="utf-8")
