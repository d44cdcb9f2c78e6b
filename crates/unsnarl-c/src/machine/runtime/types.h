/* The types that modules and their hosts share; the same in every module. */
#ifndef UNSNARL_TYPES
#define UNSNARL_TYPES

#include <setjmp.h>
#include <stddef.h>
#include <stdint.h>

/* How out-of-bounds accesses are detected:
   2  by a comparison before each access (the default);
   1  by guard pages: 8 GiB of address space for each memory, and a SIGSEGV handler (64-bit POSIX
      systems; accesses to memories with 64-bit addresses are still compared);
   0  not at all, for trusted modules. */
#ifndef UNSNARL_CHECKS
#define UNSNARL_CHECKS 2
#endif

/* How many bytes of the host's stack calls may use, counted from the call by the host. */
#ifndef UNSNARL_STACK
#define UNSNARL_STACK 4000000
#endif

/* Why a module stopped. */
typedef enum unsnarl_trap {
  UNSNARL_OK = 0,
  UNSNARL_UNREACHABLE,
  UNSNARL_DIVISION_BY_ZERO,
  UNSNARL_INTEGER_OVERFLOW,
  UNSNARL_NAN_TO_INTEGER,
  UNSNARL_MEMORY_OUT_OF_BOUNDS,
  UNSNARL_TABLE_OUT_OF_BOUNDS,
  UNSNARL_NULL_CALL,
  UNSNARL_CALL_TYPE,
  UNSNARL_STACK_EXHAUSTED,
  UNSNARL_UNALIGNED,
  UNSNARL_NOT_SHARED,
  UNSNARL_UNCAUGHT,
  UNSNARL_NULL_EXCEPTION,
  UNSNARL_NO_IMPORT,
  UNSNARL_NO_MEMORY,
  UNSNARL_EXIT
} unsnarl_trap;

/* 128 bits: the first byte is the lowest one, on every host. */
typedef struct unsnarl_v128 {
  uint8_t b[16];
} unsnarl_v128;

/* The target of a function reference. The first argument of `code` is `instance`; the letters of
   `type` stand for the types of parameters and results: i uint32_t, l uint64_t, f float, d double,
   v unsnarl_v128, and const void * for a function, x a thing of the host, e an exception. */
typedef struct unsnarl_function {
  void (*code)(void);
  void *instance;
  const char *type;
} unsnarl_function;

typedef struct unsnarl_memory {
  uint8_t *bytes;
  /* The size in bytes, and the maximum in pages of 64 KiB. */
  uint64_t size, most;
  /* How many bytes of addresses are reserved. */
  uint64_t reserved;
} unsnarl_memory;

typedef struct unsnarl_table {
  const void **elements;
  uint64_t size, most;
} unsnarl_table;

typedef struct unsnarl_tag {
  const char *type;
} unsnarl_tag;

/* A number or a reference, by its letter. */
typedef union unsnarl_value {
  uint32_t i;
  uint64_t l;
  float f;
  double d;
  unsnarl_v128 v;
  const void *a, *x, *e;
} unsnarl_value;

/* An exception with a reference to it. */
typedef struct unsnarl_exception {
  struct unsnarl_exception *next;
  const unsnarl_tag *tag;
  unsnarl_value values[8];
} unsnarl_exception;

/* The state that instances that call each other in one thread share. All zeros is a new context. */
typedef struct unsnarl_context {
  /* The target of traps during a call by the host. */
  jmp_buf *landing;
  /* Why the last call by the host ended. */
  unsnarl_trap why;
  /* Called for a trap outside of such a call; if it is null, the program ends. */
  void (*on_trap)(struct unsnarl_context *, unsnarl_trap);
  /* The lowest address that the stack may have. */
  uintptr_t stack_end;
  /* The exception in flight, if there is one, with its values. */
  const unsnarl_tag *thrown;
  unsnarl_value values[8];
  /* All exceptions to which a reference exists or existed. */
  unsnarl_exception *exceptions;
  /* The exit status of a program that ended by UNSNARL_EXIT. */
  int status;
} unsnarl_context;

/* The beginning of every instance. */
typedef struct unsnarl_instance {
  unsnarl_context *context;
  unsnarl_context own_context;
} unsnarl_instance;

#endif
