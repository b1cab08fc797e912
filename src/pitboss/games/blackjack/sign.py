"""The sign of a blackjack table: limits, odds, and each rule that the players must find posted."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.games.blackjack.acts import Kind
from pitboss.games.blackjack.rules import Rules, rules_of
from pitboss.games.table.sign import Line, Section, Sign, limit_in_words, limits, odds, odds_in_words, sentence, sign_of
from pitboss.money import Currency, Rounding, show
from pitboss.rulebook import TableConfig, cites

_NAMES: dict[str, str] = {
    Kind.BLACKJACK: "Blackjack wager",
    Kind.INSURANCE: "Insurance",
    Kind.SAME_SUIT: "First two cards of one suit",
    Kind.KING_QUEEN: "King and queen of one suit",
    Kind.HIT: "Hit card of the hand's suit",
}
_SURRENDER = {
    "none": "No surrender.",
    "text": "Surrender for half the wager on the first two cards; not against a dealer's blackjack under an ace.",
    "late": "Surrender for half the wager on the first two cards; not against a dealer's blackjack.",
}
_ROUNDING = {
    Rounding.DOWN: "A part of a cent in a payment or a half is dropped.",
    Rounding.UP: "A part of a cent in a payment or a half is rounded up.",
    Rounding.HALF_UP: "A payment or a half is rounded to the nearest cent, half a cent up.",
}


@cites("BJ-P", "BJ-I1", "BJ-K2b", "BJ-J3", "BJ-J5", "BJ-J6", "BJ-J7", "BJ-J8")
def sign(config: TableConfig) -> Sign:
    """Return what is posted at a blackjack table."""
    rules = rules_of(config)
    title = "Pitch blackjack" if rules.is_pitch else "Blackjack"
    if rules.multiple_action:
        title = "Multiple action blackjack"
    return sign_of(
        rules,
        title,
        (
            limits(rules, _NAMES),
            Section("Odds", tuple(_odds(rules))),
            Section("Optional wagers", tuple(_optional(rules))),
            Section("The dealer", tuple(_dealer(rules))),
            Section("The players", tuple(_players(rules))),
            Section("Multiple action", tuple(_multiple(rules))),
            Section("At this table", tuple(_table(rules))),
        ),
    )


def felt(rules: Rules) -> list[str]:
    """Return what is printed on the cloth: what a blackjack pays, when the dealer draws, what insurance pays.

    >>> from pitboss.rulebook import table_config
    >>> felt(rules_of(table_config({"rulebook": "oneida-blackjack-2004"})))[0]
    'Blackjack pays 3 to 2'
    """
    verb = "draws to" if rules.settings["h17"] else "stands on"
    insurance = f"Insurance pays {odds_in_words(rules.pays(Kind.INSURANCE))}" if rules.settings["insurance"] else None
    found = (f"Blackjack pays {odds_in_words(rules.blackjack_odds)}", f"Dealer {verb} soft 17", insurance)
    return [line for line in found if line is not None]


def _odds(rules: Rules) -> Iterator[Line]:
    yield Line("Blackjack", odds_in_words(rules.blackjack_odds), rules.clause("blackjack"))
    yield from odds(rules, names=_NAMES)


@cites("BJ-K2b", "BJ-K2c")
def _optional(rules: Rules) -> Iterator[Line]:
    """Post the most that may be on an optional wager."""
    taken = [kind for kind in rules.kinds_taken if kind in (Kind.SAME_SUIT, Kind.KING_QUEEN, Kind.HIT)]
    for kind in taken:
        most = limit_in_words(rules, rules.limit_set("max", kind))
        yield Line(f"At most on {_NAMES[kind].lower()}", most, rules.clause("optional_limit"))
    if taken and rules.shoe_decks == 1:
        yield sentence("An optional wager is not above the blackjack wager.", rules.clause("optional_single"))


@cites("BJ-H8a", "BJ-J3", "Q19")
def _dealer(rules: Rules) -> Iterator[Line]:
    settings = rules.settings
    verb = "draws to" if settings["h17"] else "stands on"
    yield sentence(f"Dealer {verb} a soft 17.", rules.clause("dealer_draws"))
    if settings["push21"]:
        yield sentence("A player's 21 against a dealer's blackjack is a push.", rules.clause("push"))
    else:
        yield sentence("Equal totals are a push; a dealer's blackjack beats any other 21.", rules.clause("push"))
    if settings["dealer_bj"] == "original":
        text = "Against a dealer's blackjack only the first wager is lost, not what was doubled or split."
        yield sentence(text, rules.clause("original"))


@cites("BJ-J5", "BJ-J6", "BJ-J7", "BJ-J8", "Q20", "Q21")
def _players(rules: Rules) -> Iterator[Line]:
    settings = rules.settings
    least = show(rules.insurance_limits[0], Currency.of(rules.config.currency))
    insured = f"Insurance from {least} up to half the wager when the dealer shows an ace."
    yield sentence(insured if settings["insurance"] else "No insurance.", rules.clause("insurance"))
    after_split = (", after a split too" if settings["das"] else ", not after a split") if settings["split"] else ""
    doubling = f"Double down on any first two cards{after_split}."
    yield sentence(doubling if settings["double"] else "No doubling down.", rules.clause("double"))
    hands = settings["max_hands"]
    splitting = f"Split cards of equal value into up to {hands} hands; split aces get one card each."
    yield sentence(splitting if settings["split"] else "No splitting of pairs.", rules.clause("split"))
    yield sentence(_SURRENDER[settings["surrender"]], rules.clause("surrender"))


@cites("BJ-L1", "BJ-L2")
def _multiple(rules: Rules) -> Iterator[Line]:
    if rules.multiple_action:
        least = 3 if rules.settings["all_three"] else 2
        many = f"{least}" if least == rules.multiple_action else f"{least} or {rules.multiple_action}"
        text = f"One hand against {many} hands of the dealer from one first card, a wager on each."
        yield sentence(text, rules.clause("multiple"))


@cites("BJ-I1", "Q29")
def _table(rules: Rules) -> Iterator[Line]:
    settings, currency = rules.settings, Currency.of(rules.config.currency)
    decks = "1 deck" if rules.shoe_decks == 1 else f"{rules.shoe_decks} decks"
    if rules.is_pitch:
        how = "face down" if settings["face_down"] else "face up"
        yield sentence(f"Pitch: {decks}, dealt from the hand, {how}.", rules.clause("posted_pitch"))
    else:
        yield sentence(f"Dealt from a shoe of {decks}.", rules.clause("decks"))
    if rules.rounding in _ROUNDING:
        yield sentence(_ROUNDING[rules.rounding], rules.clause("whole_cents"))
    elif rules.stake_step > 1:
        unit = show(rules.stake_step, currency)
        yield Line("Blackjack wagers in multiples of", unit, rules.clause("whole_cents"))
    if settings["match_play"]:
        yield sentence("Match-play coupons are taken.", rules.clause("coupon"))
