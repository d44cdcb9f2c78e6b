// Words read and written at any offset of a byte buffer, by memcpy and by packed structs.
#include <stdint.h>
#include <stdio.h>
#include <string.h>

struct __attribute__((packed)) any64 { uint64_t it; };
struct __attribute__((packed)) any32 { uint32_t it; };
struct __attribute__((packed, aligned(2))) even32 { uint32_t it; };

static __attribute__((noinline)) uint64_t load64(const uint8_t *from) {
    uint64_t value;
    memcpy(&value, from, 8);
    return value;
}
static __attribute__((noinline)) void store16(uint8_t *to, uint16_t value) { memcpy(to, &value, 2); }

int main(void) {
    uint8_t bytes[40];
    for (int at = 0; at < 40; at++)
        bytes[at] = (uint8_t)(at * 47 + 3);
    for (volatile int offset = 0; offset < 17; offset++) {
        struct any32 *word = (struct any32 *)(bytes + offset + 8);
        store16(bytes + offset, (uint16_t)(offset * 4099));
        word->it += ((struct any64 *)(bytes + offset + 1))->it >> 5;
        ((struct even32 *)(bytes + offset / 2 * 2))->it ^= 0x10203040;
        printf("%016llx %08x\n", (unsigned long long)load64(bytes + offset), word->it);
    }
    return 0;
}
