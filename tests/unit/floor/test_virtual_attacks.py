"""Virtual shoes under attack: nobody reads the order before its time, and nobody loses or replaces it."""

import asyncio
from contextlib import closing

import msgspec
import pytest

from pitboss.decider import Accepted, Person, Refusal, Role
from pitboss.errors import InputError
from pitboss.floor.commands import Principal
from pitboss.floor.gates.virtual_shoes import NotOfThisShoe
from pitboss.floor.people.acts import TerminalKind
from pitboss.floor.people.house import HOUSE_STREAM
from pitboss.floor.people.roles import Forbidden
from pitboss.floor.verify.verify import verify
from pitboss.floor.writer.writer import Floor
from pitboss.games.baccarat import acts as baccarat_acts
from pitboss.games.baccarat import events as e
from pitboss.games.blackjack import acts as blackjack_acts
from pitboss.games.cards import CARDS
from pitboss.games.shoe.events import ShoeRevealed
from pitboss.games.table import acts as table_acts
from pitboss.journal import open_journal
from tests.support.virtual_floor import (
    DEAL,
    NONCE,
    REVEAL,
    STREAM,
    VirtualBaccarat,
    VirtualBlackjack,
    begun,
    finished,
    in_play,
    rig,
    staked,
)
from tests.support.virtual_house import virtual_house
from tests.support.web_house import opened


@pytest.fixture
def floor(tmp_path):
    """Return a floor."""
    with closing(Floor(open_journal(f"sqlite:///{tmp_path / 'shoes.db'}"))) as found:
        yield found


# What may be read before its time


@pytest.mark.parametrize("first", ["AC", "2C", "KS"])
def test_a_card_that_is_asked_for_too_early_is_refused_alike_whatever_is_next(floor, monkeypatch, first):
    """Neither the answer nor what is recorded of it depends on the order."""
    rig(monkeypatch, first, "9H", "8D", "7S", "6C")
    table = in_play(VirtualBaccarat().seated(floor))
    command = table.command("dealer", DEAL)
    answer = table.sent(command).answer
    assert isinstance(answer, Refusal)
    stored = msgspec.json.decode(floor.journal.answer(STREAM, command.key).command)
    assert {"type": "baccarat.deal_card/1", "card": CARDS[0]} == stored["act"]
    assert "no round is open" in answer.reason


@pytest.mark.parametrize("first", ["2C", "KS"])
def test_a_card_of_a_table_that_changed_meanwhile_is_never_recorded(floor, monkeypatch, first):
    """Handed in past the desk, too late to be dealt: whatever the card is, the dealer is told to ask again."""
    rig(monkeypatch, "QD", first)
    table = staked(VirtualBlackjack().seated(floor))
    command = table.filled(table.command("dealer", blackjack_acts.DealCard(card=None)))
    assert first == command.act.card
    table.do("Ann", blackjack_acts.RemoveWager(seat=3, player="Ann", stake_minor=1_000))
    with pytest.raises(NotOfThisShoe, match="ask for the card again"):
        floor.send(STREAM, command)
    assert floor.journal.answer(STREAM, command.key) is None


@pytest.mark.parametrize("first", ["2C", "KS"])
def test_a_card_asked_for_too_early_is_not_dealt_when_its_time_has_come(floor, monkeypatch, first):
    """What stands in for it is no card of the shoe."""
    rig(monkeypatch, first)
    table = in_play(VirtualBaccarat().seated(floor))
    command = table.filled(table.command("dealer", DEAL))
    begun(table)
    with pytest.raises(NotOfThisShoe, match="ask for the card again"):
        floor.send(STREAM, command)
    assert [] == table.drawn


def test_a_reveal_before_its_time_tells_and_records_nothing(floor, monkeypatch):
    """In the middle of a round the rules refuse it, and the order stays where it was."""
    rig(monkeypatch, "KS")
    table = begun(in_play(VirtualBaccarat().seated(floor)))
    command = table.command("dealer", REVEAL)
    answer = table.sent(command).answer
    assert isinstance(answer, Refusal)
    assert not any(NONCE in text for text in table.records())
    assert NONCE not in answer.reason + str(answer.values)
    assert isinstance(table.do("dealer", DEAL), e.CardDealt)


def test_a_reveal_that_comes_too_late_is_not_recorded(floor, monkeypatch):
    """Filled in between two rounds, and handed in when the next has begun."""
    rig(monkeypatch, "KS")
    table = in_play(VirtualBaccarat().seated(floor))
    command = table.filled(table.command("dealer", REVEAL))
    assert NONCE == command.act.nonce
    begun(table)
    with pytest.raises(NotOfThisShoe, match="show it again"):
        floor.send(STREAM, command)
    assert not any(NONCE in text for text in table.records())


