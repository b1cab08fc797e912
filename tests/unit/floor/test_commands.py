"""A command on its way on a real floor: every role against every act, and what only the server may choose."""

import asyncio
from dataclasses import replace

import msgspec
import pytest

from pitboss.decider import Person, Role
from pitboss.errors import InputError
from pitboss.floor.commands import Principal, Waiting, _is_at
from pitboss.floor.people import acts as people_acts
from pitboss.floor.people.roles import Forbidden, matrix
from pitboss.floor.rate_limit import Buckets
from pitboss.floor.writer import lanes
from pitboss.stream import stated_fields
from pitboss.tote.day import acts as day_acts
from tests.support.acts import all_streams, sample, tag_of
from tests.support.web_house import Clock, opened, person_of, recorded, written_house
from tests.unit.floor.people.test_roles import COLUMN_OF, DATA, ROWS, STAFF

TABLES = {
    "roulette-1": "oneida-main", "roulette-2": "hoian-garden", "roulette-3": "seabrook-charity",
    "automatic-1": "automatic", "baccarat-1": "mini-baccarat", "blackjack-1": "blackjack-shoe",
    "blackjack-2": "pitch", "blackjack-3": "multiple-action", "sicbo-1": "sic-bo", "tournament-1": "tournament",
}  # fmt: skip
ROW_OF = {tag_of(act): act.permission for stream in all_streams() for act in stream.acts} | {
    "automatic.void_game/1": "void_after"
}
"""Where each act is on a floor on which nothing has happened: no game runs, so a void is of one that is over."""
FOR_A_PLAYER = {"dispute.raise/1", "dispute.contest/1"}
"""What a player says, at the table by its dealer or mucker; whoever rules on disputes notes it for a player."""
MEANT = {"Y": "alone", "2": "second", "r": "forbidden", None: "forbidden"}
ADD = msgspec.json.encode(people_acts.AddPerson(person="Nia", name="Nia New", role=Role.DEALER))


def row_of(act, role):
    """Return the row of the matrix that an act of somebody of a role stands in."""
    is_noted = act in FOR_A_PLAYER and role not in (Role.PLAYER, Role.DEALER, Role.MUCKER)
    return "disputes" if is_noted else ROW_OF[act]


def who(role, number=1, terminal="T1"):
    """Return somebody of a role, at a machine."""
    return Principal(Person(person_of(role, number), role), terminal=terminal)


async def came(desk, principal, stream, key, act):
    """Return what the desk says to an act: alone, second or forbidden; what the rules then say is their own affair."""
    document = msgspec.to_builtins(act)
    if tag_of(act) == "tote.sell_ticket/1":
        del document["nonce"]
    try:
        found = await desk.command(principal, stream, key, msgspec.json.encode(document))
    except Forbidden:
        return "forbidden"
    return "second" if isinstance(found, Waiting) else "alone"


async def all_came(desk, askers, key):
    """Return what every asker is told to every act of every stream: (stream, act, asker) to the word."""
    cases = [
        (stream, kind, number)
        for stream, rules in desk.streams.items()
        for kind in rules.acts
        for number in range(len(askers(stream)))
    ]
    deeds = (
        came(desk, askers(stream)[n], stream, f"{key}{n}-{tag_of(kind)}", sample(kind)) for stream, kind, n in cases
    )
    words = await asyncio.gather(*deeds)
    return {(stream, tag_of(kind), n): word for (stream, kind, n), word in zip(cases, words, strict=True)}


@pytest.fixture(scope="module")
def everything(tmp_path_factory):
    """Yield a house with a table of every kind."""
    folder = tmp_path_factory.mktemp("everything")
    terminals = [(kind.value, kind.value, "automatic-1") for kind in people_acts.TerminalKind]
    live = opened(written_house(folder, tables=list(TABLES.items()), terminals=terminals), str(folder / "house.db"))
    live.desk.refusals = Buckets(most=10**9, rate=10**9)
    # They all come at once: some thousands more than a house takes on.
    with pytest.MonkeyPatch.context() as room:
        room.setattr(lanes, "OTHER_MAX", 10**9)
        yield live
    live.close()


