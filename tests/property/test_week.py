"""A week of the demonstration house: at every table and shift the win is the same by counts and by settlements."""

import random
from collections import Counter
from collections.abc import Iterator
from contextlib import closing, nullcontext

import msgspec
import pytest

from pitboss.cli.win import win_of
from pitboss.floor.gates.virtual_shoes import Order
from pitboss.floor.verify.verify import verify
from pitboss.journal import Journal, open_journal
from tests.support.campaign import Campaign, Part
from tests.support.postgres import database
from tests.support.week import Week

MET = (
    *("table.begin_inventory/1", "table.count_inventory/1", "table.accept_fill/1", "table.void_slip/1"),
    *("table.receive_credit/1", "table.remove_drop_box/1", "table.count_box/1", "table.issue_marker/1"),
    *("table.empty_tip_box/1", "table.report_mispayment/1", "table.correct_settlement/1", "table.relieve_dealer/2"),
    *("table.resume/1", "table.bar_player/1", "table.limit_player/1", "table.correct_sale/1", "table.close/1"),
    *("roulette.abandon_colour/1", "roulette.redeem_claim/1", "roulette.impress_colour/1", "table.print_slip/1"),
    *("roulette.place_wager/1", "sicbo.place_wager/1", "baccarat.place_wager/1", "blackjack.place_wager/1"),
    *("table.call_off_round/1", "dispute.grant/1", "dispute.file_complaint/1", "dispute.notify/1"),
    *("automatic.void_game/1", "automatic.refund_game/1", "automatic.abandon_session/1"),
)
"""What a whole week must have met; a slice of it meets what chance brings."""
AT_EVERY_TABLE = (
    "table.closed/1",
    *("table.opened/1", "table.inventory_counted/1", "table.fill_accepted/1", "table.credit_received/1"),
    *("table.drop_box_removed/1", "table.box_counted/1", "table.tip_taken/1", "table.tip_box_emptied/1"),
    *("table.suspended/1", "table.resumed/1", "table.staff_changed/2", "dispute.moved/1"),
)
"""What every table's journal has after a whole week."""
CORRECTED = {"table.settlement_corrected/1", "table.wager_corrected/1", "automatic.game_refunded/1"}
WALKED_OFF = {"roulette.colour_abandoned/1", "automatic.session_abandoned/1"}
"""Chips of their own are what somebody can walk off with: the colours and credits of roulette."""
DAYS, SHIFTS, ROUNDS = 7, 2, 12


def lived(week: Week, address: str, *, days: int, shifts: int, rounds: int) -> Counter[str]:
    """Live, and hold the journal to both routes to the win, at every table and count, and to its verification."""
    try:
        with pytest.MonkeyPatch.context() as patch:
            # From the machine's own chance no week could be lived through again.
            patch.setattr(Order, "drawn", week.drawn_shoe)
            met = week.live_through(days=days, shifts=shifts, rounds=rounds)
    finally:
        week.live.close()
    with closing(open_journal(address, is_reader=True)) as journal:
        for table in week.pits:
            periods = win_of(journal, table).periods
            assert len(periods) >= days * shifts, table
            assert [] == [(table, period) for period in periods if period.difference_minor]
            met["periods"] += len(periods)
            met.update(missed(journal, table))
        assert () == verify(journal).faults
    return met


def missed(journal: Journal, table: str) -> Iterator[str]:
    """Yield what did not happen at a table."""
    kinds = {msgspec.json.decode(record.body)["type"] for record in journal.read(table)}
    yield from (f"missed {what} {table}" for what in AT_EVERY_TABLE if what not in kinds)
    if not kinds & CORRECTED:
        yield f"missed corrections {table}"
    if "roulette.round_settled/1" in kinds and not kinds & WALKED_OFF:
        yield f"missed walk-offs {table}"


@pytest.mark.campaign(2)
def test_a_week_of_the_house(request, tmp_path):
    """On SQLite and on PostgreSQL: two shifts a day at every table; every test run lives through one small shift."""
    campaign = Campaign.of(request, "week", part_cases=1, slice_parts=2)
    size = {"days": DAYS, "shifts": SHIFTS, "rounds": ROUNDS}
    if not campaign.is_whole:
        size = {"days": 1, "shifts": 1, "rounds": 1}

    def search(part: Part) -> Counter[str]:
        with nullcontext(f"sqlite:///{tmp_path / 'week.db'}") if part.number == 0 else database() as address:
            return lived(Week(address, tmp_path, random.Random(part.seed)), address, **size)

    met = campaign.run(search)
    assert met["periods"] >= 2 * 9 * size["days"] * size["shifts"]
    if campaign.is_whole:
        assert [] == [what for what in MET if not met[what]]
        assert [] == [what for what in met if what.startswith("missed")]
