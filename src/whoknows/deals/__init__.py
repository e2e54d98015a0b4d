"""Models of deals: cards in places, seats that see places."""
