/* WASI preview 1 over POSIX: see unsnarl-wasi.h.
 *
 * Compile it with -DUNSNARL_WASI_TYPES='"x.h"', the header of any module: it needs the types that
 * all modules share. Or include it in a file that has included such a header.
 *
 * A path of the program is opened part by part, so that neither `..` nor a symbolic link leads out
 * of the folder that it is relative to: absolute paths and symbolic links in the middle are
 * refused.
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#ifdef UNSNARL_WASI_TYPES
#include UNSNARL_WASI_TYPES
#endif
#include "unsnarl-wasi.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum {
  E_OK = 0, E_2BIG = 1, E_ACCES = 2, E_AGAIN = 6, E_BADF = 8, E_BUSY = 10, E_EXIST = 20, E_FAULT = 21,
  E_FBIG = 22, E_INTR = 27, E_INVAL = 28, E_IO = 29, E_ISDIR = 31, E_LOOP = 32, E_MFILE = 33,
  E_MLINK = 34, E_NAMETOOLONG = 37, E_NFILE = 41, E_NOENT = 44, E_NOMEM = 48, E_NOSPC = 51,
  E_NOSYS = 52, E_NOTDIR = 54, E_NOTEMPTY = 55, E_NOTSUP = 58, E_NOTTY = 59, E_NXIO = 60, E_PERM = 63,
  E_PIPE = 64, E_RANGE = 68, E_ROFS = 69, E_SPIPE = 70, E_XDEV = 75, E_NOTCAPABLE = 76
};

static uint32_t error_of(int number) {
  switch (number) {
  case 0: return E_OK;
  case E2BIG: return E_2BIG;
  case EACCES: return E_ACCES;
  case EAGAIN: return E_AGAIN;
  case EBADF: return E_BADF;
  case EBUSY: return E_BUSY;
  case EEXIST: return E_EXIST;
  case EFAULT: return E_FAULT;
  case EFBIG: return E_FBIG;
  case EINTR: return E_INTR;
  case EINVAL: return E_INVAL;
  case EISDIR: return E_ISDIR;
  case ELOOP: return E_LOOP;
  case EMFILE: return E_MFILE;
  case EMLINK: return E_MLINK;
  case ENAMETOOLONG: return E_NAMETOOLONG;
  case ENFILE: return E_NFILE;
  case ENOENT: return E_NOENT;
  case ENOMEM: return E_NOMEM;
  case ENOSPC: return E_NOSPC;
  case ENOSYS: return E_NOSYS;
  case ENOTDIR: return E_NOTDIR;
  case ENOTEMPTY: return E_NOTEMPTY;
  case ENOTSUP: return E_NOTSUP;
  case ENOTTY: return E_NOTTY;
  case ENXIO: return E_NXIO;
  case EPERM: return E_PERM;
  case EPIPE: return E_PIPE;
  case ERANGE: return E_RANGE;
  case EROFS: return E_ROFS;
  case ESPIPE: return E_SPIPE;
  case EXDEV: return E_XDEV;
  default: return E_IO;
  }
}

static uint32_t last_error(void) {
  return error_of(errno);
}

/* A range of the memory; null if it is out of bounds. */
static uint8_t *bytes_at(const unsnarl_wasi *wasi, uint32_t at, uint64_t count) {
  const unsnarl_memory *const memory = wasi->memory;
  if (!memory || count > memory->size || at > memory->size - count) return 0;
  return memory->bytes + at;
}

static void put(uint8_t *to, uint64_t number, int bytes) {
  for (; bytes > 0; bytes--, number >>= 8) *to++ = (uint8_t)number;
}

static uint64_t get(const uint8_t *from, int bytes) {
  uint64_t number = 0;
  while (bytes > 0) number = number << 8 | from[--bytes];
  return number;
}

static uint32_t put_at(const unsnarl_wasi *wasi, uint32_t at, uint64_t number, int bytes) {
  uint8_t *const to = bytes_at(wasi, at, (uint64_t)bytes);
  if (!to) return E_FAULT;
  put(to, number, bytes);
  return E_OK;
}

static unsnarl_wasi_file *file_of(unsnarl_wasi *wasi, uint32_t fd) {
  if (fd >= UNSNARL_WASI_FILES || wasi->files[fd].fd < 0) return 0;
  return &wasi->files[fd];
}

