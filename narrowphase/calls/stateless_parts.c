/* stateless_parts.c: the parts of a shape that touch another. */
#include "carom/patch.h"
#include "fit.h"
#include "on_plane.h"
#include "parts.h"
#include "stateless.h"

/* The caller's array, and the shape that its parts touch: of a half-space, which has no end, what stands for
 * it beside a shape of parts. */
typedef struct touching {
  carom__site other;
  bool on_plane;
  carom_shape_part *out;
  size_t capacity, count;
  carom_status status;
} touching;

/* As carom_overlap asks it of the whole. */
static carom_status ask(const touching *t, carom__site part, bool *touch) {
  carom_manifold contact;
  if (!t->on_plane) return carom__call_overlap(part, t->other, NULL, touch);
  *touch = carom__part_on_plane(t->other, part, &contact);
  return CAROM_OK;
}

static bool visit(void *context, const carom__part *part) {
  touching *t = context;
  bool touch = false;
  t->status = ask(t, part_site(part), &touch);
  if (touch && t->count++ < t->capacity)
    t->out[t->count - 1] = (carom_shape_part){part->child, part->triangle, part->material};
  return !t->status;
}

static carom_status find_parts(carom__site a, carom__site b, touching *t) {
  carom__fitted room;
  t->on_plane = shape_is_composite(a.shape) && shape_is_unbounded(b.shape);
  if (t->on_plane) carom__pair_fit(&a, &b, &room);
  t->other = b;
  if (shape_is_composite(a.shape)) {
    carom__region region = carom__region_of(b, carom__part_pairs_slack(a, b));
    carom__parts_walk(a, &region, visit, t);
  } else {
    visit(t, &(carom__part){.shape = *a.shape, .frame = *a.frame});
  }
  return t->status;
}

carom_status carom_overlap_parts(const carom_shape *a, const carom_pose *pose_a, const carom_shape *b,
                                 const carom_pose *pose_b, carom_shape_part *out, size_t capacity,
                                 size_t *count) {
  carom_placed placed_a, placed_b;
  touching t = {.out = out, .capacity = capacity};
  if (!count || (capacity > 0 && !out)) return CAROM_NULL_ARGUMENT;
  carom_status status = carom_place(a, pose_a, &placed_a);
  if (!status) status = carom_place(b, pose_b, &placed_b);
  if (!status && !shapes_are_akin(&placed_a.shape, &placed_b.shape)) status = CAROM_WRONG_FAMILY;
  if (!status) status = find_parts(site_of(&placed_a), site_of(&placed_b), &t);
  if (!status) *count = t.count;
  return status;
}
