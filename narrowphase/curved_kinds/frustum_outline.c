/* frustum_outline.c: draws frustums, cylinders and cones, with polygons for their caps. */
#include "frustum.h"

#define EVERY (CAROM__FRUSTUM_SIDES / 8) /* this many corners from one drawn line of the side to the next */

static carom_vec3 corner(const carom_frustum *f, bool top, uint32_t index) {
  carom_vec3 p = vec3_scale(carom__frustum_corner(index % CAROM__FRUSTUM_SIDES), top ? f->top : f->bottom);
  return vec3(p.x, top ? f->half_height : -f->half_height, p.z);
}

static void draw_lines(const carom_frustum *f, uint32_t i, const carom__outline *out) {
  out->line(out->context, corner(f, false, i), corner(f, false, i + 1));
  if (f->top > 0) out->line(out->context, corner(f, true, i), corner(f, true, i + 1));
  if (i % EVERY == 0) out->line(out->context, corner(f, false, i), corner(f, true, i));
}

static void draw_triangles(const carom_frustum *f, uint32_t i, const carom__outline *out) {
  carom_vec3 low = corner(f, false, i), next = corner(f, false, i + 1);
  out->triangle(out->context, low, next, corner(f, true, i));
  out->triangle(out->context, vec3(0, -f->half_height, 0), next, low);
  if (f->top == 0) return;
  out->triangle(out->context, next, corner(f, true, i + 1), corner(f, true, i));
  out->triangle(out->context, vec3(0, f->half_height, 0), corner(f, true, i), corner(f, true, i + 1));
}

void carom__frustum_outline(const carom_shape *shape, const carom__outline *out) {
  carom_frustum f = frustum_of(shape);
  for (uint32_t i = 0; i < CAROM__FRUSTUM_SIDES; i++) {
    if (out->line) draw_lines(&f, i, out);
    if (out->triangle) draw_triangles(&f, i, out);
  }
}
