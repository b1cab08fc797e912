"""Tables: a game as one house plays it, with what can be asked of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from pathlib import Path
from typing import Any, ClassVar, Self

import msgspec

from pitboss.errors import BadConfig, InputError
from pitboss.games import game
from pitboss.games.baccarat import rules as baccarat_rules
from pitboss.games.blackjack import rules as blackjack_rules
from pitboss.games.roulette import rules as roulette_rules
from pitboss.games.sicbo import rules as sicbo_rules
from pitboss.games.sicbo.wagers import SELECTIONS
from pitboss.games.table.decide import unset_limits
from pitboss.lab.baccarat import Commission, Form, outcomes
from pitboss.lab.baccarat import odds as baccarat_odds
from pitboss.lab.pay_tables import PositionOdds, roulette_odds, sicbo_odds
from pitboss.library.blackjack import BlackjackRound, full_shoe
from pitboss.library.results import (
    BaccaratSettlement,
    Bet,
    BlackjackSettlement,
    Odds,
    RouletteSettlement,
    SettledWager,
    SicBoSettlement,
    bets_of,
)
from pitboss.library.roulette import RouletteRound
from pitboss.money import Currency, show
from pitboss.openers import check_document
from pitboss.rulebook import Fault, RuleViolation, TableConfig, edition, read_table_file, table_config
from pitboss.stream import Config

__all__ = ["Baccarat", "Blackjack", "Roulette", "SicBo", "Table", "check_file", "checked_file"]


class Table:
    """A game as one house plays it at one table: a rulebook, and what the house chose where the rulebook lets it.

    >>> from pitboss import Table
    >>> table = Table.load("examples/tables/oneida-main.toml")
    >>> type(table).__name__, table.name, table.currency
    ('Roulette', 'Main Floor 1', 'USD')
    """

    game: ClassVar[str] = ""
    _default: ClassVar[str] = ""

    def __init__(self, rulebook: str = "", *, name: str = "", currency: str | None = None, **settings: Any) -> None:
        """Take a rulebook's id, and the settings that are not its defaults; all are checked at once.

        Raises:
            SettingsRefused: for settings that are against the rulebook, with every fault and its clause.
            BadConfig: for a rulebook, setting or value that there is not.
        """
        document: dict[str, Any] = {"rulebook": rulebook or self._default, "name": name, "settings": settings}
        if currency is not None:
            document["currency"] = currency
        self.config: TableConfig = self._checked(document)

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.rulebook}{f', {self.name}' if self.name else ''}>"

    @classmethod
    def load(cls, path: str | Path) -> Self:
        """Read a table's TOML file, check it whole, and return its table; `Table.load` takes any game's.

        Raises:
            SettingsRefused: for settings that are against the rulebook, with every fault and its clause.
            BadConfig: for a file that cannot be read, or is of another game.
        """
        config = cls._checked(read_table_file(Path(path)))
        found: Any = cls if cls.game else _TABLES.get(edition(config.rulebook).game)
        if found is None:
            raise BadConfig("a table of no game the library knows", field="rulebook", value=config.rulebook)
        table: Self = found.__new__(found)
        table.config = config
        return table

    @classmethod
    def _checked(cls, document: object) -> TableConfig:
        config = table_config(document)
        if cls.game and edition(config.rulebook).game != cls.game:
            raise BadConfig(f"not a {cls.game} rulebook", field="rulebook", value=config.rulebook)
        return config

    @property
    def rulebook(self) -> str:
        """Return the id of the rulebook; `pitboss.edition` has its clauses."""
        return self.config.rulebook

    @property
    def name(self) -> str:
        """Return what the house calls the table; may be empty."""
        return self.config.name

    @property
    def currency(self) -> str:
        """Return the code of the currency that amounts are minor units of."""
        return self.config.currency

    @property
    def settings(self) -> Mapping[str, Any]:
        """Return what the house chose, with the rulebook's defaults filled in."""
        return self.config.settings

    def show(self, minor: int) -> str:
        """Write an amount of minor units in the table's currency.

        >>> from pitboss import Roulette
        >>> Roulette().show(123450), Roulette("hoian-roulette-2020").show(50000)
        ('$1,234.50', '50,000 ₫')
        """
        return show(minor, Currency.of(self.currency))

    def _settled(self, document: dict[str, Any]) -> dict[str, Any]:
        """Have a round settled by the game, or raise what it refuses.

        Raises:
            RuleViolation: for a round that is against the rules, with the first clause that says so.
            InputError: for what nobody could mean.
        """
        asked = {"rulebook": self.rulebook, "settings": self._chosen, **document}
        try:
            answer = game(self.game).settle(msgspec.json.encode(asked), 1)
        except InputError as error:
            # A document's line says nothing to somebody who has no document.
            error.line = None
            error.values.pop("line", None)
            raise
        if answer.get("refused"):
            raise RuleViolation(answer["reason"], clause=answer["clause"], faults=answer["faults"])
        return answer

    @property
    def _chosen(self) -> dict[str, Any]:
        """Return the settings that a settlement document may have: house practice is a table's own."""
        known = {spec.key for spec in edition(self.rulebook).settings}
        return {key: value for key, value in self.settings.items() if key in known}


