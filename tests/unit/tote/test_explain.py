"""Why a pool pays what it pays, told line by line."""

import json

import pytest

from pitboss.cli import main
from pitboss.tote.explain import explain
from pitboss.tote.settle import settled_pools

RUNNERS = ["1", "2", {"no": "3", "scratched": "early"}]


def told(bets, *, kind="win", result=(("1",), ("2",)), **pool):
    """Return the lines of one pool on a race of three, with a bet on each number by its source."""
    race = {"runners": RUNNERS, **({"result": result} if result else {"cancelled": "late"})}
    tickets = [
        {"id": f"t{place}", "pool": "P", "sel": sel, "amount": amount, **more}
        for place, (sel, amount, more) in enumerate(bets)
    ]
    document = {"type": kind, "races": ["1"], "takeout": "0.2", **pool}
    card = {"races": {"1": race}, "pools": {"P": document}, "tickets": tickets}
    return explain(settled_pools(json.dumps(card).encode())[1]["P"])


def test_a_price_from_what_was_sold_to_what_is_left():
    """Refunds, takeout, net, the exact price and its cut, payments and breakage."""
    lines = told([(["1"], 300, {}), (["2"], 1000, {}), (["3"], 100, {})])
    assert (
        "Sold: $14.00, of which $1.00 is refunded.",
        "Taken out: 1/5 of $13.00, rounded down: $2.60.",
        "Net: $10.40.",
        "1 pays $6.80 for $2.00: $3.00 is on it; exactly 52/15 for 1; cut to a multiple of $0.10 for $1.00.",
        "Paid: $10.20.",
        "Breakage: $0.20.",
    ) == lines


def test_a_price_that_is_lifted_makes_a_minus_pool():
    """Everybody is on the winner, and gets the minimum."""
    lines = told([(["1"], 1000, {})], takeout="0")
    assert (
        "1 pays $2.10 for $2.00: $10.00 is on it; exactly 1 for 1; lifted to the minimum of $1.05 for $1.00.",
        "Paid: $10.50.",
        "Minus pool, paid by the association: $0.50.",
    ) == lines[-3:]


def test_sources_and_shares_are_named():
    """Two takeouts have two prices, and of two places each has half of the profit."""
    rates = {"host": "0.1", "guest": "0.2"}
    bets = [(["1"], 400, {"source": "guest"}), (["2"], 1000, {"source": "host"})]
    lines = told(bets, kind="place", takeout=rates)
    assert "Taken out at guest: 1/5 of $4.00, rounded down: $0.80." in lines
    assert [True, True] == ["1/2 of the profit" in line for line in lines if " pays " in line]


def test_a_pool_that_is_refunded_says_why():
    """There is nothing to price."""
    lines = told([(["1"], 400, {})], result=None)
    assert ("Sold: $4.00, of which $4.00 is refunded.", "The pool is refunded: race cancelled.") == lines


def test_what_is_carried_in_and_over_is_told():
    """A pick two that nobody has: the major share goes on to another day."""
    race = {"runners": ["1", "2"], "result": [["1"], ["2"]]}
    pool = {"type": "pickn", "races": ["1", "2"], "takeout": "0", "carryover_in": 500}
    ticket = {"id": "t", "pool": "P", "sel": ["1", "2"], "amount": 1000}
    card = {"races": {"1": race, "2": race}, "pools": {"P": pool}, "tickets": [ticket]}
    lines = explain(settled_pools(json.dumps(card).encode())[1]["P"])
    assert ("Carried in: $5.00.", "Carried over: $12.50.") == (lines[1], lines[5])


class TestCommand:
    def test_the_lines_are_printed(self, capsys):
        """One a line."""
        with pytest.raises(SystemExit):
            main(["tote", "explain", "examples/tote/afternoon.json", "P1"])
        assert "Breakage: $0.80." == capsys.readouterr().out.splitlines()[-1]

    def test_as_json(self, capsys):
        """The pool and its lines."""
        with pytest.raises(SystemExit):
            main(["tote", "explain", "examples/tote/afternoon.json", "P1", "--json"])
        answer = json.loads(capsys.readouterr().out)
        assert ("P1", "Net: $58.80.") == (answer["pool"], answer["lines"][2])

    def test_a_pool_that_is_not_on_the_card(self, capsys):
        """The pools there are named."""
        with pytest.raises(SystemExit) as leaving:
            main(["tote", "explain", "examples/tote/afternoon.json", "P9"])
        assert (2, True) == (leaving.value.code, "no such pool; the card has W1, P1" in capsys.readouterr().err)
