// A library that exceptions pass through.
#include "shared.h"
#include "leaving.h"

PUBLIC int between(function called, int number) {
    Leaving own(number + 200);
    return called(number) + thrower(number & 1);
}
