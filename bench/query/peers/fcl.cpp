/* fcl.cpp: FCL, double precision, on its dynamic tree; it has no rays. */
#include <fcl/broadphase/broadphase_dynamic_AABB_tree.h>
#include <fcl/narrowphase/collision.h>

#include <memory>

#include "query/engine.h"

namespace {

typedef fcl::CollisionObjectd object;

struct state {
  fcl::DynamicAABBTreeCollisionManagerd manager;
  uint64_t found = 0;
};

fcl::Vector3d vector_of(const carom_vec3 &v) { return fcl::Vector3d(v.x, v.y, v.z); }
fcl::Quaterniond turn_of(const carom_quat &q) { return fcl::Quaterniond(q.w, q.x, q.y, q.z).normalized(); }

std::shared_ptr<fcl::Boxd> box_of(const carom_vec3 &half) {
  return std::make_shared<fcl::Boxd>(2 * half.x, 2 * half.y, 2 * half.z);
}

void *create(const bench_scene *scene) {
  state *s = new state();
  for (size_t i = 0; i < scene->count; i++) {
    const bench_body &body = scene->bodies[i];
    s->manager.registerObject(
        new object(box_of(body.half), turn_of(body.rotation).toRotationMatrix(), vector_of(body.position)));
  }
  s->manager.setup();
  return s;
}

/* Visitors of pairs: false goes on. */
bool count_boxes(object *, object *, void *context) {
  static_cast<state *>(context)->found++;
  return false;
}
bool count_touching(object *a, object *b, void *context) {
  static const fcl::CollisionRequestd request;
  fcl::CollisionResultd result;
  static_cast<state *>(context)->found += fcl::collide(a, b, request, result) > 0;
  return false;
}

uint64_t overlap(void *context, const query_question *q, size_t count, bool turned,
                 fcl::CollisionCallBack<double> callback) {
  state &s = *static_cast<state *>(context);
  s.found = 0;
  for (size_t i = 0; i < count; i++) {
    fcl::Quaterniond turn = turned ? turn_of(q[i].turn) : fcl::Quaterniond::Identity();
    object box(box_of(q[i].half), turn.toRotationMatrix(), vector_of(q[i].from));
    s.manager.collide(&box, &s, callback);
  }
  return s.found;
}
uint64_t overlap_aabb(void *context, const query_question *q, size_t count) {
  return overlap(context, q, count, false, count_boxes);
}
uint64_t overlap_box(void *context, const query_question *q, size_t count) {
  return overlap(context, q, count, true, count_touching);
}

} // namespace

extern "C" const query_engine query_fcl[] = {
    {"fcl", create, {nullptr, nullptr, nullptr, nullptr, overlap_aabb, overlap_box}}, {}};