class Roulette(Table):
    """A roulette table.

    >>> from pitboss import Roulette
    >>> table = Roulette("oneida-roulette-2008")
    >>> spin = table.settle("20", {"split:17-20": 500, "red": 100})
    >>> spin.net, [(wager.bet, wager.net, wager.clause) for wager in spin.wagers]
    (8400, [('red', -100, 'RO-E3'), ('split:17-20', 8500, 'RO-G1')])
    >>> table.odds()["red"].edge
    Fraction(1, 19)
    """

    game = "roulette"
    _default = "oneida-roulette-2008"

    @cached_property
    def _rules(self) -> roulette_rules.Rules:
        return roulette_rules.rules_of(self.config)

    @property
    def pockets(self) -> tuple[str, ...]:
        """Return the numbers of the wheel, as they lie on it."""
        return self._rules.wheel.pockets

    @property
    def bets(self) -> tuple[str, ...]:
        """Return every bet that this layout offers."""
        return tuple(position.bet for position in self._rules.positions)

    def round(self) -> RouletteRound:
        """Begin a spin that is played move by move."""
        return RouletteRound(self._rules)

    def settle(self, pocket: str, bets: Mapping[str, int] | list[Bet]) -> RouletteSettlement:
        """Settle a spin by where the ball came to rest.

        Args:
            pocket: the winning number, such as "17" or "00".
            bets: one player's stakes by bet, or a list of `Bet` where there are several players.

        Raises:
            RuleViolation: for a bet that this house does not take, with its clause.
        """
        spin = RouletteRound(self._rules)
        for bet in bets_of(bets):
            spin.bet(*bet)
        return spin.land(pocket)

    def odds(self) -> dict[str, Odds]:
        """Return the exact odds of every bet of the layout."""
        return {row.position: _layout_odds(row, Fraction(row.pays)) for row in roulette_odds(self._rules)}


