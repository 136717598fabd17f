/* curved.h: how deep two cores overlap of which one is curved, along any direction and in
 * double: the support points of GJK and EPA are floats, whose rounding turns a normal by its root. */
#ifndef CAROM_NARROWPHASE_CURVED_H
#define CAROM_NARROWPHASE_CURVED_H

#include "simplex.h"

/* Curved cores may be equally deep in endlessly many directions, as two cylinders on one axis: then the
 * bounds of the depth may be apart by this part of it or of the least half extent, whichever is greater. */
#define CAROM__CURVED_GAP 0x1p-9
/* The same of a core that is smooth or has balls, of which it may be so all around, as of ellipsoids that are
 * nearly balls, or which no closed form knows on one axis. */
#define CAROM__SMOOTH_GAP 0x1p-5

/* A core in A's frame. Frustums, segments and points are what two discs around one axis span, whose radii may
 * be zero; those of tapered capsules are what two balls span. Some are smooth. The others have vertices. */
typedef struct carom__curved_core {
  const carom__core *core;
  const carom__relative *pose; /* NULL: that of A */
  bool has_discs, has_balls;   /* the second: the first, too, but they are balls */
  carom__dvec3 axis;           /* unit, from the first disc to the second; of a point any */
  carom__dvec3 centers[2];
  double radii[2];
} carom__curved_core;

typedef struct carom__curved_pair {
  const carom__cores *cores;
  carom__curved_core a, b;
} carom__curved_pair;

/* The least depth that was found. */
typedef struct carom__curved_least {
  carom__dvec3 normal; /* unit, from A to B */
  double depth;        /* the overlap along it */
  bool has_points;     /* the simplex is set, and its point lies where the depth says */
  carom__simplex simplex;
  carom__dvec3 tried; /* by curved_features.c: the normal that is best to go on from */
  double tried_depth; /* along it; infinite when there is none */
} carom__curved_least;

static inline bool curved_is_known(const carom__shape_class *class) {
  return class->vertex || class->discs || class->smooth;
}

/* Is one of two cores curved, and is it known how? Only then is the rest of use. */
static inline bool cores_are_curved(const carom__cores *cores) {
  const carom__shape_class *a = cores->a.class, *b = cores->b.class;
  return (!a->vertex || !b->vertex) && curved_is_known(a) && curved_is_known(b);
}

void carom__curved_make(const carom__cores *cores, carom__curved_pair *out);

/* The farthest point of a smooth core along a unit direction of A's frame, in which its bend stays turned. */
static inline carom__smooth_point curved_smooth(const carom__curved_core *core, carom__dvec3 n) {
  carom__smooth_point out;
  carom__dvec3 own = core->pose ? dvec3_unrotate(&core->pose->axes, n) : n;
  core->core->class->smooth(core->core->shape, own, &out);
  return out;
}

/* The disc or vertex of a core that is farthest along a direction, and the farthest point of any of these. */
uint32_t carom__curved_farthest_index(const carom__curved_core *core, carom__dvec3 n);
carom__dvec3 carom__curved_point(const carom__curved_core *core, uint32_t index, carom__dvec3 n);

/* A direction that leans from the axis by less than this tells no point of a circle from another. */
#define CAROM__CURVED_LEAN 0x1p-26

/* Of discs, one of which is more than a point. */
static inline bool curved_is_frustum(const carom__curved_core *core) {
  return core->has_discs && !core->has_balls && core->radii[0] + core->radii[1] > 0;
}

/* The part of a direction that is square to the axis. */
static inline carom__dvec3 curved_part_across(const carom__curved_core *core, carom__dvec3 n) {
  return dvec3_mad(n, core->axis, -dvec3_dot(n, core->axis));
}

/* The unit direction from the axis in which a circle reaches farthest, or from the centre of a ball; and the
 * square of the direction's part across. */
static inline carom__dvec3 curved_way_out(const carom__curved_core *core, carom__dvec3 n, double *square) {
  carom__dvec3 across = curved_part_across(core, n);
  *square = dvec3_dot(across, across);
  if (core->has_balls) return n;
  if (!(*square > CAROM__CURVED_LEAN * CAROM__CURVED_LEAN)) return dvec3_perpendicular(core->axis);
  return dvec3_scale(across, 1 / square_root(*square));
}

