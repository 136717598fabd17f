/* stateless.h: what the public functions on pairs of shapes have in common.
 *
 * The main file of the room calls, the top of the narrow phase. It has the public functions without a world:
 * they check and place what comes from outside, and call the rooms pairs and cast. The table of pairs stands
 * here too (pair_classes.c), because it names functions of all rooms. The engine uses its rays. */
#ifndef CAROM_NARROWPHASE_STATELESS_H
#define CAROM_NARROWPHASE_STATELESS_H

#include <math.h>

#include "pair_call.h"
#include "place_pairs.h"
#include "pose.h"
#include "shape_class.h"

/* Calls for two shapes of a family; CAROM_WRONG_FAMILY when they are not. */
carom_status carom__call_pair(carom__pair_call *call, const carom_placed *a, const carom_placed *b,
                              carom_pair_cache *cache, void *out);

/* Is a margin finite and in 0..CAROM_SIZE_MAX? */
carom_status carom__margin_check(float margin);

/* What a value must hold to have come from carom_place; garbage hardly does. */
#define CAROM__PLACED UINT64_C(0x6361726f6d207631)

/* Was this made by carom_place? */
static inline bool carom__is_placed(const carom_placed *placed) { return placed->ready == CAROM__PLACED; }

/* What carom_place would say of a shape and its pose. */
carom_status carom__site_check(const carom_shape *shape, const carom_pose *pose);

/* Is all about a site as carom_place wants it, for sure? */
static inline bool site_is_good(const carom__kind_entry *entry, const carom_shape *shape,
                                const carom_pose *pose) {
  const carom__shape_class *class = entry->class;
  if (!has_ranges(class, shape) || lanes_any(shape_outside(class, shape, class->ranges.last))) return false;
  return (pos_room(&pose->position) | unit_room(quat_length_squared(pose->rotation))) >= 0 &&
         (entry->family != CAROM_FAMILY_PLANAR || pose_is_planar(pose));
}
static inline carom_status check_site(const carom_shape *shape, const carom_pose *pose) {
  if (!shape || !pose) return CAROM_NULL_ARGUMENT;
  return site_is_good(carom__kind_entry_of(shape->kind), shape, pose) ? CAROM_OK
                                                                      : carom__site_check(shape, pose);
}

/* The frame of carom_place, in place: a copy would wait for all its parts. Where a ball is turned to is not
 * written where nothing reads it. */
static inline void locate_site(const carom__kind_entry *entry, const carom_pose *pose, bool as_point,
                               carom_frame *out) {
  out->origin = pose->position;
  if (as_point && entry->class->is_ball) return;
  double squared = quat_length_squared(pose->rotation);
  mat3_store(quat_to_mat3(quat_near_to_unit(pose->rotation, squared)), &out->axes);
}

static inline carom__site site_of(const carom_placed *placed) {
  return (carom__site){&placed->shape, &placed->frame};
}

/* Keeps the status of answer i of many, and the first bad one of all. */
static inline void note_status(carom_status status, size_t i, carom_status *statuses, carom_status *first) {
  if (statuses) statuses[i] = status;
  if (!*first) *first = status;
}

#endif
