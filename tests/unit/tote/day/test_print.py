"""What is printed on a ticket."""

from pitboss.tote.day.print import ticket_lines
from tests.support.day_driver import DayDriver


def test_a_ticket_line_by_line():
    """House and station, time, each bet, the total, number and code, and until when it is good."""
    ticket = DayDriver().at("12:00:00").sell("$2 WN 3", "R2 $1 TRI 5/1,2/ALL")
    assert [
        "Oneida, window 10, terminal T1, serial 1",
        "2004-05-01 12:00:00 UTC-05:00",
        "FVD race 1: $2 WN 3  (1 bet, $2.00)",
        "FVD race 2: $1 TRI 5/1,2/ALL  (10 bets, $10.00)",
        "11 bets, total $12.00",
        f"{ticket.ticket}  check {ticket.check}",
        "not payable from 2004-07-30 on",
    ] == list(ticket_lines(ticket, "USD"))


def test_one_bet_is_one_bet():
    """Without an s, also in the total."""
    assert "1 bet, total $2.00" in list(ticket_lines(DayDriver().sell("$2 WN 3"), "USD"))


def test_a_bet_is_printed_in_short():
    """However it was called."""
    assert "FVD race 1: $2 WN 3  (1 bet, $2.00)" in list(ticket_lines(DayDriver().sell("$2 WIN 3"), "USD"))
