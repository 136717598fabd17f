/* distance.c: the distance of two shapes, and whether they touch.
 *
 * Both agree with the manifold: near touch that decides. Where GJK alone proves the answer by more than any
 * rounding, it is not asked. */
#include "distance.h"

#include "pairs.h"

/* In parts of cores->touch: what is farther from touching than this is decided. */
#define DECIDED 4

typedef enum state { APART, TOUCHING, UNDECIDED } state;

static state state_of(const carom__cores *cores, const carom__gjk_result *gjk) {
  double radii = cores->radius_a + cores->radius_b, margin = DECIDED * cores->touch;
  if (gjk->lower > radii + margin) return APART;
  if (gjk->distance < radii - margin) return TOUCHING;
  return gjk->distance == 0 && carom__simplex_holds_ball(&gjk->simplex, margin) ? TOUCHING : UNDECIDED;
}

/* Lets the manifold decide. */
static carom_status decide(const carom_shape *a, const carom_shape *b, const carom__relative *b_in_a,
                           state *out) {
  carom__manifold manifold;
  carom_status status = carom__collide(a, b, b_in_a, &manifold);
  *out = manifold.count > 0 ? TOUCHING : APART;
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
                                  carom__gjk_cache *cache, carom__separation *out) {
  carom__cores cores = carom__cores_make(a, b, b_in_a);
  carom__gjk_result gjk;
  *out = (carom__separation){.distance = 0};
  carom_status status = carom__gjk_warm(&cores, cache, &gjk);
  if (status) return status;
  state s = state_of(&cores, &gjk);
  if (s == UNDECIDED) status = decide(a, b, b_in_a, &s);
  if (!status && s == APART) write_separation(&cores, &gjk, out);
  return status;
}

carom_status carom__distance(const carom_shape *a, const carom_shape *b, const carom__relative *b_in_a,
                             carom__separation *out) {
  carom__gjk_cache cold = {.count = 0};
  return carom__distance_warm(a, b, b_in_a, &cold, out);
}

carom_status carom__overlap_warm(const carom_shape *a, const carom_shape *b, const carom__relative *b_in_a,
                                 carom__gjk_cache *cache, bool *out) {
  state s = UNDECIDED;
  carom_status status = CAROM_OK;
  if (carom__collide_is_general(a->kind, b->kind)) {
    carom__cores cores = carom__cores_make(a, b, b_in_a);
    carom__gjk_result gjk;
    cores.reach = cores.radius_a + cores.radius_b + DECIDED * cores.touch;
    status = carom__gjk_warm(&cores, cache, &gjk);
    if (!status) s = state_of(&cores, &gjk);
  }
  if (!status && s == UNDECIDED) status = decide(a, b, b_in_a, &s);
  if (!status) *out = s == TOUCHING;
  return status;
}
