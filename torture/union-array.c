// Arrays of tagged unions: variants of different sizes, with pointers into them.
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum kind { WHOLE, REAL, TEXT, PAIR };
struct value {
    enum kind kind;
    union {
        int64_t whole;
        double real;
        char text[12];
        struct { const struct value *first; int16_t second; } pair;
    };
};

static __attribute__((noinline)) double weigh(const struct value *value) {
    switch (value->kind) {
    case WHOLE: return (double)value->whole;
    case REAL: return value->real * 2;
    case TEXT: return (double)strlen(value->text);
    case PAIR: return weigh(value->pair.first) + value->pair.second;
    }
    return -1;
}

int main(void) {
    struct value values[8] = {{WHOLE, {.whole = -3}}, {REAL, {.real = 0.75}}, {TEXT, {.text = "eleven char"}}};
    for (int at = 3; at < 8; at++)
        values[at] = (struct value){.kind = PAIR, .pair = {&values[at - 3], (int16_t)(at * 100)}};
    for (int at = 0; at < 8; at++)
        printf("%.2f\n", weigh(&values[at]));
    values[0].kind = TEXT;
    strcpy(values[0].text, "changed");
    values[4].pair.first = &values[7];
    printf("%.2f %.2f\n", weigh(&values[3]), weigh(&values[6]));
    return (int)(sizeof values[0] % 8);
}
