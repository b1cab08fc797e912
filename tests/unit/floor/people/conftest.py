"""A house whose door is tried."""

import asyncio

import pytest

from tests.support.web_house import PASSWORD, Clock, opened, written_house


@pytest.fixture
def clock():
    """Return a clock that the test moves."""
    return Clock()


@pytest.fixture
def path(tmp_path):
    """Return a house file."""
    return written_house(tmp_path)


@pytest.fixture
def journal(tmp_path):
    """Return where the house is recorded."""
    return str(tmp_path / "house.db")


@pytest.fixture
def house(path, journal, clock):
    """Yield a house in which the dealer has chosen a password."""
    live = opened(path, journal, clock)
    asyncio.run(live.door.choose_password("dealer", live.codes["dealer"], PASSWORD))
    yield live
    live.close()
