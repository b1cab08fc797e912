"""Offers tell the truth: over every transcript and every role, nothing offered is refused for a reason known before."""

import asyncio
import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from pitboss.decider import Accepted, Act, Choices, Command, Domain, Offer, Person, Role, answered, tag_of
from pitboss.errors import InputError, PitbossError
from pitboss.floor import offers as floor_offers
from pitboss.floor.commands import Principal
from pitboss.floor.gates.second_entries import DiceHeld
from pitboss.floor.live import LiveHouse
from pitboss.floor.offers import Offered, offers, offers_now, ways
from pitboss.floor.people.acts import TerminalKind
from pitboss.floor.people.roles import matrix
from pitboss.floor.writer.live_stream import LiveStream
from pitboss.floor.writer.openers import OPENERS
from pitboss.games.baccarat.acts import CallNoMoreBets
from pitboss.games.blackjack.acts import CallOffRound
from pitboss.games.everyday.acts import EVERYDAY_ACTS, RESETTLING_ACTS
from pitboss.games.everyday.dispute_events import DISPUTING_ACTS
from pitboss.games.roulette.automatic.acts import VoidCause, VoidGame
from pitboss.games.roulette.state import Phase
from pitboss.games.table.acts import OpenBetting
from pitboss.rulebook import RuleViolation
from pitboss.stream import Stream
from pitboss.transcript import Transcript, read_transcript
from tests.arch.tree import ROOT
from tests.support import acts
from tests.support import strategies as draw
from tests.support.dice_house import DICE, OTHER, DiceHouse
from tests.support.dice_house import STREAM as DICE_STREAM
from tests.support.driver import STAFF
from tests.support.virtual_house import STREAM as SHOE_STREAM
from tests.support.virtual_house import OnHouse, virtual_house
from tests.support.web_house import opened, person_of, written_house

TRANSCRIPTS = [
    path for path in sorted((ROOT / "examples").rglob("*.jsonl")) if not path.read_bytes().startswith(b'{"rulebook"')
]
ALIKE = {*EVERYDAY_ACTS, *DISPUTING_ACTS} - {*RESETTLING_ACTS}
"""What a table does around its game, whichever that is; a round is settled anew by each game in its own way."""
SAMPLES = 2
"""How often an act is tried that is offered to the same role in the same way."""
UNSEEN = {
    "automatic.correct_buy_in/1": "the amounts",
    "automatic.place_bets/1": "the bets, and how much is put on each",
    "blackjack.report_exposed/1": "the card that lies face down",
    "blackjack.turn_second_card/1": "the card that lies face down",
    "table.open/1": "the date",
    "tote.cancel_ticket/1": "the ticket",
    "tote.cash_ticket/1": "the ticket",
    "tote.declare_official/2": "the order that was shown",
    "tote.enter_payoffs/1": "the winners of a pool",
    "tote.exchange_ticket/1": "the ticket",
    "tote.expire_tickets/1": "the date",
    "tote.move_post_time/1": "the clock",
    "tote.open_card/1": "the card",
    "tote.open_terminal/1": "the window that a terminal had before",
    "tote.publish_prices/1": "the second count",
    "tote.refund_ticket/1": "the ticket",
    "tote.report_undelivered/1": "the ticket",
    "tote.sell_ticket/1": "the runners of a bet",
    "tournament.record_heat/1": "the chips of each player",
}
"""Acts that `decide` may refuse though they are offered, and what it sees that the offer does not list."""
DEALER = Principal(STAFF["dealer"])


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    """A house whose desk is asked, also about tables that are not its own."""
    folder = tmp_path_factory.mktemp("offers")
    live = opened(written_house(folder), str(folder / "house.db"))
    yield live
    live.close()


def states(paths: list[Path]) -> Iterator[tuple[LiveStream, list[Principal], datetime]]:
    """Play transcripts; stop after the first command of each kind in a game, with everybody who may be there.

    What every table does alike, by the same code, is stopped after at the first of them.
    """
    seen: set[tuple[str, str, type[Act]]] = set()
    for path in paths:
        found = read_transcript(path.read_bytes().splitlines(), OPENERS)
        live = LiveStream("played", found.game, found.config, found.game.new_state(found.config))
        people = present(found)
        for command in (entry.command for entry in found.entries):
            live.state, _ = answered(found.game, live.state, command)
            act = type(command.act)
            if (kind := (found.game.first_line, "" if act in ALIKE else found.game.name, act)) not in seen:
                seen.add(kind)
                live.rules = asked_once(found.game)
                yield live, people, command.received_at


