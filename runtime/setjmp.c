/* What `setjmp` and `longjmp` call once they are exceptions. The names, and what the thrown address
   refers to, are those of LLVM's WebAssemblyLowerEmscriptenEHSjLj, so that objects of both back ends
   can be mixed. Compile it with -mexception-handling. */

struct jump {
  void *env;
  int value;
};

/* What a jmp_buf holds. */
struct saved {
  /* An address that no other running function has. */
  void *function;
  /* Which setjmp of the function it is, counted from 1. */
  unsigned label;
  /* What is thrown. It is here because a frame is gone when it arrives. */
  struct jump jump;
};

enum { C_LONGJMP = 1 };

void __wasm_setjmp(void *env, unsigned label, void *function) {
  struct saved *saved = env;
  saved->function = function;
  saved->label = label;
}

/* The label that a function gave, or 0 if the jump is for another one. */
unsigned __wasm_setjmp_test(void *env, void *function) {
  struct saved *saved = env;
  return saved->function == function ? saved->label : 0;
}

void __wasm_longjmp(void *env, int value) {
  struct saved *saved = env;
  saved->jump.env = env;
  saved->jump.value = value == 0 ? 1 : value;
  __builtin_wasm_throw(C_LONGJMP, &saved->jump);
}
