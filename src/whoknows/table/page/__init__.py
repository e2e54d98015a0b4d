"""What a viewer is shown: one view of a game, hints, and the page that needs no server."""
