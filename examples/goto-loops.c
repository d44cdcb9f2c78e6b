/* Loops that a program jumps into: what no structured language can say, and what every structurer is judged by.
 *
 * Control flow: `decode` is a decoder that leaves in the middle of three nested loops when its input runs out, and
 * jumps back to the same place with the next piece: every level is a loop with several entries, and stays one at -O2.
 * `remainder_by_five` is an automaton whose states are labels, with loops that cross each other and five ways in. `meet` is
 * the textbook's loop with two entries. */
#include "host.h"

/* ---- A decoder that is fed in pieces ---- */

/* Where the decoder waits for its next byte. */
enum place { AT_HEIGHT, AT_WIDTH, AT_COMMAND, IN_LITERAL, AT_REPEATED, PLACES };

/* Takes pictures. Each is a height, a width, and per row runs that fill the width: a command below 128 is followed by
 * one more literal byte than it says, any other is 127 more than how often the byte after it is repeated. */
struct decoder {
  enum place place;
  uint8_t height, width, row, column, left;
  uint16_t sum;       /* of the bytes of the row, each times its place */
  uint32_t rows;      /* how many were finished */
  uint32_t digest;    /* of the sums of all rows */
  int waits[PLACES];  /* how often input ran out at each place */
};

static void put_pixel(struct decoder *d, uint8_t pixel) {
  d->column++;
  d->sum = (uint16_t)(d->sum + pixel * d->column);
}

static void end_row(struct decoder *d) {
  d->rows++;
  d->digest = (d->digest << 5 | d->digest >> 27) ^ d->sum;
}

/* Goes on from where it stopped. A run that is longer than its row is cut. */
static APART void decode(struct decoder *d, const uint8_t *input, const uint8_t *end) {
#define WAIT_FOR_INPUT(where)                                                                      \
  if (input == end) {                                                                              \
    d->place = where;                                                                              \
    goto wait;                                                                                     \
  }

  switch (d->place) {
  case AT_HEIGHT: goto at_height;
  case AT_WIDTH: goto at_width;
  case AT_COMMAND: goto at_command;
  case IN_LITERAL: goto in_literal;
  case AT_REPEATED: goto at_repeated;
  case PLACES: break;
  }
  for (;;) {
  at_height:
    WAIT_FOR_INPUT(AT_HEIGHT)
    d->height = *input++;
  at_width:
    WAIT_FOR_INPUT(AT_WIDTH)
    d->width = *input++;
    for (d->row = 0; d->row < d->height; d->row++) {
      d->column = 0;
      d->sum = 0;
      while (d->column < d->width) {
      at_command:
        WAIT_FOR_INPUT(AT_COMMAND)
        d->left = *input++;
        if (d->left < 128) {
          for (d->left++; d->left > 0; d->left--) {
          in_literal:
            WAIT_FOR_INPUT(IN_LITERAL)
            if (d->column == d->width) break;
            put_pixel(d, *input++);
          }
        } else {
          d->left -= 127;
        at_repeated:
          WAIT_FOR_INPUT(AT_REPEATED)
          const uint8_t repeated = *input++;
          for (; d->left > 0 && d->column < d->width; d->left--) put_pixel(d, repeated);
        }
      }
      end_row(d);
    }
  }
wait:
  d->waits[d->place]++;
#undef WAIT_FOR_INPUT
}

static uint32_t random_state = 12345;

static uint8_t next_random(void) {
  random_state = random_state * 1664525 + 1013904223;
  return (uint8_t)(random_state >> 24);
}

/* Fills `bytes` with pictures of random runs; returns how many bytes the pictures take. */
static int draw(uint8_t *bytes, int size) {
  int length = 0;
  while (length + 2 < size) {
    const uint8_t height = next_random() % 8, width = next_random() % 32;
    bytes[length++] = height;
    bytes[length++] = width;
    for (int row = 0; row < height; row++) {
      int column = 0;
      while (column < width) {
        const int run = 1 + next_random() % (width - column);
        const int literal = next_random() % 2;
        const int needed = literal ? run + 1 : 2;
        if (length + needed > size) return length;
        bytes[length++] = (uint8_t)(literal ? run - 1 : run + 127);
        for (int i = 1; i < needed; i++) bytes[length++] = next_random();
        column += run;
      }
    }
  }
  return length;
}

