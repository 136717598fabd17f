/* flat_arc.h: flats that an arc closes: what their classes have in common, and what is asked of them in their
 * own frame. */
#ifndef CAROM_NARROWPHASE_FLAT_ARC_H
#define CAROM_NARROWPHASE_FLAT_ARC_H

#include "dvec.h"
#include "flat_class.h"

/* The farthest point along a direction of any length, and the number of the vertex that it is, or flat->count
 * where it is one of the arc. */
carom__dvec2 carom__arc_farthest(const carom__flat *flat, carom__dvec2 direction, uint32_t *vertex);

/* The middle of its box. */
carom__dvec2 carom__arc_middle(const carom__flat *flat);

/* 0 for a point inside, else a length of which the distance is at most that and at least a part. */
double carom__arc_outside(const carom__flat *flat, carom__dvec2 point);

/* Where a line enters and leaves, in lengths of its direction, and the normal where it enters, outward and of
 * any length. */
typedef struct carom__arc_cut {
  double enter, leave;
  carom__dvec2 normal;
} carom__arc_cut;

/* False when the line misses or has no direction. */
bool carom__arc_cut_find(const carom__flat *flat, carom__dvec2 origin, carom__dvec2 way, carom__arc_cut *out);

/* Functions of carom__shape_class. */
void carom__arc_obb(const carom_shape *shape, carom_obb *out);
carom_vec3 carom__arc_support(const carom_shape *shape, carom_vec3 direction, uint32_t *index);
carom_vec3 carom__arc_center(const carom_shape *shape);
void carom__arc_cast_ray(const carom_shape *shape, const carom__ray *ray, carom__ray_hit *out);
carom_status carom__arc_moments(const carom_shape *shape, carom__moments *out);
void carom__arc_draw(const carom_shape *shape, const carom__outline *out);

#define CAROM__ARC_COLUMNS                                                                                   \
  .obb = carom__arc_obb, .support = carom__arc_support, .center = carom__arc_center,                         \
  .cast_ray = carom__arc_cast_ray, .moments = carom__arc_moments, .outline = carom__arc_draw

#endif
