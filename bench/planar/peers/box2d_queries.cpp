/* box2d_queries.cpp: Box2D's world asked. An AABB is answered by the fixtures whose fat AABBs meet it; a box
 * by those of them that b2TestOverlap says yes to. */
#include "box2d.h"
#include "query/engine.h"

namespace {

void *create(const bench_scene *scene) {
  b2World *world = new b2World(b2Vec2(0, 0));
  for (size_t i = 0; i < scene->count; i++) {
    const bench_body &body = scene->bodies[i];
    const carom_pose pose = {{body.position.x, body.position.y, 0}, body.rotation};
    b2BodyDef def;
    def.position = box2d_vector(body.position);
    def.angle = float(carom_pose_angle(&pose));
    b2PolygonShape box = box2d_box({body.half.x, body.half.y});
    world->CreateBody(&def)->CreateFixture(&box, 1);
  }
  return world;
}

b2World &world_of(void *state) { return *static_cast<b2World *>(state); }

/* What a callback answers decides how far the ray goes on: to the hit, no further, or on. */
struct rays : b2RayCastCallback {
  enum how { CLOSEST, ANY, ALL } how;
  uint64_t found = 0;
  bool hit = false;
  explicit rays(enum how chosen) : how(chosen) {}
  float ReportFixture(b2Fixture *, const b2Vec2 &, const b2Vec2 &, float fraction) override {
    hit = true;
    found += how == ALL;
    return how == CLOSEST ? fraction : how == ANY ? 0 : 1;
  }
};

template <enum rays::how how> uint64_t cast(void *state, const query_question *q, size_t count) {
  rays callback(how);
  for (size_t i = 0; i < count; i++) {
    const b2Vec2 from = box2d_vector(q[i].from);
    callback.hit = false;
    world_of(state).RayCast(&callback, from, from + box2d_vector(q[i].way));
    callback.found += how != rays::ALL && callback.hit;
  }
  return callback.found;
}

struct near : b2QueryCallback {
  uint64_t found = 0;
  bool ReportFixture(b2Fixture *) override {
    found++;
    return true;
  }
};

uint64_t overlap_aabb(void *state, const query_question *q, size_t count) {
  near callback;
  for (size_t i = 0; i < count; i++) {
    const b2Vec2 half = box2d_vector(q[i].half), at = box2d_vector(q[i].from);
    b2AABB box;
    box.lowerBound = at - half;
    box.upperBound = at + half;
    world_of(state).QueryAABB(&callback, box);
  }
  return callback.found;
}

struct touching : b2QueryCallback {
  b2PolygonShape box;
  b2Transform at;
  uint64_t found = 0;
  bool ReportFixture(b2Fixture *fixture) override {
    const b2Transform &other = fixture->GetBody()->GetTransform();
    found += b2TestOverlap(&box, 0, fixture->GetShape(), 0, at, other);
    return true;
  }
};

uint64_t overlap_box(void *state, const query_question *q, size_t count) {
  touching callback;
  for (size_t i = 0; i < count; i++) {
    const carom_pose pose = {{q[i].from.x, q[i].from.y, 0}, q[i].turn};
    callback.box = box2d_box({q[i].half.x, q[i].half.y});
    callback.at = box2d_transform(pose);
    b2AABB box;
    callback.box.ComputeAABB(&box, callback.at, 0);
    world_of(state).QueryAABB(&callback, box);
  }
  return callback.found;
}

const query_operation operations[] = {
    {QUERY_RAY_CLOSEST, cast<rays::CLOSEST>}, {QUERY_RAY_ANY, cast<rays::ANY>},
    {QUERY_RAY_ALL, cast<rays::ALL>},         {QUERY_OVERLAP_AABB, overlap_aabb},
    {QUERY_OVERLAP_BOX, overlap_box},         {}};

} // namespace

extern "C" const query_engine query_box2d[] = {{"box2d", create, operations, nullptr}, {}};
