// What a WebAssembly command that Debian's wasm2c wrote as C needs of WASI, for programs without
// files, and its `main`. The module is called `program`.
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "program.h"

enum { SUCCESS = 0, BAD_FILE = 8, NO_SUCH_CALL = 52, NO_SEEK = 70, REGULAR_FILE = 4 };

struct Z_wasi_snapshot_preview1_instance_t {
  Z_program_instance_t *program;
  int count;
  char **arguments;
};

typedef struct Z_wasi_snapshot_preview1_instance_t Wasi;

#define WASI(name) Z_wasi_snapshot_preview1Z_##name

static uint8_t *at(Wasi *wasi, u32 address) {
  return Z_programZ_memory(wasi->program)->data + address;
}

static u32 word(Wasi *wasi, u32 address) {
  u32 value;
  memcpy(&value, at(wasi, address), sizeof value);
  return value;
}

static void set_word(Wasi *wasi, u32 address, u32 value) {
  memcpy(at(wasi, address), &value, sizeof value);
}

u32 WASI(args_sizes_get)(Wasi *wasi, u32 count, u32 size) {
  u32 bytes = 0;
  for (int i = 0; i < wasi->count; i++) bytes += strlen(wasi->arguments[i]) + 1;
  set_word(wasi, count, wasi->count);
  set_word(wasi, size, bytes);
  return SUCCESS;
}

u32 WASI(args_get)(Wasi *wasi, u32 pointers, u32 text) {
  for (int i = 0; i < wasi->count; i++) {
    size_t length = strlen(wasi->arguments[i]) + 1;
    set_word(wasi, pointers + 4 * i, text);
    memcpy(at(wasi, text), wasi->arguments[i], length);
    text += length;
  }
  return SUCCESS;
}

u32 WASI(environ_sizes_get)(Wasi *wasi, u32 count, u32 size) {
  set_word(wasi, count, 0);
  set_word(wasi, size, 0);
  return SUCCESS;
}

u32 WASI(environ_get)(Wasi *wasi, u32 pointers, u32 text) { return SUCCESS; }

u32 WASI(clock_time_get)(Wasi *wasi, u32 clock, u64 precision, u32 result) {
  struct timespec now;
  clock_gettime(clock == 0 ? CLOCK_REALTIME : CLOCK_MONOTONIC, &now);
  u64 time = now.tv_sec * 1000000000ull + now.tv_nsec;
  memcpy(at(wasi, result), &time, sizeof time);
  return SUCCESS;
}

u32 WASI(fd_close)(Wasi *wasi, u32 file) { return file < 3 ? SUCCESS : BAD_FILE; }

u32 WASI(fd_fdstat_get)(Wasi *wasi, u32 file, u32 result) {
  if (file >= 3) return BAD_FILE;
  memset(at(wasi, result), 0, 8);
  *at(wasi, result) = REGULAR_FILE;
  memset(at(wasi, result + 8), 0xff, 16);
  return SUCCESS;
}

u32 WASI(fd_seek)(Wasi *wasi, u32 file, u64 offset, u32 whence, u32 result) {
  return file < 3 ? NO_SEEK : BAD_FILE;
}

static u32 each_buffer(Wasi *wasi, u32 file, u32 vector, u32 count, u32 result, int reads) {
  u32 total = 0;
  for (u32 i = 0; i < count; i++) {
    uint8_t *buffer = at(wasi, word(wasi, vector + 8 * i));
    u32 length = word(wasi, vector + 8 * i + 4);
    ssize_t taken = reads ? read(file, buffer, length) : write(file, buffer, length);
    if (taken < 0) return BAD_FILE;
    total += taken;
    if (taken < length) break;
  }
  set_word(wasi, result, total);
  return SUCCESS;
}

u32 WASI(fd_read)(Wasi *wasi, u32 file, u32 vector, u32 count, u32 result) {
  return file == 0 ? each_buffer(wasi, file, vector, count, result, 1) : BAD_FILE;
}

u32 WASI(fd_write)(Wasi *wasi, u32 file, u32 vector, u32 count, u32 result) {
  return file == 1 || file == 2 ? each_buffer(wasi, file, vector, count, result, 0) : BAD_FILE;
}

void WASI(proc_exit)(Wasi *wasi, u32 status) { exit(status); }

u32 WASI(random_get)(Wasi *wasi, u32 address, u32 length) {
  memset(at(wasi, address), 4, length);
  return SUCCESS;
}

// Calls for files, of which these programs have none.
#define NONE(name, ...) \
  u32 WASI(name)(Wasi *wasi, __VA_ARGS__) { return NO_SUCH_CALL; }
#define NO_FOLDER(name, ...) \
  u32 WASI(name)(Wasi *wasi, __VA_ARGS__) { return BAD_FILE; }
NO_FOLDER(fd_prestat_get, u32 file, u32 result)
NO_FOLDER(fd_prestat_dir_name, u32 file, u32 text, u32 length)
NONE(fd_fdstat_set_flags, u32 file, u32 flags)
NONE(fd_filestat_get, u32 file, u32 result)
NONE(fd_filestat_set_size, u32 file, u64 size)
NONE(fd_filestat_set_times, u32 file, u64 access, u64 change, u32 flags)
NONE(fd_pread, u32 file, u32 vector, u32 count, u64 offset, u32 result)
NONE(fd_pwrite, u32 file, u32 vector, u32 count, u64 offset, u32 result)
NONE(fd_readdir, u32 file, u32 buffer, u32 length, u64 cookie, u32 result)
NONE(fd_renumber, u32 from, u32 to)
NONE(fd_sync, u32 file)
NONE(fd_tell, u32 file, u32 result)
NONE(path_create_directory, u32 file, u32 path, u32 length)
NONE(path_filestat_get, u32 file, u32 flags, u32 path, u32 length, u32 result)
NONE(path_filestat_set_times, u32 file, u32 flags, u32 path, u32 length, u64 access, u64 change, u32 which)
NONE(path_link, u32 file, u32 flags, u32 path, u32 length, u32 to, u32 other, u32 others)
NONE(path_open, u32 file, u32 flags, u32 path, u32 length, u32 how, u64 rights, u64 more, u32 modes, u32 result)
NONE(path_readlink, u32 file, u32 path, u32 length, u32 buffer, u32 size, u32 result)
NONE(path_remove_directory, u32 file, u32 path, u32 length)
NONE(path_rename, u32 file, u32 path, u32 length, u32 to, u32 other, u32 others)
NONE(path_symlink, u32 path, u32 length, u32 file, u32 other, u32 others)
NONE(path_unlink_file, u32 file, u32 path, u32 length)
NONE(poll_oneoff, u32 in, u32 out, u32 count, u32 result)
NONE(clock_res_get, u32 clock, u32 result)
u32 WASI(sched_yield)(Wasi *wasi) { return SUCCESS; }

int main(int count, char **arguments) {
  Z_program_instance_t program;
  Wasi wasi = {&program, count, arguments};
  wasm_rt_init();
  Z_program_init_module();
  Z_program_instantiate(&program, &wasi);
  Z_programZ__start(&program);
  return 0;
}
