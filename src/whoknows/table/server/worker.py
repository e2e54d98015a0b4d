"""A process that thinks for the server: a job on each line it reads, answers on lines it writes.

    {"do": "play", "game": ..., "agents": [...], "seed": 7, "moves": [...], "seconds": 2}

It is told what was played, as text, and keeps the matches that it had last with their agents'
notes. The first answer to a job is {"ready": true}, when it has come to where the match is: what
follows is the cost of the job. The last is {"done": true} or {"error": "one line"}, with how much
memory it takes. It ends when its input does, when nobody is there any more to read what it writes,
or when it takes more memory than it may.
"""

from __future__ import annotations

import gc
import json
import os
import sys
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping
from threading import Thread
from time import monotonic, sleep
from typing import Any, TextIO

from whoknows.core import registry
from whoknows.core.agent import Agent, Choice
from whoknows.core.error import Error
from whoknows.core.game import CHANCE, END
from whoknows.core.match import Course, check_agents, who
from whoknows.core.record import replay
from whoknows.core.record_text import check_digest, parse
from whoknows.table import messages
from whoknows.table.server.process_memory import megabytes

Answers = Iterator[Mapping[str, object]]
KEPT = 16  # matches, or games that are shown: a full house has thirty, for three processes
HUMAN = "human"
READY: Mapping[str, object] = {"ready": True}
TOO_LARGE = 77  # the exit code of a process that took more memory than it may
SELDOM = 20  # times less often than Python would is all looked through while an answer is made


class Match:
    """A match as a worker keeps it: where it stands, its agents, and their notes."""

    def __init__(self, job: messages.MatchJob) -> None:
        self.course: Course[object, object] = Course(registry.game(job["game"]), job["seed"])
        self.specs = list(job["agents"])
        self.moves: list[str] = []
        self.agents: dict[int, Agent] = {}
        self.notes: list[dict[str, Any]] = [{} for _ in self.specs]

    def catch_up(self, moves: list[str]) -> None:
        for text in moves[len(self.moves) :]:
            self.course.take(Choice(self.course.game.parse(text)))
        self.moves = list(moves)

    def agent(self, seat: int) -> Agent:
        if seat not in self.agents:
            self.agents[seat] = registry.agent(self.specs[seat])
        return self.agents[seat]

    def next(self) -> Mapping[str, object]:
        """The next turn, of chance or of an agent."""
        by = self.course.by
        if by == CHANCE:
            turn = self.course.drawn()
        else:
            turn = self.course.chosen(self.agent(by), self.notes[by])
        text = str(turn.choice.action)
        self.moves.append(text)
        return {"by": who(self.course.game, by), "do": text, "reasons": turn.choice.reasons}

    @property
    def goes_on(self) -> bool:
        """Whether the next turn needs no person."""
        by = self.course.by
        return by != END and (by == CHANCE or self.specs[by] != HUMAN)


_matches: OrderedDict[str, Match] = OrderedDict()


def match(job: messages.MatchJob) -> Match:
    """The match of a job, brought to where the server has it."""
    moves = list(job["moves"])
    found = _matches.pop(job["id"], None)
    is_same = found is not None and found.course.seed == job["seed"]
    if found is None or not is_same or found.moves != moves[: len(found.moves)]:
        found = Match(job)
    found.catch_up(moves)
    _matches[job["id"]] = found
    while len(_matches) > KEPT:
        _matches.popitem(last=False)
    return found


def play(job: messages.MatchJob) -> Answers:
    """Turns until a person is to move, the game is over, or the time is up."""
    here = match(job)
    yield READY
    until = monotonic() + job["seconds"]
    while here.goes_on:
        yield here.next()
        if monotonic() > until:
            return


def check(job: messages.Players) -> Answers:
    """The agents' names, if all of them can be made."""
    yield READY
    game = registry.game(job["game"])
    check_agents(game, job["agents"])
    names = [spec if spec == HUMAN else registry.agent(spec).name for spec in job["agents"]]
    yield {"agents": names}


