/* curved.c: the support function of two cores, at least one of them curved, in double. */
#include "curved.h"

static carom__dvec3 placed_point(const carom__curved_core *core, carom_vec3 p) {
  return core->pose ? dvec3_place(core->pose, p) : dvec3_widen(p);
}

static void make_core(const carom__core *core, const carom__relative *pose, carom__curved_core *out) {
  *out = (carom__curved_core){.core = core, .pose = pose, .has_discs = core->class->discs};
  if (!out->has_discs) return;
  carom__discs discs;
  core->class->discs(core->shape, &discs);
  for (int i = 0; i < 2; i++) {
    out->centers[i] = placed_point(out, discs.centers[i]);
    out->radii[i] = discs.radii[i];
  }
  out->has_balls = discs.balls;
  out->axis = dvec3_normalize_or(dvec3_sub(out->centers[1], out->centers[0]), dvec3(0, 1, 0));
}

void carom__curved_make(const carom__cores *cores, carom__curved_pair *out) {
  out->cores = cores;
  make_core(&cores->a, NULL, &out->a);
  make_core(&cores->b, cores->b_in_a, &out->b);
}

static uint32_t farthest_disc(const carom__curved_core *core, carom__dvec3 n) {
  double along = dvec3_dot(dvec3_sub(core->centers[1], core->centers[0]), n);
  if (core->radii[0] == core->radii[1]) return along > 0;
  if (core->has_balls) return along > core->radii[0] - core->radii[1];
  return along > (core->radii[0] - core->radii[1]) * dvec3_length(curved_part_across(core, n));
}

static uint32_t farthest_vertex(const carom__curved_core *core, carom__dvec3 n) {
  uint32_t index;
  carom__dvec3 own = core->pose ? dvec3_unrotate(&core->pose->axes, n) : n;
  core_support(core->core, dvec3_narrow(own), &index);
  return index;
}

uint32_t carom__curved_farthest_index(const carom__curved_core *core, carom__dvec3 n) {
  if (core->core->class->smooth) return 0;
  return core->has_discs ? farthest_disc(core, n) : farthest_vertex(core, n);
}

static carom__dvec3 smooth_point_of(const carom__curved_core *core, carom__dvec3 n) {
  carom__dvec3 p = curved_smooth(core, n).point;
  return core->pose ? dvec3_add(dvec3_rotate(&core->pose->axes, p), dvec3_widen(core->pose->origin)) : p;
}

carom__dvec3 carom__curved_point(const carom__curved_core *core, uint32_t index, carom__dvec3 n) {
  if (core->core->class->smooth) return smooth_point_of(core, n);
  if (!core->has_discs) return placed_point(core, core_vertex(core->core, index));
  if (core->radii[index] == 0) return core->centers[index];
  double square;
  return dvec3_mad(core->centers[index], curved_way_out(core, n, &square), core->radii[index]);
}

void carom__curved_support(const carom__curved_pair *pair, carom__dvec3 n, carom__vertex *out) {
  carom__dvec3 against = dvec3_neg(n);
  out->index_a = carom__curved_farthest_index(&pair->a, n);
  out->index_b = carom__curved_farthest_index(&pair->b, against);
  out->a = carom__curved_point(&pair->a, out->index_a, n);
  out->b = carom__curved_point(&pair->b, out->index_b, against);
  out->w = dvec3_sub(out->a, out->b);
}

bool carom__curved_core_is_cap(const carom__curved_core *core, carom__dvec3 n) {
  carom__dvec3 across = curved_part_across(core, n);
  return core->radii[0] > 0 && !core->has_balls &&
         dvec3_dot(across, across) <= CAROM__CURVED_LEAN * CAROM__CURVED_LEAN;
}

bool carom__curved_is_cap(const carom__curved_pair *pair, carom__dvec3 n) {
  return carom__curved_core_is_cap(&pair->a, n) || carom__curved_core_is_cap(&pair->b, n);
}
