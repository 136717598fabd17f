/* surface.c: a normal of a composite shape is one that no part at the point contradicts.
 *
 * The rule needs no list of neighbours: whatever holds the point is found by a walk around it, across
 * T-junctions and from one asset to another. */
#include "surface.h"

#include "triangle_nearest.h"

/* What is nearer to the point than this part of the sizes holds it. */
#define HOLDS 0x1p-17f
/* The sine of the angle by which a part may rise above the plane through the point. */
#define RISES 0x1p-10

typedef struct normal_question {
  const carom__part *part;
  carom_pos point;
  carom_vec3 normal;
  double near;
} normal_question;

/* Is the core of a triangle as near to the point? */
static bool holds(const carom__part *part, const normal_question *ask) {
  carom__dvec3 p = dvec3_widen(frame_unapply(&part->frame, ask->point));
  carom__dvec3 off = dvec3_sub(p, carom__triangle_nearest(shape_triangle(&part->shape), p));
  return dvec3_dot(off, off) <= ask->near * ask->near;
}

/* Does a part reach farther along the normal than the point? */
static bool rises(const carom__part *part, const normal_question *ask) {
  const carom__shape_class *class = carom__shape_class_of(part->shape.kind);
  carom_vec3 along = mat3_tmul_vec3(&part->frame.axes, ask->normal);
  carom_vec3 p = frame_unapply(&part->frame, ask->point);
  uint32_t index;
  carom__dvec3 way = dvec3_sub(dvec3_widen(class->support(&part->shape, along, &index)), dvec3_widen(p));
  double height = dvec3_dot(way, dvec3_widen(along));
  return height > 2 * ask->near && height > RISES * dvec3_length(way);
}

static bool agrees(void *context, const carom__part *part) {
  const normal_question *ask = context;
  return part_is_same(part, ask->part) || !holds(part, ask) || !rises(part, ask);
}

bool carom__surface_has_normal(carom__site whole, const carom__part *part, carom_pos point,
                               carom_vec3 normal) {
  const carom__shape_class *class = carom__shape_class_of(part->shape.kind);
  carom_obb box;
  class->obb(&part->shape, &box);
  float size = vec3_norm1(frame_unapply(whole.frame, point)) + vec3_norm1(box.half), near = HOLDS * size;
  carom_frame frame = {point, mat3_identity()};
  carom__region region = {{.axes = mat3_identity(), .half = {2 * near, 2 * near, 2 * near}}, &frame};
  normal_question ask = {part, point, normal, (double)near};
  return carom__parts_walk(whole, &region, agrees, &ask);
}
