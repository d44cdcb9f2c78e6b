/* The machine that the two interpreters run. They differ only in how they get from one instruction to the next, which
 * they say in macros before they include this file: `BEGIN` goes to the instruction `i`, `OP(name)` labels the code of
 * one operation, `NEXT(instruction)` ends it, and `END` closes what `BEGIN` opened. */
#include "host.h"

/* Numbers in brackets are registers. */
#define OPERATIONS(each)                                                                           \
  each(HALT)        /* ends the program with status [to] */                                        \
  each(PRINT)       /* prints [to] */                                                              \
  each(SET)         /* [to] = x */                                                                 \
  each(MOVE)        /* [to] = [x] */                                                               \
  each(ADD)         /* [to] = [x] + [y], wrapping */                                               \
  each(ADD_NUMBER)  /* [to] = [x] + y, wrapping */                                                 \
  each(SUBTRACT)    /* [to] = [x] - [y], wrapping */                                               \
  each(MULTIPLY)    /* [to] = [x] * [y], wrapping */                                               \
  each(REMAINDER)   /* [to] = [x] % [y], signed; a fault if [y] is 0 */                            \
  each(XOR)         /* [to] = [x] ^ [y] */                                                         \
  each(SHIFT_LEFT)  /* [to] = [x] << y */                                                          \
  each(SHIFT_RIGHT) /* [to] = [x] >> y, signed */                                                  \
  each(LOAD)        /* [to] = the signed byte at [x] */                                            \
  each(STORE)       /* the byte at [x] = [to] */                                                   \
  each(JUMP)        /* goes to x */                                                                \
  each(JUMP_ZERO)   /* goes to x if [to] == 0 */                                                   \
  each(JUMP_LESS)   /* goes to y if [to] < [x], signed */                                          \
  each(JUMP_BELOW)  /* goes to y if [to] < [x], unsigned */                                        \
  each(CALL)        /* remembers the next instruction and goes to x; a fault if that is too deep */\
  each(RETURN)      /* goes back to behind the last call; a fault if there is none */

#define NAMED(name) name,
enum operation { OPERATIONS(NAMED) };
#undef NAMED

struct instruction {
  uint8_t operation, to;
  int16_t x, y;
};

enum { REGISTERS = 16, MEMORY = 65536, CALLS = 64 };

struct machine {
  int32_t registers[REGISTERS];
  int8_t memory[MEMORY];
  uint16_t calls[CALLS];
  int depth;
};

/* The status of a program that did something impossible. */
enum { FAULT = 100 };

/* The program counts primes with a sieve, finds the longest Collatz series, adds up greatest common divisors, and
 * digests its memory. Register 0 stays 0, and 1 is the argument; a label is the number of its instruction. */
enum label {
  SIEVE = 2, CROSS_OUT = 8, NEXT_NUMBER = 11, SERIES = 16, STEP = 18, HALVE = 27,
  SERIES_DONE = 29, NEXT_START = 32, SUM = 38, DIGEST = 47, DIVISOR = 60, DIVISOR_DONE = 65,
};

static const struct instruction code[] = {
    {SET, 2, 2, 0},                         /* r2: number = 2 */
    {SET, 3, 0, 0},                         /* r3: primes = 0 */
    [SIEVE] = {LOAD, 4, 2, 0},              /* -1 if it is crossed out */
    {ADD_NUMBER, 5, 4, 1},
    {JUMP_ZERO, 5, NEXT_NUMBER, 0},
    {ADD_NUMBER, 3, 3, 1},
    {MOVE, 4, 2, 0},                        /* r4: multiple */
    {SET, 5, -1, 0},
    [CROSS_OUT] = {STORE, 5, 4, 0},
    {ADD, 4, 4, 2},
    {JUMP_LESS, 4, 1, CROSS_OUT},
    [NEXT_NUMBER] = {ADD_NUMBER, 2, 2, 1},
    {JUMP_LESS, 2, 1, SIEVE},
    {PRINT, 3, 0, 0},

    {SET, 2, 1, 0},                         /* r2: start = 1 */
    {SET, 6, 0, 0},                         /* r6: longest = 0, of r7 */
    [SERIES] = {MOVE, 3, 2, 0},             /* r3: number */
    {SET, 4, 0, 0},                         /* r4: steps = 0 */
    [STEP] = {ADD_NUMBER, 5, 3, -1},
    {JUMP_ZERO, 5, SERIES_DONE, 0},
    {ADD_NUMBER, 4, 4, 1},
    {SHIFT_LEFT, 5, 3, 31},                 /* the lowest bit is left */
    {JUMP_ZERO, 5, HALVE, 0},
    {SET, 5, 3, 0},
    {MULTIPLY, 3, 3, 5},
    {ADD_NUMBER, 3, 3, 1},
    {JUMP, 0, STEP, 0},
    [HALVE] = {SHIFT_RIGHT, 3, 3, 1},
    {JUMP, 0, STEP, 0},
    [SERIES_DONE] = {JUMP_LESS, 4, 6, NEXT_START},
    {MOVE, 6, 4, 0},
    {MOVE, 7, 2, 0},
    [NEXT_START] = {ADD_NUMBER, 2, 2, 1},
    {JUMP_BELOW, 2, 1, SERIES},
    {PRINT, 6, 0, 0},
    {PRINT, 7, 0, 0},

    {SET, 2, 1, 0},                         /* r2: number = 1 */
    {SET, 6, 0, 0},                         /* r6: sum = 0 */
    [SUM] = {MOVE, 3, 2, 0},
    {MOVE, 4, 1, 0},
    {CALL, 0, DIVISOR, 0},
    {ADD, 6, 6, 3},
    {ADD_NUMBER, 2, 2, 1},
    {JUMP_LESS, 2, 1, SUM},
    {PRINT, 6, 0, 0},

    {SET, 8, 1, 0},                         /* r8: digest = 1 */
    {MOVE, 2, 1, 0},                        /* r2: address = argument */
    [DIGEST] = {LOAD, 5, 2, 0},
    {XOR, 8, 8, 5},
    {SHIFT_LEFT, 5, 8, 13},
    {XOR, 8, 8, 5},
    {SHIFT_RIGHT, 5, 8, 17},
    {XOR, 8, 8, 5},
    {SET, 5, 1, 0},
    {SUBTRACT, 2, 2, 5},
    {JUMP_LESS, 0, 2, DIGEST},
    {PRINT, 8, 0, 0},
    {REMAINDER, 8, 8, 1},                   /* a fault if the argument is 0 */
    {PRINT, 8, 0, 0},
    {HALT, 0, 0, 0},

    [DIVISOR] = {JUMP_ZERO, 4, DIVISOR_DONE, 0},/* r3: greatest common divisor of r3 and r4 */
    {REMAINDER, 5, 3, 4},
    {MOVE, 3, 4, 0},
    {MOVE, 4, 5, 0},
    {JUMP, 0, DIVISOR, 0},
    [DIVISOR_DONE] = {RETURN, 0, 0, 0},
};

