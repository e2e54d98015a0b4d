"""The searches over the plain rules of any game: slow, and the definition of the compiled ones."""
