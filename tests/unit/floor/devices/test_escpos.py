"""A layout as a printer's bytes: nothing typed becomes a command; and the printer's status in words."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.errors import BadConfig
from pitboss.floor.devices import escpos
from pitboss.floor.devices.layout import Layout, TextLine

CODE = "20160401-AAAAAAAAAAAAAAAAAAAA-KARCAF"
READY = b"\x12\x12\x12\x12"


def decoded(answers):
    """Return what a printer's answers mean."""
    return escpos.decode_status(answers)


@given(st.text(max_size=60))
def test_no_text_holds_a_control_byte(text):
    """Whatever was typed, only characters are left of it."""
    assert all(byte >= 0x20 and byte != 0x7F for byte in escpos.text_bytes(text))


def test_a_name_cannot_open_the_drawer():
    """The bytes of a command in a facility's name are not in the job; those of the job itself are the same."""
    hostile = "Oneida\x1bp\x00\x19\xfa\x1dV\x42\x00\x10\x14\x01\x00\x01"
    job = escpos.encode(Layout((TextLine(hostile),)))

    assert escpos.DRAWER not in job
    assert 1 == job.count(escpos.CUT)
    assert job.endswith(escpos.CUT)


@given(st.text(max_size=60), st.booleans(), st.booleans())
def test_a_job_obeys_nothing_at_once(text, is_large, opens_drawer):
    """The byte with which real-time commands begin is in no job, not in a date's either."""
    layout = Layout((TextLine(text, is_large=is_large),), CODE, opens_drawer=opens_drawer)

    assert escpos.DLE not in escpos.encode(layout)


def test_both_bar_codes_carry_the_text():
    """Once in the QR code and once in Code 128, set B; each can be left off."""
    layout = Layout((), CODE)
    stored, bars = b"1P0" + CODE.encode(), b"\x1dk\x49\x26{B" + CODE.encode()

    for has_qr, has_code128 in ((True, True), (True, False), (False, True), (False, False)):
        job = escpos.encode(layout, escpos.Symbols(has_qr=has_qr, has_code128=has_code128))
        assert (has_qr, has_code128) == (stored in job, bars in job)


def test_a_layout_without_a_code_has_no_bar_code():
    """As a copy."""
    job = escpos.encode(Layout((TextLine("COPY"),)))

    assert b"(k" not in job
    assert b"\x1dk" not in job


def test_large_bold_and_centred_text():
    """Size, weight and place are set for each line, so that none keeps those of the line before."""
    large = escpos.encode(Layout((TextLine("COPY", is_large=True, is_bold=True, is_centred=True),)))
    small = escpos.encode(Layout((TextLine("COPY"),)))

    assert b"\x1ba\x01\x1bE\x01\x1d!\x11COPY\n" in large
    assert b"\x1ba\x00\x1bE\x00\x1d!\x00COPY\n" in small


def test_the_drawer_opens_only_if_asked():
    """After the receipt was cut off."""
    assert escpos.encode(Layout((), opens_drawer=True)).endswith(escpos.CUT + escpos.DRAWER)


@pytest.mark.parametrize("dots", [0, 2, 13, 16])
def test_a_qr_code_has_a_size_that_can_be_read(dots):
    """Too small and too large are refused."""
    with pytest.raises(BadConfig, match="dots"):
        escpos.Symbols(qr_dots=dots)


@pytest.mark.parametrize(
    ("answers", "problems"),
    [
        (READY, ()),
        (b"\x1a\x16\x12\x12", ("the printer is offline", "the cover is open")),
        (b"\x32\x12\x12\x12", ("the printer waits to be put online",)),
        (b"\x52\x1a\x12\x12", ("the paper feed button is pressed", "paper is being fed by the button")),
        (b"\x12\x52\x1a\x12", ("the printer has an error", "the cutter is jammed")),
        (b"\x12\x12\x16\x12", ("a recoverable error",)),
        (b"\x12\x12\x32\x12", ("an error that cannot be recovered",)),
        (b"\x12\x12\x52\x12", ("an error that passes by itself, such as a hot head",)),
        (b"\x12\x32\x12\x72", ("the paper is out, and printing stopped", "the paper is out")),
    ],
)
def test_status_in_words(answers, problems):
    """Each bit that stops the printer has its sentence."""
    status = decoded(answers)

    assert (problems, ()) == (status.problems, status.warnings)
    assert status.is_ready == (not problems)


def test_paper_near_its_end_is_only_a_warning():
    """A ticket still fits."""
    status = decoded(b"\x12\x12\x12\x1e")

    assert (True, ("the paper is near its end",)) == (status.is_ready, status.warnings)


@pytest.mark.parametrize("answers", [b"", b"\x12\x12\x12", READY + b"\x12", b"\x12\x12\x12\x13", b"\x12\x00\x12\x12"])
def test_what_is_no_status_is_none(answers):
    """Too few, too many, or a byte without the bits that every status has."""
    assert decoded(answers) is None
