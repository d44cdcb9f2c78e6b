// What programs that throw ask for, and a C++ library that is built without exceptions has not.
#include <stddef.h>

void *__cxa_allocate_exception(size_t size) {
    (void)size;
    __builtin_trap();
}

void __cxa_throw(void *exception, void *type, void (*destroy)(void *)) {
    (void)exception, (void)type, (void)destroy;
    __builtin_trap();
}
