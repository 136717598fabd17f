/* carom/target.h: poses to be reached by motion, e.g. of lifts and doors that follow a path.
 *
 * carom_body_set_pose puts a body elsewhere at once. Nothing lies between, so the body has no speed there and
 * meets nothing on its way. A target instead gives the body the constant velocities with which it gets there
 * in a given time, along a line and by the shorter turn. They count as set by carom_body_set_velocity:
 * contacts have the approach speed (event.h), swept bodies report what they meet (swept.h), and the
 * velocities remain until they are set again. A game therefore sets the next target before each step.
 *
 * Steps of the same time in all take the body to the target, up to rounding: within 2^-23 of the way on each
 * axis, and within 2^-20 radians. A body that is nearer than 2^-20 radians to the rotation does not turn. One
 * that is given the same target before each step comes to rest after a few steps, as in body.h. */
#ifndef CAROM_TARGET_H
#define CAROM_TARGET_H

#include "body.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Sets the velocities of a kinematic body so that it reaches a pose in `time` seconds, in 0..1e3 but not 0.
 * Errors: CAROM_NOT_FINITE, CAROM_OUT_OF_RANGE (the pose, time, or a velocity beyond CAROM_SPEED_MAX),
 * CAROM_NOT_UNIT, CAROM_NOT_PLANAR in a planar world, CAROM_STATIC_BODY for a static body that is not there,
 * and CAROM_OUT_OF_MEMORY as for carom_body_set_velocity. */
CAROM_API carom_status carom_body_set_target(carom_world *world, carom_body body, const carom_pose *target,
                                             float time);

/* Sets the targets of count bodies: body i takes entry i. The threads of the world share the work. The call
 * checks all entries first. If carom_body_set_target would refuse one of them, the call refuses all, and the
 * log names the entry. Of two entries of one body the later one counts. CAROM_UNKNOWN_KIND refuses the
 * scalar. The first call of a world may give CAROM_OUT_OF_MEMORY: none is taken then. */
CAROM_API carom_status carom_body_set_targets(carom_world *world, const carom_body *bodies, size_t count,
                                              const carom_pose_array *targets, float time);

#ifdef __cplusplus
}
#endif

#endif
