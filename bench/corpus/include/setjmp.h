/* What Lua asks of setjmp.h, which this wasi-libc has not: enough to compile, nothing to run. */
typedef int jmp_buf[16];
int setjmp(jmp_buf);
void longjmp(jmp_buf, int);
