/* Sums that overflow trap, each with a number of its own. */
#include <limits.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

__attribute__((noinline)) static int sum(int a, int b, int how) {
  switch (how) {
  case 0: return a + b;
  case 1: return a - b;
  case 2: return a * b;
  case 3: return a << b;
  default: return a / b;
  }
}

int main(void) {
  static const int values[] = {0, 1, -1, 31, 40, INT_MAX, INT_MIN};
  for (int how = 0; how < 5; how++)
    for (int i = 0; i < 49; i++) {
      fflush(stdout);
      pid_t child = fork();
      int status;
      if (child == 0) _exit(sum(values[i / 7], values[i % 7], how) & 127);
      waitpid(child, &status, 0);
      printf("%d %d %d\n", how, i, WIFEXITED(status) ? WEXITSTATUS(status) : -1);
    }
  return 0;
}
