"""What a type checker sees of every supported name; nothing here runs, `make types` and tests/arch read it."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any, assert_type

import pitboss
from pitboss.games.contract import Game


def tables(path: Path) -> None:
    """Tables, and what they are asked."""
    roulette = pitboss.Roulette("oneida-roulette-2008", name="T1", odds={"straight": 36})
    assert_type(pitboss.Table.load(path), pitboss.Table)
    assert_type(pitboss.Roulette.load("table.toml"), pitboss.Roulette)
    assert_type(roulette.settings, Mapping[str, Any])
    assert_type(roulette.config, pitboss.TableConfig)
    assert_type(roulette.show(500), str)
    assert_type(roulette.pockets, tuple[str, ...])
    assert_type(roulette.odds(), dict[str, pitboss.Odds])
    assert_type(roulette.odds()["red"].edge, Fraction)
    assert_type(pitboss.check_file(path), tuple[pitboss.Fault, ...])
    assert_type(pitboss.check_table({}), tuple[pitboss.TableConfig | None, tuple[pitboss.Fault, ...]])
    assert_type(pitboss.table_config({}), pitboss.TableConfig)


def settlements() -> None:
    """What a round comes to."""
    spin = pitboss.Roulette().settle("17", {"red": 500})
    assert_type(spin, pitboss.RouletteSettlement)
    assert_type(spin.wagers, tuple[pitboss.SettledWager, ...])
    assert_type(spin.wagers[0].rule, pitboss.Clause)
    assert_type(spin.net, int)
    assert_type(pitboss.Roulette().settle("17", [pitboss.Bet("red", 500, "Ann")]).pocket, str | None)
    assert_type(pitboss.SicBo().settle((1, 2, 3), {"small": 100}), pitboss.SicBoSettlement)
    assert_type(pitboss.Baccarat().settle(["AS"], {"tie": 100}), pitboss.BaccaratSettlement)
    hands = pitboss.Blackjack().settle(["AS"], {1: 100}, {1: ["hit"]})
    assert_type(hands, pitboss.BlackjackSettlement)
    assert_type(hands.hands, tuple[pitboss.Hand, ...])
    whole: pitboss.Settlement = hands
    assert_type(whole.explain(), tuple[str, ...])


def rounds() -> None:
    """Rounds, played move by move."""
    spin = pitboss.Roulette().round()
    assert_type(spin, pitboss.RouletteRound)
    assert_type(spin.legal("Ann"), tuple[pitboss.Move, ...])
    assert_type(spin.chance(), dict[str, Fraction])
    assert_type(spin.bet("red", 500), tuple[pitboss.Event, ...])
    assert_type(spin.land("17"), pitboss.RouletteSettlement)
    hand = pitboss.Blackjack().round()
    assert_type(hand, pitboss.BlackjackRound)
    assert_type(hand.turn, pitboss.Hand | None)
    assert_type(hand.play("hit"), tuple[pitboss.Event, ...])
    assert_type(hand.next_round(), pitboss.BlackjackRound)
    assert_type(hand.result, pitboss.BlackjackSettlement)


def race_cards(path: Path) -> None:
    """Race cards, priced."""
    card = pitboss.price_card(path)
    assert_type(card, pitboss.PricedCard)
    assert_type(card.pools, dict[str, pitboss.PricedPool])
    assert_type(card.tickets, dict[str, pitboss.PricedTicket])
    assert_type(card.pools["W1"].winners, tuple[pitboss.Winner, ...])


def journals() -> None:
    """Journals, read."""
    with pitboss.read_journal("day.db") as journal:
        assert_type(journal, pitboss.JournalReader)
        assert_type(journal.steps("table:one"), Iterator[pitboss.Step])
        assert_type(journal.events("table:one", "RoundSettled"), Iterator[pitboss.Event])
        for step in journal.steps("table:one"):
            assert_type(step.act, pitboss.Act)
            assert_type(step.by, pitboss.Person)
            assert_type(step.by.role, pitboss.Role)
            assert_type(step.refusal, pitboss.Refusal | None)


def rules_and_play(command: pitboss.Command[Any], state: object) -> None:
    """Rulebooks, and whole tables by commands."""
    assert_type(pitboss.GAMES, tuple[str, str, str, str])
    assert_type(pitboss.game("roulette"), Game)
    assert_type(pitboss.handle(pitboss.game("roulette"), state, command)[1], pitboss.Accepted | pitboss.Refusal)
    assert_type(pitboss.edition_ids(), tuple[str, ...])
    assert_type(pitboss.clause("RO-F2"), pitboss.Clause)
    assert_type(pitboss.edition("seabrook-roulette").id, str)
    for step in pitboss.play(pitboss.read_transcript([b""])):
        assert_type(step.words, tuple[str, ...])


def money_and_errors(error: pitboss.PitbossError) -> None:
    """Amounts, and what is raised."""
    assert_type(pitboss.Money.parse("$5.00") + pitboss.Money(5, pitboss.Currency.of("USD")), pitboss.Money)
    assert_type(pitboss.Rounding("down"), pitboss.Rounding)
    if isinstance(error, pitboss.RuleViolation):
        assert_type(error.clause, str)
    if isinstance(error, pitboss.InputError):
        assert_type(error.field, str | None)
