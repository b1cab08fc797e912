"""What every registered game must keep, under every edition.

A walk sends commands inside what `legal` offers and around it. `decide` and `legal` are held to each other in both
directions; what was accepted is replayed, written and read again, and its money is counted.
"""

import random
import re
from collections import Counter
from collections.abc import Sequence
from itertools import count

import msgspec
import pytest

from pitboss.decider import (
    Accepted,
    Act,
    Command,
    Person,
    Refusal,
    Role,
    decode_or_explain,
    handle,
    offered,
    validated,
)
from pitboss.errors import InputError
from pitboss.games import GAMES, game
from pitboss.games.blackjack.acts import BeginHeat
from pitboss.games.disputes import (
    DisputeMoved,
    ExplainRights,
    FileComplaint,
    RaiseDispute,
    ResolveDispute,
    SettleDispute,
    Stage,
)
from pitboss.games.everyday.acts import (
    RESETTLING_ACTS,
    CorrectSale,
    ReceiveCredit,
    RequestCredit,
    SendCredit,
    TakeOwed,
)
from pitboss.games.everyday.dispute_events import GrantGoodwill
from pitboss.games.roulette.acts import IssueColour
from pitboss.games.table.acts import BuyValueChips
from pitboss.ledger.recount_win import Win
from pitboss.rulebook import all_clauses, edition, edition_ids, table_config
from tests.support import strategies as draw
from tests.support.campaign import Campaign, Part, is_slice
from tests.support.cases import CASES, editions_of
from tests.support.everyday import APART, APART_EVENTS
from tests.support.walk import NOW, Walk

EVERYDAY_TAGS = {str(event.__struct_config__.tag) for event in APART_EVENTS}
"""Met in walks of their own, which are keen on them."""
EVERYDAY_COMMANDS = 400
CORRECTING = 0.05
"""How often a walk at cards puts a round right, where it can."""
LEADING = (
    *(BuyValueChips, CorrectSale, IssueColour, RequestCredit, SendCredit, ReceiveCredit),
    *(RaiseDispute, SettleDispute, TakeOwed),
)
SMALL = [("sicbo", "oneida-sicbo-2004"), ("roulette", "oneida-roulette-2008")]
AT_CARDS = [("baccarat", "oneida-minibaccarat-2004"), ("blackjack", "oneida-blackjack-2004")]
"""Where these are walked in every test run: a game of few acts, and the one that has colours."""
HOUSES = [(name, rulebook) for name in GAMES for rulebook in editions_of(name)]


class Held(Walk):
    """A walk whose every step is held to the contract."""

    def take(self, by, offer, offers):
        """Whatever lies inside an offer is accepted, with a second person where one is needed."""
        command, answer = super().take(by, offer, offers)
        assert offer.admits(command), (offer, command)
        assert not offer.witness or (command.witness and command.witness.id != by.id)
        assert isinstance(answer, Accepted), (command, answer)
        return command, answer

    def send(self, command, offers=None):
        """What is offered and well formed is accepted, and nothing else; a refusal changes nothing and says why."""
        offers = list(self.game.legal(self.table, command.by, {type(command.act)})) if offers is None else offers
        is_well_formed, before = self.is_well_formed(command), self.table
        answer = super().send(command, offers)
        assert (is_well_formed and offered(offers, command)) == isinstance(answer, Accepted), (command, answer)
        if isinstance(answer, Refusal):
            assert before is self.table
            assert answer.reason
            may_lack_clause = not is_well_formed or not self.is_readable(command.act)
            assert answer.clause in all_clauses() or (may_lack_clause and not answer.clause), (command, answer)
        assert self.table == self.replayed, (command, answer)
        self.count_money()
        return answer

    def replay(self, command, answer):
        """A second table, at which the same happened, decides the same."""
        assert answer.events == tuple(self.game.decide(self.replayed, validated(command)))
        super().replay(command, answer)

    def record(self, event):
        """An event is the same once it is written and read, and can be told in words."""
        written = msgspec.json.encode(event)
        assert event == self.game.event_decoder.decode(written)
        assert written == msgspec.json.encode(self.game.event_decoder.decode(written))
        assert self.game.in_words(self.replayed, event).strip()
        super().record(event)

    def count_money(self):
        """The balances are the fold of all moves, no player is below zero, and the layout holds the round's stakes."""
        assert 0 == sum(self.ledger.values())
        assert +self.ledger == +Counter(self.table.balances)
        assert -self.ledger == -Counter(self.table.balances)
        below = [name for name, held in self.ledger.items() if held < 0 and name.startswith(("chips:", "credits:"))]
        assert [] == below
        laid = self.case.stakes(self.table.round) if self.table.round is not None else 0
        assert laid == self.ledger["layout"]


