"""A small house that was closed: its journal, what it was like before, and what lies outside of the database."""

import asyncio
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from unittest.mock import patch

from pitboss.floor.house_key import HouseKey, key_path, read_key
from pitboss.floor.identity import identity_path, read_known
from pitboss.floor.live import LiveHouse
from pitboss.floor.sealed_journal import SealedJournal
from pitboss.floor.verify.verify import Report, verify
from pitboss.floor.writer import books
from pitboss.journal import Anchor, Journal, open_journal, streams
from tests.support.driven import need, there
from tests.support.durable import play, script
from tests.support.evening_faults import rows
from tests.support.machine_key import MachineKey
from tests.support.web_house import PASSWORD, opened

__all__ = ["TABLES", "Written", "proved", "written"]

TABLES = {
    "commits": "shard, first, last, position, hash, keys, body",
    "views": "shard, name, first, last, position, hash, body",
    "snapshots": "stream, version, hash, code, body",
    "secrets": "kind, name, body",
}
"""The tables of a journal, and their columns."""
HOUSE = """[house]
name = "The Heron House"
codes_for = "everyone"
[[staff]]
id = "alex"
name = "Alex Admin"
role = "admin"
[[staff]]
id = "sula"
name = "Sula Supervisor"
role = "pit_supervisor"
[[staff]]
id = "dana"
name = "Dana Dealer"
role = "dealer"
[[table]]
stream = "roulette-1"
file = "{table}"
[[terminal]]
id = "T1"
kind = "seat"
stream = "roulette-1"
[[terminal]]
id = "T2"
kind = "seat"
stream = "roulette-1"
"""
BLOCK_LINES = 16
"""How many lines a block of a view has here: there are several."""
ROOT = Path(__file__).resolve().parents[2]
NEXT_PASSWORD = "another teapot sang softly"  # noqa: S105


@dataclass
class Written:
    """What there is."""

    address: str
    older: dict[str, list[tuple[Any, ...]]]
    """All rows as they were when the house was closed the first time."""
    key: HouseKey
    anchors: tuple[Anchor, ...]
    """The head of its last commit, as it was carried away, and the identity that lies beside the key."""
    lines: int
    last_game: int
    """How many lines at the end are of a game: no secret changed with them."""

    def sealed(self, journal: Journal) -> SealedJournal:
        """Return a journal as the house's key opens it."""
        return SealedJournal(journal, self.key)


@contextmanager
def _small_blocks() -> Iterator[None]:
    with patch.object(streams, "BLOCK_LINES", BLOCK_LINES), patch.object(books, "BLOCK_LINES", BLOCK_LINES):
        yield


def written(address: str, folder: Path) -> Written:
    """Open a house twice: people choose passwords and change them, machines are bound, and games are played."""
    house = folder / "house.toml"
    house.write_text(HOUSE.format(table=ROOT / "examples/tables/oneida-main.toml"), encoding="utf-8")
    with _small_blocks():
        live = opened(house, address)
        asyncio.run(_first(live))
        play(live.floor, "table:1", script("roulette oneida"))
        live.close()
        older = {table: rows(address, f"SELECT {columns} FROM {table}") for table, columns in TABLES.items()}  # noqa: S608
        live = opened(house, address)
        asyncio.run(_second(live))
        before = there(live.floor.end).ordinal
        chosen = script("race")
        live.floor.open("tote:1", chosen.kind, chosen.document, chosen.at)
        # Handed in together, so that some commits have several lines.
        for answer in [live.floor.submit("tote:1", command) for command in chosen.commands]:
            answer.result()
        end = there(live.floor.end)
        live.close()
    key = key_path(None, address, folder)
    known = there(read_known(identity_path(key)))
    head = Anchor(end.ordinal, end.hash.hex())
    need(head == known.head, "the house wrote down another head than its last")
    anchors = (head, Anchor(1, known.house))
    return Written(address, older, there(read_key(key)), anchors, end.ordinal, end.ordinal - before)


async def _first(live: LiveHouse) -> None:
    for person in ("alex", "dana"):
        await live.door.choose_password(person, live.codes[person], PASSWORD)
    await live.door.bind(live.codes["T1"], MachineKey().public)


async def _second(live: LiveHouse) -> None:
    """Change a password, sign in anew, and let a code be used: what was kept before counts for nothing any more."""
    session, _ = await live.door.sign_in("dana", PASSWORD)
    from pitboss.floor.people import chosen

    await chosen.change(live.door, session, PASSWORD, NEXT_PASSWORD)
    await live.door.choose_password("sula", live.codes["sula"], PASSWORD)


def proved(address: str, known: Written) -> Report:
    """Verify a journal as its house would: with its key, and with the heads that are kept elsewhere."""
    with closing(open_journal(address, is_reader=True)) as journal:
        sealed = known.sealed(journal)
        stored, ours = (sealed.secrets, sealed.signed_snapshots), sealed.is_index_ours
        return verify(journal, None, None, *stored, anchors=known.anchors, is_index_ours=ours)
