// What Debian's build of the compiler's runtime library for WebAssembly asks for, and its wasi-libc has not.
#include <stdint.h>

uintptr_t __stack_chk_guard = 0x2545f491;

void __stack_chk_fail(void) {
    __builtin_trap();
}
