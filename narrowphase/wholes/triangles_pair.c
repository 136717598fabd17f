/* triangles_pair.c: what a shape is to triangles. */
#include "triangles_pair.h"

#include "round.h"
#include "triangle_nearest.h"

/* By how much boxes grow, in parts of the sizes: for what the narrow phase may call touching, and for what
 * holds a point there. */
#define REGION_SLACK (8 * CAROM__SURFACE_HOLDS)
/* Gaps up to this part of the sizes count as touching, as for all cores. */
#define CORE_TOUCH (4 * 0x1p-24f)

static bool has_triangles(carom__site site) {
  return carom__shape_class_of(site.shape->kind)->walk_triangles;
}

/* The side of the triangles, when the other is convex; -1 for others. */
static int side_of_triangles(carom__site a, carom__site b) {
  if (has_triangles(a)) return shape_is_composite(b.shape) ? -1 : 0;
  return has_triangles(b) && !shape_is_composite(a.shape) ? 1 : -1;
}

static bool set_round_core(const carom__triangles_pair *pair, carom__round_core *out) {
  carom__plain_core plain;
  if (!carom__plain_core_of(pair->other.shape, &plain) || plain.kind == CAROM__PLAIN_BOX) return false;
  out->is_point = plain.kind == CAROM__PLAIN_POINT;
  out->ends[0] = dvec3_place(&pair->place, plain.a);
  out->ends[1] = dvec3_place(&pair->place, plain.b);
  out->a = dvec3_narrow(out->ends[0]), out->b = dvec3_narrow(out->ends[1]);
  float radius = shape_radius(carom__shape_class_of(pair->mesh.shape->kind), pair->mesh.shape);
  out->own_radius = (float)plain.radius;
  out->radius = out->own_radius + radius;
  out->touch = CORE_TOUCH * (2 * vec3_norm1(pair->place.origin) + 3 * (float)plain.reach + 3 * radius);
  return true;
}

static bool set_box(const carom__triangles_pair *pair, carom_obb *out) {
  carom__plain_core plain;
  float radius = shape_radius(carom__shape_class_of(pair->mesh.shape->kind), pair->mesh.shape);
  if (!carom__plain_core_of(pair->other.shape, &plain) || plain.kind != CAROM__PLAIN_BOX) return false;
  *out = (carom_obb){pair->place.origin, pair->place.axes, plain.a};
  return plain.radius == 0 && radius == 0;
}

bool carom__triangles_pair_of(carom__site a, carom__site b, carom__triangles_pair *out) {
  out->side = side_of_triangles(a, b);
  if (out->side < 0) return false;
  out->mesh = out->side == 0 ? a : b, out->other = out->side == 0 ? b : a;
  out->place = frame_relative(out->mesh.frame, out->other.frame);
  const carom__shape_class *class = carom__shape_class_of(out->mesh.shape->kind);
  out->mesh_radius = shape_radius(class, out->mesh.shape);
  class->obb(out->mesh.shape, &out->whole);
  out->is_round = set_round_core(out, &out->core);
  out->is_box = set_box(out, &out->box);
  return true;
}

static carom_obb box_of(const carom__triangles_pair *pair) {
  const carom__round_core *core = &pair->core;
  carom_obb box;
  if (!pair->is_round) {
    carom__shape_class_of(pair->other.shape->kind)->obb(pair->other.shape, &box);
    return obb_transform(&box, &pair->place);
  }
  carom_vec3 middle = vec3_lerp(core->a, core->b, 0.5f), half = vec3_abs(vec3_sub(core->b, middle));
  float r = core->radius;
  return (carom_obb){middle, mat3_identity(), vec3_add(half, vec3(r, r, r))};
}

carom_obb carom__triangles_pair_region(const carom__triangles_pair *pair, float margin) {
  carom_obb box = box_of(pair);
  float size = vec3_norm1(box.center) + vec3_norm1(box.half) + vec3_norm1(pair->whole.half) + margin;
  float more = margin + REGION_SLACK * size;
  box.half = vec3_add(box.half, vec3(more, more, more));
  return box;
}

carom_obb carom__triangles_pair_core_box(const carom__triangles_pair *pair, float *radius) {
  const carom_shape *other = pair->other.shape;
  carom__plain_core plain;
  carom_obb box;
  *radius = pair->mesh_radius;
  if (!pair->is_round && carom__plain_core_of(other, &plain)) {
    *radius += (float)plain.radius;
    return (carom_obb){pair->place.origin, pair->place.axes, plain.a};
  }
  if (!pair->is_round) {
    carom__shape_class_of(other->kind)->obb(other, &box);
    return obb_transform(&box, &pair->place);
  }
  *radius = pair->core.radius;
  carom_vec3 middle = vec3_lerp(pair->core.a, pair->core.b, 0.5f);
  return (carom_obb){middle, mat3_identity(), vec3_abs(vec3_sub(pair->core.b, middle))};
}

void carom__triangles_pair_part(const carom__triangles_pair *pair, const carom__triangle_set *set,
                                uint32_t index, carom__triangle *triangle, carom__part *out) {
  carom__triangle_set_get(set, index, triangle);
  *out = (carom__part){.shape = triangle_shape(triangle),
                       .frame = *pair->mesh.frame,
                       .triangle = set->numbers[index],
                       .material = set->materials[index]};
}

carom__round_near carom__round_nearest(const carom__round_core *core, const carom__triangle *triangle,
                                       float at) {
  carom__round_near n;
  carom__dvec3 way = dvec3_sub(core->ends[1], core->ends[0]);
  n.on_core = dvec3_mad(core->ends[0], way, (double)at);
  n.on_triangle = carom__triangle_nearest(triangle, n.on_core);
  if (!core->is_point) n.on_core = carom__segment_nearest(core->ends[0], core->ends[1], n.on_triangle);
  carom__dvec3 off = dvec3_sub(n.on_core, n.on_triangle);
  n.distance = dvec3_length(off);
  n.outward = dvec3_normalize_or(off, dvec3_widen(triangle->normal));
  return n;
}
