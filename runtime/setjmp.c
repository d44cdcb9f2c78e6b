/* What `setjmp` and `longjmp` call once they are exceptions. The names, and what the thrown address
   refers to, are those of LLVM's WebAssemblyLowerEmscriptenEHSjLj, so that objects of both back ends
   can be mixed. Compile it with -mexception-handling. */

struct jump {
  void *env;
  int value;
};

/* The contents of a jmp_buf. */
struct saved {
  /* An address that no other running function has. */
  void *function;
  /* The number of the setjmp in its function, from 1. */
  unsigned label;
  /* The thrown object. It is here because the frame is gone when the object arrives. */
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
