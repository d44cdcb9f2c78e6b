// Structs that mix floats, doubles and integers, by value and back.
#include <stdint.h>
#include <stdio.h>

struct vector { float x, y, z; };
struct mixed { float a; int32_t b; double c; int8_t d; };
struct complex_pair { double real, imaginary; };
struct body { struct vector place, speed; double mass; };

static __attribute__((noinline)) struct vector cross(struct vector a, struct vector b) {
    return (struct vector){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

static __attribute__((noinline)) struct mixed change(struct mixed a, int by) {
    return (struct mixed){a.a * (float)by, a.b - by, a.c / by, (int8_t)(a.d + by)};
}

static __attribute__((noinline)) struct complex_pair square(struct complex_pair z) {
    return (struct complex_pair){z.real * z.real - z.imaginary * z.imaginary, 2 * z.real * z.imaginary};
}

static __attribute__((noinline)) struct body step(struct body body, float time) {
    body.place.x += body.speed.x * time;
    body.place.y += body.speed.y * time;
    body.place.z += body.speed.z * time;
    body.speed = cross(body.speed, body.place);
    body.mass *= 0.5;
    return body;
}

int main(void) {
    struct mixed mixed = {1.5f, 2, 100.0, 120};
    struct complex_pair z = {0.5, 0.25};
    struct body body = {{1, 2, 3}, {0.5f, 0.25f, -1}, 64};
    for (int round = 1; round < 6; round++) {
        mixed = change(mixed, round);
        z = square(z);
        body = step(body, 0.125f);
        printf("%.4f %d %.4f %d | %.6f %.6f\n", mixed.a, mixed.b, mixed.c, mixed.d, z.real, z.imaginary);
        printf("  %.4f %.4f %.4f %.4f %.2f\n", body.place.x, body.place.z, body.speed.x, body.speed.y, body.mass);
    }
    return 0;
}