class SicBo(Table):
    """A sic bo table.

    >>> from pitboss import SicBo
    >>> table = SicBo()
    >>> table.settle((3, 3, 5), {"pair:3": 500, "small": 100}).net
    3900
    >>> table.odds()["small"].edge
    Fraction(1, 36)
    """

    game = "sicbo"
    _default = "oneida-sicbo-2004"

    @property
    def bets(self) -> tuple[str, ...]:
        """Return every bet that the layout offers."""
        return tuple(selection.bet for selection in SELECTIONS)

    def settle(self, dice: Sequence[int], bets: Mapping[str, int] | list[Bet]) -> SicBoSettlement:
        """Settle a throw of three dice; bets are as `Roulette.settle` takes them."""
        listed = list(bets_of(bets))
        wagers = [{"bet": bet.on, "cents": bet.stake, "player": bet.player} for bet in listed]
        answer = self._settled({"dice": list(dice), "wagers": wagers})
        rows = tuple(
            SettledWager(
                bet=row["bet"],
                stake=bet.stake,
                outcome=row["outcome"],
                paid=row["paid"],
                net=row["net"],
                clause=row["clause"],
                player=bet.player,
            )
            for bet, row in zip(listed, answer["results"], strict=True)
        )
        return SicBoSettlement(wagers=rows, currency=self.currency, dice=tuple(dice), lit=tuple(answer["lit"]))

    def odds(self) -> dict[str, Odds]:
        """Return the exact odds of every bet, over the 216 throws."""
        rows = sicbo_odds(sicbo_rules.rules_of(self.config))
        return {
            row.position: _layout_odds(row, Fraction(row.pays if isinstance(row.pays, int) else max(row.pays)))
            for row in rows
        }


class Baccarat(Table):
    """A mini-baccarat table.

    >>> from pitboss import Baccarat
    >>> table = Baccarat()
    >>> coup = table.settle(["9S", "2D", "KH", "4C"], {"player": 1000, "tie": 500})
    >>> coup.outcome, coup.player_points, coup.banker_points, coup.net
    ('player', 9, 6, 500)
    >>> round(float(table.odds()["banker"].edge), 6)
    0.010579
    """

    game = "baccarat"
    _default = "oneida-minibaccarat-2004"

    @cached_property
    def _rules(self) -> baccarat_rules.Rules:
        return baccarat_rules.rules_of(self.config)

    @property
    def shoe(self) -> tuple[str, ...]:
        """Return every card of a full shoe, in the order of new decks: shuffle a list of it to deal from."""
        return full_shoe(self._rules.shoe_decks)

    def settle(self, cards: Sequence[str], bets: Mapping[str, int], *, position: int = 1) -> BaccaratSettlement:
        """Deal a coup from the front of some cards and settle it; `used` of the answer says how many were taken.

        Args:
            cards: in the order they leave the shoe: player, banker, player, banker, then third cards as the rules say.
            bets: stakes on `banker`, `player` and `tie`.
            position: the place at the table, from 1.
        """
        wagers = [{"position": position, "on": on, "cents": stake} for on, stake in bets.items()]
        answer = self._settled({"shoe": list(cards), "wagers": wagers})
        rows = tuple(
            SettledWager(
                bet=row["on"],
                stake=stake,
                outcome=row["result"],
                paid=row["paid"],
                net=row["net"],
                clause=row["clause"],
                seat=position,
                commission=row["vig"],
            )
            for stake, row in zip(bets.values(), answer["wagers"], strict=True)
        )
        return BaccaratSettlement(
            wagers=rows,
            currency=self.currency,
            player=tuple(answer["player"]),
            player_points=answer["player_points"],
            banker=tuple(answer["banker"]),
            banker_points=answer["banker_points"],
            outcome=answer["outcome"],
            used=answer["used"],
        )

    def odds(self) -> dict[str, Odds]:
        """Return the exact odds of the three bets in the first coup of a full shoe, vigorish not rounded."""
        rules = self._rules
        form = Form(rules.form)
        commission = Commission(form, 0 if form is Form.NO_VIG else int(rules.settings["pct"]))
        rows = baccarat_odds(outcomes(rules.shoe_decks, rules.tables), commission, tie_odds=rules.pays("tie"))
        return {
            row.wager: Odds(
                bet=row.wager,
                pays=max(row.gains.values()),
                wins=row.wins,
                loses=row.loses,
                edge=row.edge,
                variance=row.variance,
            )
            for row in rows
        }


