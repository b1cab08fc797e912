"""An evening's card tables: shoes of mini-baccarat and blackjack, and a tournament with the heat that decides it."""

import random
from typing import Any

from pitboss.decider import Accepted, Command, Person, Refusal, Role
from pitboss.games.baccarat import acts as baccarat_acts
from pitboss.games.blackjack import acts as blackjack_acts
from pitboss.games.blackjack.state import Phase
from pitboss.games.cards import CARDS
from pitboss.games.shoe import acts as shoe_acts
from pitboss.games.shoe.state import Stage
from pitboss.games.table import acts as table_acts
from pitboss.games.tournament import acts as tournament_acts
from tests.support.baccarat_driver import BACCARAT, BaccaratDriver
from tests.support.blackjack_driver import BLACKJACK, BlackjackDriver
from tests.support.driver import STAFF, with_limits
from tests.support.evening_tables import Kept, Sent
from tests.support.tournament_driver import TournamentDriver

__all__ = ["baccarat", "blackjack", "tournament"]

SEATS = ((1, "Ann"), (4, "Bob"), (7, "Cid"))
FORMS: tuple[dict[str, Any], ...] = (
    {"form": "vig", "pct": 5, "verbal": "cash"},
    {"form": "vig", "pct": 4, "collect": "deferred", "verbal": "cash"},
    {"form": "tie_vig", "pct": 25, "verbal": "cash"},
    {"form": "no_vig", "verbal": "cash"},
)
PLACES = ((1, "Ann"), (2, "Bob"), (5, "Cid"), (7, "Dot"))
TABLES: tuple[dict[str, Any], ...] = (
    {"reshuffle": "cutting_card", "surrender": "text", "initial_suit": "same_suit"},
    {"reshuffle": "cutting_card", "decks": 8, "multiple_action": 3, "initial_suit": "same_suit"},
    {"reshuffle": "cutting_card", "max_hands": 3, "hit_wagers": True},
)
ELECTIONS = (
    blackjack_acts.SplitPair,
    blackjack_acts.DoubleDown,
    blackjack_acts.Hit,
    blackjack_acts.Stand,
    blackjack_acts.SurrenderHand,
)
WEIGHTS = (5, 3, 4, 4, 1)
STARTING_CHIPS = 100_000


class KeptBaccarat(Kept, BaccaratDriver):
    """A mini-baccarat table whose commands are kept."""


class KeptBlackjack(Kept, BlackjackDriver):
    """A blackjack table whose commands are kept."""


def _order(rng: random.Random, decks: int) -> list[str]:
    return rng.sample(CARDS * decks, 52 * decks)


# Mini-baccarat


def baccarat(rng: random.Random, rounds: int) -> Sent:
    """Play so many rounds of mini-baccarat, shoe after shoe."""
    settings = rng.choice(FORMS)
    driver = KeptBaccarat(settings=settings, name="pearl")
    driver.loaded(*SEATS)
    cards = _order(rng, driver.table.rules.shoe_decks)
    for _ in range(rounds):
        if driver.table.cards.stage is Stage.FINISHED:
            _shuffle(driver)
            cards = _order(rng, driver.table.rules.shoe_decks)
        while driver.table.cards.stage is Stage.LOADED:
            driver.do("dealer", baccarat_acts.BurnCard(card=cards.pop()))
        _baccarat_round(rng, driver, cards)
    return {"rulebook": BACCARAT, "name": "pearl", "settings": with_limits(BACCARAT, settings)}, driver.sent


def _shuffle(driver: Any) -> None:
    for position in list(driver.table.marks):
        driver.do("dealer", baccarat_acts.CollectVigorish(position=position, is_documented=position == SEATS[0][0]))
    driver.do("dealer", baccarat_acts.ShuffleCards(batch=driver.table.cards.stored or driver.inspection().back))
    driver.cut()
    driver.do("dealer", shoe_acts.LoadShoe(from_back=14))


