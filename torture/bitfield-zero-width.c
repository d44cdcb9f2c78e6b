// A bit-field of width zero and unnamed ones leave holes; the bytes are looked at.
#include <stdint.h>
#include <stdio.h>
#include <string.h>

struct holes {
    uint32_t a : 5;
    uint32_t : 7;
    uint32_t b : 6;
    uint32_t : 0;
    uint32_t c : 3;
    uint8_t d;
    uint8_t e : 4;
    uint8_t : 0;
    uint8_t f : 2;
};

static volatile uint32_t all = 0xffffffffu;

int main(void) {
    struct holes holes;
    unsigned char bytes[sizeof holes];
    for (int field = 0; field < 6; field++) {
        memset(&holes, 0, sizeof holes);
        switch (field) {
        case 0: holes.a = all; break;
        case 1: holes.b = all; break;
        case 2: holes.c = all; break;
        case 3: holes.d = (uint8_t)all; break;
        case 4: holes.e = (uint8_t)all; break;
        default: holes.f = (uint8_t)all; break;
        }
        memcpy(bytes, &holes, sizeof bytes);
        for (unsigned at = 0; at < sizeof bytes; at++)
            printf("%02x ", bytes[at]);
        printf("\n");
    }
    return (int)sizeof holes;
}
