"""Who knows what, as a viewer may see it: worlds, odds, questions and their answers."""
