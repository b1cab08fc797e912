"""The simulations' walks against the plain Round: the same chance, the same results.

The stream of a block is drawn once more in plain Python, one word after the other, and every round is played through
the Round: blackjack act by act, the other games as settlement documents, which are played through it.
"""

import json
from collections import Counter

import numpy as np
import pytest

from pitboss.games.baccarat.document import settle_document as settle_baccarat
from pitboss.games.baccarat.rules import rules_of as baccarat_rules
from pitboss.games.blackjack.rules import rules_of
from pitboss.games.roulette.document import settle_document as settle_roulette
from pitboss.games.sicbo.document import settle_document as settle_sicbo
from pitboss.lab.ends import bets_of, ends_of
from pitboss.lab.simulation import kernel
from pitboss.lab.simulation.run import ends_run
from pitboss.lab.simulation.tables import baccarat_of, blackjack_of
from pitboss.rulebook import table_config
from tests.support.blackjack_in_order import nets_in_order, random_table
from tests.support.campaign import Campaign

ROUNDS = 1_000_000
FEW = ([range(10)] * 2) + [[0, 7, 9], [0, 1, 5], [9]]
"""Which values come first in a shoe: with few there are pairs, blackjacks, long hands and many splits."""


def blackjack_table(rng):
    """Draw the rules of a table."""
    settings = {
        "decks": rng.choice([1, 2, 6, 8]),
        "h17": rng.random() < 0.5,
        "das": rng.random() < 0.5,
        "double": rng.random() < 0.8,
        "split": rng.random() < 0.9,
        "max_hands": rng.choice([2, 3, 4, 16]),
        "dealer_bj": rng.choice(["all", "original"]),
        "surrender": rng.choice(["none", "text", "late"]),
        "push21": rng.random() < 0.5,
        "bj_pays": rng.choice([[3, 2], [6, 5], [1, 1]]),
        "rounding": rng.choice(["down", "up", "half_up"]),
        "burn": rng.choice([1, 3]),
    }
    if rng.random() < 0.5:
        settings |= {
            "reshuffle": "cutting_card",
            "cut_from_end": 26 if settings["decks"] == 1 else rng.choice([26, 40]),
        }
    return rules_of(table_config({"rulebook": "oneida-blackjack-2004", "settings": settings}))


def order_of(rng, cards):
    """Shuffle a shoe so that some values come early; now and then it is too short."""
    keep, order = rng.choice(FEW), cards.tolist()
    rng.shuffle(order)
    order.sort(key=lambda value: value not in keep or rng.random() < 0.3)
    return np.array(order[: rng.randrange(8, 30)] if rng.random() < 0.05 else order, np.uint8)


def fair(words, limit):
    """Take the next number below a limit from some words; those that would favour a number are passed over."""
    return next(word * limit >> 32 for word in words if word * limit % 2**32 >= 2**32 % limit)


def words_of(seed, block, count):
    """Return the first words of a block's stream."""
    found = np.zeros(count, np.uint64)
    kernel.compiled(kernel.words)(seed, block, found)
    return iter(found.tolist())


def drawn(cards, words, count):
    """Draw so many cards, one after the other, as the shoe lies; return all cards in their new order."""
    order = list(cards)
    for place in range(count):
        other = place + fair(words, len(order) - place)
        order[place], order[other] = order[other], order[place]
    return order


def blackjack_rounds(part):
    """Play rounds both ways, one shoe at a time; several shoes at each table."""
    rng = part.rng()
    met: Counter[str] = Counter()
    while met["rounds"] < part.cases:
        rules = blackjack_table(rng)
        table, seats, stake = random_table(rng, rules), rng.choice([1, 2, 7]), rng.choice([10, 15, 33])
        models = [blackjack_of(rules, table, stake=stake, seats=seats, is_drawn=is_drawn) for is_drawn in (False, True)]
        for _ in range(10):
            model = rng.choice(models)
            met.update(blackjack_shoe(rng, part.number, model, (rules, table, seats, stake)))
    return met


