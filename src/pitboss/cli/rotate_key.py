"""`pitboss rotate-key`: seal the secrets of a house with a new key."""

from __future__ import annotations

import secrets as chance
from contextlib import closing
from pathlib import Path

from pitboss.errors import InputError
from pitboss.floor.house_file import read_house
from pitboss.floor.house_key import default_path, printed_key, read_key
from pitboss.floor.sealed_journal import rotated
from pitboss.journal import open_journal


def run(house: Path, *, journal: str | None = None) -> None:
    """Seal the secrets of a house that is closed with a new key, in place of the one before.

    Parameters
    ----------
    house
        The house's TOML file.
    journal
        Where everything is recorded, if the house file does not say or says otherwise.
    """
    file, _ = read_house(house)
    address = journal or file.house.journal
    if address is None:
        raise InputError("say where it is recorded: --journal sqlite:///FILE", field="journal", value=None)
    path = house.parent / file.house.key if file.house.key is not None else default_path(address, house.parent)
    key = printed_key(file.house.key_command) if file.house.key_command else read_key(path)
    if key is None or key.is_new:
        raise InputError("this house has no key yet; open it once", field="key", value=str(path))
    with closing(open_journal(address)) as found:
        rotated(found, key, None if file.house.key_command else chance.token_bytes(32))
    where = "the first key that the command prints" if file.house.key_command else path
    print(f"{file.house.name}: every secret is sealed with {where}; what was sealed before opens nothing any more")
