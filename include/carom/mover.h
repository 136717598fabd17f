/* carom/mover.h: movers: characters that walk, slide and climb in a world.
 *
 * A mover is a value that the game owns. No world stores it, no step moves it, and other movers pass through
 * it. To represent it in the world, put a kinematic body at its pose and let the mover's filter ignore that
 * body. A mover has no mass: it goes where the game sends it and slides along obstacles. Gravity, jumps and
 * speeds belong to the game. Each frame the game sends the mover by its velocity, gravity included, times the
 * time.
 *
 * A mover keeps a gap around it, its margin, and so never touches what it collides with. Where room is scarce
 * it keeps at least half of the margin. From a free place it only reaches free places, however far it goes
 * and however thin the walls are, because every motion is a shape cast. An object that moves into the mover
 * pushes it out. The margin should exceed 64 u times the size of the objects that the mover meets, where u =
 * 2^-24, because distances are not known more exactly. A margin below 2 CAROM_SIZE_MIN counts as 2
 * CAROM_SIZE_MIN. A one-sided chain blocks the mover only from the side that shapes touch, and not while the
 * mover crosses it. A mover that jumps up through such a chain lands on it. A mesh blocks the mover triangle
 * by triangle. What is one-sided or a solid lets pass what comes from behind, and pushes out to the front, or
 * out of the solid, what overlaps it.
 *
 * A mover walks when it is on the ground and is not sent up. It then keeps its horizontal speed uphill and
 * downhill, does not slide down, and climbs steps. It stays on the ground where the ground falls away by no
 * more than its snap distance. It ignores the downward part of the translation. Otherwise it flies. It is
 * pushed neither up slopes that are too steep to be ground nor up steps that are too high. The body it stands
 * on carries it along. Ground does not hold or carry it after the game has destroyed or disabled it between
 * two moves, or when the filter no longer admits it.
 *
 * A move reads the world as a query does (query.h). Any number of threads may move movers at once while no
 * thread changes the world. The same calls give the same bits. */
#ifndef CAROM_MOVER_H
#define CAROM_MOVER_H

#include "query.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What a mover stands on. */
typedef enum carom_footing {
  CAROM_IN_AIR,       /* nothing is below it, or it was sent up */
  CAROM_ON_SLOPE,     /* only surfaces that are too steep to stand on */
  CAROM_ON_GROUND,    /* ground, or steep slopes between which it cannot slide on */
  CAROM_FOOTING_COUNT /* the number of footings, not a footing */
} carom_footing;

/* A collider that a mover hit or stands on, as a plane. A collider that is not convex has a plane for each
 * direction of its surface that the mover meets, within 0.8 degrees. */
typedef struct carom_mover_plane {
  carom_body body;         /* null: no collider, and the rest is zero */
  carom_collider collider; /* what it met */
  uint32_t child;          /* the index of the link for a chain, the number of a compound's child, or 0 */
  uint32_t triangle;       /* the number of the triangle for a mesh, 0 for other shapes */
  uint8_t material;        /* of that triangle or child */
  carom_vec3 normal;       /* unit, towards the mover */
  carom_pos point;         /* the point of the collider closest to the mover */
} carom_mover_plane;

/* A mover and its settings. Set shape and pose; the rest may be zero. The game may change all of it between
 * two moves. */
typedef struct carom_mover {
  /* of the world's family; convex, and no cylinder, cone, frustum, ellipsoid, segment or link */
  carom_shape shape;
  carom_pose pose;   /* moves change its position and never its rotation */
  carom_vec3 up;     /* unit (within 1e-3); zero means y; in a planar world its z must be 0 */
  float max_slope;   /* the steepest ground, in radians from level: 0..pi/2; 0 means pi/4 */
  float step_height; /* the highest step that it climbs; 0: it climbs none */
  /* how far down a walking mover follows ground that falls away; 0: at most three margins */
  float snap;
  float margin; /* the gap that it keeps; 0 means 1/64 of the shape's least half extent */
  /* the greatest distance by which it is pushed out of an overlap; 0 means the shape's least half extent */
  float push_out;
  /* the colliders that it meets. It never meets sensors, whatever the filter says. accept may be asked often
   * about the same collider and must always answer alike. */
  carom_query_filter filter;

  /* What the last move found. Set footing to zero for a mover that has not moved yet, or that the game puts
   * elsewhere: nothing then carries it. */
  carom_footing footing;
  carom_mover_plane ground; /* the collider below it, even when it is steep; none in the air */
  carom_pose ground_pose;   /* the pose of the ground's body at the last move */
} carom_mover;

/* A result has at most this many planes. */
#define CAROM_MOVER_PLANES 8

/* The result of a move. */
typedef struct carom_mover_result {
  carom_vec3 moved;   /* the whole translation from the old position to the new one */
  carom_vec3 carried; /* the part of it with the body the mover stood on */
  carom_vec3 pushed;  /* the part of it away from objects that were too near */
  float climbed;  /* the part of it that it rose onto steps; the rest of a step it may rise as on a slope */
  uint32_t steps; /* how often it rose onto a step, which may be several times for a single stair */
  bool stuck;     /* it overlaps an object that it could not be pushed out of, and did not move */
  uint32_t plane_count; /* the number of planes that are valid */
  /* each collider that it hit or that was too near, once, at their last meeting, and its ground. If there are
   * more than places, the last place has the latest one. */
  carom_mover_plane planes[CAROM_MOVER_PLANES];
} carom_mover_result;

/* Moves a mover by a translation as far as it can go. It first moves with the body that it stood on, by that
 * body's motion since the last move. It then moves out of objects that overlap it, and then along the
 * translation. With a translation of zero it only does the first two and finds the ground.
 *
 * Shape, pose and translation are refused as in carom_cast_shape; each component of the translation lies
 * within 2 CAROM_POSITION_MAX of zero. CAROM_NOT_FINITE refuses other numbers that are not finite.
 * CAROM_OUT_OF_RANGE refuses other sizes outside 0..CAROM_SIZE_MAX, angles outside their range, and a move
 * that would leave CAROM_POSITION_MAX. CAROM_NOT_UNIT and CAROM_NOT_PLANAR refuse `up`. CAROM_UNKNOWN_KIND
 * refuses cylinders, cones, frustums, ellipsoids, segments, links and what is not convex, and a footing
 * outside the enum. CAROM_UNBOUNDED refuses a half-space. A refused mover is unchanged, also after
 * CAROM_NOT_CONVERGED (query_cast.h). */
CAROM_API carom_status carom_mover_move(const carom_world *world, carom_mover *mover, carom_vec3 translation,
                                        carom_mover_result *out);

/* Removes from a velocity the part that leads into the planes of a move. The result is the closest velocity
 * that leads into none of them, up to 2^-14 of its length. It serves games that keep velocities from frame to
 * frame. Each component of the velocity lies in -CAROM_SPEED_MAX..CAROM_SPEED_MAX. CAROM_OUT_OF_RANGE also
 * refuses a plane_count above CAROM_MOVER_PLANES. */
CAROM_API carom_status carom_mover_clip(const carom_mover_result *result, carom_vec3 velocity,
                                        carom_vec3 *out);

#ifdef __cplusplus
}
#endif

#endif
