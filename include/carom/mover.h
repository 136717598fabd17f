/* carom/mover.h: movers: characters that walk, slide and climb among what is in a world.
 *
 * A mover is a value of the game's own; no world knows of it, no step moves it, and other movers pass through
 * it. (To have it in the world, too, put a kinematic body where the mover is, and have the mover's filter
 * ignore that body.) It has no mass: it goes where it is sent and slides along what is in its way. Gravity,
 * jumps and speeds are the game's: each frame it sends the mover by velocity times time, gravity included.
 *
 * A mover keeps a gap around it, its margin, down to half of it where room is scarce, and so never touches
 * what it collides with: from a free place it gets to free places only, however far it is sent and however
 * thin the walls are, because all its ways are shape casts. What has got into it by a motion of its own
 * pushes it out. The margin should be more than 64 u times the size of what the mover meets, u = 2^-24,
 * because distances are not known better; below 2 CAROM_SIZE_MIN it is taken as that. A one-sided chain
 * is in its way from the side that is touched alone, and not while it is crossed: what jumps up through one
 * lands on it.
 *
 * On the ground, when it is not sent up, a mover walks: it keeps its horizontal speed uphill and downhill,
 * does not slide down, climbs steps, stays on the ground where that falls away by no more than its snap
 * distance, and leaves out the downward part of what it is sent by. Otherwise it flies. It is pressed neither
 * up slopes that are too steep to be ground nor up steps that are too high. What it stands on carries it
 * along. Ground that is destroyed or disabled between two moves, or that the filter no longer admits, does
 * not hold or carry it any more.
 *
 * Moving reads the world as a query does (query.h): any number of threads may move movers at once while no
 * thread changes the world. The same calls give the same bits. */
#ifndef CAROM_MOVER_H
#define CAROM_MOVER_H

#include "query.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum carom_footing {
  CAROM_IN_AIR,    /* nothing is below it, or it was sent up */
  CAROM_ON_SLOPE,  /* only what is too steep to stand on */
  CAROM_ON_GROUND, /* ground, or steep slopes between which it cannot slide on */
  CAROM_FOOTING_COUNT
} carom_footing;

/* Something that a mover met or stands on, as a plane. */
typedef struct carom_mover_plane {
  carom_body body; /* null: there is none, and the rest is zero */
  carom_collider collider;
  uint32_t child;    /* of a chain, which link; 0 for the others */
  carom_vec3 normal; /* unit, towards the mover */
  carom_pos point;   /* of the collider, where it is nearest to the mover */
} carom_mover_plane;

/* A mover and how it moves. Set shape and pose; the rest may be zero. All of it may be changed between two
 * moves. */
typedef struct carom_mover {
  carom_shape shape; /* of the world's family; any kind but cylinders, cones, segments and links */
  carom_pose pose;   /* moves change its position and never its rotation */
  carom_vec3 up;     /* unit (within 1e-3); zero means y. In the plane its z must be 0 */
  float max_slope;   /* of ground, in radians from level: 0..pi/2; 0 means pi/4 */
  float step_height; /* of the highest step it climbs; 0: it climbs none */
  float snap;        /* how far down it follows the ground that falls away when it walks; 0: by no more than
                        three margins */
  float margin;      /* the gap that it keeps; 0 means 1/64 of the shape's least half extent */
  float push_out;    /* how far it is pushed out of what overlaps it at most; 0 means that half extent */
  carom_query_filter filter; /* what it collides with; never with sensors, whatever this says. accept may be
                                asked often about the same collider and must answer alike */

  /* What the last move found. A zero footing is right for a mover that has not moved yet, or that the game
   * puts elsewhere: it is then not carried. */
  carom_footing footing;
  carom_mover_plane ground; /* what is below it, also when it is steep; none in the air */
  carom_pose ground_pose;   /* where the ground's body was */
} carom_mover;

/* How many planes a move tells. */
#define CAROM_MOVER_PLANES 8

/* What a move did. */
typedef struct carom_mover_result {
  carom_vec3 moved;   /* from where the mover was to where it is, in all */
  carom_vec3 carried; /* of that: with the body it stood on */
  carom_vec3 pushed;  /* of that: out of what had come too near */
  float climbed;      /* of that: how high its steps were, in sum */
  uint32_t steps;     /* how many there were */
  bool stuck;         /* it overlaps something that it could not be pushed out of, and was left as it was */
  uint32_t plane_count;
  carom_mover_plane planes[CAROM_MOVER_PLANES]; /* each collider that it met or that had come too near, once,
                                                   as it met it last, and its ground; when they are more, the
                                                   last place is the latest's */
} carom_mover_result;

/* Moves a mover by a translation (each component within 2 CAROM_POSITION_MAX of zero), as far as it gets:
 * first with the body that it stood on, as that has moved since the last move; then out of what overlaps it;
 * then along the translation. A translation of zero does the first two and finds the ground.
 *
 * Shape, pose and translation are refused as by carom_cast_shape; other sizes outside 0..CAROM_SIZE_MAX and
 * angles outside their range with CAROM_OUT_OF_RANGE, `up` with CAROM_NOT_UNIT or CAROM_NOT_PLANAR,
 * cylinders, cones, segments and links with CAROM_UNKNOWN_KIND; CAROM_OUT_OF_RANGE, too, when it would leave
 * CAROM_POSITION_MAX. A mover that was refused is unchanged, also after CAROM_NOT_CONVERGED (query_cast.h).
 */
CAROM_API carom_status carom_mover_move(const carom_world *world, carom_mover *mover, carom_vec3 translation,
                                        carom_mover_result *out);

/* Takes from a velocity (each component within CAROM_SPEED_MAX) what goes into the planes of a move: what is
 * left is the nearest one that goes into none of them, e.g. for a game that keeps velocities from frame to
 * frame. CAROM_OUT_OF_RANGE for a plane_count above CAROM_MOVER_PLANES. */
CAROM_API carom_status carom_mover_clip(const carom_mover_result *result, carom_vec3 velocity,
                                        carom_vec3 *out);

#ifdef __cplusplus
}
#endif

#endif
