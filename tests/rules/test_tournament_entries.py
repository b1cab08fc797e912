"""Tournaments (BJ-O): their rules are announced, and entries are taken, given back and closed by them."""

import msgspec
import pytest

from pitboss.decider import Accepted, Act, Command, Person, Refusal, Role, handle
from pitboss.games.tournament import acts as a
from pitboss.games.tournament.game import TOURNAMENT
from pitboss.rulebook import edition
from tests.support.driver import STAFF
from tests.support.tournament_driver import BLACKJACK, DOCUMENT, SIX, TournamentDriver

pytestmark = pytest.mark.clause("BJ-O")

ENTER = a.EnterPlayer(player="Ann", fee_minor=2_000)


def test_opening_names_the_rules_it_is_played_by():
    """The event has the rulebook with its hash, and the hash of the tournament's own rules."""
    driver = TournamentDriver()
    opened = driver.do("pit_supervisor", a.OpenEntries())
    assert (BLACKJACK, edition(BLACKJACK).hash, driver.config.hash) == (
        opened.rulebook,
        opened.edition_hash,
        opened.rules_hash,
    )
    assert driver.config.hash != TournamentDriver(hands=11).config.hash


@pytest.mark.clause("RES")
def test_nothing_opens_before_the_rules_were_adopted():
    """The edition was adopted on 21 April 2004 and waits fourteen days."""
    driver = TournamentDriver()
    driver.now = driver.now.replace(year=2004, month=5, day=4)
    assert "RES" == driver.refused("pit_supervisor", a.OpenEntries()).clause
    driver.now = driver.now.replace(day=5)
    assert driver.do("pit_supervisor", a.OpenEntries())


WHO = {
    a.OpenEntries(): ("pit_supervisor", "pit_manager", "director"),
    ENTER: ("floorperson", "pit_supervisor", "pit_manager", "director"),
    a.CloseEntries(): ("floorperson", "pit_supervisor", "pit_manager", "director"),
    a.WithdrawPlayer(player="Ann"): ("Ann", "floorperson", "pit_supervisor", "pit_manager", "director"),
    a.CancelTournament(reason="storm"): ("pit_supervisor", "pit_manager", "director"),
}
EVERYBODY = ("Ann", "Bob", *STAFF)


def ready_for(act) -> TournamentDriver:
    """Return a tournament in which an act is open to those whose it is."""
    if isinstance(act, a.OpenEntries):
        return TournamentDriver()
    return TournamentDriver().opened(*(SIX[1:] if isinstance(act, a.EnterPlayer) else SIX))


@pytest.mark.parametrize("act", WHO, ids=lambda act: type(act).__name__)
def test_each_act_is_somebodys(act):
    """Supervisors open and cancel, the floor takes entries and closes them, and a player withdraws nobody else."""
    answers = {who: ready_for(act).answer(who, act) for who in EVERYBODY}
    assert WHO[act] == tuple(who for who, answer in answers.items() if isinstance(answer, Accepted))
    assert {"BJ-O"} == {answer.clause for answer in answers.values() if isinstance(answer, Refusal)}


def test_the_fee_is_held_apart_from_every_table():
    """An entry moves its fee from the patrons to the tournament's entries, and nowhere else."""
    driver = TournamentDriver().opened("Ann", "Bob")
    assert {"patrons": -4_000, "tournament_entries": 4_000} == driver.state.balances


def test_an_entry_may_cost_nothing():
    """Then there is no money to move."""
    driver = TournamentDriver(entry_fee_minor=0, house_added_minor=9_000)
    assert () == driver.opened().enter("Ann").moves


@pytest.mark.parametrize("fee", [0, 1_999, 2_001])
def test_everybody_pays_the_same(fee):
    """Neither less nor more than the fee is taken."""
    refusal = TournamentDriver().opened().refused("floorperson", a.EnterPlayer(player="Ann", fee_minor=fee))
    assert ("BJ-O", fee) == (refusal.clause, refusal.values["fee_minor"])


