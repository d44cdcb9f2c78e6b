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
