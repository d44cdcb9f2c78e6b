# N bodies that attract each other, from fixed starting points; `sys.argv[1]` is the number of
# steps. Only sums, products, quotients and square roots, which are rounded alike everywhere.

import sys
from math import sqrt

STEP = 1 / 256


class Body:
    def __init__(self, mass, x, y, z, vx, vy, vz):
        self.mass = mass
        self.x, self.y, self.z = x, y, z
        self.vx, self.vy, self.vz = vx, vy, vz


BODIES = [
    Body(40.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0),
    Body(0.0375, 4.75, -1.125, -0.1, 0.625, 2.8125, -0.025),
    Body(0.0125, 8.25, 4.0, -0.375, -1.0, 1.75, 0.0078125),
    Body(0.00171875, 12.75, -15.0, -0.25, 1.0625, 0.84375, -0.01171875),
    Body(0.00203125, 15.25, -25.75, 0.1875, 0.96875, 0.59375, -0.03515625),
]
PAIRS = [(a, b) for i, a in enumerate(BODIES) for b in BODIES[i + 1 :]]


def rest():
    """Makes the total momentum zero."""
    sun = BODIES[0]
    sun.vx, sun.vy, sun.vz = (
        -sum(getattr(body, speed) * body.mass for body in BODIES) / sun.mass for speed in ("vx", "vy", "vz")
    )


def energy():
    total = sum(0.5 * b.mass * (b.vx * b.vx + b.vy * b.vy + b.vz * b.vz) for b in BODIES)
    for a, b in PAIRS:
        dx, dy, dz = a.x - b.x, a.y - b.y, a.z - b.z
        total -= a.mass * b.mass / sqrt(dx * dx + dy * dy + dz * dz)
    return total


def advance(dt):
    for a, b in PAIRS:
        dx, dy, dz = a.x - b.x, a.y - b.y, a.z - b.z
        squared = dx * dx + dy * dy + dz * dz
        pull = dt / (squared * sqrt(squared))
        of_b, of_a = b.mass * pull, a.mass * pull
        a.vx, a.vy, a.vz = a.vx - dx * of_b, a.vy - dy * of_b, a.vz - dz * of_b
        b.vx, b.vy, b.vz = b.vx + dx * of_a, b.vy + dy * of_a, b.vz + dz * of_a
    for b in BODIES:
        b.x, b.y, b.z = b.x + dt * b.vx, b.y + dt * b.vy, b.z + dt * b.vz


rest()
print(f"energy {energy():.15f}")
for _ in range(int(sys.argv[1])):
    advance(STEP)
print(f"energy {energy():.15f}")
for i, b in enumerate(BODIES):
    print(f"body {i}: {b.x:.12f} {b.y:.12f} {b.z:.12f}")
