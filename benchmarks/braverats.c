/* Random two-player BraveRats in straight C: the limit that the engine is measured against.
 *
 * The base game without variations. Everything about a pair of cards is looked up in a table
 * that is filled once at start; a hand is a bit mask; both seats choose uniformly among the
 * cards they hold. Nothing is vectorised and no two games are interleaved: this is what a
 * careful person writes first, not the fastest program possible.
 *
 *     cc -O3 -march=native -o braverats braverats.c
 *     braverats GAMES SEED
 *
 * prints one JSON line. A decision is one card chosen by one seat, the forced last card too.
 */
#define _POSIX_C_SOURCE 199309L
#include <errno.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

/* A card's number is its printed strength. */
enum { MUSICIAN, PRINCESS, SPY, ASSASSIN, AMBASSADOR, WIZARD, GENERAL, PRINCE, CARDS };

enum { SEATS = 2, VICTORIES = 4, FULL_HAND = (1 << CARDS) - 1 };

/* How a round ends. The first two values are the winning seat. */
enum { SEAT_0, SEAT_1, HOLD, GAME_TO_0, GAME_TO_1 };

/* Who won the game; the first two values are the winning seat here as well. */
enum { TIE = 2, RESULTS };

/* What a pair of cards does. bonus[s] is 1 if the next card of seat s gets +2; first is the seat
 * that chooses first in the next round: the spied one, seat 0 if there is none. */
typedef struct {
    uint8_t end;
    uint8_t worth[SEATS]; /* victories of this round for seat s, should s take it */
    uint8_t bonus[SEATS];
    uint8_t first;
} Round;

static Round rounds[CARDS][CARDS][2][2]; /* card of seat 0, of seat 1, bonus of 0, of 1 */
static uint8_t nth_card[1 << CARDS][CARDS]; /* the nth card (from 0) of a hand */

/* ---- rules, used only to fill the tables ---- */

/* Does a card still have its power against the other one? */
static bool has_power(int card, int power, int other) {
    return card == power && other != WIZARD;
}

static int end_by_strength(int strength0, int strength1, bool lowest_wins) {
    if (strength0 == strength1) return HOLD;
    return (strength0 > strength1) != lowest_wins ? SEAT_0 : SEAT_1;
}

static int end_of_round(int card0, int card1, int bonus0, int bonus1) {
    if (has_power(card0, MUSICIAN, card1) || has_power(card1, MUSICIAN, card0)) return HOLD;
    if (card0 == PRINCESS && card1 == PRINCE) return GAME_TO_0;
    if (card1 == PRINCESS && card0 == PRINCE) return GAME_TO_1;
    bool prince0 = has_power(card0, PRINCE, card1);
    bool prince1 = has_power(card1, PRINCE, card0);
    if (prince0 != prince1) return prince0 ? SEAT_0 : SEAT_1; /* two Princes cancel out */
    bool lowest_wins = has_power(card0, ASSASSIN, card1) || has_power(card1, ASSASSIN, card0);
    return end_by_strength(card0 + 2 * bonus0, card1 + 2 * bonus1, lowest_wins);
}

static Round resolve(int card0, int card1, int bonus0, int bonus1) {
    Round round = {.end = (uint8_t)end_of_round(card0, card1, bonus0, bonus1)};
    round.worth[0] = has_power(card0, AMBASSADOR, card1) ? 2 : 1;
    round.worth[1] = has_power(card1, AMBASSADOR, card0) ? 2 : 1;
    round.bonus[0] = has_power(card0, GENERAL, card1);
    round.bonus[1] = has_power(card1, GENERAL, card0);
    /* Seat 1 goes first only if seat 0 alone has a working Spy; two Spies cancel out. */
    round.first = has_power(card0, SPY, card1) && card1 != SPY;
    return round;
}

static void fill_rounds(void) {
    for (int card0 = 0; card0 < CARDS; card0++)
        for (int card1 = 0; card1 < CARDS; card1++)
            for (int bonus0 = 0; bonus0 < 2; bonus0++)
                for (int bonus1 = 0; bonus1 < 2; bonus1++)
                    rounds[card0][card1][bonus0][bonus1] = resolve(card0, card1, bonus0, bonus1);
}

