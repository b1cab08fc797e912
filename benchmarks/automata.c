/* Rounds of casino games, written by hand for speed: what the laboratory's kernels are measured against.

   The rules are written out here once more, and nothing is shared with Python but the table of totals that says how a
   hand is played. The stream of chance, the order in which cards are drawn and what is counted are those of
   src/pitboss/lab/simulation/kernel.py, so both must come to the same counts, to the last round. */

#include <stdint.h>
#include <string.h>

enum { LANES = 256, WORDS = 4 * LANES, SHOE_MAX = 1024, BEYOND = 512 };

typedef struct {
    uint64_t step, block;
    uint32_t key0, key1;
    int64_t used;
    uint32_t words[WORDS];
} Stream;

static void begin(Stream *s, uint64_t seed, uint64_t block) {
    s->step = 0;
    s->block = block;
    s->key0 = (uint32_t)seed;
    s->key1 = (uint32_t)(seed >> 32);
    s->used = WORDS;
}

/* Philox 4x32-10 for 256 counters at once. */
static void fill(Stream *restrict s) {
    uint32_t block0 = (uint32_t)s->block, block1 = (uint32_t)(s->block >> 32);
    for (int lane = 0; lane < LANES; lane++) {
        uint64_t step = s->step + (uint64_t)lane;
        uint32_t a = (uint32_t)step, b = (uint32_t)(step >> 32), c = block0, d = block1;
        uint32_t key0 = s->key0, key1 = s->key1;
#pragma GCC unroll 10
        for (int turn = 0; turn < 10; turn++) {
            uint64_t first = (uint64_t)0xD2511F53 * a, second = (uint64_t)0xCD9E8D57 * c;
            a = (uint32_t)(second >> 32) ^ b ^ key0;
            b = (uint32_t)second;
            c = (uint32_t)(first >> 32) ^ d ^ key1;
            d = (uint32_t)first;
            key0 += 0x9E3779B9;
            key1 += 0xBB67AE85;
        }
        s->words[lane] = a;
        s->words[lane + LANES] = b;
        s->words[lane + 2 * LANES] = c;
        s->words[lane + 3 * LANES] = d;
    }
    s->step += LANES;
    s->used = 0;
}

/* Roulette and sic bo: pockets or throws that are as likely, 38 or 216 of them. */
void count_ends(uint64_t seed, uint64_t block, int64_t rounds, int64_t ends, int64_t *counts) {
    Stream s;
    begin(&s, seed, block);
    uint32_t many = (uint32_t)ends, unfair = -many % many;
    for (int64_t done = 0; done < rounds;) {
        if (s.used == WORDS) fill(&s);
        int64_t left = WORDS - s.used, now = rounds - done < left ? rounds - done : left;
        for (int64_t at = s.used; at < s.used + now; at++) {
            uint64_t product = (uint64_t)s.words[at] * many;
            if ((uint32_t)product >= unfair) {
                counts[product >> 32]++;
                done++;
            }
        }
        s.used += now;
    }
}

/* Draw the cards from one place of a shoe to another, each from all that come after. */
static void mix(Stream *restrict s, uint8_t *restrict shoe, int64_t start, int64_t end, int64_t size) {
    int64_t used = s->used, place = start;
    while (place < end) {
        if (used == WORDS) {
            fill(s);
            used = 0;
        }
        int64_t last = used + (WORDS - used < end - place ? WORDS - used : end - place);
        while (used < last) {
            uint32_t many = (uint32_t)(size - place);
            uint64_t product = (uint64_t)s->words[used++] * many;
            uint32_t low = (uint32_t)product;
            if (low < many && low < -many % many) continue;
            int64_t other = place + (int64_t)(product >> 32);
            uint8_t card = shoe[other];
            shoe[other] = shoe[place];
            shoe[place++] = card;
        }
    }
    s->used = used;
}

static int64_t least(int64_t a, int64_t b) { return a < b ? a : b; }
static int64_t most(int64_t a, int64_t b) { return a > b ? a : b; }

/* Mini-baccarat: counts by the Player's and the Banker's Point Count, from shoes dealt down to the cutting card. The
 * hand in which that comes out is followed by one more. */
void count_baccarat(uint64_t seed, uint64_t block, int64_t rounds, int64_t decks, int64_t cut, int64_t *counts) {
    static const char banker_draws[8][11] = {
        /* by the player's third card 0 to 9, last without one */
        {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1}, {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1}, {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1},
        {1, 1, 1, 1, 1, 1, 1, 1, 0, 1, 1}, {0, 0, 1, 1, 1, 1, 1, 1, 0, 0, 1}, {0, 0, 0, 0, 1, 1, 1, 1, 0, 0, 1},
        {0, 0, 0, 0, 0, 0, 1, 1, 0, 0, 0}, {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}};
    Stream s;
    begin(&s, seed, block);
    uint8_t shoe[SHOE_MAX], tens[20];
    int64_t size = 0, place = 0, mixed = 0, is_last = 0;
    for (int value = 0; value < 10; value++)
        for (int64_t copy = 0; copy < (value ? 4 : 16) * decks; copy++) shoe[size++] = (uint8_t)value;
    for (int sum = 0; sum < 20; sum++) tens[sum] = (uint8_t)(sum % 10);
    for (int64_t round = 0; round < rounds; round++) {
        if (size - place < most(cut, 6)) {
            is_last = !is_last && size - place >= 6 && cut < size;
            if (!is_last) place = mixed = 0;
        }
        if (place + 6 > mixed) {
            int64_t end = least(size, most(size - cut, place) + 6);
            mix(&s, shoe, mixed, end, size);
            mixed = end;
        }
        const uint8_t *card = shoe + place;
        unsigned player = tens[card[0] + card[2]], banker = tens[card[1] + card[3]];
        card += 4;
        if (player < 8 && banker < 8) {
            unsigned third = 10;
            if (player < 6) {
                third = *card++;
                player = tens[player + third];
            }
            if (banker_draws[banker][third]) banker = tens[banker + *card++];
        }
        place = card - shoe;
        counts[player * 16 + banker]++;
    }
}

