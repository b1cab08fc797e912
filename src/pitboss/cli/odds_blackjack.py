"""`pitboss odds blackjack`: the edge of a blackjack table to the last digit, and of every wager beside it."""

from __future__ import annotations

import sys
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import msgspec
from cyclopts import Parameter

from pitboss.cli.output import Rulebook, console, print_table
from pitboss.errors import BadConfig

if TYPE_CHECKING:
    from pitboss.games.blackjack.rules import Rules

HOUSE = "oneida-blackjack-2004"
OwnTable = Annotated[Path | None, Parameter(help="A table's TOML file instead: its own settings count.")]
Set = Annotated[
    list[str] | None,
    Parameter(name="--set", help="A setting that counts instead, as in --set decks=2; may be given several times."),
]
Seen = Annotated[
    list[str] | None,
    Parameter(name="--seen", help='Cards that are gone from the shoe, as in --seen "AS TD 5C".'),
]


def house_of(rulebook: str, table: Path | None, chosen: list[str] | None) -> Rules:
    """Return a blackjack table's rules: a house's, or a table file's, with the settings chosen on the command line."""
    from pitboss.games.blackjack import rules as blackjack_rules
    from pitboss.rulebook import edition, read_table_file, table_config, with_settings

    if table is not None and rulebook != HOUSE:
        raise BadConfig("a table's file says its rulebook: give one or the other", field="rulebook", value=rulebook)
    document: Any = {"rulebook": rulebook} if table is None else read_table_file(table)
    config = table_config(with_settings(document, _settings(chosen or [])))
    if edition(config.rulebook).game != "blackjack":
        raise BadConfig("not a blackjack rulebook", field="rulebook", value=config.rulebook)
    return blackjack_rules.rules_of(config)


def _settings(words: list[str]) -> dict[str, Any]:
    """Read settings as TOML has them; a bare word is text.

    >>> _settings(["decks=2", "h17=false", "dealer_bj=original", "bj_pays=[6, 5]"])
    {'decks': 2, 'h17': False, 'dealer_bj': 'original', 'bj_pays': [6, 5]}
    """
    found: dict[str, Any] = {}
    for word in words:
        key, sign, text = word.partition("=")
        if not sign or not key.strip():
            raise BadConfig("a setting is chosen as key=value, such as decks=2", field="set", value=word)
        try:
            value = tomllib.loads(f"value = {text}")["value"]
        except tomllib.TOMLDecodeError:
            value = text.strip()
        if key.strip() in found:
            raise BadConfig(f"{key.strip()} is chosen twice", field="set", value=word)
        found[key.strip()] = value
    return found


def blackjack(  # noqa: PLR0913 - one parameter an option
    *,
    rulebook: Rulebook = HOUSE,
    table: OwnTable = None,
    chosen: Set = None,
    seen: Seen = None,
    stake: int | None = None,
    distribution: bool = False,
    dealer: bool = False,
    cut_card: int | None = None,
    json: bool = False,
) -> None:
    """Print what the house keeps of the main wager under best play, and of every wager beside it.

    Parameters
    ----------
    distribution
        Say, too, how likely each result of a round by the table of totals is, with variance and skewness.
    dealer
        Say, too, how the dealer's hand ends by its first card.
    cut_card
        Play so many rounds behind the cutting card, too, and say what it does to the edge: simulated.
    stake
        A wager's cents, by which its payments are rounded; without a stake nothing is rounded.
    json
        Print one JSON object.
    """
    from pitboss.lab.blackjack.answers import answered, behind_the_cut, dealt, distributed
    from pitboss.lab.blackjack.wagers import read_seen

    rules, cards = house_of(rulebook, table, chosen), read_seen(seen or [])
    if cut_card is not None and cards:
        raise BadConfig("rounds behind the cutting card begin with a whole shoe", field="seen", value=seen)
    cut = {} if cut_card is None else {"cutting_card": behind_the_cut(rules, cut_card, stake=stake)}
    answer = answered(rules, cards, stake) | cut
    if distribution:
        answer["distribution"] = distributed(rules, cards, stake)
    if dealer:
        answer["dealer"] = dealt(rules, cards)
    if json:
        sys.stdout.write(msgspec.json.encode(answer).decode() + "\n")
        return
    _print_main(rules, cards, answer)
    if distribution:
        _print_distribution(answer["distribution"])
    if dealer:
        _print_dealer(answer["dealer"])
    if cut:
        _print_cut(answer)
    others = {"insurance": answer["insurance"], **answer["wagers"]}
    rows = [
        {"wager": name, "edge": edge or "none: no ace can show", "percent": f"{_decimal(edge):.6%}" if edge else ""}
        for name, edge in others.items()
    ]
    print_table("Other wagers", ("wager", "edge", "percent"), rows)


def _print_main(rules: Rules, cards: list[str], answer: dict[str, Any]) -> None:
    from pitboss.lab.blackjack.exact import taken_for_granted

    edges = {
        "played by its cards": answer["edge"]["composition"],
        "played by the table of totals": answer["edge"]["basic"],
        "one wager of multiple action": answer["multiple_action"]["1"],
    }
    decks = answer["settings"]["decks"]
    without = f" without {' '.join(cards)}" if cards else ""
    title = f"{rules.edition.title}: {decks} {'deck' if decks == 1 else 'decks'}{without}"
    print_table(title, ("main_wager", "edge"), [{"main_wager": k, "edge": f"{v:.8%}"} for k, v in edges.items()])
    if taken_for_granted(rules):
        console().print(taken_for_granted(rules))


def _print_dealer(found: dict[str, dict[str, float]]) -> None:
    rows = [{"first": first, **{end: f"{chance:.6f}" for end, chance in ends.items()}} for first, ends in found.items()]
    print_table("How the dealer's hand ends", tuple(rows[0]), rows)


def _print_cut(answer: dict[str, Any]) -> None:
    cut = answer["cutting_card"]
    fresh = ("exact", "") if cut["fresh_half_width"] == 0 else ("simulated", f"± {cut['fresh_half_width']:.6%}")
    lines = [
        (f"from a fresh shoe, {fresh[0]}", f"{cut['fresh']:.6%}", fresh[1]),
        ("behind the card, simulated", f"{cut['edge']:.6%}", f"± {cut['half_width']:.6%}"),
        ("what the card does", f"{cut['effect']:+.6%}", f"± {cut['effect_half_width']:.6%}"),
    ]
    rows = [{"by the table of totals": name, "edge": edge, "sure": sure} for name, edge, sure in lines]
    title = f"The cutting card {cut['cut_from_end']} cards from the end: {cut['rounds']:,} rounds, seed {cut['seed']}"
    print_table(title, ("by the table of totals", "edge", "sure"), rows)


def _print_distribution(found: dict[str, Any]) -> None:
    names = ("variance", "skewness", "hit_frequency")
    rows = [{"by the table of totals": name.replace("_", " "), "figure": f"{found[name]:.6f}"} for name in names]
    rows.append({"by the table of totals": "each chance is sure to", "figure": f"{found['sure_to']:.0e}"})
    print_table("A round's result, in wagers", ("by the table of totals", "figure"), rows)
    chances = [{"gain": one["gain"], "chance": f"{one['chance']:.10f}"} for one in found["chances"]]
    print_table("Each result", ("gain", "chance"), chances)


def _decimal(text: str) -> float:
    over, _, under = text.partition("/")
    return int(over) / int(under)
