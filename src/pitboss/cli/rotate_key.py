"""`pitboss rotate-key`: seal the secrets of a house with a new key."""

from __future__ import annotations

import secrets as chance
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

from pitboss.errors import InputError
from pitboss.journal import Anchor, open_journal


def run(house: Path, *, journal: str | None = None) -> int:
    """Seal the secrets of a house that is closed with a new key, in place of the one before.

    Parameters
    ----------
    house
        The house's TOML file.
    journal
        Where everything is recorded, if the house file does not say or says otherwise.

    Returns:
    -------
    int
        0 where the new key has signed at every place of anchors as well; 1 where one could not be reached.
    """
    from pitboss.floor.anchors import Place, SignedHead
    from pitboss.floor.house_file import read_house
    from pitboss.floor.house_key import key_of, key_path
    from pitboss.floor.identity import identity_of
    from pitboss.floor.sealed_journal import rotated

    file, _ = read_house(house)
    address = journal or file.house.journal
    if address is None:
        raise InputError("say where it is recorded: --journal sqlite:///FILE", field="journal", value=None)
    path = key_path(file.house.key, address, house.parent)
    key = key_of(file.house.key_command, path)
    if key is None or key.is_new:
        raise InputError("this house has no key yet; open it once", field="key", value=str(path))
    with closing(open_journal(address)) as found:
        new = rotated(found, key, None if file.house.key_command else chance.token_bytes(32))
        end = found.end()
        head = SignedHead.of(new.keys[0], identity_of(found), Anchor(end.ordinal, end.hash.hex()), datetime.now(UTC))
    where = "the first key that the command prints" if file.house.key_command else path
    print(f"{file.house.name}: every secret is sealed with {where}; what was sealed before opens nothing any more")
    # What is kept elsewhere was signed with the key before: the next start looks at the last of them.
    away = 0
    for entry in file.anchor:
        try:
            Place(entry, house.parent).put(head)
        except InputError as error:
            away += 1
            print(f"{error}; before the house opens again let `pitboss anchor` sign there")
    return 1 if away else 0
