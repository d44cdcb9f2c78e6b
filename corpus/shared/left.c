// A library with variables and functions of every visibility.
#define LEFT
#include "shared.h"

int counter = 5;
int numbers[10] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10};
int *middle = &numbers[4];
__thread int of_thread = 11;
OWN int own = 100;
static int hidden_away = 1000;
static __thread int calls;
OWN __thread int steps_of_thread[3] = {1, 2, 3};
SEEN int protected_number = 10000;
extern int left_alias __attribute__((alias("counter")));
extern WEAK int missing;
extern WEAK int missing_function(int);
extern OWN WEAK int missing_inside;

OWN int triple(int number) { return 3 * number; }
static int square(int number) { return number * number; }
SEEN int seen_by_left(int number) { return number + protected_number; }
// The program has another one.
WEAK int choose(int number) { return number + 1; }
int by_left(int number) { return choose(number) + by_right(number) + of_program(number); }
int again(int number) __attribute__((alias("by_left")));

function chosen = triple;

struct row rows[3] = {
    {"first", &counter, choose, &rows[1], "eleven byte"},
    {"second", &numbers[7], square, &rows[2], {1, 2, 3}},
    {"third" + 2, &own, by_right, 0, {0}},
};

static const function functions[] = {choose, square, triple, by_left, of_program, by_right, again};

function address_in_left(int which) {
    switch (which) {
    case 0:
        return choose;
    case 1:
        return square;
    case 2:
        return triple;
    case 3:
        return by_left;
    case 4:
        return of_program;
    case 5:
        return by_right;
    case 6:
        return again;
    case 7:
        return seen_by_left;
    default:
        return functions[which - 8];
    }
}

int *place_in_left(int which) {
    switch (which) {
    case 0:
        return &counter;
    case 1:
        return &numbers[3];
    case 2:
        return &own;
    case 3:
        return &hidden_away;
    case 4:
        return &protected_number;
    case 5:
        return &program_numbers[1];
    case 6:
        return &left_alias;
    case 7:
        return &of_thread;
    case 8:
        return numbers - which + 9;
    default:
        return middle;
    }
}

int work_of_left(int steps) {
    int *place = steps & 1 ? &counter : &numbers[2];
    for (int step = 0; step < steps; step++) {
        numbers[step % 10] += step * own;
        *place += numbers[(step + 1) % 10];
        hidden_away ^= counter;
        of_thread += hidden_away & 7;
        program_numbers[step & 3]++;
        place = step % 3 ? place : &program_numbers[step & 1];
        protected_number -= *place;
    }
    own++;
    calls++;
    steps_of_thread[calls % 3] += calls;
    hidden_away += steps_of_thread[steps % 3];
    return counter + hidden_away + protected_number + (int)(&numbers[9] - middle);
}

int is_missing(void) {
    return (&missing ? 0 : 1) + (missing_function ? 0 : 2) + (&missing_inside ? 0 : 4) +
           (&counter ? 8 : 0);
}

struct row copy_of_row(int which) { return rows[which]; }

__attribute__((constructor)) static void start(void) { hidden_away += triple(*middle); }
