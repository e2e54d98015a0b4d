"""Builds the package, installs it where nothing else is, and runs every command of the README.

Two environments outside the checkout: the wheel by itself, and the wheel made from the sdist with
the extra `table`. `make install-trial` runs this; it takes some minutes, so no test does.
"""

from __future__ import annotations

import os
import re
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.request import urlopen

ROOT = Path(__file__).parents[1]
PORT = "8917"
TYPED = {"play tickets human": "quit\n"}  # what a person would type
BY_ITSELF = (  # without extras: each with what its output has to contain
    ("--version", "whoknows "),
    ("demo", "Final scores"),
    ("check muddy-children-3", "ok"),
    ("check cheryls-birthday", "ok"),
    ("games", "tickets"),
    ("play boerenbridge full-kripke --seed 3 --record game.jsonl", "wins"),
    ("ask game.jsonl@8 'has(E,AS)'", "true"),
    ("replay game.jsonl --html game.html", ""),
    ("new my_game", "my_game"),
)
LACKING = {"analyse game.jsonl": "games", "arena boerenbridge": "arena", "table": "table"}


def main() -> None:
    """Everything, with what it took; the first failure ends it."""
    with TemporaryDirectory(prefix="whoknows-trial-") as folder:
        place = Path(folder)
        wheel, sdist = built(place)
        alone(Place(place / "alone", wheel))
        whole(Place(place / "whole", rebuilt(place, sdist), "[table]"))
    print("all of it works")


def built(place: Path) -> tuple[Path, Path]:
    """The wheel and the sdist of this checkout."""
    run(sys.executable, "-m", "build", "--outdir", str(place), str(ROOT))
    (wheel,), (sdist,) = place.glob("*.whl"), place.glob("*.tar.gz")
    return wheel, sdist


def rebuilt(place: Path, sdist: Path) -> Path:
    """The wheel that somebody gets who only has the sdist."""
    to = place / "from-sdist"
    run(sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "-w", str(to), str(sdist))
    return next(to.glob("*.whl"))


@dataclass(frozen=True)
class Place:
    """An environment with a wheel in it, and a folder of its own to run commands in."""

    folder: Path
    wheel: Path
    extra: str = ""

    def __post_init__(self) -> None:
        (self.folder / "here").mkdir(parents=True)
        run(sys.executable, "-m", "venv", str(self.folder / "env"))
        constraints = str(ROOT / "constraints.txt")
        wanted = f"{self.wheel}{self.extra}"
        pip = (str(self.folder / "env/bin/python"), "-m", "pip", "install", "--quiet")
        run(*pip, "--disable-pip-version-check", "-c", constraints, wanted)

    @property
    def command(self) -> str:
        return str(self.folder / "env/bin/whoknows")

    def whoknows(self, line: str, typed: str = "") -> subprocess.CompletedProcess[str]:
        start = time.monotonic()
        done = subprocess.run(
            [self.command, *shlex.split(line)],
            **self.around,
            input=typed,
            capture_output=True,
            text=True,
            check=False,
        )
        last = (done.stdout + done.stderr).strip().rpartition("\n")[2]
        print(
            f"{time.monotonic() - start:5.0f} s  whoknows {line}\n         {last[:100]}", flush=True
        )
        return done

    @property
    def around(self) -> dict[str, object]:
        """Nothing of the checkout or of the person who runs this."""
        home = str(self.folder / "here")
        kept = {name: os.environ[name] for name in ("PATH", "LANG") if name in os.environ}
        return {"cwd": home, "env": {**kept, "HOME": home}}


def alone(place: Place) -> None:
    """What comes without extras works, and what does not says so."""
    for line, told in BY_ITSELF:
        done = place.whoknows(line)
        check(done.returncode == 0 and told in done.stdout, line, done.stderr)
    for line, extra in LACKING.items():
        done = place.whoknows(line)
        said = done.stderr.strip()
        check(done.returncode == 2 and said.endswith(f"'whoknows[{extra}]'"), line, said)
        check("\n" not in said, line, said)


def whole(place: Place) -> None:
    """Every command of the README, and the table answers."""
    for line in commands():
        if line == "table":
            served(place)
            continue
        typed = next((text for start, text in TYPED.items() if line.startswith(start)), "")
        done = place.whoknows(line, typed)
        left = 1 if typed else 0  # a person who leaves
        check(done.returncode in (0, left), line, done.stderr)


def served(place: Place) -> None:
    command = [place.command, "table", "--no-browser", "--port", PORT]
    with subprocess.Popen(command, **place.around) as server:
        try:
            check(answers(), "table", "no answer in a minute")
        finally:
            server.send_signal(signal.SIGINT)
    check(server.returncode == 0, "table", f"ended with {server.returncode}")


def answers() -> bool:
    """Whether the table shows its page, within a minute."""
    for _ in range(60):
        time.sleep(1)
        try:
            return b"whoknows" in urlopen(f"http://127.0.0.1:{PORT}/", timeout=5).read()
        except OSError:
            continue
    return False


def commands() -> Iterator[str]:
    """The commands that the README shows, without `whoknows` and what they are for."""
    for line in (ROOT / "README.md").read_text().splitlines():
        if found := re.match(r"whoknows ([^#]+?)\s*(#.*)?$", line):
            yield found[1]


def check(good: bool, line: str, said: str) -> None:
    if not good:
        sys.exit(f"FAILED: whoknows {line}\n{said}")


def run(*command: str) -> None:
    print("$", " ".join(Path(part).name if "/" in part else part for part in command), flush=True)
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)


if __name__ == "__main__":
    main()