def asked_once(rules: Stream) -> Stream:
    """Return rules that work out once what is legal for a person, whose machines are asked for one by one."""
    known: dict[Person, list[Offer]] = {}

    def legal(state: Any, by: Person) -> list[Offer]:
        if by not in known:
            known[by] = list(rules.legal(state, by))
        return known[by]

    return replace(rules, legal=legal)


def present(transcript: Transcript) -> list[Principal]:
    """Return those who act in a transcript, a stranger in every other role, tellers at a window, and the machines."""
    commands = [entry.command for entry in transcript.entries]
    known = dict.fromkeys(one for command in commands for one in (command.by, command.witness) if one is not None)
    strangers = [Person(f"Stranger {role}", role) for role in Role if role not in {one.role for one in known}]
    people = [*known, *strangers]
    found = [Principal(one) for one in people if one.role not in (Role.PLAYER, Role.DEVICE)]
    found += [Principal(one.person, terminal="T1") for one in found if one.person.role is Role.TELLER]
    machines = {
        Role.PLAYER: (TerminalKind.PLAYER, TerminalKind.SEAT),
        Role.DEVICE: (TerminalKind.SELF_SERVICE, TerminalKind.SENSOR),
    }
    return found + [
        Principal(one, None, kind, "played", one.id) for one in people for kind in machines.get(one.role, ())
    ]


@cache
def required(kind: type[Act]) -> dict[str, Any]:
    """Return the least values of the fields that an act cannot do without."""
    sample = acts.sample(kind)
    return {one.name: getattr(sample, one.name) for one in msgspec.structs.fields(kind) if one.required}


def requested(house: LiveHouse, rng: random.Random, live: LiveStream, offer: Offered) -> Act:
    """Return an act inside an offer, as a page would send it: without what the server says."""
    said = house.desk.fields.said_now(live, offer.act)
    values = {name: value for name, value in required(offer.act).items() if name not in said}
    values |= {name: draw.inside(rng, one) for name, one in offer.fields.items() if isinstance(one, Domain)}
    if "designee_of" in offer.fields and offer.confirm:
        values["designee_of"] = "Second"
    act: Act = live.rules.request_decoder.decode(msgspec.json.encode({"type": tag_of(offer.act), **values}))
    return act


def refusal(house: LiveHouse, live: LiveStream, who: Principal, command: Command[Any]) -> PitbossError | None:
    """Send a command the way of every command as far as `decide`; return what refuses it. Nothing is recorded."""
    rules, filled = matrix(), house.desk.fields.filled(live, command)
    try:
        if command.witness is not None:
            row = rules.row_for(command, live.state, who.terminal, is_asking=True)
            assert rules.may_stand_by(row, who.person.role, command.witness.role)
        # An act that was confirmed is done by somebody who stands nowhere.
        terminal = who.terminal if command.witness is None else None
        rules.require(rules.row_for(command, live.state, terminal), command, who.machine)
        for gate in house.floor.gates:
            gate(live, filled)
        tuple(live.rules.decide(live.state, filled))
    except PitbossError as error:
        is_unseen = isinstance(error, (RuleViolation, InputError)) and tag_of(filled.act) in UNSEEN
        return None if is_unseen else error
    return None


def faults(
    house: LiveHouse, live: LiveStream, who: Principal, at: datetime, tried: Counter[Any]
) -> Iterator[tuple[str, str, str]]:
    """Try what is offered to somebody, alone or with each second person; yield act, role and what refuses it."""
    rng = random.Random(1)
    for offer in offers_now(house.desk, live, who):
        tag, kind = tag_of(offer.act), (tag_of(offer.act), who.person.role, who.machine, offer.confirm)
        tried[kind] += 1
        if tried[kind] > SAMPLES:
            continue
        act = requested(house, rng, live, offer)
        for role in offer.confirm or (None,):
            # A number is ruled on before the table's own dealer.
            name = getattr(live.state, "dealer", None) if role is Role.DEALER else None
            witness = None if role is None else Person(name or "Second", role)
            command = Command(key="k", by=who.person, act=act, received_at=at, witness=witness)
            error = refusal(house, live, who, command)
            if error is not None:
                yield tag, who.person.role.value, f"{type(error).__name__}: {error}"


def walked(house: LiveHouse, paths: list[Path]) -> tuple[set[tuple[str, str, str]], Counter[Any]]:
    """Return what is wrong with what is offered over transcripts, and how often each act was offered to whom."""
    tried: Counter[Any] = Counter()
    everybody = ((live, who, at) for live, people, at in states(paths) for who in people)
    return {fault for live, who, at in everybody for fault in faults(house, live, who, at, tried)}, tried


