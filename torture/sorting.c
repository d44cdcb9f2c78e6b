// Quicksort with a random pivot, heapsort, mergesort and a radix sort: all four agree.
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { N = 500 };
static uint32_t state = 1;
static uint32_t random_number(void) { return state = state * 1664525u + 1013904223u; }

static void quick(int32_t *low, int32_t *high) {
    while (low < high) {
        int32_t pivot = low[random_number() % (uint32_t)(high - low + 1)], *i = low, *j = high;
        do {
            while (*i < pivot) i++;
            while (*j > pivot) j--;
            if (i <= j) { int32_t kept = *i; *i++ = *j; *j-- = kept; }
        } while (i <= j);
        if (j - low < high - i) { quick(low, j); low = i; } else { quick(i, high); high = j; }
    }
}
static void sift(int32_t *heap, int at, int count) {
    for (int child; (child = 2 * at + 1) < count; at = child) {
        child += child + 1 < count && heap[child + 1] > heap[child];
        if (heap[at] >= heap[child]) return;
        int32_t kept = heap[at]; heap[at] = heap[child]; heap[child] = kept;
    }
}
static void heap(int32_t *values, int count) {
    for (int at = count / 2; at-- > 0;) sift(values, at, count);
    while (count-- > 1) { int32_t kept = values[0]; values[0] = values[count]; values[count] = kept; sift(values, 0, count); }
}
static void merge(int32_t *values, int count) {
    if (count < 2) return;
    int half = count / 2, i = 0, j = half;
    merge(values, half), merge(values + half, count - half);
    int32_t out[count];
    for (int at = 0; at < count; at++) out[at] = j >= count || (i < half && values[i] <= values[j]) ? values[i++] : values[j++];
    memcpy(values, out, sizeof out);
}
static void radix(int32_t *values, int count) {
    static int32_t other[N];
    for (int shift = 0; shift < 32; shift += 8) {
        int starts[257] = {0};
        for (int at = 0; at < count; at++) starts[(((uint32_t)values[at] ^ 0x80000000u) >> shift & 255) + 1]++;
        for (int at = 0; at < 256; at++) starts[at + 1] += starts[at];
        for (int at = 0; at < count; at++) other[starts[((uint32_t)values[at] ^ 0x80000000u) >> shift & 255]++] = values[at];
        memcpy(values, other, (size_t)count * 4);
    }
}

int main(void) {
    int32_t a[4][N];
    for (int at = 0; at < N; at++)
        a[0][at] = a[1][at] = a[2][at] = a[3][at] = (int32_t)(random_number() >> 4) - 100000000;
    quick(a[0], a[0] + N - 1), heap(a[1], N), merge(a[2], N), radix(a[3], N);
    printf("%d %d %d\n", !memcmp(a[0], a[1], sizeof *a), !memcmp(a[1], a[2], sizeof *a), !memcmp(a[2], a[3], sizeof *a));
    printf("%d %d %d\n", a[0][0], a[0][N / 2], a[0][N - 1]);
    return 0;
}