@pytest.fixture
def clock():
    """Return a clock that the test moves."""
    return Clock()


@pytest.fixture
def house(tmp_path, clock):
    """Yield a small house, two people of each role."""
    live = opened(written_house(tmp_path, of_each_role=2), str(tmp_path / "house.db"), clock)
    yield live
    live.close()


def test_every_role_against_every_act_of_every_stream(everything):
    """The whole product on a real floor: what passes the gate is what the matrix's cell says, and nothing else."""
    people = [who(role) for role in STAFF]
    found = asyncio.run(all_came(everything.desk, lambda _: people, "p"))
    meant = {
        (stream, act, n): MEANT[ROWS[row_of(act, role)]["cells"].get(COLUMN_OF[role])]
        for stream, act, n in found
        for role in (people[n].person.role,)
    }
    assert {} == {case: word for case, word in found.items() if word != meant[case]}
    assert len(found) > 4_000
    assert {"alone", "second", "forbidden"} == set(found.values())


def test_every_kind_of_machine_against_every_act_of_every_stream(everything):
    """The whole product for machines: each does what its kind does, at its own stream, and never waits for anybody."""
    kinds = list(people_acts.TerminalKind)

    def machines(stream):
        players = (people_acts.TerminalKind.PLAYER, people_acts.TerminalKind.SEAT)
        return [
            Principal(Person(kind.value, Role.PLAYER if kind in players else Role.DEVICE), None, kind, stream, "T1")
            for kind in kinds
        ]

    found = asyncio.run(all_came(everything.desk, machines, "m"))
    meant = {}
    for stream, act, n in found:
        row, role = ROW_OF[act], machines(stream)[n].person.role.value
        may = ROWS[row]["cells"].get(COLUMN_OF[role]) == "Y" and row in DATA["machines"][kinds[n].value]
        meant[stream, act, n] = "alone" if may else "forbidden"
    assert {} == {case: word for case, word in found.items() if word != meant[case]}
    assert {"alone", "forbidden"} == set(found.values())


@pytest.mark.parametrize("stream", ["roulette-1", "house", "tote"])
def test_a_machine_speaks_to_its_own_stream_and_no_other(house, stream):
    """A terminal of the automatic table is refused everywhere else, whatever it asks."""
    asyncio.run(_switched_on(house, "T1"))
    machine = house.desk.of_terminal("T1")
    with pytest.raises(Forbidden, match="stands at automatic-1"):
        asyncio.run(house.desk.command(machine, stream, "k", _first_act(house, stream)))


def _first_act(house, stream):
    kind = house.desk.streams[house.desk.named(stream)].acts[0]
    return msgspec.json.encode(sample(kind))


async def _switched_on(house, terminal):
    await recorded(house, people_acts.SwitchTerminal(terminal=terminal, is_on=True))


@pytest.mark.parametrize(
    ("place", "stream", "is_there"),
    [
        ("tote", "tote-2026-11-16", True),
        ("automatic-1", "automatic-1", True),
        ("automatic", "automatic-1", False),
        ("roulette", "roulette-1234", False),
        ("tote", "tote-2026-11-16-b", False),
        ("tote", "tote-2026", False),
        ("tote", "totes-2026-11-16", False),
    ],
)
def test_only_a_tote_has_another_name_each_day(place, stream, is_there):
    """A machine's place is its stream, or the tote's whose day it is, and no stream whose name begins alike."""
    assert is_there == _is_at(place, stream)


# What only the desk may choose


SALE = {
    "type": "tote.sell_ticket/1",
    "terminal": "W1",
    "bets": msgspec.to_builtins(sample(day_acts.SellTicket))["bets"],
}


