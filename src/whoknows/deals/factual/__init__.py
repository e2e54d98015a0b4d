"""The engine for deals too large to draw: where each card may lie, and no more."""
