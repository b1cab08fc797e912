"""`pitboss demo`: a narrated round of each house, with its layout and where the money went."""

from __future__ import annotations

from importlib import resources
from typing import TYPE_CHECKING

from pitboss.cli.console import console
from pitboss.cli.felt import felt
from pitboss.cli.play import tell
from pitboss.games.roulette.events import RoundSettled, WagerPlaced
from pitboss.money import Currency, show
from pitboss.openers import read_transcript
from pitboss.transcript import play

if TYPE_CHECKING:
    from rich.table import Table

    from pitboss.transcript import Step, Transcript

__all__ = ["HOUSES", "run", "transcript_of"]

HOUSES = ("oneida", "hoian", "seabrook")


def run() -> None:
    """Play a narrated roulette round of each house."""
    out = console()
    for house in HOUSES:
        transcript = transcript_of(house)
        out.rule(f"[bold]{house}")
        tell(transcript)
        steps = list(play(transcript))
        bets = [event.bet for step in steps for event in step.answers if isinstance(event, WagerPlaced)]
        settled = next(event for step in steps for event in step.answers if isinstance(event, RoundSettled))
        rules = steps[-1].state.rules
        out.print()
        out.print(felt(rules, bets, settled.pocket))
        out.print(_accounts(steps[-1], transcript))
    out.print(
        "Next: pitboss odds roulette · pitboss draw roulette -o layout.svg · pitboss clause RO-G1 · pitboss --help"
    )


def transcript_of(house: str) -> Transcript:
    """Return the round that ships for a house."""
    file = resources.files("pitboss.cli") / "rounds" / f"{house}.jsonl"
    return read_transcript(file.read_bytes().split(b"\n"))


def _accounts(last: Step, transcript: Transcript) -> Table:
    from rich import box
    from rich.table import Table

    currency = Currency.of(transcript.config.currency)
    table = Table(title="Where the money is now", title_justify="left", box=box.SIMPLE_HEAD, show_footer=True)
    balances = {name: amount for name, amount in last.state.balances.items() if amount}
    table.add_column("account", "sum")
    table.add_column("balance", show(sum(balances.values()), currency), justify="right")
    for name, amount in sorted(balances.items()):
        table.add_row(name, show(amount, currency))
    return table
