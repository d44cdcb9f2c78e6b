// switch on 64 bits, with cases beyond 32 bits and at the limits.
#include <stdint.h>
#include <stdio.h>

static __attribute__((noinline)) int classify(int64_t value) {
    switch (value) {
    case INT64_MIN: return 1;
    case INT64_MIN + 1: return 2;
    case -4294967296: return 3;
    case -1: return 4;
    case 0: return 5;
    case 1: return 6;
    case 4294967295: return 7;
    case 4294967296: return 8;
    case 4294967297: return 9;
    case INT64_MAX: return 10;
    default: return 0;
    }
}

static __attribute__((noinline)) int dense(uint64_t value) {
    switch (value) {
    case 0x100000000u: return 11;
    case 0x100000001u: return 22;
    case 0x100000002u: return 33;
    case 0x100000003u: return 44;
    case 0x100000005u: return 55;
    case 0x100000006u: return 66;
    }
    return -1;
}

static volatile int64_t inputs[] = {INT64_MIN, INT64_MIN + 1, -4294967296, -1, 0, 1, 4294967295, 4294967296,
                                    4294967297, 4294967298, 4294967299, 4294967300, 4294967301, INT64_MAX, 3};

int main(void) {
    for (unsigned at = 0; at < sizeof inputs / sizeof *inputs; at++)
        printf("%d %d\n", classify(inputs[at]), dense((uint64_t)inputs[at]));
    return 0;
}