static void fill_nth_card(void) {
    for (int hand = 0; hand <= FULL_HAND; hand++)
        for (int card = 0, n = 0; card < CARDS; card++)
            if (hand >> card & 1) nth_card[hand][n++] = (uint8_t)card;
}

/* ---- chance: xoshiro256++ (Blackman and Vigna), seeded through splitmix64 ---- */

typedef struct {
    uint64_t s[4];
} Generator;

static uint64_t rotate_left(uint64_t x, int k) { return x << k | x >> (64 - k); }

static uint64_t next_u64(Generator *g) {
    uint64_t *s = g->s;
    uint64_t result = rotate_left(s[0] + s[3], 23) + s[0];
    uint64_t t = s[1] << 17;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= t;
    s[3] = rotate_left(s[3], 45);
    return result;
}

static Generator seeded(uint64_t seed) {
    Generator g;
    for (int i = 0; i < 4; i++) {
        uint64_t z = seed += UINT64_C(0x9e3779b97f4a7c15);
        z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
        z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
        g.s[i] = z ^ z >> 31;
    }
    return g;
}

/* ---- play ---- */

/* One decision: a uniformly random card of the hand. The high half of a draw times the size of the
 * hand picks it; the bias of that is below 8 in 2^32. */
static int choose(Generator *g, unsigned hand) {
    uint64_t size = (uint64_t)__builtin_popcount(hand);
    return nth_card[hand][(next_u64(g) >> 32) * size >> 32];
}

/* Play one game, add its decisions, return the winning seat or TIE. */
static int play(Generator *g, uint64_t *decisions) {
    unsigned hand[SEATS] = {FULL_HAND, FULL_HAND};
    int victories[SEATS] = {0, 0};
    int stake[SEATS] = {0, 0}; /* worth of the next decided round, held ones included */
    int bonus[SEATS] = {0, 0};
    int first = 0;
    while (hand[0]) { /* both hands are always the same size */
        int card[SEATS];
        card[first] = choose(g, hand[first]);
        card[!first] = choose(g, hand[!first]);
        hand[0] ^= 1u << card[0];
        hand[1] ^= 1u << card[1];
        *decisions += 2;
        const Round *round = &rounds[card[0]][card[1]][bonus[0]][bonus[1]];
        if (round->end >= GAME_TO_0) return round->end - GAME_TO_0;
        stake[0] += round->worth[0];
        stake[1] += round->worth[1];
        bonus[0] = round->bonus[0];
        bonus[1] = round->bonus[1];
        first = round->first;
        if (round->end == HOLD) continue;
        int winner = round->end;
        victories[winner] += stake[winner];
        if (victories[winner] >= VICTORIES) return winner;
        stake[0] = stake[1] = 0;
    }
    return TIE;
}

/* ---- command line ---- */

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static bool read_number(const char *text, uint64_t *number) {
    char *end;
    errno = 0;
    *number = strtoull(text, &end, 10);
    return text[0] >= '0' && text[0] <= '9' && !*end && !errno;
}

int main(int argc, char **argv) {
    uint64_t games, seed;
    if (argc != 3 || !read_number(argv[1], &games) || !read_number(argv[2], &seed)) {
        fprintf(stderr, "usage: braverats GAMES SEED (two whole numbers)\n");
        return 2;
    }
    fill_rounds();
    fill_nth_card();
    Generator g = seeded(seed);
    uint64_t decisions = 0, results[RESULTS] = {0};
    double start = now();
    for (uint64_t i = 0; i < games; i++) results[play(&g, &decisions)]++;
    double seconds = now() - start;
    printf("{\"games\": %" PRIu64 ", \"decisions\": %" PRIu64 ", \"seconds\": %.6f, "
           "\"wins_0\": %" PRIu64 ", \"wins_1\": %" PRIu64 ", \"ties\": %" PRIu64 "}\n",
           games, decisions, seconds, results[0], results[1], results[TIE]);
    return 0;
}
