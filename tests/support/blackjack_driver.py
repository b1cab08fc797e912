"""Drives one blackjack table in tests: the cards into play, a round card by card, decisions, settlement, discards."""

from collections.abc import Iterable
from datetime import UTC, datetime

from pitboss.games import house_acts as house
from pitboss.games.blackjack import house_acts as h
from pitboss.games.blackjack import messages as m
from pitboss.games.blackjack.game import GAME
from pitboss.games.shoe import acts as a
from pitboss.rulebook import table_config
from tests.support.driver import TableDriver

__all__ = ["BLACKJACK", "BlackjackDriver"]

BLACKJACK = "oneida-blackjack-2004"
ACTS = {"stand": m.Stand, "hit": m.Hit, "double": m.DoubleDown, "split": m.SplitPair, "surrender": m.SurrenderHand}
DEALERS = {"suits": m.SettleSuitWagers, "close": m.CloseInsurance, "turn": m.TurnSecondCard}
PLAYERS = ("Ann", "Bob", "Cid", "Dan", "Eve", "Fay", "Gus")


class BlackjackDriver(TableDriver):
    """A blackjack table; `ready` brings it to open bets, `deal` deals cards, `act` makes a player's decision."""

    def __init__(self, *, settings: dict | None = None, name: str = "BJ1") -> None:
        self.game = GAME
        chosen = dict(settings or {})
        if chosen.get("pitch"):
            chosen.setdefault("decks", 2)
        document = {"rulebook": BLACKJACK, "name": name, "settings": chosen}
        self.table = self.game.new_state(table_config(document))
        self.now = datetime(2024, 6, 1, 20, tzinfo=UTC)
        self.events: list = []

    # The cards into play

    def welcome(self) -> "BlackjackDriver":
        """Open the table, confirm its staff and post its sign."""
        self.do("dealer", house.InspectEquipment(items=tuple(entry.item for entry in self.table.rules.equipment)))
        self.do("dealer", house.OpenTable())
        self.do("floorperson", h.ConfirmStaffing(cashiers=1, supervisors=1, tables=6))
        self.do("dealer", h.PostSign())
        return self

    def inspection(self, **changed) -> a.InspectCards:
        """Return the inspection of the decks this table plays with."""
        fields = {"back": a.Colour.RED, "decks": self.table.rules.shoe_decks, "cutting_cards": a.Colour.YELLOW}
        return a.InspectCards(**{**fields, **changed})

    def sit(self, *seats: tuple[int, str]) -> "BlackjackDriver":
        """Seat players."""
        for position, player in seats:
            self.do(player, a.TakeSeat(position=position, player=player))
        return self

    def stacked(self, *seats: tuple[int, str]) -> "BlackjackDriver":
        """Bring the cards as far as the stack; Ann sits at 3 if nobody is named."""
        self.welcome()
        self.do("dealer", self.inspection(), witness="floorperson")
        self.do("dealer", a.SpreadCards())
        self.sit(*(seats or ((3, "Ann"),)))
        self.do("dealer", a.LetPlayerLook(player=next(iter(self.table.seats.values()))))
        self.do("dealer", a.StackCards(is_washed=True))
        return self

    def shuffled(self, *seats: tuple[int, str], method: h.Method = h.Method.HAND) -> "BlackjackDriver":
        """Bring the cards as far as the shuffle."""
        self.stacked(*seats)
        self.do("dealer", h.ShuffleCards(method=method))
        return self

    def cut(self, depth: int = 26) -> "BlackjackDriver":
        """Let whoever is offered the cut first take it."""
        position = self.table.next_to_cut()
        self.do("dealer", a.OfferCut(position=position, is_accepted=True))
        self.do(self.table.seats[position], a.CutCards(depth=depth))
        return self

    def load(self, from_back: int | None = None, *, burn: Iterable[str | None] | None = None) -> "BlackjackDriver":
        """Load the shoe and burn what the house burns, face down."""
        self.do("dealer", a.LoadShoe(from_back=from_back or self.table.rules.cut_from_end))
        for card in burn if burn is not None else [None] * self.table.rules.settings["burn"]:
            self.do("dealer", h.BurnCard(card=card))
        return self

    def in_play(self, *seats: tuple[int, str]) -> "BlackjackDriver":
        """Bring the cards into play, shuffled and cut by hand."""
        return self.shuffled(*seats).cut().load()

    def ready(self, *seats: tuple[int, str]) -> "BlackjackDriver":
        """Bring the table to open bets."""
        self.in_play(*seats).do("dealer", house.OpenBetting())
        return self

    def reshuffled(self) -> "BlackjackDriver":
        """Shuffle by device, load and burn, as soon as it is due, and open the next round."""
        self.do("dealer", h.ShuffleCards(method=h.Method.DEVICE))
        self.load().do("dealer", house.OpenBetting())
        return self

    # A round

    def bet(self, seat: int, *stakes: int, **fields):
        """Place the wagers of the player at a seat, one a spot."""
        player = self.table.seats[seat]
        for spot, stake in enumerate(stakes, 1):
            self.do(player, m.PlaceWager(seat=seat, player=player, stake_minor=stake, spot=spot, **fields))

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
            events = self.do("dealer", m.DealCard(card=card))
        return events

    def act(self, seat: int, name: str, **fields):
        """Make a decision for the player at a seat."""
        return self.do(self.table.round.boxes[seat].player, ACTS[name](seat=seat, **fields))

    def refuses(self, seat: int, name: str, **fields):
        """Make a decision that must be refused; return the refusal."""
        return self.refused(self.table.round.boxes[seat].player, ACTS[name](seat=seat, **fields))

    def dealer_plays(self, *cards: str):
        """Turn the second card up and deal the dealer's further cards."""
        self.do("dealer", m.TurnSecondCard())
        return self.deal(*cards)

    def settle(self):
        """Settle the dealer's hand; return the event."""
        return self.do("dealer", m.SettleHand())

    def rows(self, settled) -> dict[tuple[int, int, str, int], tuple[str, int, int, str]]:
        """Return (seat, hand, on, spot) to (outcome, paid, lost, clause) of an event that settles wagers."""
        w = settled.wagers
        keys = zip(w.seat, w.hand, w.on, w.spot, strict=True)
        values = zip(w.outcome, w.paid_minor, w.lost_minor, w.clause, strict=True)
        return {
            (seat, hand, on.value, spot): (outcome.value, paid, lost, clause)
            for (seat, hand, on, spot), (outcome, paid, lost, clause) in zip(keys, values, strict=True)
        }
