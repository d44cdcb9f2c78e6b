/* Counters of every width and kind, changed by all threads at once. */
#include "threads.h"

#include <stdatomic.h>

static _Atomic uint8_t bytes[4];
static _Atomic int16_t shorts[4];
static _Atomic uint32_t words[8];
static _Atomic int64_t longs[8];
static _Atomic float narrow_sum;
static _Atomic double wide_sum;
static double tracked_by_compare_exchange;
static int locked_sum, message[THREADS];
static atomic_int published[THREADS];
static int *places[THREADS];
static int64_t of_threads[THREADS], asked[THREADS];
static _Atomic(char *) pointer;
static char letters[THREADS * ROUNDS + 1];

static void add_by_exchange(double *sum, double number) {
  double before, after;
  __atomic_load(sum, &before, __ATOMIC_RELAXED);
  do
    after = before + number;
  while (!__atomic_compare_exchange(sum, &before, &after, 0, __ATOMIC_SEQ_CST, __ATOMIC_ACQUIRE));
}

static void change(int thread, int round) {
  uint32_t number = (uint32_t)(round * THREADS + thread);
  atomic_fetch_add(&bytes[0], 3);
  atomic_fetch_sub(&bytes[1], 5);
  atomic_fetch_xor(&bytes[2], (uint8_t)number);
  atomic_fetch_or(&bytes[3], (uint8_t)(1 << (thread * 2)));
  atomic_fetch_add(&shorts[0], 7);
  atomic_fetch_sub(&shorts[1], 9);
  atomic_fetch_xor(&shorts[2], (int16_t)number);
  atomic_fetch_and(&shorts[3], (int16_t)~(1 << thread));
  atomic_fetch_add(&words[0], number);
  atomic_fetch_sub(&words[1], number);
  atomic_fetch_xor(&words[2], number * 2654435761u);
  __atomic_fetch_max((uint32_t *)&words[3], number ^ 0x80000000u, __ATOMIC_SEQ_CST);
  __atomic_fetch_min((int32_t *)&words[4], (int32_t)(number ^ 0x80000000u), __ATOMIC_SEQ_CST);
  atomic_fetch_add(&longs[0], (int64_t)number << 20);
  atomic_fetch_sub(&longs[1], (int64_t)number << 30);
  atomic_fetch_xor(&longs[2], (int64_t)number << 33);
  atomic_fetch_or(&longs[3], INT64_C(1) << (number % 61));
  __atomic_fetch_max((int64_t *)&longs[4], -(int64_t)number, __ATOMIC_SEQ_CST);
  /* An even number of times: what is complemented twice by all ones is as it was. */
  __atomic_fetch_nand((uint32_t *)&words[5], 0xffffffffu, __ATOMIC_SEQ_CST);
  narrow_sum += 1;
  wide_sum += 0.5;
  add_by_exchange(&tracked_by_compare_exchange, number);
  char *place = atomic_fetch_add(&pointer, 1);
  *place = 'x';
  /* What is taken is put back by somebody, sooner or later. */
  int64_t token = atomic_exchange(&longs[5], 0);
  atomic_fetch_add(&longs[6], token);
  lock();
  locked_sum += round;
  unlock();
  rounds_done += 1;
  state.small = (int8_t)(state.small + 1);
  state.large += number;
}

void work(int thread) {
  state.own = own_place();
  places[thread] = state.own;
  if (thread == 0) {
    atomic_store(&pointer, letters);
    atomic_store(&shorts[3], 0x7fff);
    atomic_store(&words[4], 0x7fffffff);
    atomic_store(&longs[4], INT64_MIN);
    atomic_store(&longs[5], 77);
  }
  meet();
  for (int round = 0; round < ROUNDS; round++)
    change(thread, round);
  /* A message to the next thread: what was written before the store is seen after the load. */
  message[thread] = 1000 + thread;
  atomic_store_explicit(&published[thread], 1, memory_order_release);
  wake(&published[thread], 1);
  int before = (thread + THREADS - 1) % THREADS;
  while (!atomic_load_explicit(&published[before], memory_order_acquire))
    wait_while(&published[before], 0);
  atomic_thread_fence(memory_order_seq_cst);
  of_threads[thread] = message[before] * 100 + *own_place() + state.small * 7 + state.large;
  asked[thread] = asked_here();
  meet();
}

int64_t result(int index) {
  switch (index) {
  case 0 ... 3: return bytes[index];
  case 4 ... 7: return shorts[index - 4];
  case 8 ... 13: return (int64_t)words[index - 8];
  case 14 ... 18: return longs[index - 14];
  case 19: return longs[5] + longs[6];
  case 20: return (int64_t)narrow_sum;
  case 21: return (int64_t)(2 * wide_sum);
  case 22: return (int64_t)tracked_by_compare_exchange;
  case 23: return locked_sum;
  case 24 ... 27: return of_threads[index - 24];
  case 28 ... 31: return asked[index - 28];
  case 32: return pointer - letters;
  case 33: {
    int count = 0;
    for (char *at = letters; *at; at++)
      count++;
    return count;
  }
  case 34: {
    int different = 0;
    for (int one = 0; one < THREADS; one++)
      for (int other = 0; other < one; other++)
        different += places[one] != places[other];
    return different;
  }
  default: return 0;
  }
}
