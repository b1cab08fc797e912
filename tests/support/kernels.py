"""Compile the compiled walks before a test run: once for all of its processes, and beside other work."""

from pitboss.games import kernel as wagers
from pitboss.lab.blackjack import endless_kernel as endless
from pitboss.lab.blackjack import table_kernel as blackjack
from pitboss.lab.simulation import compiling as simulation
from pitboss.tote import kernel as columns

WIDTHS = (4, 8)
"""Bytes of a mask or an index."""

if __name__ == "__main__":
    for width in WIDTHS:
        wagers._compiled(width)
        for walk in columns._SIGNATURES:
            columns.compiled(walk, width)
    blackjack.compiled()
    endless.compiled()
    simulation.compile_all()
