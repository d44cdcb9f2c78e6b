/* What the parts of the program with threads share. */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { THREADS = 4, ROUNDS = 2000, RESULTS = 40 };

/* A variable of each thread, defined in the other part; and one that has to be set up. */
extern _Thread_local int rounds_done;
extern _Thread_local struct state {
  int8_t small;
  int64_t large;
  int *own;
} state;

/* The work of one thread, from 0. */
void work(int thread);
/* A number that is the same whatever the order in which threads ran. */
int64_t result(int index);

/* In the other part: a lock, and a place where all threads meet. */
void lock(void);
void unlock(void);
void meet(void);
/* Sleeps while a number is there, and wakes who does so. */
void wait_while(_Atomic int *place, int number);
void wake(_Atomic int *place, unsigned count);
/* The address of this thread's own variable, and how often it was asked for here. */
int *own_place(void);
int asked_here(void);
