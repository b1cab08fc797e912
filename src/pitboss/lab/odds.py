"""Every wager of a table with its exact figures, named as the table names it; wagers that are alike stand once.

It is what the laboratory's page shows: the figures are those of `pitboss odds`, `pitboss par` and `pitboss compare`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any, Final

import msgspec

from pitboss.errors import BadConfig
from pitboss.games.baccarat import rules as baccarat_rules
from pitboss.games.blackjack import rules as blackjack_rules
from pitboss.games.blackjack.acts import Kind
from pitboss.games.roulette import rules as roulette_rules
from pitboss.games.sicbo import rules as sicbo_rules
from pitboss.games.sicbo.live import name_of
from pitboss.games.sicbo.wagers import BY_BET
from pitboss.lab.pay_tables import ratio
from pitboss.lab.sheet import BLACKJACK_STAKE, STAKE, wagers_of
from pitboss.lab.simulation.laid import usual_stake
from pitboss.rulebook import RuleViolation, TableConfig, edition, table_config, with_settings

GAMES: Final = ("roulette", "sicbo", "baccarat", "blackjack")
"""The games whose odds are known."""
MAIN: Final = "totals"
"""Blackjack's main wager, played by the best table of totals: what a simulation plays."""
_NAMED_MAX: Final = 2
"""So many places of a kind are named; more are counted."""
_CARDS: Final = {"hit_2_cards": "two cards", "hit_3_cards": "three cards"}


class WagerOdds(msgspec.Struct, frozen=True):
    """A wager, or several that are alike, with what it does on average."""

    id: str
    """By its bet's notation; at blackjack by what is wagered on, or how it is played."""
    name: str
    pays: str
    wins: str | None
    """How likely it is to gain, as an exact fraction; None where that depends on how hands are played."""
    wins_share: float | None
    edge: str | None
    """What the house keeps of what is staked, as an exact fraction; None where only digits are known."""
    edge_share: float
    variance: float | None
    clause: str
    """The clause by which a win is paid."""
    is_taken: bool = True
    """Whether the table takes this wager."""
    bets: tuple[str, ...] = ()
    """The bets that are alike, any of which a simulation lays; none where it plays no such wager by itself."""
    stake_minor: int | None = None
    """What a simulation lays where nobody says otherwise: a stake within the table's limits."""
    moved: float | None = None
    """By how much the edge differs from the table as it was; None where it was not there."""


class Alone(msgspec.Struct, frozen=True):
    """What one changed setting does by itself."""

    setting: str
    moved: dict[str, float]
    """By how much each wager's edge differs; empty where it cannot stand alone."""
    refused: str = ""
    """Why it cannot stand alone."""


class TableOdds(msgspec.Struct, frozen=True):
    """The odds of a table as it is tried, against those of the table as it was."""

    wagers: list[WagerOdds]
    alone: list[Alone]
    """What each of several changes does by itself."""


def odds_of(config: TableConfig) -> list[WagerOdds]:
    """Return every wager of a table.

    >>> from pitboss.rulebook import table_config
    >>> found = odds_of(table_config({"rulebook": "hoian-roulette-2020"}))
    >>> [(one.name, len(one.bets), one.wins, one.edge) for one in found[:2]]
    [('Straight up', 37, '1/37', '1/37'), ('Split', 60, '2/37', '1/37')]
    """
    game = edition(config.rulebook).game
    if game not in GAMES:
        raise BadConfig(f"the odds are known of {', '.join(GAMES)}", field="rulebook", value=config.rulebook)
    return _blackjack(config) if game == "blackjack" else _paid(config, game)


def compared(before: TableConfig, after: TableConfig) -> TableOdds:
    """Return the odds of a table, by how much each moved, and where several settings changed what each does alone."""
    old = _edges(odds_of(before))
    changed = [key for key in after.settings if after.settings[key] != before.settings.get(key)]
    found = [msgspec.structs.replace(one, moved=_moved(one, old)) for one in odds_of(after)]
    alone = [_alone(before, after, key, old) for key in changed] if len(changed) > 1 else []
    return TableOdds(found, alone)


def _edges(wagers: Sequence[WagerOdds]) -> dict[str, float]:
    return {bet: one.edge_share for one in wagers for bet in (one.bets or (one.id,))}


def _moved(one: WagerOdds, old: Mapping[str, float]) -> float | None:
    return one.edge_share - old[one.id] if one.id in old else None


def _alone(before: TableConfig, after: TableConfig, key: str, old: Mapping[str, float]) -> Alone:
    document = {"rulebook": before.rulebook, "currency": before.currency, "settings": before.settings}
    try:
        wagers = odds_of(table_config(with_settings(document, {key: after.settings[key]})))
    except RuleViolation as refused:
        return Alone(key, {}, str(refused))
    return Alone(key, {one.id: one.edge_share - old[one.id] for one in wagers if one.id in old})


