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
from pitboss.games.cards import CARDS
from pitboss.games.roulette.document import settle_document as settle_roulette
from pitboss.games.sicbo.document import settle_document as settle_sicbo
from pitboss.lab.blackjack.tables import value_index
from pitboss.lab.ends import bets_of, ends_of
from pitboss.lab.simulation import kernel
from pitboss.lab.simulation.compiling import compiled
from pitboss.lab.simulation.plans import Plan, Step
from pitboss.lab.simulation.play import ends_run
from pitboss.lab.simulation.tables import baccarat_of, blackjack_of
from pitboss.lab.simulation.wagers import wagers_of
from pitboss.rulebook import table_config
from tests.support.blackjack_in_order import nets_in_order, random_table
from tests.support.campaign import Campaign

ROUNDS = 1_000_000
TABLES = 25
"""By how many the rounds of a part of blackjack are divided to have the shoes of a table."""
FEW = ([range(10)] * 2) + [[0, 7, 9], [0, 1, 5], [9]]
"""Which values come first in a shoe: with few there are pairs, blackjacks, long hands and many splits."""


def blackjack_table(rng):
    """Draw the rules of a table: with everything one may choose, or with multiple action, which has less of it."""
    settings = {
        "decks": rng.choice([1, 2, 6, 8]),
        "h17": rng.random() < 0.5,
        "das": rng.random() < 0.5,
        "double": rng.random() < 0.8,
        "split": rng.random() < 0.9,
        "dealer_bj": rng.choice(["all", "original"]),
        "push21": rng.random() < 0.5,
        "bj_pays": rng.choice([[3, 2], [6, 5], [1, 1]]),
        "rounding": rng.choice(["down", "up", "half_up"]),
        "burn": rng.choice([1, 3]),
        "insurance": rng.random() < 0.8,
        "initial_suit": rng.choice(["same_suit", "king_queen"]),
        "hit_split": rng.random() < 0.5,
    }
    if rng.random() < 0.3:
        settings |= {"multiple_action": rng.choice([2, 3]), "max_hands": 2}
        settings["all_three"] = settings["multiple_action"] == 3 and rng.random() < 0.5
    else:
        settings |= {"max_hands": rng.choice([2, 3, 4, 16]), "surrender": rng.choice(["none", "text", "late"])}
        settings["pitch"] = settings["decks"] < 6 and rng.random() < 0.4
    if rng.random() < 0.5:
        settings |= {
            "reshuffle": "cutting_card",
            "cut_from_end": 26 if settings["decks"] == 1 else rng.choice([26, 40]),
        }
    return rules_of(table_config({"rulebook": "oneida-blackjack-2004", "settings": settings}))


