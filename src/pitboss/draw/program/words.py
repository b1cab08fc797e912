"""What a program tells the public in our own words: how wagering works with this card's figures, and about tickets.

Figures are those in force: the card's, its track's choices or their defaults, and the house's settings. The example
of a price is calculated as the pools themselves are.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

import msgspec

from pitboss.money import Currency, show
from pitboss.tote.config import Config, config_of, fraction_of
from pitboss.tote.day.config import DayConfig
from pitboss.tote.day.racecard import CardPool
from pitboss.tote.pricing import WinningClass, distribute, percent, takeout_of
from pitboss.tote.rules import ToteRules

_BET, _ON_WINNER = 100_000, 23_000
"""Cents of the example: in its pool, and on its winner."""
_SOURCE = "here"


class Passage(msgspec.Struct, frozen=True):
    """One thing explained, with the clauses behind it; `notes` are what this card or this house adds to it."""

    title: str
    text: str
    clauses: tuple[str, ...]
    notes: tuple[str, ...] = ()


class Chapter(msgspec.Struct, frozen=True):
    """Passages under a heading."""

    heading: str
    passages: tuple[Passage, ...]


def listed(names: Sequence[str]) -> str:
    """Join names as one says them.

    >>> listed(["Win"]), listed(["Win", "Place", "Show"])
    ('Win', 'Win, Place and Show')
    """
    *first, last = names
    return f"{', '.join(first)} and {last}" if first else last


def named_races(numbers: Sequence[int]) -> str:
    """Name races, a row of them by its ends.

    >>> named_races([3]), named_races([1, 2, 5]), named_races([1, 2, 3])
    ('race 3', 'races 1, 2 and 5', 'races 1 to 3')
    """
    if len(numbers) == 1:
        return f"race {numbers[0]}"
    *others, before, last = numbers
    if others and list(numbers) == list(range(numbers[0], last + 1)):
        return f"races {numbers[0]} to {last}"
    return f"races {', '.join(map(str, (*others, before)))} and {last}"


def wagering(
    pools: Sequence[CardPool], choices: dict[str, Any], rules: ToteRules, currency_code: str
) -> tuple[Passage, ...]:
    """Explain parimutuel wagering in general, with the figures of a card's pools."""
    found, clauses = _Figures(pools, choices, rules, Currency.of(currency_code)), (rules.clause("program"),)
    notes: dict[str, Iterable[str]] = {
        "Takeout": found.alike(lambda pool, _: percent(pool.takeout)),
        "How a price comes about": [found.example()],
        "Breakage": found.alike(found.breakage),
        "Least price and minus pool": [*found.alike(found.least), *found.without_least()],
        "Scratches and cancelled races": found.alike(_scratch_rule),
        "Carryovers": found.carryovers(),
    }
    return tuple(Passage(title, text, clauses, tuple(notes.get(title, ()))) for title, text in _GENERAL.items())


_GENERAL = {
    "One pool, shared by those who are right": (
        "You do not play against the house here but against everybody else who bets. The money on one kind of bet in"
        " one race, or in one row of races, makes a pool. What is left of it after a deduction goes to those who were"
        " right, each in proportion to the money they put on it."
    ),
    "Takeout": (
        "The deduction is called the takeout. It goes to purses, to the track, to the place where you bet and to taxes,"
        " and the track says how large it is."
    ),
    "How a price comes about": (
        "What the takeout leaves is the net pool. Those who were right get their stakes back from it, and the rest is"
        " their profit; where several results are paid, as with a dead heat, the profit is divided first."
    ),
    "Odds": (
        "The odds on the board are what a winner would pay if betting ended this minute. They move with every bet. You"
        " are paid by the last of them, whatever they were when you bought your ticket. The morning line in a program"
        " is a forecast by somebody who knows the runners, and nothing is paid by it."
    ),
    "Breakage": (
        "A price is cut down to a round amount. What is cut off is the breakage; to whom it belongs is settled by law"
        " and not at the windows."
    ),
    "Least price and minus pool": (
        "A winning bet is paid no less than a least price. When nearly everybody was right a pool may not hold that"
        " much. It is then a minus pool, and what is missing is no loss of the bettors."
    ),
    "Dead heats": (
        "Runners that reach the line together share their places: each counts for any of them. Bets on each are good,"
        " the profit is divided among them, and so every one pays less than it would have alone."
    ),
    "Entries and the field": (
        "Runners coupled in an entry, or grouped in the field, have one number to bet on. A bet on that number is a bet"
        " on all of them. If one is scratched and another runs, the bet stands."
    ),
    "Scratches and cancelled races": (
        "A bet on one race is refunded if its runner does not start, or if the race is cancelled. If one of several"
        " races is cancelled, bets on them go on with the others or are refunded, as their pool has it."
    ),
    "If nobody is right": (
        "When no ticket has the result, the pool goes to those who are nearest to it, by steps that each kind of bet"
        " has. If nobody is near enough, the money is refunded and nothing is deducted."
    ),
    "Carryovers": (
        "In some pools, money that nobody wins is not refunded but kept for another day, on top of what is bet then. No"
        " takeout is deducted from it a second time. From time to time a track says that all of it is paid out, and"
        " then the nearest bets win it."
    ),
}


