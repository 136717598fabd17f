/* manifold.h: from shapes and from candidate points to a manifold of at most four points.
 *
 * The main file of the room manifold, which makes manifolds of any two spatial shapes: an axis, the faces
 * beside it, their clipping, and the choice of points. collide_cores.c is the general way for a pair. The
 * room uses convex and the rooms below. The rooms boxes, pairs and calls use it, and the engine does. */
#ifndef CAROM_NARROWPHASE_MANIFOLD_H
#define CAROM_NARROWPHASE_MANIFOLD_H

#include "clip.h"
#include "narrowphase.h"

/* Fills out->points from at most CAROM__POINT_SLOTS candidates with separation <= 0 (others are passed over)
 * as carom__point_set_choose says; points nearer to each other than 8 u of `size` count as one. The order of
 * the result depends on the candidates alone. out->normal must be set. */
void carom__manifold_reduce(const carom__point *candidates, uint32_t count, float size, carom__manifold *out);

/* The same manifold with A and B exchanged: b_in_a leads from B's frame into A's, `of_b` is in B's frame. */
void carom__manifold_mirror(const carom__manifold *of_b, const carom__relative *b_in_a, carom__manifold *out);
/* The same of a point. */
void carom__point_mirror(const carom__point *of_b, const carom__relative *b_in_a, carom__point *out);

/* Turns a local manifold into a world one, which is zero where it has nothing to say. */
void carom__manifold_to_world(const carom__manifold *local, const carom_frame *frame_a, carom_manifold *out);

/* Has one of the first points this name? */
static inline bool manifold_has_name(const carom_manifold *manifold, uint32_t count, uint32_t name) {
  for (uint32_t i = 0; i < count; i++)
    if (manifold->points[i].feature == name) return true;
  return false;
}

/* Exchanges A and B in a world manifold. */
void carom__manifold_exchange(carom_manifold *manifold);

/* The manifold of any two convex shapes, by GJK, EPA and clipping of faces. */
carom__collide_fn carom__collide_cores;

/* What is asked of a manifold along a direction. */
typedef enum carom__along {
  CAROM__ALONG_ANY,    /* that the shapes overlap over a common point of both */
  CAROM__ALONG_DEEPEST /* that they do so where both reach farthest along it */
} carom__along;

/* The manifold along the normal of a face of A, which need not be the axis of least overlap. False when the
 * shapes do not overlap along it as is asked. */
bool carom__collide_cores_along(const carom_shape *a, const carom_shape *b, const carom__relative *b_in_a,
                                carom_vec3 normal, carom__along asked, carom__manifold *out);

/* All points where the faces that look at each other along the normal of a manifold of A and B are within a
 * margin, the deepest first, of which a manifold has four; none when no face lies square to it. Returns how
 * many. */
uint32_t carom__collide_cores_points(const carom_shape *a, const carom_shape *b,
                                     const carom__relative *b_in_a, carom_vec3 normal, float margin,
                                     carom__point out[CAROM__CANDIDATES]);

/* The same where there may be some that do not touch; else none, soon. */
uint32_t carom__collide_cores_near(const carom_shape *a, const carom_shape *b, const carom__relative *b_in_a,
                                   carom_vec3 normal, float margin, carom__point out[CAROM__CANDIDATES]);

/* The manifold of shapes that are apart along a normal, by no more than a margin; false when it is but one
 * point, where no faces meet. */
bool carom__collide_cores_apart(const carom_shape *a, const carom_shape *b, const carom__relative *b_in_a,
                                carom_vec3 normal, float margin, carom__manifold *out);

/* Finds all points where the faces that look at each other along the normal of a manifold of A and B are
 * within a margin, and how many. Returns whether it has. */
typedef bool carom__points_fn(const carom_shape *a, const carom_shape *b, const carom__relative *b_in_a,
                              carom_vec3 normal, float margin, carom__point out[CAROM__CANDIDATES],
                              uint32_t *count);

/* Takes a margin by which A was grown off the points that were found. */
void carom__points_shrink(carom__point *points, uint32_t count, carom_vec3 normal, float margin);

/* --- The preferences by which boxes, and all that have faces, choose their axis; box_sat.c gives the reasons
 * --- */

#define CAROM__BOX_FACE_PREFERENCE (1.0f / 64)     /* of the least half extent */
#define CAROM__BOX_FACE_OF_A_PREFERENCE (1.0f / 8) /* of the preference for faces */
#define CAROM__BOX_PREFERENCE_ROUNDING (8 * 0x1p-24f)

/* Edge axes whose length squared is no more than this count for nothing: edges that are parallel within 2 u
 * cut off no more than that of their length from what the faces say. */
#define CAROM__BOX_PARALLEL 0x1p-46f

#endif
