"""What play gives away: styles of play, what was done as evidence, and worlds weighed by it."""
