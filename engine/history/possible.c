/* possible.c: checks whether values can have come about in a world. */
#include "history.h"

#include <math.h>
#include <string.h>

#include "carom/chain.h"
#include "contact.h"
#include "family.h"
#include "objects.h"
#include "patch_list.h"
#include "rows.h"

/* Two bodies that meet at their highest speeds, both turning, as far from their origins as points can be. */
#define APPROACH_MAX (4 * (double)CAROM_SPEED_MAX * (1 + 2 * CAROM__CONTACT_MOST))
/* What no world counts up to. */
#define COUNT_END (UINT64_C(1) << 62)

/* How far the square of a unit's length may be from 1: rounding is below an eighth of it. */
static bool is_unit(double square) { return fabs(square - 1) <= 0x1p-19; }

static bool is_rotation(carom_quat q) {
  return is_unit((double)q.x * (double)q.x + (double)q.y * (double)q.y + (double)q.z * (double)q.z +
                 (double)q.w * (double)q.w);
}

bool carom__pose_is_possible(const carom_world *world, const carom_pose *pose) {
  return carom__pos_check(&pose->position) == CAROM_OK && is_rotation(pose->rotation) &&
         (!world->def.planar || pose_is_planar(pose));
}

/* What is at its body's origin is kept as such: no zero of it is negative. */
bool carom__local_is_possible(const carom_world *world, const carom_local_pose *pose) {
  static const carom_local_pose none = {{0, 0, 0}, {0, 0, 0, 1}};
  return is_rotation(pose->rotation) && vec3_is_within(pose->position, CAROM_SIZE_MAX) &&
         (!world->def.planar || local_pose_is_planar(pose)) &&
         (!carom__local_pose_is_none(pose) || memcmp(pose, &none, sizeof none) == 0);
}

/* What does not move is kept as such: no zero of it is negative. */
bool carom__velocity_is_possible(const carom_world *world, const carom__velocity *v, bool still) {
  static const carom__velocity none = {{0, 0, 0}, {0, 0, 0}};
  bool moves = vec3_norm1(v->linear) > 0 || vec3_norm1(v->angular) > 0;
  return vec3_is_within(v->linear, CAROM_SPEED_MAX) && vec3_is_within(v->angular, CAROM_SPEED_MAX) &&
         (!world->def.planar || velocity_is_planar(v->linear, v->angular)) &&
         (moves ? !still : memcmp(v, &none, sizeof none) == 0);
}

bool carom__counts_are_possible(const carom_counts *counts, uint32_t body_slots, uint32_t collider_slots) {
  uint64_t slots = collider_slots, pairs = slots * (slots - (slots > 0)) / 2;
  return (counts->steps | counts->begins | counts->stays | counts->nears) < COUNT_END &&
         counts->begins >= counts->ends && counts->nears >= counts->fars && counts->dropped <= pairs &&
         counts->not_converged <= pairs && counts->clamped <= body_slots;
}

bool carom__told_is_possible(const carom_counts *counts, uint64_t touching, uint64_t nearby) {
  return counts->begins - counts->ends >= touching && counts->nears - counts->fars >= nearby;
}

bool carom__contact_may_rest(const carom_world *world, uint32_t a, uint32_t b) {
  const carom__gate *gates = world->colliders.gates.data;
  return carom__body_is_active(world, gates[a].body) && carom__body_is_active(world, gates[b].body) &&
         carom__filter_admits(world, a, b);
}

/* Only what swept bodies pass, and what is apart, has none where one of the two is composite. What is convex
 * has no pieces. */
