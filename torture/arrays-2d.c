// Two- and three-dimensional arrays: constant and variable indices, rows as pointers, negative indices.
#include <stdint.h>
#include <stdio.h>

static int32_t grid[6][7];
static uint8_t cube[3][4][5] = {{{1, 2}, {3}}, {{4}}, {[3] = {[4] = 99}}};

static __attribute__((noinline)) int32_t column(int32_t rows[][7], int count, int which) {
    int32_t total = 0;
    for (int row = 0; row < count; row++)
        total = total * 2 + rows[row][which];
    return total;
}

int main(void) {
    for (int row = 0; row < 6; row++)
        for (int at = 0; at < 7; at++)
            grid[row][at] = row * at - (row ^ at);
    for (volatile int at = 0; at < 7; at++) {
        int32_t *end = &grid[5][6];
        printf("%d %d %d\n", column(grid, 6, at), column(grid + 2, 3, at), end[-at]);
    }
    int32_t(*rows)[7] = &grid[3];
    printf("%d %d %d\n", rows[-1][2], (*rows)[5], *(*(grid + 4) + 3));
    unsigned hash = 0;
    for (int x = 0; x < 3; x++)
        for (int y = 0; y < 4; y++)
            for (int z = 0; z < 5; z++)
                hash = hash * 7 + cube[x][y][z];
    printf("%u %d\n", hash, (int)(sizeof cube / sizeof cube[0][0]));
    return 0;
}
