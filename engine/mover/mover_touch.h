/* mover_touch.h: what is near a mover, and what of it is ground. */
#ifndef CAROM_ENGINE_MOVER_TOUCH_H
#define CAROM_ENGINE_MOVER_TOUCH_H

#include "move.h"

/* Measures a collider where the mover is. */
carom__mover_touch carom__move_measure(carom__move *m, uint32_t collider);
/* Does the mover collide with a collider, wherever that is: is it in the world's queries and admitted by the
 * filter? */
bool carom__move_meets(const carom__move *m, uint32_t collider);
/* Is this a link of a one-sided chain that lets the mover pass? It does from behind, and while it is crossed.
 */
bool carom__move_passes(const carom__move *m, const carom__mover_touch *touch);
/* Finds what is nearer than `within`, the nearest first; then by collider index. */
void carom__move_look(carom__move *m, float within, carom__mover_touches *out);
/* Is this ground? An edge is as good as what lies beyond it, if `edges`: who climbs a step or walks off a
 * ledge stands on one. */
bool carom__move_is_ground(const carom__move *m, const carom__mover_touch *touch, bool edges);
/* Tells the game of something that was met: each collider once, as it was met last; beyond the last place,
 * the latest stays. Returns what was told. */
carom_mover_plane carom__move_note(const carom__move *m, const carom__mover_touch *touch);

/* A shape with its surface farther out; shapes that carom_mover_move takes alone. */
carom_shape carom__move_grow(const carom_shape *shape, float by);

#endif
