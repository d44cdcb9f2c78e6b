// Signed bit-fields keep their sign and wrap by their own width.
#include <stdint.h>
#include <stdio.h>

struct fields {
    signed int three : 3;
    signed int one : 1;
    signed int eleven : 11;
    signed int rest : 17;
};

static volatile int32_t inputs[] = {0, 1, 3, -4, -1, 1023, -1024, 65535, -65536};

int main(void) {
    struct fields fields = {0, 0, 0, 0};
    for (unsigned at = 0; at < sizeof inputs / sizeof *inputs; at++) {
        int32_t value = inputs[at];
        fields.three = value & 3;
        fields.one = -(value & 1);
        fields.eleven = value % 1024;
        fields.rest = value;
        printf("%d %d %d %d\n", fields.three, fields.one, fields.eleven, fields.rest);
        fields.three--;
        fields.eleven ^= 5;
        fields.rest /= 3;
        printf("  %d %d %d %d\n", fields.three, fields.one, fields.eleven, fields.rest);
    }
    return fields.rest < 0;
}
