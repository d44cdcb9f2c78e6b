// switch on signed char and on short, with negative cases.
#include <stdio.h>

static __attribute__((noinline)) int small(signed char value) {
    switch (value) {
    case -128: return 1;
    case -127: return 2;
    case -1: return 3;
    case 0: return 4;
    case 'a': return 5;
    case 127: return 6;
    }
    return 0;
}

static __attribute__((noinline)) int medium(short value) {
    switch (value) {
    case -32768: return 1;
    case -3: case -2: case -1: return -value;
    case 32767: return 2;
    default: return value > 0 ? 8 : 9;
    }
}

static __attribute__((noinline)) int byte(unsigned char value) {
    switch (value) {
    case 0 ... 31: return 1;
    case 127: case 255: return 2;
    case 128 ... 254: return 3;
    case '0' ... '9': return 4;
    default: return 5;
    }
}

int main(void) {
    for (volatile int value = -140; value < 270; value += 1)
        printf("%d%d%d", small((signed char)(value & 127) - (value & 128)), medium((short)(value * 235)), byte((unsigned char)value));
    printf(" %d %d\n", medium(-32768), medium(32767));
    return 0;
}
