"""The case of blackjack: which tables the contract suite walks, what tempts them, and what it must meet."""

from collections.abc import Iterable
from typing import Any

from pitboss.decider import Act, Event, Integers, Offer, Person, Role
from pitboss.games.blackjack import acts as blackjack_acts
from pitboss.games.blackjack import events as blackjack_events
from pitboss.games.blackjack.betting import parse_kind
from pitboss.games.shoe import acts as shoe_acts
from pitboss.games.table import acts as table_acts
from pitboss.games.table import events as table_events
from tests.support.game_case import GameCase
from tests.support.strategies import PEOPLE, PLAYERS

__all__ = ["BLACKJACK"]

RICH = 2_000
"""Enough tournament chips for a wager at any table here."""
EDITION = "oneida-blackjack-2004"
_ELECTIONS: tuple[type[Act], ...] = (
    blackjack_acts.Stand,
    blackjack_acts.Hit,
    blackjack_acts.DoubleDown,
    blackjack_acts.SplitPair,
    blackjack_acts.SurrenderHand,
)


def _onwards(table: Any) -> tuple[type[Act], ...]:
    if not table.is_open:
        return (table_acts.OpenTable,) if table.inspected else (table_acts.InspectEquipment,)
    if not table.is_between_rounds and not table.is_deserted:
        return _in_round(table)
    is_over, is_short = _heat(table)
    due: dict[type[Act], bool] = {
        table_acts.RelieveDealer: Person(table.dealer, Role.DEALER) not in PEOPLE,
        blackjack_acts.CallOffRound: table.is_deserted and table.rounds % 2 == 1,
        blackjack_acts.EndHeat: is_over,
        blackjack_acts.IssueChips: is_short,
        blackjack_acts.ConfirmStaffing: table.lack_of_staff is not None,
        blackjack_acts.PostSign: not table.is_sign_posted,
        blackjack_acts.DiscardCards: not table.play.is_layout_clear,
        shoe_acts.AbandonReveal: table.cards.has_stood_empty and table.cards.must_be_revealed,
        shoe_acts.SpreadIdleCards: table.cards.has_stood_empty,
    }
    return next(((kind,) for kind, is_due in due.items() if is_due), None) or _with_cards(table)


def _heat(table: Any) -> tuple[bool, bool]:
    """Tell whether a heat cannot go on, and whether somebody at the table still needs its chips."""
    heat = table.heat
    if heat is None:
        return False, False
    missing = set(table.seats.values()) - set(heat.players)
    is_poor = not any(table.balances[f"tournament:{player}"] >= RICH for player in heat.players)
    # Every third round ends a heat, so that one in which nobody can bet goes on for ever no more than others.
    is_over = heat.played >= heat.hands or not table.seats or bool(missing and heat.played) or table.rounds % 3 == 0
    return is_over or (is_poor and not missing), bool(missing)


def _in_round(table: Any) -> tuple[type[Act], ...]:
    current = table.round
    if table.play.is_up_card_missing:
        return (blackjack_acts.RestoreUpCard,)
    if table.cards.stage != "in_play":
        # A recut was ordered before the first card.
        return _with_cards(table)
    if table.phase == "betting":
        return _betting(table)
    if current.undeclared is not None:
        return (blackjack_acts.DeclareHit,)
    is_unshown = any("" in hand.cards for _, _, hand in current.hands())
    steps: dict[str, tuple[type[Act], ...]] = {
        "dealing": (blackjack_acts.DealCard, blackjack_acts.TurnFirstCard, blackjack_acts.ReportWrongNumber),
        "suits": (blackjack_acts.ShowHand if is_unshown else blackjack_acts.SettleSuitWagers,),
        "insurance": (blackjack_acts.CloseInsurance, blackjack_acts.PlaceInsurance),
        "turns": (blackjack_acts.DealCard, *_ELECTIONS, blackjack_acts.PlaceHitWager, blackjack_acts.ReportWrongNumber),
        "dealer": (
            blackjack_acts.TurnSecondCard,
            blackjack_acts.DealCard,
            blackjack_acts.ReportUpCardTaken,
            blackjack_acts.ReportWrongNumber,
        ),
        "complete": (blackjack_acts.ShowHand if is_unshown else blackjack_acts.SettleHand,),
    }
    return steps[table.phase.value]


def _betting(table: Any) -> tuple[type[Act], ...]:
    """Seat somebody and lay wagers, so that the first card can come; who cannot, leaves."""
    current = table.round
    purse = current.purse
    if purse is not None and not all(purse.get(player, 0) >= RICH for player in table.seats.values()):
        return (blackjack_acts.RemoveWager,) if current.boxes else (blackjack_acts.CallOffRound,)
    if not table.seats:
        return (shoe_acts.TakeSeat, blackjack_acts.CallOffRound)
    playing = {box.player for box in current.boxes.values()}
    idle = [player for player in table.seats.values() if player not in playing]
    needs = 3 if table.rules.settings["all_three"] else 2
    short = [
        box.player
        for box in current.boxes.values()
        if table.rules.multiple_action and box.spots != tuple(range(1, max(needs, len(box.spots)) + 1))
    ]
    if _is_narrow(current) and current.boxes:
        return _betting_within_totals(len(current.boxes), is_short=bool(short), is_idle=bool(idle))
    if short or idle:
        return (blackjack_acts.PlaceWager, blackjack_acts.RemoveWager if short else blackjack_acts.LeaveSeat)
    return (blackjack_acts.DealCard, blackjack_acts.RemoveWager, blackjack_acts.PlaceWager)


