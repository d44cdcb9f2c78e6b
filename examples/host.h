/* What a program needs from its host, without a C library: its arguments, output, memory, and an exit status.
 *
 * A program includes this file and defines `program`. Built for WebAssembly it needs nothing but four imports of WASI,
 * declared here by hand, so no linker and no libc take part. Built natively it needs `write` and `_exit`. Both builds
 * print the same bytes, which is what the tests compare.
 *
 * Every function is static: a program carries only what it calls. */
#ifndef UNSNARL_EXAMPLES_HOST_H
#define UNSNARL_EXAMPLES_HOST_H

#include <stddef.h>
#include <stdint.h>

/* Stays a function of its own when the compiler optimises, so that a reader finds it again in the IR; may be unused. */
#define APART __attribute__((noinline, unused))

/* The program itself: `arguments[0]` is the first real argument. Returns the exit status. */
static APART int program(int count, char **arguments);

/* ---- The host: file descriptors, exit, fresh memory ---- */

enum { STANDARD_OUTPUT = 1, STANDARD_ERROR = 2 };

#ifdef __wasm__

#define WASI(name) __attribute__((import_module("wasi_snapshot_preview1"), import_name(#name)))

struct wasi_slice {
  const void *bytes;
  size_t length;
};

WASI(fd_write) uint16_t wasi_fd_write(int fd, const struct wasi_slice *slices, size_t count, size_t *written);
WASI(args_sizes_get) uint16_t wasi_args_sizes_get(size_t *count, size_t *bytes);
WASI(args_get) uint16_t wasi_args_get(char **arguments, char *bytes);
WASI(proc_exit) _Noreturn void wasi_proc_exit(uint32_t status);

/* Writes some of the bytes and returns how many, at least one; zero is an error. */
static size_t host_write(int fd, const char *bytes, size_t length) {
  struct wasi_slice slice = {bytes, length};
  size_t written = 0;
  return wasi_fd_write(fd, &slice, 1, &written) == 0 ? written : 0;
}

static _Noreturn void host_exit(int status) { wasi_proc_exit((uint32_t)status); }

/* Returns that many bytes of fresh memory, or null. Grown memory lies above everything that the module placed itself,
 * so this needs no symbol from a linker to know where the heap may start. */
static void *host_memory(size_t bytes) {
  const size_t page = 65536;
  const size_t old = __builtin_wasm_memory_grow(0, (bytes + page - 1) / page);
  return old == (size_t)-1 ? NULL : (void *)(old * page);
}

#else

#include <unistd.h>

static size_t host_write(int fd, const char *bytes, size_t length) {
  const ssize_t written = write(fd, bytes, length);
  return written > 0 ? (size_t)written : 0;
}

static _Noreturn void host_exit(int status) { _exit(status); }

static inline void *host_memory(size_t bytes) {
  static char memory[1 << 28];
  static size_t used;
  if (bytes > sizeof memory - used) return NULL;
  used += bytes;
  return memory + (used - bytes);
}

#endif

/* ---- Output, buffered ---- */

static char output[4096];
static size_t output_length;

/* Writes the buffer and empties it; a host that takes no more ends the program. */
static APART void flush_to(int fd) {
  for (size_t done = 0; done < output_length;) {
    const size_t written = host_write(fd, output + done, output_length - done);
    if (written == 0) host_exit(1);
    done += written;
  }
  output_length = 0;
}

static APART void put_char(char c) {
  if (output_length == sizeof output) flush_to(STANDARD_OUTPUT);
  output[output_length++] = c;
}

static APART void put_text(const char *text) {
  while (*text) put_char(*text++);
}

/* Prints `value` in decimal with at least `digits` digits (at most 20). */
static APART void put_padded(uint64_t value, int digits) {
  char reversed[20];
  int length = 0;
  while (value > 0 || length < digits) {
    reversed[length++] = (char)('0' + value % 10);
    value /= 10;
  }
  while (length > 0) put_char(reversed[--length]);
}

static inline void put_unsigned(uint64_t value) { put_padded(value, 1); }

static inline void put_signed(int64_t value) {
  if (value < 0) put_char('-');
  put_unsigned(value < 0 ? -(uint64_t)value : (uint64_t)value);
}

/* Prints `value` with nine decimals, rounded exactly (ties to even), as `printf("%.9f")` does.
 *
 * Needs a finite value of magnitude below 2^64. The fraction is split into 96 bits; scaling by a power of two and
 * taking the integer part off are exact in binary floating point. A fraction with bits below those 96 has none above
 * the 43rd, for a double carries 53: it prints as zeros and cannot be a tie. Each multiplication by ten pushes the
 * next digit out at the top. */