@pytest.mark.parametrize(
    "text",
    [
        msgspec.json.encode({**SALE, "nonce": "A" * 20}),
        msgspec.json.encode({**SALE, "nonce": "A" * 20}).replace(b"sell_ticket/1", rb"sell_ticket\/1"),
        msgspec.json.encode({**SALE, "nonce": "A" * 20}).replace(b"tote.sell", b"tote.\\u0073ell"),
        msgspec.json.encode({**SALE, "nonce": "A" * 20}).replace(b'"nonce"', b'"n\\u006fnce"'),
    ],
    ids=["plain", "stroke escaped", "letter escaped", "field escaped"],
)
def test_nobody_draws_a_tickets_number_but_the_server(house, text):
    """A sale that brings its own number is refused, however it is written."""
    with pytest.raises(InputError, match="the server draws"):
        asyncio.run(house.desk.command(who(Role.TELLER, terminal="W1"), "tote", "k", text))


def test_a_tickets_number_is_the_same_when_the_sale_is_sent_again_and_no_other(house):
    """It hangs on stream, sender and key, and on a key of the server's that no client has."""
    desk, act = house.desk, msgspec.json.encode(SALE)
    day = desk.named("tote")

    def nonce(desk, by, key):
        name, command = desk._read(Person(by, Role.TELLER), day, key, act)
        return desk.floor.view(name, lambda live: desk.fields.filled(live, command)).act.nonce

    drawn = [nonce(desk, *sent) for sent in [("teller", "a"), ("teller", "a"), ("teller", "b"), ("teller-2", "a")]]
    assert drawn[0] == drawn[1]
    assert 3 == len(set(drawn))
    other = replace(desk, fields=replace(desk.fields, server_key=b"other"))
    assert drawn[0] != nonce(other, "teller", "a")


def test_only_a_request_may_leave_out_what_the_server_says(house):
    """A recorded sale without its number is no sale, and a request is as strict in everything else."""
    rules, sale = house.desk.streams[house.desk.named("tote")], msgspec.json.encode(SALE)
    assert {"nonce"} == set(day_acts.SellTicket.__struct_fields__) - stated_fields(
        rules.request_decoder.decode(sale)
    ).keys()
    for decoder, text in [(rules.act_decoder, sale), (rules.request_decoder, sale.replace(b'"bets"', b'"bet"'))]:
        with pytest.raises(msgspec.ValidationError):
            decoder.decode(text)


def test_a_card_is_the_dealers_to_say_where_no_virtual_shoe_is_in_play(everything):
    """What the server would say elsewhere is missing here, and nothing is decided."""
    with pytest.raises(InputError, match="missing required field `card`"):
        asyncio.run(everything.desk.command(who(Role.DEALER), "baccarat-1", "k", b'{"type": "baccarat.deal_card/1"}'))


def test_a_key_is_its_senders_own(house):
    """The same key of two people is two keys, and nobody learns the fate of another's."""
    act = _first_act(house, "automatic-1")

    async def run():
        await house.desk.command(who(Role.DEALER), "automatic-1", "k", act)
        mine = await house.desk.fate(who(Role.DEALER), "automatic-1", "k")
        others = await house.desk.fate(who(Role.DEALER, 2), "automatic-1", "k")
        guessed = await house.desk.fate(who(Role.DEALER, 2), "automatic-1", "dealer/k")
        return mine, others, guessed

    mine, others, guessed = asyncio.run(run())
    assert "dealer/k" == mine.key
    assert (None, None) == (others, guessed)


def test_who_acts_is_never_the_clients_word(house):
    """A body that names somebody else, another time or a witness is no act."""
    act = b'{"type": "table.close/1", "by": {"id": "director", "role": "director"}}'
    with pytest.raises(InputError):
        asyncio.run(house.desk.command(who(Role.DEALER), "automatic-1", "k", act))
    broken = b'{"type": "table.close/1"}, "witness": {"id": "director", "role": "director"}'
    with pytest.raises(InputError):
        asyncio.run(house.desk.command(who(Role.DEALER), "automatic-1", "k", broken))


def test_reading_is_a_cell_too():
    """Only those with a cell in the row may read ledger and logs."""
    readers = {role for role in Role if matrix().may_read("read", role)}
    assert {role for role in Role if COLUMN_OF[role.value] in ("supervisor", "pit_manager", "auditor")} == readers