def test_nobody_enters_twice():
    """There is one entry for each player, and no re-buy."""
    refusal = TournamentDriver().opened("Ann").refused("floorperson", ENTER)
    assert ("BJ-O", "Ann") == (refusal.clause, refusal.values["player"])


def test_who_was_disqualified_does_not_enter_again():
    """The entry of a disqualified player still stands, so there is no second one."""
    driver = TournamentDriver().opened(*SIX)
    driver.disqualify("Ann")
    assert "BJ-O" == driver.refused("floorperson", ENTER).clause
    assert "BJ-O" == driver.refused("Ann", a.WithdrawPlayer(player="Ann")).clause


def test_who_withdrew_may_enter_again():
    """The first entry was given back, so there is still one."""
    driver = TournamentDriver().opened("Ann")
    driver.do("Ann", a.WithdrawPlayer(player="Ann"))
    driver.enter("Ann")
    assert 2_000 == driver.state.balances["tournament_entries"]


def test_entries_end_at_the_most():
    """The last place is taken, and the next player is not."""
    driver = TournamentDriver(entries_max=4).opened("Ann", "Bob", "Cid", "Dot")
    refusal = driver.refused("floorperson", a.EnterPlayer(player="Eve", fee_minor=2_000))
    assert ("BJ-O", 4) == (refusal.clause, refusal.values["entries_max"])


def test_entries_are_taken_only_while_they_are_open():
    """Not before they are opened, not after they are closed."""
    driver = TournamentDriver()
    assert "announced" == driver.refused("floorperson", ENTER).values["phase"]
    driver.closed("Bob", "Cid", "Dot", "Eve")
    assert "closed" == driver.refused("floorperson", ENTER).values["phase"]
    driver.do("pit_supervisor", a.OpenEntries())
    assert driver.enter("Ann")


def test_a_withdrawal_gives_the_fee_back():
    """The player has it back, and the tournament holds nothing of it."""
    driver = TournamentDriver().opened("Ann")
    withdrawn = driver.do("Ann", a.WithdrawPlayer(player="Ann"))
    assert [("tournament_entries", "patrons", 2_000)] == [msgspec.structs.astuple(move) for move in withdrawn.moves]
    assert {0} == set(driver.state.balances.values())


def test_a_withdrawal_after_the_draw_voids_the_draw():
    """The seats are drawn anew, without the player."""
    driver = TournamentDriver().closed()
    driver.do("floorperson", a.DrawSeats(order=SIX))
    driver.do("Ann", a.WithdrawPlayer(player="Ann"))
    assert ("closed", {}) == (driver.state.phase, driver.state.seats)


def test_nobody_withdraws_after_the_start():
    """From the first heat on the fee is in the tournament."""
    driver = TournamentDriver().started()
    assert "BJ-O" == driver.refused("Ann", a.WithdrawPlayer(player="Ann")).clause


def test_nobody_withdraws_who_has_not_entered():
    """A stranger has nothing to take back."""
    assert "BJ-O" == TournamentDriver().opened("Ann").refused("Bob", a.WithdrawPlayer(player="Bob")).clause


def test_entries_close_with_enough_players():
    """The least number is the tournament's own."""
    driver = TournamentDriver(entries_min=5).opened("Ann", "Bob", "Cid", "Dot")
    assert "BJ-O" == driver.refused("floorperson", a.CloseEntries()).clause
    driver.enter("Eve")
    assert 5 == driver.do("floorperson", a.CloseEntries()).entries


def test_entries_close_with_enough_money():
    """Three fees and what the house adds are $70.00, and the prizes $90.00."""
    driver = TournamentDriver().opened("Ann", "Bob", "Cid")
    refusal = driver.refused("floorperson", a.CloseEntries())
    assert ("BJ-O", 2_000) == (refusal.clause, refusal.values["missing_minor"])
    assert "$20.00 short of the prizes, $90.00" in refusal.reason
    driver.enter("Dot")
    assert driver.do("floorperson", a.CloseEntries())


