"""Prices on the board of a race: what would be paid, what is, and that sums say what every ticket says."""

import random
from dataclasses import replace

import msgspec

from pitboss.tote.day.board import Board, board
from pitboss.tote.day.state import SOURCE
from pitboss.tote.odds import odds_of, probables_of
from pitboss.tote.settle import settle_pool
from tests.support.day_driver import FVD, DayDriver, small
from tests.support.day_play import DayPlay


def shown(day, number=1, track="FVD"):
    """Return the board of a race as it stands."""
    return board(day.state, track, number, day.now)


class TestWouldPay:
    def test_an_exacta_as_a_table(self):
        """$2 on each of two orders, a fifth taken: $3.20 for either; nobody has the others."""
        day = DayDriver(small("exacta", 3, takeout="0.2"))
        day.sell("$2 EX BOX 1,3")
        (table,) = shown(day).probables
        assert ("FVD-1-exacta", ("1", "2", "3"), ("1", "2", "3")) == (table.pool, table.rows, table.columns)
        assert ((None, None, 320), (None, None, None), (320, None, None)) == table.prices

    def test_a_quinella_is_filled_above_the_diagonal(self):
        """Each pair once, and nothing with a runner that is out."""
        day = DayDriver(small("quinella", 3))
        day.sell("$2 QU 1-3")
        day.sell("$2 QU 2-3")
        day.scratch("2")
        (table,) = shown(day).probables
        assert ((None, None, 210), (None, None, None), (None, None, None)) == table.prices
        assert (("2",), ("2",)) == (table.rows_out, table.columns_out)

    def test_a_double_has_the_second_leg_across(self):
        """On the board of its first race, until that one's order is posted."""
        day = DayDriver(small("double", 2, 3))
        day.sell("$2 DD 2/ALL")
        (table,) = shown(day).probables
        assert (("1", "2"), ("1", "2", "3"), (600, 600, 600)) == (table.rows, table.columns, table.prices[1])
        assert () == shown(day, 2).probables
        day.post("2-1")
        assert () == shown(day).probables

    def test_will_pays_when_only_the_last_leg_is_to_run(self):
        """$4 in the pool: $2 live with each of two runners, so either pays all of it."""
        day = DayDriver(small("double", 2, 3))
        day.sell("$2 DD 2/1,3")
        assert () == shown(day, 2).will_pays
        day.official("2-1")
        (found,) = shown(day, 2).will_pays
        assert ("FVD-1-double", {"1": 400, "2": None, "3": 400}) == (found.pool, found.prices)
        day.post("1-2-3", 2)
        assert () == shown(day, 2).will_pays

    def test_a_twin_trifecta_has_none(self):
        """What its second half pays depends on exchanges that are not made yet."""
        day = DayDriver(small("twin_trifecta", 4, 4))
        day.sell("$2 TT 1/2/3")
        day.official("1-2-3")
        assert () == shown(day, 2).will_pays


class TestPaid:
    def test_no_price_before_it_is_official(self):
        """The order is shown, and nothing beside it."""
        day = DayDriver(FVD)
        day.sell("$2 ACROSS 4", "$2 EX 4/2")
        day.post("4-2-3")
        assert {None} == {price for row in shown(day).finish for price in (row.win, row.place_price, row.show)}
        assert () == shown(day).paid_out
        assert ["4", "2", "3"] == [row.no for row in shown(day).finish]

    def test_win_place_and_show_beside_who_finished(self):
        """$2 across 4 alone in the pools: the minimum of $2.10 in each."""
        day = DayDriver(FVD)
        day.sell("$2 ACROSS 4")
        day.official("4-2-3")
        first, second, _ = shown(day).finish
        assert (1, "4", "Dapple", 210, 210, 210) == (
            first.place, first.no, first.name, first.win, first.place_price, first.show,
        )  # fmt: skip
        assert (None, None, None) == (second.win, second.place_price, second.show)

    def test_a_coupled_entry_has_its_price_once(self):
        """Beside the better placed of its runners."""
        day = DayDriver(FVD)
        day.sell("$2 ACROSS 1")
        day.official("1A-1-3")
        assert [("1A", "1", 210), ("1", "1", None)] == [(row.no, row.number, row.show) for row in shown(day).finish[:2]]

    def test_dead_heats_share_a_place(self):
        """Each has its own price."""
        day = DayDriver(FVD)
        day.sell("$2 WN 4")
        day.sell("$2 WN 2")
        day.official("4=2-3")
        assert [(1, True, 210), (1, True, 210), (3, False, None)] == [
            (row.place, row.is_dead_heat, row.win) for row in shown(day).finish
        ]

    def test_exotic_pools_with_what_is_carried_over(self):
        """$3 of four fourths goes on; the one hit of six gets a fourth of $4 and is lifted to the minimum."""
        day = DayDriver(small("pick6", *[2] * 6))
        day.sell("$4 P6 1/1/1/1/1/1")
        for number in range(1, 7):
            day.official("1-2" if number == 1 else "2-1", number)
        (line,) = shown(day, 6).paid_out
        assert ("pick6", "1 of 6", 5, 210, 300) == (line.kind, line.combo, line.level, line.price, line.carryover_minor)
        assert () == shown(day, 5).paid_out

    def test_refunded_pools_say_so(self):
        """On the board of the race that was cancelled, a pool that goes on from there as well."""
        day = DayDriver(FVD)
        day.sell("$2 WN 4", "$2 DD 4/1", "$2 P3 4/1/1")
        day.cancel_race()
        found = {(line.kind, line.status, line.reason, line.combo) for line in shown(day).paid_out}
        assert {(kind, "refunded", "race cancelled", None) for kind in ("win", "double")} == found
        assert "double" in {line.kind for line in shown(day, 2).paid_out}


def checked(day, track, number, now):
    """Hold a board against the calculation over every ticket; return its first light."""
    found = board(day, track, number, now)
    assert found == msgspec.json.decode(msgspec.json.encode(found), type=Board)
    for entry in found.pools:
        outcome = settle_pool(day.pool(entry.pool))
        if entry.refunds_minor is not None and day.books[entry.pool].settled is None:
            assert sum(outcome.refunds.values()) == entry.refunds_minor
        if entry.kind == "win" and found.status[0] not in ("CANCELLED", "NO RACE"):
            whole = day.pool(entry.pool)
            unrun = replace(whole, races=tuple(replace(leg, result=None) for leg in whole.races))
            odds = {name: (row["display"], row["amount"]) for name, row in odds_of(settle_pool(unrun), SOURCE).items()}
            assert odds == {one.number: (one.odds, one.win_minor) for one in found.interests if not one.is_out}
    for table in found.probables:
        between = "/" if table.kind == "double" else "-"
        cells = zip(table.rows, table.prices, strict=True)
        prices = {f"{row}{between}{column}": price for row, line in cells
                  for column, price in zip(table.columns, line, strict=True) if price}  # fmt: skip
        expected = probables_of(settle_pool(day.pool(table.pool)), SOURCE)
        assert {name: price for name, price in expected.items() if price} == prices
    return found.status[0]


def test_boards_say_what_all_tickets_say():
    """Over random days, whatever happens: odds, refunds and probables from sums are those of the tickets one by one."""
    met = set()
    for seed in range(4):
        day = DayPlay(random.Random(seed))
        day.begin()
        for step in range(140):
            day.step()
            if step % 20 == 0:
                met |= {checked(day.state, track, number, day.now) for track, number in day.state.races}
    assert {"OPEN", "OFF", "OFFICIAL"} <= met
