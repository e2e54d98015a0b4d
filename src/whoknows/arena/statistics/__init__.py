"""What the games of a plan show: ratings with intervals, and when a comparison is decided."""