def _is_narrow(current: Any) -> bool:
    """Tell whether a seat needs several wagers, and one may leave no room for the next."""
    settings = current.rules.settings
    return bool(current.rules.multiple_action) and (settings["player_max"], settings["table_max"]) != (None, None)


def _direct(table: Any, offer: Offer) -> Offer | None:
    """Where it is narrow, lay the least on the spots that a seat still needs, and nothing else."""
    fields: Any = offer.fields
    if offer.act is not blackjack_acts.PlaceWager or not _is_narrow(table.round):
        return offer
    (seat,), (spot,), (on,) = fields["seat"].values, fields["spot"].values, fields["on"].values
    box = table.round.boxes.get(seat)
    if on != "blackjack" or spot > table.rules.needed(on) or (box is not None and spot in box.spots):
        return None
    least = fields["stake_minor"].low
    return Offer(offer.act, {**fields, "stake_minor": Integers(least, least)}, offer.witness)


def _betting_within_totals(players: int, *, is_short: bool, is_idle: bool) -> tuple[type[Act], ...]:
    """Lay the wagers of multiple action where it is narrow: few are sooner ready than many."""
    if not is_short:
        return (blackjack_acts.DealCard, blackjack_acts.RemoveWager)
    if is_idle:
        return (blackjack_acts.LeaveSeat, blackjack_acts.PlaceWager, blackjack_acts.RemoveWager)
    return (blackjack_acts.PlaceWager, blackjack_acts.RemoveWager) if players == 1 else (blackjack_acts.RemoveWager,)


def _with_cards(table: Any) -> tuple[type[Act], ...]:
    cards = table.cards
    look = shoe_acts.LetPlayerLook if table.seats else shoe_acts.TakeSeat
    shuffle: tuple[type[Act], ...] = (blackjack_acts.ShuffleCards, shoe_acts.UseAutomaticShoe, shoe_acts.CommitShoe)
    if cards.must_be_revealed and cards.stage in ("stacked", "finished"):
        return (shoe_acts.AbandonReveal, shoe_acts.RevealShoe)
    steps: dict[str, tuple[type[Act], ...]] = {
        "awaited": (shoe_acts.InspectCards,),
        "inspected": (shoe_acts.SpreadCards,),
        "spread": (look,),
        "seen": (shoe_acts.StackCards,),
        "stacked": shuffle,
        "shuffled": (shoe_acts.CutCards, shoe_acts.OfferCut)
        if table.must_cut
        else (shoe_acts.LoadShoe, blackjack_acts.ReportJam),
        "cut": (shoe_acts.LoadShoe, shoe_acts.OrderRecut),
        "loaded": (blackjack_acts.BurnCard, blackjack_acts.ReportJam),
        "in_play": (table_acts.OpenBetting, blackjack_acts.ShowBurnCard) if table.seats else (shoe_acts.TakeSeat,),
        "finished": (*shuffle, blackjack_acts.LeaveSeat, shoe_acts.SpreadIdleCards),
        "idle_down": (shoe_acts.TurnIdleCards if table.seats else shoe_acts.TakeSeat,),
    }
    return steps[cards.stage.value]


def _stakes(current: Any) -> int:
    """Return what lies on the layout: main and suit wagers, insurance, hit wagers."""
    if current.phase in ("settled", "void"):
        return 0
    total = 0
    for box in current.boxes.values():
        total += sum(hand.stake() for hand in box.hands if not hand.is_settled) if box.hands else box.wager()
        total += sum(box.suit.values()) if box.suit_net is None else 0
        total += sum(box.insurance.values()) + sum(hand.hit_minor for hand in box.hands)
    return total


def _depths(table: Any, event: Event) -> Iterable[str]:
    match event:
        case blackjack_events.WagerPlaced():
            yield f"a wager in {event.source}"
            yield f"a wager placed by the {event.placed_by}"
        case blackjack_events.RoundSettled() | blackjack_events.SpotSettled() | blackjack_events.HandSettled():
            yield from {f"a wager: {outcome}" for outcome in event.wagers.outcome}
        case blackjack_events.CardDealt() if event.ends is not None:
            yield f"a hand: {event.ends}"
        case blackjack_events.CardDealt() if event.card is None:
            yield "a second card that nobody saw"
        case table_events.LimitSet() if not table.is_between_rounds:
            yield "a limit set during a round"
        case table_events.TableOpened() if table.rounds:
            yield "a table opened again"
        case _:
            return


