"""Papers of a table: numbers without a gap, every name that signed, and COPY on whatever is printed again."""

import pytest

from pitboss.games.everyday import acts as a
from pitboss.games.everyday.acts import PaperKind
from pitboss.games.everyday.papers import KEPT
from pitboss.games.table.acts import CloseTable, OpenTable
from tests.support.everyday import accept, begin, count, fill, issue
from tests.support.sicbo_driver import SicBoDriver


def kept() -> SicBoDriver:
    """Return an open sic bo table with a rack that was filled and counted."""
    driver = SicBoDriver()
    begin(driver)
    fill(driver, "20x100")
    driver.inspected()
    count(driver, "opening")
    return driver


def printed(driver, paper, number=1, who="cashier"):
    """Print a paper."""
    return driver.do(who, a.PrintSlip(paper=PaperKind(paper), number=number))


@pytest.mark.clause("HP-I8")
class TestPapers:
    def test_the_first_print_is_the_original(self):
        """And every other a copy, with what was signed meanwhile."""
        driver = SicBoDriver()
        begin(driver)
        slip = issue(driver, "5x100")
        first = printed(driver, "slip")
        accept(driver, slip, "5x100")
        second = printed(driver, "slip", who="dealer")

        assert (False, True) == (first.is_copy, second.is_copy)
        assert (2, 3) == (len(first.records), len(second.records))

    def test_every_paper_has_its_number(self):
        """Slips, counts, boxes, markers and corrections, each kind from one on and without a gap."""
        driver = kept()
        driver.do("dealer", OpenTable(mucker=None))
        signed = a.IssueMarker(player="Ann", amount_minor=100, signature="Ann")
        for _ in range(2):
            driver.do("pit_supervisor", signed, witness="cashier")
        handed = a.ReportMispayment(player="Ann", handed=a.Handed.TOO_LITTLE, amount_minor=100, reason="Missed.")
        driver.do("pit_supervisor", handed, witness="floorperson")
        driver.do("pit_supervisor", a.PayDue(player="Ann", amount_minor=100), witness="floorperson")
        driver.do("pit_supervisor", a.RemoveDropBox(), witness="cashier")
        driver.do("cashier", a.CountBox(box=1, counted_minor=0), witness="auditor")
        count(driver, "closing")
        driver.do("dealer", CloseTable())

        known = driver.table.everyday.papers
        expected = ["slip 1", "count 1", "marker 1", "marker 2", "correction 1", "correction 2", "box 1", "count 2"]
        assert expected == list(known)
        assert 2 == len(printed(driver, "box").records)

    def test_what_there_is_not_is_not_printed(self):
        """Nor by anybody who has nothing to do with it."""
        driver = kept()
        assert "HP-I8" == driver.refused("cashier", a.PrintSlip(paper=PaperKind.SLIP, number=2)).clause
        assert "HP-I8" == driver.refused("cashier", a.PrintSlip(paper=PaperKind.MARKER, number=1)).clause
        assert "HP-I8" == driver.refused("Ann", a.PrintSlip(paper=PaperKind.SLIP, number=1)).clause

    def test_a_table_does_not_keep_papers_for_ever(self):
        """The oldest is gone when there are too many."""
        driver = kept()
        for _ in range(KEPT):
            driver.do("floorperson", a.RequestFill(pieces="1x1"))
        assert KEPT == len(driver.table.everyday.papers)
        assert "HP-I8" == driver.refused("cashier", a.PrintSlip(paper=PaperKind.SLIP, number=1)).clause
        printed(driver, "slip", KEPT)
