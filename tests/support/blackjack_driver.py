"""Drives one blackjack table in tests: the cards into play, a round card by card, decisions, settlement, discards."""

from collections.abc import Iterable
from datetime import UTC, datetime

from pitboss.games.blackjack import acts as blackjack_acts
from pitboss.games.blackjack.game import GAME
from pitboss.games.shoe import acts as shoe_acts
from pitboss.games.table import acts as table_acts
from pitboss.rulebook import table_config
from tests.support.driver import LIMITS, TableDriver

__all__ = ["BLACKJACK", "BlackjackDriver"]

BLACKJACK = "oneida-blackjack-2004"
ACTS = {
    "stand": blackjack_acts.Stand,
    "hit": blackjack_acts.Hit,
    "double": blackjack_acts.DoubleDown,
    "split": blackjack_acts.SplitPair,
    "surrender": blackjack_acts.SurrenderHand,
}
DEALERS = {
    "suits": blackjack_acts.SettleSuitWagers,
    "close": blackjack_acts.CloseInsurance,
    "turn": blackjack_acts.TurnSecondCard,
}
PLAYERS = ("Ann", "Bob", "Cid", "Dan", "Eve", "Fay", "Gus")


class BlackjackDriver(TableDriver):
    """A blackjack table; `ready` brings it to open bets, `deal` deals cards, `act` makes a player's decision."""

    def __init__(self, *, settings: dict | None = None, name: str = "BJ1") -> None:
        self.game = GAME
        chosen = {**LIMITS, **(settings or {})}
        if chosen.get("pitch"):
            chosen.setdefault("decks", 2)
        document = {"rulebook": BLACKJACK, "name": name, "settings": chosen}
        self.table = self.game.new_state(table_config(document))
        self.now = datetime(2024, 6, 1, 20, tzinfo=UTC)
        self.events: list = []

    # The cards into play

    def welcome(self) -> "BlackjackDriver":
        """Open the table, confirm its staff and post its sign."""
        self.do("dealer", table_acts.InspectEquipment(items=tuple(entry.item for entry in self.table.rules.equipment)))
        self.do("dealer", table_acts.OpenTable())
        self.do("floorperson", blackjack_acts.ConfirmStaffing(cashiers=1, supervisors=1, tables=6))
        self.do("dealer", blackjack_acts.PostSign())
        return self

    def inspection(self, **changed) -> shoe_acts.InspectCards:
        """Return the inspection of the decks this table plays with."""
        fields = {
            "back": shoe_acts.Colour.RED,
            "decks": self.table.rules.shoe_decks,
            "cutting_cards": shoe_acts.Colour.YELLOW,
        }
        return shoe_acts.InspectCards(**{**fields, **changed})

    def sit(self, *seats: tuple[int, str]) -> "BlackjackDriver":
        """Seat players."""
        for position, player in seats:
            self.do(player, shoe_acts.TakeSeat(position=position, player=player))
        return self

    def stacked(self, *seats: tuple[int, str]) -> "BlackjackDriver":
        """Bring the cards as far as the stack; Ann sits at 3 if nobody is named."""
        self.welcome()
        self.do("dealer", self.inspection(), witness="floorperson")
        self.do("dealer", shoe_acts.SpreadCards())
        self.sit(*(seats or ((3, "Ann"),)))
        self.do("dealer", shoe_acts.LetPlayerLook(player=next(iter(self.table.seats.values()))))
        self.do("dealer", shoe_acts.StackCards(is_washed=True))
        return self

    def shuffled(
        self, *seats: tuple[int, str], method: blackjack_acts.Method = blackjack_acts.Method.HAND
    ) -> "BlackjackDriver":
        """Bring the cards as far as the shuffle."""
        self.stacked(*seats)
        self.do("dealer", blackjack_acts.ShuffleCards(method=method))
        return self

    def cut(self, depth: int = 26) -> "BlackjackDriver":
        """Let whoever is offered the cut first take it."""
        position = self.table.next_to_cut()
        self.do("dealer", shoe_acts.OfferCut(position=position, is_accepted=True))
        self.do(self.table.seats[position], shoe_acts.CutCards(depth=depth))
        return self

    def load(self, from_back: int | None = None, *, burn: Iterable[str | None] | None = None) -> "BlackjackDriver":
        """Load the shoe and burn what the house burns, face down."""
        self.do("dealer", shoe_acts.LoadShoe(from_back=from_back or self.table.rules.cut_from_end))
        for card in burn if burn is not None else [None] * self.table.rules.settings["burn"]:
            self.do("dealer", blackjack_acts.BurnCard(card=card))
        return self

    def in_play(self, *seats: tuple[int, str]) -> "BlackjackDriver":
        """Bring the cards into play, shuffled and cut by hand."""
        return self.shuffled(*seats).cut().load()

    def ready(self, *seats: tuple[int, str]) -> "BlackjackDriver":
        """Bring the table to open bets."""
        self.in_play(*seats).do("dealer", table_acts.OpenBetting())
        return self

    def reshuffled(self) -> "BlackjackDriver":
        """Shuffle by device, load and burn, as soon as it is due, and open the next round."""
        self.do("dealer", blackjack_acts.ShuffleCards(method=blackjack_acts.Method.DEVICE))
        self.load().do("dealer", table_acts.OpenBetting())
        return self

    # A round

    def bet(self, seat: int, *stakes: int, **fields):
        """Place the wagers of the player at a seat, one a spot."""
        player = self.table.seats[seat]
        for spot, stake in enumerate(stakes, 1):
            self.do(player, blackjack_acts.PlaceWager(seat=seat, player=player, stake_minor=stake, spot=spot, **fields))

    def staked(self, *stakes: int, **fields) -> "BlackjackDriver":
        """Bring the table to open bets with a player and a wager at seats 1, 2, 3…: Ann, Bob, Cid."""
        self.ready(*enumerate(PLAYERS[: len(stakes)], 1))
        for seat, stake in enumerate(stakes, 1):
            self.bet(seat, stake, **fields)
        return self

    def played(self, steps: str) -> "BlackjackDriver":
        """Play a line: cards, the dealer's `turn`, `close` and `suits`, and `hit`, `hit:500`… by whose turn it is."""
        for step in steps.split():
            name, _, wager = step.partition(":")
            if name in ACTS:
                self.act(self.table.round.turn[0], name, **({"hit_minor": int(wager)} if wager else {}))
            elif name in DEALERS:
                self.do("dealer", DEALERS[name]())
            else:
                self.deal(name)
        return self

    def deal(self, *cards: str | None):
        """Deal cards to whoever they are due to; return the events of the last one."""
        events = None
        for card in cards:
            events = self.do("dealer", blackjack_acts.DealCard(card=card))
        return events

    def act(self, seat: int, name: str, **fields):
        """Make a decision for the player at a seat."""
        return self.do(self.table.round.boxes[seat].player, ACTS[name](seat=seat, **fields))

    def refuses(self, seat: int, name: str, **fields):
        """Make a decision that must be refused; return the refusal."""
        return self.refused(self.table.round.boxes[seat].player, ACTS[name](seat=seat, **fields))

    def dealer_plays(self, *cards: str):
        """Turn the second card up and deal the dealer's further cards."""
        self.do("dealer", blackjack_acts.TurnSecondCard())
        return self.deal(*cards)

    def settle(self):
        """Settle the dealer's hand; return the event."""
        return self.do("dealer", blackjack_acts.SettleHand())

    def rows(self, settled) -> dict[tuple[int, int, str, int], tuple[str, int, int, str]]:
        """Return (seat, hand, on, spot) to (outcome, paid, lost, clause) of an event that settles wagers."""
        w = settled.wagers
        keys = zip(w.seat, w.hand, w.on, w.spot, strict=True)
        values = zip(w.outcome, w.paid_minor, w.lost_minor, w.clause, strict=True)
        return {
            (seat, hand, on.value, spot): (outcome.value, paid, lost, clause)
            for (seat, hand, on, spot), (outcome, paid, lost, clause) in zip(keys, values, strict=True)
        }
