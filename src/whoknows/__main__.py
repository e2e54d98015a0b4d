"""`python -m whoknows`, and where the command `whoknows` begins: Ctrl-C is quiet from here on."""

import sys


def main() -> None:
    """Start the command line."""
    try:
        from whoknows.cli import main as run

        run()
    except KeyboardInterrupt:
        print("whoknows: stopped", file=sys.stderr)
        sys.exit(130)


if __name__ == "__main__":
    main()