class _Figures:
    """A card's pools, each with the choices in force for it."""

    def __init__(
        self, pools: Sequence[CardPool], choices: dict[str, Any], rules: ToteRules, currency: Currency
    ) -> None:
        names = {rule.kind: rule.name for rule in rules.data.bets}
        order = list(names)
        self._names, self._currency = names, currency
        self._pools = [
            (pool, config_of({**choices, **pool.config}, "config"))
            for pool in sorted(pools, key=lambda pool: (order.index(pool.type), pool.races))
        ]

    def _money(self, cents: int) -> str:
        return show(cents, self._currency)

    def alike(self, said: Callable[[CardPool, Config], str]) -> Iterator[str]:
        """Yield what is said of the pools behind the bets it holds for, with races where the pools of a bet differ.

        Nothing is yielded for pools of which nothing is said.
        """
        by_kind: dict[str, dict[str, list[tuple[int, ...]]]] = {}
        for pool, config in self._pools:
            by_kind.setdefault(pool.type, {}).setdefault(said(pool, config), []).append(pool.races)
        found: dict[str, list[str]] = {}
        for kind, by_text in by_kind.items():
            for text, races in by_text.items():
                on = "" if len(by_text) == 1 else f" ({'; '.join(map(named_races, races))})"
                found.setdefault(text, []).append(f"{self._names[kind]}{on}")
        for text, names in found.items():
            if text:
                yield f"{'Every pool' if len(found) == 1 else listed(names)}: {text}."

    def breakage(self, _: CardPool, config: Config) -> str:
        """Say to what the prices of a pool are cut."""
        cents, per = config.breakage
        return f"to a multiple of {self._money(cents)} for each {self._money(per)} bet"

    def least(self, _: CardPool, config: Config) -> str:
        """Say what a pool pays at least."""
        cents, per = config.min_payout
        return f"{self._money(cents)} for each {self._money(per)} bet"

    def without_least(self) -> Iterator[str]:
        """Yield the exception, where the card has it."""
        if any(pool.type == "twin_trifecta" for pool, _ in self._pools):
            yield f"{self._names['twin_trifecta']}, second half: none, since what is exchanged costs nothing."

    def example(self) -> str:
        """Tell how a price is made, with the takeout and the breakage of the card's first pool."""
        pool, config = self._pools[0]
        rates = {_SOURCE: fraction_of(pool.takeout, "takeout", is_takeout=True)}
        net = _BET - takeout_of({_SOURCE: _BET}, rates, config.rounding)[_SOURCE]
        paid = distribute(net, [WinningClass("", 0, {_SOURCE: _ON_WINNER})], rates, config)
        price = paid.prices[0][_SOURCE]
        cents = price.unbroken * 100
        exactly = self._money(int(cents)) if cents.denominator == 1 else f"a little over {self._money(int(cents))}"
        return (
            f"Example: {self._money(_BET)} is bet, {percent(pool.takeout)} is taken out and {self._money(net)} is left."
            f" {self._money(_ON_WINNER)} of the bets were right, so each {self._money(100)} of them gets {exactly}."
            f" After breakage a bet of {self._money(200)}, for which prices are shown, is paid"
            f" {self._money(price.pays(200))}."
        )

    def carryovers(self) -> Iterator[str]:
        """Yield which pools begin with a carryover, and which are paid out whole."""
        for pool, _ in self._pools:
            begins = f"begins with {self._money(pool.carryover_minor)}" if pool.carryover_minor else ""
            ends = "is paid out whole today" if pool.mandatory else ""
            if begins or ends:
                told = " and ".join(part for part in (begins, ends) if part)
                yield f"The {self._names[pool.type]} on {named_races(pool.races)} {told}."


