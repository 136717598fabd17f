/* move.h: one call of carom_mover_move on its way, and what its files do for each other. */
#ifndef CAROM_ENGINE_MOVE_H
#define CAROM_ENGINE_MOVE_H

#include "carom/mover.h"
#include "dvec.h"
#include "queries.h"
#include "triangle.h"

/* Colliders that are looked at at once, the nearest ones. */
#define CAROM__MOVER_TOUCHES 12

/* Of the margin: what casts keep, so that what is a margin away is not in their way; and what is pushed away
 * because it is nearer. In between a mover that comes near slowly stays as it is. */
#define CAROM__CAST_GAP 0.75f
#define CAROM__LEAST_GAP 0.5f
/* Normals that rise by less are those of upright walls. */
#define CAROM__UPRIGHT 0x1p-10f

/* A collider near the mover, or a part of one that is not convex. What overlaps such a collider has a touch
 * for each patch, which is no part. */
typedef struct carom__mover_touch {
  uint32_t collider;
  bool of_part;
  carom__part part;         /* its numbers; and all of it if of_part */
  carom__triangle triangle; /* what the part's shape refers to if it is one */
  float gap;                /* negative when they overlap */
  carom_vec3 normal;        /* unit, from the collider to the mover */
  carom_pos point;          /* of the collider, the nearest one */
} carom__mover_touch;

typedef struct carom__mover_touches {
  carom__mover_touch items[CAROM__MOVER_TOUCHES];
  size_t count;
} carom__mover_touches;

typedef struct carom__move {
  const carom_world *world;
  carom_query_filter filter; /* the mover's, without sensors */
  carom_shape shape, grown;  /* grown: for casts */
  carom_pose pose;
  carom_vec3 up;
  float level; /* the cosine of max_slope: normals of ground are as near to `up` */
  float margin, step_height, snap, push_out;
  float foot;                 /* how far below the pose's position the lowest point is */
  uint32_t passed;            /* the body that it passes through, or CAROM__NO_INDEX */
  bool walking;               /* ground is below */
  carom__mover_touches walls; /* what it slides along */
  carom_status status;        /* not CAROM_OK: all that follows does nothing of use */
  carom_mover_result *result;
} carom__move;

/* The part of a vector along `up`, and the rest of it. */
static inline float move_rise(const carom__move *m, carom_vec3 v) { return vec3_dot(v, m->up); }
static inline carom_vec3 move_level(const carom__move *m, carom_vec3 v) {
  return vec3_mad(v, m->up, -move_rise(m, v));
}

/* --- Looking around: mover_touch.c --- */

/* The touch of a convex collider, or of a part of another, that is still to be measured. */
carom__mover_touch carom__move_touch(uint32_t collider, const carom__part *part);
/* Measures it where the mover is. */
carom__mover_touch carom__move_measure(carom__move *m, const carom__mover_touch *it);
/* Are they of the same collider, or of the same part of it? */
bool carom__move_touch_is_same(const carom__mover_touch *a, const carom__mover_touch *b);
/* Does the mover collide with a collider, wherever that is: is it in the world's queries and admitted by the
 * filter? */
bool carom__move_meets(const carom__move *m, uint32_t collider);
/* Is this a link of a one-sided chain that lets the mover pass? It does from behind, and while it is crossed.
 * A triangle of one side does so from behind. */
bool carom__move_passes(const carom__move *m, const carom__mover_touch *touch);
/* Finds what is nearer than `within`, the nearest first; then by collider index. */
void carom__move_look(carom__move *m, float within, carom__mover_touches *out);
/* The same of a single collider. */
void carom__move_look_at(carom__move *m, uint32_t collider, float within, carom__mover_touches *out);
/* Is this ground? An edge is as good as what lies beyond it, if `edges`: who climbs a step or walks off a
 * ledge stands on one. */
bool carom__move_is_ground(const carom__move *m, const carom__mover_touch *touch, bool edges);
/* Tells the game of something that was met: each collider once, or each direction of one that is not convex,
 * as it was met last; beyond the last place, the latest stays. Returns what was told. */
carom_mover_plane carom__move_note(const carom__move *m, const carom__mover_touch *touch);

/* A shape with its surface farther out; shapes that carom_mover_move takes alone. */
carom_shape carom__move_grow(const carom_shape *shape, float by);

/* --- Casting and sliding: mover_slide.c --- */

/* Moves as a wish says, along what is met and along the walls. A mover that flies walks from where it comes
 * down to ground. */
void carom__move_slide(carom__move *m, carom_vec3 wish);
/* Moves down to ground that is not farther than the snap distance. False: there is none, and it stays. */
bool carom__move_drop(carom__move *m);

/* --- The nearest way that respects planes: mover_planes.c --- */

/* Ways d with dot(normal, d) >= offset are allowed. */
typedef struct carom__bound {
  carom__dvec3 normal; /* unit */
  double offset;
} carom__bound;

#define CAROM__BOUNDS 24

typedef struct carom__bounds {
  carom__bound items[CAROM__BOUNDS];
  size_t count;
  carom__dvec3 easy; /* changes along this unit direction cost next to nothing; zero: all cost the same */
  double slack;      /* by how much bounds may be missed */
} carom__bounds;

/* Finds the way that the bounds allow and that is nearest to a wish. False when they allow none. */
bool carom__bounds_nearest(const carom__bounds *bounds, carom__dvec3 wish, carom__dvec3 *out);

static inline void bounds_add(carom__bounds *bounds, carom_vec3 normal, double offset) {
  bounds->items[bounds->count++] = (carom__bound){dvec3_widen(normal), offset};
}

#endif
