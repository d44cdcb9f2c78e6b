// The older __sync builtins, and loads and stores of every order.
#include <stdint.h>
#include <stdio.h>

static int32_t cell = 10;
static int64_t wide = -1;
static uint16_t half = 65530;

int main(void) {
    for (volatile int round = 1; round < 6; round++) {
        printf("%d ", __sync_fetch_and_add(&cell, round));
        printf("%d ", __sync_sub_and_fetch(&cell, 2));
        printf("%d ", __sync_bool_compare_and_swap(&cell, 9, 99));
        printf("%d ", __sync_val_compare_and_swap(&cell, 99, 1));
        printf("%lld ", (long long)__sync_fetch_and_xor(&wide, INT64_C(1) << (round * 9)));
        printf("%d ", __sync_fetch_and_add(&half, 3));
        printf("%d\n", __sync_lock_test_and_set(&cell, round * 5));
        int32_t value;
        __atomic_load(&cell, &value, __ATOMIC_ACQUIRE);
        value += 5;
        __atomic_store(&cell, &value, __ATOMIC_RELEASE);
        __atomic_store_n(&half, (uint16_t)(__atomic_load_n(&half, __ATOMIC_RELAXED) + 1), __ATOMIC_SEQ_CST);
    }
    printf("%d %lld %d\n", cell, (long long)wide, half);
    return 0;
}