def walked(part: Part, name: str, rulebook: str) -> Counter[str]:
    """Walk the tables of an edition, one after the other with different settings, for a part's number of commands."""
    rng, met, sent = part.rng(), Counter[str](), 0
    variants = CASES[name].variants.get(rulebook, ({},))
    while sent < part.cases:
        walk = Held(rng, name, rulebook, rng.choice(variants))
        while walk.commands < CASES[name].walk_commands:
            walk.step()
        assert walk.finish(), walk.table
        sent += walk.commands
        met += walk.met
    return met


@pytest.mark.campaign(100_000)
@pytest.mark.parametrize(("name", "rulebook"), HOUSES)
def test_walks_keep_the_contract(request, name, rulebook):
    """Walks of that many commands find nothing, and go so deep that everything the edition knows has happened."""
    case, rules = CASES[name], game(name)
    slice_of = {"slice_parts": case.slice_parts, "slice_first": case.slice_first.get(rulebook, 0)}
    campaign = Campaign.of(request, f"contract-{rulebook}", **slice_of)
    met = campaign.run(lambda part: walked(part, name, rulebook))
    tags = {str(event.__struct_config__.tag) for event in rules.events}
    known = (tags | case.reaches) - case.absent.get(rulebook, frozenset())
    found = {entry for entry in met if not entry.startswith(("done ", "refused "))}
    rare = EVERYDAY_TAGS | (set() if campaign.is_whole else case.rare)
    assert (set(), set()) == (known - found - rare, found - known)
    acts = [act for act in rules.acts if act not in APART]
    assert set() == {act.__name__ for act in acts if not met[f"refused {act.__name__}"]}


class Everyday(Held):
    """A walk at a table whose rack is kept by counts and slips, that is keen on what the house does around the game."""

    def __init__(self, rng: random.Random, houses: Sequence[tuple[str, str]] = ()) -> None:
        name, rulebook = rng.choice(houses or (SMALL if is_slice() else HOUSES))
        # Seabrook Park's document says what the most is.
        limits = {} if rulebook.startswith("seabrook") else {"default_max": 10_000}
        super().__init__(rng, name, rulebook, limits, is_kept=True)
        # A tournament's chips are no money, and no rack is kept of them.
        self.acts = tuple(act for act in self.acts if act is not BeginHeat)
        self.win = Win("table:R1")
        config = {"currency": self.table.rules.config.currency}
        self.win.take({"type": "stream.opened/1", "config": config}, (), "")
        own = [act for act in APART if act in self.game.acts]
        # What follows from another act is seldom reached by chance: chips are sold, colours, and go to the cage.
        self.keen_on = [*own[-3:], *rng.sample(own, 6), *(act for act in self.game.acts if act in LEADING)]

    def record(self, event):
        """After every event the second count agrees with the moves, and at every count both routes to the win do."""
        super().record(event)
        if isinstance(event, DisputeMoved):
            self.met[f"a dispute: {event.stage}"] += 1
        body = msgspec.json.decode(msgspec.json.encode(event))
        self.win.take({name: value for name, value in body.items() if name != "moves"}, getattr(event, "moves", ()), "")
        assert [] == [period for period in self.win.periods[-1:] if period.difference_minor], event
        counted = Counter(self.win.recount.book.places)
        assert (+self.ledger, -self.ledger) == (+counted, -counted), event


def everyday_walked(part: Part) -> Counter[str]:
    """Walk tables that are kept by counts and slips, for a part's number of commands."""
    rng, met, sent = part.rng(), Counter[str](), 0
    while sent < part.cases:
        walk = Everyday(rng)
        while walk.commands < EVERYDAY_COMMANDS:
            walk.step()
        assert walk.finish(), walk.table
        sent += walk.commands
        met += walk.met
    return met


