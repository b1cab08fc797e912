"""Any tournament: it ends, its money closes, no prize is lost or made, and every entrant has one place.

Places and prizes are reckoned a second time here, player against player, from the tables' reports alone.
"""

from collections import Counter
from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from pitboss.games.tournament import acts as tournament_acts
from pitboss.games.tournament import events as e
from pitboss.games.tournament.standings import open_ties, standings
from pitboss.rulebook import RuleViolation
from tests.support.tournament_driver import BLACKJACK, TournamentDriver

NAMES = tuple(f"P{number}" for number in range(12))

counts = st.sampled_from((0, 0, 3, 3, 5, 8))
"""So few different ones that players are tied often."""


@st.composite
def documents(draw):
    """Draw the rules of a tournament that has no fault."""
    per_table, is_elimination = draw(st.integers(2, 7)), draw(st.booleans())
    advance = st.integers(1, per_table - 1) | st.just("chips_left") if is_elimination else st.none()
    return {
        "name": "Any",
        "rulebook": BLACKJACK,
        "format": "elimination" if is_elimination else "highest_total",
        "starting_chips": draw(st.integers(1, 1_000)),
        "heats": draw(st.integers(1, 4)),
        "hands": 5,
        "players_per_table": per_table,
        "advance": draw(advance),
        "carry_chips": draw(st.booleans()) if is_elimination else True,
        "entry_fee_minor": draw(st.integers(0, 3) | st.just(2_000)),
        "prizes_minor": sorted(draw(st.lists(st.integers(1, 1_000), min_size=1, max_size=6)), reverse=True),
        "house_added_minor": draw(st.integers(0, 5_000)),
        "funding": "guaranteed",
        "ties": draw(st.sampled_from(("split", "play_off", "draw"))),
        "remainder": draw(st.sampled_from(("first", "last", "largest", "keep"))),
    }


def break_ties(driver, data) -> None:
    """Break every open tie by the tournament's own rule; a play-off may end equal, but not for ever."""
    tries = 0
    while open_ties(driver.state):
        players = open_ties(driver.state)[0].players
        if driver.config.ties == "draw":
            driver.do("floorperson", tournament_acts.DrawLots(order=tuple(data.draw(st.permutations(players)))))
        else:
            chips = {player: data.draw(counts) if tries < 2 else place for place, player in enumerate(players)}
            driver.do("dealer", tournament_acts.RecordPlayOff(chips=chips))
        tries += 1


def disqualify_some(driver, data) -> None:
    """Disqualify somebody now and then."""
    left = [player for player, entrant in driver.state.entries.items() if not entrant.is_disqualified]
    if left and data.draw(st.integers(0, 4)) == 0:
        driver.disqualify(data.draw(st.sampled_from(left)))


def play_heat(driver, data) -> None:
    """Play one heat with any reports."""
    driver.do(
        "floorperson", tournament_acts.DrawSeats(order=tuple(data.draw(st.permutations(driver.state.players_in))))
    )
    driver.do("floorperson", tournament_acts.StartHeat())
    for table, players in driver.state.tables.items():
        driver.report(table, *(data.draw(counts) for _ in players))
    disqualify_some(driver, data)
    break_ties(driver, data)
    driver.do("floorperson", tournament_acts.EndHeat())
    disqualify_some(driver, data)


def played_out(document, data) -> TournamentDriver:
    """Play a tournament to the award of its prizes, which is its last event."""
    players = data.draw(st.integers(2, len(NAMES)))
    driver = TournamentDriver(document).closed(*NAMES[:players])
    while driver.state.phase != "decided":
        play_heat(driver, data)
    break_ties(driver, data)
    driver.award()
    return driver


def reached(driver) -> dict[str, tuple]:
    """Return how far each player came who was not disqualified, from the reports alone: a higher value is better."""
    found: dict[str, list] = {}
    for event in driver.events:
        match event:
            case e.PlayerEntered():
                found[event.player] = [0, False, 0]
            case e.HeatRecorded():
                for player, chips in event.chips.items():
                    found[player] = [event.heat, False, chips]
            case e.HeatEnded():
                for player in event.advanced:
                    found[player][1] = True
            case e.PlayerDisqualified():
                found[event.player] = []
    is_total = driver.config.format == "highest_total"
    return {player: tuple(way[2:] if is_total else way) for player, way in found.items() if way}


