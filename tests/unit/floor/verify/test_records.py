"""Events held one by one to their stream, to the ledger and to the second count."""

import msgspec
import pytest

from pitboss.floor.verify.records import Findings, RecordsCheck
from pitboss.journal import End
from pitboss.journal.lines import opening
from tests.support.journal_lines import AT, told

TABLE = "table:1"
OPENED = {"type": "stream.opened/1", "kind": "none", "config": {"currency": "USD"}}


def found_in(*events, is_opened=True):
    """Return what is found wrong with the events of one stream, each of a command of its own."""
    check, end, version = RecordsCheck(Findings()), End(), 0
    if is_opened:
        line, version = opening(end, 1, TABLE, AT, msgspec.json.encode(OPENED)), 1
        check.take(line)
        end = line.end
    for number, event in enumerate(events, version + 1):
        line = told(end, TABLE, number, f"k{number}", msgspec.json.encode(event))
        check.take(line)
        end = line.end
    return [str(fault) for fault in check.found.faults]


def test_a_stream_that_begins_with_something_else():
    """Is told at its first event, and so is one that is opened in the middle, by a command."""
    assert f"{TABLE} version 1: the stream begins without being opened" in found_in({"type": "a/1"}, is_opened=False)
    assert [
        f"{TABLE} version 2: it opens a stream that is open",
        f"{TABLE} version 2: a line has a command, and only the opening of a stream has none",
    ] == found_in(OPENED)


def test_a_debt_that_passes_nothing_by_the_second_count():
    """More is taken of what somebody owes than is owed: the account is named with what it has come to."""
    moves = [["circulation", "receivable:Ann", 5]]
    taken = {"type": "table.receivable_taken/1", "player": "Ann", "amount_minor": 5, "moves": moves}
    assert f"{TABLE} version 2: receivable:Ann has passed nothing: 5" in found_in(taken)


@pytest.mark.parametrize("held", [0, 500])
def test_a_session_that_is_over_with_credits(held):
    """Is told with what the terminal still has; one without any is over."""
    counted = {"type": "automatic.buy_in_counted/1", "terminal": "T1"}
    credited = {"type": "automatic.buy_in_credited/1", "terminal": "T1", "session": 2, "amount_minor": held}
    over = {"type": "automatic.session_closed/1", "terminal": "T1", "session": 2, "credits_minor": 0}
    expected = [f"{TABLE} version 4: session 2 of T1 is over with credits of 500"] if held else []
    assert expected == [what for what in found_in(counted, credited, over) if "is over" in what]


def test_accounts_that_do_not_sum_to_zero():
    """Are damage of the whole journal, told by their unit; those that do are none."""
    check = RecordsCheck(Findings(), balances={"USD:table:1/rack": -500, "USD:house/patrons": 400, "EUR:house/x": 0})
    check.finish()
    assert ["database damage: the accounts in USD sum to -100, not to zero"] == [str(one) for one in check.found.faults]
