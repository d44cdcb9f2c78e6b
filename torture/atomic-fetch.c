// Fetch-and-modify atomics of every width: add, sub, and, or, xor, nand, and their other order.
#include <stdint.h>
#include <stdio.h>

#define TEST(type)                                                                                                     \
    static __attribute__((noinline)) uint64_t test_##type(type *at, type by) {                                         \
        uint64_t hash = 0;                                                                                             \
        hash = hash * 31 + __atomic_fetch_add(at, by, __ATOMIC_SEQ_CST);                                               \
        hash = hash * 31 + __atomic_fetch_sub(at, (type)(by / 2), __ATOMIC_RELAXED);                                   \
        hash = hash * 31 + __atomic_fetch_xor(at, (type)0x55, __ATOMIC_ACQUIRE);                                       \
        hash = hash * 31 + __atomic_fetch_or(at, (type)(by << 1), __ATOMIC_RELEASE);                                   \
        hash = hash * 31 + __atomic_fetch_and(at, (type)~(by >> 1), __ATOMIC_ACQ_REL);                                 \
        hash = hash * 31 + __atomic_fetch_nand(at, (type)0x3c, __ATOMIC_SEQ_CST);                                      \
        hash = hash * 31 + __atomic_add_fetch(at, by, __ATOMIC_SEQ_CST);                                               \
        hash = hash * 31 + __atomic_nand_fetch(at, by, __ATOMIC_SEQ_CST);                                              \
        hash = hash * 31 + __atomic_sub_fetch(at, (type)3, __ATOMIC_SEQ_CST);                                          \
        return hash * 31 + __atomic_exchange_n(at, (type)(by + 1), __ATOMIC_SEQ_CST);                                  \
    }

TEST(int8_t) TEST(uint8_t) TEST(int16_t) TEST(uint16_t) TEST(int32_t) TEST(uint32_t) TEST(int64_t) TEST(uint64_t)

#define RUN(type)                                                                                                      \
    do {                                                                                                               \
        type cell = (type)seed;                                                                                        \
        for (int round = 1; round < 6; round++)                                                                        \
            printf("%016llx\n", (unsigned long long)test_##type(&cell, (type)(round * 21)));                           \
    } while (0)

static volatile int64_t seed = 100;

int main(void) {
    RUN(int8_t); RUN(uint8_t); RUN(int16_t); RUN(uint16_t); RUN(int32_t); RUN(uint32_t); RUN(int64_t); RUN(uint64_t);
    return 0;
}
