/* ode.cpp: ODE, double precision, in its quadtree, which has no ray query but takes rays as geometry. Its
 * hash space compares what is asked with every box. */
#include <ode/ode.h>

#include <cmath>

#include "query/engine.h"

namespace {

struct state {
  dSpaceID space;
  dGeomID ray;
  dReal length;
  uint64_t found;
};

/* As deep as gives some boxes a leaf. */
dSpaceID make_tree(const bench_scene *scene) {
  const carom_vec3 &low = scene->low, &high = scene->high;
  dVector3 center = {(low.x + high.x) / 2, (low.y + high.y) / 2, (low.z + high.z) / 2};
  dVector3 half = {(high.x - low.x) / 2, (high.y - low.y) / 2, (high.z - low.z) / 2};
  return dQuadTreeSpaceCreate(nullptr, center, half, int(std::log2(scene->count) / 2));
}

/* Its convex solids meet neither rays nor boxes for certain. */
void *create(const bench_scene *scene) {
  if (scene->hulls) return nullptr;
  dInitODE2(0);
  state *s = new state();
  s->space = make_tree(scene);
  for (size_t i = 0; i < scene->count; i++) {
    const bench_body &body = scene->bodies[i];
    dQuaternion turn = {body.rotation.w, body.rotation.x, body.rotation.y, body.rotation.z};
    dGeomID box = dCreateBox(s->space, 2 * body.half.x, 2 * body.half.y, 2 * body.half.z);
    dGeomSetPosition(box, body.position.x, body.position.y, body.position.z);
    dGeomSetQuaternion(box, turn);
  }
  dSpaceCollide(s->space, s, [](void *, dGeomID, dGeomID) {});
  return s;
}

/* Of geometry outside of a space nobody else computes the AABB. */
void refresh(dGeomID geom) {
  dReal unused[6];
  dGeomGetAABB(geom, unused);
}

/* Called for what may touch the geometry of the question, which comes first or second. */
void count_touching(void *context, dGeomID a, dGeomID b) {
  dContactGeom contact;
  static_cast<state *>(context)->found += dCollide(a, b, 1, &contact, sizeof contact) > 0;
}
void count_boxes(void *context, dGeomID, dGeomID) { static_cast<state *>(context)->found++; }

uint64_t overlap(void *context, const query_question *q, size_t count, bool turned, dNearCallback *callback) {
  state &s = *static_cast<state *>(context);
  s.found = 0;
  for (size_t i = 0; i < count; i++) {
    dQuaternion turn = {q[i].turn.w, q[i].turn.x, q[i].turn.y, q[i].turn.z};
    dGeomID box = dCreateBox(nullptr, 2 * q[i].half.x, 2 * q[i].half.y, 2 * q[i].half.z);
    dGeomSetPosition(box, q[i].from.x, q[i].from.y, q[i].from.z);
    if (turned) dGeomSetQuaternion(box, turn);
    refresh(box);
    dSpaceCollide2(box, dGeomID(s.space), &s, callback);
    dGeomDestroy(box);
  }
  return s.found;
}
uint64_t overlap_aabb(void *context, const query_question *q, size_t count) {
  return overlap(context, q, count, false, count_boxes);
}
uint64_t overlap_box(void *context, const query_question *q, size_t count) {
  return overlap(context, q, count, true, count_touching);
}

uint64_t cast(void *context, const query_question *q, size_t count, dNearCallback *callback, bool all) {
  state &s = *static_cast<state *>(context);
  uint64_t found = 0;
  for (size_t i = 0; i < count; i++) {
    const carom_vec3 &p = q[i].from, &w = q[i].way;
    s.length = std::sqrt(dReal(w.x) * w.x + dReal(w.y) * w.y + dReal(w.z) * w.z);
    s.found = 0;
    s.ray = dCreateRay(nullptr, s.length);
    dGeomRaySet(s.ray, p.x, p.y, p.z, w.x, w.y, w.z);
    refresh(s.ray);
    dSpaceCollide2(s.ray, dGeomID(s.space), &s, callback);
    dGeomDestroy(s.ray);
    found += all ? s.found : s.found > 0;
  }
  return found;
}

/* The ray is cut where it was met. */
void shorten(void *context, dGeomID a, dGeomID b) {
  state &s = *static_cast<state *>(context);
  dContactGeom contact;
  if (dCollide(a, b, 1, &contact, sizeof contact) == 0) return;
  s.found++;
  if (contact.depth >= s.length) return;
  dGeomRaySetLength(s.ray, s.length = contact.depth);
  refresh(s.ray);
}
uint64_t cast_closest(void *context, const query_question *q, size_t count) {
  return cast(context, q, count, shorten, false);
}
uint64_t cast_all(void *context, const query_question *q, size_t count) {
  return cast(context, q, count, count_touching, true);
}

const query_operation operations[] = {{QUERY_RAY_CLOSEST, cast_closest},
                                      {QUERY_RAY_ALL, cast_all},
                                      {QUERY_OVERLAP_AABB, overlap_aabb},
                                      {QUERY_OVERLAP_BOX, overlap_box},
                                      {}};

} // namespace

extern "C" const query_engine query_ode[] = {{"ode", create, operations, nullptr}, {}};
