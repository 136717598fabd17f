/* frustum_flat.h: the directions along which a frustum, a cylinder or a cone and what has flat faces, a
 * triangle or a box, may overlap the least. */
#ifndef CAROM_NARROWPHASE_FRUSTUM_FLAT_H
#define CAROM_NARROWPHASE_FRUSTUM_FLAT_H

#include "epa_points.h"

/* A direction that leans from another by less than this is the same, for what is square to both. */
#define CAROM__FLAT_LEAN 0x1p-26

/* A direction, mostly of unit length, and how long its part across the axis is. */
typedef struct carom__bearing {
  carom__dvec3 n;
  double across;
} carom__bearing;

typedef enum carom__flat_part {
  CAROM__FLAT_FACE,
  CAROM__FLAT_CAP,
  CAROM__FLAT_SIDE_AND_CORNER,
  CAROM__FLAT_SIDE_AND_EDGE,
  CAROM__FLAT_CIRCLE
} carom__flat_part;

/* A direction from the frustum to the other, and how deep both overlap along it. */
typedef struct carom__way_out {
  carom__bearing along;
  double depth;
  carom__flat_part part;
  uint32_t disc;         /* of the frustum */
  uint32_t corner, edge; /* of the other: that is met, or where the edge begins; and where that leads */
} carom__way_out;

/* All is in the frame of the frustum, whose axis is y, and in double. */
typedef struct carom__frustum_flat {
  const carom_frustum *frustum;
  const carom__relative *place; /* of B in A */
  bool first;                   /* is the frustum A? */
  bool is_box;                  /* else a triangle */
  double heights[2], radii[2];  /* of its circles */
  double cosine, sine;          /* of the normals of its side, across the axis and along it */
  carom__dvec3 corners[8];      /* of the triangle, or of the box, as its vertices are numbered */
  carom__dvec3 edges[3];        /* unit; that of the triangle leads from its corner to the next */
  double lengths[3];
  carom__way_out least;
} carom__frustum_flat;

/* Points of both that may be met: of the other, if there is one, and of the frustum, if it is one. */
typedef struct carom__flat_points {
  carom__dvec3 on_flat, on_frustum;
  bool known;    /* are they points of both? */
  double within; /* how deep the first one is in the frustum */
} carom__flat_points;

/* Sees the frustum from its frame, of cores of which one is a frustum; returns the other. The least way out
 * is of infinite depth. */
const carom__core *carom__frustum_flat_begin(const carom__cores *cores, carom__frustum_flat *out);

/* A vertex of the other in that frame. */
carom__dvec3 carom__frustum_flat_corner(const carom__frustum_flat *m, carom_vec3 own);

/* Tries a unit normal out of a face, which is named by a corner of it. */
void carom__frustum_flat_try_face(carom__frustum_flat *m, carom__dvec3 normal, uint32_t corner);

/* Tries all directions that are none of a face. */
void carom__frustum_flat_try_others(carom__frustum_flat *m);

/* Is a point, which lies in the plane of the triangle, within it or the box, but for a slack? */
bool carom__frustum_flat_has(const carom__frustum_flat *m, carom__dvec3 p, double slack);

/* The point of the frustum that is farthest along the way out. */
carom__dvec3 carom__frustum_flat_farthest(const carom__frustum_flat *m);

carom__flat_points carom__frustum_flat_meet(const carom__frustum_flat *m, double touch);

/* Writes the least way out, and the points if they are known; else looks for them, and tells whether there
 * are any. */
bool carom__frustum_flat_write(const carom__frustum_flat *m, const carom__cores *cores,
                               const carom__flat_points *points, carom__epa_result *out);

static inline double flat_length_across(carom__dvec3 v) { return square_root(v.x * v.x + v.z * v.z); }

static inline carom__bearing flat_bearing(carom__dvec3 n) {
  return (carom__bearing){n, flat_length_across(n)};
}

static inline double flat_height_of(const carom__frustum_flat *m, carom__bearing d, uint32_t disc) {
  return d.n.y * m->heights[disc] + d.across * m->radii[disc];
}

static inline uint32_t flat_farthest_disc(const carom__frustum_flat *m, carom__bearing d) {
  return flat_height_of(m, d, 1) > flat_height_of(m, d, 0);
}

static inline carom__dvec3 flat_circle_point(const carom__frustum_flat *m, carom__bearing d, uint32_t disc) {
  double part = d.across > 0 ? m->radii[disc] / d.across : 0;
  return dvec3(part * d.n.x, m->heights[disc], part * d.n.z);
}

/* A direction of the frame as A sees it. The axes are those of a rotation but for rounding. */
static inline carom__dvec3 flat_out_of_frame(const carom__frustum_flat *m, carom__dvec3 n) {
  return m->first ? n : dvec3_normalize_or(dvec3_rotate(&m->place->axes, n), n);
}

static inline carom__dvec3 flat_point_out_of_frame(const carom__frustum_flat *m, carom__dvec3 p) {
  return m->first ? p : dvec3_add(dvec3_rotate(&m->place->axes, p), dvec3_widen(m->place->origin));
}

/* --- How deep a point is in a frustum --- */

/* How far a point beyond the side of a frustum is from the side, which ends at the rims. The side may lean so
 * much that its line passes near to a point that is far beyond a rim. */
static inline double frustum_beyond_side(const carom_frustum *f, double off, double up) {
  double height = 2 * (double)f->half_height, wider = (double)f->top - (double)f->bottom;
  double aside = off - (double)f->bottom, square = height * height + wider * wider;
  double part = lesser_double(greater_double((aside * wider + up * height) / square, 0), 1);
  double x = aside - part * wider, y = up - part * height;
  return square_root(x * x + y * y);
}

/* How deep a point is within a frustum, in its frame; negative outside, where it is the distance. */
static inline double frustum_depth_within(const carom_frustum *f, carom__dvec3 p) {
  double high = (double)f->half_height, low = (double)f->bottom, wider = (double)f->top - low;
  double off = square_root(p.x * p.x + p.z * p.z), cap = high - fabs(p.y);
  double over = (low - off) * 2 * high + wider * (p.y + high);
  if (cap < 0 && off <= (double)(p.y > 0 ? f->top : f->bottom)) return cap;
  if (cap < 0 || over < 0) return -frustum_beyond_side(f, off, p.y + high);
  return lesser_double(over / square_root(4 * high * high + wider * wider), cap);
}

#endif
