// Volatile reads and writes: locals, pointers, struct members, and a loop that only reads.
#include <stdint.h>
#include <stdio.h>

struct device { volatile uint8_t status; volatile uint16_t data; volatile int64_t counter; volatile float scale; };

static struct device device = {1, 2, 3, 0.5f};
static volatile int32_t cells[4] = {1, 2, 3, 4};

static __attribute__((noinline)) int32_t poll(volatile int32_t *cell, int times) {
    int32_t last = 0;
    while (times-- > 0)
        last = *cell += times & 1;
    *cell;
    return last;
}

int main(void) {
    volatile int local = 5;
    int volatile *volatile pointer = &local;
    for (int round = 0; round < 5; round++) {
        local = local + *pointer;
        pointer = round % 2 ? &local : &cells[round % 4];
        device.status |= (uint8_t)(1 << round);
        device.data = (uint16_t)(device.data * 300);
        device.counter -= device.data;
        device.scale *= 1.5f;
        printf("%d %d %d %lld %.4f %d\n", local, device.status, device.data, (long long)device.counter, device.scale, poll(&cells[round % 4], round * 3));
    }
    const volatile double fixed = 2.5;
    printf("%.2f\n", fixed + fixed);
    return 0;
}
