/* candidates.h: the passes that lead from velocities to candidates. Each says what it reads and writes.
 *
 * The room holds motion, bounds, body pairs, the cull, and what the game's filter says. It uses state.
 * Contacts take the candidates, swept the body pairs, and the step in world runs all of them. */
#ifndef CAROM_ENGINE_CANDIDATES_H
#define CAROM_ENGINE_CANDIDATES_H

#include "boxes.h"
#include "state.h"

/* --- First: motion --- */

typedef struct carom__moved_body {
  carom_pose before;
  uint32_t slot;
} carom__moved_body;

/* What motion did, to be undone when a later pass fails. */
typedef struct carom__moved {
  float dt;
  uint32_t flags;            /* of all that moved, together */
  const uint64_t *touched;   /* the words of what was touched before */
  const carom__bits *moving; /* the slots of the bodies ... */
  uint32_t *first;           /* ... and of each word of these the index of the first, in ... */
  size_t count;
  const carom_pose *found;    /* where each is to be put back; NULL: where it was before */
  carom__moved_body bodies[]; /* ... ascending by slot */
} carom__moved;

/* Moves the bodies that have a velocity. Reads velocities. Writes poses, marks of touched bodies, and
 * step.moved: where the bodies were. */
carom_status carom__step_motion(carom_world *world, float dt);
/* The same in a world that carom_world_move has moved: writes step.moved alone. */
carom_status carom__motion_resume(carom_world *world);
void carom__motion_undo(carom_world *world);

/* Where a body was before motion moved it; NULL when it did not. */
const carom_pose *carom__moved_from(const carom__moved *moved, uint32_t slot);

/* The rotation that a constant angular velocity leads to. */
carom_quat carom__motion_turn(carom_quat rotation, carom_vec3 angular, float dt);

/* --- Second: bounds --- */

/* What sees static bodies is paired with them as a kinematic one is. */
static inline bool carom__body_is_still(const carom_world *world, uint32_t body) {
  uint32_t flags = world->bodies.flags.data[body];
  return (flags & (CAROM__BODY_STATIC | CAROM__BODY_SEES_STATIC)) == CAROM__BODY_STATIC;
}

/* The boxes and trees of bodies that moved or changed. Reads the poses of touched bodies. Writes frames of
 * colliders, bounds of bodies, trees of those with many colliders, and step.still_touched. */
carom_status carom__step_bounds(carom_world *world);

/* Makes the boxes of a body anew, which is where it is for another reason than that it was touched. */
void carom__bounds_refresh(carom_world *world, uint32_t body);

/* --- Third: body pairs --- */

/* Pairs of bodies with overlapping AABBs, of which at least one was touched. Reads bounds, marks of
 * touched bodies and step.still_touched. Writes step.body_pairs, and puts to rest what is touched no more. */
carom_status carom__step_broadphase(carom_world *world);

/* Tells of all bodies that are touched that they were put back where they were, which changes nothing of them
 * but makes their boxes anew: none is touched then. */
void carom__bodies_settle(carom_world *world);
/* The same of one. */
void carom__body_settle(carom_world *world, uint32_t slot);

/* --- Fifth: the cull --- */

/* Finds the pairs of colliders that may touch, from pairs of bodies. A candidate is a pair of colliders as
 * one word (carom__pair_key); ascending words are the canonical order that all later passes keep. Reads body
 * pairs, trees, frames and gates. Writes the candidates, and those that the game's filter has refused. */
carom_status carom__step_cull(carom_world *world);

/* May boxes and rectangles go to the narrow phase without a test of the cull, where that saves time? Not
 * where the game's filter is asked about all that overlap, nor where margins and seams ask what is near.
 * Candidates that are apart do not count as pairs then. */
static inline bool carom__boxes_are_tested_late(const carom_world *world) {
  return !world->def.filter && !carom__boxes_grow(world);
}

/* Does each body have one sharp box or rectangle, and does nothing ask for candidates? Then contacts are
 * found from the pairs of bodies in one pass (one_pass.c), and the cull makes no candidates. */
static inline bool carom__pairs_need_no_cull(const carom_world *world) {
  return !world->shaped && !world->grouped && !world->ordered && !world->step.shuffled &&
         carom__boxes_are_tested_late(world);
}

/* Does the game's callback admit a pair of colliders, after carom__filter_admits? What it has said of what a
 * swept body may meet in this step stands. */
bool carom__filter_asks(const carom_world *world, uint32_t a, uint32_t b);
/* The same after the cull, which has asked about all candidates. */
bool carom__filter_asks_late(const carom_world *world, uint32_t a, uint32_t b);

#endif
