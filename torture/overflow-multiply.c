// __builtin_mul_overflow on every width, signed and unsigned.
#include <stdint.h>
#include <stdio.h>

#define TEST(type, format, cast)                                                                                       \
    static __attribute__((noinline)) void test_##type(type a, type b) {                                               \
        type result;                                                                                                   \
        int over = __builtin_mul_overflow(a, b, &result);                                                              \
        printf("%d " format "\n", over, (cast)result);                                                                 \
    }

TEST(int8_t, "%d", int) TEST(uint8_t, "%d", int) TEST(int16_t, "%d", int) TEST(uint16_t, "%d", int)
TEST(int32_t, "%d", int) TEST(uint32_t, "%u", unsigned) TEST(int64_t, "%lld", long long)
TEST(uint64_t, "%llu", unsigned long long)

static volatile int64_t values[] = {0, 1, -1, 2, -2, 11, 127, -128, 46341, -46340, INT32_MAX, INT32_MIN, UINT32_MAX,
                                    3037000500, INT64_MAX, INT64_MIN};
#define COUNT (int)(sizeof values / sizeof *values)

int main(void) {
    for (int first = 0; first < COUNT; first++)
        for (int second = first; second < COUNT; second++) {
            int64_t a = values[first], b = values[second];
            test_int8_t((int8_t)a, (int8_t)b), test_uint8_t((uint8_t)a, (uint8_t)b);
            test_int16_t((int16_t)a, (int16_t)b), test_uint16_t((uint16_t)a, (uint16_t)b);
            test_int32_t((int32_t)a, (int32_t)b), test_uint32_t((uint32_t)a, (uint32_t)b);
            test_int64_t(a, b), test_uint64_t((uint64_t)a, (uint64_t)b);
        }
    return 0;
}