BLACKJACK = GameCase(
    variants={
        EDITION: (
            {"initial_suit": "same_suit", "surrender": "text", "rounding": "down", "reshuffle": "cutting_card"},
            {
                "decks": 1,
                "positions": 3,
                "initial_suit": "king_queen",
                "surrender": "late",
                "bj_pays": [6, 5],
                "burn": 2,
            },
            {
                "pitch": True,
                "decks": 2,
                "face_down": True,
                "hold_cards": True,
                "initial_suit": "same_suit",
                "push21": True,
                "burn": 2,
            },
            {"multiple_action": 3, "initial_suit": "same_suit", "positions": 4, "reshuffle": "cutting_card"},
            {"multiple_action": 2, "decks": 8, "max": {"hit": 500, "insurance": 700}, "min": {"hit": 50}},
            {"multiple_action": 3, "all_three": True, "several_positions": False, "dealer_bj": "original"},
            {
                "h17": False,
                "insurance": False,
                "double": False,
                "split": False,
                "hit_wagers": False,
                "match_play": False,
                "default_min": 500,
                "default_max": 20_000,
                "max": {"blackjack": 3_000},
            },
            {"initial_suit": "same_suit", "surrender": "late", "player_max": 1_001, "table_max": 1_500},
        ),
    },
    onwards=_onwards,
    direct=_direct,
    end="blackjack.round_settled/1",
    lures={
        "player": PLAYERS,
        "dealer": ("Dora", "Dan"),
        "mucker": ("Max", None),
        "position": (1, 2, 3, 7, 8),
        "seat": (0, 1, 2, 3, 7, 8),
        "hand": (1, 2, 3, 4),
        "spot": (1, 2, 3, 4),
        "on": ("blackjack", "same_suit", "king_queen", "hit", "insurance", "jackpot", ""),
        "stake_minor": (1, 2, 20, 25, 99, 100, 500, 20_001, 10**12),
        "hit_minor": (None, 1, 50, 500, 501, 10**12),
        "card": ("AS", "AH", "8S", "8H", "8S", "KS", "QS", "TS", "6H", "2S", "1S", None),
        "was": ("AS", "KS", "6H", "7H", "9D", "TC", "1S"),
        "place": (1, 2, 3),
        "commitment": ("0" * 64, "f" * 64, "F" * 64),
        "order": ((), ("AS",)),
        "nonce": ("", "n"),
        "depth": (9, 10, 42, 43, 51, 52, 100, 302, 303, 311),
        "from_back": (1, 14, 26, 51, 52, 104, 311, 312),
        "decks": (1, 2, 6, 8),
        "second_decks": (0, 6),
        "kind": ("blackjack", "hit", "same_suit", "jackpot", "player_total", "table_total"),
        "cashiers": (1, 2, 3, 0),
        "supervisors": (200, 300, 2, 0),
        "tables": (1, 6, 7),
        "chips": (500, 10_000, 50_000),
        "hands": (1, 2, 3),
        "heat": (1, 2),
        "total": (0, 21, 100, 101),
    },
    flavour="on",
    notations={"on": parse_kind},
    stakes=_stakes,
    depths=_depths,
    reaches=frozenset(
        {
            *(f"a wager in {source}" for source in blackjack_acts.Source),
            *(f"a wager placed by the {role}" for role in ("player", "dealer")),
            *(f"a wager: {outcome}" for outcome in blackjack_acts.Outcome),
            *(f"a hand: {ending}" for ending in blackjack_acts.Ending if ending not in ("stand", "surrender")),
            "a second card that nobody saw",
            "a limit set during a round",
            "a table opened again",
        }
    ),
    # A right reveal knows the order: it has a test of its own.
    absent={EDITION: frozenset({"cards.shoe_revealed/1"})},
    # Decisions that need certain cards, and what follows from them: a whole campaign meets all of it.
    rare=frozenset(
        {
            "a hand: doubled",
            "a hand: split_ace",
            "a hand: twenty_one",
            "a wager in tournament",
            "a wager: surrender",
            "blackjack.card_shown/1",
            "blackjack.cards_picked_up/1",
            "blackjack.collection_undone/1",
            "blackjack.hand_surrendered/1",
            "blackjack.hit_wager_placed/1",
            "blackjack.hit_wager_settled/1",
            "blackjack.second_card_exposed/1",
            "cards.card_corrected/1",
            "blackjack.insurance_closed/1",
            "blackjack.insurance_placed/1",
            "blackjack.insurance_settled/1",
            "blackjack.opening_repeated/1",
            "blackjack.pair_split/1",
            "blackjack.total_announced/1",
            "blackjack.up_card_restored/1",
            "blackjack.up_card_taken/1",
        }
    ),
    calm=0.7,
    walk_commands=1_000,
    slice_parts=3,
    slice_first={"oneida-blackjack-2004": 1},
)
