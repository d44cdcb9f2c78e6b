// What the program and its libraries share.
#ifndef SHARED_H
#define SHARED_H

#ifdef __cplusplus
#define C extern "C"
#else
#define C extern
#endif

// What others see and may replace, what they see, and what they do not see.
#define PUBLIC __attribute__((visibility("default")))
#define SEEN __attribute__((visibility("protected")))
#define OWN __attribute__((visibility("hidden")))
#define WEAK __attribute__((weak))

// Prints a line: what the host has.
C PUBLIC void say(const char *name, int number);

typedef int (*function)(int);

struct row {
    const char *name;
    int *place;
    function compute;
    struct row *next;
    char bytes[12];
};

// By left.
C PUBLIC int counter;
C PUBLIC int numbers[10];
C PUBLIC struct row rows[3];
C PUBLIC int *middle;
C PUBLIC function chosen;
C PUBLIC int left_alias;
C PUBLIC __thread int of_thread;
C PUBLIC int choose(int number);
C PUBLIC int by_left(int number);
C PUBLIC int again(int number);
#ifdef LEFT
SEEN int seen_by_left(int number);
#else
C PUBLIC int seen_by_left(int number);
#endif
C PUBLIC function address_in_left(int which);
C PUBLIC int *place_in_left(int which);
C PUBLIC int work_of_left(int steps);
C PUBLIC int is_missing(void);
C PUBLIC struct row copy_of_row(int which);

// By right.
C PUBLIC int by_right(int number);
C PUBLIC int call_chosen(int number);
C PUBLIC int shapes_of_right(int number);
C PUBLIC int *unique_of_right(void);
C PUBLIC void *table_of_right(void);
C PUBLIC function address_in_right(int which);

// By the program, which the libraries use.
C PUBLIC int of_program(int number);
C PUBLIC int *unique_of_program(void);
C PUBLIC int program_numbers[4];

#ifdef __cplusplus
// Whoever uses it has a copy, of which the loader leaves one.
inline PUBLIC int *unique() {
    static int number = 40;
    return &number;
}

class PUBLIC Shape {
public:
    virtual int corners() const;
    virtual int area() const = 0;
    int twice() const { return 2 * area(); }
};
#endif

#endif