def _paid(config: TableConfig, game: str) -> list[WagerOdds]:
    """Return the wagers of a game whose rounds are listed end by end."""
    naming = _NAMES[game](config)
    found = []
    for wager in wagers_of(config):
        name, clause = naming(wager.bets)
        found.append(
            WagerOdds(
                id=wager.bets[0],
                name=name,
                pays=wager.pays,
                wins=ratio(Fraction(wager.hit_frequency)),
                wins_share=float(wager.hit_frequency),
                edge=ratio(Fraction(wager.edge)),
                edge_share=float(wager.edge),
                variance=float(wager.variance),
                clause=clause,
                bets=wager.bets,
                stake_minor=usual_stake(config, wager.bets[0], STAKE),
            )
        )
    return found


def wager_name(config: TableConfig, bet: str) -> str:
    """Return what the table calls one bet.

    >>> from pitboss.rulebook import table_config
    >>> wager_name(table_config({"rulebook": "seabrook-roulette"}), "split:17-20")
    'Split 17-20'
    """
    game = edition(config.rulebook).game
    if game == "blackjack":
        return f"{blackjack_rules.rules_of(config).wagers[Kind.BLACKJACK].name}, by the table of totals"
    name: str = _NAMES[game](config)((bet,))[0]
    return name


def _roulette_names(config: TableConfig) -> Any:
    rules = roulette_rules.rules_of(config)

    def named(bets: Sequence[str]) -> tuple[str, str]:
        spec = rules.wagers[rules.position(bets[0]).kind]
        names = [rules.name_of(rules.position(bet)) for bet in bets[:_NAMED_MAX]]
        return " and ".join(names) if len(bets) <= _NAMED_MAX else spec.name, spec.win_clause

    return named


def _sicbo_names(config: TableConfig) -> Any:
    rules = sicbo_rules.rules_of(config)

    def named(bets: Sequence[str]) -> tuple[str, str]:
        spec = rules.wagers[BY_BET[bets[0]].kind]
        names = [name_of(rules, BY_BET[bet]) for bet in bets[:_NAMED_MAX]]
        return " and ".join(names) if len(bets) <= _NAMED_MAX else spec.name, spec.win_clause

    return named


def _baccarat_names(config: TableConfig) -> Any:
    rules = baccarat_rules.rules_of(config)
    return lambda bets: (rules.wagers[bets[0]].name, rules.wagers[bets[0]].win_clause)


_NAMES: Final[dict[str, Callable[[TableConfig], Any]]] = {
    "roulette": _roulette_names,
    "sicbo": _sicbo_names,
    "baccarat": _baccarat_names,
}
"""Game to what names bets that are alike, with the clause by which they are paid."""


def _blackjack(config: TableConfig) -> list[WagerOdds]:
    from pitboss.lab.blackjack.answers import answered
    from pitboss.lab.blackjack.wagers import KINDS, insurance_chance, shoe_of, wager_chances

    rules = blackjack_rules.rules_of(config)
    answer, shoe = answered(rules, []), shoe_of(rules.shoe_decks)
    edges = answer.get("as_dealt") or {**answer["edge"], "multiple_action": answer["multiple_action"]["1"]}
    over, under = config.settings["bj_pays"]
    main, pays = rules.wagers[Kind.BLACKJACK], f"1 to 1; a Blackjack {over} to {under}"
    plays = {
        "cards": (f"{main.name}, played by its cards", edges["composition"], not rules.multiple_action),
        MAIN: (wager_name(config, MAIN), edges["basic"], not rules.multiple_action),
        "multiple": ("One wager of multiple action", edges["multiple_action"], bool(rules.multiple_action)),
    }
    found = [
        WagerOdds(name, said, pays, None, None, None, edge, None, main.win_clause, is_taken, *_laid(config, name))
        for name, (said, edge, is_taken) in plays.items()
    ]
    chances = {"insurance": insurance_chance(shoe), **wager_chances(shoe)}
    for name, edge in {"insurance": answer["insurance"], **answer["wagers"]}.items():
        kind = KINDS.get(name, Kind.INSURANCE)
        spec, on = rules.wagers[kind], f", on {_CARDS[name]}" if name in _CARDS else ""
        figures = (ratio(chances[name]), float(chances[name]), edge, float(Fraction(edge)))
        is_taken, odds = kind in rules.kinds_taken, f"{rules.pays(kind)} to 1"
        variance = float((rules.pays(kind) + 1) ** 2 * chances[name] * (1 - chances[name]))
        found.append(WagerOdds(name, f"{spec.name}{on}", odds, *figures, variance, spec.win_clause, is_taken))
    return found


def _laid(config: TableConfig, name: str) -> tuple[tuple[str, ...], int | None]:
    """Return what a simulation plays of blackjack's main wager, and with which stake."""
    return ((name,), usual_stake(config, Kind.BLACKJACK, BLACKJACK_STAKE)) if name == MAIN else ((), None)
