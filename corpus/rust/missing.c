// What the library of Rust 1.96 refers to and a wasi-libc of 2022 has not. No thread can be started there, so that none
// can be joined: the number is that of an error, ENOTSUP.
int pthread_join(void *thread, void **result) {
    (void)thread, (void)result;
    return 58;
}

int pthread_detach(void *thread) {
    (void)thread;
    return 58;
}