static int new_file(unsnarl_wasi *wasi, int fd, uint32_t *number) {
  uint32_t free_one;
  for (free_one = 0; free_one < UNSNARL_WASI_FILES; free_one++)
    if (wasi->files[free_one].fd < 0) {
      memset(&wasi->files[free_one], 0, sizeof wasi->files[free_one]);
      wasi->files[free_one].fd = fd;
      *number = free_one;
      return 0;
    }
  return -1;
}

static void close_file(unsnarl_wasi_file *file) {
  if (file->folder) closedir(file->folder);
  if (file->fd > 2) close(file->fd);
  free(file->name);
  memset(file, 0, sizeof *file);
  file->fd = -1;
}

int unsnarl_wasi_folder(unsnarl_wasi *wasi, const char *host, const char *guest) {
  const int fd = open(host, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  uint32_t number;
  if (fd < 0) return -1;
  if (new_file(wasi, fd, &number)) return close(fd), -1;
  wasi->files[number].name = malloc(strlen(guest) + 1);
  if (!wasi->files[number].name) return close_file(&wasi->files[number]), -1;
  strcpy(wasi->files[number].name, guest);
  return 0;
}

void unsnarl_wasi_new(unsnarl_wasi *wasi, unsnarl_context *context, int argc, char **argv, char **environment) {
  const char *folders = getenv("UNSNARL_DIRS");
  int fd;
  memset(wasi, 0, sizeof *wasi);
  wasi->context = context;
  wasi->argc = argc;
  wasi->argv = argv;
  wasi->environment = environment;
  for (fd = 0; fd < UNSNARL_WASI_FILES; fd++) wasi->files[fd].fd = fd < 3 ? fd : -1;
  while (folders && *folders) {
    const size_t length = strcspn(folders, ":");
    char *const host = malloc(length + 1);
    char *guest;
    if (!host) return;
    memcpy(host, folders, length);
    host[length] = 0;
    guest = strchr(host, '=');
    if (guest) *guest++ = 0;
    if (unsnarl_wasi_folder(wasi, host, guest ? guest : host)) fprintf(stderr, "%s: %s\n", host, strerror(errno));
    free(host);
    folders += length + (folders[length] == ':');
  }
}

int unsnarl_wasi_end(unsnarl_wasi *wasi, unsnarl_trap why) {
  static const char *const names[] = {
      "", "unreachable", "integer divided by zero", "integer overflow", "integer of a NaN",
      "out of bounds of a memory", "out of bounds of a table", "call of a null reference",
      "indirect call of other types", "calls nest too deep", "unaligned atomic access",
      "wait in a memory that is not shared", "exception that nothing catches",
      "throw of a null reference", "an import is missing", "no memory"};
  int fd;
  for (fd = 0; fd < UNSNARL_WASI_FILES; fd++)
    if (wasi->files[fd].fd >= 0) close_file(&wasi->files[fd]);
  if (why == UNSNARL_OK) return 0;
  if (why == UNSNARL_EXIT) return wasi->context->status;
  fprintf(stderr, "trap: %s\n", (size_t)why < sizeof names / sizeof *names ? names[why] : "unknown");
  return 134;
}

static uint32_t strings_sizes(const unsnarl_wasi *wasi, char **strings, uint32_t count_at, uint32_t size_at) {
  uint64_t count = 0, size = 0;
  for (; strings[count]; count++) size += strlen(strings[count]) + 1;
  if (put_at(wasi, count_at, count, 4)) return E_FAULT;
  return put_at(wasi, size_at, size, 4);
}

static uint32_t strings_get(const unsnarl_wasi *wasi, char **strings, uint32_t pointers, uint32_t text) {
  for (; *strings; strings++, pointers += 4) {
    const size_t size = strlen(*strings) + 1;
    uint8_t *const to = bytes_at(wasi, text, size);
    if (!to || put_at(wasi, pointers, text, 4)) return E_FAULT;
    memcpy(to, *strings, size);
    text += (uint32_t)size;
  }
  return E_OK;
}

uint32_t unsnarl_wasi_args_sizes_get(void *host, uint32_t count, uint32_t size) {
  return strings_sizes(host, ((unsnarl_wasi *)host)->argv, count, size);
}

uint32_t unsnarl_wasi_args_get(void *host, uint32_t pointers, uint32_t text) {
  return strings_get(host, ((unsnarl_wasi *)host)->argv, pointers, text);
}

uint32_t unsnarl_wasi_environ_sizes_get(void *host, uint32_t count, uint32_t size) {
  return strings_sizes(host, ((unsnarl_wasi *)host)->environment, count, size);
}

uint32_t unsnarl_wasi_environ_get(void *host, uint32_t pointers, uint32_t text) {
  return strings_get(host, ((unsnarl_wasi *)host)->environment, pointers, text);
}

static int clock_of(uint32_t id, clockid_t *clock) {
  static const clockid_t clocks[] = {CLOCK_REALTIME, CLOCK_MONOTONIC, CLOCK_PROCESS_CPUTIME_ID, CLOCK_THREAD_CPUTIME_ID};
  if (id >= 4) return -1;
  *clock = clocks[id];
  return 0;
}

static uint64_t nanoseconds(struct timespec time) {
  return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

static struct timespec time_of(uint64_t nanoseconds) {
  struct timespec time;
  time.tv_sec = (time_t)(nanoseconds / 1000000000u);
  time.tv_nsec = (long)(nanoseconds % 1000000000u);
  return time;
}

uint32_t unsnarl_wasi_clock_res_get(void *host, uint32_t id, uint32_t at) {
  struct timespec time;
  clockid_t clock;
  if (clock_of(id, &clock)) return E_INVAL;
  if (clock_getres(clock, &time)) return last_error();
  return put_at(host, at, nanoseconds(time), 8);
}

uint32_t unsnarl_wasi_clock_time_get(void *host, uint32_t id, uint64_t precision, uint32_t at) {
  struct timespec time;
  clockid_t clock;
  (void)precision;
  if (clock_of(id, &clock)) return E_INVAL;
  if (clock_gettime(clock, &time)) return last_error();
  return put_at(host, at, nanoseconds(time), 8);
}

static uint8_t kind_of(mode_t mode) {
  return S_ISBLK(mode) ? 1 : S_ISCHR(mode) ? 2 : S_ISDIR(mode) ? 3 : S_ISREG(mode) ? 4 : S_ISSOCK(mode) ? 6 : S_ISLNK(mode) ? 7 : 0;
}

static uint32_t put_stat(const unsnarl_wasi *wasi, uint32_t at, const struct stat *status) {
  uint8_t *const to = bytes_at(wasi, at, 64);
  if (!to) return E_FAULT;
  memset(to, 0, 64);
  put(to, (uint64_t)status->st_dev, 8);
  put(to + 8, (uint64_t)status->st_ino, 8);
  to[16] = kind_of(status->st_mode);
  put(to + 24, (uint64_t)status->st_nlink, 8);
  put(to + 32, (uint64_t)status->st_size, 8);
  put(to + 40, nanoseconds(status->st_atim), 8);
  put(to + 48, nanoseconds(status->st_mtim), 8);
  put(to + 56, nanoseconds(status->st_ctim), 8);
  return E_OK;
}

uint32_t unsnarl_wasi_fd_advise(void *host, uint32_t fd, uint64_t offset, uint64_t length, uint32_t advice) {
  (void)offset, (void)length, (void)advice;
  return file_of(host, fd) ? E_OK : E_BADF;
}

uint32_t unsnarl_wasi_fd_allocate(void *host, uint32_t fd, uint64_t offset, uint64_t length) {
  unsnarl_wasi_file *const file = file_of(host, fd);
  if (!file) return E_BADF;
  return error_of(posix_fallocate(file->fd, (off_t)offset, (off_t)length));
}

uint32_t unsnarl_wasi_fd_close(void *host, uint32_t fd) {
  unsnarl_wasi_file *const file = file_of(host, fd);
  if (!file) return E_BADF;
  close_file(file);
  return E_OK;
}

uint32_t unsnarl_wasi_fd_datasync(void *host, uint32_t fd) {
  unsnarl_wasi_file *const file = file_of(host, fd);
  if (!file) return E_BADF;
  return fdatasync(file->fd) ? last_error() : E_OK;
}

uint32_t unsnarl_wasi_fd_sync(void *host, uint32_t fd) {
  unsnarl_wasi_file *const file = file_of(host, fd);
  if (!file) return E_BADF;
  return fsync(file->fd) ? last_error() : E_OK;
}

uint32_t unsnarl_wasi_fd_fdstat_get(void *host, uint32_t fd, uint32_t at) {
  unsnarl_wasi_file *const file = file_of(host, fd);
  uint8_t *const to = bytes_at(host, at, 24);
  struct stat status;
  if (!file) return E_BADF;
  if (!to) return E_FAULT;
  if (fstat(file->fd, &status)) return last_error();
  memset(to, 0, 24);
  to[0] = kind_of(status.st_mode);
  put(to + 2, file->flags, 2);
  /* libc does not take a character device that may seek for a terminal. */
  put(to + 8, to[0] == 2 ? ~(uint64_t)0x24 : ~(uint64_t)0, 8);
  put(to + 16, ~(uint64_t)0, 8);
  return E_OK;
}

uint32_t unsnarl_wasi_fd_fdstat_set_flags(void *host, uint32_t fd, uint32_t flags) {
  unsnarl_wasi_file *const file = file_of(host, fd);
  int own;
  if (!file) return E_BADF;
  own = fcntl(file->fd, F_GETFL);
  if (own < 0) return last_error();
  own &= ~(O_APPEND | O_NONBLOCK);
  if (flags & 1) own |= O_APPEND;
  if (flags & 4) own |= O_NONBLOCK;
  if (fcntl(file->fd, F_SETFL, own)) return last_error();
  file->flags = (uint16_t)flags;
  return E_OK;
}

uint32_t unsnarl_wasi_fd_fdstat_set_rights(void *host, uint32_t fd, uint64_t base, uint64_t inheriting) {
  (void)base, (void)inheriting;
  return file_of(host, fd) ? E_OK : E_BADF;
}

uint32_t unsnarl_wasi_fd_filestat_get(void *host, uint32_t fd, uint32_t at) {
  unsnarl_wasi_file *const file = file_of(host, fd);
  struct stat status;
  if (!file) return E_BADF;
  if (fstat(file->fd, &status)) return last_error();
  return put_stat(host, at, &status);
}

uint32_t unsnarl_wasi_fd_filestat_set_size(void *host, uint32_t fd, uint64_t size) {
  unsnarl_wasi_file *const file = file_of(host, fd);
  if (!file) return E_BADF;
  return ftruncate(file->fd, (off_t)size) ? last_error() : E_OK;
}

static void set_times(struct timespec times[2], uint64_t accessed, uint64_t modified, uint32_t flags) {
  times[0] = time_of(accessed);
  times[1] = time_of(modified);
  if (!(flags & 1)) times[0].tv_nsec = flags & 2 ? UTIME_NOW : UTIME_OMIT;
  if (!(flags & 4)) times[1].tv_nsec = flags & 8 ? UTIME_NOW : UTIME_OMIT;
}

uint32_t unsnarl_wasi_fd_filestat_set_times(void *host, uint32_t fd, uint64_t accessed, uint64_t modified, uint32_t flags) {
  unsnarl_wasi_file *const file = file_of(host, fd);
  struct timespec times[2];
  if (!file) return E_BADF;
  set_times(times, accessed, modified, flags);
  return futimens(file->fd, times) ? last_error() : E_OK;
}

/* Reads or writes by vectors: at an offset, or at the file position if the offset is negative. */
static uint32_t transfer(unsnarl_wasi *wasi, uint32_t fd, uint32_t vectors, uint32_t count, int64_t offset, int writes, uint32_t at) {
  unsnarl_wasi_file *const file = file_of(wasi, fd);
  uint64_t sum = 0;
  uint32_t index;
  if (!file) return E_BADF;
  for (index = 0; index < count; index++, vectors += 8) {
    const uint8_t *const vector = bytes_at(wasi, vectors, 8);
    uint8_t *bytes;
    size_t size, done = 0;
    if (!vector) return E_FAULT;
    size = (size_t)get(vector + 4, 4);
    bytes = bytes_at(wasi, (uint32_t)get(vector, 4), size);
    if (!bytes) return E_FAULT;
    while (done < size) {
      ssize_t some;
      if (offset >= 0)
        some = writes ? pwrite(file->fd, bytes + done, size - done, (off_t)((uint64_t)offset + sum))
                      : pread(file->fd, bytes + done, size - done, (off_t)((uint64_t)offset + sum));
      else
        some = writes ? write(file->fd, bytes + done, size - done) : read(file->fd, bytes + done, size - done);
      if (some < 0 && errno == EINTR) continue;
      if (some < 0) return sum ? put_at(wasi, at, sum, 4) : last_error();
      done += (size_t)some;
      sum += (uint64_t)some;
      if (!writes && done < size) return put_at(wasi, at, sum, 4);
    }
  }
  return put_at(wasi, at, sum, 4);
}

uint32_t unsnarl_wasi_fd_read(void *host, uint32_t fd, uint32_t vectors, uint32_t count, uint32_t at) {
  return transfer(host, fd, vectors, count, -1, 0, at);
}

uint32_t unsnarl_wasi_fd_write(void *host, uint32_t fd, uint32_t vectors, uint32_t count, uint32_t at) {
  return transfer(host, fd, vectors, count, -1, 1, at);
}

uint32_t unsnarl_wasi_fd_pread(void *host, uint32_t fd, uint32_t vectors, uint32_t count, uint64_t offset, uint32_t at) {
  if (offset >> 63) return E_INVAL;
  return transfer(host, fd, vectors, count, (int64_t)offset, 0, at);
}

uint32_t unsnarl_wasi_fd_pwrite(void *host, uint32_t fd, uint32_t vectors, uint32_t count, uint64_t offset, uint32_t at) {
  if (offset >> 63) return E_INVAL;
  return transfer(host, fd, vectors, count, (int64_t)offset, 1, at);
}

uint32_t unsnarl_wasi_fd_prestat_get(void *host, uint32_t fd, uint32_t at) {
  unsnarl_wasi_file *const file = file_of(host, fd);
  uint8_t *const to = bytes_at(host, at, 8);
  if (!file || !file->name) return E_BADF;
  if (!to) return E_FAULT;
  memset(to, 0, 8);
  put(to + 4, strlen(file->name), 4);
  return E_OK;
}

uint32_t unsnarl_wasi_fd_prestat_dir_name(void *host, uint32_t fd, uint32_t at, uint32_t size) {
  unsnarl_wasi_file *const file = file_of(host, fd);
  uint8_t *to;
  if (!file || !file->name) return E_BADF;
  if (strlen(file->name) > size) return E_NAMETOOLONG;
  to = bytes_at(host, at, strlen(file->name));
  if (!to) return E_FAULT;
  memcpy(to, file->name, strlen(file->name));
  return E_OK;
}

uint32_t unsnarl_wasi_fd_readdir(void *host, uint32_t fd, uint32_t at, uint32_t size, uint64_t cookie, uint32_t used_at) {
  unsnarl_wasi_file *const file = file_of(host, fd);
  uint8_t *const to = bytes_at(host, at, size);
  uint32_t used = 0;
  if (!file) return E_BADF;
  if (!to) return E_FAULT;
  if (!file->folder) {
    const int again = openat(file->fd, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (again < 0) return last_error();
    file->folder = fdopendir(again);
    if (!file->folder) return close(again), last_error();
    file->entry = 0;
  }
  if (cookie < file->entry) {
    rewinddir(file->folder);
    file->entry = 0;
  }
  for (; used < size; file->entry++) {
    uint8_t head[24];
    struct stat status;
    size_t length, some;
    const struct dirent *entry;
    errno = 0;
    entry = readdir(file->folder);
    if (!entry && errno) return last_error();
    if (!entry) break;
    if (file->entry < cookie) continue;
    length = strlen(entry->d_name);
    memset(head, 0, sizeof head);
    put(head, file->entry + 1, 8);
    put(head + 8, (uint64_t)entry->d_ino, 8);
    put(head + 16, length, 4);
    if (!fstatat(file->fd, entry->d_name, &status, AT_SYMLINK_NOFOLLOW)) head[20] = kind_of(status.st_mode);
    some = size - used < sizeof head ? size - used : sizeof head;
    memcpy(to + used, head, some);
    used += (uint32_t)some;
    some = size - used < length ? size - used : length;
    memcpy(to + used, entry->d_name, some);
    used += (uint32_t)some;
  }
  return put_at(host, used_at, used, 4);
}

uint32_t unsnarl_wasi_fd_renumber(void *host, uint32_t from, uint32_t to) {
  unsnarl_wasi *const wasi = host;
  unsnarl_wasi_file *const file = file_of(wasi, from);
  if (!file || !file_of(wasi, to)) return E_BADF;
  if (from == to) return E_OK;
  close_file(&wasi->files[to]);
  wasi->files[to] = *file;
  memset(file, 0, sizeof *file);
  file->fd = -1;
  return E_OK;
}

uint32_t unsnarl_wasi_fd_seek(void *host, uint32_t fd, uint64_t offset, uint32_t whence, uint32_t at) {
  static const int words[] = {SEEK_SET, SEEK_CUR, SEEK_END};
  unsnarl_wasi_file *const file = file_of(host, fd);
  off_t place;
  if (!file) return E_BADF;
  if (whence > 2) return E_INVAL;
  place = lseek(file->fd, (off_t)offset, words[whence]);
  if (place < 0) return last_error();
  return put_at(host, at, (uint64_t)place, 8);
}

uint32_t unsnarl_wasi_fd_tell(void *host, uint32_t fd, uint32_t at) {
  return unsnarl_wasi_fd_seek(host, fd, 0, 1, at);
}

/* A path of the program: the folder that its last part is in, opened part by part, and that part. */
typedef struct place {
  int fd;
  char last[256];
} place;

static uint32_t enter(place *found, int *depth, const char *name) {
  int next;
  if (strcmp(name, "..") == 0) {
    if (--*depth < 0) return E_NOTCAPABLE;
  } else {
    ++*depth;
  }
  next = openat(found->fd, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  if (next < 0) return last_error();
  close(found->fd);
  found->fd = next;
  return E_OK;
}

static uint32_t find_place(unsnarl_wasi *wasi, uint32_t fd, uint32_t at, uint32_t size, place *found) {
  unsnarl_wasi_file *const file = file_of(wasi, fd);
  const uint8_t *const path = bytes_at(wasi, at, size);
  uint32_t start = 0, why;
  int depth = 0;
  found->fd = -1;
  if (!file) return E_BADF;
  if (!path) return E_FAULT;
  if (size == 0) return E_NOENT;
  if (path[0] == '/') return E_NOTCAPABLE;
  if (memchr(path, 0, size)) return E_INVAL;
  found->fd = fcntl(file->fd, F_DUPFD_CLOEXEC, 3);
  if (found->fd < 0) return last_error();
  strcpy(found->last, ".");
  while (start < size) {
    uint32_t end = start;
    while (end < size && path[end] != '/') end++;
    if (end > start && !(end - start == 1 && path[start] == '.')) {
      if (strcmp(found->last, ".") != 0 && (why = enter(found, &depth, found->last))) return close(found->fd), why;
      if (end - start >= sizeof found->last) return close(found->fd), (uint32_t)E_NAMETOOLONG;
      memcpy(found->last, path + start, end - start);
      found->last[end - start] = 0;
    }
    start = end + 1;
  }
  if (strcmp(found->last, "..") == 0) {
    if ((why = enter(found, &depth, ".."))) return close(found->fd), why;
    strcpy(found->last, ".");
  }
  return E_OK;
}

static uint32_t leave_place(const place *found, int failed) {
  const uint32_t why = failed ? last_error() : (uint32_t)E_OK;
  close(found->fd);
  return why;
}

uint32_t unsnarl_wasi_path_create_directory(void *host, uint32_t fd, uint32_t at, uint32_t size) {
  place found;
  const uint32_t why = find_place(host, fd, at, size, &found);
  return why ? why : leave_place(&found, mkdirat(found.fd, found.last, 0777));
}

/* Only the last part may be a symbolic link, and one to something in its own folder. */
static uint32_t stat_place(place *found, uint32_t follows, struct stat *status) {
  char target[256];
  ssize_t length;
  if (fstatat(found->fd, found->last, status, AT_SYMLINK_NOFOLLOW)) return last_error();
  if (!(follows & 1) || !S_ISLNK(status->st_mode)) return E_OK;
  length = readlinkat(found->fd, found->last, target, sizeof target - 1);
  if (length < 0) return last_error();
  target[length] = 0;
  if (strchr(target, '/') || strcmp(target, "..") == 0) return E_NOTCAPABLE;
  strcpy(found->last, target);
  if (fstatat(found->fd, found->last, status, AT_SYMLINK_NOFOLLOW)) return last_error();
  return S_ISLNK(status->st_mode) ? E_LOOP : E_OK;
}

uint32_t unsnarl_wasi_path_filestat_get(void *host, uint32_t fd, uint32_t flags, uint32_t at, uint32_t size, uint32_t to) {
  place found;
  struct stat status;
  uint32_t why = find_place(host, fd, at, size, &found);
  if (why) return why;
  why = stat_place(&found, flags, &status);
  close(found.fd);
  return why ? why : put_stat(host, to, &status);
}

uint32_t unsnarl_wasi_path_filestat_set_times(void *host, uint32_t fd, uint32_t flags, uint32_t at, uint32_t size, uint64_t accessed, uint64_t modified, uint32_t which) {
  place found;
  struct timespec times[2];
  const uint32_t why = find_place(host, fd, at, size, &found);
  (void)flags;
  if (why) return why;
  set_times(times, accessed, modified, which);
  return leave_place(&found, utimensat(found.fd, found.last, times, AT_SYMLINK_NOFOLLOW));
}

uint32_t unsnarl_wasi_path_link(void *host, uint32_t from, uint32_t flags, uint32_t from_at, uint32_t from_size, uint32_t to, uint32_t to_at, uint32_t to_size) {
  place source, target;
  uint32_t why = find_place(host, from, from_at, from_size, &source);
  (void)flags;
  if (why) return why;
  why = find_place(host, to, to_at, to_size, &target);
  if (!why) why = leave_place(&target, linkat(source.fd, source.last, target.fd, target.last, 0));
  close(source.fd);
  return why;
}

uint32_t unsnarl_wasi_path_open(void *host, uint32_t fd, uint32_t follows, uint32_t at, uint32_t size, uint32_t how, uint64_t rights, uint64_t inheriting, uint32_t flags, uint32_t to) {
  const int reads = (rights & 0x4002) != 0, writes = (rights & 0x400040) != 0 || (rights & 0x100) != 0;
  int mode = writes ? (reads ? O_RDWR : O_WRONLY) : O_RDONLY, opened;
  unsnarl_wasi *const wasi = host;
  struct stat status;
  uint32_t number, why;
  place found;
  (void)inheriting;
  why = find_place(wasi, fd, at, size, &found);
  if (why) return why;
  why = stat_place(&found, follows, &status);
  if (why && why != E_NOENT) return close(found.fd), why;
  if (how & 1) mode |= O_CREAT;
  if (how & 2) mode |= O_DIRECTORY;
  if (how & 4) mode |= O_EXCL;
  if (how & 8) mode |= O_TRUNC;
  if (flags & 1) mode |= O_APPEND;
  if (flags & 4) mode |= O_NONBLOCK;
  if (!why && S_ISDIR(status.st_mode)) mode = (mode & ~(O_RDWR | O_WRONLY)) | O_RDONLY;
  opened = openat(found.fd, found.last, mode | O_NOFOLLOW | O_CLOEXEC, 0666);
  why = leave_place(&found, opened < 0);
  if (why) return why;
  if (new_file(wasi, opened, &number)) return close(opened), (uint32_t)E_MFILE;
  wasi->files[number].flags = (uint16_t)flags;
  return put_at(wasi, to, number, 4);
}

uint32_t unsnarl_wasi_path_readlink(void *host, uint32_t fd, uint32_t at, uint32_t size, uint32_t to, uint32_t room, uint32_t used) {
  place found;
  ssize_t length;
  uint8_t *const bytes = bytes_at(host, to, room);
  uint32_t why = find_place(host, fd, at, size, &found);
  if (why) return why;
  if (!bytes) return close(found.fd), (uint32_t)E_FAULT;
  length = readlinkat(found.fd, found.last, (char *)bytes, room);
  why = leave_place(&found, length < 0);
  return why ? why : put_at(host, used, (uint64_t)length, 4);
}

uint32_t unsnarl_wasi_path_remove_directory(void *host, uint32_t fd, uint32_t at, uint32_t size) {
  place found;
  const uint32_t why = find_place(host, fd, at, size, &found);
  return why ? why : leave_place(&found, unlinkat(found.fd, found.last, AT_REMOVEDIR));
}

uint32_t unsnarl_wasi_path_rename(void *host, uint32_t from, uint32_t from_at, uint32_t from_size, uint32_t to, uint32_t to_at, uint32_t to_size) {
  place source, target;
  uint32_t why = find_place(host, from, from_at, from_size, &source);
  if (why) return why;
  why = find_place(host, to, to_at, to_size, &target);
  if (!why) why = leave_place(&target, renameat(source.fd, source.last, target.fd, target.last));
  close(source.fd);
  return why;
}

uint32_t unsnarl_wasi_path_symlink(void *host, uint32_t target_at, uint32_t target_size, uint32_t fd, uint32_t at, uint32_t size) {
  const uint8_t *const target = bytes_at(host, target_at, target_size);
  char text[256];
  place found;
  uint32_t why;
  if (!target) return E_FAULT;
  if (target_size >= sizeof text) return E_NAMETOOLONG;
  memcpy(text, target, target_size);
  text[target_size] = 0;
  why = find_place(host, fd, at, size, &found);
  return why ? why : leave_place(&found, symlinkat(text, found.fd, found.last));
}

uint32_t unsnarl_wasi_path_unlink_file(void *host, uint32_t fd, uint32_t at, uint32_t size) {
  place found;
  const uint32_t why = find_place(host, fd, at, size, &found);
  return why ? why : leave_place(&found, unlinkat(found.fd, found.last, 0));
}

/* Waits for the first of several clocks; files are always ready. */
uint32_t unsnarl_wasi_poll_oneoff(void *host, uint32_t from, uint32_t to, uint32_t count, uint32_t at) {
  uint64_t least = UINT64_MAX;
  uint32_t index, chosen = 0, events = 0;
  if (count == 0) return E_INVAL;
  if (!bytes_at(host, from, (uint64_t)count * 48) || !bytes_at(host, to, (uint64_t)count * 32)) return E_FAULT;
  for (index = 0; index < count; index++) {
    const uint8_t *const wanted = bytes_at(host, from + 48 * index, 48);
    uint64_t wait = 0;
    if (wanted[8] == 0) {
      struct timespec now;
      clockid_t clock;
      if (clock_of((uint32_t)get(wanted + 16, 4), &clock)) return E_INVAL;
      wait = get(wanted + 24, 8);
      if (wanted[40] & 1 && !clock_gettime(clock, &now)) wait = wait > nanoseconds(now) ? wait - nanoseconds(now) : 0;
    }
    if (wait < least) {
      least = wait;
      chosen = index;
    }
  }
  {
    const uint8_t *const wanted = bytes_at(host, from + 48 * chosen, 48);
    uint8_t *const event = bytes_at(host, to, 32);
    struct timespec time = time_of(least);
    while (nanosleep(&time, &time) && errno == EINTR) {
    }
    memset(event, 0, 32);
    memcpy(event, wanted, 8);
    event[10] = wanted[8];
    events = 1;
  }
  return put_at(host, at, events, 4);
}

void unsnarl_wasi_proc_exit(void *host, uint32_t status) {
  unsnarl_context *const context = ((unsnarl_wasi *)host)->context;
  context->status = (int)status;
  if (!context->landing) exit((int)status);
  context->why = UNSNARL_EXIT;
  longjmp(*context->landing, 1);
}

uint32_t unsnarl_wasi_proc_raise(void *host, uint32_t number) {
  (void)host, (void)number;
  return E_NOSYS;
}

uint32_t unsnarl_wasi_random_get(void *host, uint32_t at, uint32_t size) {
  uint8_t *const bytes = bytes_at(host, at, size);
  size_t done = 0;
  int source;
  if (!bytes) return E_FAULT;
  source = open("/dev/urandom", O_RDONLY | O_CLOEXEC);
  if (source < 0) return last_error();
  while (done < size) {
    const ssize_t some = read(source, bytes + done, size - done);
    if (some <= 0) return close(source), (uint32_t)E_IO;
    done += (size_t)some;
  }
  close(source);
  return E_OK;
}

uint32_t unsnarl_wasi_sched_yield(void *host) {
  (void)host;
  return sched_yield() ? last_error() : (uint32_t)E_OK;
}

uint32_t unsnarl_wasi_sock_accept(void *host, uint32_t fd, uint32_t flags, uint32_t to) {
  (void)host, (void)fd, (void)flags, (void)to;
  return E_NOSYS;
}

uint32_t unsnarl_wasi_sock_recv(void *host, uint32_t fd, uint32_t vectors, uint32_t count, uint32_t flags, uint32_t size, uint32_t to) {
  (void)host, (void)fd, (void)vectors, (void)count, (void)flags, (void)size, (void)to;
  return E_NOSYS;
}

uint32_t unsnarl_wasi_sock_send(void *host, uint32_t fd, uint32_t vectors, uint32_t count, uint32_t flags, uint32_t to) {
  (void)host, (void)fd, (void)vectors, (void)count, (void)flags, (void)to;
  return E_NOSYS;
}

uint32_t unsnarl_wasi_sock_shutdown(void *host, uint32_t fd, uint32_t how) {
  (void)host, (void)fd, (void)how;
  return E_NOSYS;
}
