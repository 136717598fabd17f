/* distance.c: the distance of two shapes, and whether they touch.
 *
 * Both agree with the manifold: near touch that decides. Where GJK alone proves the answer by more than any
 * rounding, it is not asked. */
#include "distance.h"

#include "pairs.h"

/* In parts of cores->touch: what is farther from touching than this is decided. */
#define DECIDED 4

static carom__touch touch_of(const carom__cores *cores, const carom__gjk_result *gjk) {
  double radii = cores->radius_a + cores->radius_b, margin = DECIDED * cores->touch;
  if (gjk->lower > radii + margin) return CAROM__APART;
  if (gjk->distance < radii - margin) return CAROM__TOUCHING;
  return gjk->distance == 0 && carom__simplex_holds_ball(&gjk->simplex, margin) ? CAROM__TOUCHING
                                                                                : CAROM__TOUCH_UNKNOWN;
}

/* Lets the manifold decide. */
static carom_status decide(const carom_shape *a, const carom_shape *b, const carom__relative *b_in_a,
                           carom__touch *out) {
  carom__manifold manifold;
  carom_status status = carom__collide(a, b, b_in_a, &manifold);
  *out = manifold.count > 0 ? CAROM__TOUCHING : CAROM__APART;
  return status;
}

static void write_separation(const carom__cores *cores, const carom__gjk_result *gjk,
                             carom__separation *out) {
  double distance = gjk->distance - cores->radius_a - cores->radius_b;
  /* What does not touch is apart, even where rounding says that it is not by any amount. */
  out->distance = fmaxf((float)distance, 0x1p-126f);
  out->normal = dvec3_narrow(gjk->normal);
  out->point_a = dvec3_narrow(dvec3_mad(gjk->point_a, gjk->normal, cores->radius_a));
  out->point_b = dvec3_narrow(dvec3_mad(gjk->point_b, gjk->normal, -cores->radius_b));
}

carom_status carom__distance_warm(const carom_shape *a, const carom_shape *b, const carom__relative *b_in_a,
                                  carom__touch touch, carom_simplex_memory *memory, carom__separation *out) {
  *out = (carom__separation){.distance = 0};
  if (touch == CAROM__TOUCHING) return CAROM_OK;
  carom__cores cores = carom__cores_make(a, b, b_in_a);
  carom__gjk_result gjk;
  carom_status status = carom__gjk_warm(&cores, memory, &gjk);
  if (status) return status;
  if (touch == CAROM__TOUCH_UNKNOWN) touch = touch_of(&cores, &gjk);
  if (touch == CAROM__TOUCH_UNKNOWN) status = decide(a, b, b_in_a, &touch);
  if (!status && touch == CAROM__APART) write_separation(&cores, &gjk, out);
  return status;
}

carom_status carom__overlap_warm(const carom_shape *a, const carom_shape *b, const carom__relative *b_in_a,
                                 carom_simplex_memory *memory, bool *out) {
  carom__touch touch = CAROM__TOUCH_UNKNOWN;
  carom_status status = CAROM_OK;
  if (carom__collide_is_general(a->kind, b->kind)) {
    carom__cores cores = carom__cores_make(a, b, b_in_a);
    carom__gjk_result gjk;
    cores.reach = cores.radius_a + cores.radius_b + DECIDED * cores.touch;
    status = carom__gjk_warm(&cores, memory, &gjk);
    if (!status) touch = touch_of(&cores, &gjk);
  }
  if (!status && touch == CAROM__TOUCH_UNKNOWN) status = decide(a, b, b_in_a, &touch);
  if (!status) *out = touch == CAROM__TOUCHING;
  return status;
}
