/* chipmunk_queries.cpp: Chipmunk's space asked, on its trees. An AABB is answered by the shapes whose boxes
 * meet it. */
#include <chipmunk/chipmunk.h>

#include <carom/planar.h>

#include "query/engine.h"

namespace {

void *create(const bench_scene *scene) {
  cpSpace *space = cpSpaceNew();
  for (size_t i = 0; i < scene->count; i++) {
    const bench_body &body = scene->bodies[i];
    const carom_pose pose = {{0, 0, 0}, body.rotation};
    cpBody *made = cpSpaceAddBody(space, cpBodyNewKinematic());
    cpBodySetPosition(made, cpv(body.position.x, body.position.y));
    cpBodySetAngle(made, carom_pose_angle(&pose));
    cpSpaceAddShape(space, cpBoxShapeNew(made, 2 * body.half.x, 2 * body.half.y, 0));
  }
  return space;
}

cpSpace *space_of(void *state) { return static_cast<cpSpace *>(state); }
cpVect from_of(const query_question &q) { return cpv(q.from.x, q.from.y); }
cpVect to_of(const query_question &q) { return cpvadd(from_of(q), cpv(q.way.x, q.way.y)); }

uint64_t cast_closest(void *state, const query_question *q, size_t count) {
  uint64_t found = 0;
  cpSegmentQueryInfo hit;
  for (size_t i = 0; i < count; i++)
    found += cpSpaceSegmentQueryFirst(space_of(state), from_of(q[i]), to_of(q[i]), 0, CP_SHAPE_FILTER_ALL,
                                      &hit) != nullptr;
  return found;
}

void count_hit(cpShape *, cpVect, cpVect, cpFloat, void *found) { ++*static_cast<uint64_t *>(found); }
void count_shape(cpShape *, void *found) { ++*static_cast<uint64_t *>(found); }

uint64_t cast_all(void *state, const query_question *q, size_t count) {
  uint64_t found = 0;
  for (size_t i = 0; i < count; i++)
    cpSpaceSegmentQuery(space_of(state), from_of(q[i]), to_of(q[i]), 0, CP_SHAPE_FILTER_ALL, count_hit,
                        &found);
  return found;
}

uint64_t overlap_aabb(void *state, const query_question *q, size_t count) {
  uint64_t found = 0;
  for (size_t i = 0; i < count; i++)
    cpSpaceBBQuery(space_of(state), cpBBNewForExtents(from_of(q[i]), q[i].half.x, q[i].half.y),
                   CP_SHAPE_FILTER_ALL, count_shape, &found);
  return found;
}

const query_operation operations[] = {
    {QUERY_RAY_CLOSEST, cast_closest}, {QUERY_RAY_ALL, cast_all}, {QUERY_OVERLAP_AABB, overlap_aabb}, {}};

} // namespace

extern "C" const query_engine query_chipmunk[] = {{"chipmunk", create, operations, nullptr}, {}};