@pytest.mark.no_cover
def test_nothing_offered_is_refused_for_a_reason_known_before(house):
    """Over every transcript, for every role and kind of machine: done alone, or with every second person named."""
    found, tried = walked(house, TRANSCRIPTS)
    assert set() == found
    assert len(tried) > 400
    assert {True, False} == {bool(confirm) for _, _, _, confirm in tried}
    assert set(Role) - {Role.ADMIN} == {role for _, role, _, _ in tried}


def test_without_the_role_matrix_the_walk_finds_what_is_refused(house, monkeypatch):
    """Acts that are not theirs are then offered to people, and acts that need a second person to one alone."""
    monkeypatch.setattr(floor_offers, "ways", lambda *_: ((),))
    found, _ = walked(house, [path for path in TRANSCRIPTS if "tote" in path.parts])
    reasons = {reason.partition(":")[0] for _, _, reason in found}
    assert {"Forbidden", "SecondNeeded"} <= reasons


# Ways


def test_an_act_is_done_alone_or_with_a_second_person_or_not_at_all(house):
    """By the row of the act: a dealer calls a round off with a second person, a director alone, a teller never."""
    act, state = acts.sample(CallOffRound), house.floor.look("roulette-1").state
    found = [ways(Principal(Person("X", role)), act, state) for role in (Role.DEALER, Role.DIRECTOR, Role.TELLER)]
    seconds = tuple(role for role in Role if matrix().may_stand_by("void_before", Role.DEALER, role))
    assert [(seconds,), ((),), ()] == found
    assert Role.PIT_SUPERVISOR in seconds


def test_a_second_person_is_one_whom_rules_and_matrix_admit(house):
    """Where the rules ask for one of some roles only those confirm; where the matrix lets none of them, nobody acts."""
    act, who = acts.sample(CallOffRound), Principal(Person("X", Role.PIT_SUPERVISOR))
    state = house.floor.look("roulette-1").state
    found = [ways(who, act, state, roles) for roles in (("pit_manager+",), ("dealer", "teller"), ("teller",))]
    assert [((Role.PIT_MANAGER, Role.DIRECTOR),), ((Role.DEALER,),), ()] == found


def of(house: LiveHouse, stream: str, who: Principal) -> dict[str, list[Offered]]:
    """Return what is offered to somebody in a stream of the house, by act."""
    found: dict[str, list[Offered]] = {}
    for offer in asyncio.run(offers(house.desk, who, stream))[-1]:
        found.setdefault(tag_of(offer.act), []).append(offer)
    return found


def test_a_machine_is_offered_nothing_elsewhere(house):
    """A terminal of the automatic table asks at another one."""
    machine = Principal(Person("T1", Role.PLAYER), None, TerminalKind.PLAYER, "automatic-1", "T1")
    assert {} == of(house, "roulette-1", machine)


def test_an_offer_is_parted_where_the_matrix_tells_its_values_apart(house):
    """A dealer voids a game alone for what happened to the ball, and with a second person for anything else."""
    paths = [path for path in TRANSCRIPTS if path.read_bytes().startswith(b'{"automatic"')]
    live = next(live for live, _, _ in states(paths) if live.state.round and live.state.round.phase is Phase.SPINNING)
    found = offers_now(house.desk, live, Principal(Person(live.state.dealer, Role.DEALER)))
    voids = [one for one in found if one.act is VoidGame]
    causes = {one.alone: set(one.fields["cause"].values) for one in voids}  # type: ignore[union-attr]
    assert {True, False} == causes.keys()
    assert VoidCause.NO_DROP in causes[True] - causes[False]
    assert VoidCause.MALFUNCTION in causes[False] - causes[True]
    assert [Choices((None, live.state.rounds))] * 2 == [one.fields["game"] for one in voids]


# The house's own stream


def roles_of(offer: Offered) -> tuple[Role, ...]:
    """Return the roles that an offer lets somebody be given."""
    domain = offer.fields["role"]
    assert isinstance(domain, Choices)
    return domain.values


