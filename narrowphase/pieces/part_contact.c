/* part_contact.c: the contact of two parts.
 *
 * The axis of least depth of two parts is the contact when it is a normal of both wholes (surface.h). When it
 * is not, it is that of an inner edge, and the faces of the triangles are asked instead: what lies over a
 * triangle touches it along its own normal, and what lies beside it touches its neighbours. */
#include "part_contact.h"

#include "along.h"
#include "pair_call.h"
#include "surface.h"

typedef struct encounter {
  carom__site wholes[2];
  const carom__part *parts[2];
  carom_vec3 fronts[2]; /* of triangles, in their frames: the normal of the side that is touched */
} encounter;

/* A triangle that has two sides is touched from the one where the middle of the other part is. What reaches
 * through it has its depth there, also where little of it is on that side. */
static carom_vec3 front_of(const carom__part *triangle, const carom__part *other) {
  const carom__triangle *t = shape_triangle(&triangle->shape);
  carom_vec3 center = shape_center(carom__shape_class_of(other->shape.kind), &other->shape);
  carom_vec3 at = frame_unapply(&triangle->frame, frame_apply(&other->frame, center));
  bool behind = vec3_dot(t->normal, vec3_sub(at, t->corners[0])) < 0;
  return behind && !t->one_sided ? vec3_neg(t->normal) : t->normal;
}

static encounter encounter_of(carom__site whole_a, carom__site whole_b, const carom__part *a,
                              const carom__part *b) {
  encounter e = {.wholes = {whole_a, whole_b}, .parts = {a, b}};
  if (a->shape.kind == CAROM__TRIANGLE) e.fronts[0] = front_of(a, b);
  if (b->shape.kind == CAROM__TRIANGLE) e.fronts[1] = front_of(b, a);
  return e;
}

/* Is the normal of a manifold one of side `side` at its points? */
static bool side_agrees(const encounter *e, int side, const carom_manifold *m) {
  const carom__part *part = e->parts[side];
  if (!shape_is_composite(e->wholes[side].shape)) return true;
  carom_vec3 outward = side == 0 ? m->normal : vec3_neg(m->normal);
  if (part->shape.kind == CAROM__TRIANGLE) {
    float cosine = vec3_dot(mat3_tmul_vec3(&part->frame.axes, outward), e->fronts[side]);
    if (cosine < 0) return false;
    if (cosine > CAROM__SAME_NORMAL) return true;
  }
  for (uint32_t i = 0; i < m->point_count; i++)
    if (!carom__surface_has_normal(e->wholes[side], part, manifold_point_on(side, m, &m->points[i]), outward))
      return false;
  return true;
}

static bool both_agree(const encounter *e, const carom_manifold *m) {
  return side_agrees(e, 0, m) && side_agrees(e, 1, m);
}

static float depth_of(const carom_manifold *m) {
  float least = m->points[0].separation;
  for (uint32_t i = 1; i < m->point_count; i++) least = lesser_float(least, m->points[i].separation);
  return -least;
}

/* Takes the manifold along the normal of a triangle where it is less deep than the best so far. */
static void try_triangle(const encounter *e, int side, carom__contact_rank *rank, carom_manifold *best) {
  carom_manifold m;
  if (e->parts[side]->shape.kind != CAROM__TRIANGLE) return;
  carom__site a = part_site(e->parts[0]), b = part_site(e->parts[1]);
  if (!carom__convex_collide_along(a, b, side, e->fronts[side], &m)) return;
  if (*rank == CAROM__CONTACT && depth_of(&m) >= depth_of(best)) return;
  if (!both_agree(e, &m)) return;
  *rank = CAROM__CONTACT;
  *best = m;
}

carom_status carom__part_contact_find(carom__site whole_a, carom__site whole_b, const carom__part *a,
                                      const carom__part *b, carom__contact_rank *rank, carom_manifold *out) {
  encounter e = encounter_of(whole_a, whole_b, a, b);
  carom_status status = carom__call_collide(part_site(a), part_site(b), NULL, out);
  *rank = CAROM__NO_CONTACT;
  if (!status && out->point_count == 0) return CAROM_OK;
  if (!status && both_agree(&e, out)) {
    *rank = CAROM__CONTACT;
    return CAROM_OK;
  }
  try_triangle(&e, 0, rank, out);
  try_triangle(&e, 1, rank, out);
  if (*rank == CAROM__NO_CONTACT && !status) *rank = CAROM__CONTACT_OF_PARTS;
  return *rank == CAROM__CONTACT ? CAROM_OK : status;
}
