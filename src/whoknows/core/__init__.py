"""The nouns of play: games, agents, matches, records. Imports nothing else of whoknows."""
