// Buffers of scopes that are never live at once, beside others whose values must be preserved.
#include <stdint.h>
#include <stdio.h>

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

static uint8_t *kept;

static __attribute__((noinline)) void keep(uint8_t *bytes) { kept = bytes; }

static __attribute__((noinline)) uint32_t look(int size) { return sum(kept, size); }

// One after the other, some within another.
static __attribute__((noinline)) uint32_t in_turn(uint32_t seed) {
    uint32_t hash = 0;
    uint8_t outer[40];
    fill(outer, 40, seed);
    {
        uint8_t first[100];
        fill(first, 100, seed + 1);
        {
            uint8_t inner[12];
            fill(inner, 12, seed + 2);
            hash += sum(inner, 12) * 3;
        }
        {
            uint16_t inner[9];
            fill((uint8_t *)inner, 18, seed + 3);
            hash += sum((uint8_t *)inner, 18) * 5;
        }
        hash += sum(first, 100) * 7;
    }
    {
        uint8_t second[100];
        keep(second);
        fill(second, 100, seed + 4);
        {
            uint64_t inner[3];
            fill((uint8_t *)inner, 24, seed + 5);
            hash += sum((uint8_t *)inner, 24) * 11;
        }
        hash += look(100) * 13;
    }
    return hash + sum(outer, 40);
}

// A case for each, with one buffer that two of them go on with.
static __attribute__((noinline)) uint32_t by_case(uint32_t what, uint32_t seed) {
    uint32_t hash = seed;
    uint8_t common[33];
    switch (what) {
    case 0: {
        uint8_t a[64];
        fill(a, 64, seed);
        hash += sum(a, 64);
        break;
    }
    case 1: {
        uint32_t b[20];
        fill((uint8_t *)b, 80, seed);
        fill(common, 33, hash);
        hash += sum((uint8_t *)b, 80);
        goto shared;
    }
    case 2: {
        double c[5];
        fill(common, 33, hash + 1);
        fill((uint8_t *)c, 40, seed);
        hash += sum((uint8_t *)c, 40);
        goto shared;
    }
    case 3: {
        uint8_t d[7], e[300];
        fill(d, 7, seed);
        fill(e, 300, seed + 9);
        if (sum(d, 7) & 1)
            return sum(e, 300);
        hash += sum(d, 7);
    }
        // Falls through.
    case 4: {
        uint8_t f[300];
        fill(f, 300, hash);
        hash += sum(f, 300);
        break;
    }
    default:
    shared: {
        uint8_t g[16];
        fill(g, 16, hash);
        if (what == 1 || what == 2)
            hash += sum(common, 33);
        hash += sum(g, 16);
    }
    }
    return hash;
}

struct result {
    uint32_t numbers[12];
};

static inline struct result made(uint32_t seed) {
    struct result result;
    fill((uint8_t *)&result, sizeof result, seed);
    return result;
}

static inline uint32_t used(struct result result, int at) { return result.numbers[at % 12] + sum((uint8_t *)&result, sizeof result); }

// Results and compound literals that are only there for an expression or a block.
static __attribute__((noinline)) uint32_t temporaries(uint32_t seed) {
    uint32_t hash = used(made(seed), 1);
    hash += used(made(seed + 1), 2) ^ used(made(seed + 2), 3);
    if (seed & 1) {
        uint32_t *list = (uint32_t[]){seed, hash, seed ^ hash};
        struct result one = made(hash);
        hash += used(one, (int)(list[0] % 12));
        hash += list[1] + list[2] * 3 + one.numbers[7];
    } else {
        uint16_t *list = (uint16_t[]){(uint16_t)seed, (uint16_t)hash, 3, 4, 5};
        struct result two = made(hash + 3), three = made(hash + 4);
        hash += list[0] + list[1] * 3u + two.numbers[3] + three.numbers[4];
        hash += ({ struct result four = made(hash); four.numbers[5]; }) + two.numbers[6];
    }
    return hash;
}

// Each call has buffers of its own below those of its callers.
static __attribute__((noinline)) uint32_t deep(uint32_t depth, uint32_t seed) {
    uint32_t hash = 0;
    {
        uint8_t before[48];
        fill(before, 48, seed);
        if (depth)
            hash += deep(depth - 1, seed + 1);
        hash += sum(before, 48);
    }
    {
        uint8_t after[56];
        fill(after, 56, seed + hash);
        if (depth & 1)
            hash += deep(depth / 2, hash);
        hash += sum(after, 56);
    }
    return hash;
}

int main(void) {
    for (volatile uint32_t seed = 0; seed < 12; seed++) {
        printf("%u %u", in_turn(seed), temporaries(seed));
        for (uint32_t what = 0; what < 6; what++)
            printf(" %u", by_case(what, seed));
        printf("\n");
    }
    printf("%u\n", deep(9, 4));
    return 0;
}
