// goto out of three loops and a switch, to several places and backwards.
#include <stdio.h>

static __attribute__((noinline)) int search(const int grid[4][4][4], int wanted) {
    int tries = 0;
again:
    tries++;
    for (int x = 0; x < 4; x++)
        for (int y = 0; y < 4; y++)
            for (int z = 0; z < 4; z++) {
                if (grid[x][y][z] == wanted)
                    goto found;
                switch (grid[x][y][z]) {
                case 13:
                    if (wanted < 0)
                        goto failed;
                    break;
                case 17: wanted++; if (tries < 3) goto again; goto next_plane;
                }
            }
    next_plane:;
    if (tries < 5) {
        wanted += 2;
        goto again;
    }
failed:
    return -tries;
found:
    return wanted * 10 + tries;
}

int main(void) {
    int grid[4][4][4];
    for (int at = 0; at < 64; at++)
        grid[at / 16][at / 4 % 4][at % 4] = at * 29 % 71;
    for (volatile int wanted = -3; wanted < 75; wanted += 3)
        printf("%d\n", search((const int (*)[4][4])grid, wanted));
    return 0;
}
