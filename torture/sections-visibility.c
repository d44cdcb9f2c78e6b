// Objects and functions with sections, visibility, used and unused attributes, and kept tables.
#include <stdint.h>
#include <stdio.h>

__attribute__((visibility("hidden"))) int32_t hidden = 5;
__attribute__((visibility("default"), noinline)) int32_t shown(int32_t x) { return x + hidden; }
__attribute__((section(".my_data"))) int32_t placed = 7;
__attribute__((section(".my_data"))) int32_t beside[3] = {1, 2, 3};
__attribute__((used)) static int32_t kept = 11;
__attribute__((unused)) static int32_t dropped = 13;
__attribute__((visibility("hidden"), noinline)) int32_t secret(int32_t x) { return x * placed; }
__attribute__((used, noinline)) static int32_t never(void) { return kept; }
static __attribute__((aligned(16), used)) const char banner[] = "a banner";

int main(void) {
    for (volatile int32_t at = 0; at < 4; at++) {
        placed += shown(at);
        hidden ^= secret(at);
        beside[at % 3] -= placed;
    }
    printf("%d %d %d %d %d %s\n", hidden, placed, beside[0], beside[1], beside[2], banner);
    return 0;
}
