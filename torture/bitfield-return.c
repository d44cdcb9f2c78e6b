// Structs that are only bit-fields, returned and passed by value.
#include <stdint.h>
#include <stdio.h>

struct date {
    uint32_t day : 5, month : 4, year : 12;
};

struct tiny {
    uint8_t low : 3, high : 5;
};

static __attribute__((noinline)) struct date next(struct date date) {
    static const uint8_t days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    int leap = date.year % 4 == 0 && (date.year % 100 != 0 || date.year % 400 == 0);
    unsigned last = days[date.month - 1] + (date.month == 2 && leap);
    if (date.day < last)
        return (struct date){date.day + 1u, date.month, date.year};
    if (date.month < 12)
        return (struct date){1, date.month + 1u, date.year};
    return (struct date){1, 1, date.year + 1u};
}

static __attribute__((noinline)) struct tiny swap(struct tiny tiny) {
    return (struct tiny){tiny.high, tiny.low};
}

int main(void) {
    struct date date = {25, 2, 1999};
    struct tiny tiny = {5, 19};
    for (int round = 0; round < 1200; round++) {
        date = next(date);
        tiny = swap(tiny);
        if (round % 100 == 0)
            printf("%u-%u-%u %u %u\n", date.year, date.month, date.day, tiny.low, tiny.high);
    }
    return date.day;
}
