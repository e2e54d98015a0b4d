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
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from pathlib import Path

from whoknows.core.error import Error
from whoknows.core.game import Game
from whoknows.core.match import Turn
from whoknows.core.memo import remembering
from whoknows.core.record import Record, replay, rules
from whoknows.logic.worlds import in_memory
from whoknows.table.knowledge.discoveries import discoveries
from whoknows.table.knowledge.visible_moment import ALL, Viewer, first, following
from whoknows.table.messages import Loss
from whoknows.table.page.page_view import ShownGame, entry, named
from whoknows.table.page.replay_views import Choices, Step, Story, prepared
from whoknows.table.page.review import Review, review
from whoknows.table.page.shared_text import Pieces

STATIC = Path(__file__).parents[1] / "static"
STYLE = re.compile(r'<link rel="stylesheet" href="/static/([\w.]+)">')
SCRIPT = re.compile(r'<script type="module" src="[^"]+" data-parts="([^"]+)"></script>')
IMPORT = re.compile(r'^import \{[^}]*\} from "\./[\w.]+";\n', re.MULTILINE)
EXPORT = re.compile(r"^export (?=(?:async|class|const|function|let)\b)", re.MULTILINE)

PART = 16  # moves of which one part is made, or so
FEW = 4  # parts: not worth starting processes
VIEWERS = 10  # that a game has at most, whose past a process remembers

Watch = Callable[[int, int], None]  # told how many of how many parts are made
Part = tuple[Viewer, int, int]  # whose story, which part of how many


def page(
    record: Record, watch: Watch = lambda done, of: None, workers: int | None = None,
    analysis: Sequence[Loss] | None = None,
) -> str:  # fmt: skip
    """The whole page, made by this many processes (by default one per core), with what each
    decision lost if that is known."""
    many = 1 + len(record.moves) // PART
    viewers = _viewers(rules(record))
    parts = [(viewer, number, many) for viewer in viewers for number in range(many)]
    losses = None if analysis is None else json.dumps(list(analysis))
    stored = _stored(parts, _made(record, parts, losses, workers), watch)
    return _html({**stored, "opens": _opening(record), "review": _review(record, losses)})


def shown_game(record: Record, viewer: Viewer) -> ShownGame:
    """The whole match as a viewer sees it when it is over."""
    return _showing(record, None, viewer)


def _made(
    record: Record, parts: list[Part], losses: str | None, workers: int | None
) -> Iterator[StoryPart]:
    """Every part of the story, in order."""
    if workers == 1 or len(parts) <= FEW:
        yield from (_part(record, losses, *part) for part in parts)
        return
    from joblib import Parallel, delayed
    from joblib.externals.loky.process_executor import TerminatedWorkerError

    making = Parallel(n_jobs=workers or -1, return_as="generator", batch_size=1)
    try:
        yield from making(delayed(_part)(record, losses, *part) for part in parts)
    except TerminatedWorkerError:
        raise Error(
            "the page was not made, because a process that worked on it was stopped"
        ) from None


def _stored(parts: list[Part], made: Iterable[StoryPart], watch: Watch) -> dict[str, object]:
    """All views by viewer, step and stage; their fields are numbers of texts."""
    kept, choices = Pieces(), list[Choices]()
    stories: dict[str, list[Step]] = {}
    for done, ((viewer, _, _), told) in enumerate(zip(parts, made, strict=True), start=1):
        numbers, known = kept.adopt(told.kept), len(choices)
        choices += [_renumbered(each, numbers) for each in told.choices]
        story = stories.setdefault(named(viewer), [])
        for stages, over in told.steps:
            views = [([numbers[n] for n in fields], known + at) for fields, at in stages]
            story.append((views, known + over))
        watch(done, len(parts))
    return {
        "fields": told.fields,
        "first": named(ALL),
        "stories": stories,
        "choices": choices,
        "pieces": list(kept.pieces),
        "runs": kept.runs,
    }


def _renumbered(choices: Choices, numbers: list[int]) -> Choices:
    return {
        chosen: {name: numbers[n] for name, n in fields.items()}
        for chosen, fields in choices.items()
    }


# a part, made by a process of its own


@dataclass(frozen=True)
class StoryPart:
    """Some steps of a viewer's story, with the texts and choices that make it up."""

    fields: list[str]
    steps: list[Step]
    choices: list[Choices]
    kept: Pieces


def _part(record: Record, losses: str | None, viewer: Viewer, number: int, many: int) -> StoryPart:
    """One of several parts with equally many moves that say something: those take the time."""
    showing = _showing(record, losses, viewer)
    telling = [0, *(moment.step for moment in showing.moments[1:] if moment.stages)]
    begins = [telling[len(telling) * n // many] for n in range(many)] + [len(showing.moments)]
    story = Story(showing, _questions(record, losses, viewer))
    steps = list(story.steps(*begins[number : number + 2]))
    return StoryPart(story.fields, steps, story.choices, story.kept)


@lru_cache(maxsize=1)
def _replayed(record: Record) -> list[Turn[object, object]]:
    """The match is replayed once per process."""
    return list(replay(record))


@lru_cache(maxsize=VIEWERS)
def _questions(record: Record, losses: str | None, viewer: Viewer) -> dict[str, str]:
    return prepared(_showing(record, losses, viewer).moments)


@lru_cache(maxsize=VIEWERS)
def _showing(record: Record, losses: str | None, viewer: Viewer) -> ShownGame:
    game, turns = rules(record), _replayed(record)
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
        analysis=None if losses is None else tuple(json.loads(losses)),
    )


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
    packed = b64encode(gzip.compress(data, 9, mtime=0)).decode()
    html = STYLE.sub(lambda link: f"<style>{_text(link[1])}</style>", _text("index.html"))
    parts = SCRIPT.search(html)
    if parts is None:
        raise AssertionError("index.html does not name the parts of its script")
    scripts = (
        f'<script type="text/plain" id="packed">{packed}</script>'
        f"<script>{_text('evaluator.js')}{_text('stored.js')}</script>"
        f'<script type="module">{_one_module(parts[1].split())}</script>'
    )
    return html.replace(parts[0], scripts)


def _one_module(names: list[str]) -> str:
    """The parts of the script in one: what they import from each other is there already."""
    return "".join(EXPORT.sub("", IMPORT.sub("", _text(name))) for name in names)


def _text(name: str) -> str:
    return (STATIC / name).read_text(encoding="utf-8")
