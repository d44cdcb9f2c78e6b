// Division and remainder by variables of every width, with signs and limits.
#include <stdint.h>
#include <stdio.h>

static volatile int64_t dividends[] = {0, 1, -1, 100, -100, 127, -128, INT32_MAX, INT32_MIN, INT64_MAX, INT64_MIN + 1, INT64_MIN};
static volatile int64_t divisors[] = {1, 2, -3, 7, -10, 127, -128, 32768, INT32_MAX, INT64_MAX, INT64_MIN};

int main(void) {
    for (int first = 0; first < 12; first++)
        for (int second = 0; second < 11; second++) {
            int64_t a = dividends[first], b = divisors[second];
            printf("%lld %lld %llu %llu ", (long long)(a / b), (long long)(a % b), (unsigned long long)((uint64_t)a / (uint64_t)b),
                   (unsigned long long)((uint64_t)a % (uint64_t)b));
            int32_t x = (int32_t)a, y = (int32_t)b | 1;
            if (x != INT32_MIN || y != -1)
                printf("%d %d ", x / y, x % y);
            printf("%u %u ", (uint32_t)a / (uint32_t)y, (uint32_t)a % (uint32_t)y);
            int8_t p = (int8_t)a, q = (int8_t)(b | 1);
            printf("%d %d %d\n", p / q, (int8_t)(p % q), (uint16_t)a / (uint16_t)y);
        }
    return 0;
}
