/* flat.h: convex shapes of the plane, as all that compares two of them sees them: a core, which is a point, a
 * segment, a convex polygon or what an arc encloses, and a radius around it. */
#ifndef CAROM_NARROWPHASE_FLAT_H
#define CAROM_NARROWPHASE_FLAT_H

#include "dvec.h"
#include "pose.h"

#include "carom/shape.h"

/* As many vertices has a polygon at most. */
#define CAROM__FLAT_VERTICES 64

typedef struct carom__flat {
  const carom_vec2 *points; /* counter-clockwise, and each off the line of its neighbours; may be `local` */
  uint32_t count;           /* 1 point, 2 segment, 3 or more polygon */
  float radius;
  float reach; /* how far the shape reaches from its origin in the 1-norm, or more */
  carom_vec2 local[4];
  const carom_chain_link *link; /* of a chain, which may leave contacts to its neighbours; NULL: none */
  const float *rows; /* what carom__flat_rows_fill makes of the points; NULL when it is not at hand */
  carom_vec2 half;   /* the half extents of a rectangle around the origin; zero of all else */
  /* The radii of an ellipse around the origin, along x and y, of which an arc closes the outline: of one
   * point, which is the origin, all of it; of two, which are its ends on x, the half above them. Zero: there
   * is no arc. */
  carom_vec2 arc;
} carom__flat;

/* Begins one of a core's points, the rest of which is that of a plain one. Nothing is cleared as a whole,
 * which would take longer than all else. */
static inline void flat_begin(carom__flat *out, const carom_vec2 *points, uint32_t count, float radius,
                              float reach) {
  out->points = points;
  out->count = count;
  out->radius = radius;
  out->reach = reach;
  out->link = NULL;
  out->rows = NULL;
  out->half = out->arc = (carom_vec2){0, 0};
}

static inline bool flat_is_curved(const carom__flat *flat) { return flat->arc.x > 0; }

/* Rows of floats have as many for so many vertices: lanes are full. */
static inline uint32_t flat_row_length(uint32_t vertices) { return (vertices + 7) & ~7u; }

/* Fills four rows: the vertices' x and y, and those of the outward unit normals of the edges that begin
 * there; behind the last come copies of the first. */
void carom__flat_rows_fill(const carom_vec2 *points, uint32_t count, float *rows);

/* Where B is in A's frame, in the plane. */
typedef struct carom__flat_pose {
  carom__dvec2 origin, axis; /* axis: the image of x */
} carom__flat_pose;

static inline carom__flat_pose flat_pose(const carom__relative *b_in_a) {
  return (carom__flat_pose){dvec2((double)b_in_a->origin.x, (double)b_in_a->origin.y),
                            dvec2((double)b_in_a->axes.x.x, (double)b_in_a->axes.x.y)};
}
static inline carom__dvec2 flat_place(const carom__flat_pose *pose, carom_vec2 p) {
  return dvec2_add(dvec2_turn(pose->axis, dvec2_widen(p)), pose->origin);
}

/* How far two shapes reach, and their origins from each other: rounding scales with it. */
static inline double flat_size(const carom__flat *a, const carom__flat *b, const carom__relative *b_in_a) {
  return (double)a->reach + (double)b->reach + fabs((double)b_in_a->origin.x) +
         fabs((double)b_in_a->origin.y);
}
/* A gap up to this counts as touching: what the rounding of the pose may come to. */
static inline double flat_touch(const carom__flat *a, const carom__flat *b, const carom__relative *b_in_a) {
  return 4 * 0x1p-24 * flat_size(a, b, b_in_a);
}

typedef struct carom__flat_pair {
  const carom__flat *flat_a, *flat_b;
  carom__flat_pose b_in_a;
  double size, touch; /* flat_size and flat_touch */
  double radii;
  /* The cores' vertices, in A's frame. Of a core with an arc they are what meets the other one: its straight
   * side, or one point of the arc (curved_gap.h). */
  carom__dvec2 a[CAROM__FLAT_VERTICES], b[CAROM__FLAT_VERTICES];
  uint32_t count_a, count_b;
  uint32_t name_a, name_b; /* the numbers of the first ones among the features of the core */
} carom__flat_pair;

static inline bool flat_pair_is_curved(const carom__flat_pair *pair) {
  return flat_is_curved(pair->flat_a) || flat_is_curved(pair->flat_b);
}

/* Makes a pair of two flats, which must outlive it, but for the vertices; places these. */
void carom__flat_pair_begin(const carom__flat *a, const carom__flat *b, const carom__relative *b_in_a,
                            carom__flat_pair *out);
void carom__flat_pair_place(carom__flat_pair *pair);

static inline void carom__flat_pair_make(const carom__flat *a, const carom__flat *b,
                                         const carom__relative *b_in_a, carom__flat_pair *out) {
  carom__flat_pair_begin(a, b, b_in_a, out);
  carom__flat_pair_place(out);
}

/* The number of edges of a core with so many vertices. */
static inline uint32_t flat_edge_count(uint32_t vertices) { return vertices > 1 ? vertices : 0; }
/* The same of a flat: where an arc begins there is no edge. */
static inline uint32_t flat_straight_edges(const carom__flat *flat) {
  return flat_is_curved(flat) ? flat->count - 1 : flat_edge_count(flat->count);
}
/* The numbers of neighbours around a core, without branches, which would be a matter of chance. */
static inline uint32_t flat_after(uint32_t i, uint32_t count) {
  return (i + 1) & (0 - (uint32_t)(i + 1 < count));
}
static inline uint32_t flat_before(uint32_t i, uint32_t count) {
  return i - 1 + (count & (0 - (uint32_t)(i == 0)));
}

#endif
