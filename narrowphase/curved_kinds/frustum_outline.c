/* frustum_outline.c: draws frustums, cylinders and cones, with polygons for their caps. */
#include "frustum.h"

/* So many lines of the side are drawn. */
#define SIDE_LINES 8

typedef struct frustum_mesh {
  carom_frustum f;
  uint32_t sides;
  const carom__outline *out;
} frustum_mesh;

/* On the edge of an end, with the normal of the side. */
static carom__drawn corner(const frustum_mesh *m, bool top, uint32_t index) {
  carom_vec2 d = carom_direction_degrees((double)(index % m->sides) * (360.0 / m->sides));
  const carom_frustum *f = &m->f;
  double height = 2 * (double)f->half_height, lean = (double)f->bottom - (double)f->top;
  carom__dvec3 normal = dvec3(height * (double)d.y, lean, height * (double)d.x);
  float radius = top ? f->top : f->bottom;
  return (carom__drawn){vec3(radius * d.y, top ? f->half_height : -f->half_height, radius * d.x),
                        dvec3_narrow(dvec3_normalize_or(normal, dvec3(0, 0, 1)))};
}

static void draw_lines(const frustum_mesh *m, uint32_t i) {
  draw_wire(m->out, corner(m, false, i).at, corner(m, false, i + 1).at);
  draw_wire(m->out, corner(m, true, i).at, corner(m, true, i + 1).at);
  if (i % (m->sides >= SIDE_LINES ? m->sides / SIDE_LINES : 1) == 0)
    draw_wire(m->out, corner(m, false, i).at, corner(m, true, i).at);
}

static void draw_triangles(const frustum_mesh *m, uint32_t i) {
  carom__drawn low = corner(m, false, i), next = corner(m, false, i + 1), high = corner(m, true, i);
  carom__drawn last = corner(m, true, i + 1);
  if (m->f.top == 0) high.normal = vec3_normalize_or(vec3_add(low.normal, next.normal), vec3(0, 1, 0));
  draw_smooth(m->out, &low, &next, &high);
  draw_smooth(m->out, &next, &last, &high);
  draw_facet(m->out, vec3(0, -1, 0), vec3(0, -m->f.half_height, 0), next.at, low.at);
  draw_facet(m->out, vec3(0, 1, 0), vec3(0, m->f.half_height, 0), high.at, last.at);
}

void carom__frustum_outline(const carom_shape *shape, const carom__outline *out) {
  const frustum_mesh m = {frustum_of(shape), drawn_lines(out, CAROM__FRUSTUM_SIDES), out};
  for (uint32_t i = 0; i < m.sides; i++) {
    draw_lines(&m, i);
    draw_triangles(&m, i);
  }
}
