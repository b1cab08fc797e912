"""The command line: one module a command, loaded only when it is asked for.

Exit codes: 0 done, 1 the rules say no, 2 the input is not what it should be.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

import cyclopts

from pitboss.errors import PitbossError

__all__ = ["build", "main"]

_COMMANDS = {
    "demo": "Play a narrated round of each house in the terminal.",
    "rulebooks": "List the rules documents Pitboss knows.",
    "clause": "Show one clause, and where it is carried out.",
    "check": "Check the TOML file of a table, tournament or tote day against its rulebook: every fault at once.",
    "sign": "Show what must be posted at a table: as text, picture, page or data.",
    "settle": "Settle rounds given as JSON documents.",
    "play": "Play a transcript through the rules.",
    "verify": "Verify a journal: chains, postings, recount and replay; prints the head to keep elsewhere.",
    "replay": "Tell a recorded stream, or one round or race of it, step by step.",
    "ledger": "Print a journal's trial balance, or the statement of an account.",
    "win": "Print what a table won between the counts of its rack, by two routes that must agree.",
    "export": "Write what a journal holds as JSON Lines or Parquet.",
    "serve": "Open a house and serve its floor: tables, terminals, tote, staff.",
    "rotate-key": "Seal the secrets of a house with a new key.",
    "leaderboard": "Show who stands where in a tournament.",
    "schema": "Print the JSON Schema of a game's transcripts.",
    "conformance": "List every clause with the code that carries it out and the tests that hold it.",
}
_BY_GAME: dict[str, tuple[str, tuple[str, ...] | dict[str, str]]] = {
    "odds": ("Exact odds of every wager.", ("roulette", "sicbo", "baccarat")),
    "draw": ("Draw a game as SVG.", ("roulette", "sicbo", "baccarat", "blackjack")),
    "tote": (
        "The totalizator.",
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
"""Commands that differ by game, or have further commands: each has a module and a function of its own."""


def build() -> cyclopts.App:
    """Return the command line; no command's module is imported yet."""
    app = cyclopts.App(name="pitboss", help="Written rules in, a running and provable casino floor out.")
    for name, text in _COMMANDS.items():
        app.command(f"pitboss.cli.{name.replace('-', '_')}:run", name=name, help=text)
    for name, (text, games) in _BY_GAME.items():
        group = cyclopts.App(name=name, help=text)
        for game in games:
            told = games[game] if isinstance(games, dict) else text
            module = f"{name}.{game}" if isinstance(games, dict) else name
            group.command(f"pitboss.cli.{module}:{game}", name=game, help=told)
        app.command(group)
    return app


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
        result = build()(tokens, exit_on_error=False, result_action="return_value", console=help_console)
    except cyclopts.CycloptsError:
        return 2
    except PitbossError as error:
        print(f"pitboss: {error}", file=sys.stderr)
        return error.exit_code
    return result if isinstance(result, int) else 0
