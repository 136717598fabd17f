/* any_core.h: what a core is of which nothing is known but its vertices, in long double: how far a point lies
 * from it, and which of its points lies farthest. */
#ifndef CAROM_TEST_ANY_CORE_H
#define CAROM_TEST_ANY_CORE_H

#include "reference.h"
#include "shape_class.h"
#include "testing.h"

/* How far a point is from a polygon: from its inside where it is across from that, else from its outline. */
static inline long double exact_polygon_distance(const exact_vec *corners, uint32_t count, exact_vec normal,
                                                 exact_vec p) {
  long double best = HUGE_VALL;
  bool across = true;
  for (uint32_t i = 0; i < count; i++) {
    exact_vec a = corners[i], b = corners[(i + 1) % count];
    across = across && exact_dot(exact_cross(exact_sub(b, a), normal), exact_sub(p, a)) <= 0;
    best = fminl(best, exact_length(exact_sub(p, exact_segment_nearest(a, b, p))));
  }
  return across ? fabsl(exact_dot(normal, exact_sub(p, corners[0]))) : best;
}

enum { ANY_CORE_VERTICES = 64, ANY_CORE_AROUND = 3 };

typedef struct any_core {
  exact_vec vertices[ANY_CORE_VERTICES];
  uint32_t count;
} any_core;

/* Adds what the support finds along a direction to the vertices, if it is not among them. */
static inline void any_core_look(any_core *core, const carom_shape *shape, carom_vec3 direction) {
  uint32_t index, i = 0;
  carom_vec3 found = carom__shape_class_of(shape->kind)->support(shape, direction, &index);
  exact_vec p = exact_from(found);
  while (i < core->count && exact_length(exact_sub(core->vertices[i], p)) > 0) i++;
  if (i == ANY_CORE_VERTICES)
    ck_abort_msg("%s has a curved core, which needs its reference in kinds.h",
                 carom_shape_kind_name(shape->kind));
  core->vertices[i] = p;
  if (i == core->count) core->count++;
}

/* Vertices that the class does not list are what the support finds all around. */
static inline void any_core_look_around(any_core *core, const carom_shape *shape) {
  for (int x = -ANY_CORE_AROUND; x <= ANY_CORE_AROUND; x++)
    for (int y = -ANY_CORE_AROUND; y <= ANY_CORE_AROUND; y++)
      for (int z = -ANY_CORE_AROUND; z <= ANY_CORE_AROUND; z++)
        if (x || y || z) any_core_look(core, shape, vec3((float)x, (float)y, (float)z));
}

static inline any_core any_core_of(const carom_shape *shape) {
  const carom__shape_class *class = carom__shape_class_of(shape->kind);
  any_core core = {.count = 0};
  if (!class->vertex_count) {
    any_core_look_around(&core, shape);
    return core;
  }
  core.count = class->vertex_count(shape);
  ck_assert_uint_le(core.count, ANY_CORE_VERTICES);
  for (uint32_t i = 0; i < core.count; i++) core.vertices[i] = exact_from(class->vertex(shape, i));
  return core;
}

static inline exact_vec any_core_farthest(const carom_shape *shape, exact_vec d) {
  any_core core = any_core_of(shape);
  exact_vec best = core.vertices[0];
  for (uint32_t i = 1; i < core.count; i++)
    if (exact_dot(core.vertices[i], d) > exact_dot(best, d)) best = core.vertices[i];
  return best;
}

/* What is known of a point after some of the core's edges and triangles. */
typedef struct any_core_search {
  const any_core *core;
  exact_vec point;
  long double nearest; /* how far all of them are */
  long double
      beyond; /* how far the point is beyond all planes that the core lies behind, or inside of them */
  bool solid; /* there is such a plane */
} any_core_search;

/* The plane of a triangle, if the whole core lies behind it. */
static inline void any_core_try_plane(any_core_search *s, exact_vec on, exact_vec normal) {
  long double rounding = 0;
  for (uint32_t i = 0; i < s->core->count; i++) {
    exact_vec way = exact_sub(s->core->vertices[i], on);
    rounding = fmaxl(rounding, 1e-16L * exact_length(way));
    if (exact_dot(way, normal) > rounding) return;
  }
  s->beyond = fmaxl(s->beyond, exact_dot(exact_sub(s->point, on), normal));
  s->solid = true;
}

static inline void any_core_try_triangle(any_core_search *s, uint32_t i, uint32_t j, uint32_t k) {
  const exact_vec *v = s->core->vertices, zero = exact(0, 0, 0);
  const exact_vec corners[3] = {v[i], v[j], v[k]};
  exact_vec to_j = exact_sub(v[j], v[i]), to_k = exact_sub(v[k], v[i]), across = exact_cross(to_j, to_k);
  long double length = exact_length(across);
  if (length <= 1e-15L * exact_length(to_j) * exact_length(to_k)) return; /* a line */
  exact_vec normal = exact_mad(zero, across, 1 / length);
  s->nearest = fminl(s->nearest, exact_polygon_distance(corners, 3, normal, s->point));
  any_core_try_plane(s, v[i], normal);
  any_core_try_plane(s, v[i], exact_mad(zero, normal, -1));
}

/* The signed distance of a point: negative inside. All triangles of vertices lie in the core, and those of
 * its faces are among them. */
static inline long double any_core_distance(const carom_shape *shape, exact_vec p) {
  any_core core = any_core_of(shape);
  any_core_search s = {.core = &core, .point = p, .nearest = HUGE_VALL, .beyond = -HUGE_VALL};
  for (uint32_t i = 0; i < core.count; i++)
    for (uint32_t j = 0; j <= i; j++) {
      exact_vec near = exact_segment_nearest(core.vertices[i], core.vertices[j], p);
      s.nearest = fminl(s.nearest, exact_length(exact_sub(p, near)));
      for (uint32_t k = 0; k < j; k++) any_core_try_triangle(&s, i, j, k);
    }
  return s.solid && s.beyond <= 0 ? s.beyond : s.nearest;
}

#endif
