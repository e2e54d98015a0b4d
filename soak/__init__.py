"""Larger proofs than tests have time for: run by `make soak`, told in `docs/reliability.md`."""
