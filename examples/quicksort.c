/* Quicksort of records by several orders, with an explicit stack, and insertion sort for short parts.
 *
 * Control flow: two scanning loops inside an endless one that is left from its middle, calls of the order through a
 * table of function pointers in a global, and a loop that pops work from a stack. The records hold 8-bit, 16-bit,
 * 64-bit and single-precision fields. */
#include "host.h"

struct record {
  int16_t key;
  uint8_t tag;
  float weight;
  uint64_t id;
};

typedef int order(const struct record *left, const struct record *right);

static int by_key(const struct record *left, const struct record *right) { return left->key - right->key; }

/* The largest tag comes first; an unsigned byte, so 200 is more than 100. */
static int by_tag_downward(const struct record *left, const struct record *right) {
  return (int)right->tag - (int)left->tag;
}

static int by_weight(const struct record *left, const struct record *right) {
  return (left->weight > right->weight) - (left->weight < right->weight);
}

static int by_id(const struct record *left, const struct record *right) {
  return left->id < right->id ? -1 : left->id > right->id;
}

static const struct {
  const char *name;
  order *compare;
} orders[] = {
    {"key", by_key},
    {"tag, downward", by_tag_downward},
    {"weight", by_weight},
    {"id", by_id},
};

static void swap(struct record *left, struct record *right) {
  const struct record swapped = *left;
  *left = *right;
  *right = swapped;
}

static void insertion_sort(struct record *first, struct record *last, order *compare) {
  for (struct record *next = first + 1; next <= last; next++) {
    const struct record moving = *next;
    struct record *gap = next;
    for (; gap > first && compare(&moving, gap - 1) < 0; gap--) *gap = gap[-1];
    *gap = moving;
  }
}

/* Orders the first, the middle and the last record, and returns the middle one, which the others are parted by. */
static struct record median(struct record *first, struct record *last, order *compare) {
  struct record *const middle = first + (last - first) / 2;
  if (compare(middle, first) < 0) swap(middle, first);
  if (compare(last, middle) < 0) {
    swap(last, middle);
    if (compare(middle, first) < 0) swap(middle, first);
  }
  return *middle;
}

/* Puts the records that come before the pivot in front of the others; returns the first of those others. */
static struct record *part(struct record *first, struct record *last, order *compare) {
  const struct record pivot = median(first, last, compare);
  struct record *low = first, *high = last;
  for (;;) {
    do low++;
    while (compare(low, &pivot) < 0);
    do high--;
    while (compare(&pivot, high) < 0);
    if (low >= high) return high + 1;
    swap(low, high);
  }
}

static APART void sort(struct record *records, int count, order *compare) {
  struct {
    struct record *first, *last;
  } waiting[32]; /* The longer part waits and the shorter is at most half: 2^32 records would be needed to fill this. */
  int depth = 0;
  struct record *first = records, *last = records + count - 1;
  for (;;) {
    if (last - first < 12) {
      insertion_sort(first, last, compare);
      if (depth == 0) return;
      depth--;
      first = waiting[depth].first;
      last = waiting[depth].last;
      continue;
    }
    struct record *const middle = part(first, last, compare);
    const int left_is_longer = middle - first > last + 1 - middle;
    waiting[depth].first = left_is_longer ? first : middle;
    waiting[depth].last = left_is_longer ? middle - 1 : last;
    depth++;
    if (left_is_longer)
      first = middle;
    else
      last = middle - 1;
  }
}

static uint64_t random_state;

/* The next number of a linear congruence; only its upper half is used, the lower bits have short periods. */
static uint32_t next_random(void) {
  random_state = random_state * 6364136223846793005u + 1442695040888963407u;
  return (uint32_t)(random_state >> 32);
}

static void fill(struct record *records, int count) {
  random_state = 2024;
  for (int i = 0; i < count; i++) {
    records[i].key = (int16_t)next_random();
    records[i].tag = (uint8_t)next_random();
    records[i].weight = (float)(int32_t)next_random() / 65536.0f;
    records[i].id = next_random();
    records[i].id = records[i].id << 32 | next_random();
  }
}

static int is_sorted(const struct record *records, int count, order *compare) {
  for (int i = 1; i < count; i++)
    if (compare(&records[i - 1], &records[i]) > 0) return 0;
  return 1;
}

static void put_record(const struct record *record) {
  put_signed(record->key);
  put_char(' ');
  put_unsigned(record->tag);
  put_char(' ');
  put_double(record->weight);
  put_char(' ');
  put_unsigned(record->id);
  put_char('\n');
}

static int program(int argument_count, char **arguments) {
  const int count = size_argument(argument_count, arguments, 1, 1000000, 2000);
  struct record *const records = allocate((size_t)count * sizeof *records);
  int failures = 0;
  for (size_t i = 0; i < sizeof orders / sizeof *orders; i++) {
    fill(records, count);
    sort(records, count, orders[i].compare);
    const int sorted = is_sorted(records, count, orders[i].compare);
    failures += !sorted;
    put_text("by ");
    put_text(orders[i].name);
    put_text(sorted ? ": sorted\n" : ": NOT SORTED\n");
    put_record(&records[0]);
    put_record(&records[count / 2]);
    put_record(&records[count - 1]);
  }
  return failures;
}
