/* triangle_set.h: the triangles that a shape may meet, gathered once for all questions about them.
 *
 * The main file of the room triangles, which answers for many triangles at once, in lanes. A set holds so
 * many triangles; of more, it is handed over when it is full, and filled again. Whatever asks about the
 * neighbours of a triangle finds them in a set that is whole, and asks the tree otherwise. The room uses
 * shape and mesh. The rooms pieces and wholes use it. */
#ifndef CAROM_NARROWPHASE_TRIANGLE_SET_H
#define CAROM_NARROWPHASE_TRIANGLE_SET_H

#include "facets.h"
#include "shape_class.h"

enum { CAROM__SET_TRIANGLES = 256, CAROM__SET_ROOM = CAROM__SET_TRIANGLES + CAROM__TRIANGLE_LANES };

typedef struct carom__triangle_set {
  uint32_t count;
  carom_obb region; /* in the frame of the triangles */
  bool whole;       /* nothing is missing of what may have a point in the region */
  bool one_sided;
  float radius;
  float size; /* half the extent of the whole shape: rounding scales with it */
  /* [corner][axis][triangle]; the last group of eight is filled up with its first triangle. */
  float corners[3][3][CAROM__SET_ROOM];
  uint32_t numbers[CAROM__SET_ROOM];
  uint8_t materials[CAROM__SET_ROOM];
} carom__triangle_set;

/* A bit for each triangle of a group of eight that begins at `first`. */
static inline unsigned carom__triangle_set_lanes(const carom__triangle_set *set, uint32_t first) {
  uint32_t left = set->count - first;
  return left < CAROM__TRIANGLE_LANES ? (1u << left) - 1 : 0xff;
}

/* Receives a set with some triangles; false ends the walk. */
typedef bool carom__triangle_set_fn(void *context, const carom__triangle_set *set);

/* Hands over all triangles of a shape that may have a point in a region of its frame; see walk_triangles. */
void carom__triangle_sets_walk(const carom_shape *shape, const carom_obb *region, bool rough,
                               carom__triangle_set_fn *visit, void *context);

/* One of them. */
void carom__triangle_set_get(const carom__triangle_set *set, uint32_t index, carom__triangle *out);

/* Is a unit direction a normal of the surface at a point of a triangle of a set that is whole? It is when no
 * other triangle that holds the point rises along it. squares: of the distances from something that the
 * normal leads to, so that what rises is nearer to it; may be NULL. */
bool carom__triangle_set_has_normal(const carom__triangle_set *set, uint32_t index, carom_vec3 point,
                                    carom_vec3 normal, const float *squares);

/* Does any of some lanes of a batch hold a point, as near as that, and rise along a normal there? */
bool carom__triangles_rise(const carom__triangle_batch *batch, unsigned lanes, carom_vec3 point,
                           carom_vec3 normal, float near);

/* Which triangles of a set is a point behind? A bit for each; false where it is so of all or of none. */
bool carom__triangle_set_sides(const carom__triangle_set *set, carom_vec3 point,
                               uint8_t behind[CAROM__SET_ROOM / CAROM__TRIANGLE_LANES]);

/* Does another triangle of a set hide from a point the side of one of its triangles that the point is on
 * (fold.h)? Only those are asked that the point is on the other side of. */
bool carom__triangle_set_hides(const carom__triangle_set *set, const carom__triangle *triangle,
                               carom_vec3 point,
                               const uint8_t behind[CAROM__SET_ROOM / CAROM__TRIANGLE_LANES]);

/* Are all triangles in the set that hold a point? */
bool carom__triangle_set_covers(const carom__triangle_set *set, carom_vec3 point);

/* What is nearer to a point than this part of the sizes holds it. */
#define CAROM__SURFACE_HOLDS 0x1p-17f
/* The sine of the angle by which a part may rise above the plane through a point. */
#define CAROM__SURFACE_RISES 0x1p-10f

/* --- The nearest points of a segment, which may be a point --- */

