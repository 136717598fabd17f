/* collide_round.h: spheres and capsules straight from the world.
 *
 * The main file of the room round: pairs of spheres and capsules, and of a sphere and a cylinder or cone, in
 * closed form. The room uses shape and kinds. The table of pairs names its functions. */
#ifndef CAROM_NARROWPHASE_COLLIDE_ROUND_H
#define CAROM_NARROWPHASE_COLLIDE_ROUND_H

#include "narrowphase.h"

/* The manifold of two round shapes at their places, in any order: always true. Those of spheres are for
 * discs, too, which never leave their plane. */
typedef bool carom__collide_round_fn(carom__site a, carom__site b, carom_manifold *out);
carom__collide_round_fn carom__collide_spheres, carom__collide_sphere_capsule, carom__collide_capsules;

/* Do they touch? */
typedef carom__touch_state carom__touch_round_fn(carom__site a, carom__site b);
carom__touch_round_fn carom__touch_spheres, carom__touch_sphere_capsule, carom__touch_capsules;

/* The signed distance of two round shapes in the same way: always true. */
typedef bool carom__measure_round_fn(carom__site a, carom__site b, carom_distance_result *out);
carom__measure_round_fn carom__measure_spheres, carom__measure_sphere_capsule, carom__measure_capsules;

/* The same computations in A's frame. */
bool carom__measure_round_local(carom__measure_round_fn *of_sites, const carom_shape *a, const carom_shape *b,
                                const carom__relative *b_in_a, carom__separation *out);
carom_status carom__collide_round_local(carom__collide_round_fn *of_sites, const carom_shape *a,
                                        const carom_shape *b, const carom__relative *b_in_a,
                                        carom__manifold *out);

#endif
