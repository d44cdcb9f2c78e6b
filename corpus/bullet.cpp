// Worlds of Bullet: `bullet STEPS` drops a wall of boxes, a heap of spheres, capsules, cones and
// hulls, a chain on hinges and dolls with cone joints onto a ground of triangles, and makes so many
// steps of a sixtieth of a second.
//
// Prints a checksum of all places, rotations and speeds after each eighth of the steps, and what
// rays hit at the end. Sines and the like are those of `libm.c`.

#include <btBulletDynamicsCommon.h>

#include <cinttypes>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <vector>

namespace {

class Checksum {
 public:
  void add(const btVector3 &vector) {
    for (int i = 0; i < 3; ++i) {
      float number = vector[i];
      std::uint32_t bits;
      std::memcpy(&bits, &number, sizeof bits);
      sum_ = (sum_ ^ bits) * 0x100000001b3u;
    }
  }

  std::uint64_t value() const { return sum_; }

 private:
  std::uint64_t sum_ = 0xcbf29ce484222325u;
};

// A world and all that stands in it.
class World {
 public:
  World() : dispatcher_(&configuration_), world_(&dispatcher_, &broadphase_, &solver_, &configuration_) {
    world_.setGravity({0, -10, 0});
  }

  ~World() {
    for (auto &joint : joints_) world_.removeConstraint(joint.get());
    for (auto &body : bodies_) world_.removeRigidBody(body.get());
  }

  // A shape that lives as long as the world.
  template <typename Shape>
  Shape *keep(Shape *shape) {
    shapes_.emplace_back(shape);
    return shape;
  }

  btRigidBody *add(btCollisionShape *shape, float mass, const btVector3 &place) {
    btVector3 inertia(0, 0, 0);
    if (mass > 0) shape->calculateLocalInertia(mass, inertia);
    motions_.push_back(std::make_unique<btDefaultMotionState>(btTransform(btQuaternion::getIdentity(), place)));
    bodies_.push_back(std::make_unique<btRigidBody>(mass, motions_.back().get(), shape, inertia));
    world_.addRigidBody(bodies_.back().get());
    return bodies_.back().get();
  }

  void join(btTypedConstraint *joint) {
    joints_.emplace_back(joint);
    world_.addConstraint(joint, true);
  }

  void step() { world_.stepSimulation(1.0f / 60, 0); }

  int contacts() {
    int total = 0;
    for (int i = 0; i < dispatcher_.getNumManifolds(); ++i) total += dispatcher_.getManifoldByIndexInternal(i)->getNumContacts();
    return total;
  }

  int bodies() const { return static_cast<int>(bodies_.size()); }

  std::uint64_t checksum() const {
    Checksum sum;
    for (const auto &body : bodies_) {
      const btTransform &place = body->getWorldTransform();
      sum.add(place.getOrigin());
      for (int row = 0; row < 3; ++row) sum.add(place.getBasis().getRow(row));
      sum.add(body->getLinearVelocity());
      sum.add(body->getAngularVelocity());
    }
    return sum.value();
  }

  // Where a ray downwards hits first.
  btVector3 below(float x, float z) {
    btVector3 from(x, 50, z), to(x, -50, z);
    btCollisionWorld::ClosestRayResultCallback result(from, to);
    world_.rayTest(from, to, result);
    return result.hasHit() ? result.m_hitPointWorld : to;
  }