def _scratch_rule(pool: CardPool, config: Config) -> str:
    """Say what becomes of a choice over several races that does not start; nothing for a pool on one race."""
    early = "while bets on the first race are still taken"
    if pool.type == "double" or (pool.type == "pick3" and config.pick3_scratch == "consolation"):
        return (
            f"refunded if a runner is out of the first race, or out of a later one {early}; if it is out after that, a"
            " consolation is paid where your other choices won"
        )
    if pool.type in ("pick3", "pick6"):
        replaced = "a runner that is out gives its place to the favourite, the one with the most money to win"
        is_refunded = config.pickn_early_scratch == "refund"
        return f"refunded if a runner is out {early}; after that, {replaced}" if is_refunded else replaced
    if pool.type == "twin_trifecta":
        return "refunded if a runner is out of the first race; in the second, an exchange that names it is void"
    return ""


def on_tickets(config: DayConfig, rules: ToteRules) -> tuple[Passage, ...]:
    """Tell what holds for tickets, from the sale until they expire, by the house's settings."""
    money = Currency.of(config.currency)
    alone = show(int(rules.settings["pay_alone_up_to_minor"]), money)
    last_day = f"{config.expires_on:%B} {config.expires_on.day}, {config.expires_on.year}"
    found = {
        ("Buying", "ticket", "final", "undelivered"): (
            "A bet is a ticket. Read yours before you go: who takes it away has accepted it as it is printed, and a"
            " ticket that never came out of the machine gives nobody a claim. At post time all tickets are final."
        ),
        ("Cancelling", "cancel_win", "cancel_open", "cancel_last", "cancel_whole"): _cancelling(rules, money),
        ("Refunds", "refund_scratched", "refund_race", "refund_breakdown", "refund_open", "refund_closed"): (
            "A bet is refunded if its runner is scratched or ruled a non-starter, if its race is called off or declared"
            " no race, and if the totalizator fails for good and there is no race for that reason. For bets over"
            " several races, what is said of scratches holds. Bring the ticket. While its pools are open it is refunded"
            " or cancelled, and later refunded in cash; where other bets on it still run, the refund is paid with them."
        ),
        ("Cashing", "official", "verified", "never_paid", "results", "no_change"): (
            "Winning tickets are paid once the result is official. A ticket with other bets on it is paid what it has"
            " won so far and stays good for the rest: keep it. The result is the sending track's, and a ruling after"
            " the official sign changes no payment. Every ticket is verified first, by two people if it pays more than"
            f" {alone}. Tickets that were paid, cancelled or refunded before, that lost or were never issued are not"
            " paid."
        ),
        ("Wrong displays", "display"): (
            "If a display shows a wrong amount, the right amount is paid. Cashing of winners may be halted until that"
            " is cleared up, and an announcement will tell you so."
        ),
        ("Expiry", "expiry"): f"Tickets of this day are paid before {last_day}, and not on that day or later.",
        ("Lost tickets", "lost"): "Take care of your ticket as you do of cash: for a lost one nothing can be claimed.",
        ("Damaged or altered tickets", "altered"): (
            "A ticket that is torn, soiled or changed in such a way that we cannot tell it is good is not paid."
        ),
    }
    return tuple(
        Passage(title, text, tuple(dict.fromkeys(map(rules.clause, duties))))
        for (title, *duties), text in found.items()
    )


def _cancelling(rules: ToteRules, money: Currency) -> str:
    """Tell which tickets can be cancelled, by the house's own bounds."""
    last, limit = int(rules.settings["cancel_last"]), show(int(rules.settings["cancel_win_below_minor"]), money)
    if not last:
        return "Tickets are not cancelled at these windows."
    newest = (
        "it is the last one that its terminal sold" if last == 1 else f"it is one of the last {last} of its terminal"
    )
    return (
        f"A ticket can be cancelled while all pools on it are open, if {newest} and has no bet to win of {limit} or"
        " more. With several bets on it, all of them are cancelled or none."
    )