def test_a_reveal_that_was_asked_for_too_early_accuses_nobody(floor, monkeypatch):
    """It holds no order, and is not compared with the commitment when its time has come."""
    rig(monkeypatch)
    table = begun(in_play(VirtualBaccarat().seated(floor)))
    early = table.filled(table.command("dealer", REVEAL))
    finished(table)
    with pytest.raises(NotOfThisShoe, match="show it again"):
        floor.send(STREAM, early)
    assert isinstance(table.do("dealer", REVEAL), ShoeRevealed)
    assert () == verify(floor.journal).faults


# The dealer's cards that nobody has seen


def test_a_card_that_lies_face_down_is_nobodys_before_it_is_turned(floor, monkeypatch):
    """Neither the burned card nor the dealer's is told or recorded until then; each is the one of the order."""
    rig(monkeypatch, "QD", "5S", "JH", "6S", "9C", "2H", "TD")
    table = staked(VirtualBlackjack().seated(floor))
    for _ in range(4):
        table.do("dealer", blackjack_acts.DealCard(card=None))
    assert ["", "5S", "", "6S", ""] == table.drawn
    assert not any(card in text for text in table.records() for card in ("QD", "JH", "9C"))
    assert "JH" == table.do("dealer", blackjack_acts.TurnFirstCard(card="2C")).card
    early = table.answer("dealer", blackjack_acts.TurnSecondCard())
    assert isinstance(early, Refusal)
    assert not any("9C" in text for text in table.records())
    table.act(3, "stand")
    assert "9C" == table.do("dealer", blackjack_acts.TurnSecondCard()).card
    assert "QD" == table.do("dealer", blackjack_acts.ShowBurnCard(player="Ann", place=1, card="2C")).card
    assert ["QD", "5S", "JH", "6S", "9C"] == table.drawn
    table.settle()
    table.do("dealer", blackjack_acts.DiscardCards())
    assert isinstance(table.do("dealer", REVEAL), ShoeRevealed)
    assert () == verify(floor.journal).faults


def test_nobody_else_names_the_card_that_is_turned_up(floor, monkeypatch):
    """Handed in past the desk: neither the dealer's cards nor the burned one are another's word."""
    rig(monkeypatch, "QD", "5S", "JH", "6S", "9C")
    table = VirtualBlackjack().seated(floor).stacked()
    table.committed()
    table.do("dealer", blackjack_acts.BurnCard())
    with pytest.raises(NotOfThisShoe):
        floor.send(STREAM, table.command("dealer", blackjack_acts.ShowBurnCard(player="Ann", place=1, card="2C")))
    table.do("dealer", table_acts.OpenBetting())
    table.bet(3, 1_000)
    for _ in range(4):
        table.do("dealer", blackjack_acts.DealCard(card=None))
    with pytest.raises(NotOfThisShoe):
        floor.send(STREAM, table.command("dealer", blackjack_acts.TurnFirstCard(card="AS")))
    assert "JH" == table.do("dealer", blackjack_acts.TurnFirstCard(card="2C")).card


def test_a_card_that_is_never_turned_up_is_shown_with_the_order(floor, monkeypatch):
    """The round is void while the dealer's cards lie face down; the shoe can still be checked."""
    rig(monkeypatch, "QD", "5S", "JH", "6S", "9C")
    table = staked(VirtualBlackjack().seated(floor))
    for _ in range(3):
        table.do("dealer", blackjack_acts.DealCard(card=None))
    table.do("dealer", blackjack_acts.ReportWrongNumber(seat=3))
    table.do("dealer", blackjack_acts.DiscardCards())
    assert isinstance(table.do("dealer", REVEAL), ShoeRevealed)
    assert () == verify(floor.journal).faults


def test_an_empty_shoe_ends_the_round_by_its_rules(floor, monkeypatch):
    """No card is made up in place of one that is not there, and the table goes on."""
    rig(monkeypatch)
    table = staked(VirtualBlackjack().seated(floor))
    floor.ask(STREAM, lambda live: live.state.cards.shoe.drawn.extend(table.shoes._in_play(live).order[1:])).result()
    refused = table.answer("dealer", blackjack_acts.DealCard(card=None))
    assert "no card is left to deal" in refused.reason
    table.do("dealer", blackjack_acts.ReportWrongNumber(seat=0))
    assert isinstance(table.do("dealer", REVEAL), ShoeRevealed)


# At the desk, as anybody


@pytest.fixture
def pit(tmp_path):
    """Yield a live house with a baccarat table whose virtual shoe is in play, and bets closed."""
    with closing(opened(virtual_house(tmp_path, STREAM), str(tmp_path / "house.db"))) as live:
        yield AtDesk(live)


