/* Functions of libm for programs whose answers hang on each bit, so that they are the same on every machine: by sums,
   products and quotients of doubles alone, and as precise as a simulation
   needs. Angles are at most some millions. */

#include <math.h>

#define HALF_TURN 3.14159265358979311600

/* Polynomials of Taylor, which at an eighth of a turn are right to 1e-13. */
static double sine_near_zero(double x) {
  double s = x * x;
  return x * (1 - s / 6 * (1 - s / 20 * (1 - s / 42 * (1 - s / 72 * (1 - s / 110 * (1 - s / 156))))));
}

static double cosine_near_zero(double x) {
  double s = x * x;
  return 1 - s / 2 * (1 - s / 12 * (1 - s / 30 * (1 - s / 56 * (1 - s / 90 * (1 - s / 132 * (1 - s / 182))))));
}

/* The sine of an angle to which so many quarter turns are added. */
static float sine_after(double x, int quarters) {
  double turns = x / (HALF_TURN / 2);
  int nearest = (int)(turns + (turns < 0 ? -0.5 : 0.5));
  double rest = x - nearest * (HALF_TURN / 2);
  double value = (nearest + quarters) & 1 ? cosine_near_zero(rest) : sine_near_zero(rest);
  return (float)((nearest + quarters) & 2 ? -value : value);
}

/* Not merged into the function that calls both. */
__attribute__((noinline)) float sinf(float x) { return x - x != 0 ? x - x : sine_after(x, 0); }

__attribute__((noinline)) float cosf(float x) { return x - x != 0 ? x - x : sine_after(x, 1); }

/* The angle whose tangent is x, which is at most 1: halved three times, then a series. */
static double arc_tangent(double x) {
  for (int i = 0; i < 3; i++) x = x / (1 + sqrt(1 + x * x));
  double s = x * x, sum = 0;
  for (int odd = 21; odd > 0; odd -= 2) sum = 1.0 / odd - s * sum;
  return 8 * x * sum;
}

static double angle_of(double y, double x) {
  double up = fabs(y), across = fabs(x), angle = 0;
  if (up <= across && across > 0) angle = arc_tangent(up / across);
  if (up > across) angle = HALF_TURN / 2 - arc_tangent(across / up);
  if (signbit(x)) angle = HALF_TURN - angle;
  return signbit(y) ? -angle : angle;
}

float atan2f(float y, float x) { return (float)angle_of(y, x); }

float acosf(float x) { return (float)angle_of(sqrt((1.0 - x) * (1.0 + x)), x); }

float asinf(float x) { return (float)angle_of(x, sqrt((1.0 - x) * (1.0 + x))); }

/* What gcc makes of both for one angle. */
void sincosf(float x, float *sine, float *cosine) { *sine = sinf(x), *cosine = cosf(x); }
