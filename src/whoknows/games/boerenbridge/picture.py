"""One card at a time, as the figures of Boerenbridge show it: see `deals.card_picture`."""

from whoknows.deals.card_picture import CardPicture, Line, considered, picture, pictures, svg

__all__ = ["CardPicture", "Line", "considered", "picture", "pictures", "svg"]