def blackjack_shoe(rng, block, model, game):
    """Play one shoe both ways, with its cards in a given order or drawn by chance; return what was met."""
    _, _, seats, stake = game
    is_drawn, seed, most = model.shuffle[3], np.uint64(rng.getrandbits(64)), rng.choice([1, 1, 1, 100])
    order = model.cards if is_drawn else order_of(rng, model.cards)
    lies = drawn(order.tolist(), words_of(seed, block, 500), len(order)) if is_drawn else order.tolist()
    nets, void = shoe_through_the_round(game, lies, most)
    rounds = len(nets) + void
    each, histogram = np.zeros((rounds, kernel.SEATS_MAX), np.int64), np.zeros(64 * stake * seats + 1, np.int64)
    walk = kernel.compiled(kernel.play_blackjack)
    assert void == walk(seed, block, rounds, order, *model.parts[1:], (histogram, each)), game
    assert nets == each[: len(nets), :seats].tolist(), game
    sums = Counter(map(sum, nets))
    assert sums == {place - len(histogram) // 2: histogram[place] for place in np.flatnonzero(histogram)}
    gained = sum(net > 0 for row in nets for net in row)
    return {"rounds": rounds, "void": void, "drawn": is_drawn * rounds, "further": rounds - 1, "gained": gained}


def shoe_through_the_round(game, cards, most):
    """Play at most so many rounds of one shoe through the Round.

    Returns:
        What each seat gained in each round, and whether the last round was void for want of cards.
    """
    rules, table, seats, stake = game
    behind = len(cards) if rules.settings["reshuffle"] == "each_round" else rules.cut_from_end
    nets: list[list[int]] = []
    left, used = cards[rules.settings["burn"] :], 0
    while True:
        lies = iter(left[used:])
        found = nets_in_order(rules, table, lies, seats, stake)
        if found is None:
            return nets, True
        nets.append(found)
        used = len(left) - len(list(lies))
        if len(left) - used <= behind or len(nets) == most:
            return nets, False


@pytest.mark.campaign(ROUNDS)
def test_blackjack_is_played_as_the_round_plays_it(request):
    """Every seat gains the same, under any rules, any table of totals and any order of the cards."""
    campaign = Campaign.of(request, "simulated_blackjack", part_cases=250, slice_cases=100)
    met = campaign.run(blackjack_rounds)
    assert all(met[what] for what in ("void", "gained", "drawn", "further")), met


def wagers(rng, config, low, high, step):
    """Draw some bets of a table with their stakes."""
    names = bets_of(config)
    return {bet: step * rng.randint(low, high) for bet in rng.sample(names, rng.randint(1, min(6, len(names))))}


def roulette_table(rng):
    """Draw a house of roulette, with odds of its own where it may have them, and the stakes it takes."""
    rulebook = rng.choice(["oneida-roulette-2008", "seabrook-roulette", "hoian-roulette-2020"])
    is_raised = rulebook.startswith("oneida") and rng.random() < 0.5
    settings = {"odds": {"straight": 36, "split": 18}} if is_raised else {}
    config = table_config({"rulebook": rulebook, "settings": settings})
    return config, settings, wagers(rng, config, 1, 4, 100)


def sicbo_table(rng):
    """Draw a sic bo table."""
    settings = {
        "two_of_a_kind": rng.choice(["at_least", "exactly"]),
        "one_twice": rng.choice([2, 3]),
        "one_thrice": rng.choice([3, 12]),
    }
    config = table_config({"rulebook": "oneida-sicbo-2004", "settings": settings})
    return config, settings, wagers(rng, config, 1, 50, 100)


def end_rounds(part, draw_table, settle, result):
    """Count the ends of rounds both ways; a document is what the Round is played from."""
    rng = part.rng()
    met: Counter[str] = Counter()
    while met["rounds"] < part.cases:
        config, settings, bets = draw_table(rng)
        rounds, seed = rng.randint(1, 60), rng.getrandbits(64)
        counts = ends_run(config, bets, seed).play(part.number, rounds)
        names = ends_of(config, bets).names
        words = words_of(np.uint64(seed), part.number, 2 * rounds + 8)
        laid = [{"bet": bet, "cents": stake} for bet, stake in bets.items()]
        document = {"rulebook": config.rulebook, "settings": settings, "wagers": laid}
        nets = []
        for _ in range(rounds):
            answer = settle(json.dumps(document | result(names[fair(words, len(names))])).encode(), 1)
            nets.append(answer["total_net"])
        assert {gain: count for gain, count in counts.items() if count} == Counter(nets), document
        met.update(rounds=rounds, gained=sum(net > 0 for net in nets))
    return met


@pytest.mark.campaign(ROUNDS)
def test_roulette_pays_as_the_round_pays(request):
    """At every house, with any bets: the pocket that the stream names, and what the Round pays for it."""

    def search(part):
        return end_rounds(part, roulette_table, settle_roulette, lambda name: {"pocket": name})

    assert Campaign.of(request, "simulated_roulette", part_cases=1_000, slice_cases=300).run(search)["gained"]


@pytest.mark.campaign(ROUNDS)
def test_sic_bo_pays_as_the_round_pays(request):
    """Under any settings, with any bets: the throw that the stream names, and what the Round pays for it."""

    def search(part):
        return end_rounds(
            part, sicbo_table, settle_sicbo, lambda name: {"dice": [int(pips) for pips in name.split("-")]}
        )

    assert Campaign.of(request, "simulated_sic_bo", part_cases=1_000, slice_cases=300).run(search)["gained"]


def baccarat_table(rng):
    """Draw a mini-baccarat table and its bets; a stake of 100 pays in whole cents by any form."""
    form = rng.choice(["vig", "tie_vig", "no_vig"])
    settings = {
        "form": form,
        "pct": {"vig": rng.choice([4, 5]), "tie_vig": rng.choice([1, 10, 25]), "no_vig": 0}[form],
        "tie_odds": rng.choice([8, 9]),
        "decks": rng.choice([6, 8]),
        "cut_from_end": rng.choice([14, 60]),
        "collect": rng.choice(["at_once", "deferred"]) if form == "vig" else "at_once",
    }
    config = table_config({"rulebook": "oneida-minibaccarat-2004", "settings": settings})
    return config, settings, wagers(rng, config, 1, 90, rng.choice([10, 100]))


def baccarat_rounds(part):
    """Deal shoes both ways, often down to the cutting card and on with the next one."""
    rng = part.rng()
    met: Counter[str] = Counter()
    while met["rounds"] < part.cases:
        config, settings, bets = baccarat_table(rng)
        rounds, seed = rng.choice([1, 20, 150]), rng.getrandbits(64)
        counts = ends_run(config, bets, seed).play(part.number, rounds)
        cards, cut, _ = baccarat_of(baccarat_rules(config))
        laid = [{"position": 1, "on": bet, "cents": stake} for bet, stake in bets.items()]
        document = {"rulebook": config.rulebook, "settings": settings, "wagers": laid}
        words, order, place = words_of(np.uint64(seed), part.number, 2_000), cards.tolist(), len(cards)
        nets = []
        for _ in range(rounds):
            if len(order) - place < cut:
                order, place = drawn(order, words, len(order) - cut + 6), 0
            shoe = [("K" if value == 0 else "A23456789"[value - 1]) + rng.choice("CDHS") for value in order[place:][:6]]
            answer = settle_baccarat(json.dumps(document | {"shoe": shoe}).encode(), 1)
            nets.append(sum(row["net"] for row in answer["wagers"]))
            place += answer["used"]
        assert {gain: count for gain, count in counts.items() if count} == Counter(nets), document
        met.update(rounds=rounds, gained=sum(net > 0 for net in nets), shoes=rounds == 150)
    return met


@pytest.mark.campaign(ROUNDS)
def test_baccarat_is_dealt_and_paid_as_the_round_does_it(request):
    """Shoe after shoe, under any form of vigorish, with any wagers."""
    met = Campaign.of(request, "simulated_baccarat", part_cases=1_000, slice_cases=300).run(baccarat_rounds)
    assert met["gained"]
    assert met["shoes"]


@pytest.mark.parametrize("ends", [37, 38, 216])
def test_ends_are_counted_from_the_stream(ends):
    """As plain Python counts them from the same words, those left out that would favour an end."""
    words, counts = np.zeros(4_000, np.uint64), np.zeros(ends, np.int64)
    kernel.compiled(kernel.words)(np.uint64(2**64 - 1), 9, words)
    kernel.compiled(kernel.count_ends)(np.uint64(2**64 - 1), 9, 3_000, counts)
    stream = iter(words.tolist())
    met = Counter(fair(stream, ends) for _ in range(3_000))
    assert [met[end] for end in range(ends)] == counts.tolist()
