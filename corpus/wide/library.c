// A C library for programs with addresses of 64 bits: see README.md.
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define WASI(name) __attribute__((import_module("wasi_snapshot_preview1"), import_name(name)))

// The host's addresses have 32 bits.
typedef uint32_t address;
struct slice { address start, length; };
WASI("fd_write") int fd_write(int, address slices, int count, address written);
WASI("proc_exit") _Noreturn void proc_exit(int);

// Output.

struct file { int number; };
static FILE streams[2] = { { 1 }, { 2 } };
FILE *const stdout = &streams[0], *const stderr = &streams[1];
static char waiting[4096];
static size_t count;
static int descriptor = 1;

static void flush(void) {
    static struct slice slice;
    static uint32_t written;
    slice = (struct slice) { (address) (uintptr_t) waiting, (address) count };
    if (count) fd_write(descriptor, (address) (uintptr_t) &slice, 1, (address) (uintptr_t) &written);
    count = 0;
}

static void put(int number, char byte) {
    if (number != descriptor || count == sizeof waiting) flush();
    descriptor = number;
    waiting[count++] = byte;
}

// Where text goes: to a stream, or to bytes of which all but the last may be set.
struct target { int stream; char *bytes; size_t size, length; };

static void text(struct target *to, const char *from, size_t length) {
    for (size_t at = 0; at < length; at++, to->length++) {
        if (to->stream) put(to->stream, from[at]);
        else if (to->length + 1 < to->size) to->bytes[to->length] = from[at];
    }
}

static void repeat(struct target *to, char byte, int times) {
    while (times-- > 0) text(to, &byte, 1);
}

static void format(struct target *to, const char *form, va_list list) {
    for (; *form; form++) {
        if (*form != '%') { text(to, form, 1); continue; }
        int left = 0, zeros = 0, plus = 0, space = 0, other = 0, width = 0, precision = -1, size = 0;
        for (;; ) {
            switch (*++form) {
            case '-': left = 1; continue;
            case '0': zeros = 1; continue;
            case '+': plus = 1; continue;
            case ' ': space = 1; continue;
            case '#': other = 1; continue;
            }
            break;
        }
        if (*form == '*') { width = va_arg(list, int); form++; }
        else while (*form >= '0' && *form <= '9') width = width * 10 + *form++ - '0';
        if (width < 0) { left = 1; width = -width; }
        if (*form == '.') {
            precision = 0;
            if (*++form == '*') { precision = va_arg(list, int); form++; }
            else while (*form >= '0' && *form <= '9') precision = precision * 10 + *form++ - '0';
        }
        for (;; form++) {
            if (*form == 'l' || *form == 'j' || *form == 'z' || *form == 't') size = 8;
            else if (*form == 'h') size = size == 2 ? 1 : 2;
            else break;
        }
        char digits[32], sign = 0;
        const char *start = digits;
        int length = 0, base = 10;
        switch (*form) {
        case '%': text(to, "%", 1); continue;
        case 'c': digits[0] = (char) va_arg(list, int); length = 1; break;
        case 's':
            start = va_arg(list, const char *);
            while (length != precision && start[length]) length++;
            break;
        case 'd': case 'i': case 'u': case 'x': case 'X': case 'o': case 'p': {
            int is_signed = *form == 'd' || *form == 'i';
            if (*form == 'p') { size = 8; other = 1; }
            if (*form == 'x' || *form == 'X' || *form == 'p') base = 16;
            if (*form == 'o') base = 8;
            uint64_t number = size == 8 ? va_arg(list, uint64_t) : va_arg(list, unsigned);
            if (is_signed) {
                int64_t value = size == 8 ? (int64_t) number : size == 2 ? (short) number
                    : size == 1 ? (signed char) number : (int) number;
                sign = value < 0 ? '-' : plus ? '+' : space ? ' ' : 0;
                number = value < 0 ? -(uint64_t) value : (uint64_t) value;
            } else if (size == 2) number = (unsigned short) number;
            else if (size == 1) number = (unsigned char) number;
            const char *names = *form == 'X' ? "0123456789ABCDEF" : "0123456789abcdef";
            int prefixed = other && base == 16 && number;
            char *end = digits + sizeof digits, *at = end;
            while (number) { *--at = names[number % base]; number /= base; }
            start = at;
            length = (int) (end - at);
            int least = precision >= 0 ? precision : 1;
            if (other && base == 8 && least <= length) least = length + 1;
            int before = (sign != 0) + 2 * prefixed;
            if (zeros && !left && precision < 0 && width - before > least) least = width - before;
            int all = before + (length > least ? length : least);
            if (!left) repeat(to, ' ', width - all);
            if (sign) text(to, &sign, 1);
            if (prefixed) text(to, *form == 'X' ? "0X" : "0x", 2);
            repeat(to, '0', least - length);
            text(to, start, (size_t) length);
            if (left) repeat(to, ' ', width - all);
            continue;
        }
        default: __builtin_trap();
        }
        if (!left) repeat(to, ' ', width - length);
        text(to, start, (size_t) length);
        if (left) repeat(to, ' ', width - length);
    }
}

