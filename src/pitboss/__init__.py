"""Pitboss: casino rules of play as data and pure code, and the house that runs on them."""

__all__: list[str] = []
