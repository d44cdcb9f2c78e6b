// The program, which has what the libraries use.
#include "shared.h"

int program_numbers[4] = {1, 10, 100, 1000};
int choose(int number) { return number + 500; }
int of_program(int number) { return number - program_numbers[2]; }
int *unique_of_program() { return unique(); }

static int of_main(int number) { return 7 * number + numbers[1]; }

// A class of the program with the table of a library behind it.
namespace {
struct Line : Shape {
    int area() const override { return counter; }
};
Line line;
const Shape *const shape = &line;
int *const place_in_library = &numbers[6];
const function functions[] = {choose, by_left, by_right, of_main, seen_by_left};
} // namespace

C PUBLIC void run() {
    say("counter", counter);
    say("numbers", numbers[3] + *middle + *place_in_library);
    say("alias", left_alias);
    say("of_thread", of_thread);
    say("missing", is_missing());
    for (int which = 0; which < 4; which++) say("through", functions[which](which + 3));
    for (int which = 0; which < 15; which++) {
        function found = address_in_left(which);
        say("function", found(which));
        say("is choose", found == choose);
        say("is by_left", found == by_left);
        say("is of_program", found == of_program);
        say("is seen", found == seen_by_left);
    }
    for (int which = 0; which < 4; which++) {
        function found = address_in_right(which);
        say("of right", found(which));
        say("is", (found == choose) + 2 * (found == by_left) + 4 * (found == by_right));
    }
    for (int which = 0; which < 10; which++) {
        int *place = place_in_left(which);
        say("place", *place);
        say("is counter", (place == &counter) + 2 * (place == &numbers[3]) +
                              4 * (place == &program_numbers[1]) + 8 * (place == &left_alias) +
                              16 * (place == &of_thread) + 32 * (place == middle));
    }
    for (int steps = 0; steps < 12; steps++) say("work", work_of_left(steps));
    for (int number : numbers) say("number", number);
    for (int number : program_numbers) say("number of program", number);
    for (const struct row *row = rows; row; row = row->next) {
        say(row->name, *row->place + row->compute(row->bytes[1]));
        struct row copy = copy_of_row(row - rows);
        say(copy.name, copy.place == row->place && copy.bytes[2] == row->bytes[2]);
    }
    say("chosen", call_chosen(9));
    chosen = of_main;
    say("chosen by program", call_chosen(9));
    rows[1].compute = choose;
    rows[2].place = &program_numbers[3];
    say("changed", call_chosen(9));
    say("shapes", shapes_of_right(1));
    say("line", shape->corners() * 10 + shape->twice());
    say("unique", *unique() + (unique() == unique_of_right()) + (unique() == unique_of_program()));
    say("table", table_of_right() == table_of_right());
    say("end", counter);
}
