"""`pitboss simulate`: rounds by the million, with the exact figure beside them where there is one."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import msgspec
from cyclopts import Parameter

from pitboss.cli.odds_blackjack import OwnTable, Set, _settings
from pitboss.cli.output import print_table
from pitboss.errors import BadConfig, InputError

if TYPE_CHECKING:
    from pitboss.lab.blackjack.exact import Table
    from pitboss.lab.simulation.run import Run

_BETS = {"roulette": "red=100", "sicbo": "small=100", "baccarat": "banker=10000"}
_HOUSES = {
    "roulette": "oneida-roulette-2008",
    "sicbo": "oneida-sicbo-2004",
    "baccarat": "oneida-minibaccarat-2004",
    "blackjack": "oneida-blackjack-2004",
}
_STAKE = 1_000
Bet = Annotated[
    list[str] | None,
    Parameter(name="--bet", help="What is laid in every round, as in --bet red=100; may be given several times."),
]


def run(  # noqa: PLR0913 - one parameter an option
    game: str,
    *,
    rulebook: str | None = None,
    table: OwnTable = None,
    chosen: Set = None,
    bet: Bet = None,
    stake: int | None = None,
    suit: int = 0,
    insurance: int = 0,
    hit: int = 0,
    plan: Path | None = None,
    seats: int = 1,
    strategy: Path | None = None,
    rounds: int = 10_000_000,
    seed: int = 1,
    workers: int = 1,
    precision: float | None = None,
    resume: Path | None = None,
    output: Annotated[str | None, Parameter(name=["--output", "-o"])] = None,
    json: bool = False,
) -> None:
    """Play many rounds and print the mean, its interval and the exact figure.

    Parameters
    ----------
    game
        roulette, sicbo, baccarat or blackjack.
    rulebook
        The house, by its rulebook's id.
    stake
        Blackjack: the wager of every seat, in cents, by default 1000; of multiple action against each dealer hand.
    suit
        Blackjack: what every seat lays on its first two cards.
    insurance
        Blackjack: what every seat lays on insurance whenever an ace shows, for each wager.
    hit
        Blackjack: what every seat lays on each card that may carry a hit wager.
    plan
        A TOML file with a betting plan instead: steps, and which one follows on a round won, even or lost.
    seats
        Blackjack: how many places play.
    strategy
        Blackjack: a file with the table of totals to play, as `pitboss strategy --json` prints it, else the best one.
    rounds
        How many rounds in all.
    seed
        What chance is made from: the same seed and rounds give the same totals, with any number of workers.
    workers
        How many threads play.
    precision
        Stop when half the 95 percent interval is no wider than this share of what is laid.
    resume
        A file to go on from, and to keep the totals in.
    output
        Write how often each result came to this file: .parquet or .json.
    json
        Print one JSON object.
    """
    _check(seed, rounds, workers, precision)
    _check_files(output, resume)
    config = _config(game, rulebook, table, chosen)
    if game == "blackjack":
        laid = {"stake": stake, "suit": suit or None, "insurance": insurance or None, "hit": hit or None, "bet": bet}
        made = _blackjack(config, _one_way(laid, plan), plan, strategy, seats=seats, seed=seed)
    else:
        _one_way({"bet": bet}, plan)
        made = _ends(game, config, bet, plan, strategy, seed)
    if resume is not None:
        made.load(resume)
    _go(made, rounds, resume, workers=workers, precision=precision)
    if output is not None:
        _write(made, output)
    _print(made, seed, json=json)


def _check(seed: int, rounds: int, workers: int, precision: float | None) -> None:
    from pitboss.lab.simulation.run import check_run

    check_run(seed, rounds, workers, precision)


def _check_files(output: str | None, resume: Path | None) -> None:
    """Refuse files that could not be written, before the rounds are played and not after."""
    if output is not None and Path(output).suffix.lower() not in (".parquet", ".json"):
        raise InputError("results are written to a file that ends in .parquet or .json", field="output", value=output)
    for path, name in ((output, "output"), (resume, "resume")):
        if path is not None and not Path(path).parent.is_dir():
            raise InputError("its folder is not there", field=name, value=str(path))


def _go(made: Run, rounds: int, resume: Path | None, **how: Any) -> None:
    """Play on, telling on the way how far it has come, and keeping it where it is to be resumed."""
    for found in made.go(rounds, **how):
        if sys.stderr.isatty():
            print(f"\r{found.rounds:,} {found.mean:+.6%} ± {found.half_width:.6%}", end="", file=sys.stderr)
        if resume is not None:
            made.save(resume)
    if sys.stderr.isatty():
        print(file=sys.stderr)


def _config(game: str, rulebook: str | None, table: Path | None, chosen: list[str] | None) -> Any:
    from pitboss.rulebook import edition, read_table_file, table_config

    if game not in _HOUSES:
        raise BadConfig(f"is none of {', '.join(_HOUSES)}", field="game", value=game)
    document: Any = {"rulebook": rulebook or _HOUSES[game]} if table is None else read_table_file(table)
    if isinstance(document, dict) and isinstance(document.get("settings", {}), dict):
        document = {**document, "settings": {**document.get("settings", {}), **_settings(chosen or [])}}
    config = table_config(document)
    if edition(config.rulebook).game != game:
        raise BadConfig(f"not a {game} rulebook", field="rulebook", value=config.rulebook)
    return config


class _Line(msgspec.Struct, forbid_unknown_fields=True):
    """A row of a table of totals as `pitboss strategy --json` prints it."""

    two_cards: str
    drawing: str


class _Strategy(msgspec.Struct):
    """What a simulation needs of what `pitboss strategy --json` prints."""

    rows: dict[str, _Line]
    pairs: dict[str, str]


def _one_way(laid: dict[str, Any], plan: Path | None) -> dict[str, Any]:
    """Return what is laid in every round, or refuse it beside a plan, which says that itself."""
    found = {name: value for name, value in laid.items() if value is not None}
    if plan is not None and found:
        name = next(iter(found))
        raise BadConfig("a plan says what is laid: give one or the other", field=name, value=found[name])
    return found


def _blackjack(
    config: Any, laid: dict[str, Any], plan: Path | None, strategy: Path | None, *, seats: int, seed: int
) -> Run:
    from pitboss.lab.simulation.plans import Plan, Step, read_plan
    from pitboss.lab.simulation.play import blackjack_run

    if "bet" in laid:
        raise BadConfig("blackjack takes --stake and --seats instead", field="bet", value=laid["bet"][0])
    table = None if strategy is None else _table(strategy)
    bets = Plan((Step(**{"stake": _STAKE} | laid),)) if plan is None else read_plan(plan, is_blackjack=True)
    return blackjack_run(config, stake=bets, seats=seats, seed=seed, table=table)


def _table(strategy: Path) -> Table:
    """Read a table of totals from a file."""
    from pitboss.lab.blackjack.exact import Table

    try:
        found = msgspec.json.decode(strategy.read_bytes(), type=_Strategy)
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror}", field="strategy", value=str(strategy)) from error
    except msgspec.MsgspecError as error:
        reason = f"is no table as `pitboss strategy --json` prints it: {error}"
        raise InputError(reason, field="strategy", value=str(strategy)) from error
    two_cards = {row: line.two_cards for row, line in found.rows.items()}
    drawing = {row: line.drawing for row, line in found.rows.items()}
    return Table(two_cards, drawing, found.pairs)


def _ends(  # noqa: PLR0917 - one parameter an option
    game: str, config: Any, bet: list[str] | None, plan: Path | None, strategy: Path | None, seed: int
) -> Run:
    from pitboss.lab.simulation.plans import read_plan
    from pitboss.lab.simulation.play import ends_run

    if strategy is not None:
        raise BadConfig(f"{game} has no decisions to play by", field="strategy", value=str(strategy))
    if plan is not None:
        return ends_run(config, read_plan(plan, is_blackjack=False), seed)
    bets: dict[str, int] = {}
    for word in bet or [_BETS[game]]:
        name, sign, amount = word.rpartition("=")
        if not sign or not amount.isdecimal():
            raise BadConfig("a bet is laid as name=cents, such as red=100", field="bet", value=word)
        bets[name] = bets.get(name, 0) + int(amount)
    return ends_run(config, bets, seed)


def _write(made: Run, output: str) -> None:
    """Write how often each result came, whole or not at all."""
    counts = sorted(made.totals.counts.items())
    path = Path(output)
    beside = path.with_name(f"{path.name}.part")
    try:
        if path.suffix.lower() == ".json":
            beside.write_bytes(msgspec.json.encode([{"gain_minor": gain, "count": count} for gain, count in counts]))
        else:
            _write_parquet(beside, output, counts)
        beside.replace(path)
    except OSError as error:
        beside.unlink(missing_ok=True)
        raise InputError(f"cannot be written: {error.strerror}", field="output", value=output) from error


def _write_parquet(path: Path, output: str, counts: list[tuple[int, int]]) -> None:
    try:
        import pyarrow as pa
        from pyarrow import parquet
    except ImportError:
        reason = "Parquet needs the extra `export`: pip install 'pitboss[export]'"
        raise InputError(reason, field="output", value=output) from None
    columns = {"gain_minor": [gain for gain, _ in counts], "count": [count for _, count in counts]}
    parquet.write_table(pa.table(columns), path)


def _print(made: Run, seed: int, *, json: bool) -> None:
    found = made.estimate()
    off = None if made.exact is None or not found.error else (found.mean - made.exact) / found.error
    answer = {
        "rounds": made.totals.rounds,
        "void": made.totals.rounds - found.rounds,
        "seed": seed,
        "laid_minor": made.totals.laid,
        "mean": found.mean,
        "deviation": found.deviation,
        "interval": [found.mean - found.half_width, found.mean + found.half_width],
        "exact": made.exact,
        "standard_errors_off": off,
    }
    if json:
        sys.stdout.write(msgspec.json.encode(answer).decode() + "\n")
        return
    rows = [{"figure": name.replace("_", " "), "value": value} for name, value in answer.items()]
    print_table("What a player gains, as a share of what is laid", ("figure", "value"), rows)
