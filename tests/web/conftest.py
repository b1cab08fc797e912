"""Houses on trial, for tests of what a served house must withstand."""

import pytest

from tests.support.web_house import web_house, written_house
from tests.support.web_trial import Trial


@pytest.fixture
def trial(tmp_path):
    """Yield a house on trial."""
    with web_house(written_house(tmp_path, export=str(tmp_path / "closed"))) as web:
        yield Trial(web, tmp_path)


@pytest.fixture
def limited(tmp_path):
    """Yield a house on trial whose limits are as they ship."""
    with web_house(written_house(tmp_path), has_limits=True) as web:
        yield Trial(web, tmp_path)
