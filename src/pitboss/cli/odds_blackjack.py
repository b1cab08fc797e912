"""`pitboss odds blackjack`: the edge of a blackjack table to the last digit, and of every wager beside it."""

from __future__ import annotations

import sys
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import msgspec
from cyclopts import Parameter

from pitboss.cli.output import Rulebook, console, print_table
from pitboss.cli.refused import as_bad_input
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


Strategy = Annotated[
    Path | None,
    Parameter(help="Say, too, what a table of totals comes to: a file as `pitboss strategy --json` prints it."),
]


def house_of(rulebook: str, table: Path | None, chosen: list[str] | None) -> Rules:
    """Return a blackjack table's rules: a house's, or a table file's, with the settings chosen on the command line."""
    from pitboss.games.blackjack import rules as blackjack_rules
    from pitboss.rulebook import edition, read_table_file, table_config, with_settings

    if table is not None and rulebook != HOUSE:
        raise BadConfig("a table's file says its rulebook: give one or the other", field="rulebook", value=rulebook)
    document: Any = {"rulebook": rulebook} if table is None else read_table_file(table)
    with as_bad_input():
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
    strategy: Strategy = None,
    distribution: bool = False,
    dealer: bool = False,
    cut_card: int | None = None,
    json: bool = False,
) -> None:
    """Print what the house keeps of the main wager under best play, and of every wager beside it.

    Parameters
    ----------
    distribution
        Say, too, how likely each result of a round is by the best table of totals, or by yours.
    dealer
        Say, too, how the dealer's hand ends by its first card.
    cut_card
        Play so many rounds behind the cutting card, too, and say what it does to the edge: simulated.
    stake
        A wager's cents, by which its payments are rounded, whatever the table's limits; without it nothing is rounded.
    json
        Print one JSON object.
    """
    from pitboss.lab.blackjack.answers import answered, behind_the_cut, dealt, distributed
    from pitboss.lab.blackjack.own_table import read_table
    from pitboss.lab.blackjack.wagers import read_seen

    rules, cards = house_of(rulebook, table, chosen), read_seen(seen or [])
    if cut_card is not None and cards:
        raise BadConfig("rounds behind the cutting card begin with a whole shoe", field="seen", value=seen)
    cut = {} if cut_card is None else {"cutting_card": behind_the_cut(rules, cut_card, stake=stake)}
    own = None if strategy is None else read_table(strategy)
    answer = answered(rules, cards, stake, own) | cut
    if distribution:
        answer["distribution"] = distributed(rules, cards, stake, own)
    if dealer:
        answer["dealer"] = dealt(rules, cards)
    if json:
        sys.stdout.write(msgspec.json.encode(answer).decode() + "\n")
        return
    _print_main(rules, cards, answer)
    if distribution:
        by = "the table of totals" if own is None else "the table given"
        _print_distribution(answer["distribution"], f"by {by}")
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

    by_cards, by_totals, multiple = (
        "played by its cards",
        "played by the table of totals",
        "one wager of multiple action",
    )
    edges = {
        by_cards: answer["edge"]["composition"],
        by_totals: answer["edge"]["basic"],
        multiple: answer["multiple_action"]["1"],
    }
    if "as_dealt" in answer:
        found = answer["as_dealt"]
        names = {by_cards: "composition", by_totals: "basic", multiple: "multiple_action"}
        edges |= {f"as the table deals, {name}": found[key] for name, key in names.items()}
    if "strategy" in answer:
        edges["played by the table given"] = answer["strategy"]
    decks = answer["settings"]["decks"]
    without = f" without {' '.join(cards)}" if cards else ""
    title = f"{rules.edition.title}: {decks} {'deck' if decks == 1 else 'decks'}{without}"
    print_table(title, ("main_wager", "edge"), [{"main_wager": k, "edge": f"{v:.8%}"} for k, v in edges.items()])
    if "as_dealt" in answer:
        granted = taken_for_granted(rules)
        console().print(f"The first three are {granted[0].lower()}{granted[1:]}")


def _print_dealer(found: dict[str, dict[str, float]]) -> None:
    rows = [{"first": first, **{end: f"{chance:.6f}" for end, chance in ends.items()}} for first, ends in found.items()]
    print_table("How the dealer's hand ends", tuple(rows[0]), rows)


def _print_cut(answer: dict[str, Any]) -> None:
    cut = answer["cutting_card"]
    half = f"± {cut['half_width']:.6%}"
    lines = [
        ("from a fresh shoe, exact", f"{cut['fresh']:.6%}", ""),
        ("behind the card, simulated", f"{cut['edge']:.6%}", half),
        ("what the card does", f"{cut['effect']:+.6%}", half),
    ]
    rows = [{"by the table of totals": name, "edge": edge, "sure": sure} for name, edge, sure in lines]
    title = f"The cutting card {cut['cut_from_end']} cards from the end: {cut['rounds']:,} rounds, seed {cut['seed']}"
    print_table(title, ("by the table of totals", "edge", "sure"), rows)


def _print_distribution(found: dict[str, Any], by: str, of: str = "") -> None:
    names = ("variance", "skewness", "hit_frequency")
    rows = [{by: name.replace("_", " "), "figure": f"{found[name]:.6f}"} for name in names]
    rows.append({by: "each chance is sure to", "figure": f"{found['sure_to']:.0e}"})
    print_table(f"A round's result{of}, in wagers", (by, "figure"), rows)
    chances = [{"gain": one["gain"], "chance": f"{one['chance']:.10f}"} for one in found["chances"]]
    print_table(f"Each result{of}", ("gain", "chance"), chances)
    if "together" in found:
        _print_distribution(found["together"], by, f" of all {found['together']['wagers']} wagers together")


def _decimal(text: str) -> float:
    over, _, under = text.partition("/")
    return int(over) / int(under)
