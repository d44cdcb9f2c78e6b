/* The interpreter of interpreter-switch.c with a computed goto instead: each operation jumps to the next by itself.
 *
 * Control flow: indirect branches through a table of block addresses in a global. clang joins them in one `indirectbr`
 * that every operation goes back to and any operation may follow: a loop again, whose head is a switch over addresses.
 */
#define BEGIN                                                                                      \
  static const void *const labels[] = {OPERATIONS(ADDRESS)};                                       \
  goto *labels[i->operation];
#define ADDRESS(name) &&do_##name,
#define OP(name) do_##name:
#define NEXT(instruction)                                                                          \
  {                                                                                                \
    i = (instruction);                                                                             \
    goto *labels[i->operation];                                                                    \
  }
#define END

#include "interpreter.h"
