"""Everyday life at a table, whatever the game: counts of the rack, fills and credits, boxes; one set of acts."""
