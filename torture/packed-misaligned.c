// Packed structs: loads and stores of every width at odd addresses, in arrays and through members.
#include <stdint.h>
#include <stdio.h>
#include <string.h>

struct __attribute__((packed)) record {
    uint8_t tag;
    int64_t wide;
    int16_t half;
    double real;
    uint32_t word;
    float single;
};

static __attribute__((noinline)) int64_t update(struct record *record, int by) {
    record->wide += by;
    record->half = (int16_t)(record->half * by);
    record->real /= by;
    record->word ^= (uint32_t)by << 28;
    record->single += (float)record->real;
    record->tag++;
    return record->wide + record->half;
}

int main(void) {
    struct record records[5];
    unsigned char raw[sizeof(struct record) + 1];
    for (int at = 0; at < 5; at++)
        records[at] = (struct record){(uint8_t)at, at * 1000000007LL, (int16_t)(at - 2), at * 1.5, 77u * (unsigned)at, at * 0.25f};
    for (volatile int by = 1; by < 5; by++)
        for (int at = 0; at < 5; at++) {
            int64_t result = update(&records[at], by);
            printf("%lld %.4f %u %.4f %d\n", (long long)result, records[at].real, records[at].word, records[at].single,
                   records[at].tag);
        }
    memcpy(raw + 1, &records[3], sizeof(struct record));
    printf("%d %u\n", (int)sizeof(struct record), raw[2] + raw[10] * 256u);
    return 0;
}
