"""`pitboss demo`: a narrated round of each house, with its layout and where the money went."""

from __future__ import annotations

from collections.abc import Collection
from importlib import resources
from typing import TYPE_CHECKING

from rich.text import Text

from pitboss.cli.output import console
from pitboss.cli.play import tell
from pitboss.money import Currency, show

if TYPE_CHECKING:
    from rich.table import Table

    from pitboss.games.roulette.rules import Rules
    from pitboss.transcript import Step, Transcript

_STYLE = {"red": "white on red3", "black": "white on grey11", "green": "white on green4"}
_WON = "bold black on bright_yellow"
_CELL = 5


def felt(rules: Rules, bets: Collection[str], dolly: str | None) -> Text:
    """Draw the numbers as they lie on the cloth, the wheel to the left.

    A number that some inside wager covers has a chip beside it; the winning one stands in brackets.
    """
    from pitboss.games.roulette.wagers import INSIDE_KINDS

    inside = [rules.position(bet) for bet in bets if bet.partition(":")[0] in INSIDE_KINDS]
    covered = {pocket for position in inside for pocket in position.covers}
    numbers = [box for box in rules.layout.boxes if box.label in rules.wheel.index]
    text = Text()
    for row in range(3):
        for column in range(13):
            box = next(box for box in numbers if box.touches(column + 0.5, row + 0.5))
            # A zero is several rows high and is printed once, in the row of its middle.
            text.append(*_cell(box.label if int(box.centre[1]) == row else "", covered, dolly))
        text.append("\n")
    return text


def _cell(label: str, covered: Collection[str], dolly: str | None) -> tuple[str, str]:
    from pitboss.games.equipment import colour_of

    if not label:
        return " " * _CELL, _STYLE["green"]
    if label == dolly:
        return f"[{label}]".center(_CELL), _WON
    return f"{label}{'•' if label in covered else ''}".center(_CELL), _STYLE[colour_of(label)]


HOUSES = ("oneida", "hoian", "seabrook")


def run() -> None:
    """Play a narrated roulette round of each house."""
    from pitboss.games.roulette.events import RoundSettled, WagerPlaced
    from pitboss.transcript import play

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
    from pitboss.openers import read_transcript

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