static APART void put_double(double value) {
  enum { LIMBS = 3, DECIMALS = 9 };
  const double limb_scale = 4294967296.0;
  const uint32_t decimals_scale = 1000000000;

  if (__builtin_signbit(value)) {
    put_char('-');
    value = -value;
  }
  uint64_t whole = (uint64_t)value;
  double rest = value - (double)whole;
  uint32_t limbs[LIMBS];
  for (int i = 0; i < LIMBS; i++) {
    rest *= limb_scale;
    limbs[i] = (uint32_t)rest;
    rest -= limbs[i];
  }

  uint32_t decimals = 0;
  for (int digit = 0; digit < DECIMALS; digit++) {
    uint64_t carry = 0;
    for (int i = LIMBS - 1; i >= 0; i--) {
      carry += (uint64_t)limbs[i] * 10;
      limbs[i] = (uint32_t)carry;
      carry >>= 32;
    }
    decimals = decimals * 10 + (uint32_t)carry;
  }

  const uint32_t half = 0x80000000;
  const int above_half = limbs[0] > half || (limbs[0] == half && (limbs[1] | limbs[2]) != 0);
  const int tie = limbs[0] == half && (limbs[1] | limbs[2]) == 0;
  if (above_half || (tie && decimals % 2 == 1)) decimals++;
  if (decimals == decimals_scale) {
    decimals = 0;
    whole++;
  }
  put_unsigned(whole);
  put_char('.');
  put_padded(decimals, DECIMALS);
}

/* ---- Failure ---- */

/* Prints what was written so far, then the message as an error, and ends the program with status 1. */
static APART _Noreturn void fail(const char *message) {
  flush_to(STANDARD_OUTPUT);
  put_text(message);
  put_char('\n');
  flush_to(STANDARD_ERROR);
  host_exit(1);
}

/* ---- Memory ---- */

static char *free_memory;
static size_t free_bytes;

/* Returns `bytes` of memory, aligned for any number. It is never given back; ends the program when there is none. */
static APART void *allocate(size_t bytes) {
  const size_t alignment = 16, chunk = 1 << 18;
  if (bytes > SIZE_MAX / 2) fail("a request for memory is too large");
  bytes = (bytes + alignment - 1) / alignment * alignment;
  if (bytes > free_bytes) {
    free_bytes = bytes > chunk ? bytes : chunk;
    free_memory = host_memory(free_bytes);
    if (!free_memory) fail("out of memory");
  }
  char *const memory = free_memory;
  free_memory += bytes;
  free_bytes -= bytes;
  return memory;
}

/* ---- Arguments ---- */

/* Returns the first argument as a number, or `otherwise` when there is none; ends the program unless it is a number
 * and in `least..most`. */
static APART int size_argument(int count, char **arguments, int least, int most, int otherwise) {
  if (count == 0) return otherwise;
  int value = 0;
  for (const char *digit = arguments[0]; *digit && value <= most; digit++) {
    if (*digit < '0' || *digit > '9') {
      value = -1;
      break;
    }
    value = value * 10 + (*digit - '0');
  }
  if (*arguments[0] == '\0' || value < least || value > most)
    fail("the argument must be a number, neither too small nor too large");
  return value;
}

/* ---- Entry ---- */

#ifdef __wasm__

enum { MOST_ARGUMENTS = 16, ARGUMENT_BYTES = 4096 };

__attribute__((export_name("_start"))) void _start(void) {
  static char *arguments[MOST_ARGUMENTS];
  static char text[ARGUMENT_BYTES];
  size_t count = 0, bytes = 0;
  if (wasi_args_sizes_get(&count, &bytes) != 0 || count > MOST_ARGUMENTS || bytes > ARGUMENT_BYTES ||
      wasi_args_get(arguments, text) != 0)
    fail("the arguments cannot be read");
  const int skipped = count > 0;
  const int status = program((int)count - skipped, arguments + skipped);
  flush_to(STANDARD_OUTPUT);
  if (status != 0) host_exit(status);
}

#else

int main(int count, char **arguments) {
  const int skipped = count > 0;
  const int status = program(count - skipped, arguments + skipped);
  flush_to(STANDARD_OUTPUT);
  return status;
}

#endif

#endif