def _baccarat_round(rng: random.Random, driver: Any, cards: list[str]) -> None:
    for position in list(driver.table.marks):
        if rng.random() < 0.1:
            driver.do("dealer", baccarat_acts.CollectVigorish(position=position))
    driver.do("dealer", table_acts.OpenBetting())
    for position, player in SEATS:
        for on in rng.sample(("banker", "player", "tie"), rng.randint(0, 2)):
            wager: dict[str, Any] = {"position": position, "player": player, "on": on}
            wager["stake_minor"] = 100 * rng.randint(1, 60)
            driver.answer(player, baccarat_acts.PlaceWager(**wager, source=rng.choice(list(baccarat_acts.Source))))
            if rng.random() < 0.1:
                driver.answer(player, baccarat_acts.RemoveWager(**wager))
            if rng.random() < 0.1:
                driver.answer("dealer", baccarat_acts.CallWager(**wager), witness="floorperson")
    driver.do("dealer", baccarat_acts.CallNoMoreBets())
    while driver.table.round.phase != "complete":
        driver.deal(cards.pop())
    driver.pay()
    driver.do("dealer", baccarat_acts.DiscardCards())
    if driver.table.cards.must_announce:
        driver.do("dealer", baccarat_acts.AnnounceLastHand())


# Blackjack


