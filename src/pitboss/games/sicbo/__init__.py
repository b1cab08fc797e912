"""Sic bo: three dice in a shaker, and a layout whose computer lights the winners."""
