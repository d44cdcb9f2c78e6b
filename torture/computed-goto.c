// GNU computed goto: an interpreter with a table of labels.
#include <stdint.h>
#include <stdio.h>

static __attribute__((noinline)) uint64_t interpret(const uint8_t *code, uint64_t argument) {
    static const void *const labels[] = {&&halt, &&push, &&add, &&multiply, &&duplicate, &&decrement, &&jump_if, &&swap};
    uint64_t stack[16];
    int top = 0;
    stack[0] = argument;
    goto *labels[*code++];
push:
    stack[++top] = *code++;
    goto *labels[*code++];
add:
    top--;
    stack[top] += stack[top + 1];
    goto *labels[*code++];
multiply:
    top--;
    stack[top] *= stack[top + 1];
    goto *labels[*code++];
duplicate:
    stack[top + 1] = stack[top];
    top++;
    goto *labels[*code++];
decrement:
    stack[top]--;
    goto *labels[*code++];
jump_if:
    if ((int64_t)stack[top] > 0)
        code -= *code;
    code++;
    goto *labels[*code++];
swap: {
    uint64_t kept = stack[top];
    stack[top] = stack[top - 1];
    stack[top - 1] = kept;
    goto *labels[*code++];
}
halt:
    return stack[top - 1];
}

int main(void) {
    static const uint8_t factorial[] = {1, 1, 7, /* loop */ 4, 7, 7, 0};
    static const uint8_t doubling[] = {1, 1, 7, /* loop: acc n */ 7, 1, 2, 3, 1, 1, 2, 7, 5, 6, 10, 0};
    printf("%lld\n", (long long)interpret(factorial, 9));
    for (volatile int argument = 1; argument < 12; argument++)
        printf("%lld\n", (long long)interpret(doubling, (uint64_t)argument));
    return 0;
}
