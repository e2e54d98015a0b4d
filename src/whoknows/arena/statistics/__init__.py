"""What the games of a plan tell: ratings with intervals, and when a comparison is decided."""