/* Runs the program to its end, and returns its status. */
static APART int execute(struct machine *machine) {
  int32_t *const r = machine->registers;
  const struct instruction *i = code;
  BEGIN
  OP(HALT) return r[i->to];
  OP(PRINT) {
    put_signed(r[i->to]);
    put_char('\n');
    NEXT(i + 1)
  }
  OP(SET) {
    r[i->to] = i->x;
    NEXT(i + 1)
  }
  OP(MOVE) {
    r[i->to] = r[i->x];
    NEXT(i + 1)
  }
  OP(ADD) {
    r[i->to] = (int32_t)((uint32_t)r[i->x] + (uint32_t)r[i->y]);
    NEXT(i + 1)
  }
  OP(ADD_NUMBER) {
    r[i->to] = (int32_t)((uint32_t)r[i->x] + (uint32_t)i->y);
    NEXT(i + 1)
  }
  OP(SUBTRACT) {
    r[i->to] = (int32_t)((uint32_t)r[i->x] - (uint32_t)r[i->y]);
    NEXT(i + 1)
  }
  OP(MULTIPLY) {
    r[i->to] = (int32_t)((uint32_t)r[i->x] * (uint32_t)r[i->y]);
    NEXT(i + 1)
  }
  OP(REMAINDER) {
    if (r[i->y] == 0) return FAULT;
    r[i->to] = r[i->y] == -1 ? 0 : r[i->x] % r[i->y];
    NEXT(i + 1)
  }
  OP(XOR) {
    r[i->to] = r[i->x] ^ r[i->y];
    NEXT(i + 1)
  }
  OP(SHIFT_LEFT) {
    r[i->to] = (int32_t)((uint32_t)r[i->x] << i->y);
    NEXT(i + 1)
  }
  OP(SHIFT_RIGHT) {
    r[i->to] = r[i->x] >> i->y;
    NEXT(i + 1)
  }
  OP(LOAD) {
    r[i->to] = machine->memory[(uint16_t)r[i->x]];
    NEXT(i + 1)
  }
  OP(STORE) {
    machine->memory[(uint16_t)r[i->x]] = (int8_t)r[i->to];
    NEXT(i + 1)
  }
  OP(JUMP) NEXT(code + i->x)
  OP(JUMP_ZERO) NEXT(r[i->to] == 0 ? code + i->x : i + 1)
  OP(JUMP_LESS) NEXT(r[i->to] < r[i->x] ? code + i->y : i + 1)
  OP(JUMP_BELOW) NEXT((uint32_t)r[i->to] < (uint32_t)r[i->x] ? code + i->y : i + 1)
  OP(CALL) {
    if (machine->depth == CALLS) return FAULT;
    machine->calls[machine->depth++] = (uint16_t)(i + 1 - code);
    NEXT(code + i->x)
  }
  OP(RETURN) {
    if (machine->depth == 0) return FAULT;
    NEXT(code + machine->calls[--machine->depth])
  }
  END
}

static int program(int count, char **arguments) {
  static struct machine machine;
  machine.registers[1] = size_argument(count, arguments, 0, MEMORY, 1000);
  const int status = execute(&machine);
  if (status == FAULT) put_text("fault\n");
  return status;
}