/* Blackjack: one seat, a 21 of two cards pays 3 to 2, the dealer does not look, doubled and split hands are lost to a
   Blackjack, aces are split once for one card each. A hand is its total, and 32 more where an ace counts eleven. */
enum { SOFT = 32, OVER = 22, KINDS = 64, CARDS = 16, ACE = 0, TEN = 9 };

typedef struct {
    int64_t decks, h17, das, max_hands, burn, behind, stake;
    /* letters S H D by total and the dealer's first card: hands of two cards, then drawn ones; pairs that are split */
    char two[KINDS][CARDS], drawn[KINDS][CARDS], pairs[CARDS][CARDS];
} Game;

static uint8_t with(int hand, int card) {
    int total = hand % SOFT + card + 1, soft = hand >= SOFT;
    if (card == ACE && !soft && total + 10 <= 21) return (uint8_t)(total + 10 + SOFT);
    if (total > 21 && soft) return (uint8_t)(total - 10);
    return (uint8_t)(total > 21 ? OVER : total + (soft ? SOFT : 0));
}

int64_t play_blackjack(uint64_t seed, uint64_t block, int64_t rounds, const Game *game, int64_t *histogram) {
    Stream s;
    begin(&s, seed, block);
    uint8_t shoe[SHOE_MAX + BEYOND] = {0}, after[KINDS][CARDS], stops[KINDS], ends[16];
    const int64_t size = 52 * game->decks, behind = game->behind, burn = game->burn, ahead = 9;
    int64_t place = size, mixed = 0, at = 0, void_rounds = 0, filled = 0;
    int fresh = 1;
    for (int value = 0; value < 10; value++)
        for (int64_t copy = 0; copy < (value == TEN ? 16 : 4) * game->decks; copy++) shoe[filled++] = (uint8_t)value;
    for (int hand = 0; hand < KINDS; hand++) {
        for (int card = 0; card < 10; card++) after[hand][card] = with(hand, card);
        stops[hand] = hand % SOFT > 17 || (hand % SOFT == 17 && !(hand >= SOFT && game->h17));
    }
    while (at < rounds) {
        if (fresh) {
            fresh = 0;
            place = burn;
            mixed = least(size, most(size - behind, burn) + ahead);
            mix(&s, shoe, 0, mixed, size);
        }
        const uint8_t *card = shoe + place;
        unsigned first = card[0], up = card[1], second = card[2], hole = card[3];
        unsigned hand = after[after[0][first]][second], dealer = after[after[0][up]][hole];
        int dealer_natural = dealer == SOFT + 21, natural = hand == SOFT + 21;
        int64_t net = 0, open = 0;
        card += 4;
        if (natural) {
            net = dealer_natural ? 0 : game->stake * 3 / 2;
        } else {
            int hands = 1, waiting = 0, split = 0, is_pair = first == second;
            unsigned single = first;
            for (;;) {
                char letter;
                if (is_pair && hands < game->max_hands && game->pairs[single][up] == 'P') {
                    hands++;
                    waiting++;
                    split = 1;
                    hand = after[after[0][single]][*card];
                    is_pair = *card++ == single && single != ACE;
                    if (single != ACE) continue;
                    letter = 'S';
                } else if (split && single == ACE) {
                    letter = 'S';
                } else {
                    letter = game->two[hand][up];
                    if (letter == 'D' && split && !game->das) letter = game->drawn[hand][up];
                }
                int64_t doubled = 0;
                while (letter == 'H') {
                    hand = after[hand][*card++];
                    letter = game->drawn[hand][up];
                }
                if (letter == 'D') {
                    hand = after[hand][*card++];
                    doubled = 16;
                }
                if (hand == OVER)
                    net -= doubled ? 2 * game->stake : game->stake;
                else
                    ends[open++] = (uint8_t)((hand % SOFT) + 2 * doubled);
                if (!waiting) break;
                waiting--;
                hand = after[after[0][single]][*card];
                is_pair = *card++ == single && single != ACE;
            }
            if (open)
                while (!stops[dealer]) dealer = after[dealer][*card++];
        }
        if (card - shoe > mixed) {
            if (mixed < size) {
                int64_t end = least(size, mixed + ahead);
                mix(&s, shoe, mixed, end, size);
                mixed = end;
            } else {
                void_rounds++;
                at++;
                fresh = 1;
            }
            continue;
        }
        place = card - shoe;
        int against = dealer == OVER ? 0 : (int)(dealer % SOFT);
        for (int64_t one = 0; one < open; one++) {
            int own = ends[one] % SOFT;
            int64_t stake = ends[one] >= SOFT ? 2 * game->stake : game->stake;
            if (dealer_natural || own < against)
                net -= stake;
            else if (own > against)
                net += stake;
        }
        histogram[net]++;
        fresh = size - place < behind;
        at++;
    }
    return void_rounds;
}
