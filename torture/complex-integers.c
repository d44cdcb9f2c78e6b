// GNU complex integers, complex members and arrays, and conversions between complex and real.
#include <stdint.h>
#include <stdio.h>

typedef int _Complex whole;
struct wave { char name; double _Complex at[3]; };

static __attribute__((noinline)) whole power(whole z, int n) {
    whole result = 1;
    while (n-- > 0)
        result *= z;
    return result;
}
static __attribute__((noinline)) struct wave scale(struct wave wave, double by) {
    for (int at = 0; at < 3; at++)
        wave.at[at] *= by;
    return wave;
}

int main(void) {
    for (volatile int n = 0; n < 8; n++) {
        whole z = power(2 + 3i, n), y = ~z + 5;
        printf("%d %d %d %d %d\n", __real__ z, __imag__ z, __real__ y, __imag__ y, z == y);
    }
    struct wave wave = {'w', {1, 2.5 + 1.0i, -0.5i}};
    wave = scale(scale(wave, 3), 0.25);
    for (int at = 0; at < 3; at++)
        printf("%.4f %.4f\n", __real__ wave.at[at], __imag__ wave.at[at]);
    double real = (double)wave.at[1];
    float _Complex narrow = wave.at[1];
    printf("%.4f %.4f\n", real, __imag__ narrow);
    return 0;
}
