#include <fenv.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

typedef void function(void *, void *, void *);
function masked_load, masked_store, gather, scatter, expand, compress, step, first, words;
bool machine(void *, void *), checked(void);
unsigned rounding(void);
void stop(unsigned);

static unsigned char in[64] __attribute__((aligned(32))), out[64] __attribute__((aligned(32)));
static unsigned char bits[16] __attribute__((aligned(16)));

static void run(const char *name, function *f) {
  for (int mask = 0; mask < 16; mask++) {
    for (int i = 0; i < 64; i++) in[i] = (unsigned char)(i * 37 + mask), out[i] = (unsigned char)i;
    for (int i = 0; i < 4; i++) bits[i] = mask >> i & 1;
    f(out, in, bits);
    printf("%s", name);
    for (int i = 0; i < 64; i++) printf(" %02x", out[i]);
    printf("\n");
  }
}

int main(void) {
  run("masked_load", masked_load);
  run("masked_store", masked_store);
  run("gather", gather);
  run("scatter", scatter);
  run("expand", expand);
  run("compress", compress);
  run("step", step);
  run("first", first);
  run("words", words);
  printf("%d %d\n", machine(in, in + 64), checked());
  static const int modes[] = {FE_TONEAREST, FE_DOWNWARD, FE_UPWARD, FE_TOWARDZERO};
  for (int i = 0; i < 4; i++) {
    fesetround(modes[i]);
    printf("%u\n", rounding());
  }
  fesetround(FE_TONEAREST);
  fflush(stdout);
  for (unsigned how = 0; how < 3; how++) {
    pid_t child = fork();
    int status;
    if (child == 0) {
      stop(how);
      _exit(0);
    }
    waitpid(child, &status, 0);
    printf("%d\n", WIFSIGNALED(status) != 0);
  }
  return 0;
}
