"""Tickets as files: whole and under their names, or not printed."""

import os

import pytest

from pitboss.floor.devices import escpos, pdf
from pitboss.floor.devices.layout import Layout, TextLine
from pitboss.floor.devices.printer import FilePrinter, NotPrinted, Printed

TICKET = Layout((TextLine("a ticket"),), "20040501-AAAAAAAAAAAAAAAAAAAA-KARCAF")


def printed(folder):
    """Print the ticket into a folder."""
    return FilePrinter(folder).print(TICKET)


@pytest.mark.parametrize(("form", "suffix"), [(escpos.encode, ".bin"), (pdf.as_pdf, ".pdf")])
def test_each_ticket_is_a_file(tmp_path, form, suffix):
    """In the order they were printed, with nothing unfinished beside them."""
    printer = FilePrinter(tmp_path, form=form, suffix=suffix)

    assert [Printed(), Printed()] == [printer.print(TICKET), printer.print(Layout(()))]
    assert [form(TICKET), form(Layout(()))] == [path.read_bytes() for path in sorted(tmp_path.iterdir())]
    assert {suffix} == {path.suffix for path in tmp_path.iterdir()}


def test_a_folder_that_is_not_there(tmp_path):
    """Prints nothing."""
    outcome = printed(tmp_path / "none")

    assert isinstance(outcome, NotPrinted)
    assert not outcome.can_be_out


@pytest.mark.parametrize(("fails_at", "can_be_out"), [(1, False), (2, True)])
def test_a_disk_that_fails(tmp_path, monkeypatch, fails_at, can_be_out):
    """With the file or with its name: no success, and nothing half written is left."""
    calls = []

    def fail(file):
        calls.append(file)
        if len(calls) == fails_at:
            raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", fail)
    outcome = printed(tmp_path)

    assert "No space left" in outcome.reason
    assert can_be_out == outcome.can_be_out
    assert [] == list(tmp_path.glob("*.part"))
