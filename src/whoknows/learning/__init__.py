"""Learning to play by self-play: a plan, the run, and what came of it."""
