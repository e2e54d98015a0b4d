"""Random tests draw the same examples every time."""

from hypothesis import settings

settings.register_profile("whoknows", derandomize=True, deadline=None)
settings.load_profile("whoknows")
