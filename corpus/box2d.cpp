// Worlds of Box2D: `box2d STEPS` drops a pyramid of boxes, a chain of boxes on joints, fast circles
// and polygons into a world, lets a motor turn a mill in it, and makes so many steps of a sixtieth
// of a second.
//
// Prints a checksum of all places, angles and speeds after each eighth of the steps. Sines and the
// like are those of `libm.c`.

#include <box2d/box2d.h>

#include <cinttypes>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <initializer_list>

namespace {

class Checksum {
 public:
  void add(float number) {
    std::uint32_t bits;
    std::memcpy(&bits, &number, sizeof bits);
    sum_ = (sum_ ^ bits) * 0x100000001b3u;
  }

  std::uint64_t value() const { return sum_; }

 private:
  std::uint64_t sum_ = 0xcbf29ce484222325u;
};

// Counts touches, and remembers the strongest.
class Listener : public b2ContactListener {
 public:
  void BeginContact(b2Contact *) override { ++begun; }
  void PostSolve(b2Contact *, const b2ContactImpulse *impulse) override {
    for (int i = 0; i < impulse->count; ++i) strongest = b2Max(strongest, impulse->normalImpulses[i]);
  }

  int begun = 0;
  float strongest = 0;
};

b2Body *add_body(b2World &world, b2BodyType type, float x, float y) {
  b2BodyDef definition;
  definition.type = type;
  definition.position.Set(x, y);
  return world.CreateBody(&definition);
}

void add_ground(b2World &world) {
  b2Body *ground = add_body(world, b2_staticBody, 0, 0);
  const b2Vec2 points[] = {{-40, 20}, {-40, 0}, {-10, 0}, {0, -1}, {10, 0}, {40, 0}, {40, 20}};
  b2ChainShape shape;
  shape.CreateChain(points, 7, {-41, 20}, {41, 20});
  ground->CreateFixture(&shape, 0);
}

void add_pyramid(b2World &world, int rows) {
  b2PolygonShape shape;
  shape.SetAsBox(0.5f, 0.5f);
  for (int row = 0; row < rows; ++row)
    for (int column = row; column < rows; ++column) {
      float x = -30 + 0.5625f * row + 1.125f * (column - row);
      add_body(world, b2_dynamicBody, x, 0.75f + 1.25f * row)->CreateFixture(&shape, 5);
    }
}

void add_chain(b2World &world, int links) {
  b2PolygonShape shape;
  shape.SetAsBox(0.5f, 0.125f);
  b2Body *before = add_body(world, b2_staticBody, 0, 15);
  for (int link = 0; link < links; ++link) {
    b2Body *body = add_body(world, b2_dynamicBody, 0.5f + link, 15);
    body->CreateFixture(&shape, 20);
    b2RevoluteJointDef joint;
    joint.Initialize(before, body, {static_cast<float>(link), 15});
    world.CreateJoint(&joint);
    before = body;
  }
}

void add_mill(b2World &world) {
  b2Body *hub = add_body(world, b2_staticBody, 20, 6);
  b2Body *mill = add_body(world, b2_dynamicBody, 20, 6);
  mill->SetSleepingAllowed(false);
  for (int side = 0; side < 4; ++side) {
    b2PolygonShape shape;
    bool upright = side & 1;
    float at = side & 2 ? 5.0f : -5.0f;
    shape.SetAsBox(upright ? 5 : 0.25f, upright ? 0.25f : 5, upright ? b2Vec2{0, at} : b2Vec2{at, 0}, 0);
    mill->CreateFixture(&shape, 5);
  }
  b2RevoluteJointDef joint;
  joint.bodyA = hub;
  joint.bodyB = mill;
  joint.motorSpeed = 0.25f;
  joint.maxMotorTorque = 1e8f;
  joint.enableMotor = true;
  world.CreateJoint(&joint);
  b2PolygonShape grain;
  const b2Vec2 corners[] = {{-0.25f, -0.25f}, {0.25f, -0.25f}, {0.375f, 0}, {0.25f, 0.25f}, {-0.25f, 0.25f}};
  grain.Set(corners, 5);
  for (int i = 0; i < 80; ++i) add_body(world, b2_dynamicBody, 17 + 0.75f * (i % 8), 3 + 0.75f * (i / 8))->CreateFixture(&grain, 1);
}

void add_shots(b2World &world) {
  b2CircleShape shape;
  shape.m_radius = 0.375f;
  for (int i = 0; i < 12; ++i) {
    b2Body *shot = add_body(world, b2_dynamicBody, 35, 4.0f + i);
    b2FixtureDef fixture;
    fixture.shape = &shape;
    fixture.density = 20;
    fixture.restitution = 0.0625f * i;
    shot->CreateFixture(&fixture);
    shot->SetBullet(true);
    shot->SetLinearVelocity({-60.0f - 5 * i, 2});
  }
}

std::uint64_t checksum(const b2World &world) {
  Checksum sum;
  for (const b2Body *body = world.GetBodyList(); body; body = body->GetNext()) {
    b2Vec2 place = body->GetPosition(), speed = body->GetLinearVelocity();
    for (float number : {place.x, place.y, body->GetAngle(), speed.x, speed.y, body->GetAngularVelocity()}) sum.add(number);
  }
  return sum.value();
}

}  // namespace

int main(int count, char **arguments) {
  int steps = count > 1 ? std::atoi(arguments[1]) : 1000;
  b2World world({0, -10});
  Listener listener;
  world.SetContactListener(&listener);
  add_ground(world);
  add_pyramid(world, 16);
  add_chain(world, 14);
  add_mill(world);
  add_shots(world);
  int each = steps < 8 ? 1 : steps / 8;
  for (int step = 1; step <= steps; ++step) {
    world.Step(1.0f / 60, 8, 3);
    if (step % each == 0)
      std::printf("step %d: %d contacts, %d begun, strongest %a, checksum %016" PRIx64 "\n", step, world.GetContactCount(),
                  listener.begun, listener.strongest, checksum(world));
  }
  std::printf("%d bodies, %d joints, tree of height %d and quality %a\n", world.GetBodyCount(), world.GetJointCount(),
              world.GetTreeHeight(), world.GetTreeQuality());
}