class BlackjackTable:
    """A blackjack table played shoe after shoe, with decisions at random."""

    def __init__(self, rng: random.Random, settings: dict[str, Any], places: tuple[tuple[int, str], ...]) -> None:
        self.rng, self.places = rng, places
        self.driver = KeptBlackjack(settings=settings, name="maple")
        self.driver.shuffled(*places).cut()
        self.load()

    def load(self) -> None:
        """Load a shoe in a new order, and burn what is burned."""
        rules = self.driver.table.rules
        self.cards = _order(self.rng, rules.shoe_decks)
        self.driver.load(burn=[self.cards.pop() for _ in range(rules.settings["burn"])])

    def round(self, source: blackjack_acts.Source | None = None) -> None:
        """Play one round to its end."""
        driver, table = self.driver, self.driver.table
        if table.cards.stage is Stage.FINISHED:
            driver.do("dealer", blackjack_acts.ShuffleCards(method=blackjack_acts.Method.DEVICE))
            self.load()
        driver.do("dealer", table_acts.OpenBetting())
        self.bet(source)
        if not table.round.boxes:
            driver.do("dealer", blackjack_acts.CallOffRound())
            return
        while table.round.phase not in (Phase.SETTLED, Phase.VOID):
            self.step()
        driver.do("dealer", blackjack_acts.DiscardCards())

    def bet(self, source: blackjack_acts.Source | None) -> None:
        """Lay wagers at every seat; what the house does not take is refused."""
        rules = self.driver.table.rules
        spots = rules.multiple_action or 1
        for seat, player in self.places:
            stake = max(rules.limits(blackjack_acts.Kind.BLACKJACK)[0], 2 * rules.stake_step) * self.rng.randint(1, 4)
            chips = source or self.rng.choice(
                (
                    blackjack_acts.Source.VALUE,
                    blackjack_acts.Source.VALUE,
                    blackjack_acts.Source.CASH,
                    blackjack_acts.Source.COUPON,
                )
            )
            for spot in range(1, spots + 1):
                wager = {"seat": seat, "player": player, "stake_minor": stake, "spot": spot, "source": chips}
                self.driver.answer(player, blackjack_acts.PlaceWager(**wager))
            if rules.initial_suit is not None and self.rng.random() < 0.4:
                suit = {"seat": seat, "player": player, "stake_minor": stake, "on": rules.initial_suit}
                self.driver.answer(
                    player, blackjack_acts.PlaceWager(**suit, source=source or blackjack_acts.Source.VALUE)
                )

    def step(self) -> None:
        """Do what is next: a card, a decision, or the dealer's part."""
        current, do = self.driver.table.round, self.driver.do
        if current.due is not None and not self.cards:
            do("dealer", blackjack_acts.ReportWrongNumber(seat=0))
        elif current.due is not None and self.rng.random() < 0.004:
            do("dealer", blackjack_acts.ReportFaceUp(card=self.cards.pop()))
        elif current.due is not None:
            do("dealer", blackjack_acts.DealCard(card=self.cards.pop()))
        elif current.phase is Phase.SUITS:
            do("dealer", blackjack_acts.SettleSuitWagers(), witness="floorperson")
        elif current.phase is Phase.INSURANCE:
            self.insure()
        elif current.phase is Phase.TURNS:
            self.elect()
        elif current.phase is Phase.DEALER:
            do("dealer", blackjack_acts.TurnSecondCard())
        else:
            do("dealer", blackjack_acts.SettleHand())

    def insure(self) -> None:
        """Insure some wagers, then close."""
        for seat, box in self.driver.table.round.boxes.items():
            if self.rng.random() < 0.5:
                self.driver.answer(box.player, blackjack_acts.PlaceInsurance(seat=seat, stake_minor=box.wager(1) // 2))
        self.driver.do("dealer", blackjack_acts.CloseInsurance())

    def elect(self) -> None:
        """Try decisions until one is accepted."""
        seat = self.driver.table.round.turn[0]
        player = self.driver.table.round.boxes[seat].player
        while True:
            kind = self.rng.choices(ELECTIONS, WEIGHTS)[0]
            wager = (
                {"hit_minor": 500}
                if kind in (blackjack_acts.Hit, blackjack_acts.DoubleDown) and self.rng.random() < 0.2
                else {}
            )
            if isinstance(self.driver.answer(player, kind(seat=seat, **wager)), Accepted):
                return


def blackjack(rng: random.Random, rounds: int) -> Sent:
    """Play so many rounds of blackjack."""
    settings = rng.choice(TABLES)
    table = BlackjackTable(rng, settings, PLACES)
    for _ in range(rounds):
        table.round()
    return {"rulebook": BLACKJACK, "name": "maple", "settings": with_limits(BLACKJACK, settings)}, table.driver.sent


# A tournament


class KeptTournament(TournamentDriver):
    """A tournament whose commands are kept."""

    sent: list[Command]

    def answer(self, who: str, act: Any, *, witness: str | None = None) -> Accepted | Refusal:
        """Let the tournament answer, and keep the command."""
        self.__dict__.setdefault("sent", [])
        answer = super().answer(who, act, witness=witness)
        by, second = (STAFF.get(name or "") or Person(name or "", Role.PLAYER) for name in (who, witness))
        given = None if witness is None else second
        self.sent.append(Command(key="k", by=by, act=act, received_at=self.now, witness=given))
        return answer


def tournament(rng: random.Random) -> list[tuple[str, str, Sent]]:
    """Play a tournament of one heat, and the heat at its table; another tournament is called off."""
    document = {
        "name": "Summer",
        "rulebook": BLACKJACK,
        "format": "highest_total",
        "starting_chips": STARTING_CHIPS,
        "heats": 1,
        "hands": 6,
        "players_per_table": 5,
        "entry_fee_minor": 2_500,
        "prizes_minor": [7_000, 3_000, 1_001],
        "house_added_minor": 1_500,
        "funding": "guaranteed",
    }
    run = KeptTournament(document)
    players = [player for _, player in PLACES]
    run.opened(*players, "Gus").do("floorperson", tournament_acts.WithdrawPlayer(player="Gus"))
    run.answer("floorperson", tournament_acts.EnterPlayer(player="Ann", fee_minor=2_500))
    run.do("floorperson", tournament_acts.CloseEntries())
    run.started(*players)
    table = BlackjackTable(rng, {"reshuffle": "cutting_card"}, PLACES)
    heat_at = table.driver
    heat_at.do("floorperson", blackjack_acts.BeginHeat(tournament="Summer", heat=1, hands=6))
    for player in players:
        heat_at.do("floorperson", blackjack_acts.IssueChips(player=player, chips=STARTING_CHIPS))
    while heat_at.table.heat.played < heat_at.table.heat.hands:
        table.round(blackjack_acts.Source.TOURNAMENT)
    ended = heat_at.do("floorperson", blackjack_acts.EndHeat())
    run.report(1, *(ended.chips[player] for player in run.state.tables[1]), hands=ended.hands)
    run.do("floorperson", tournament_acts.EndHeat())
    run.award()
    at_table = {
        "rulebook": BLACKJACK,
        "name": "maple",
        "settings": with_limits(BLACKJACK, {"reshuffle": "cutting_card"}),
    }
    off = KeptTournament({**document, "name": "Winter"})
    off.opened(*players).do("pit_supervisor", tournament_acts.CancelTournament(reason="Snow."))
    return [
        ("tournament", "summer", (document, run.sent)),
        ("table", "heat", (at_table, heat_at.sent)),
        ("tournament", "winter", ({**document, "name": "Winter"}, off.sent)),
    ]
