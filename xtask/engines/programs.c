// What random programs in LLVM IR are linked with. Natively, and over the portable C of a module
// (-DPORTABLE='"x.h"' '-DNAME(x)=x_##x' -DMODULE=x), also what prints the checksums of -DFUNCTIONS=n
// of them.
#include <stdarg.h>
#include <stdint.h>

#ifndef PORTABLE
int64_t vsum(const char *kinds, ...) {
  uint64_t sum = 5;
  va_list list;
  va_start(list, kinds);
  for (; *kinds; kinds++) {
    union {
      double number;
      uint64_t bits;
    } value;
    if (*kinds == 'i') {
      value.bits = (uint64_t)va_arg(list, int);
    } else if (*kinds == 'l') {
      value.bits = va_arg(list, uint64_t);
    } else {
      value.number = va_arg(list, double);
      if (value.number != value.number) value.bits = 77;
    }
    sum = (sum ^ value.bits) * 1099511628211u;
  }
  va_end(list);
  return (int64_t)sum;
}
#endif

#ifndef __wasm__
#include <stdio.h>

#ifdef PORTABLE
#include PORTABLE
static void run(void *instance) {
  for (uint32_t number = 0; number < FUNCTIONS; number++) {
    printf("%u %016llx\n", number, (unsigned long long)NAME(run)(instance, number));
  }
}

int main(void) {
  static NAME(imports) imports;
  static struct MODULE instance;
  if (NAME(instantiate)(&instance, 0, &imports) != UNSNARL_OK) return 1;
  return NAME(call)(&instance, run, &instance) == UNSNARL_OK ? 0 : 2;
}
#else
int64_t run(int32_t number);

int main(void) {
  for (int number = 0; number < FUNCTIONS; number++) {
    printf("%d %016llx\n", number, (unsigned long long)run(number));
    fflush(stdout);
  }
  return 0;
}
#endif
#endif
