/* carom/swept.h: continuous collision detection for fast bodies.
 *
 * Contacts describe the state at the end of a step, so they do not include a body that flies through a wall
 * between two steps. A swept body is also checked along its motion. Whatever it meets there has a contact in
 * that step, with a BEGIN if there was no contact before. If the two are apart again at the end of the step,
 * the END follows in the next step. If two bodies have a contact but are apart when the step begins, the step
 * gives the END of the old contact and then the BEGIN of the new one. Bullets thus do not pass through walls
 * unseen, nor do spinning blades.
 *
 * The motion is that of the body's velocities, including the turn, from its pose before the step to its pose
 * after it. The other body may be static or moving, a sensor or not, swept or not. A body that the game puts
 * elsewhere (carom_body_set_pose) has no such motion, and one with a target (target.h) has. Filters and
 * `keep` are asked as for any contact.
 *
 * A step is divided into pieces in which a body turns by at most a radian. Within a piece the motion is that
 * of carom_motion, which is up to .0041 radians ahead of or behind a uniform turn. A body that turns may
 * therefore miss an object that it only grazes. The depth missed is less than that angle times the object's
 * distance from the origin of the turning body. If both bodies turn, this holds for each of them. If a body
 * turns by more than CAROM_SWEPT_TURNS turns in a step, contacts may be missed. A body that only passes near
 * another one may count as a hit when nothing else can be proved, which is rare. It then passes within 5/4 of
 * 2^-10 of the smaller shape's least half extent.
 *
 * A swept body continues to the end of its motion, through whatever it meets, unless it is a stopping body
 * (carom_body_set_stopping). A stopping body stays at the pose of the hit and is pushed into touch there.
 * This distance is far below what can be seen, and makes the contact last until something moves. The contacts
 * of the step are those at the final poses. Sensors stop nothing, and neither do colliders that the filters
 * do not admit. A handler that refuses the contact by `keep` comes too late to prevent the stop. Hits are
 * processed in order of fraction, then of the colliders' orders and indices. A body that has stopped stands
 * still from its hit on, so that later hits meet it there or not at all. If two bodies hit each other, each
 * of them stops if it is a stopping body.
 *
 * The velocity of a stopped body does not change: the response belongs to the game. The body stays where it
 * is from step to step while its velocity leads into what it touches, by more than a thousandth of its speed.
 * The contact then lasts. When the velocity turns away, the body leaves. Otherwise it slides: the part of the
 * motion into the touched collider, at most a thousandth, is removed. The depth could still increase, e.g.
 * for a plank that lies on a floor and turns. When it has increased by 2^-18 of the colliders' reach from
 * their bodies' origins, the body stops. If it has hardly moved until then, it stays where it is to the bit.
 * Nothing thus gets through what it touches by waiting.
 *
 * Seams do not stop a sliding body. A seam is a collider that stands still, e.g. the next tile of a floor.
 * The body would not meet it if it were farther from what it slides along by 2^-18 of that reach. A seam is
 * among the hits but stops nothing. */
#ifndef CAROM_SWEPT_H
#define CAROM_SWEPT_H

#include "event.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The largest number of turns of a body in one step. */
#define CAROM_SWEPT_TURNS 16

/* The feature of the only contact point of a hit whose bodies were apart again at the end of the step. */
#define CAROM_SWEPT_FEATURE UINT32_MAX

/* Sets whether a body is swept from the next step on. CAROM_STATIC_BODY refuses a static body. CAROM_STALE_ID
 * and CAROM_BUSY are as in body.h. */
CAROM_API carom_status carom_body_set_swept(carom_world *world, carom_body body, bool swept);

/* Tells whether a body is swept. */
CAROM_API carom_status carom_body_is_swept(const carom_world *world, carom_body body, bool *out);

/* Sets whether a body stops where it hits, as long as it is swept. The statuses are those of
 * carom_body_set_swept. */
CAROM_API carom_status carom_body_set_stopping(carom_world *world, carom_body body, bool stopping);

/* Tells whether a body is a stopping body. */
CAROM_API carom_status carom_body_is_stopping(const carom_world *world, carom_body body, bool *out);

/* Two colliders that met within a step. */
typedef struct carom_swept_hit {
  carom_body body_a, body_b;             /* the bodies of the colliders */
  carom_collider collider_a, collider_b; /* a has the lower order, or else index */
  bool inside;                           /* they touched when the step began, although they had no contact */
  bool stopped_a, stopped_b;             /* this hit has stopped the body, which is at its pose below */
  double fraction;                       /* 0..1: the part of the step before the hit */
  carom_pose pose_a, pose_b;             /* of the bodies at the hit */
  carom_vec3 normal;                     /* unit, from a to b at the hit */
  carom_pos point;                       /* where they met */
} carom_swept_hit;

/* Returns the hits of swept bodies in the last step, in order of fraction, then of the colliders' indices,
 * and writes their number to *count. Returns NULL when world or count is NULL. Colliders that touched when
 * the step began and had a contact are not included. There are no hits after a refused step and after a
 * clear. The array is valid until the next step (even a refused one), rewind, clear or destroy. */
CAROM_API const carom_swept_hit *carom_world_get_swept_hits(const carom_world *world, size_t *count);

/* Writes the hit of two colliders in the last step, given in either order, e.g. for the handler of a BEGIN.
 * Errors: CAROM_STALE_ID, and CAROM_NO_CONTACT when they are not among the hits. */
CAROM_API carom_status carom_contact_get_swept_hit(const carom_world *world, carom_collider first,
                                                   carom_collider second, carom_swept_hit *out);

#ifdef __cplusplus
}
#endif

#endif
