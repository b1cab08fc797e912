"""The papers of a table: three parts with every name and time, as a page, a PDF and for a receipt printer."""

import pytest

from pitboss.floor.devices.escpos import encode
from pitboss.floor.devices.layout import Layout, TextLine
from pitboss.floor.devices.pdf import as_pdf
from pitboss.floor.devices.slip import as_page, slip_layouts
from pitboss.floor.writer.writer import Floor
from pitboss.journal import open_journal
from tests.support.durable import play, script

EXAMPLE = "examples/sicbo/printed-slips.jsonl"
pytestmark = pytest.mark.clause("HP-I8")


def _print(floor, key):
    """Return the layouts of the print that a command made."""
    record = next(floor.journal.read("table:1", after=floor.journal.answer("table:1", key).first - 1))
    return floor.view("table:1", lambda live: slip_layouts(floor.journal, live, live.decoded(record.body)))


@pytest.fixture(scope="module")
def prints(tmp_path_factory):
    """Return the layouts of a slip's two prints."""
    folder = tmp_path_factory.mktemp("slips")
    floor = Floor(open_journal(f"sqlite:///{folder / 'day.db'}"))
    chosen = script(EXAMPLE)
    play(floor, "table:1", chosen)
    found = [_print(floor, key) for key in ("print", "print-again")]
    floor.close()
    return found


def text(layout) -> str:
    """Return all that is on a paper."""
    return "\n".join(line.text for line in layout.lines)


def test_three_parts_with_every_name(prints):
    """The number, the chips by denomination and their total, who asked, gave, carried and saw, and whose part it is."""
    first, _ = prints
    assert ["cage", "table", "accounts"] == [text(part).rpartition(": ")[2] for part in first]
    for part in first:
        said = text(part)
        assert [] == [
            word for word in ("FILL SLIP", "No. 1", "Flo", "Cal", "Rob", "2026-03-02T18:01") if word not in said
        ]
        assert "20 x 100" in said
        assert "total $3,000.00" in said
        assert "COPY" not in said


def test_what_is_printed_again_says_copy(prints):
    """Twice, above and below, on every part; and it has the names that were signed meanwhile."""
    _, second = prints
    assert [2, 2, 2] == [text(part).count("COPY") for part in second]
    assert all("Dora" in text(part) for part in second)


def test_a_page_a_pdf_and_a_receipt(prints):
    """The same lines in each form: a sheet or a page a part, and a cut after each for the receipt printer."""
    first, _ = prints
    page = as_page(first, "/static/x/css/slip.css")
    assert (3, 3) == (page.count('<section class="paper">'), page.count("FILL SLIP"))
    assert 3 == as_pdf(*first).count(b"/Type /Page\n")
    jobs = [encode(part) for part in first]
    assert [] == [job for job in jobs if b"FILL SLIP" not in job or b"No. 1" not in job]


def test_what_somebody_typed_is_no_markup():
    """A name cannot become a part of the page."""
    page = as_page([Layout((TextLine("<script>Rob</script>"),))], "/x.css")
    assert "<script>" not in page