bool carom__patches_may_rest(const carom_world *world, uint32_t a, uint32_t b, const carom_contact *contact) {
  carom_shape room_a, room_b;
  const carom_shape *shape_a = carom__collider_shape(world, a, &room_a);
  const carom_shape *shape_b = carom__collider_shape(world, b, &room_b);
  bool whole_a = !shape_is_composite(shape_a), whole_b = !shape_is_composite(shape_b), fine = true;
  if (contact->further) return !pair_is_composite(shape_a, shape_b);
  if (contact->patch_count == 0)
    return !pair_is_composite(shape_a, shape_b) || contact->apart || contact_has_passed(contact);
  for (uint32_t i = 0; i < contact->patch_count; i++) {
    const carom_patch *p = &contact->patches[i];
    fine = fine && !(whole_a && (p->child_a | p->triangle_a | p->material_a)) &&
           !(whole_b && (p->child_b | p->triangle_b | p->material_b));
  }
  return fine && pair_is_composite(shape_a, shape_b);
}

bool carom__point_count_is_possible(const carom_world *world, uint32_t count) {
  return count - 1 < (world->def.planar ? 2 : CAROM_MANIFOLD_POINTS);
}

static bool point_is_possible(const carom_world *world, const carom_contact_point *point, bool nearby) {
  const double most = CAROM__CONTACT_MOST;
  const carom_pos *p = &point->position;
  double separation = (double)point->separation;
  return fabs(p->x) <= most && fabs(p->y) <= most && fabs(p->z) <= (world->def.planar ? 0 : most) &&
         separation <= (nearby ? 2 * (double)CAROM_SIZE_MAX : 0) && separation >= -most;
}

bool carom__manifold_is_possible(const carom_world *world, const carom_manifold *manifold, bool nearby) {
  const carom_vec3 n = manifold->normal;
  double square = (double)n.x * (double)n.x + (double)n.y * (double)n.y + (double)n.z * (double)n.z;
  bool fine = is_unit(square) && (!world->def.planar || n.z == 0);
  for (uint32_t i = 0; i < manifold->point_count; i++)
    fine = fine && point_is_possible(world, &manifold->points[i], nearby);
  return fine;
}

bool carom__patch_is_possible(const carom_world *world, const carom_patch *patch, float least) {
  carom_manifold manifold = patch_manifold(patch);
  bool fine = manifold.points[0].separation >= least && carom__manifold_is_possible(world, &manifold, false);
  for (uint32_t i = 1; i < manifold.point_count; i++)
    fine = fine && manifold.points[i].separation >= manifold.points[0].separation;
  return fine;
}

static float least_separation(const carom_patch *patch) {
  float least = HUGE_VALF;
  for (uint32_t i = 0; i < patch->point_count; i++) least = fminf(least, patch->points[i].separation);
  return least;
}

/* The first is the manifold of a contact, which is as deep as the pair. */
bool carom__further_is_possible(const carom_world *world, const carom_patch patches[2]) {
  bool fine = world->def.eight_points && !world->def.planar &&
              patches[0].point_count == CAROM_MANIFOLD_POINTS &&
              memcmp(&patches[0].normal, &patches[1].normal, sizeof patches->normal) == 0 &&
              least_separation(&patches[0]) <= least_separation(&patches[1]);
  for (int i = 0; i < 2; i++) {
    const carom_patch *p = &patches[i];
    fine = fine && !(p->child_a | p->child_b | p->triangle_a | p->triangle_b | p->material_a | p->material_b);
  }
  return fine;
}

bool carom__nearness_is_possible(const carom_contact *contact) {
  bool touches = contact->patch_count > 0 && !contact->further;
  for (uint32_t i = 0; i < contact->manifold.point_count; i++)
    touches = touches || contact->manifold.points[i].separation <= 0;
  return contact->apart ? contact->nearby && !touches : touches;
}

bool carom__approach_is_possible(float speed) { return fabs((double)speed) <= APPROACH_MAX; }

bool carom__side_is_possible(const carom_world *world, const carom_contact_side *side) {
  return side->category && !(side->category & CAROM_MASK_NONE) &&
         side->child < (world->def.planar ? CAROM_CHAIN_POINTS_MAX : 1);
}

bool carom__side_is_of_now(const carom_world *world, uint32_t collider, const carom_contact_side *side) {
  const carom_contact_side now = carom__collider_side(world, collider);
  return side->category == now.category && side->child == now.child && side->body_user == now.body_user &&
         side->collider_user == now.collider_user;
}
