"""Double entry over tables and tote: a chart of accounts, one fold of moves, balances, statements, and a recount."""

from pitboss.ledger.chart import CHART, Account, AccountKind, account_of, add_postings, postings_of

__all__ = ["CHART", "Account", "AccountKind", "account_of", "add_postings", "postings_of"]
