/* WASI preview 1 over POSIX, for modules that Unsnarl has written as C.
 *
 * Include the header of a module first. Every function `unsnarl_wasi_X` is the function X of
 * `wasi_snapshot_preview1`; its first argument is an `unsnarl_wasi`.
 *
 * What is not there gives ENOSYS: sockets, and polling of anything but clocks.
 */
#ifndef UNSNARL_WASI_H
#define UNSNARL_WASI_H

#include <stddef.h>
#include <stdint.h>

#ifndef UNSNARL_TYPES
#error "include the header of the module first"
#endif

/* The maximum number of open descriptors. */
#define UNSNARL_WASI_FILES 256

typedef struct unsnarl_wasi_file {
  /* The descriptor of the host; -1 if there is none. */
  int fd;
  /* The name under which a folder of the host was opened before the program ran. */
  char *name;
  /* The folder that is being read, and the number of entries that were read. */
  void *folder;
  uint64_t entry;
  uint16_t flags;
} unsnarl_wasi_file;

typedef struct unsnarl_wasi {
  /* The memory of the module. */
  unsnarl_memory *memory;
  unsnarl_context *context;
  int argc;
  char **argv, **environment;
  unsnarl_wasi_file files[UNSNARL_WASI_FILES];
} unsnarl_wasi;

/* Starts with the arguments of a program, and opens the standard streams. Folders are those that
   the variable UNSNARL_DIRS names, with colons between them, each as `host` or `host=guest`; none
   without it. */
void unsnarl_wasi_new(unsnarl_wasi *wasi, unsnarl_context *context, int argc, char **argv, char **environment);
/* Lets the program see a folder of the host under a name; gives 0, or -1 if it cannot. */
int unsnarl_wasi_folder(unsnarl_wasi *wasi, const char *host, const char *guest);
/* Closes all files, and returns the exit status of the program; reports a trap. */
int unsnarl_wasi_end(unsnarl_wasi *wasi, unsnarl_trap why);

uint32_t unsnarl_wasi_args_get(void *, uint32_t, uint32_t);
uint32_t unsnarl_wasi_args_sizes_get(void *, uint32_t, uint32_t);
uint32_t unsnarl_wasi_environ_get(void *, uint32_t, uint32_t);
uint32_t unsnarl_wasi_environ_sizes_get(void *, uint32_t, uint32_t);
uint32_t unsnarl_wasi_clock_res_get(void *, uint32_t, uint32_t);
uint32_t unsnarl_wasi_clock_time_get(void *, uint32_t, uint64_t, uint32_t);
uint32_t unsnarl_wasi_fd_advise(void *, uint32_t, uint64_t, uint64_t, uint32_t);
uint32_t unsnarl_wasi_fd_allocate(void *, uint32_t, uint64_t, uint64_t);
uint32_t unsnarl_wasi_fd_close(void *, uint32_t);
uint32_t unsnarl_wasi_fd_datasync(void *, uint32_t);
uint32_t unsnarl_wasi_fd_fdstat_get(void *, uint32_t, uint32_t);
uint32_t unsnarl_wasi_fd_fdstat_set_flags(void *, uint32_t, uint32_t);
uint32_t unsnarl_wasi_fd_fdstat_set_rights(void *, uint32_t, uint64_t, uint64_t);
uint32_t unsnarl_wasi_fd_filestat_get(void *, uint32_t, uint32_t);
uint32_t unsnarl_wasi_fd_filestat_set_size(void *, uint32_t, uint64_t);
uint32_t unsnarl_wasi_fd_filestat_set_times(void *, uint32_t, uint64_t, uint64_t, uint32_t);
uint32_t unsnarl_wasi_fd_pread(void *, uint32_t, uint32_t, uint32_t, uint64_t, uint32_t);
uint32_t unsnarl_wasi_fd_prestat_get(void *, uint32_t, uint32_t);
uint32_t unsnarl_wasi_fd_prestat_dir_name(void *, uint32_t, uint32_t, uint32_t);
uint32_t unsnarl_wasi_fd_pwrite(void *, uint32_t, uint32_t, uint32_t, uint64_t, uint32_t);
uint32_t unsnarl_wasi_fd_read(void *, uint32_t, uint32_t, uint32_t, uint32_t);
uint32_t unsnarl_wasi_fd_readdir(void *, uint32_t, uint32_t, uint32_t, uint64_t, uint32_t);
uint32_t unsnarl_wasi_fd_renumber(void *, uint32_t, uint32_t);
uint32_t unsnarl_wasi_fd_seek(void *, uint32_t, uint64_t, uint32_t, uint32_t);
uint32_t unsnarl_wasi_fd_sync(void *, uint32_t);
uint32_t unsnarl_wasi_fd_tell(void *, uint32_t, uint32_t);
uint32_t unsnarl_wasi_fd_write(void *, uint32_t, uint32_t, uint32_t, uint32_t);
uint32_t unsnarl_wasi_path_create_directory(void *, uint32_t, uint32_t, uint32_t);
uint32_t unsnarl_wasi_path_filestat_get(void *, uint32_t, uint32_t, uint32_t, uint32_t, uint32_t);
uint32_t unsnarl_wasi_path_filestat_set_times(void *, uint32_t, uint32_t, uint32_t, uint32_t, uint64_t, uint64_t, uint32_t);
uint32_t unsnarl_wasi_path_link(void *, uint32_t, uint32_t, uint32_t, uint32_t, uint32_t, uint32_t, uint32_t);
uint32_t unsnarl_wasi_path_open(void *, uint32_t, uint32_t, uint32_t, uint32_t, uint32_t, uint64_t, uint64_t, uint32_t, uint32_t);
uint32_t unsnarl_wasi_path_readlink(void *, uint32_t, uint32_t, uint32_t, uint32_t, uint32_t, uint32_t);
uint32_t unsnarl_wasi_path_remove_directory(void *, uint32_t, uint32_t, uint32_t);
uint32_t unsnarl_wasi_path_rename(void *, uint32_t, uint32_t, uint32_t, uint32_t, uint32_t, uint32_t);
uint32_t unsnarl_wasi_path_symlink(void *, uint32_t, uint32_t, uint32_t, uint32_t, uint32_t);
uint32_t unsnarl_wasi_path_unlink_file(void *, uint32_t, uint32_t, uint32_t);
uint32_t unsnarl_wasi_poll_oneoff(void *, uint32_t, uint32_t, uint32_t, uint32_t);
void unsnarl_wasi_proc_exit(void *, uint32_t);
uint32_t unsnarl_wasi_proc_raise(void *, uint32_t);
uint32_t unsnarl_wasi_random_get(void *, uint32_t, uint32_t);
uint32_t unsnarl_wasi_sched_yield(void *);
uint32_t unsnarl_wasi_sock_accept(void *, uint32_t, uint32_t, uint32_t);
uint32_t unsnarl_wasi_sock_recv(void *, uint32_t, uint32_t, uint32_t, uint32_t, uint32_t, uint32_t);
uint32_t unsnarl_wasi_sock_send(void *, uint32_t, uint32_t, uint32_t, uint32_t, uint32_t);
uint32_t unsnarl_wasi_sock_shutdown(void *, uint32_t, uint32_t);

#endif
