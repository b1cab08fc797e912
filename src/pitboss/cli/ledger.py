"""`pitboss ledger`: the trial balance of a journal, or the statement of an account, now or as of any event."""

from __future__ import annotations

from difflib import get_close_matches
from typing import TYPE_CHECKING

from pitboss.cli.journals import JournalAddress, position_of, reading
from pitboss.cli.output import console, print_json, print_table
from pitboss.errors import InputError
from pitboss.journal.address import without_password
from pitboss.money import Currency, show

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pitboss.journal import Journal
    from pitboss.ledger.balance import Entry, StatementLine, TrialBalance


def run(
    journal: JournalAddress,
    *,
    at: str | None = None,
    account: str | None = None,
    words: bool = True,
    json: bool = False,
) -> int:
    """Print the trial balance by kind of account, or one account's statement.

    Parameters
    ----------
    at
        As of an event: its position in the journal, or STREAM@VERSION; by default now.
    account
        The statement of this account, such as USD:table:main/rack, and not the trial balance.
    words
        Say in a statement what happened; without it a long one is faster.
    json
        Print one JSON row a line.

    Returns:
    -------
    int
        0 where the sum is zero in each unit, 1 where it is not.
    """
    from pitboss.floor.writer.books import balances
    from pitboss.ledger.balance import statement, trial_balance

    with reading(journal) as opened:
        upto = position_of(opened, at) if at is not None else opened.last()[0]
        if account is not None:
            lines = statement(_entries(opened, account, upto, is_told=words))
            _print_statement(account, lines, json=json)
            return 0
        balance = trial_balance(balances(opened, upto))
        _print_balance(f"{without_password(journal)} after {upto} events", balance, json=json)
        return 0 if balance.is_balanced else 1


def _amount(unit: str, minor: int) -> str:
    from pitboss.ledger.chart import CHIPS

    return f"{minor:,}" if unit == CHIPS else show(minor, Currency.of(unit))


def _print_balance(title: str, balance: TrialBalance, *, json: bool) -> None:
    if json:
        print_json([*balance.lines, *({"unit": unit, "sum_minor": sum_} for unit, sum_ in balance.differences.items())])
        return
    rows: list[dict[str, object]] = []
    for unit, total in balance.differences.items():
        for line in balance.lines:
            if line.unit == unit:
                amount = _amount(unit, line.amount_minor)
                rows.append(
                    {
                        "account": line.title,
                        "kind": line.kind,
                        "accounts": line.accounts,
                        "unit": unit,
                        "balance": amount,
                    }
                )
        rows.append({"account": "sum", "kind": "", "accounts": "", "unit": unit, "balance": _amount(unit, total)})
    console().print(title, style="bold", markup=False)
    print_table("", ("account", "kind", "accounts", "unit", "balance"), rows)
    for unit, total in balance.differences.items():
        if total:
            print(f"The accounts in {unit} are off by {_amount(unit, total)}: pitboss verify tells where.")


def _print_statement(account: str, lines: Iterator[StatementLine], *, json: bool) -> None:
    if json:
        print_json(lines)
        return
    unit = account.partition(":")[0]
    columns = ("at", "stream", "version", "amount", "balance", "what")
    rows = (
        {
            "at": line.at,
            "stream": line.stream,
            "version": line.version,
            "amount": _amount(unit, line.amount_minor),
            "balance": _amount(unit, line.balance_minor),
            "what": line.words or "",
        }
        for line in lines
    )
    console().print(account, style="bold", markup=False)
    print_table("", columns, rows)


def _entries(journal: Journal, account: str, upto: int, *, is_told: bool) -> Iterator[Entry]:
    """Yield what each event did to an account."""
    from pitboss.floor.writer.books import balances, postings
    from pitboss.ledger.balance import Entry

    amounts: dict[int, int] = {}
    for posting in postings(journal, account, upto):
        amounts[posting.position] = amounts.get(posting.position, 0) + posting.amount_minor
    if not amounts:
        near = ", ".join(get_close_matches(account, balances(journal, upto), cutoff=0.3)) or "none"
        raise InputError(f"no such account by then; the nearest is {near}", field="account", value=account)
    records = {record.position: record for record in journal.read_all() if record.position in amounts}
    told = _told(journal, {(record.stream, record.version) for record in records.values()}) if is_told else {}
    for position, amount in amounts.items():
        record = records[position]
        words = told.get((record.stream, record.version))
        yield Entry(position, record.at, record.stream, record.version, amount, words)


def _told(journal: Journal, wanted: set[tuple[str, int]]) -> dict[tuple[str, int], str]:
    """Return stream and version to what happened, in words."""
    from pitboss.floor.writer.history import opened_stream, steps

    found: dict[tuple[str, int], str] = {}
    for stream in sorted({stream for stream, _ in wanted}):
        for step in steps(journal, opened_stream(journal, stream)):
            # A refusal has words and no record.
            for record, words in zip(step.records, step.words, strict=False):
                if (stream, record.version) in wanted:
                    found[stream, record.version] = words
    return found
