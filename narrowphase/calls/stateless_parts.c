/* stateless_parts.c: the parts of a shape that touch another. */
#include "carom/patch.h"
#include "parts.h"
#include "stateless.h"

/* The caller's array, and the shape that its parts touch. */
typedef struct touching {
  carom__site other;
  float slack;
  carom_shape_part *out;
  size_t capacity, count;
  carom_status status;
} touching;

/* A part of A, and what its question about B's has found. */
typedef struct part_touch {
  const carom__part *part;
  carom_status status;
  bool yes;
} part_touch;

static bool ask_part(void *context, const carom__part *part) {
  part_touch *ask = context;
  ask->status = carom__call_overlap(part_site(ask->part), part_site(part), NULL, &ask->yes);
  return !ask->status && !ask->yes;
}

static bool visit(void *context, const carom__part *part) {
  touching *t = context;
  part_touch ask = {part, CAROM_OK, false};
  carom__region region = carom__region_of(part_site(part), t->slack);
  carom__parts_walk(t->other, &region, ask_part, &ask);
  t->status = ask.status;
  if (ask.yes && t->count++ < t->capacity)
    t->out[t->count - 1] = (carom_shape_part){part->child, part->triangle, part->material};
  return !t->status;
}

carom_status carom_overlap_parts(const carom_shape *a, const carom_pose *pose_a, const carom_shape *b,
                                 const carom_pose *pose_b, carom_shape_part *out, size_t capacity,
                                 size_t *count) {
  carom_placed placed_a, placed_b;
  if (!count || (capacity > 0 && !out)) return CAROM_NULL_ARGUMENT;
  carom_status status = carom_place(a, pose_a, &placed_a);
  if (!status) status = carom_place(b, pose_b, &placed_b);
  if (!status && !shapes_are_akin(&placed_a.shape, &placed_b.shape)) status = CAROM_WRONG_FAMILY;
  if (status) return status;
  carom__site site_a = site_of(&placed_a), site_b = site_of(&placed_b);
  touching t = {.other = site_b, .out = out, .capacity = capacity};
  t.slack = carom__part_pairs_slack(site_a, site_b);
  carom__region region = carom__region_of(site_b, t.slack);
  carom__parts_walk(site_a, &region, visit, &t);
  if (!t.status) *count = t.count;
  return t.status;
}
