"""Drives one mini-baccarat table in tests: the cards into play, a round from its wagers to the discard rack."""

from datetime import UTC, datetime

import msgspec

from pitboss.games.baccarat import acts as baccarat_acts
from pitboss.games.baccarat.game import GAME
from pitboss.games.baccarat.hands import Side, point_count
from pitboss.games.shoe import acts as shoe_acts
from pitboss.games.table import acts as table_acts
from pitboss.rulebook import table_config
from tests.support.driver import LIMITS, Driver

__all__ = ["BACCARAT", "CHECK", "SHUFFLER", "BaccaratDriver"]

BACCARAT = "oneida-minibaccarat-2004"
SHUFFLER = {"shuffler": True, "decks": 12}
CHECK = baccarat_acts.CheckLayout(
    banker=baccarat_acts.BankerMark.ONE,
    player=baccarat_acts.PlayerMark.MANY,
    tie=baccarat_acts.TieMark.ONE,
    positions=7,
)


class BaccaratDriver(Driver):
    """A mini-baccarat table; `play` deals a whole round, `rows` reads what it paid."""

    def __init__(self, *, settings: dict | None = None, name: str = "B1") -> None:
        self.game = GAME
        document = {"rulebook": BACCARAT, "name": name, "settings": {**LIMITS, **(settings or {})}}
        self.table = self.game.new_state(table_config(document))
        self.now = datetime(2024, 6, 1, 20, tzinfo=UTC)
        self.events: list = []

    @property
    def has_shuffler(self) -> bool:
        """Tell whether the table has a shuffler."""
        return bool(self.table.rules.settings["shuffler"])

    def welcome(self) -> "BaccaratDriver":
        """Open the table, check its layout and let the Director give notice."""
        self.welcome_without_check()
        self.do("dealer", msgspec.structs.replace(CHECK, positions=self.table.rules.positions))
        self.do(
            "director", baccarat_acts.NotifyDealOption(option=baccarat_acts.Option(self.table.rules.settings["deal"]))
        )
        return self

    def welcome_without_check(self) -> "BaccaratDriver":
        """Open the table."""
        items = tuple(entry.item for entry in self.table.rules.equipment)
        self.do("dealer", table_acts.InspectEquipment(items=items))
        self.do("dealer", table_acts.OpenTable())
        self.do("dealer", table_acts.PostSign())
        return self

    def inspection(self, **changed) -> shoe_acts.InspectCards:
        """Return the inspection of the decks this table plays with."""
        decks = self.table.rules.shoe_decks
        fields = {"back": shoe_acts.Colour.RED, "decks": decks, "cutting_cards": shoe_acts.Colour.YELLOW}
        if self.has_shuffler:
            fields |= {"second_back": shoe_acts.Colour.BLUE, "second_decks": decks}
        return shoe_acts.InspectCards(**{**fields, **changed})

    def sit(self, *seats: tuple[int, str]) -> "BaccaratDriver":
        """Seat players."""
        for position, player in seats:
            self.do(player, shoe_acts.TakeSeat(position=position, player=player))
        return self

    def stacked(self, *seats: tuple[int, str]) -> "BaccaratDriver":
        """Bring the cards as far as the stack; Ann sits at position 3 if nobody is named."""
        self.welcome()
        self.do("dealer", self.inspection(), witness="floorperson")
        self.do("dealer", shoe_acts.SpreadCards())
        self.sit(*(seats or ((3, "Ann"),)))
        return self.looked()

    def looked(self) -> "BaccaratDriver":
        """Show spread cards to a player and stack them."""
        self.do("dealer", shoe_acts.LetPlayerLook(player=next(iter(self.table.seats.values()))))
        self.do("dealer", shoe_acts.StackCards(is_washed=not self.has_shuffler))
        return self

    def shuffled(self, *seats: tuple[int, str]) -> "BaccaratDriver":
        """Bring the cards as far as the shuffle."""
        self.stacked(*seats)
        self.do("dealer", baccarat_acts.ShuffleCards(batch=shoe_acts.Colour.RED))
        return self

    def cut(self, *, depth: int = 100) -> "BaccaratDriver":
        """Let everybody decline, and the dealer cut."""
        for position in sorted(self.table.seats)[-1:] + sorted(self.table.seats)[:-1]:
            self.do("dealer", shoe_acts.OfferCut(position=position, is_accepted=False))
        self.do("dealer", shoe_acts.CutCards(depth=depth))
        return self

    def loaded(self, *seats: tuple[int, str], from_back: int = 14) -> "BaccaratDriver":
        """Bring the cards into the shoe, and tell players of a table without vigorish what it pays."""
        self.shuffled(*seats).cut()
        self.do("dealer", shoe_acts.LoadShoe(from_back=from_back))
        if self.table.rules.form == "no_vig" and not self.table.is_form_noticed:
            self.do("pit_supervisor", baccarat_acts.PostVigorishNotice(form=baccarat_acts.Form.NO_VIG, pct=0))
        return self

    def ready(self, *seats: tuple[int, str], from_back: int = 14) -> "BaccaratDriver":
        """Bring a shoe into play; its first card is a king."""
        self.loaded(*seats, from_back=from_back)
        self.do("dealer", baccarat_acts.BurnCard(card="KS"))
        return self

    def opened(self, *seats: tuple[int, str], from_back: int = 14) -> "BaccaratDriver":  # type: ignore[override]
        """Bring a shoe into play and open the first round."""
        self.ready(*seats, from_back=from_back)
        self.do("dealer", table_acts.OpenBetting())
        return self

    def bet(self, position: int, on: str, stake: int, *, source: str = "value"):  # type: ignore[override]
        """Place the wager of whoever sits at a position."""
        player = self.table.seats[position]
        act = baccarat_acts.PlaceWager(
            position=position, player=player, on=on, stake_minor=stake, source=baccarat_acts.Source(source)
        )
        return self.do(player, act)

    def deal(self, *cards: str) -> "BaccaratDriver":
        """Close the bets if they are open, and deal cards; counts are called when four of them lie."""
        if self.table.phase == "betting":
            self.do("dealer", baccarat_acts.CallNoMoreBets())
        for card in cards:
            self.do("dealer", baccarat_acts.DealCard(card=card))
            if len(self.table.round.banker) == 2:
                self.call_points()
        return self

    def call_points(self) -> None:
        """Call the counts that have not been called, if their faces are shown."""
        for hand in Side:
            if hand not in self.table.play.called and not self.table.play.face_down:
                points = point_count(self.table.round.hand(hand)[:2])
                self.do("dealer", baccarat_acts.CallPoints(hand=hand, points=points))

    def result(self) -> baccarat_acts.CallResult:
        """Return the right call of a complete round."""
        current = self.table.round
        counts = {f"{side}_points": current.points(side) for side in Side}
        return baccarat_acts.CallResult(**counts, outcome=current.outcome)

    def pay(self):
        """Settle a complete round; return the RoundSettled event."""
        self.do("dealer", self.result())
        self.do("dealer", baccarat_acts.CollectLosers())
        return self.do("dealer", baccarat_acts.PayWinners())

    def play(self, *cards: str):
        """Play a round from its cards to the discard rack; return the RoundSettled event."""
        settled = self.deal(*cards).pay()
        self.do("dealer", baccarat_acts.DiscardCards())
        return settled

    def next_round(self) -> "BaccaratDriver":
        """Open the next round, with the sign posted again if its limits changed."""
        if not self.table.is_sign_posted:
            self.do("dealer", table_acts.PostSign())
        self.do("dealer", table_acts.OpenBetting())
        return self

    def rows(self, settled) -> dict:
        """Return (position, on) to (result, paid, vigorish, clause) of a settled or void round."""
        w = settled.wagers
        rows = zip(w.position, w.on, w.result, w.paid_minor, w.vig_minor, w.clause, strict=True)
        return {(position, on): (result.value, paid, vig, clause) for position, on, result, paid, vig, clause in rows}
