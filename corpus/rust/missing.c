// What the library of Rust 1.96 refers to and a wasi-libc of 2022 has not. No thread can be started there, so that none
// can be joined: the number is that of an error, ENOTSUP. Nor can a path be followed to its end.
#include <errno.h>
#include <stddef.h>

int pthread_create(void *thread, const void *attributes, void *(*start)(void *), void *argument) {
    (void)thread, (void)attributes, (void)start, (void)argument;
    return ENOTSUP;
}

int pthread_join(void *thread, void **result) {
    (void)thread, (void)result;
    return ENOTSUP;
}

int pthread_detach(void *thread) {
    (void)thread;
    return ENOTSUP;
}

int pthread_attr_init(void *attributes) {
    (void)attributes;
    return 0;
}

int pthread_attr_setstacksize(void *attributes, size_t size) {
    (void)attributes, (void)size;
    return 0;
}

int pthread_attr_destroy(void *attributes) {
    (void)attributes;
    return 0;
}

char *realpath(const char *path, char *resolved) {
    (void)path, (void)resolved;
    errno = ENOTSUP;
    return NULL;
}
