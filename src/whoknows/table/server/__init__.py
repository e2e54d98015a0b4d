"""The server of the table: games that are played, who may see them, and the processes behind it."""
