"""The sign of a mini-baccarat table: limits, odds, and the vigorish, of which players must have notice."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from pitboss.games.baccarat.hands import Outcome
from pitboss.games.baccarat.rules import Rules, rules_of
from pitboss.games.baccarat.settle import settle_wager
from pitboss.games.baccarat.vigorish import collected, is_deferred, stake_step
from pitboss.games.baccarat.wagers import On
from pitboss.games.table.sign import Line, Section, Sign, limits, odds_in_words, sentence, sign_of
from pitboss.money import Currency, show
from pitboss.rulebook import TableConfig, cites

_STAKE = 2  # the least that can be paid 1 to 2
_DEAL = {
    "a": "The dealer lays the cards face up.",
    "b": "The cards are laid face down, and the dealer turns them up.",
    "c": "The player with the highest wager on a hand turns its cards up.",
}
_SPOKEN = {
    "cash": "Spoken wagers are taken with cash, once dealer and floorperson confirm them.",
    "none": "Spoken wagers are not taken.",
}


@cites("MB-O", "MB-J3")
def sign(config: TableConfig) -> Sign:
    """Return what is posted at a mini-baccarat table.

    >>> from pitboss.rulebook import table_config
    >>> sign(table_config({"rulebook": "oneida-minibaccarat-2004"})).sections[2].lines[0].value
    '5 percent'
    """
    rules = rules_of(config)
    return sign_of(
        rules,
        "Mini-baccarat",
        (
            limits(rules),
            Section("Odds", tuple(_odds(rules))),
            Section("Vigorish", tuple(_vigorish(rules))),
            Section("At this table", (*_wagers(rules), sentence(_DEAL[rules.settings["deal"]], rules.clause("deal")))),
        ),
    )


@cites("MB-M6")
def _odds(rules: Rules) -> Iterator[Line]:
    """Ask the settlement of one wager what each pays, and by which clause, so that every form of vigorish is right."""
    for kind, wager in rules.wagers.items():
        usual, six = (settle_wager(rules, On(kind), _STAKE, Outcome(kind), points) for points in (7, 6))
        yield Line(wager.name, odds_in_words(Fraction(usual.paid_minor, _STAKE)), usual.clause)
        if six != usual:
            label = f"{wager.name}, winning with six"
            yield Line(label, odds_in_words(Fraction(six.paid_minor, _STAKE)), six.clause)


@cites("MB-M3", "MB-M4", "MB-M5", "MB-M6")
def _vigorish(rules: Rules) -> Iterator[Line]:
    """Say which form of vigorish is in force, its percentage, and how it is collected."""
    banker, percent = rules.wagers[On.BANKER].name, f"{rules.settings['pct']} percent"
    match rules.form:
        case "vig":
            yield Line(f"Of what a {banker} wager wins", percent, rules.clause("vig"))
        case "tie_vig":
            yield Line(f"Of a {banker} wager when the hands tie", percent, rules.clause("vig_tie"))
        case _:
            yield sentence("No vigorish is taken.", rules.clause("vig_none"))
    yield sentence("The same for every player at this table.", rules.clause("same_for_all"))
    if rules.form == "vig":
        yield from _collected(rules)


def _collected(rules: Rules) -> Iterator[Line]:
    if is_deferred(rules):
        yield sentence("Marked, and collected when the player leaves or the shoe ends.", rules.clause("leave"))
    else:
        yield sentence("Collected with the payout.", rules.clause("collect"))
    if rules.settings["rounding"] != "exact":
        once = ", the marked amounts together" if is_deferred(rules) else ""
        step = show(collected(rules, Fraction(1)), Currency.of(rules.config.currency))
        yield sentence(f"Rounded up to a multiple of {step}{once}.", rules.clause("rounding"))


@cites("Q29")
def _wagers(rules: Rules) -> Iterator[Line]:
    step = stake_step(rules, On.BANKER)
    if step > 1:
        unit = show(step, Currency.of(rules.config.currency))
        yield Line(f"{rules.wagers[On.BANKER].name} wagers in multiples of", unit, rules.clause("whole_cents"))
    if rules.settings["match_play"]:
        yield sentence("Match-play coupons are taken.", rules.clause("coupon"))
    yield sentence(_SPOKEN[rules.settings["verbal"]], rules.clause("verbal"))


def odds_of(rules: Rules, kind: On | Outcome) -> str:
    """Say in a few words what a wager pays, the vigorish included.

    >>> from pitboss.rulebook import table_config
    >>> odds_of(rules_of(table_config({"rulebook": "oneida-minibaccarat-2004"})), On.BANKER)
    '1 to 1 less 5 %'
    """
    odds = f"{rules.pays(kind)} to 1"
    if kind.value != On.BANKER:
        return odds
    match rules.form:
        case "vig":
            return f"{odds} less {rules.settings['pct']} %"
        case "tie_vig":
            return f"{odds}, {rules.settings['pct']} % on a tie"
        case _:
            return f"{odds}, 1 to 2 on six"


def vigorish_of(rules: Rules) -> dict[str, str]:
    """Return what a player knows of the vigorish before betting: the odds, when it is taken, and the clause."""
    banker = rules.wagers[On.BANKER].name
    clause = rules.clause({"vig": "vig", "tie_vig": "vig_tie"}.get(rules.form, "vig_none"))
    if rules.form == "no_vig":
        taken = "No vigorish is taken."
    elif is_deferred(rules):
        taken = "Marked now, collected when you leave or the shoe ends."
    else:
        taken = "Taken as the wager is paid." if rules.form == "vig" else "Taken when the hands tie."
    return {"text": f"{banker} pays {odds_of(rules, On.BANKER)}", "hint": taken, "clause": clause}
