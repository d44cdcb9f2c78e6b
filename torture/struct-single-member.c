// Structs with one scalar member: such are passed as the scalar itself.
#include <stdint.h>
#include <stdio.h>

struct one_byte { int8_t it; };
struct one_short { uint16_t it; };
struct one_long { int64_t it; };
struct one_float { float it; };
struct one_double { double it; };
struct one_pointer { const char *it; };
struct nested { struct { struct one_double inner; } middle; };
struct array_of_one { float it[1]; };

static __attribute__((noinline)) struct one_byte a(struct one_byte x) { return (struct one_byte){(int8_t)(x.it - 100)}; }
static __attribute__((noinline)) struct one_short b(struct one_short x) { return (struct one_short){(uint16_t)(x.it * 3)}; }
static __attribute__((noinline)) struct one_long c(struct one_long x) { return (struct one_long){x.it * -5}; }
static __attribute__((noinline)) struct one_float d(struct one_float x) { return (struct one_float){x.it / 4}; }
static __attribute__((noinline)) struct one_double e(struct one_double x) { return (struct one_double){x.it * x.it}; }
static __attribute__((noinline)) struct one_pointer f(struct one_pointer x) { return (struct one_pointer){x.it + 2}; }
static __attribute__((noinline)) struct nested g(struct nested x) { x.middle.inner.it += 1; return x; }
static __attribute__((noinline)) struct array_of_one h(struct array_of_one x) { x.it[0] = -x.it[0]; return x; }

static volatile int seed = 9;

int main(void) {
    struct nested nested = {{{seed + 0.5}}};
    struct array_of_one array = {{(float)seed}};
    printf("%d %d %lld\n", a((struct one_byte){(int8_t)-seed}).it, b((struct one_short){(uint16_t)(seed * 9999)}).it,
           (long long)c((struct one_long){INT64_C(1) << 50}).it);
    printf("%.3f %.3f %s\n", d((struct one_float){(float)seed}).it, e((struct one_double){seed * 1.5}).it,
           f((struct one_pointer){"a text"}).it);
    printf("%.3f %.3f\n", g(nested).middle.inner.it, h(array).it[0]);
    return 0;
}
