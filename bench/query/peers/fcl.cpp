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

/* Faces follow each other, each as the number of its corners and these. */
std::shared_ptr<fcl::Convexd> hull_of(const carom_hull *hull) {
  carom_hull_view view;
  carom_hull_describe(hull, &view);
  auto vertices = std::make_shared<std::vector<fcl::Vector3d>>();
  auto faces = std::make_shared<std::vector<int>>();
  for (uint32_t i = 0; i < view.vertex_count; i++) vertices->push_back(vector_of(view.vertices[i]));
  for (uint32_t i = 0; i < view.face_count; i++) {
    faces->push_back(int(view.face_starts[i + 1] - view.face_starts[i]));
    for (uint32_t k = view.face_starts[i]; k < view.face_starts[i + 1]; k++)
      faces->push_back(int(view.loops[k]));
  }
  return std::make_shared<fcl::Convexd>(vertices, int(view.face_count), faces);
}

std::shared_ptr<fcl::CollisionGeometryd> shape_of(const bench_scene *scene, size_t i) {
  if (scene->hulls) return hull_of(scene->hulls[i]);
  return box_of(scene->bodies[i].half);
}

void *create(const bench_scene *scene) {
  state *s = new state();
  for (size_t i = 0; i < scene->count; i++) {
    const bench_body &body = scene->bodies[i];
    s->manager.registerObject(
        new object(shape_of(scene, i), turn_of(body.rotation).toRotationMatrix(), vector_of(body.position)));
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

const query_operation operations[] = {
    {QUERY_OVERLAP_AABB, overlap_aabb}, {QUERY_OVERLAP_BOX, overlap_box}, {}};

} // namespace

extern "C" const query_engine query_fcl[] = {{"fcl", create, operations, nullptr}, {}};
