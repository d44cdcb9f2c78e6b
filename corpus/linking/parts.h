// What the three parts of one program know of each other.
#include <stdarg.h>
#include <stdint.h>

struct pair {
  int32_t first, second;
};
struct large {
  double values[5];
};
union number {
  float single;
  int32_t bits;
};

typedef int32_t (*operation)(int32_t, int32_t);

// A literal in every part, of which a linked program has one.
#define MARK "the string that all parts have"

// Defined in shapes.c.
extern int32_t counter;
extern const char *const names[3];
extern operation operations[3];
extern _Thread_local int32_t per_thread;
// Vectors of one register with SIMD, of two, and of a part of one.
typedef int32_t four __attribute__((vector_size(16)));
typedef int32_t eight __attribute__((vector_size(32)));
typedef int32_t half_lanes __attribute__((vector_size(8)));
typedef int16_t short_lanes __attribute__((vector_size(8)));
four turned(four value, short_lanes narrow, float factor);
eight doubled(eight value, half_lanes more);
int32_t sum_of_lanes(int32_t count, ...);

struct pair make_pair(int32_t first, int32_t second);
struct large scale(struct large value, double factor);
__int128 wide_product(__int128 left, __int128 right);
long double halved(long double value);
int32_t sum_of(int32_t count, ...);
int32_t sum_of_list(int32_t count, va_list list);
operation operation_of(int32_t index);
float single_of(union number value);
int32_t replaced(void);       // weak there, defined in others.c
int32_t kept(void);           // weak there and nowhere else
int32_t second_name(int32_t); // an alias there
extern int32_t middle[2];     // an alias there of a part of a larger array
const char *mark_of_shapes(void);

// Defined in others.c.
int32_t apply(operation f, int32_t left, int32_t right);
int32_t order(const void *left, const void *right);
int64_t from_archive(int64_t value);
const char *mark_of_others(void);
extern int32_t missing(void) __attribute__((weak)); // nowhere
extern int32_t absent __attribute__((weak));        // nowhere
void note(const char *what);