@pytest.mark.campaign(100_000)
def test_everyday_walks_keep_the_contract(request):
    """What the house does around a game is walked as the game is, until every act of it was done and refused."""
    met = Campaign.of(request, "contract-everyday", slice_parts=2, slice_first=5).run(everyday_walked)
    # A complaint and a payment out of goodwill are the ends of long ways, which a slice seldom goes.
    late = (ExplainRights, FileComplaint, GrantGoodwill, ResolveDispute) if is_slice() else ()
    late_tags = {"dispute.goodwill_granted/1"} if is_slice() else set()
    assert set() == EVERYDAY_TAGS - met.keys() - late_tags
    late_stages = (Stage.RIGHTS_EXPLAINED, Stage.COMPLAINT_FILED) if is_slice() else ()
    assert set() == {f"a dispute: {stage}" for stage in Stage if stage not in late_stages} - met.keys()
    names = {act.__name__ for act in APART if act not in late}
    assert set() == {name for name in names if not met[f"refused {name}"] or not met[f"done {name}"]}


@pytest.mark.parametrize("house", AT_CARDS)
def test_everyday_walks_keep_the_contract_at_cards(house):
    """A table of either card game is walked so too, until a result and a wager of a round were put right."""
    met: Counter[str] = Counter()
    walks = (Everyday(Part(f"everyday-{house[0]}", number, 0).rng(), [house]) for number in count())
    while not {"table.settlement_corrected/1", "table.wager_corrected/1"} <= met.keys():
        walk = next(walks)
        # The way to a paid round of cards is long, and by chance alone few walks come there and put it right. No
        # device is there: a card that one read is not corrected by hand.
        walk.people = tuple(person for person in walk.people if person.role is not Role.DEVICE)
        assert walk.finish(), walk.table
        while walk.commands < EVERYDAY_COMMANDS:
            walk.step()
            if walk.rng.random() < CORRECTING:
                walk.advance(RESETTLING_ACTS)
        met += walk.met


@pytest.mark.cover
@pytest.mark.parametrize(("name", "rulebook"), HOUSES)
def test_short_walks_keep_the_contract(name, rulebook):
    """The same on a few hundred commands, of which coverage is measured."""
    met = walked(Part(f"short-{rulebook}", 0, 300), name, rulebook)
    assert met[CASES[name].end]


def test_every_edition_is_walked():
    """Every edition belongs to a registered game or to the tote, and every game has its case in this suite."""
    assert {*GAMES, "tote"} == {edition(name).game for name in edition_ids()}
    assert {*GAMES} == {*CASES}


@pytest.mark.parametrize("name", GAMES)
def test_stored_names_are_fixed(name):
    """Every message has a name of its own with a version, which no class name or module can change."""
    tags = [str(kind.__struct_config__.tag) for kind in (*game(name).acts, *game(name).events)]
    assert [] == [tag for tag in tags if not re.fullmatch(r"[a-z]+\.[a-z_]+/[1-9][0-9]*", tag)]
    assert [] == [tag for tag, times in Counter(tags).items() if times > 1]


@pytest.mark.parametrize(("name", "rulebook"), HOUSES)
def test_chance_is_whole(name, rulebook):
    """What chance may bring has weights that sum to one, and whoever may enter one outcome may enter each."""
    walk = Held(random.Random(1), name, rulebook, {})
    for _ in range(1_000):
        outcomes = walk.game.chance(walk.table.round) if walk.table.round is not None else ()
        offers = {by: list(walk.game.legal(walk.table, by)) for by in draw.PEOPLE if outcomes}
        entered = {(by, offered(offers[by], walk.command(by, act))) for by in offers for act, _ in outcomes}
        if True in {open_to for _, open_to in entered}:
            break
        walk.advance(walk.onwards())
    assert 1 == sum(weight for _, weight in outcomes)
    assert len(offers) == len(entered)


WRONG_EVERYWHERE = {
    "negative": -1,
    "float": 1.5,
    "not a number": float("nan"),
    "bytes": b"Ann",
    "object": {"a": 1},
    "half a character": "\ud800",
    "no value at all": print,
}


@pytest.mark.parametrize("wrong", WRONG_EVERYWHERE.values(), ids=WRONG_EVERYWHERE)
@pytest.mark.parametrize(("name", "rulebook"), HOUSES)
def test_wrong_values_are_refused(name, rulebook, wrong):
    """An act built in Python with a value that its type does not allow is refused, and nothing breaks."""
    walk = Held(random.Random(2), name, rulebook, {})
    while walk.table.round is None:
        walk.advance(walk.onwards())
    for kind in walk.game.acts:
        for field in draw.fields_of(kind):
            act = msgspec.structs.replace(draw.act_well_formed(walk.rng, kind, walk.lures), **{field: wrong})
            answer = walk.send(walk.command(walk.advancer, act))
            assert isinstance(answer, Refusal)
            assert "" == answer.clause