/* Sets the point of A - B that is farthest along a direction. */
void carom__curved_support(const carom__curved_pair *pair, carom__dvec3 n, carom__vertex *out);

static inline double curved_depth(const carom__curved_pair *pair, carom__dvec3 n) {
  carom__vertex v;
  carom__curved_support(pair, n, &v);
  return dvec3_dot(v.w, n);
}

/* Starts from a direction and its depth. */
static inline carom__curved_least curved_least_from(const carom__curved_pair *pair, carom__dvec3 n) {
  carom__curved_least least = {.normal = n, .depth = curved_depth(pair, n)};
  return least;
}

/* Goes downhill from a direction, by steps of about `reach` radians first, to where the depth is least around
 * it; keeps that when it is less than what is known, or when no points of that are known and it is no more
 * but for rounding. */
void carom__curved_descend(const carom__curved_pair *pair, carom__dvec3 start, double reach,
                           carom__curved_least *least);

/* The same from the normal of a face of the polytope, whose corners tell what meets there. */
void carom__curved_descend_face(const carom__curved_pair *pair, carom__dvec3 start,
                                const carom__vertex *const corners[3], carom__curved_least *least);

/* Tries the normals of the caps that are not farther from the least one than a cosine says. */
void carom__curved_try_caps(const carom__curved_pair *pair, double least_cosine, carom__curved_least *least);

/* Is a direction the normal of a cap, of a core or of either? */
bool carom__curved_core_is_cap(const carom__curved_core *core, carom__dvec3 n);
bool carom__curved_is_cap(const carom__curved_pair *pair, carom__dvec3 n);

/* All directions within an angle of one, in which the cores are no less deep than along that. */
typedef struct carom__curved_valley {
  carom__dvec3 normal;
  double depth, cosine, sine; /* the last two of the angle */
} carom__curved_valley;

/* Proves the widest such valley around the least depth of what carries it; false where it proves none. */
bool carom__curved_valley_find(const carom__curved_pair *pair, const carom__curved_least *least,
                               carom__curved_valley *out);

/* Are all directions within the valley that could be less deep and leave the polytope through a face? It is
 * given by its unit normal and its distance from the origin. */
bool carom__curved_valley_has(const carom__curved_valley *valley, carom__dvec3 normal, double distance);

/* Goes downhill from directions all around an axis that lean to it as the least one does, and tries all caps.
 */
void carom__curved_descend_around(const carom__curved_pair *pair, carom__dvec3 axis,
                                  carom__curved_least *least);

/* Finds the least depth of two solids of revolution whose axes are parallel, or so nearly that it is known
 * within curved_enough: in closed form, and downhill from there. False of all others. */
bool carom__curved_parallel(const carom__curved_pair *pair, carom__curved_least *out);

/* Finds the least depth, which is negative of cores that are apart, where a point of one core at a face, a
 * cap or the side of the other proves it. False of all others: then it only tells what was tried. */
bool carom__curved_features(const carom__curved_pair *pair, carom__curved_least *out);

/* Tries the way out of the side of a frustum towards the middle of the other core. */
void carom__curved_offer_side(const carom__curved_pair *pair, bool of_a, carom__curved_least *least);

/* Goes downhill from all that may be the least where a core is smooth: along the axes of its frame. */
void carom__curved_descend_axes(const carom__curved_pair *pair, carom__curved_least *least);

/* Tapered capsules are all that have two radii. */
static inline bool curved_is_round(const carom__shape_class *class) {
  return class->smooth || class->other_radius_at;
}

/* How far the depth that is found may be above the least where it is all but the same in endlessly many
 * directions. */
static inline double curved_enough(const carom__cores *cores, double depth) {
  bool round = curved_is_round(cores->a.class) || curved_is_round(cores->b.class);
  return (round ? CAROM__SMOOTH_GAP : CAROM__CURVED_GAP) * greater_double(depth, cores->least_half);
}

#endif
