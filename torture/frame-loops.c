// Buffers in loops, live across iterations or for a part of one, with jumps in and out of scopes.
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static __attribute__((noinline)) void fill(uint8_t *bytes, int size, uint32_t seed) {
    for (int at = 0; at < size; at++)
        bytes[at] = (uint8_t)((seed = seed * 1103515245u + 12345u) >> 16);
}

static __attribute__((noinline)) uint32_t sum(const uint8_t *bytes, int size) {
    uint32_t hash = 2166136261u;
    for (int at = 0; at < size; at++)
        hash = (hash ^ bytes[at]) * 16777619u;
    return hash;
}

// What one iteration leaves is read in the next.
static __attribute__((noinline)) uint32_t carried(uint32_t seed, int rounds) {
    uint8_t last[24], *from = NULL;
    uint32_t hash = 0;
    for (int round = 0; round < rounds; round++) {
        if (from) {
            uint8_t copy[24];
            memcpy(copy, from, 24);
            copy[round % 24] ^= 1;
            hash += sum(copy, 24);
        }
        {
            uint8_t noise[24];
            fill(noise, 24, hash);
            hash = hash * 31 + sum(noise, 24);
        }
        if (round % 3 == (int)(seed % 3)) {
            fill(last, 24, hash + seed);
            from = last;
        }
    }
    return hash;
}

// Two buffers are swapped, a third is new in each iteration.
static __attribute__((noinline)) uint32_t swapped(uint32_t seed, int rounds) {
    uint8_t left[16], right[16], *now = left, *next = right;
    fill(now, 16, seed);
    for (int round = 0; round < rounds; round++) {
        uint8_t key[16];
        fill(key, 16, seed + (uint32_t)round);
        for (int at = 0; at < 16; at++)
            next[at] = now[(at + 3) % 16] ^ key[at];
        uint8_t *other = now;
        now = next;
        next = other;
    }
    return sum(now, 16) * 3 + sum(next, 16);
}

// The scope is left by every kind of jump, and entered again.
static __attribute__((noinline)) uint32_t exits(uint32_t seed) {
    uint32_t hash = seed;
    int tries = 0;
again:
    for (int round = 0; round < 6; round++) {
        uint8_t a[20];
        fill(a, 20, hash);
        if (a[0] % 5 == 0)
            continue;
        {
            uint8_t b[28];
            fill(b, 28, hash + 1);
            if (b[1] % 7 == 0)
                break;
            if (b[2] % 11 == 0 && tries++ < 5) {
                hash += sum(b, 28) + a[3];
                goto again;
            }
            hash += b[4];
        }
        uint8_t c[28];
        fill(c, 28, hash + 2);
        if (c[5] % 13 == 0)
            return hash + sum(a, 20) + sum(c, 28);
        hash += sum(a, 20) ^ sum(c, 28);
    }
    return hash;
}

// The declaration is jumped over, so that the buffer has no start on one path.
static __attribute__((noinline)) uint32_t jumped_over(uint32_t seed) {
    uint32_t hash = 0, round = 0;
    if (seed & 1)
        goto inside;
    for (; round < 5; round++) {
        uint8_t before[32];
        fill(before, 32, seed + round);
        hash += sum(before, 32);
        {
            uint8_t bytes[32];
        inside:
            fill(bytes, 32, hash + round);
            {
                uint8_t other[32];
                fill(other, 32, seed);
                hash += sum(other, 32);
            }
            hash = hash * 5 + sum(bytes, 32);
        }
    }
    return hash;
}

// An interpreter: each operation has buffers of its own, the registers live throughout.
static __attribute__((noinline)) uint32_t interpret(const char *program) {
    uint32_t registers[4] = {1, 2, 3, 4};
    uint8_t tape[10] = {0};
    for (; *program; program++) {
        uint32_t *to = &registers[(unsigned char)*program % 4];
        switch (*program) {
        case 'a': case 'b': case 'c': case 'd': {
            uint8_t digits[40];
            int count = snprintf((char *)digits, sizeof digits, "%u/%u", registers[0], registers[3]);
            *to += sum(digits, count);
            break;
        }
        case 'w': case 'x': case 'y': case 'z': {
            uint64_t wide[6];
            for (int at = 0; at < 6; at++)
                wide[at] = (uint64_t)registers[at % 4] * registers[(at + 1) % 4] + (uint64_t)at;
            tape[*to % 10] ^= (uint8_t)sum((uint8_t *)wide, sizeof wide);
            *to = (uint32_t)(wide[*to % 6] >> 9);
            break;
        }
        case '!': {
            uint8_t mirror[10];
            for (int at = 0; at < 10; at++)
                mirror[at] = tape[9 - at];
            memcpy(tape, mirror, 10);
            break;
        }
        default: {
            uint32_t turned[4];
            for (int at = 0; at < 4; at++)
                turned[at] = registers[(at + *program) % 4] ^ tape[at];
            memcpy(registers, turned, sizeof turned);
        }
        }
    }
    return sum((uint8_t *)registers, sizeof registers) ^ sum(tape, 10);
}

// A list of nodes that live for one round, of which the heads are kept for the same round only.
static __attribute__((noinline)) uint32_t linked(uint32_t seed, int rounds) {
    uint32_t hash = 0;
    struct node {
        struct node *next;
        uint32_t value;
    };
    for (int round = 0; round < rounds; round++) {
        struct node first = {NULL, seed + (uint32_t)round}, second = {&first, hash}, *head = &second;
        if (round & 1) {
            struct node third = {head, hash ^ seed};
            for (struct node *at = &third; at; at = at->next)
                fill((uint8_t *)&at->value, 4, at->value + hash++);
        } else {
            uint32_t others[3];
            fill((uint8_t *)others, 12, hash);
            hash += others[0] ^ others[2];
        }
        for (struct node *at = head; at; at = at->next)
            hash = hash * 33 + at->value;
    }
    return hash;
}

int main(void) {
    for (volatile uint32_t seed = 0; seed < 10; seed++)
        printf("%u %u %u %u %u\n", carried(seed, 20), swapped(seed, 9), exits(seed), jumped_over(seed), linked(seed, 11));
    printf("%u\n", interpret("awbx!cyd z!abcdwxyz q!!zzawa!"));
    printf("%u\n", interpret("zyxwvutsrqponmlkjihgfedcba!dcba wxyz"));
    return 0;
}