class AtDesk(VirtualBaccarat):
    """A baccarat table of a live house, whose acts go through the desk where a test says who sends them."""

    def __init__(self, live):
        super().__init__()
        self.house, self.floor, self.shoes = live, live.floor, live.desk.fields.shoes
        self.table, self.count = live.floor.look(STREAM).state, 0
        in_play(self)
        self.do("pit_supervisor", table_acts.RelieveDealer(dealer="dealer"))

    def asked(self, who, act, *, second=False):
        """Ask for something at the desk, under a new key."""
        self.count += 1
        sent = self.house.desk.command(who, STREAM, f"k{self.count}", msgspec.json.encode(act), second=second)
        return asyncio.run(sent)


DEALER = Principal(Person("dealer", Role.DEALER))
SENDERS = [
    *(Principal(Person(role.value.replace("_", "-"), role)) for role in Role if role not in (Role.PLAYER, Role.DEVICE)),
    Principal(Person("P1", Role.PLAYER), None, TerminalKind.SEAT, STREAM, "P1"),
    Principal(Person("D1", Role.DEVICE), None, TerminalKind.SENSOR, STREAM, "D1"),
    Principal(Person("S1", Role.DEVICE), None, TerminalKind.SELF_SERVICE, "tote", "S1"),
]


def test_no_error_tells_anything_of_the_order(pit):
    """Whoever sends something that cannot be read is told what was sent, and never what the server would say."""
    nonce = next(iter(pit.shoes._orders.values())).nonce
    for who in SENDERS:
        for kind in ("cards.reveal_shoe/1", "baccarat.deal_card/1", "baccarat.burn_card/1"):
            for name in ("a.b", "", "x", "["):
                with pytest.raises((InputError, Forbidden)) as caught:
                    pit.asked(who, {"type": kind, name: 1})
                told = str(caught.value) + str(caught.value.as_fields())
                assert nonce not in told
                value = caught.value.values.get("value")
                assert not isinstance(value, dict) or value.get("card", "AC") == "AC"
                assert not isinstance(value, dict) or value.get("order", []) == []
    assert not any(nonce in text for text in pit.records())


def test_an_act_of_another_game_is_not_read(pit):
    """A card of blackjack at a baccarat table is no act of it."""
    with pytest.raises(InputError, match=r"blackjack\.deal_card/1"):
        pit.asked(DEALER, {"type": "blackjack.deal_card/1"})


@pytest.mark.parametrize("kind", ["cards.reveal_shoe/1", "baccarat.deal_card/1", "baccarat.burn_card/1"])
def test_nobody_is_asked_to_stand_by_what_the_shoe_says(pit, kind):
    """It would lie among the approvals, before everybody's eyes, and need never be done."""
    if kind == "baccarat.deal_card/1":
        begun_at_desk(pit)
    for who in SENDERS:
        with pytest.raises(Forbidden):
            pit.asked(who, {"type": kind}, second=True)
    assert {} == pit.floor.look(HOUSE_STREAM).state.approvals


def begun_at_desk(pit):
    """Open a round with a wager, and close the bets, as the table's own dealer."""
    pit.asked(DEALER, {"type": "table.open_betting/1"})
    pit.bet(3, "player", 1_000)
    pit.asked(DEALER, {"type": "baccarat.call_no_more_bets/1"})


def test_a_card_that_somebody_names_is_compared_with_none(pit):
    """When none is to be burned: whether it is the next card or not, the answer is the same."""
    begun_at_desk(pit)
    upcoming = pit.order()[0]
    # The first of all cards stands for none: it is what the server says when no card is due.
    for card in {upcoming, "9S", "9H"} - {CARDS[0]}:
        with pytest.raises(NotOfThisShoe, match="ask for the card again"):
            pit.floor.send(STREAM, pit.command("dealer", baccarat_acts.BurnCard(card=card)))


def test_a_machine_of_another_place_is_sent_away_before_anything_is_said(pit):
    """A window of the tote has no business at a table."""
    said = pit.records()
    with pytest.raises(Forbidden, match="stands at tote"):
        pit.asked(SENDERS[-1], {"type": "baccarat.deal_card/1"})
    assert said == pit.records()


def test_only_those_deal_who_may(pit):
    """Of all who ask, the table's dealer and its device get a card, and it is the next."""
    begun_at_desk(pit)
    dealt = []
    for who in SENDERS:
        try:
            found = pit.asked(who, {"type": "baccarat.deal_card/1"})
        except Forbidden:
            continue
        if isinstance(found.recorded.answer, Accepted):
            dealt.append(who.person.id)
    assert ["dealer", "D1"] == dealt
    assert list(pit.order()[:2]) == pit.drawn
