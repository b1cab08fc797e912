"""`pitboss anchor`: a signed head now, to the places that the house names; or what is kept there, compared."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from pitboss.cli.journals import reading
from pitboss.errors import InputError
from pitboss.journal import Anchor

if TYPE_CHECKING:
    from pitboss.floor.anchors import Place, SignedHead
    from pitboss.floor.house_file import HouseFile
    from pitboss.floor.house_key import HouseKey
    from pitboss.journal import Journal


def run(house: Path, *, journal: str | None = None, check: Annotated[bool, Parameter(negative="")] = False) -> int:
    """Sign how far a house's journal has come, and carry it to the places that its file names; also while it is open.

    Parameters
    ----------
    house
        The house's TOML file.
    journal
        Where everything is recorded, if the house file does not say or says otherwise.
    check
        Sign nothing: compare the journal with everything that is kept at those places.

    Returns:
    -------
    int
        0 where all of it arrived, or the journal has all that was signed; 1 where not.
    """
    from pitboss.floor.anchors import Place, SignedHead
    from pitboss.floor.house_file import read_house
    from pitboss.floor.identity import identity_of

    file, _ = read_house(house)
    address = journal or file.house.journal
    if address is None:
        raise InputError("say where it is recorded: --journal sqlite:///FILE", field="journal", value=None)
    key = _key(file, house.parent, address)
    places = [Place(entry, house.parent) for entry in file.anchor]
    with reading(address) as found:
        if check:
            return max([_compared(place, found, key) for place in places], default=0)
        end = found.end()
        head = SignedHead.of(key.keys[0], identity_of(found), Anchor(end.ordinal, end.hash.hex()), datetime.now(UTC))
    print(head)
    return max([_carried(place, head) for place in places], default=0)


def _key(file: HouseFile, folder: Path, address: str) -> HouseKey:
    from pitboss.floor.house_key import key_of, key_path

    path = key_path(file.house.key, address, folder)
    key = key_of(file.house.key_command, path)
    if key is None:
        raise InputError("this house has no key yet; open it once", field="key", value=str(path))
    return key


def _carried(place: Place, head: SignedHead) -> int:
    try:
        place.put(head)
    except InputError as error:
        print(error)
        return 1
    return 0


def _compared(place: Place, journal: Journal, key: HouseKey) -> int:
    """Say whether a journal has everything that is kept at a place."""
    from pitboss.floor.anchors import fault_of
    from pitboss.floor.identity import identity_of

    if not place.can_be_asked:
        print(f"{place}: nothing was compared, since its entry has no command that prints what is kept (`last`)")
        return 0
    try:
        kept = place.kept()
    except InputError as error:
        print(error)
        return 1
    # The last is of today's key. What was signed before `pitboss rotate-key` is held to the journal all the same.
    house = identity_of(journal)
    compared = [fault_of(text, journal, house, None) for text in kept[:-1]]
    compared += [fault_of(text, journal, house, key.keys) for text in kept[-1:]]
    faults = [what for what in compared if what is not None]
    for what in faults:
        print(f"{place}: {what}")
    found = f"{len(faults)} of them not in the journal" if faults else "the journal has all of them"
    print(f"{place}: {len(kept)} anchor{'' if len(kept) == 1 else 's'}, {found}")
    return 1 if faults else 0
