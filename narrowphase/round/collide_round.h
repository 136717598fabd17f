/* collide_round.h: spheres and capsules straight from the world.
 *
 * The main file of the room round: pairs of spheres and capsules, and of a sphere and a cylinder or cone, in
 * closed form. The room uses shape and kinds. The table of pairs names its functions. */
#ifndef CAROM_NARROWPHASE_COLLIDE_ROUND_H
#define CAROM_NARROWPHASE_COLLIDE_ROUND_H

#include "narrowphase.h"

carom__collide_fn carom__collide_sphere_sphere, carom__collide_sphere_capsule, carom__collide_capsule_capsule;

/* The manifold of two round shapes at their places, by the same computation as their pair functions, but
 * without the detour through A's frame. */
void carom__collide_round_frames(const carom_shape *a, const carom_frame *frame_a, const carom_shape *b,
                                 const carom_frame *frame_b, carom_manifold *out);

#endif
