// Uses files as programs do: every call of WASI that the C library has for them. Native code prints
// the same.
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static void say(const char *what, long value) {
    printf("%s: %ld%s\n", what, value, value < 0 && errno == ENOENT ? " (no entry)" : "");
}

static int by_name(const void *one, const void *other) {
    return strcmp(*(char *const *)one, *(char *const *)other);
}

static void list(const char *folder) {
    static char *names[512];
    int count = 0;
    DIR *open = opendir(folder);
    if (!open) return say("opendir", -1);
    for (struct dirent *entry; (entry = readdir(open));)
        if (entry->d_name[0] != '.') names[count++] = strdup(entry->d_name);
    closedir(open);
    qsort(names, count, sizeof *names, by_name);
    say(folder, count);
    for (int at = 0; at < count; at += at < 3 ? 1 : 97) puts(names[at]);
}

int main(int argc, char **argv) {
    char text[64];
    struct stat status;
    printf("%d %s %s\n", argc, argv[1], getenv("WORD") ? getenv("WORD") : "no word");

    FILE *file = fopen("a", "w");
    if (!file) return perror("a"), 1;
    fputs("one\ntwo\n", file);
    fclose(file);
    file = fopen("a", "a");
    fputs("three\n", file);
    fclose(file);
    file = fopen("a", "r+");
    fseek(file, 4, SEEK_SET);
    fputs("T", file);
    fseek(file, -6, SEEK_END);
    say("tell", ftell(file));
    printf("%s", fgets(text, sizeof text, file));
    say("end", fgetc(file));
    rewind(file);
    while (fgets(text, sizeof text, file)) printf("%s", text);
    fclose(file);
    say("missing", open("missing", O_RDONLY));
    say("there", open("a", O_WRONLY | O_CREAT | O_EXCL, 0666));
    say("no folder", open("a/b", O_RDONLY));
    say("errno", errno == ENOTDIR);

    int number = open("a", O_RDWR);
    say("pread", pread(number, text, 3, 4));
    printf("%.3s\n", text);
    say("pwrite", pwrite(number, "2", 1, 1));
    say("place", lseek(number, 0, SEEK_CUR));
    say("ftruncate", ftruncate(number, 5));
    say("fsync", fsync(number));
    say("fstat", fstat(number, &status));
    say("size", status.st_size);
    say("regular", S_ISREG(status.st_mode));
    struct timespec times[2] = {{1000, 0}, {2000, 5}};
    say("futimens", futimens(number, times));
    say("close", close(number));
    say("closed", close(number));
    say("stat", stat("a", &status));
    say("time", status.st_mtime);

    say("mkdir", mkdir("d", 0777));
    say("again", mkdir("d", 0777));
    say("rename", rename("a", "d/b"));
    say("link", link("d/b", "d/c"));
    say("symlink", symlink("b", "d/s"));
    long size = readlink("d/s", text, sizeof text);
    printf("%.*s\n", (int)size, text);
    say("lstat", lstat("d/s", &status));
    say("is a link", S_ISLNK(status.st_mode));
    say("through", stat("d/s", &status));
    say("links", status.st_nlink);
    list("d");
    for (int at = 0; at < 300; at++) {
        sprintf(text, "d/a-file-of-a-longer-name-%03d", at);
        fclose(fopen(text, "w"));
    }
    list("d");
    say("not empty", rmdir("d"));
    say("errno", errno == ENOTEMPTY);
    // What is removed while a folder is listed hides nothing else.
    do {
        DIR *folder = opendir("d");
        for (struct dirent *entry; (entry = readdir(folder));)
            if (entry->d_name[0] != '.') unlinkat(dirfd(folder), entry->d_name, 0);
        closedir(folder);
    } while (!strcmp(argv[1], "patient") && rmdir("d"));
    if (!strcmp(argv[1], "patient")) mkdir("d", 0777);
    say("rmdir", rmdir("d"));
    say("gone", stat("d", &status));

    struct timespec start, end, pause = {0, 20000000};
    clock_gettime(CLOCK_MONOTONIC, &start);
    nanosleep(&pause, NULL);
    clock_gettime(CLOCK_MONOTONIC, &end);
    say("slept", end.tv_nsec - start.tv_nsec + 1000000000 * (end.tv_sec - start.tv_sec) >= 20000000);
    say("now", time(NULL) > 1700000000);
    printf("%s", fgets(text, sizeof text, stdin));
    say("read", read(0, text, sizeof text));
    fflush(stdout);
    return 7;
}
