/* carom/mass.h: mass properties of shapes and bodies: mass, centre and inertia.
 *
 * carom decides nothing about motion, so it needs no masses. A game that brings a solver does. The properties
 * are those of solids of one density. They are exact up to the rounding of floats for all convex kinds with
 * their radii, for compounds of these, and for closed meshes without a radius (Mirtich, 1996; Arvo, 1995, for
 * the rounded corners of hulls).
 *
 * All functions are pure and may be called from any thread, except that no other thread may change the world
 * in carom_body_get_mass. Errors leave the result as it was. */
#ifndef CAROM_MASS_H
#define CAROM_MASS_H

#include "shape.h"
#include "world.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The mass properties of a solid, in the frame of the shape or body. All zero is nothing. */
typedef struct carom_mass {
  float mass;         /* the density times the volume, in the plane times the area; positive */
  carom_vec3 center;  /* of mass */
  carom_mat3 inertia; /* around the centre, along the axes of the frame; symmetric. In the plane, z.z is it */
} carom_mass;

/* Computes the mass properties of a shape. density is the mass of a unit of volume, in the plane of area.
 *
 * The children of a compound each count in full, also where they overlap. A mesh counts as what it encloses,
 * also when it is not `solid`, and its radius does not count. CAROM_NOT_CLOSED refuses open meshes and height
 * fields, and CAROM_UNBOUNDED half-spaces. CAROM_FLAT refuses what has no inside: segments, links of chains
 * without a radius, and closed meshes that enclose nothing. In a compound or on a body, segments and links
 * weigh nothing.
 *
 * Other errors: those of a shape (collide.h), CAROM_NULL_ARGUMENT, CAROM_NOT_FINITE, and CAROM_OUT_OF_RANGE
 * for a density that is not positive, or whose results a float cannot hold. */
CAROM_API carom_status carom_shape_get_mass(const carom_shape *shape, float density, carom_mass *out);

/* Adds a part to a sum, e.g. to mix densities: the part is at `pose` in the frame of the sum. Begin with a
 * sum that is all zero. Errors: CAROM_NULL_ARGUMENT, CAROM_NOT_FINITE, CAROM_OUT_OF_RANGE for masses that are
 * negative or for results that a float cannot hold, and those of a pose (collide.h). */
CAROM_API carom_status carom_mass_add(carom_mass *sum, const carom_mass *part, const carom_local_pose *pose);

/* Computes the mass properties of a body, whose colliders all have one density; sensors have none. A body
 * without other colliders has none, and all is zero. Errors: CAROM_STALE_ID, and those of
 * carom_shape_get_mass. It may be called from handlers. */
CAROM_API carom_status carom_body_get_mass(const carom_world *world, carom_body body, float density,
                                           carom_mass *out);

#ifdef __cplusplus
}
#endif

#endif
