/* What modules and their hosts share; the same in every module. */
#ifndef UNSNARL_TYPES
#define UNSNARL_TYPES

#include <setjmp.h>
#include <stddef.h>
#include <stdint.h>

/* How an access that is out of bounds is noticed:
   2  by a comparison before each access (the default);
   1  by pages that nothing may touch: 8 GiB of addresses for each memory, and a handler of SIGSEGV
      (64-bit POSIX systems; memories with 64-bit addresses are compared nevertheless);
   0  not at all: for modules that are trusted. */
#ifndef UNSNARL_CHECKS
#define UNSNARL_CHECKS 2
#endif

/* How much of the host's stack calls may use, in bytes, counted from where the host called. */
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

/* What a reference to a function points to. The first argument of `code` is `instance`; the letters
   of `type` are those of parameters and results: i uint32_t, l uint64_t, f float, d double,
   v unsnarl_v128, and const void * for a function, x a thing of the host, e an exception. */
typedef struct unsnarl_function {
  void (*code)(void);
  void *instance;
  const char *type;
} unsnarl_function;

typedef struct unsnarl_memory {
  uint8_t *bytes;
  /* In bytes, and in pages of 64 KiB at most. */
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

/* An exception that something refers to. */
typedef struct unsnarl_exception {
  struct unsnarl_exception *next;
  const unsnarl_tag *tag;
  unsnarl_value values[8];
} unsnarl_exception;

/* What instances that call each other in one thread have in common. All zeros is a new one. */
typedef struct unsnarl_context {
  /* Where traps lead to, while a host calls. */
  jmp_buf *landing;
  /* Why the last call of a host ended. */
  unsnarl_trap why;
  /* Called for a trap that nothing waits for; without it the program ends. */
  void (*on_trap)(struct unsnarl_context *, unsnarl_trap);
  /* The lowest address that the stack may have. */
  uintptr_t stack_end;
  /* The exception under way, if there is one, with its values. */
  const unsnarl_tag *thrown;
  unsnarl_value values[8];
  /* All exceptions that something refers to, or referred to. */
  unsnarl_exception *exceptions;
  /* With what a program ended by UNSNARL_EXIT. */
  int status;
} unsnarl_context;

/* How every instance begins. */
typedef struct unsnarl_instance {
  unsnarl_context *context;
  unsnarl_context own_context;
} unsnarl_instance;

#endif
