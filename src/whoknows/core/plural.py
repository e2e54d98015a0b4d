"""Numbers of things, in words."""


def some(number: int, thing: str) -> str:
    """A number of things: `1 card`, `1,000 worlds`."""
    return f"{number:,} {thing}{'s' * (number != 1)}"
