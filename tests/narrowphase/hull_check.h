/* hull_check.h: what must hold for every hull, and clouds that make it hard. */
#ifndef CAROM_HULL_CHECK_H
#define CAROM_HULL_CHECK_H

#include <stdlib.h>
#include <string.h>

#include "testing.h"
#include "hull.h"

#define HULL_TOLERANCE 4e-6

static inline double hull_dot(carom_vec3 a, carom_vec3 b) {
  return (double)a.x * (double)b.x + (double)a.y * (double)b.y + (double)a.z * (double)b.z;
}
static inline double hull_size(const carom_hull *hull) {
  const carom_aabb *b = &hull->bounds;
  double x = (double)b->max.x - (double)b->min.x, y = (double)b->max.y - (double)b->min.y;
  return fmax(fmax(x, y), (double)b->max.z - (double)b->min.z);
}
/* What the coordinates of a hull can be off by when they are rounded to floats. */
static inline double hull_rounding(const carom_hull *hull) {
  carom_vec3 low = hull->bounds.min, high = hull->bounds.max;
  float reach = fmaxf(fmaxf(fabsf(low.x), fabsf(high.x)), fmaxf(fabsf(low.y), fabsf(high.y)));
  return (double)fmaxf(reach, fmaxf(fabsf(low.z), fabsf(high.z))) * 0x1p-22;
}

/* Twins, loops and Euler's formula. */
static inline const char *hull_topology_fault(const carom_hull *hull) {
  uint32_t halves = hull->face_starts[hull->face_count];
  if (hull->vertex_count + hull->face_count != hull->edge_count + 2) return "Euler";
  if (halves != 2 * hull->edge_count || hull->face_starts[0] != 0) return "half edges and edges differ";
  uint32_t *degree = calloc(hull->vertex_count, sizeof *degree);
  const char *fault = NULL;
  for (uint32_t i = 0; i < halves; i++) {
    const carom__half_edge *e = &hull->half_edges[i];
    if (e->twin >= halves || e->next >= halves || e->origin >= hull->vertex_count ||
        e->face >= hull->face_count) {
      fault = "index";
      break;
    }
    const carom__half_edge *twin = &hull->half_edges[e->twin];
    uint32_t start = hull->face_starts[e->face], end = hull->face_starts[e->face + 1];
    degree[e->origin]++;
    if (end < start + 3) fault = "face of fewer than three vertices";
    if (i < start || i >= end || e->next != (i + 1 < end ? i + 1 : start)) fault = "loop";
    if (e->origin != hull->loops[i]) fault = "origin";
    if (twin->twin != i || twin->face == e->face) fault = "twin";
    if (twin->origin != hull->half_edges[e->next].origin) fault = "twin's origin";
    if (hull->half_edges[twin->next].origin != e->origin) fault = "twin's end";
  }
  for (uint32_t i = 0; i < hull->vertex_count; i++)
    if (degree[i] < 3) fault = "vertex of degree below three";
  free(degree);
  return fault;
}

/* Each face's loop lies on its plane, and turns left all the way around. */
static inline const char *hull_faces_fault(const carom_hull *hull, double near) {
  for (uint32_t f = 0; f < hull->face_count; f++) {
    carom_plane plane = hull->planes[f];
    uint32_t start = hull->face_starts[f], count = hull->face_starts[f + 1] - start;
    if (fabs(hull_dot(plane.normal, plane.normal) - 1) > 4e-7) return "normal is not unit";
    for (uint32_t i = 0; i < count; i++) {
      const carom_vec3 a = hull->vertices[hull->loops[start + i]];
      const carom_vec3 b = hull->vertices[hull->loops[start + (i + 1) % count]];
      if (hull_dot(plane.normal, a) < (double)plane.offset - near)
        return "a face's vertex is below its plane";
      double ex = (double)b.x - (double)a.x, ey = (double)b.y - (double)a.y, ez = (double)b.z - (double)a.z;
      double nx = (double)plane.normal.x, ny = (double)plane.normal.y, nz = (double)plane.normal.z;
      double ox = ey * nz - ez * ny, oy = ez * nx - ex * nz, oz = ex * ny - ey * nx;
      double length = sqrt(ex * ex + ey * ey + ez * ez);
      if (length == 0) return "edge without length";
      for (uint32_t k = 0; k < count; k += 1 + count / 64) {
        const carom_vec3 c = hull->vertices[hull->loops[start + k]];
        double beyond = ox * ((double)c.x - (double)a.x) + oy * ((double)c.y - (double)a.y) +
                        oz * ((double)c.z - (double)a.z);
        if (beyond > 2 * near * length) return "outline is not convex";
      }
    }
  }
  return NULL;
}

/* No vertex beyond a plane; hulls of very many faces are sampled. */
static inline const char *hull_convexity_fault(const carom_hull *hull) {
  double beyond = HULL_TOLERANCE * hull_size(hull);
  uint32_t step = 1 + (uint32_t)((uint64_t)hull->face_count * hull->vertex_count / 20000000);
  for (uint32_t f = 0; f < hull->face_count; f += step)
    for (uint32_t i = 0; i < hull->vertex_count; i++)
      if (hull_dot(hull->planes[f].normal, hull->vertices[i]) > (double)hull->planes[f].offset + beyond)
        return "a vertex is beyond a plane";
  for (uint32_t k = 0; k < hull->bevel_count; k++)
    for (uint32_t i = 0; i < hull->vertex_count; i++)
      if (hull_dot(hull->bevels[k].normal, hull->vertices[i]) >
          (double)hull->bevels[k].offset + hull_rounding(hull))
        return "a vertex is beyond a bevel";
  return NULL;
}

/* All invariants of a hull by itself; NULL when they hold. */
static inline const char *hull_fault(const carom_hull *hull) {
  const char *fault = hull_topology_fault(hull);
  double near = 1.1 * HULL_TOLERANCE * hull_size(hull) + 2 * hull_rounding(hull);
  if (!fault) fault = hull_faces_fault(hull, near);
  if (!fault) fault = hull_convexity_fault(hull);
  if (!fault && !(hull->volume > 0)) fault = "volume";
  for (uint32_t f = 0; !fault && f < hull->face_count; f++)
    if (hull_dot(hull->planes[f].normal, hull->centroid) >
        (double)hull->planes[f].offset + hull_rounding(hull))
      fault = "centroid outside";
  return fault;
}

static inline int hull_compare_points(const void *a, const void *b) {
  const carom_vec3 *p = a, *q = b;
  if (p->x != q->x) return p->x < q->x ? -1 : 1;
  if (p->y != q->y) return p->y < q->y ? -1 : 1;
  return p->z < q->z ? -1 : p->z > q->z;
}

/* And with the points it was made of: none lies outside, and each vertex is one of them. */
static inline const char *hull_fault_with_points(const carom_hull *hull, carom_vec3 *points, size_t count) {
  const char *fault = hull_fault(hull);
  double beyond = HULL_TOLERANCE * hull_size(hull);
  uint32_t step = 1 + (uint32_t)((uint64_t)hull->face_count * count / 20000000);
  for (uint32_t f = 0; !fault && f < hull->face_count; f += step)
    for (size_t i = 0; i < count; i++)
      if (hull_dot(hull->planes[f].normal, points[i]) > (double)hull->planes[f].offset + beyond)
        fault = "a point is outside";
  qsort(points, count, sizeof *points, hull_compare_points);
  for (uint32_t i = 0; !fault && i < hull->vertex_count; i++)
    if (!bsearch(&hull->vertices[i], points, count, sizeof *points, hull_compare_points))
      fault = "a vertex is none of the points";
  return fault;
}

#endif
