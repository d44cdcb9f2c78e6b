// What the two parts of a program with numbers of 16 bits know of each other. C has them here only by an option.
#ifdef __wasm__
typedef __fp16 half;
#else
typedef _Float16 half;
#endif

typedef half (*change)(half);

half twice(half value);
half chosen(int which, half first, double between, half second);
half applied(change function, half value);
change change_of(int which);
half third(half value); // in the part with main
