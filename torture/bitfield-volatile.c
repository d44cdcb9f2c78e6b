// Volatile bit-fields: each access reads and writes the unit.
#include <stdint.h>
#include <stdio.h>

struct device {
    volatile uint32_t ready : 1;
    volatile uint32_t mode : 3;
    volatile uint32_t count : 12;
    volatile int32_t level : 16;
};

static struct device device;

static __attribute__((noinline)) int tick(struct device *device) {
    device->count++;
    device->level -= 3;
    device->mode = device->count;
    device->ready ^= 1;
    return device->ready ? device->level : (int)device->count;
}

int main(void) {
    int total = 0;
    for (int round = 0; round < 5000; round++)
        total += tick(&device);
    printf("%d %u %u %u %d\n", total, device.ready, device.mode, device.count, device.level);
    return 0;
}
