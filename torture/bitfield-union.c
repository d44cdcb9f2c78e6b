// Bit-fields seen through a union with a whole word, and in an array of structs.
#include <stdint.h>
#include <stdio.h>

union view {
    uint32_t word;
    struct {
        uint32_t low : 4, middle : 20, high : 8;
    } parts;
};

static volatile uint32_t words[] = {0x12345678, 0xffffffff, 0x80000001, 0, 0x0f0f0f0f};

static __attribute__((noinline)) uint32_t rotate_parts(union view view) {
    union view turned = {0};
    turned.parts.low = view.parts.high;
    turned.parts.middle = view.parts.low;
    turned.parts.high = view.parts.middle;
    return turned.word;
}

int main(void) {
    union view views[5];
    for (int at = 0; at < 5; at++)
        views[at].word = words[at];
    for (int at = 0; at < 5; at++) {
        printf("%x %x %x -> %08x\n", views[at].parts.low, views[at].parts.middle, views[at].parts.high,
               rotate_parts(views[at]));
        views[(at + 1) % 5].parts.middle += views[at].parts.high;
    }
    return 0;
}
