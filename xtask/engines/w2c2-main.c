/* The `main` of a WebAssembly command that w2c2 wrote as C. The module is called `program`. */
#include <stdio.h>
#include <stdlib.h>

#include "program.h"
#include "w2c2_base.h"
#include "wasi.h"

extern char **environ;

void trap(Trap trap) {
  fprintf(stderr, "%s\n", trapDescription(trap));
  abort();
}

wasmMemory *wasiMemory(void *instance) { return program_memory((programInstance *)instance); }

/* What w2c2's own WASI lacks: no such call. */
U32 wasi_snapshot_preview1__fd_renumber(void *instance, U32 from, U32 to) { return 52; }

int main(int count, char **arguments) {
  static programInstance instance;
  if (!wasiInit(count, arguments, environ)) return EXIT_FAILURE;
  programInstantiate(&instance, NULL);
  program__start(&instance);
  programFreeInstance(&instance);
  return EXIT_SUCCESS;
}