 private:
  btDefaultCollisionConfiguration configuration_;
  btCollisionDispatcher dispatcher_;
  btDbvtBroadphase broadphase_;
  btSequentialImpulseConstraintSolver solver_;
  btDiscreteDynamicsWorld world_;
  std::vector<std::unique_ptr<btCollisionShape>> shapes_;
  std::vector<std::unique_ptr<btMotionState>> motions_;
  std::vector<std::unique_ptr<btRigidBody>> bodies_;
  std::vector<std::unique_ptr<btTypedConstraint>> joints_;
};

// A bowl of triangles, which lives as long as the program.
void add_ground(World &world) {
  static btTriangleMesh mesh;
  const int cells = 24;
  auto point = [](int i, int j) {
    float x = 4.0f * (i - cells / 2), z = 4.0f * (j - cells / 2);
    return btVector3(x, (x * x + z * z) / 256 + ((i * 7 + j * 5) % 3) / 8.0f, z);
  };
  for (int i = 0; i < cells; ++i)
    for (int j = 0; j < cells; ++j) {
      mesh.addTriangle(point(i, j), point(i + 1, j), point(i, j + 1));
      mesh.addTriangle(point(i + 1, j), point(i + 1, j + 1), point(i, j + 1));
    }
  world.add(world.keep(new btBvhTriangleMeshShape(&mesh, true)), 0, {0, 0, 0});
}

void add_wall(World &world) {
  btCollisionShape *box = world.keep(new btBoxShape({0.5f, 0.5f, 0.25f}));
  for (int row = 0; row < 8; ++row)
    for (int column = 0; column < 8; ++column) world.add(box, 1, {-4.0f + column + 0.5f * (row & 1), 1.5f + row, -6});
}

void add_heap(World &world) {
  btConvexHullShape *hull = world.keep(new btConvexHullShape);
  for (int i = 0; i < 12; ++i) hull->addPoint(btVector3(i % 3 - 1.0f, i % 4 - 1.5f, i % 5 / 2.0f - 1) * 0.5f);
  btCollisionShape *kinds[] = {world.keep(new btSphereShape(0.5f)), world.keep(new btCapsuleShape(0.375f, 0.75f)),
                               world.keep(new btConeShape(0.5f, 1)), world.keep(new btCylinderShape({0.5f, 0.5f, 0.5f})), hull};
  for (int i = 0; i < 60; ++i) {
    btRigidBody *body = world.add(kinds[i % 5], 1.0f + i % 4, {1.25f * (i % 4), 4 + 1.25f * (i / 8), 1.25f * (i / 4 % 2)});
    body->setRestitution(0.125f * (i % 3));
    body->setFriction(0.25f + 0.125f * (i % 4));
    body->setRollingFriction(0.0625f);
  }
}

void add_chain(World &world) {
  btCollisionShape *link = world.keep(new btBoxShape({0.5f, 0.125f, 0.125f}));
  btRigidBody *before = world.add(link, 0, {-10, 14, 4});
  for (int i = 1; i <= 12; ++i) {
    btRigidBody *body = world.add(link, 1, {-10.0f + i, 14, 4});
    world.join(new btHingeConstraint(*before, *body, {0.5f, 0, 0}, {-0.5f, 0, 0}, {0, 0, 1}, {0, 0, 1}));
    before = body;
  }
}

void add_dolls(World &world) {
  btCollisionShape *trunk = world.keep(new btCapsuleShape(0.375f, 0.75f));
  btCollisionShape *limb = world.keep(new btCapsuleShape(0.125f, 0.5f));
  for (int doll = 0; doll < 4; ++doll) {
    btVector3 place(6.0f + 2 * doll, 8.0f + doll, -2);
    btRigidBody *middle = world.add(trunk, 4, place);
    for (int i = 0; i < 4; ++i) {
      btVector3 at(i & 1 ? 0.5f : -0.5f, i & 2 ? 0.5f : -0.5f, 0);
      btRigidBody *part = world.add(limb, 1, place + at * 2);
      btTransform here(btQuaternion::getIdentity(), at), there(btQuaternion::getIdentity(), -at);
      auto *joint = new btConeTwistConstraint(*middle, *part, here, there);
      joint->setLimit(0.75f, 0.5f, 0.25f);
      world.join(joint);
    }
  }
}

}  // namespace

int main(int count, char **arguments) {
  int steps = count > 1 ? std::atoi(arguments[1]) : 1000;
  World world;
  add_ground(world);
  add_wall(world);
  add_heap(world);
  add_chain(world);
  add_dolls(world);
  int each = steps < 8 ? 1 : steps / 8;
  for (int step = 1; step <= steps; ++step) {
    world.step();
    if (step % each == 0)
      std::printf("step %d: %d contacts, checksum %016" PRIx64 "\n", step, world.contacts(), world.checksum());
  }
  for (int i = -2; i <= 2; ++i) {
    btVector3 hit = world.below(2.0f * i, -1.5f * i);
    std::printf("ray %d: %a %a %a\n", i, hit.x(), hit.y(), hit.z());
  }
  std::printf("%d bodies\n", world.bodies());
}
