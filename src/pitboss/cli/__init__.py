"""The command line: one module a command, loaded only when it is asked for.

Exit codes: 0 done, 1 the rules say no, 2 the input is not what it should be.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from typing import Any

import cyclopts

from pitboss.errors import PitbossError

__all__ = ["build", "main"]

_COMMANDS = {
    "demo": "Play a narrated round of each house in the terminal.",
    "rulebooks": "List the rules documents Pitboss knows.",
    "clause": "Show one clause and where it is carried out, or search all clauses for words.",
    "diff": "Compare two rulebooks of one game side by side: odds, limits, procedures, who decides.",
    "check": "Check the TOML file of a table, tournament or tote day against its rulebook: every fault at once.",
    "sign": "Show what must be posted at a table: as text, picture, page or data.",
    "settle": "Settle rounds given as JSON documents.",
    "simulate": "Play a game by the million: mean, interval, and the exact figure beside them.",
    "compare": "Say what each changed rule does to the edge of every wager, from one table file to another.",
    "par": "Write the PAR sheet of a table: exact figures, hold bands, settings, hashes, an agreeing simulation.",
    "strategy": "Show the best blackjack play by totals for a table's exact rules: as table, chart or data.",
    "play": "Play a transcript through the rules.",
    "verify": "Verify a journal: chain, ledger, recount and replay; prints the head to keep elsewhere.",
    "convert": "Write a journal of version 0.1 or 0.2 anew as one of today, and prove it.",
    "backup": "Copy a journal while it is open, and prove the copy.",
    "restore": "Make a journal of its copy, and prove it.",
    "rebuild": "Make the views of a journal anew from its lines.",
    "replay": "Tell a recorded stream, or one round or race of it, step by step.",
    "ledger": "Print a journal's trial balance, or the statement of an account.",
    "win": "Print what a table won between the counts of its rack, by two routes that must agree.",
    "export": "Write what a journal holds as JSON Lines or Parquet.",
    "serve": "Open a house and serve its floor: tables, terminals, tote, staff.",
    "anchor": "Sign how far a house's journal has come, for others to keep, or compare it with what they kept.",
    "archive": "Archive closed segments of a house's journal as signed files, prove them, and take their lines out.",
    "rotate-key": "Seal the secrets of a house with a new key.",
    "grant": "Let an account write to a journal in PostgreSQL that another account owns.",
    "leaderboard": "Show who stands where in a tournament.",
    "schema": "Print the JSON Schema of a game's transcripts.",
    "conformance": "List every clause with the code that carries it out and the tests that hold it.",
    "completion": "Print a script that lets bash or zsh complete commands and options.",
}
_GROUPS: dict[str, tuple[str, str, dict[str, str]]] = {
    "odds": (
        "Exact odds of every wager.",
        "odds:{0}",
        {
            "roulette": "Print what every bet of a roulette layout pays, how often it wins and what the house keeps.",
            "sicbo": "Print what every bet of a sic bo layout pays over the 216 throws, and what the house keeps.",
            "baccarat": "Print how often banker, player and tie win from a full shoe, and what the house keeps.",
            "blackjack": "Print the house edge of blackjack under any settings, of insurance and of the side wagers.",
        },
    ),
    "draw": (
        "Draw a game as SVG.",
        "draw:{0}",
        {
            "roulette": "Draw a roulette layout and wheel, with bets and the dolly if you like.",
            "sicbo": "Draw a sic bo layout, with the places lit that a throw wins on.",
            "baccarat": "Draw the scoreboard of a baccarat shoe: bead plate, big road and the derived roads.",
            "blackjack": "Draw a blackjack table, and a settled round on it if you like.",
        },
    ),
    "tote": (
        "The totalizator.",
        "tote.{0}:{0}",
        {
            "settle": "Settle every pool of a card: refunds, takeout, prices, payouts, breakage, carryovers.",
            "price": "Print what a card pays, and what it would pay.",
            "explain": "Tell why a pool or a ticket is paid what it is, line by line.",
            "cost": "Count the combinations of a bet and what it costs.",
            "board": "Show the board of a race as it stands in a day's transcript.",
            "program": "Make a card's race program: as text, page, PDF or data.",
        },
    ),
}
"""Commands with further commands: what the group is for, where the function of each is, and a sentence for each."""


def build() -> cyclopts.App:
    """Return the command line; no command's module is imported yet."""
    # As plain text: what reads Markdown takes longer to load than all the rest of an answer to `--help`.
    summary = "Written rules in, a running and provable casino floor out."
    read = cyclopts.Parameter(converter=_read)
    app = cyclopts.App(name="pitboss", help=summary, help_format="plaintext", default_parameter=read)
    for name, text in _COMMANDS.items():
        app.command(f"pitboss.cli.{name.replace('-', '_')}:run", name=name, help=text)
    for name, (text, place, commands) in _GROUPS.items():
        group = cyclopts.App(name=name, help=text)
        for command, told in commands.items():
            group.command(f"pitboss.cli.{place.format(command)}", name=command, help=told)
        app.command(group)
    return app


def _read(kind: Any, tokens: Sequence[cyclopts.Token]) -> Any:
    """Read a value as it was typed; a number of things is whole, and nothing is rounded to one."""
    if kind is int and "." in tokens[0].value:
        raise ValueError(f"{tokens[0].value} is not a whole number.")
    return cyclopts.convert(kind, tokens)


def main(tokens: Sequence[str] | None = None) -> None:
    """Run one command and leave with its exit code."""
    tokens = sys.argv[1:] if tokens is None else tokens
    try:
        code = _run(tokens)
        sys.stdout.flush()
    except BrokenPipeError:
        # The reader went away (`pitboss ... | head`): nothing is lost and nobody is left to tell.
        # What is still buffered must go somewhere, or the interpreter complains when it leaves.
        if sys.__stdout__ is not None and sys.stdout is sys.__stdout__:
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.__stdout__.fileno())
        code = 0
    sys.exit(code)


def _run(tokens: Sequence[str]) -> int:
    help_console = None
    if {"-h", "--help"} & set(tokens):
        from pitboss.cli.output import console

        help_console = console()
    try:
        result = build()(
            tokens, exit_on_error=False, print_error=False, result_action="return_value", console=help_console
        )
    except cyclopts.CycloptsError as error:
        from pitboss.cli.usage import told

        print(f"pitboss: {told(error)}", file=sys.stderr)
        return 2
    except PitbossError as error:
        print(f"pitboss: {error}", file=sys.stderr)
        return error.exit_code
    return result if isinstance(result, int) else 0