int vprintf(const char *form, va_list list) {
    struct target to = { 1, 0, 0, 0 };
    format(&to, form, list);
    return (int) to.length;
}

int printf(const char *form, ...) {
    va_list list;
    va_start(list, form);
    int length = vprintf(form, list);
    va_end(list);
    return length;
}

int fprintf(FILE *file, const char *form, ...) {
    struct target to = { file->number, 0, 0, 0 };
    va_list list;
    va_start(list, form);
    format(&to, form, list);
    va_end(list);
    return (int) to.length;
}

static int in_bytes(char *bytes, size_t size, const char *form, va_list list) {
    struct target to = { 0, bytes, size, 0 };
    format(&to, form, list);
    if (size) bytes[to.length < size ? to.length : size - 1] = 0;
    return (int) to.length;
}

int snprintf(char *bytes, size_t size, const char *form, ...) {
    va_list list;
    va_start(list, form);
    int length = in_bytes(bytes, size, form, list);
    va_end(list);
    return length;
}

int sprintf(char *bytes, const char *form, ...) {
    va_list list;
    va_start(list, form);
    int length = in_bytes(bytes, SIZE_MAX, form, list);
    va_end(list);
    return length;
}

int fputs(const char *string, FILE *file) {
    for (; *string; string++) put(file->number, *string);
    return 0;
}

int putchar(int byte) { put(1, (char) byte); return (unsigned char) byte; }
int puts(const char *string) { fputs(string, stdout); return putchar('\n'); }
int fflush(FILE *file) { (void) file; flush(); return 0; }

// Memory. Compilers must not find calls of these very functions in their loops.

#define PLAIN __attribute__((no_builtin))

PLAIN void *memcpy(void *to, const void *from, size_t size) {
    for (size_t at = 0; at < size; at++) ((volatile char *) to)[at] = ((const char *) from)[at];
    return to;
}

PLAIN void *memmove(void *to, const void *from, size_t size) {
    if ((uintptr_t) to <= (uintptr_t) from) return memcpy(to, from, size);
    while (size--) ((volatile char *) to)[size] = ((const char *) from)[size];
    return to;
}

PLAIN void *memset(void *to, int byte, size_t size) {
    for (size_t at = 0; at < size; at++) ((volatile char *) to)[at] = (char) byte;
    return to;
}

PLAIN int memcmp(const void *left, const void *right, size_t size) {
    const unsigned char *one = left, *two = right;
    for (size_t at = 0; at < size; at++) if (one[at] != two[at]) return one[at] - two[at];
    return 0;
}

PLAIN size_t strlen(const char *string) {
    size_t length = 0;
    while (string[length]) length++;
    return length;
}

PLAIN int strncmp(const char *left, const char *right, size_t size) {
    for (; size && *left && *left == *right; left++, right++) size--;
    return size ? (unsigned char) *left - (unsigned char) *right : 0;
}

PLAIN int strcmp(const char *left, const char *right) { return strncmp(left, right, SIZE_MAX); }

PLAIN char *strcpy(char *to, const char *from) {
    for (size_t at = 0; (to[at] = from[at]); at++) {}
    return to;
}

PLAIN char *strcat(char *to, const char *from) { strcpy(to + strlen(to), from); return to; }

PLAIN char *strchr(const char *string, int byte) {
    for (; *string != (char) byte; string++) if (!*string) return 0;
    return (char *) string;
}

extern char __heap_base;
static uintptr_t top;

// Before each block is its size.
PLAIN void *malloc(size_t size) {
    if (!top) top = (uintptr_t) &__heap_base;
    uintptr_t start = ((top + 15) & ~(uintptr_t) 15) + 16;
    if (size > (size_t) 1 << 40) return 0;
    uintptr_t end = start + size;
    size_t have = __builtin_wasm_memory_size(0), want = (end + 65535) / 65536;
    if (want > have && __builtin_wasm_memory_grow(0, want - have) == SIZE_MAX) return 0;
    ((size_t *) start)[-1] = size;
    top = end;
    return (void *) start;
}

