// A bytecode interpreter with a switch in a loop: calls, branches, memory, a stack of values.
#include <stdint.h>
#include <stdio.h>

enum { PUSH, ADD, SUBTRACT, MULTIPLY, LESS, JUMP, JUMP_ZERO, LOAD, STORE, CALL, RETURN, PRINT, DROP, HALT };

static __attribute__((noinline)) int run(const int16_t *code, int fuel) {
    int64_t stack[64], memory[8] = {0};
    int returns[16], top = -1, depth = 0, at = 0;
    while (fuel-- > 0) {
        switch (code[at++]) {
        case PUSH: stack[++top] = code[at++]; break;
        case ADD: top--; stack[top] += stack[top + 1]; break;
        case SUBTRACT: top--; stack[top] -= stack[top + 1]; break;
        case MULTIPLY: top--; stack[top] = stack[top] * stack[top + 1] % 1000000007; break;
        case LESS: top--; stack[top] = stack[top] < stack[top + 1]; break;
        case JUMP: at = code[at]; break;
        case JUMP_ZERO: at = stack[top--] ? at + 1 : code[at]; break;
        case LOAD: stack[++top] = memory[code[at++]]; break;
        case STORE: memory[code[at++]] = stack[top--]; break;
        case CALL: returns[depth++] = at + 1; at = code[at]; break;
        case RETURN: at = returns[--depth]; break;
        case PRINT: printf("%lld\n", (long long)stack[top]); break;
        case DROP: top--; break;
        case HALT: return top;
        default: return -100;
        }
    }
    return -200;
}

int main(void) {
    static const int16_t code[] = {
        PUSH, 1, STORE, 0, PUSH, 1, STORE, 1,
        /* 8: */ LOAD, 1, PUSH, 30, LESS, JUMP_ZERO, 20,
        /* 15: */ CALL, 22, JUMP, 8, HALT, HALT, HALT,
        /* 22: */ LOAD, 0, LOAD, 1, MULTIPLY, PRINT, STORE, 0, LOAD, 1, PUSH, 1, ADD, STORE, 1, RETURN,
    };
    printf("%d\n", run(code, 300));
    printf("%d\n", run(code, 10000) < 0);
    return 0;
}
