/* collide_polygons.c: polygons and rectangles of at most eight vertices, at their places (polygons8.h). */
#include "collide_flats.h"
#include "polygon.h"
#include "shape_class.h"

static inline void take_rectangle(carom__site site, int i, carom__polygon_task *out) {
  const carom_rectangle *r = &site.shape->geometry.rectangle;
  out->outlines[i].vertices = 4;
  out->outlines[i].rows = NULL;
  out->outlines[i].half = r->half;
  out->frames[i] = site.frame;
  out->radii[i] = r->radius;
  out->reaches[i] = r->half.x + r->half.y + 2 * r->radius;
}

static inline void take_polygon(carom__site site, int i, carom__polygon_task *out) {
  const carom_polygon *polygon = site.shape->geometry.polygon.asset;
  float radius = site.shape->geometry.polygon.radius;
  out->outlines[i].vertices = polygon->vertex_count;
  out->outlines[i].rows = polygon->rows;
  out->frames[i] = site.frame;
  out->radii[i] = radius;
  out->reaches[i] = polygon->reach + 2 * radius;
}

static inline bool is_small(carom__site site) {
  return site.shape->geometry.polygon.asset->vertex_count <= 8;
}

bool carom__collide_polygons(carom__site a, carom__site b, carom_manifold *out) {
  carom__polygon_task task;
  if (!is_small(a) || !is_small(b)) return false;
  take_polygon(a, 0, &task);
  take_polygon(b, 1, &task);
  return carom__plane_kernels_best()->polygons(&task, out);
}

bool carom__collide_rectangle_polygon(carom__site a, carom__site b, carom_manifold *out) {
  carom__polygon_task task;
  int polygon = shapes_in_order(a.shape, b.shape);
  if (!is_small(polygon ? b : a)) return false;
  take_polygon(polygon ? b : a, polygon, &task);
  take_rectangle(polygon ? a : b, 1 - polygon, &task);
  return carom__plane_kernels_best()->polygons(&task, out);
}