PLAIN void *calloc(size_t each, size_t number) {
    if (number && each > SIZE_MAX / number) return 0;
    void *block = malloc(each * number);
    return block ? memset(block, 0, each * number) : 0;
}

PLAIN void *realloc(void *block, size_t size) {
    size_t before = block ? ((size_t *) block)[-1] : 0;
    if (block && (uintptr_t) block + before == top) top = (uintptr_t) block - 16;
    void *after = malloc(size);
    return after && block ? memmove(after, block, before < size ? before : size) : after;
}

void free(void *block) { (void) block; }

// Order.

void qsort(void *all, size_t number, size_t size, int (*compare)(const void *, const void *)) {
    char *bytes = all;
    for (size_t end = 1; end < number; end++) {
        for (size_t at = end; at && compare(bytes + (at - 1) * size, bytes + at * size) > 0; at--) {
            for (size_t byte = 0; byte < size; byte++) {
                char *left = bytes + (at - 1) * size + byte, *right = left + size, held = *left;
                *left = *right;
                *right = held;
            }
        }
    }
}

void *bsearch(const void *key, const void *all, size_t number, size_t size,
              int (*compare)(const void *, const void *)) {
    const char *start = all;
    while (number) {
        const char *middle = start + number / 2 * size;
        int order = compare(key, middle);
        if (!order) return (void *) middle;
        if (order > 0) { start = middle + size; number -= number / 2 + 1; }
        else number /= 2;
    }
    return 0;
}

int abs(int number) { return number < 0 ? -number : number; }

// The start and the end of a program.

static struct { void (*plain)(void); void (*with)(void *); void *argument; } last[64];
static int endings;

int atexit(void (*function)(void)) {
    if (endings == 64) return 1;
    last[endings++].plain = function;
    return 0;
}

int __cxa_atexit(void (*function)(void *), void *argument, void *handle) {
    (void) handle;
    if (endings == 64) return 1;
    last[endings].with = function;
    last[endings++].argument = argument;
    return 0;
}

void exit(int status) {
    while (endings) {
        endings--;
        if (last[endings].plain) last[endings].plain();
        else last[endings].with(last[endings].argument);
    }
    flush();
    proc_exit(status);
}

void abort(void) { flush(); __builtin_trap(); }

void __wasm_call_ctors(void);
int __main_argc_argv(int, char **);
__attribute__((weak)) int __main_void(void) {
    static char *arguments[] = { "program", 0 };
    return __main_argc_argv(1, arguments);
}

__attribute__((export_name("_start"))) void _start(void) {
    __wasm_call_ctors();
    exit(__main_void());
}

// What the compiler calls: numbers of 128 bits.

typedef unsigned __int128 wide;
union halves { wide all; __int128 number; struct { uint64_t low, high; }; };

wide __ashlti3(wide number, int by) {
    union halves from = { number };
    if (by >= 64) return ((union halves) { .low = 0, .high = from.low << (by - 64) }).all;
    if (!by) return number;
    return ((union halves) { .low = from.low << by, .high = from.high << by | from.low >> (64 - by) }).all;
}

wide __lshrti3(wide number, int by) {
    union halves from = { number };
    if (by >= 64) return ((union halves) { .low = from.high >> (by - 64), .high = 0 }).all;
    if (!by) return number;
    return ((union halves) { .low = from.low >> by | from.high << (64 - by), .high = from.high >> by }).all;
}

__int128 __ashrti3(__int128 number, int by) {
    union halves from = { .number = number };
    uint64_t sign = (uint64_t) ((int64_t) from.high >> 63);
    if (by >= 64) return ((union halves) { .low = (uint64_t) ((int64_t) from.high >> (by - 64)), .high = sign }).number;
    if (!by) return number;
    return ((union halves) { .low = from.low >> by | from.high << (64 - by),
                             .high = (uint64_t) ((int64_t) from.high >> by) }).number;
}

wide __multi3(wide left, wide right) {
    union halves one = { left }, two = { right };
    uint64_t a = (uint32_t) one.low, b = one.low >> 32, c = (uint32_t) two.low, d = two.low >> 32;
    uint64_t low = a * c, middle = b * c + (low >> 32), other = a * d + (uint32_t) middle;
    return ((union halves) { .low = (uint32_t) low | other << 32,
                             .high = b * d + (middle >> 32) + (other >> 32)
                                 + one.low * two.high + one.high * two.low }).all;
}

