"""The engine for deals of which much was shown: the hands that each place may still hold."""
