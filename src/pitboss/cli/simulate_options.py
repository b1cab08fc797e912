"""The options of `pitboss simulate`, each with what it says of itself."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

Game = Annotated[str, Parameter(help="roulette, sicbo, baccarat, blackjack or tote.")]
House = Annotated[str | None, Parameter(help="The house, by its rulebook's id.")]
Stake = Annotated[
    int | None,
    Parameter(
        help="Blackjack: the wager of every seat, in cents, by default 1000; against each hand of multiple action."
    ),
]
Suit = Annotated[int, Parameter(help="Blackjack: what every seat lays on its first two cards.")]
Insurance = Annotated[
    int, Parameter(help="Blackjack: what every seat lays on insurance whenever an ace shows, for each wager.")
]
Hit = Annotated[int, Parameter(help="Blackjack: what every seat lays on each card that may carry a hit wager.")]
Plan = Annotated[
    Path | None,
    Parameter(
        help="A TOML file with a betting plan instead: steps, and which one follows on a round won, even or lost."
    ),
]
Seats = Annotated[int, Parameter(help="Blackjack: how many places play.")]
Strategy = Annotated[
    Path | None,
    Parameter(help="Blackjack: a file with the table of totals to play, as `pitboss strategy --json` prints it."),
]
Rounds = Annotated[
    int | None,
    Parameter(help="How many rounds in all, by default ten million; of the tote, days, by default a hundred."),
]
Seed = Annotated[
    int,
    Parameter(
        help="What chance is made from: the same seed and rounds give the same totals, with any number of workers."
    ),
]
Workers = Annotated[int, Parameter(help="How many threads play.")]
Cluster = Annotated[
    str | None, Parameter(help="The address of a Dask cluster that plays instead, as in tcp://10.0.0.5:8786.")
]
Precision = Annotated[
    float | None, Parameter(help="Stop when half the 95 percent interval is no wider than this share of what is laid.")
]
Resume = Annotated[Path | None, Parameter(help="A file to go on from, and to keep the totals in.")]
Output = Annotated[
    str | None,
    Parameter(name=["--output", "-o"], help="Write how often each result came to this file: .parquet or .json."),
]
Plots = Annotated[
    str | None, Parameter(help="Draw results, convergence, hold, bankrolls and the risk of ruin into this file: .svg.")
]
Card = Annotated[Path | None, Parameter(help="Tote: a JSON file with the races and pools of a day.")]
Crowd = Annotated[
    Path | None, Parameter(help="Tote: a TOML file with how strong the runners are and what the crowd bets.")
]
AsJson = Annotated[bool, Parameter(help="Print one JSON object.")]
Bet = Annotated[
    list[str] | None,
    Parameter(name="--bet", help="What is laid in every round, as in --bet red=100; may be given several times."),
]