def test_a_guarantee_needs_no_money_of_the_players():
    """A house that guarantees its prizes begins with two players."""
    assert TournamentDriver(funding="guaranteed").closed("Ann", "Bob")


def test_no_heat_is_drawn_without_the_money():
    """After a withdrawal from closed entries the prizes must still be there."""
    driver = TournamentDriver().closed("Ann", "Bob", "Cid", "Dot")
    driver.do("Ann", a.WithdrawPlayer(player="Ann"))
    assert "BJ-O" == driver.refused("floorperson", a.DrawSeats(order=("Bob", "Cid", "Dot"))).clause


def test_a_cancellation_gives_every_fee_back():
    """In the middle of a heat too, and to a disqualified player as well; nothing can follow."""
    driver = TournamentDriver().started()
    driver.disqualify("Ann")
    cancelled = driver.do("pit_supervisor", a.CancelTournament(reason="power failure"))
    assert (SIX, (2_000,) * 6) == (cancelled.player, cancelled.fee_minor)
    assert {0} == set(driver.state.balances.values())
    assert "cancelled" == driver.refused("pit_supervisor", a.OpenEntries()).values["phase"]


def test_a_cancellation_gives_a_withdrawn_fee_back_once():
    """Who has withdrawn is not among those who get something."""
    driver = TournamentDriver().opened("Ann", "Bob")
    driver.do("Ann", a.WithdrawPlayer(player="Ann"))
    assert ("Bob",) == driver.do("director", a.CancelTournament(reason="storm")).player


def test_a_disqualification_needs_a_second_person():
    """A player is no second person, nor is oneself."""
    driver = TournamentDriver().opened("Ann", "Bob")
    act = a.DisqualifyPlayer(player="Ann", reason="abuse")
    assert "BJ-O" == driver.refused("pit_supervisor", act).clause
    assert "BJ-O" == driver.refused("pit_supervisor", act, witness="Bob").clause
    assert "BJ-O" == driver.refused("pit_supervisor", act, witness="pit_supervisor").clause
    assert "BJ-O" == driver.refused("floorperson", act, witness="dealer").clause
    struck = driver.do("pit_supervisor", act, witness="dealer")
    assert ("Ann", "abuse", "Sue", "Dora") == (struck.player, struck.reason, struck.by, struck.witness)


def test_a_disqualification_costs_the_fee():
    """The fee stays in the tournament, and still pays for the prizes."""
    driver = TournamentDriver().closed("Ann", "Bob", "Cid", "Dot")
    driver.disqualify("Ann")
    assert 8_000 == driver.state.balances["tournament_entries"]
    assert driver.started("Bob", "Cid", "Dot")


def test_nobody_is_disqualified_twice():
    """Nor is a stranger."""
    driver = TournamentDriver().opened("Ann")
    driver.disqualify("Ann")
    for player in ("Ann", "Zed"):
        act = a.DisqualifyPlayer(player=player, reason="again")
        assert "BJ-O" == driver.refused("pit_supervisor", act, witness="floorperson").clause


def test_an_act_of_a_table_is_none_of_a_tournaments():
    """What a tournament does not know is refused, whoever asks."""
    state = TOURNAMENT.new_state(TournamentDriver(DOCUMENT).config)
    by = Person("Dora", Role.DEALER)
    command = Command(key="k", by=by, act=_Deal(), received_at=TournamentDriver().now)
    after, answer = handle(TOURNAMENT, state, command)
    assert after is state
    assert isinstance(answer, Refusal)
    assert "BJ-O" == answer.clause


class _Deal(Act, frozen=True, tag="blackjack.deal_card/1"):
    """Deal a card."""
