// Unsigned bit-fields wrap by their own width, under every assignment operator.
#include <stdint.h>
#include <stdio.h>

struct fields {
    uint32_t one : 1;
    uint32_t seven : 7;
    uint32_t nine : 9;
    uint32_t fifteen : 15;
};

static volatile uint32_t step = 37;

int main(void) {
    struct fields fields = {0};
    for (int round = 0; round < 40; round++) {
        fields.one += 1;
        fields.seven += step;
        fields.nine -= step;
        fields.fifteen = fields.fifteen * 3u + step;
        fields.seven ^= fields.nine;
        fields.nine |= 1;
        fields.fifteen <<= 1;
        fields.fifteen >>= 2;
        printf("%u %u %u %u\n", fields.one, fields.seven, fields.nine, fields.fifteen);
    }
    return 0;
}
