/* history.h: what the ways to keep and repeat the past of a world share. */
#ifndef CAROM_ENGINE_HISTORY_H
#define CAROM_ENGINE_HISTORY_H

#include "carom/record.h"
#include "state.h"

/* The world has become another, in a way that is no call. */
void carom__record_world(carom_world *world);

/* A hash of the events that the last dispatch delivered, but for user pointers. */
uint64_t carom__events_hash(const carom_world *world);

/* --- Values that are read back from bytes: can they have come about in a world? --- */

/* A pose or local pose that was accepted and moved by steps; nothing of it is NaN. */
bool carom__pose_is_possible(const carom_world *world, const carom_pose *pose);
bool carom__local_is_possible(const carom_world *world, const carom_local_pose *pose);
/* The velocities of a body that moves, if it may. */
bool carom__velocity_is_possible(const carom_world *world, const carom__velocity *v, bool still);

/* The counts of a world of so many slots. */
bool carom__counts_are_possible(const carom_counts *counts, uint32_t body_slots, uint32_t collider_slots);
/* And of so many contacts that touch and so many that are nearby: each has had its BEGIN and not its END, or
 * its NEAR and not its FAR. */
bool carom__told_is_possible(const carom_counts *counts, uint64_t touching, uint64_t nearby);

/* A contact of two bodies that rest goes on as it is, so that nothing may be against it. */
bool carom__contact_may_rest(const carom_world *world, uint32_t a, uint32_t b);
/* And its patches are such as its colliders have. */
bool carom__patches_may_rest(const carom_world *world, uint32_t a, uint32_t b, const carom_contact *contact);

/* What of a contact is a number that the narrow phase found; how many points there are must be checked before
 * they are read. */
bool carom__point_count_is_possible(const carom_world *world, uint32_t count);
/* Points of what is nearby may be apart. */
bool carom__manifold_is_possible(const carom_world *world, const carom_manifold *manifold, bool nearby);
/* What is apart is nearby and has no point that touches, and no patches of pieces; what touches has one. */
bool carom__nearness_is_possible(const carom_contact *contact);
/* The same of a patch behind one whose first point is at this separation, or behind none when it is
 * -HUGE_VALF. */
bool carom__patch_is_possible(const carom_world *world, const carom_patch *patch, float least);
/* Can two patches whose manifolds are possible be a manifold and its further points? */
bool carom__further_is_possible(const carom_world *world, const carom_patch patches[2]);
bool carom__approach_is_possible(float speed);
/* A side as a step found it whose collider may be another by now, but for its ids and user pointers. */
bool carom__side_is_possible(const carom_world *world, const carom_contact_side *side);
/* Is a side what its collider would be told as now? */
bool carom__side_is_of_now(const carom_world *world, uint32_t collider, const carom_contact_side *side);

#endif
