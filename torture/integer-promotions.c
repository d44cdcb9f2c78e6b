// The usual arithmetic conversions: mixed widths and signs in sums, comparisons and conditionals.
#include <stdint.h>
#include <stdio.h>

static volatile int8_t i8 = -5;
static volatile uint8_t u8 = 250;
static volatile int16_t i16 = -300;
static volatile uint16_t u16 = 65500;
static volatile int32_t i32 = -70000;
static volatile uint32_t u32 = 4000000000u;
static volatile int64_t i64 = -5000000000;
static volatile uint64_t u64 = 18000000000000000000u;

int main(void) {
    printf("%d %d %d %d\n", i8 + u8, i8 * i16, u8 - u16, u16 * i8);
    printf("%u %u %d\n", i32 + u32, u8 * u32, i8 < (int)u8);
    printf("%d %d %d %d\n", (uint32_t)i32 < u32, i64 < u32, (uint64_t)i64 < u64, (uint32_t)i8 > u32);
    printf("%lld %llu %lld\n", (long long)(i64 + u32), (unsigned long long)(u64 + (uint64_t)i8), (long long)(i32 * i64));
    printf("%lld %u\n", (long long)(i8 < 0 ? i8 : u32), (unsigned)(i8 > 0 ? i16 : u32));
    int8_t narrow = (int8_t)(u16 & 63);
    narrow += 60, narrow = (int8_t)(narrow - u8 / 4);
    uint16_t half = 65535;
    half++;
    half -= 2;
    half *= (uint16_t)3;
    printf("%d %d\n", narrow, half);
    printf("%d %d %d\n", (int8_t)(i16 & 127), (int16_t)(u16 >> 1), -(int32_t)(u8 ^ 0xffff));
    return 0;
}
