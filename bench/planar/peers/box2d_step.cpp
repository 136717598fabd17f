/* box2d_step.cpp: Box2D's contacts without its solver: poses are set, then b2ContactManager finds new pairs
 * and updates the manifolds, with a listener. Bodies are dynamic, since it ignores pairs of kinematic ones,
 * and never sleep. */
#include "box2d.h"
#include "step_peer.h"

namespace {

struct listener : b2ContactListener {
  uint64_t events = 0;
  void BeginContact(b2Contact *) override { events++; }
  void EndContact(b2Contact *) override { events++; }
};

struct state : angles {
  listener events;
  b2World world;
  std::vector<b2Body *> bodies;

  state(const bench_scene &scene, const moving_job &job, int way);
  void add(const bench_body &body, bool still);
  void place(size_t i, const bench_body &body) {
    bodies[i]->SetTransform(box2d_vector(body.position), of[i]);
  }
  b2ContactManager &manager() { return const_cast<b2ContactManager &>(world.GetContactManager()); }
  void find_pairs() { manager().FindNewContacts(); }
  void find_contacts() { manager().Collide(); }
  moving_counts count();
};

state::state(const bench_scene &scene, const moving_job &job, int) : angles(scene, job), world(b2Vec2(0, 0)) {
  world.SetContactListener(&events);
  for (size_t i = 0; i < scene.count; i++) add(scene.bodies[i], i >= scene.mover_count);
}

void state::add(const bench_body &body, bool still) {
  b2BodyDef def;
  def.type = still ? b2_staticBody : b2_dynamicBody;
  def.allowSleep = false;
  bodies.push_back(world.CreateBody(&def));
  place(bodies.size() - 1, body);
  b2PolygonShape box = box2d_box({body.half.x, body.half.y});
  bodies.back()->CreateFixture(&box, 1);
}

moving_counts state::count() {
  moving_counts counts = {uint64_t(world.GetContactCount()), 0};
  for (const b2Contact *c = world.GetContactList(); c; c = c->GetNext()) counts.touching += c->IsTouching();
  return counts;
}

} // namespace

extern "C" const moving_engine moving_box2d[] = {planar_engine<state, 0>("box2d"), {}};
