"""The automata of `automata.c`: compiled where a compiler is found, and called with the laboratory's own settings."""

from __future__ import annotations

import ctypes
import os
import shutil
import subprocess
import tempfile
from functools import cache
from pathlib import Path
from typing import Any

from pitboss.games.blackjack.rules import Rules
from pitboss.lab.blackjack.exact import Table
from pitboss.lab.blackjack.tables import VALUES

__all__ = ["Automata", "Blackjack", "compiler", "library"]

SOURCE = Path(__file__).with_name("automata.c")
FLAGS = ("-O3", "-march=native", "-shared", "-fPIC")
_SOFT, _KINDS, _CARDS = 32, 64, 16


class Blackjack(ctypes.Structure):
    """The game as `automata.c` has it."""

    _fields_ = (
        *((name, ctypes.c_int64) for name in ("decks", "h17", "das", "max_hands", "burn", "behind", "stake")),
        ("two", ctypes.c_char * (_KINDS * _CARDS)),
        ("drawn", ctypes.c_char * (_KINDS * _CARDS)),
        ("pairs", ctypes.c_char * (_CARDS * _CARDS)),
    )

    @classmethod
    def of(cls, rules: Rules, table: Table, *, stake: int) -> Blackjack:
        """Return a game at a table, played by a table of totals; the automaton has the other rules written out."""
        settings = rules.settings
        fixed = {"dealer_bj": "all", "surrender": "none", "push21": False, "bj_pays": [3, 2], "split": True}
        if any(settings[name] != value for name, value in fixed.items()) or stake % 2:
            raise ValueError(f"automata.c plays {fixed} and an even stake only")
        behind = 52 * rules.shoe_decks if settings["reshuffle"] == "each_round" else rules.cut_from_end
        numbers = (rules.shoe_decks, settings["h17"], settings["das"], settings["max_hands"], settings["burn"], behind)
        pairs = [table.pairs[value * 2] for value in VALUES]
        return cls(*map(int, numbers), stake, _rows(table.two_cards), _rows(table.drawing), _flat(pairs, _CARDS))


def _rows(rows: dict[str, str]) -> bytes:
    """Lay out a table's rows by total, soft ones further on; every other hand stands."""
    found = ["S" * len(VALUES)] * _KINDS
    for name, letters in rows.items():
        total = int(name[1:])
        if total < 21:  # noqa: PLR2004 - nothing is asked of a 21
            found[total + (_SOFT if name[0] == "S" else 0)] = letters
    return _flat(found, _KINDS)


def _flat(rows: list[str], count: int) -> bytes:
    return b"".join(row.encode().ljust(_CARDS, b"S") for row in rows).ljust(count * _CARDS, b"S")


def compiler() -> str | None:
    """Return the C compiler of this machine: what CC says, else cc, gcc or clang; None where there is none."""
    found = (shutil.which(name) for name in (os.environ.get("CC", ""), "cc", "gcc", "clang") if name)
    return next((path for path in found if path), None)


@cache
def library() -> Automata | None:
    """Compile the automata and load them; None where there is no compiler."""
    path = compiler()
    if path is None:
        return None
    with tempfile.TemporaryDirectory() as folder:
        made = Path(folder) / "automata.so"
        subprocess.run([path, *FLAGS, "-o", str(made), str(SOURCE)], check=True)  # noqa: S603 - our own source
        return Automata(ctypes.CDLL(str(made)))


class Automata:
    """The compiled automata, called as the kernels are."""

    def __init__(self, loaded: ctypes.CDLL) -> None:
        words, number, array = ctypes.c_uint64, ctypes.c_int64, ctypes.c_void_p
        loaded.count_ends.argtypes = [words, words, number, number, array]
        loaded.count_baccarat.argtypes = [words, words, number, number, number, array]
        loaded.play_blackjack.argtypes = [words, words, number, array, array]
        loaded.count_ends.restype = loaded.count_baccarat.restype = None
        loaded.play_blackjack.restype = number
        self._loaded = loaded

    def count_ends(self, seed: int, block: int, rounds: int, counts: Any) -> None:
        """Count ends that are as likely."""
        self._loaded.count_ends(seed, block, rounds, len(counts), counts.ctypes.data)

    def count_baccarat(self, seed: int, block: int, rounds: int, decks: int, cut: int, counts: Any) -> None:  # noqa: PLR0917 - as the kernel
        """Count pairs of Point Counts, by 16 times the player's and the banker's."""
        self._loaded.count_baccarat(seed, block, rounds, decks, cut, counts.ctypes.data)

    def play_blackjack(self, seed: int, block: int, rounds: int, game: Blackjack, histogram: Any) -> int:
        """Play rounds of one seat and count results, shifted by half their number; return how many were void."""
        middle = histogram.ctypes.data + len(histogram) // 2 * histogram.itemsize
        return int(self._loaded.play_blackjack(seed, block, rounds, ctypes.byref(game), middle))
