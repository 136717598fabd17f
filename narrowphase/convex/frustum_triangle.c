/* frustum_triangle.c: the least depth of a frustum and a triangle, or their distance (frustum_flat.c). */
#include "frustum_triangle.h"

#include "frustum_flat.h"

static bool is_triangle(const carom__core *core) {
  return core->class->vertex_count && core->class->vertex_count(core->shape) == 3;
}

bool carom__frustum_triangle_make(const carom__cores *cores, carom__frustum_flat *out) {
  if (!core_is_frustum(&cores->a) && !core_is_frustum(&cores->b)) return false;
  if (!is_triangle(core_is_frustum(&cores->a) ? &cores->b : &cores->a)) return false;
  const carom__core *triangle = carom__frustum_flat_begin(cores, out);
  out->is_box = false;
  for (uint32_t i = 0; i < 3; i++)
    out->corners[i] = carom__frustum_flat_corner(out, core_vertex(triangle, i));
  for (int i = 0; i < 3; i++) {
    carom__dvec3 edge = dvec3_sub(out->corners[(i + 1) % 3], out->corners[i]);
    out->lengths[i] = dvec3_length(edge);
    if (!(out->lengths[i] > 0)) return false;
    out->edges[i] = dvec3_scale(edge, 1 / out->lengths[i]);
  }
  return true;
}

bool carom__frustum_triangle_normal(const carom__frustum_flat *m, carom__dvec3 *out) {
  *out = dvec3_cross(m->edges[0], m->edges[1]);
  return dvec3_dot(*out, *out) > CAROM__FLAT_LEAN * CAROM__FLAT_LEAN;
}

static bool try_faces(carom__frustum_flat *m) {
  carom__dvec3 n;
  if (!carom__frustum_triangle_normal(m, &n)) return false;
  n = dvec3_scale(n, 1 / dvec3_length(n));
  carom__frustum_flat_try_face(m, n, 0);
  carom__frustum_flat_try_face(m, dvec3_neg(n), 0);
  return true;
}

/* Does the way from the middle of the frustum to a point of it lead through the triangle? */
static bool leads_through(const carom__frustum_flat *m, carom__dvec3 p) {
  carom__dvec3 normal = dvec3_cross(m->edges[0], m->edges[1]);
  double from = -dvec3_dot(normal, m->corners[0]), to = from + dvec3_dot(normal, p);
  return from * to < 0 && carom__frustum_flat_has(m, dvec3_scale(p, from / (from - to)), 0);
}

/* Points of both that are as far apart as their planes prove the distance, and a point of the triangle that
 * is as deep in the frustum the depth. */
static bool prove_least(const carom__frustum_flat *m, const carom__flat_points *p) {
  return m->least.depth < 0 ? p->known : p->within >= m->least.depth;
}

/* What overlaps is as deep as the least of all directions. */
static bool do_overlap(const carom__frustum_flat *m, const carom__flat_points *p) {
  return m->least.depth >= 0 && (p->within >= 0 || leads_through(m, carom__frustum_flat_farthest(m)));
}

bool carom__frustum_triangle_depth(const carom__cores *cores, carom__epa_result *out) {
  carom__frustum_flat m;
  double touch = 0.25 * cores->touch;
  if (!carom__frustum_triangle_make(cores, &m) || !try_faces(&m)) return false;
  carom__flat_points p = carom__frustum_flat_meet(&m, touch);
  if (!prove_least(&m, &p) && -m.least.depth <= cores->reach) {
    carom__frustum_flat_try_others(&m);
    p = carom__frustum_flat_meet(&m, touch);
    if (!prove_least(&m, &p) && !do_overlap(&m, &p) && -m.least.depth <= cores->reach) return false;
  }
  return carom__frustum_flat_write(&m, cores, &p, out);
}
