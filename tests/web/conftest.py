"""Houses on trial, for tests of what a served house must withstand."""

import pytest

from tests.support.web_house import until, web_house, written_house
from tests.support.web_process import LAB_WORKER, WAIT_SECONDS_MAX
from tests.support.web_trial import Trial

STREAM = "automatic-1"


@pytest.fixture(scope="session", autouse=True)
def unalarmed():
    """Alarm no pit because the machine is busy: which alarms there are is asked by tests. No laboratory gives way."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("pitboss.web.heartbeat.SLOW_SECONDS", WAIT_SECONDS_MAX)
        patch.setattr("pitboss.web.laboratory.WORKER", LAB_WORKER)
        yield


@pytest.fixture
def trial(tmp_path):
    """Yield a house on trial."""
    with web_house(written_house(tmp_path, export=str(tmp_path / "closed"))) as web:
        yield Trial(web, tmp_path)


@pytest.fixture
def overseen(trial):
    """Return a house whose automatic table is open for T1, and who oversees it is on record.

    That is counted from time to time, and is news as well.
    """
    trial.open_table("T1")
    live = trial.web.live
    until(lambda: live.supervision.counted() == live.floor.view(STREAM, lambda one: one.state.staffing))
    return trial


@pytest.fixture
def limited(tmp_path):
    """Yield a house on trial whose limits are as they ship."""
    with web_house(written_house(tmp_path), has_limits=True) as web:
        yield Trial(web, tmp_path)
