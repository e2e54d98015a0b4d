"""Random tests draw the same examples every time, and take as long as the machine needs."""

from hypothesis import HealthCheck, settings

settings.register_profile(
    "whoknows", derandomize=True, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("whoknows")