@given(document=documents(), data=st.data())
def test_any_tournament_ends_with_its_money_closed(document, data):
    """Fees and additions are prizes, what is left of them, and what is the house's, to the cent."""
    driver = played_out(document, data)
    awarded, balances = driver.events[-1], Counter(driver.state.balances)
    assert isinstance(awarded, e.PrizesAwarded)
    paid, fees = sum(awarded.prizes.prize_minor), document["entry_fee_minor"] * len(driver.state.entries)
    assert "awarded" == driver.state.phase
    assert 0 == sum(balances.values())
    assert sum(document["prizes_minor"]) == paid + awarded.left_minor
    assert (paid - fees, awarded.left_minor) == (balances["patrons"], balances["tournament_prizes"])
    assert fees == balances["tournament_entries"] + awarded.left_minor + paid + balances["promotion"]
    assert min(balances["tournament_entries"], balances["tournament_prizes"], -balances["promotion"]) >= 0


@given(document=documents(), data=st.data())
def test_every_entrant_has_one_place(document, data):
    """A place is one more than the players before it, whoever they are; who was disqualified is behind them all."""
    driver = played_out(document, data)
    lines, ways = standings(driver.state), reached(driver)
    assert sorted(driver.state.entries) == sorted(line.player for line in lines)
    assert all(line.place == 1 + sum(other.place < line.place for other in lines) for line in lines)
    place = {line.player: line.place for line in lines}
    assert all(place[a] < place[b] for a in ways for b in ways if ways[a] > ways[b])
    # A tie may be broken, but by nothing else than the rule; split ties never are.
    if document["ties"] == "split":
        assert all(place[a] == place[b] for a in ways for b in ways if ways[a] == ways[b])
    assert all(place[player] == len(ways) + 1 for player in place.keys() - ways.keys())


@given(document=documents(), data=st.data())
def test_prizes_follow_places(document, data):
    """Each player has the mean of the prizes of the places shared, less than a cent off, and nobody else has any."""
    driver = played_out(document, data)
    prizes, ways = document["prizes_minor"], reached(driver)
    lines = standings(driver.state)
    sharing = Counter(line.place for line in lines if line.player in ways)
    for line in lines:
        shared = sharing[line.place]
        total = sum(prizes[line.place - 1 : line.place - 1 + shared]) if line.player in ways else 0
        assert abs(Fraction(total, shared or 1) - (line.prize_minor or 0)) < 1
        if document["ties"] != "split" and shared:
            assert total == shared * (line.prize_minor or 0)


@given(document=documents(), data=st.data())
def test_who_goes_on_is_the_best_of_the_table(document, data):
    """Nobody goes on with fewer chips than one of the same table who does not, and everybody who may has chips."""
    driver = played_out(document, data)
    struck, tables = set(), {}
    for event in driver.events:
        match event:
            case e.PlayerDisqualified():
                struck.add(event.player)
            case e.HeatRecorded():
                tables[event.table] = event.chips
            case e.HeatEnded() if not event.is_last:
                room = document["advance"] if isinstance(document["advance"], int) else len(NAMES)
                for chips in tables.values():
                    able = {player: held for player, held in chips.items() if held and player not in struck}
                    on = {player: held for player, held in able.items() if player in event.advanced}
                    assert len(on) == min(room, len(able)) or (document["ties"] == "split" and len(on) > room)
                    assert not on or min(on.values()) >= max(
                        (held for player, held in able.items() if player not in on), default=0
                    )
                with_chips = {player for chips in tables.values() for player, held in chips.items() if held}
                assert set(event.advanced) <= with_chips - struck
                tables = {}


@given(document=documents(), added=st.integers(0, 3_000), players=st.integers(2, 8))
def test_prizes_begin_only_when_they_are_funded(document, added, players):
    """Entries close exactly when fees and addition reach the prizes, where nobody guarantees them."""
    changed = {**document, "funding": "entries", "house_added_minor": added}
    try:
        driver = TournamentDriver(changed).opened(*NAMES[:players])
    except RuleViolation:
        assert 1_000 * document["entry_fee_minor"] + added < sum(document["prizes_minor"])
        return
    is_enough = players * document["entry_fee_minor"] + added >= sum(document["prizes_minor"])
    driver.answer("floorperson", tournament_acts.CloseEntries())
    assert is_enough == (driver.state.phase == "closed")
