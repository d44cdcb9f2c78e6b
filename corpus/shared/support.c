// What compilers call, as a library.
typedef __SIZE_TYPE__ size;

__attribute__((visibility("default"))) void *memcpy(void *to, const void *from, size count) {
    char *bytes = to;
    const char *source = from;
    for (size at = 0; at < count; at++) ((volatile char *)bytes)[at] = source[at];
    return to;
}

__attribute__((visibility("default"))) void *memset(void *to, int byte, size count) {
    for (size at = 0; at < count; at++) ((volatile char *)to)[at] = byte;
    return to;
}

__attribute__((visibility("default"))) void __cxa_pure_virtual(void) { __builtin_trap(); }

// What the code of exceptions calls, for handlers that take all.
__attribute__((visibility("default"))) void *__cxa_begin_catch(void *exception) { return exception; }

__attribute__((visibility("default"))) void __cxa_end_catch(void) {}

__attribute__((visibility("default"))) int __gxx_wasm_personality_v0(void) { return 0; }

__attribute__((visibility("default"))) void _ZSt9terminatev(void) { __builtin_trap(); }

__attribute__((visibility("default"))) int _Unwind_CallPersonality(void *exception) { return 0; }

__attribute__((visibility("default"))) struct {
    int pad;
    void *table;
    int selector;
} __wasm_lpad_context;