typedef struct carom__segment_near {
  float square[CAROM__SET_ROOM]; /* of the distance; 0 where the segment passes through */
  float way[3][CAROM__SET_ROOM]; /* from the segment to the triangle */
  float at[CAROM__SET_ROOM];     /* where on the segment, 0..1 */
  uint8_t above[CAROM__SET_ROOM / CAROM__TRIANGLE_LANES]; /* a bit for each: it is a face above which it is */
} carom__segment_near;

void carom__triangle_set_nearest(const carom__triangle_set *set, carom_vec3 a, carom_vec3 b,
                                 carom__segment_near *out);

/* --- A box or a hull --- */

/* An axis, and whether the way from the triangle to the box leads against it. */
enum {
  CAROM__AXIS_OF_TRIANGLE,
  CAROM__AXIS_OF_BOX,                            /* and two more */
  CAROM__AXIS_OF_EDGES = CAROM__AXIS_OF_BOX + 3, /* the product of an axis k and edge i: 3 i + k more */
  CAROM__AXIS_AGAINST = 32,
  CAROM__AXIS_OF_FACETS = 1, /* of a hull, the normals of its faces, which lead to the triangle */
  CAROM__AXIS_OF_FACET_EDGES =
      CAROM__AXIS_OF_FACETS + CAROM__FACETS_FACES /* edge e and edge i: 3 e + i more */
};

/* How a box or a hull overlaps triangles, in its frame. */
typedef struct carom__box_overlaps {
  float corners[3][3][CAROM__SET_ROOM]; /* as in the set */
  float depth[CAROM__SET_ROOM];         /* the least; negative when they are apart */
  float axis[CAROM__SET_ROOM];          /* that has it: a number of the above */
} carom__box_overlaps;

void carom__triangle_set_overlaps(const carom__triangle_set *set, const carom_obb *box,
                                  carom__box_overlaps *out);

/* The same of a hull, whose place comes with the half extents of its box. */
void carom__triangle_set_overlaps_hull(const carom__triangle_set *set, const carom__facets *facets,
                                       const carom_obb *place, carom__box_overlaps *out);

/* Which triangles may touch a frustum? A bit for each; false when none. What is left out is apart beyond all
 * rounding. */
bool carom__triangle_set_meets_frustum(const carom__triangle_set *set, const carom_frustum *frustum,
                                       const carom__relative *place,
                                       uint8_t bits[CAROM__SET_ROOM / CAROM__TRIANGLE_LANES]);

/* Which triangles may be near a box? Those are not that are farther than the limit, and those that have no
 * corner higher along the normal, as seen from the centre of the box, than the height. */
typedef struct carom__near_question {
  carom_obb box;
  carom_frustum frustum; /* in the box, with the same axes; its half height is 0 where it is none */
  float limit;
  carom_vec3 normal;
  float height;
} carom__near_question;

typedef struct carom__near_lanes {
  float least[CAROM__TRIANGLE_LANES];  /* no more than the distance */
  float way[3][CAROM__TRIANGLE_LANES]; /* from the box to the triangle, roughly; in the frame of the box */
} carom__near_lanes;

/* A bit for each of a batch that may be. */
unsigned carom__triangles_near_box(const carom__triangle_batch *batch, const carom__near_question *question,
                                   carom__near_lanes *out);

/* --- A triangle --- */

/* Which of the triangles may be as near to another as the margin? A bit for each; false when none. */
bool carom__triangle_set_meets(const carom__triangle_set *set, const carom_vec3 corners[3], float margin,
                               uint8_t bits[CAROM__SET_ROOM / CAROM__TRIANGLE_LANES]);

/* The same of the triangles of a batch and a segment as of a set: the squares, and where on the segment. */
void carom__triangles_nearest_segment(const carom__triangle_batch *batch, carom_vec3 a, carom_vec3 b,
                                      float square[CAROM__TRIANGLE_LANES], float at[CAROM__TRIANGLE_LANES]);

/* Is a triangle of a batch as near to a segment as the distance whose square is given? */
bool carom__triangles_near_segment(const carom__triangle_batch *batch, carom_vec3 a, carom_vec3 b,
                                   float square);

#endif
