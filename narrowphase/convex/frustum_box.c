/* frustum_box.c: the least depth of a frustum and a box (frustum_flat.c). */
#include "frustum_box.h"

static void set_box(const carom__core *box, carom__frustum_flat *m) {
  m->is_box = true;
  for (uint32_t i = 0; i < 8; i++) m->corners[i] = carom__frustum_flat_corner(m, box_vertex(*box->box, i));
  for (int i = 0; i < 3; i++) {
    carom__dvec3 edge = dvec3_sub(m->corners[1 << i], m->corners[0]);
    m->lengths[i] = dvec3_length(edge);
    m->edges[i] = dvec3_scale(edge, 1 / m->lengths[i]);
  }
}

/* The way out of the frustum leads against the outward normal of a face. */
static void try_faces(carom__frustum_flat *m) {
  for (uint32_t i = 0; i < 3; i++) {
    carom__frustum_flat_try_face(m, m->edges[i], 0);
    carom__frustum_flat_try_face(m, dvec3_neg(m->edges[i]), 1u << i);
  }
}

static bool have_both(const carom__frustum_flat *m, carom__dvec3 p) {
  return frustum_depth_within(m->frustum, p) >= 0 && carom__frustum_flat_has(m, p, 0);
}

/* Is a point that both have known? Where both are thin and cross, that is midway along the way out. */
static bool share_a_point(const carom__frustum_flat *m, const carom__flat_points *p) {
  if (p->within >= 0 || carom__frustum_flat_has(m, dvec3(0, 0, 0), 0)) return true;
  carom__dvec3 middle = dvec3_scale(dvec3_add(m->corners[0], m->corners[7]), 0.5);
  carom__dvec3 farthest = carom__frustum_flat_farthest(m);
  return frustum_depth_within(m->frustum, middle) >= 0 || carom__frustum_flat_has(m, farthest, 0) ||
         have_both(m, dvec3_mad(farthest, m->least.along.n, -0.5 * m->least.depth));
}

bool carom__frustum_box_depth(const carom__cores *cores, bool do_overlap, carom__epa_result *out) {
  carom__frustum_flat m;
  if (!(core_is_frustum(&cores->a) && cores->b.box) && !(core_is_frustum(&cores->b) && cores->a.box))
    return false;
  set_box(carom__frustum_flat_begin(cores, &m), &m);
  try_faces(&m);
  if (!(m.least.depth > 2 * cores->touch)) return false;
  carom__frustum_flat_try_others(&m);
  if (!(m.least.depth > 2 * cores->touch)) return false;
  carom__flat_points points = carom__frustum_flat_meet(&m, cores->touch);
  if (!do_overlap && !share_a_point(&m, &points)) return false;
  return carom__frustum_flat_write(&m, cores, &points, out);
}
