/* Runs the threads natively, and prints the results. */
#include "threads.h"

#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>

static void *start(void *thread) {
  work((int)(intptr_t)thread);
  return NULL;
}

int main(void) {
  pthread_t threads[THREADS];
  for (intptr_t thread = 0; thread < THREADS; thread++)
    if (pthread_create(&threads[thread], NULL, start, (void *)thread) != 0)
      return 1;
  for (int thread = 0; thread < THREADS; thread++)
    pthread_join(threads[thread], NULL);
  for (int index = 0; index < RESULTS; index++)
    printf("%d %" PRId64 "\n", index, result(index));
  return 0;
}
