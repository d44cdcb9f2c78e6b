/* An interpreter of bytecode with a switch inside a loop.
 *
 * Control flow: one loop, one wide switch whose arms all go back to the loop's top or leave the function. Reducible:
 * the result is a loop around a switch, as it was written. */
#define BEGIN                                                                                      \
  for (;;) {                                                                                       \
    switch ((enum operation)i->operation) {
#define OP(name) case name:
#define NEXT(instruction)                                                                          \
  {                                                                                                \
    i = (instruction);                                                                             \
    continue;                                                                                      \
  }
#define END                                                                                        \
    }                                                                                              \
  }

#include "interpreter.h"
