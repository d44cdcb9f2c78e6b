// Atomic variables of C11: plain operators on them, flags, pointers, _Bool and fences.
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>

static atomic_int counter = 5;
static _Atomic _Bool flag;
static atomic_flag lock = ATOMIC_FLAG_INIT;
static _Atomic(const char *) text = "abcdef";
static _Atomic double real = 1.5;

int main(void) {
    for (int round = 0; round < 5; round++) {
        counter += 3;
        counter *= 2;
        counter++;
        --counter;
        flag ^= 1;
        real = real * 2 + round;
        atomic_thread_fence(memory_order_seq_cst);
        atomic_signal_fence(memory_order_acquire);
        printf("%d %d %.3f %s\n", atomic_load(&counter), flag, real, text);
        text++;
        printf("%d\n", atomic_flag_test_and_set(&lock));
        if (round % 2)
            atomic_flag_clear(&lock);
        __sync_synchronize();
    }
    printf("%d %s\n", atomic_exchange(&counter, -1), atomic_exchange(&text, "new"));
    return atomic_fetch_or(&counter, 3) == -1 && !atomic_load_explicit(&flag, memory_order_relaxed);
}