static struct decoder decode_in_pieces(const uint8_t *bytes, int length, int piece) {
  struct decoder decoder = {AT_HEIGHT, 0, 0, 0, 0, 0, 0, 0, 0, {0}};
  for (int from = 0; from < length; from += piece) {
    const int to = length - from < piece ? length : from + piece;
    decode(&decoder, bytes + from, bytes + to);
  }
  return decoder;
}

static void put_decoder(const struct decoder *decoder, int piece) {
  put_text("pieces of ");
  put_signed(piece);
  put_text(": ");
  put_unsigned(decoder->rows);
  put_text(" rows, digest ");
  put_unsigned(decoder->digest);
  put_text(", waits");
  for (int place = 0; place < PLACES; place++) {
    put_char(' ');
    put_signed(decoder->waits[place]);
  }
  put_char('\n');
}

/* ---- An automaton of labels ---- */

/* Returns the remainder, divided by five, of the number whose upper bits left `so_far` and whose lower bits follow.
 * From each state a 0 leads to twice itself and a 1 to one more than that. */
static APART int remainder_by_five(int so_far, const char *bits) {
#define STATE(name, value, zero, one)                                                              \
  name:                                                                                            \
  switch (*bits++) {                                                                               \
  case '0': goto zero;                                                                             \
  case '1': goto one;                                                                              \
  default: return value;                                                                           \
  }

  switch (so_far) {
  case 0: goto zero;
  case 1: goto one;
  case 2: goto two;
  case 3: goto three;
  case 4: goto four;
  default: return -1;
  }
  STATE(zero, 0, zero, one)
  STATE(one, 1, two, three)
  STATE(two, 2, four, zero)
  STATE(three, 3, one, two)
  STATE(four, 4, three, four)
#undef STATE
}

/* Writes `number` in binary, the highest bit first. */
static void to_bits(uint32_t number, char *bits) {
  int digits = 1;
  while (digits < 32 && number >> digits != 0) digits++;
  for (int i = 0; i < digits; i++) bits[i] = (char)('0' + (number >> (digits - 1 - i) & 1));
  bits[digits] = '\0';
}

static int count_wrong_remainders(uint32_t numbers) {
  char high[33], low[33];
  int wrong = 0;
  for (uint32_t i = 0; i < numbers; i++) {
    const uint32_t upper = i * 40503u, lower = i ^ 0x5a5a;
    to_bits(upper, high);
    to_bits(lower, low);
    int width = 0;
    while (low[width]) width++;
    const uint64_t joined = (uint64_t)upper << width | lower;
    wrong += remainder_by_five(remainder_by_five(0, high), low) != (int)(joined % 5);
  }
  return wrong;
}

/* ---- The loop with two entries ---- */

/* Two walkers on a ring of steps take turns until they meet; `second_first` says who begins. Returns the turns. */
static APART int meet(uint32_t first, uint32_t second, int second_first) {
  int turns = 0;
  if (second_first) goto second_walks;
first_walks:
  turns++;
  first = (first * 5 + 3) % 64;
  if (first == second) return turns;
second_walks:
  turns++;
  second = (second * 13 + 7) % 64;
  if (first == second || turns > 500) return -turns;
  goto first_walks;
}

static int program(int argument_count, char **arguments) {
  const int size = size_argument(argument_count, arguments, 1, 1000000, 3000);
  uint8_t *const bytes = allocate((size_t)size);
  const int length = draw(bytes, size);
  const int pieces[] = {1, 2, 3, 5, 7, 64, length > 0 ? length : 1};
  int differences = 0;
  uint32_t first_digest = 0;
  for (size_t i = 0; i < sizeof pieces / sizeof *pieces; i++) {
    const struct decoder decoder = decode_in_pieces(bytes, length, pieces[i]);
    put_decoder(&decoder, pieces[i]);
    if (i == 0) first_digest = decoder.digest;
    differences += decoder.digest != first_digest;
  }
  put_signed(differences);
  put_text(" differences\n");

  const int wrong = count_wrong_remainders((uint32_t)size);
  put_signed(wrong);
  put_text(" wrong remainders\n");

  int turns = 0;
  for (uint32_t i = 0; i < 64; i++) turns += meet(i, 63 - i * 3 % 64, i % 3 == 0);
  put_signed(turns);
  put_text(" turns\n");
  return differences + wrong != 0;
}
