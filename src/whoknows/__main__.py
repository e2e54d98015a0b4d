"""Where the command `whoknows` begins, and how it ends: every failure in one line.

Exit code 2 means bad input or output that cannot be written, 130 Ctrl-C, 143 a request to stop.
"""

import io
import os
import signal
import sys
from typing import NoReturn

STOPPED = 130
SECONDS = 2.0  # time enough to write down what was played


def main() -> None:
    """Run the command line; imports may be interrupted too."""
    try:
        code = _run()
    except KeyboardInterrupt:
        code = STOPPED
    _insist(0)
    if code == STOPPED:
        print("whoknows: stopped", file=sys.stderr)
    sys.exit(code)


def _run() -> int:
    """The exit code of the command; typer returns it instead of exiting."""
    _prepare()
    import typer

    from whoknows.cli import app
    from whoknows.core.error import Error

    try:
        code = app(args=sys.argv[1:] or ["--help"], standalone_mode=False)
        sys.stdout.flush()
    except typer.TyperException as error:
        context = getattr(error, "ctx", None)
        command = context.command_path if context else "whoknows"
        _fail(f"{error.format_message()} (see {command} --help)")
    except Error as error:
        _fail(str(error))
    except MemoryError:
        _fail("not enough memory for this")
    except RecursionError:
        _fail("this is nested too deeply")
    except OSError as error:
        _mute()
        _fail(f"cannot write the output: {error.strerror}")
    except SystemExit as left:
        # typer exits with 1 when whoever read our output has gone, which is no error.
        _mute()
        code = 0 if left.code == 1 else left.code
    except Exception as fault:
        if (told := _told(fault)) is None:
            raise
        _fail(told)
    return code if isinstance(code, int) else 0


def _told(fault: Exception) -> str | None:
    """What else has a line of its own: a package that is not installed, a fault of others."""
    from whoknows.core.extras import lacking
    from whoknows.core.others_fault import others_fault

    lacks = lacking(fault) if isinstance(fault, ModuleNotFoundError) else None
    return lacks or others_fault(fault)


def _prepare() -> None:
    """Output that no character can break, and an orderly end when we are told to stop."""
    if sys.stdout is None:
        sys.stdout = open(os.devnull, "w")  # noqa: SIM115, PTH123 - for the whole run
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    signal.signal(signal.SIGINT, _stop)


def _stop(*_: object) -> NoReturn:
    """Ctrl-C, repeated until it works: Python ignores it in the middle of freeing memory."""
    _insist(SECONDS)
    raise KeyboardInterrupt


def _insist(seconds: float) -> None:
    if hasattr(signal, "setitimer"):
        signal.signal(signal.SIGALRM, _stop)
        signal.setitimer(signal.ITIMER_REAL, seconds)


def _mute() -> None:
    """Keep Python from complaining at exit about output that nobody reads."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _fail(line: str) -> NoReturn:
    print(f"whoknows: {' '.join(line.split())}", file=sys.stderr)
    sys.exit(2)


if __name__ == "__main__":
    main()
