// CRC-32, Adler-32, FNV, MurmurHash's finaliser, xorshift and SipHash's rounds.
#include <stdint.h>
#include <stdio.h>

static uint32_t table[256];

static uint32_t crc(const uint8_t *bytes, int count) {
    uint32_t crc = ~0u;
    while (count--)
        crc = crc >> 8 ^ table[(crc ^ *bytes++) & 255];
    return ~crc;
}
static uint32_t adler(const uint8_t *bytes, int count) {
    uint32_t a = 1, b = 0;
    while (count--)
        a = (a + *bytes++) % 65521, b = (b + a) % 65521;
    return b << 16 | a;
}
static uint64_t fnv(const uint8_t *bytes, int count) {
    uint64_t hash = 14695981039346656037u;
    while (count--)
        hash = (hash ^ *bytes++) * 1099511628211u;
    return hash;
}
#define TURN(x, by) ((x) << (by) | (x) >> (64 - (by)))
static uint64_t sip(uint64_t a, uint64_t b, uint64_t c, uint64_t d, int rounds) {
    while (rounds--) {
        a += b, b = TURN(b, 13) ^ a, a = TURN(a, 32);
        c += d, d = TURN(d, 16) ^ c;
        a += d, d = TURN(d, 21) ^ a;
        c += b, b = TURN(b, 17) ^ c, c = TURN(c, 32);
    }
    return a ^ b ^ c ^ d;
}

int main(void) {
    uint8_t bytes[500];
    uint64_t state = 88172645463325252u;
    for (uint32_t at = 0; at < 256; at++) {
        uint32_t value = at;
        for (int bit = 0; bit < 8; bit++)
            value = value & 1 ? value >> 1 ^ 0xedb88320u : value >> 1;
        table[at] = value;
    }
    for (int at = 0; at < 500; at++) {
        state ^= state << 13, state ^= state >> 7, state ^= state << 17;
        bytes[at] = (uint8_t)(state >> 11);
    }
    for (int count = 0; count <= 500; count += 125)
        printf("%08x %08x %016llx %016llx\n", crc(bytes, count), adler(bytes, count), (unsigned long long)fnv(bytes, count),
               (unsigned long long)sip(state, (uint64_t)count, bytes[count / 2], ~state, count / 25));
    return 0;
}