def hint(job: messages.MatchJob) -> Answers:
    """The best moves for the seat to move, from what it knows."""
    from whoknows.table.page.advice import advised

    here = match(job)
    yield READY
    yield from advised(here.course)


def analysis(job: messages.MatchJob) -> Answers:
    """What each move lost, or each of a part of them."""
    from whoknows.table.page.advice import losses

    yield READY
    number, many = job["part"]
    yield from losses(registry.game(job["game"]), job["moves"], job["seconds"], (number, many))


def record(job: messages.Data) -> Answers:
    """Nothing, if the record is in order."""
    yield READY
    data = job["data"].encode()
    for _ in replay(parse(data)):
        pass
    check_digest(data, "record")


def page(job: messages.Data) -> Answers:
    """The record as one page that needs no server."""
    from whoknows.table.page.replay_page import page

    yield READY
    record = parse(job["data"].encode())
    yield {"page": page(record, workers=1, analysis=job.get("analysis"))}


def look(job: messages.View) -> Answers:
    """A view of a game, as somebody may see it: the server has made sure of that."""
    from whoknows.table.page.page_view import LookAt
    from whoknows.table.server.worker_games import looked, played

    showing = played(job["game"]).showing(tuple(job["held"]), job["as"])
    yield READY
    yield {"view": looked(showing, LookAt(**job["look"]))}


def move(job: messages.Trial) -> Answers:
    """Nothing, if a person may do this; what follows is worked out for the next viewer."""
    from whoknows.table.server.worker_games import played

    here = played(job["game"])
    yield READY
    here.try_out(job["action"])


def advice(job: messages.Hint) -> Answers:
    """A hint in words, for the seat to move."""
    from whoknows.table.server.worker_games import played, words

    here = played(job["game"]).moment(job["seat"])
    yield READY
    yield words(here, job["found"])


JOBS: dict[str, Callable[[Any], Answers]] = {
    "play": play,
    "check": check,
    "hint": hint,
    "record": record,
    "page": page,
    "analysis": analysis,
    "look": look,
    "move": move,
    "advice": advice,
}


def main(most: int, nice: int) -> None:
    """Works until nobody is there any more, with at most this many megabytes."""
    out, sys.stdout = sys.stdout, sys.stderr  # whatever an agent prints is not an answer
    if hasattr(os, "nice"):
        os.nice(nice)
    Thread(target=_watch, args=(os.getppid(), most), daemon=True).start()
    gc.freeze()  # what is loaded stays: to look through it for garbage would make a view wait
    young, old, due = gc.get_threshold()
    gc.set_threshold(young, old, due * SELDOM)
    try:
        for line in sys.stdin:
            _answer(json.loads(line), out)
            if gc.get_count()[2] >= due:  # now that nobody waits for an answer
                gc.collect()
    except (BrokenPipeError, ConnectionResetError, KeyboardInterrupt):
        os._exit(0)  # the server is gone


def _answer(job: Mapping[str, object], out: TextIO) -> None:
    end: dict[str, object] = {"done": True}
    try:
        for found in JOBS[str(job["do"])](job):
            _write(out, found)
    except BrokenPipeError:
        raise
    except Error as fault:
        end = {"error": " ".join(str(fault).split())}
    except MemoryError:
        os._exit(TOO_LARGE)
    except Exception as fault:  # other people's agents may raise anything
        end = {"error": f"it failed with {type(fault).__name__}"}
        print(f"{job['do']} failed: {fault!r}", file=sys.stderr)
    if "error" in end:
        _matches.pop(str(job.get("id", "")), None)
    _write(out, {**end, "megabytes": megabytes()})


def _write(out: TextIO, found: Mapping[str, object]) -> None:
    out.write(json.dumps(found) + "\n")
    out.flush()


def _watch(server: int, most: int) -> None:
    """A worker does not outlive its server, and takes no more memory than it may."""
    while os.getppid() == server:
        if megabytes() > most:
            os._exit(TOO_LARGE)
        sleep(0.1)
    os._exit(0)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