def test_the_house_offers_its_acts_to_those_who_may(house):
    """An administrator takes on people with anybody of their rank; a supervisor switches terminals and no people."""
    admin = of(house, "house", Principal(Person(person_of(Role.ADMIN), Role.ADMIN)))
    adding = {role: one for one in admin["house.add_person/1"] for role in roles_of(one)}
    staff = {role for role in Role if role not in (Role.ADMIN, Role.PLAYER, Role.DEVICE)}
    assert staff | {Role.ADMIN} == set(adding)
    assert (staff, (Role.DIRECTOR,)) == (set(adding[Role.DEALER].confirm), adding[Role.DIRECTOR].confirm)
    assert "admin" not in adding[Role.DEALER].fields["person"]
    supervisor = of(house, "house", Principal(Person("S", Role.PIT_SUPERVISOR)))
    assert {"house.switch_terminal/1": True} == {tag: found[0].alone for tag, found in supervisor.items()}
    assert {} == of(house, "house", Principal(Person("T", Role.TELLER)))


def test_nothing_the_house_offers_is_refused(house):
    """To nobody who works there."""
    live, tried = house.floor.look("house"), Counter[Any]()
    people = [Principal(Person(person_of(role), role)) for role in Role if role not in (Role.PLAYER, Role.DEVICE)]
    assert [] == [fault for who in people for fault in faults(house, live, who, datetime.now(UTC), tried)]
    assert {"house.change_role/1", "house.enrol_terminal/1", "house.withdraw_terminal/1"} <= {one[0] for one in tried}


# Gates


@pytest.fixture
def shoe(tmp_path):
    """A baccarat table whose cards are stacked, in a house in which it plays from virtual shoes."""
    live = opened(virtual_house(tmp_path), str(tmp_path / "house.db"))
    table = OnHouse(SimpleNamespace(live=live)).stacked()
    yield live, table
    live.close()


def sent(live: LiveHouse, key: str, act: dict[str, Any]) -> None:
    """Have the dealer do something at the desk, which must be accepted."""
    found: Any = asyncio.run(live.desk.command(DEALER, SHOE_STREAM, key, msgspec.json.encode(act)))
    assert isinstance(found.recorded.answer, Accepted)


def test_a_virtual_shoe_is_offered_without_what_only_the_server_says(shoe):
    """Through a hand nothing offered is refused, and no card is named by hand nor a reveal given up."""
    live, table = shoe
    staff = [Principal(person) for person in STAFF.values()]
    tried, found, legal = Counter[Any](), list[tuple[str, str, str]](), set[str]()

    def look(at: LiveStream) -> None:
        found.extend(fault for who in staff for fault in faults(live, at, who, datetime.now(UTC), tried))
        legal.update(tag_of(offer.act) for who in staff for offer in at.rules.legal(at.state, who.person))

    live.floor.view(SHOE_STREAM, look)
    sent(live, "commit", {"type": "cards.commit_shoe/1", "controls": "IC 12", "from_back": 104})
    live.floor.view(SHOE_STREAM, look)
    table.do("dealer", OpenBetting())
    table.bet(3, "player", 1_000)
    table.do("dealer", CallNoMoreBets())
    for number in range(4):
        live.floor.view(SHOE_STREAM, look)
        sent(live, f"deal {number}", {"type": "baccarat.deal_card/1"})
    live.floor.view(SHOE_STREAM, look)

    offered = {tag for tag, _, _, _ in tried}
    assert [] == found
    assert {"cards.commit_shoe/1", "cards.reveal_shoe/1", "baccarat.deal_card/1"} <= offered
    assert {"cards.abandon_reveal/1", "baccarat.report_face_up/1", "baccarat.report_error/1"} <= legal - offered


@pytest.fixture
def dice(tmp_path):
    """A sic bo table at which the dice lie open and two people enter them."""
    table = DiceHouse(tmp_path)
    table.opened()
    table.bet("Ann", "small", 500)
    table.uncover()
    yield table
    table.house.close()


def test_dice_are_offered_to_both_who_enter_them_until_they_are_held(dice):
    """The dealer and those beside; to nobody where two entries differ, and again when a supervisor has ruled."""
    people = {name: Principal(STAFF[name]) for name in ("dealer", "floorperson", "pit_manager")}

    def entering() -> dict[str, tuple[Role, ...]]:
        found = {name: of(dice.house, DICE_STREAM, who).get("sicbo.enter_dice/1") for name, who in people.items()}
        return {name: one[0].confirm for name, one in found.items() if one}

    both = {"dealer", "floorperson"}
    assert both == entering().keys()
    assert (Role.DEALER,) == entering()["floorperson"]
    assert Role.FLOORPERSON in entering()["dealer"]
    dice.enter("dealer", DICE)
    with pytest.raises(DiceHeld):
        dice.enter("floorperson", OTHER)
    assert set() == entering().keys()
    dice.clear()
    assert both == entering().keys()
