/* N-body: the Sun and four planets under their own gravity; prints the energy before and after.
 *
 * Control flow: a triangular nest of counted loops around straight-line arithmetic, the easy case that must come out
 * without any block scope or label. Structs are passed and returned by value. */
#include "host.h"

#define SOLAR_MASS (4 * 3.141592653589793 * 3.141592653589793)
#define DAYS_PER_YEAR 365.24

struct vector {
  double x, y, z;
};

struct body {
  struct vector position, velocity;
  double mass;
};

#define PLANET(x, y, z, vx, vy, vz, solar_masses)                                                  \
  {                                                                                                \
    {x, y, z}, {(vx) * DAYS_PER_YEAR, (vy) * DAYS_PER_YEAR, (vz) * DAYS_PER_YEAR},                 \
        (solar_masses) * SOLAR_MASS                                                                \
  }

/* Positions in astronomical units, velocities per day, masses relative to the Sun. */
static struct body bodies[] = {
    {{0, 0, 0}, {0, 0, 0}, SOLAR_MASS},
    PLANET(4.84143144246472090e+00, -1.16032004402742839e+00, -1.03622044471123109e-01, /* Jupiter */
           1.66007664274403694e-03, 7.69901118419740425e-03, -6.90460016972063023e-05, 9.54791938424326609e-04),
    PLANET(8.34336671824457987e+00, 4.12479856412430479e+00, -4.03523417114321381e-01, /* Saturn */
           -2.76742510726411021e-03, 4.99852801234917238e-03, 2.30417297573763929e-05, 2.85885980666130812e-04),
    PLANET(1.28943695621391310e+01, -1.51111514016986312e+01, -2.23307578892655734e-01, /* Uranus */
           2.96460137564761618e-03, 2.37847173959480950e-03, -2.96589568540237556e-05, 4.36624404335156298e-05),
    PLANET(1.53796971148509165e+01, -2.59193146099879641e+01, 1.79258772950371181e-01, /* Neptune */
           2.68067772490389322e-03, 1.62824170038242295e-03, -9.51592254519715870e-05, 5.15138902046611451e-05),
};

enum { BODIES = sizeof bodies / sizeof *bodies };

static struct vector difference(struct vector left, struct vector right) {
  return (struct vector){left.x - right.x, left.y - right.y, left.z - right.z};
}

/* Returns `base + direction * factor`. */
static struct vector moved(struct vector base, struct vector direction, double factor) {
  return (struct vector){
      base.x + direction.x * factor,
      base.y + direction.y * factor,
      base.z + direction.z * factor,
  };
}

static double square(struct vector v) { return v.x * v.x + v.y * v.y + v.z * v.z; }

/* Gives the Sun the velocity that makes the momentum of the whole zero. */
static void rest_center_of_mass(void) {
  struct vector momentum = {0, 0, 0};
  for (int i = 0; i < BODIES; i++) momentum = moved(momentum, bodies[i].velocity, bodies[i].mass);
  bodies[0].velocity = moved(bodies[0].velocity, momentum, -1 / SOLAR_MASS);
}

static APART double energy(void) {
  double sum = 0;
  for (int i = 0; i < BODIES; i++) {
    const struct body body = bodies[i];
    sum += 0.5 * body.mass * square(body.velocity);
    for (int j = i + 1; j < BODIES; j++) {
      const struct vector between = difference(body.position, bodies[j].position);
      sum -= body.mass * bodies[j].mass / __builtin_sqrt(square(between));
    }
  }
  return sum;
}

static void attract(struct body *left, struct body *right, double time) {
  const struct vector between = difference(left->position, right->position);
  const double distance_squared = square(between);
  const double magnitude = time / (distance_squared * __builtin_sqrt(distance_squared));
  left->velocity = moved(left->velocity, between, -right->mass * magnitude);
  right->velocity = moved(right->velocity, between, left->mass * magnitude);
}

static APART void advance(double time) {
  for (int i = 0; i < BODIES; i++)
    for (int j = i + 1; j < BODIES; j++) attract(&bodies[i], &bodies[j], time);
  for (int i = 0; i < BODIES; i++) bodies[i].position = moved(bodies[i].position, bodies[i].velocity, time);
}

static int program(int count, char **arguments) {
  const int steps = size_argument(count, arguments, 0, 100000000, 1000);
  rest_center_of_mass();
  put_double(energy());
  put_char('\n');
  for (int step = 0; step < steps; step++) advance(0.01);
  put_double(energy());
  put_char('\n');
  return 0;
}
