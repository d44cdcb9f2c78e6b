#pragma once
#include <stdarg.h>
#include <stddef.h>
typedef struct file FILE;
extern FILE *const stdout, *const stderr;
int printf(const char *, ...);
int vprintf(const char *, va_list);
int fprintf(FILE *, const char *, ...);
int snprintf(char *, size_t, const char *, ...);
int sprintf(char *, const char *, ...);
int puts(const char *);
int putchar(int);
int fputs(const char *, FILE *);
int fflush(FILE *);
