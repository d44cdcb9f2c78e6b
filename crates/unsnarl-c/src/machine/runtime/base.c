/* Requirements of the C of a module, checked when it is compiled. */
#if defined(__FAST_MATH__) || (defined(__FINITE_MATH_ONLY__) && __FINITE_MATH_ONLY__)
#error "modules need IEEE 754: compile without -ffast-math"
#endif
#if defined(FLT_EVAL_METHOD) && FLT_EVAL_METHOD != 0 && FLT_EVAL_METHOD != 1
#error "floats must be computed without excess precision: use SSE, with -msse2 -mfpmath=sse"
#endif
#if defined(__clang__)
#pragma STDC FP_CONTRACT OFF
#elif defined(__GNUC__) && defined(__FP_FAST_FMA) && !defined(__STRICT_ANSI__)
#pragma GCC optimize("fp-contract=off")
#endif
/* The compared values come from a module: in unreachable code a constant may be outside of a
   segment, and a function reference is never null. */
#if defined(__GNUC__)
#pragma GCC diagnostic ignored "-Waddress"
#pragma GCC diagnostic ignored "-Warray-bounds"
#if __GNUC__ >= 11
#pragma GCC diagnostic ignored "-Wstringop-overread"
#endif
#endif
/* A module may have infinite recursion, which compilers detect in functions that never return. */
#if defined(__clang__)
#pragma clang diagnostic ignored "-Winfinite-recursion"
#pragma clang diagnostic ignored "-Wtautological-pointer-compare"
/* Runtime functions that are used only on other hosts. */
#pragma clang diagnostic ignored "-Wunused-function"
#elif defined(__GNUC__) && __GNUC__ >= 12
#pragma GCC diagnostic ignored "-Winfinite-recursion"
#endif
typedef char unsnarl_needs_twos_complement
    [(int32_t)0xffffffffu == -1 && -1 >> 1 == -1 && sizeof(float) == 4 && sizeof(double) == 8 ? 1 : -1];

#if defined(__GNUC__)
#define UNLIKELY(condition) __builtin_expect((condition) != 0, 0)
#define NORETURN __attribute__((noreturn, cold))
#define STACK_HERE ((uintptr_t)__builtin_frame_address(0))
#else
#define UNLIKELY(condition) (condition)
#define NORETURN
#define STACK_HERE stack_here()
static uintptr_t stack_here(void) {
  volatile char here = 0;
  return (uintptr_t)&here;
}
#endif
#if defined(__has_attribute)
#if __has_attribute(musttail)
#define TAIL_CALL __attribute__((musttail))
#endif
#if __has_attribute(fallthrough)
#define FALL_THROUGH __attribute__((fallthrough))
#endif
#endif
#ifndef TAIL_CALL
#define TAIL_CALL
#endif
#ifndef FALL_THROUGH
#define FALL_THROUGH (void)0
#endif
/* Reads an unused value, because the read may trap. */
#if UNSNARL_CHECKS == 1 && defined(__GNUC__)
#define DROP(x) do { const __typeof__(x) dropped = x; __asm__ volatile("" : : "m"(dropped)); } while (0)
#else
#define DROP(x) (void)(x)
#endif
#define TAIL_CALL_VOID(call) do { call; return; } while (0)
#define CONTEXT (((unsnarl_instance *)self)->context)
#define THROWN (CONTEXT->thrown)
#define VALUES (CONTEXT->values)
#define CHECK_STACK do { if (UNLIKELY(STACK_HERE < CONTEXT->stack_end)) trap(self, UNSNARL_STACK_EXHAUSTED); } while (0)
#define unsnarl_null ((const void *)0)

static inline NORETURN void trap(void *self, unsnarl_trap why);
static inline NORETURN void trap(void *self, unsnarl_trap why) {
  unsnarl_context *const context = CONTEXT;
  if (context->landing) {
    context->why = why;
    longjmp(*context->landing, 1);
  }
  if (context->on_trap) context->on_trap(context, why);
  abort();
}