class Blackjack(Table):
    """A blackjack table.

    >>> from pitboss import Blackjack
    >>> table = Blackjack(bj_pays=[6, 5])
    >>> table.settle(["AS", "9D", "KH", "TC"], {1: 1000}).net
    1200
    """

    game = "blackjack"
    _default = "oneida-blackjack-2004"

    @cached_property
    def _rules(self) -> blackjack_rules.Rules:
        return blackjack_rules.rules_of(self.config)

    @property
    def shoe(self) -> tuple[str, ...]:
        """Return every card of a full shoe, in the order of new decks: shuffle a list of it to deal from."""
        return full_shoe(self._rules.shoe_decks)

    def round(self) -> BlackjackRound:
        """Begin a round from a full shoe that is played move by move; `next_round` of it goes on with the shoe."""
        return BlackjackRound(self._rules)

    def settle(
        self, cards: Sequence[str], bets: Mapping[int, int], decisions: Mapping[int, Sequence[str]] | None = None
    ) -> BlackjackSettlement:
        """Play a round through from its bets, cards and decisions, and settle it.

        Args:
            cards: in the order they are dealt; those after the round are left alone.
            bets: stakes by seat, from 1.
            decisions: by seat, in order, the names of moves: `hit`, `stand`, `double`, `split`, `surrender`, `insure`
                (half the wager). A seat with a decision to make and none left stands.

        Raises:
            RuleViolation: for a bet or decision that is refused, with its clause.
            InputError: where the cards end before the round, or a decision is left over.
        """
        played, shoe = self.round(), iter(cards)
        for seat, stake in bets.items():
            played.bet(stake, seat=seat)
        left = {seat: list((decisions or {}).get(seat, ())) for seat in {*bets, *(decisions or {})}}
        while not played.is_over:
            played.deal_from(shoe)
            if played.phase == "insurance":
                for seat in [seat for seat in bets if left[seat][:1] == ["insure"]]:
                    left[seat].pop(0)
                    played.insure(seat=seat)
                played.close_insurance()
            elif played.turn is not None:
                own = left[played.turn.seat]
                played.play(own.pop(0) if own else "stand")
        unused = next(((seat, names) for seat, names in left.items() if names), None)
        if unused is not None:
            reason = f"seat {unused[0]} has no such decision to make: its hands were finished before"
            raise InputError(reason, field="decisions", value=unused[1])
        return played.result


_TABLES: dict[str, type[Table]] = {kind.game: kind for kind in (Roulette, SicBo, Baccarat, Blackjack)}


def _layout_odds(row: PositionOdds[Any, Any], pays: Fraction) -> Odds:
    return Odds(
        bet=row.position,
        pays=pays,
        wins=row.win_probability,
        loses=1 - row.win_probability,
        edge=row.edge,
        variance=row.variance,
    )


def check_file(path: str | Path) -> tuple[Fault, ...]:
    """Check the TOML file of a table, tournament or tote day against its rulebook, and return every fault at once.

    A fault has the field, the value, the reason, and the clause; without a clause the value makes no sense at all.

    >>> from pitboss import check_file
    >>> [fault.clause for fault in check_file("examples/tables/bad.toml")][:2]
    ['RO-A6', 'RO-G2']

    Raises:
        BadConfig: for a file that cannot be read, or is no TOML.
    """
    return checked_file(Path(path))[2]


def checked_file(path: Path) -> tuple[str, Config | None, tuple[Fault, ...]]:
    """Return what a file sets up, its config, and its faults; limits that must be set before opening are faults too."""
    kind, config, faults = check_document(read_table_file(path))
    if isinstance(config, TableConfig):
        rules = game(edition(config.rulebook).game).new_state(config).rules
        shut = tuple(
            Fault(f"settings.default_{which}", None, reason, rules.clause("limits"))
            for which, _, reason in unset_limits(rules)
        )
        if shut:
            return kind, None, shut
    return kind, config, faults
