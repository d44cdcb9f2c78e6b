/* Jumps out of functions on WebAssembly, where they are exceptions: for `-mllvm -wasm-enable-sjlj`
   and the library of setjmp.c. A jmp_buf is as large as that of musl, so that objects which were
   compiled with wasi-libc's own header agree. */
#ifndef _SETJMP_H
#define _SETJMP_H

#ifndef __wasm_exception_handling__
#error "setjmp needs exceptions: compile with -mllvm -wasm-enable-sjlj"
#endif

#ifdef __cplusplus
extern "C" {
#endif

typedef struct __jmp_buf_tag {
  unsigned long __saved[9 + 128 / sizeof(long)];
} jmp_buf[1];

int setjmp(jmp_buf) __attribute__((__returns_twice__, __nothrow__));
void longjmp(jmp_buf, int) __attribute__((__noreturn__));

/* There are no signals whose mask could be saved. */
typedef jmp_buf sigjmp_buf;
#define setjmp setjmp
#define _setjmp setjmp
#define _longjmp longjmp
#define sigsetjmp(env, mask) ((void)(mask), setjmp(env))
#define siglongjmp longjmp

#ifdef __cplusplus
}
#endif

#endif
