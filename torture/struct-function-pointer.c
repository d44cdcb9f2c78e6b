// Function pointers that take and return structs, called through a table and from a struct.
#include <stdint.h>
#include <stdio.h>

struct pair { int64_t a, b; };
typedef struct pair operation(struct pair, struct pair);

static struct pair add(struct pair x, struct pair y) { return (struct pair){x.a + y.a, x.b + y.b}; }
static struct pair multiply(struct pair x, struct pair y) { return (struct pair){x.a * y.a, x.b * y.b}; }
static struct pair fibonacci(struct pair x, struct pair y) { return (struct pair){x.b + y.a, x.a + x.b}; }

struct machine {
    operation *operations[3];
    struct pair state;
};

static __attribute__((noinline)) void run(struct machine *machine, const char *program) {
    for (; *program; program++)
        machine->state = machine->operations[*program - 'a'](machine->state, (struct pair){2, 3});
}

int main(void) {
    struct machine machine = {{add, multiply, fibonacci}, {0, 1}};
    run(&machine, "aabcabcccabba");
    printf("%lld %lld\n", (long long)machine.state.a, (long long)machine.state.b);
    return 0;
}
