"""The statement of an account: entries in order, each with what the account held after it."""

from pitboss.ledger.balance import Entry, statement

ENTRIES = [
    Entry(3, "2024-06-01T20:00:00+00:00", "table:1", 2, 500, "Ann bets $5.00 on red."),
    Entry(9, "2024-06-01T20:01:00+00:00", "table:2", 4, -700),
    Entry(12, "2024-06-01T20:02:00+00:00", "table:1", 5, 200, "Red wins."),
]


def test_a_line_has_what_the_account_held_then():
    """The balance runs along, below zero too, and what happened is said where it is known."""
    lines = list(statement(ENTRIES))
    assert [500, -200, 0] == [line.balance_minor for line in lines]
    assert [500, -700, 200] == [line.amount_minor for line in lines]
    assert ["Ann bets $5.00 on red.", None, "Red wins."] == [line.words for line in lines]
    assert [(3, "table:1", 2), (9, "table:2", 4), (12, "table:1", 5)] == [
        (line.position, line.stream, line.version) for line in lines
    ]


def test_a_statement_may_begin_with_a_balance():
    """What was there before is counted with it."""
    assert [1_500, 800, 1_000] == [line.balance_minor for line in statement(ENTRIES, 1_000)]


def test_an_account_without_entries_has_no_lines():
    """Whatever it held before."""
    assert [] == list(statement([], 5))
