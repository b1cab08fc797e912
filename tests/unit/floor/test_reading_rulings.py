"""Reading shoes whose house was not told of something: no table is held for ever, and no card is dealt twice."""

import pytest

from pitboss.floor.devices.reading_shoes import ShoeHeld
from pitboss.journal import JournalUnavailable
from tests.support.shoe_floor import STREAM
from tests.unit.floor.devices.test_reading_shoes import READ, floor, line, table

__all__ = ["floor", "line", "table"]


def test_a_ruling_counts_though_nobody_here_was_told(table):
    """It is read from the record when the dealer has tried again."""
    with pytest.raises(ShoeHeld):
        table.enter("9S")
    table.floor.listeners.clear()
    table.clear()
    with pytest.raises(ShoeHeld, match="until a supervisor has ruled"):
        table.enter("9S")
    table.poll()
    table.enter("9S")
    assert ["KS", "9S"] == table.drawn


def test_a_ruling_counts_though_its_alarm_was_not_known_yet(table, monkeypatch):
    """A supervisor is quicker than the answer to the alarm."""
    real = table.shoes._raise_alarm

    def raised(*said):
        monkeypatch.setattr(table.shoes, "_raise_alarm", real)
        number = real(*said)
        monkeypatch.setattr(table, "poll", lambda: None)
        table.clear()
        monkeypatch.undo()
        return number

    monkeypatch.setattr(table.shoes, "_raise_alarm", raised)
    with pytest.raises(ShoeHeld):
        table.enter("9S")
    table.poll()
    table.enter("9S")
    assert ["KS", "9S"] == table.drawn


@pytest.mark.parametrize("is_told", [True, False])
def test_a_card_that_the_journal_kept_after_all_is_dealt_once(table, line, monkeypatch, is_told):
    """The dealer's entry is recorded though its commit failed; a reader that was not told of it is held."""
    table.shoes._deal = lambda *_: None
    table.say(line, "9S")
    real = table.floor.journal.append

    def broken(batch):
        monkeypatch.setattr(table.floor.journal, "append", real)
        real(batch)
        raise JournalUnavailable("away")

    monkeypatch.setattr(table.floor.journal, "append", broken)
    listeners = list(table.floor.listeners)
    table.floor.listeners[:] = listeners if is_told else []
    table.enter("9S")
    table.floor.listeners[:] = listeners
    del table.shoes._deal
    table.say(line, "4H")
    reason = f"{READ}a card was recorded of which its reader was not told"
    assert ([] if is_told else [("device", STREAM, reason)]) == table.alarms
    assert ["KS", "9S", *(["4H"] if is_told else [])] == table.drawn
    if not is_told:
        table.clear()
    assert ["KS", "9S", "4H"] == table.drawn
