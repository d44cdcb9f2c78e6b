// 128-bit integers to and from narrower integers, float and double.
#include <stdint.h>
#include <stdio.h>

typedef __int128 wide;
typedef unsigned __int128 uwide;

static volatile int64_t smalls[] = {0, -1, 1, INT64_MIN, INT64_MAX, 1234567890123};
static volatile double reals[] = {0.0, 1.5, -1.5, 1e10, -1e20, 1.7e38, 4503599627370497.5};

int main(void) {
    for (int at = 0; at < 6; at++) {
        wide value = (wide)smalls[at] * 1000000007;
        printf("%lld %llu %d %u %d\n", (long long)value, (unsigned long long)(value >> 64), (int32_t)(value & 0x7fffffff),
               (uint16_t)value, (_Bool)value);
        printf("%.17g %.17g %.9g\n", (double)value, (double)(uwide)value, (float)value);
    }
    for (int at = 0; at < 7; at++) {
        wide value = (wide)reals[at];
        printf("%016llx%016llx\n", (unsigned long long)(value >> 64), (unsigned long long)value);
        if (reals[at] >= 0) {
            uwide positive = (uwide)reals[at];
            printf("%016llx%016llx\n", (unsigned long long)(positive >> 64), (unsigned long long)positive);
        }
        wide single = (wide)(float)(reals[at] / 2);
        printf("%016llx%016llx\n", (unsigned long long)(single >> 64), (unsigned long long)single);
    }
    return 0;
}
