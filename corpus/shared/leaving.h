// A class whose objects say that they are left.
#ifndef LEAVING_H
#define LEAVING_H

struct Leaving {
    int number;
    explicit Leaving(int number) : number(number) {}
    ~Leaving() { say("left", number); }
};

PUBLIC int thrower(int number);
extern PUBLIC function passed;
PUBLIC int between(function called, int number);

#endif
