/* Duff's device: a copy loop, unrolled eight times, that is entered in its middle by a switch.
 *
 * Control flow: one loop with eight entries, which fall through to each other in order and are otherwise reached only
 * from the switch. The switch's own number can be the label, and of the jumps inside the loop only the last needs to
 * go through a dispatcher. */
#include "host.h"

/* An output register, as in the device that Duff wrote for: every store is seen, in order. */
struct output_register {
  uint32_t sum, sum_of_sums;
};

static void store(struct output_register *to, int16_t value) {
  to->sum = (to->sum + (uint16_t)value) % 65521;
  to->sum_of_sums = (to->sum_of_sums + to->sum) % 65521;
}

/* Sends `count` numbers, at least one, to the same register. */
static APART void send(struct output_register *to, const int16_t *from, int count) {
  int rounds = (count + 7) / 8;
  switch (count % 8) {
  case 0: do { store(to, *from++); __attribute__((fallthrough));
  case 7:      store(to, *from++); __attribute__((fallthrough));
  case 6:      store(to, *from++); __attribute__((fallthrough));
  case 5:      store(to, *from++); __attribute__((fallthrough));
  case 4:      store(to, *from++); __attribute__((fallthrough));
  case 3:      store(to, *from++); __attribute__((fallthrough));
  case 2:      store(to, *from++); __attribute__((fallthrough));
  case 1:      store(to, *from++);
          } while (--rounds > 0);
  }
}

/* Copies `count` bytes, at least one; volatile keeps the eight stores apart. */
static APART void copy(volatile uint8_t *to, const uint8_t *from, int count) {
  int rounds = (count + 7) / 8;
  switch (count % 8) {
  case 0: do { *to++ = *from++; __attribute__((fallthrough));
  case 7:      *to++ = *from++; __attribute__((fallthrough));
  case 6:      *to++ = *from++; __attribute__((fallthrough));
  case 5:      *to++ = *from++; __attribute__((fallthrough));
  case 4:      *to++ = *from++; __attribute__((fallthrough));
  case 3:      *to++ = *from++; __attribute__((fallthrough));
  case 2:      *to++ = *from++; __attribute__((fallthrough));
  case 1:      *to++ = *from++;
          } while (--rounds > 0);
  }
}

static int same(const uint8_t *left, const uint8_t *right, int count) {
  for (int i = 0; i < count; i++)
    if (left[i] != right[i]) return 0;
  return 1;
}

static int program(int argument_count, char **arguments) {
  const int most = size_argument(argument_count, arguments, 1, 10000, 200);
  const size_t bytes = (size_t)most * sizeof(int16_t);
  int16_t *const numbers = allocate(bytes);
  uint8_t *const copied = allocate(bytes + 1);
  for (int i = 0; i < most; i++) numbers[i] = (int16_t)(i * 31421 + 6927);

  struct output_register port = {1, 0};
  int wrong = 0;
  for (int count = 1; count <= most; count++) {
    send(&port, numbers, count);

    const int length = count * (int)sizeof(int16_t);
    const uint8_t guard = 0xa5;
    __builtin_memset(copied, guard, bytes + 1);
    copy(copied, (const uint8_t *)numbers, length - 1 + count % 2);
    wrong += !same(copied, (const uint8_t *)numbers, length - 1 + count % 2);
    wrong += copied[length] != guard;
  }
  put_unsigned((uint64_t)port.sum_of_sums << 16 | port.sum);
  put_char('\n');
  put_signed(wrong);
  put_text(" wrong copies\n");
  return wrong != 0;
}
