"""What holds of every tote day, tried on random ones: what a cancellation undoes, what must not matter, whose odds."""

import random
from collections import Counter

import pytest

from pitboss.decider import Accepted
from pitboss.tote.day import acts as a
from pitboss.tote.day.board import Board, Probables, board
from tests.support.day_documents import recorded
from tests.support.day_play import DayPlay
from tests.support.naive_tote import settle

DAYS = 12
TICKETS = 40
RACING = (
    a.ScratchRunner, a.StopBetting, a.PostResult, a.EnterPayoffs, a.CallInquiry, a.EndInquiry, a.DeclareOfficial,
    a.DeclareOrderOfficial, a.CancelRace,
)  # fmt: skip


def begun(seed: str, steps: int) -> DayPlay:
    """Return a day of one track that has come some steps far."""
    play = DayPlay(random.Random(seed), tracks=1)
    play.begin()
    play.step_on(steps)
    return play


def money_of(play: DayPlay) -> dict:
    """Return the money of a day as it stands: books, balances and totals, without what is nought."""
    books = {
        name: {
            "bets": dict(book.bets),
            "totals": book.totals(play.state.balances.get(f"pool:{name}", 0)),
            "cells": {cell: amount for cell, amount in enumerate(book.cells) if amount},
        }
        for name, book in play.state.books.items()
    }
    balances = {name: held for name, held in play.state.balances.items() if held}
    return {"books": books, "balances": balances, "cash": sum(one.cash_minor for one in play.state.terminals.values())}


def test_a_cancelled_ticket_leaves_no_trace_in_the_money():
    """Sold and cancelled, a ticket leaves every book, balance and total as it was."""
    undone = 0
    for seed in range(DAYS):
        play = begun(f"cancel {seed}", seed * 5)
        for _ in range(20):
            before, sale = money_of(play), play.draw.sale()
            if sale is None or not isinstance(play.do(sale), Accepted):
                continue
            assert before != money_of(play)
            serial = play.state.terminals[sale.terminal].serial
            cancel = a.CancelTicket(terminal=sale.terminal, serial=serial, method=a.Method.SERIAL)
            if isinstance(play.do(cancel), Accepted):
                undone += 1
                assert before == money_of(play)
    assert undone > 10 * DAYS


def settled_of(play: DayPlay) -> dict:
    """Return what the pools came to and what is due, each ticket by the chance in its number."""
    names = "status sold_minor refunds_minor takeout_minor payout_minor breakage_minor minus_pool_minor".split()
    names += ["carryover_out_minor", "winners", "explained"]
    pools = {
        name: {one: getattr(book.settled, one) for one in names}
        for name, book in play.state.books.items()
        if book.settled is not None
    }
    return {"pools": pools, "due": {ticket.id: ticket.due for ticket in play.state.tickets.values()}}


@pytest.mark.parametrize("seed", range(DAYS))
def test_the_order_of_the_windows_is_immaterial(seed):
    """The same tickets sold in another order and at other windows have the same prices and get the same."""
    play = begun(f"order {seed}", 0)
    sales = [play.draw.sale() for _ in range(TICKETS)]
    accepted = [sale for sale in sales if sale is not None and isinstance(play.do(sale), Accepted)]
    for _ in range(10):
        act = play.draw.act(a.ScratchRunner)
        play.do(act) if act is not None else None
    play.finish(is_cashed=False)
    other = DayPlay(random.Random(f"order {seed}"), tracks=1)
    other.begin()
    for sale in other.rng.sample(accepted, len(accepted)):
        at = other.rng.choice(("T1", "T2"))
        other.must(a.SellTicket(terminal=at, nonce=sale.nonce, bets=sale.bets))
    for command in play.commands:
        if isinstance(command.act, RACING):
            other.must(command.act)
    assert len(accepted) > TICKETS / 2
    assert settled_of(play) == settled_of(other)


def prices_on(shown: Probables) -> dict:
    """Return the probable prices of a board's table by pair."""
    between = "/" if shown.kind == "double" else "-"
    return {
        f"{row}{between}{column}": price
        for row, prices in zip(shown.rows, shown.prices, strict=True)
        for column, price in zip(shown.columns, prices, strict=True)
        if price is not None
    }


def test_the_board_shows_what_the_tickets_say():
    """Odds, money, probable prices and will-pays of the board are those of the tickets, written out one by one."""
    met = Counter[str]()
    for seed in range(DAYS):
        play = begun(f"board {seed}", 20)
        for _ in range(10):
            play.step_on(15)
            answer = settle(recorded(play.events).document())["pools"]
            for track, number in play.state.races:
                shown = board(play.state, track, number, play.now)
                met += hold_board(shown, answer, answer.get(f"{track}-{number}-win", {}))
    assert min(met[what] for what in ("odds", "probables", "will-pays", "pools")) >= DAYS


def hold_board(shown: Board, answer: dict, to_win: dict) -> Counter[str]:
    """Hold a board to a second settlement, and return what was on it."""
    if to_win.get("status") in ("open", "official"):
        assert to_win["odds"] == {
            one.number: {"amount": one.win_minor, "odds_cents": one.odds_cents, "display": one.odds}
            for one in shown.interests
            if not one.is_out
        }
    for table in shown.probables:
        expected = {pair: price for pair, price in answer[table.pool]["probables"].items() if price is not None}
        assert expected == prices_on(table)
    for pays in shown.will_pays:
        assert answer[pays.pool]["will_pays"] == pays.prices
    for one in shown.pools:
        assert answer[one.pool]["sold"] == one.sold_minor
    shows = {"odds": bool(to_win), "probables": len(shown.probables), "will-pays": len(shown.will_pays)}
    return Counter({**shows, "pools": len(shown.pools)})