@pytest.mark.parametrize("name", GAMES)
def test_wrong_types_are_refused(name):
    """None, True, text and zero are refused in fields that are numbers above zero."""
    walk = Held(random.Random(3), name, editions_of(name)[0], {})
    numbers = [
        (kind, field) for kind in walk.game.acts for field in draw.fields_of(kind) if draw.is_amount(kind, field)
    ]
    assert numbers
    for kind, field in numbers:
        for wrong in (None, True, "7", 0, 10**30):
            act = msgspec.structs.replace(draw.act_well_formed(walk.rng, kind, walk.lures), **{field: wrong})
            answer = walk.send(walk.command(draw.PEOPLE[0], act))
            assert isinstance(answer, Refusal)
            assert "" == answer.clause


class Juggle(Act, frozen=True, tag="circus.juggle/1"):
    """Do what no table knows."""

    balls: int = 3


@pytest.mark.parametrize("act", [Juggle(), None, 7, "pay", {"type": "x"}, Juggle, print], ids=repr)
@pytest.mark.parametrize("name", GAMES)
def test_unknown_acts_are_refused(name, act):
    """What is no act of the game is refused, whoever asks."""
    table = game(name).new_state(table_config({"rulebook": editions_of(name)[0]}))
    for by in draw.PEOPLE:
        after, answer = handle(game(name), table, Command(key="k", by=by, act=act, received_at=NOW))
        assert after is table
        assert isinstance(answer, Refusal)
        assert answer.reason


@pytest.mark.parametrize(
    "wrong",
    [
        {"key": ""},
        {"key": "k" * 101},
        {"by": None},
        {"by": Person("", Role.DEALER)},
        {"by": Person("Dora\n", Role.DEALER)},
        {"by": Person("Dora", "king")},  # type: ignore[arg-type]
        {"witness": "Sue"},
        {"received_at": None},
        {"received_at": NOW.replace(tzinfo=None)},
    ],
    ids=repr,
)
@pytest.mark.parametrize("name", GAMES)
def test_wrong_envelopes_are_refused(name, wrong):
    """A command that is right but for its key, its people or its time is refused."""
    walk = Held(random.Random(4), name, editions_of(name)[0], {})
    by = next(by for by in draw.PEOPLE if list(walk.game.legal(walk.table, by)))
    right = walk.command(by, draw.act_inside(walk.rng, next(iter(walk.game.legal(walk.table, by))), {}))
    _, answer = handle(walk.game, walk.table, msgspec.structs.replace(right, **wrong))
    assert isinstance(answer, Refusal)
    assert "" == answer.clause
    assert isinstance(walk.send(right), Accepted)


@pytest.mark.parametrize(
    "change",
    [
        lambda document: document.pop("by"),
        lambda document: document.update(unknown=1),
        lambda document: document.update(key=7),
        lambda document: document.update(act={"type": "circus.juggle/1"}),
        lambda document: document["act"].update(unknown=1),
        lambda document: document["act"].pop("type"),
        lambda document: document["by"].update(role="king"),
    ],
)
@pytest.mark.parametrize("name", GAMES)
def test_wrong_json_is_explained(name, change):
    """A written command with a field too many, too few or of the wrong kind is an input error with its line."""
    rules = game(name)
    act = draw.act_well_formed(random.Random(5), rules.acts[0], CASES[name].lures)
    command = Command(key="k", by=draw.PEOPLE[0], act=act, received_at=NOW)
    document = msgspec.to_builtins(command, builtin_types=())
    assert command == decode_or_explain(msgspec.json.encode(document), rules.command_decoder)
    change(document)
    with pytest.raises(InputError) as caught:
        decode_or_explain(msgspec.json.encode(document), rules.command_decoder, line=3)
    assert 3 == caught.value.line


@pytest.mark.parametrize(
    "data", [b"", b"{", b"[]", b"null", b"7", b"\xff", b'"\xff"', b"[" * 10_000, b'{"key": "\\ud800"}']
)
@pytest.mark.parametrize("name", GAMES)
def test_what_is_not_json_is_explained(name, data):
    """Bytes that are no command at all are an input error, not a crash."""
    with pytest.raises(InputError):
        decode_or_explain(data, game(name).command_decoder)