def drawn_plan(rng, rules):
    """Draw a plan of a few steps: a plain one, or with all other wagers."""
    if rng.random() < 0.3:
        return Plan((Step(stake=rng.choice([10, 15, 33])),))
    count = rng.choice([1, 2, 4])

    def step():
        stake = rng.choice([10, 15, 33])
        insured = rng.choice([0, stake // 2]) if rules.settings["insurance"] else 0
        more = {name: rng.randint(1, count) for name in ("win", "push", "lose")}
        return Step(stake=stake, suit=rng.choice([0, 7]), hit=rng.choice([0, 5]), insurance=insured, **more)

    return Plan(tuple(step() for _ in range(count)))


def order_of(rng, cards):
    """Shuffle a shoe so that some values come early; now and then it is too short."""
    keep, order = rng.choice(FEW), cards.tolist()
    rng.shuffle(order)
    order.sort(key=lambda card: value_index(CARDS[card]) not in keep or rng.random() < 0.3)
    return np.array(order[: rng.randrange(8, 30)] if rng.random() < 0.05 else order, np.uint8)


def fair(words, limit):
    """Take the next number below a limit from some words; those that would favour a number are passed over."""
    return next(word * limit >> 32 for word in words if word * limit % 2**32 >= 2**32 % limit)


def words_of(seed, block, count):
    """Return the first words of a block's stream."""
    found = np.zeros(count, np.uint64)
    compiled(kernel.words)(seed, block, found)
    return iter(found.tolist())


def drawn(cards, words, count, begin=0):
    """Draw so many cards, one after the other, as the shoe lies; return all cards in their new order.

    The first ones may have been drawn before.
    """
    order = list(cards)
    for place in range(begin, count):
        other = place + fair(words, len(order) - place)
        order[place], order[other] = order[other], order[place]
    return order


def blackjack_rounds(part):
    """Play rounds both ways, one shoe at a time; several shoes at each table, for a table takes longer than a shoe."""
    rng = part.rng()
    met: Counter[str] = Counter()
    while met["rounds"] < part.cases:
        rules = blackjack_table(rng)
        table, seats, plan = random_table(rng, rules), rng.choice([1, 2, 7]), drawn_plan(rng, rules)
        models = [wagers_of(rules, table, plan, seats=seats, is_drawn=is_drawn) for is_drawn in (False, True)]
        plain = plain_models(rules, table, seats, plan)
        for _ in range(part.cases // TABLES):
            met.update(blackjack_shoe(rng, part.number, rng.choice(models), plain, (rules, table, seats, plan)))
    return met


def plain_models(rules, table, seats, plan):
    """Enumerate a table for the walk that knows the main wager alone; None where there are others."""
    first = plan.steps[0]
    if len(plan.steps) > 1 or first.suit or first.insurance or first.hit or rules.multiple_action:
        return None
    return [blackjack_of(rules, table, stake=first.stake, seats=seats, is_drawn=drawn) for drawn in (False, True)]


def blackjack_shoe(rng, block, model, plain, game):
    """Play one shoe both ways, with its cards in a given order or drawn by chance; return what was met."""
    rules, _, seats, plan = game
    is_drawn, seed, most = model.shuffle[3], np.uint64(rng.getrandbits(64)), rng.choice([1, 1, 1, 100])
    order = model.cards if is_drawn else order_of(rng, model.cards)
    lies = drawn(order.tolist(), words_of(seed, block, 500), len(order)) if is_drawn else order.tolist()
    nets, void, steps = shoe_through_the_round(game, [CARDS[card] for card in lies], most)
    rounds = len(nets) + void
    each, played = np.zeros((rounds, kernel.SEATS_MAX), np.int64), np.zeros(len(plan.steps), np.int64)
    compiled(kernel.play_wagers)(seed, block, order, *model.parts[1:], (each, played))
    assert nets == each[: len(nets), :seats].tolist(), game
    assert void == (each[-1, 0] == kernel.VOID), game
    assert [steps[step] for step in range(len(plan.steps))] == played.tolist(), game
    is_plain = plain is not None
    if is_plain:
        assert nets == plain_shoe((seed, block, rounds), order, plan.steps[0].stake, plain[is_drawn]), game
    gained = sum(net > 0 for row in nets for net in row)
    found = {"rounds": rounds, "void": void, "drawn": is_drawn * rounds, "further": rounds - 1, "gained": gained}
    spots = rules.multiple_action * rounds
    return found | {"plain": is_plain * rounds, "spots": spots, "beside": (not is_plain) * rounds, "steps": steps[1]}


def plain_shoe(run, order, stake, model):
    """Play a shoe by the walk that knows the main wager alone, and return what each seat gained in each round."""
    rounds, seats = run[2], model.shuffle[0]
    values = np.array([value_index(CARDS[card]) for card in order], np.uint8)
    each, histogram = np.zeros((rounds, kernel.SEATS_MAX), np.int64), np.zeros(64 * stake * seats + 1, np.int64)
    void = compiled(kernel.play_blackjack)(*run, values, *model.parts[1:], (histogram, each))
    nets = each[: rounds - void, :seats].tolist()
    sums = Counter(map(sum, nets))
    assert sums == {place - len(histogram) // 2: histogram[place] for place in np.flatnonzero(histogram)}
    return nets


def shoe_through_the_round(game, cards, most):
    """Play at most so many rounds of one shoe through the Round, each seat going on from step to step.

    Returns:
        What each seat gained in each round, whether the last round was void for want of cards, and how often each step
        was played.
    """
    rules, table, seats, plan = game
    behind = len(cards) if rules.settings["reshuffle"] == "each_round" else rules.cut_from_end
    nets: list[list[int]] = []
    left, used, at, met = cards[rules.settings["burn"] :], 0, [0] * seats, Counter[int]()
    while True:
        lies = iter(left[used:])
        found = nets_in_order(rules, table, lies, [plan.steps[step] for step in at])
        if found is None:
            return nets, True, met
        nets.append(found)
        met.update(at)
        at = [
            plan.moves[3 * step + (0 if net > 0 else 1 if net == 0 else 2)] for step, net in zip(at, found, strict=True)
        ]
        used = len(left) - len(list(lies))
        if len(left) - used < behind or len(nets) == most:
            return nets, False, met


@pytest.mark.campaign(ROUNDS)
def test_blackjack_is_played_as_the_round_plays_it(request):
    """Every seat gains the same, under any rules, any table of totals, any plan and any order of the cards."""
    campaign = Campaign.of(request, "simulated_blackjack", part_cases=5_000, slice_first=12, slice_cases=250)
    met = campaign.run(blackjack_rounds)
    asked = ("void", "gained", "drawn", "further", "plain", "beside", "spots", "steps")
    assert all(met[what] for what in asked), met


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


def plan_of(rng, bets):
    """Return the same bets in every round, or a plan that goes on to fewer of them when a round was lost."""
    fewer = dict(list(bets.items())[1:]) or bets
    steps = (Step(bets=bets, lose=2), Step(bets=fewer, win=1, push=2, lose=1))
    return Plan((Step(bets=bets),)) if rng.random() < 0.5 else Plan(steps)


def end_rounds(part, draw_table, settle, result):
    """Count the ends of rounds both ways; a document is what the Round is played from."""
    rng = part.rng()
    met: Counter[str] = Counter()
    while met["rounds"] < part.cases:
        config, settings, bets = draw_table(rng)
        plan, rounds, seed = plan_of(rng, bets), rng.randint(1, 60), rng.getrandbits(64)
        counts, laid = ends_run(config, plan, seed).play(part.number, rounds)
        names = ends_of(config, bets).names
        words = words_of(np.uint64(seed), part.number, 2 * rounds + 8)
        document = {"rulebook": config.rulebook, "settings": settings}
        nets, staked, step = [], 0, 0
        for _ in range(rounds):
            wagered = plan.steps[step].bets
            rows = [{"bet": bet, "cents": stake} for bet, stake in wagered.items()]
            told = document | {"wagers": rows} | result(names[fair(words, len(names))])
            nets.append(settle(json.dumps(told).encode(), 1)["total_net"])
            staked, step = staked + sum(wagered.values()), next_step(plan, step, nets[-1])
        assert {gain: count for gain, count in counts.items() if count} == Counter(nets), document
        assert staked == laid, document
        met.update(rounds=rounds, gained=sum(net > 0 for net in nets), planned=len(plan.steps) - 1)
    return met


def next_step(plan, step, net):
    """Return the step that follows on a round."""
    return plan.moves[3 * step + (0 if net > 0 else 1 if net == 0 else 2)]


@pytest.mark.campaign(ROUNDS)
def test_roulette_pays_as_the_round_pays(request):
    """At every house, with any bets: the pocket that the stream names, and what the Round pays for it."""

    def search(part):
        return end_rounds(part, roulette_table, settle_roulette, lambda name: {"pocket": name})

    met = Campaign.of(request, "simulated_roulette", part_cases=1_000, slice_cases=300).run(search)
    assert met["gained"]
    assert met["planned"]


@pytest.mark.campaign(ROUNDS)
def test_sic_bo_pays_as_the_round_pays(request):
    """Under any settings, with any bets: the throw that the stream names, and what the Round pays for it."""

    def search(part):
        return end_rounds(
            part, sicbo_table, settle_sicbo, lambda name: {"dice": [int(pips) for pips in name.split("-")]}
        )

    met = Campaign.of(request, "simulated_sic_bo", part_cases=1_000, slice_cases=300).run(search)
    assert met["gained"]
    assert met["planned"]


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
        plan, rounds, seed = plan_of(rng, bets), rng.choice([1, 20, 150]), rng.getrandbits(64)
        counts, laid = ends_run(config, plan, seed).play(part.number, rounds)
        cards, cut, _ = baccarat_of(baccarat_rules(config))
        words, order, place = words_of(np.uint64(seed), part.number, 2_000), cards.tolist(), len(cards)
        nets, staked, step, size = [], 0, 0, len(order)
        is_out, is_over = False, True
        for _ in range(rounds):
            if is_over:
                order, place, is_out = drawn(order, words, size - cut + 6), 0, False
            elif is_out:
                # The hand after the one in which the cutting card came out: the last of this shoe.
                order = drawn(order, words, place + 6, begin=size - cut + 6)
            shoe = [("K" if value == 0 else "A23456789"[value - 1]) + rng.choice("CDHS") for value in order[place:][:6]]
            rows = [{"position": 1, "on": bet, "cents": stake} for bet, stake in plan.steps[step].bets.items()]
            document = {"rulebook": config.rulebook, "settings": settings, "wagers": rows, "shoe": shoe}
            answer = settle_baccarat(json.dumps(document).encode(), 1)
            nets.append(sum(row["net"] for row in answer["wagers"]))
            staked, step = staked + sum(plan.steps[step].bets.values()), next_step(plan, step, nets[-1])
            place += answer["used"]
            is_over, is_out = is_out, size - place < cut
        assert {gain: count for gain, count in counts.items() if count} == Counter(nets), settings
        assert staked == laid, settings
        met.update(rounds=rounds, gained=sum(net > 0 for net in nets), shoes=rounds == 150, planned=len(plan.steps) - 1)
    return met


@pytest.mark.campaign(ROUNDS)
def test_baccarat_is_dealt_and_paid_as_the_round_does_it(request):
    """Shoe after shoe, under any form of vigorish, with any wagers."""
    met = Campaign.of(request, "simulated_baccarat", part_cases=1_000, slice_cases=300).run(baccarat_rounds)
    assert met["gained"]
    assert met["shoes"]
    assert met["planned"]


@pytest.mark.parametrize("ends", [37, 38, 216])
def test_ends_are_counted_from_the_stream(ends):
    """As plain Python counts them from the same words, those left out that would favour an end."""
    words, counts = np.zeros(4_000, np.uint64), np.zeros(ends, np.int64)
    compiled(kernel.words)(np.uint64(2**64 - 1), 9, words)
    compiled(kernel.count_ends)(np.uint64(2**64 - 1), 9, 3_000, counts)
    stream = iter(words.tolist())
    met = Counter(fair(stream, ends) for _ in range(3_000))
    assert [met[end] for end in range(ends)] == counts.tolist()