static wide divided(wide number, wide by, wide *rest) {
    wide quotient = 0, left = 0;
    for (int bit = 127; bit >= 0; bit--) {
        left = left << 1 | (number >> bit & 1);
        if (left >= by) { left -= by; quotient |= (wide) 1 << bit; }
    }
    *rest = left;
    return quotient;
}

wide __udivti3(wide number, wide by) { wide rest; return divided(number, by, &rest); }
wide __umodti3(wide number, wide by) { wide rest; divided(number, by, &rest); return rest; }

__int128 __divti3(__int128 number, __int128 by) {
    wide rest, size = divided(number < 0 ? -(wide) number : (wide) number, by < 0 ? -(wide) by : (wide) by, &rest);
    return (__int128) ((number < 0) != (by < 0) ? -size : size);
}

__int128 __modti3(__int128 number, __int128 by) {
    wide rest;
    divided(number < 0 ? -(wide) number : (wide) number, by < 0 ? -(wide) by : (wide) by, &rest);
    return (__int128) (number < 0 ? -rest : rest);
}

// Numbers with 113 bits of mantissa, as far as programs need them that only convert integers.

static wide float_of(uint64_t number, uint64_t sign) {
    if (!number) return 0;
    int bits = 64 - __builtin_clzll(number);
    wide mantissa = (wide) number << (113 - bits) & (((wide) 1 << 112) - 1);
    return (wide) sign << 127 | (wide) (16383 + bits - 1) << 112 | mantissa;
}

static uint64_t integer_of(wide bits) {
    int by = (int) (bits >> 112 & 0x7fff) - 16383;
    if (by < 0) return 0;
    wide mantissa = (bits & (((wide) 1 << 112) - 1)) | (wide) 1 << 112;
    uint64_t size = (uint64_t) (by <= 112 ? mantissa >> (112 - by) : mantissa << (by - 112));
    return bits >> 127 ? -size : size;
}

wide __floatunditf(uint64_t number) { return float_of(number, 0); }
wide __floatditf(int64_t number) {
    return float_of(number < 0 ? -(uint64_t) number : (uint64_t) number, number < 0);
}
wide __floatunsitf(uint32_t number) { return float_of(number, 0); }
wide __floatsitf(int32_t number) { return __floatditf(number); }
uint64_t __fixunstfdi(wide bits) { return integer_of(bits); }
int64_t __fixtfdi(wide bits) { return (int64_t) integer_of(bits); }
uint32_t __fixunstfsi(wide bits) { return (uint32_t) integer_of(bits); }
int32_t __fixtfsi(wide bits) { return (int32_t) integer_of(bits); }

wide __extenddftf2(double number) {
    union { double number; uint64_t bits; } from = { number };
    wide sign = (wide) (from.bits >> 63) << 127, mantissa = from.bits & (((uint64_t) 1 << 52) - 1);
    int exponent = (int) (from.bits >> 52 & 0x7ff);
    return exponent ? sign | (wide) (exponent - 1023 + 16383) << 112 | mantissa << 60 : sign;
}

wide __extendsftf2(float number) { return __extenddftf2(number); }

double __trunctfdf2(wide bits) {
    int exponent = (int) (bits >> 112 & 0x7fff) - 16383 + 1023;
    uint64_t sign = (uint64_t) (bits >> 127) << 63, mantissa = (uint64_t) (bits >> 60);
    union { uint64_t bits; double number; } to = { sign };
    if (exponent > 0 && exponent < 0x7ff)
        to.bits |= (uint64_t) exponent << 52 | (mantissa & (((uint64_t) 1 << 52) - 1));
    return to.number;
}

float __trunctfsf2(wide bits) { return (float) __trunctfdf2(bits); }

// Exact where both have at most 64 bits of mantissa, and the product 113.
wide __multf3(wide left, wide right) {
    wide sign = (left ^ right) >> 127 << 127, most = (wide) 1 << 112;
    int exponents[2] = { (int) (left >> 112 & 0x7fff), (int) (right >> 112 & 0x7fff) };
    if (!exponents[0] || !exponents[1]) return sign;
    wide one = ((left & (most - 1)) | most) >> 49, two = ((right & (most - 1)) | most) >> 49;
    wide product = one * two;
    int by = product >> 127 ? 15 : 14;
    wide exponent = (wide) (exponents[0] + exponents[1] - 16383 + (by == 15));
    return sign | exponent << 112 | (product >> by & (most - 1));
}
