/* The lock, the meeting and the variables of threads. Natively a thread that waits goes around. */
#include "threads.h"

#include <stdatomic.h>

_Thread_local int rounds_done;
static _Thread_local int asked = 40;
_Thread_local struct state state = {-3, INT64_C(1) << 40, NULL};

static atomic_int locked;
static atomic_int arrived;
static atomic_int round_of_meeting;

void wait_while(atomic_int *place, int number) {
#ifdef __wasm__
  while (atomic_load(place) == number)
    __builtin_wasm_memory_atomic_wait32((int *)place, number, -1);
#else
  while (atomic_load(place) == number) {
  }
#endif
}

void wake(atomic_int *place, unsigned count) {
#ifdef __wasm__
  __builtin_wasm_memory_atomic_notify((int *)place, count);
#else
  (void)place, (void)count;
#endif
}

void lock(void) {
  int free = 0;
  while (!atomic_compare_exchange_weak(&locked, &free, 1)) {
    wait_while(&locked, 1);
    free = 0;
  }
}

void unlock(void) {
  atomic_store(&locked, 0);
  wake(&locked, 1);
}

void meet(void) {
  int round = atomic_load(&round_of_meeting);
  if (atomic_fetch_add(&arrived, 1) == THREADS - 1) {
    atomic_store(&arrived, 0);
    atomic_fetch_add(&round_of_meeting, 1);
    wake(&round_of_meeting, THREADS);
  } else {
    wait_while(&round_of_meeting, round);
  }
}

int *own_place(void) {
  asked++;
  return &rounds_done;
}

int asked_here(void) { return asked; }
