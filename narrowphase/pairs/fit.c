/* fit.c: all answers about pairs with a half-space.
 *
 * In space its pairs with convex shapes have closed forms: the normal is that of the plane, and the depth is
 * that of the other shape's farthest point below it (Ericson, Real-Time Collision Detection, 2005, 5.2.3).
 * All other pairs are those of the part that stands for it. */
#include "fit.h"

#include <string.h>

#include "half_space.h"
#include "manifold.h"
#include "pair_call.h"
#include "placed.h"

/* --- The part --- */

/* The middle of a shape's box, how far the shape reaches from there, and how high it is above the plane. */
typedef struct above_plane {
  carom_pos middle;
  float reach;
  double height;
} above_plane;

static carom_shape part_of(carom__site half_space, carom_vec3 half) {
  return carom__shape_class_of(half_space.shape->kind)->part_of(half);
}

static carom__dvec3 up_of(carom__site site) { return dvec3_widen(site.frame->axes.y); }

static above_plane see(carom__site half_space, carom__site other) {
  carom_obb box;
  carom__shape_class_of(other.shape->kind)->obb(other.shape, &box);
  above_plane seen = {.middle = frame_apply(other.frame, box.center), .reach = vec3_length(box.half)};
  seen.height = half_space_clearance(half_space.shape, half_space.frame, seen.middle);
  return seen;
}

/* Where the part is: with the middle of its top below the middle of the other shape. */
static carom_frame frame_of(carom__site half_space, const above_plane *seen, float half) {
  const carom__dvec3 down = dvec3_scale(up_of(half_space), seen->height + (double)half);
  const carom_pos at = seen->middle;
  return (carom_frame){{at.x - down.x, at.y - down.y, at.z - down.z}, half_space.frame->axes};
}

static void fit(carom__site *half_space, carom__site other, carom__fitted *room) {
  const above_plane seen = see(*half_space, other);
  const float half = half_space_part_half(seen.reach, (float)seen.height);
  *room = (carom__fitted){part_of(*half_space, vec3(half, half, half)), frame_of(*half_space, &seen, half)};
  *half_space = (carom__site){&room->shape, &room->frame};
}

bool carom__pair_fit(carom__site *a, carom__site *b, carom__fitted *room) {
  const bool first = shape_is_unbounded(a->shape), second = shape_is_unbounded(b->shape);
  if (first && second) return false;
  if (first) fit(a, *b, room);
  if (second) fit(b, *a, room);
  return true;
}

/* --- Convex shapes in space ---
 *
 * In the frame of the shape, where a height is a dot product with the plane's normal. */

/* A gap up to this part of the size counts as touching, as of all shapes: it covers the rounding of heights.
 */
#define TOUCH (8 * 0x1p-24)

/* The half-space is A, and the convex shape B. */
typedef struct closed_pair {
  bool turned; /* the half-space is B in truth */
  carom__site other;
  const carom__shape_class *class;
  carom_vec3 world_up, up; /* in the world, and in the frame of the shape */
  double height;           /* of the shape's origin, less its radius */
  double radius, touch;
  carom_vec3 lowest; /* of its core */
  uint32_t lowest_index;
} closed_pair;

static bool is_closed(const carom_shape *shape) {
  return !shape_is_planar(shape) && !carom__shape_class_of(shape->kind)->walk;
}

static float size_of(const carom__shape_class *class, const carom_shape *shape) {
  carom_obb box;
  class->obb(shape, &box);
  return vec3_norm1(box.center) + vec3_norm1(box.half);
}

static bool make_closed(carom__site a, carom__site b, closed_pair *out) {
  out->turned = shape_is_unbounded(b.shape);
  const carom__site half_space = out->turned ? b : a, other = out->turned ? a : b;
  if (!is_closed(other.shape)) return false;
  out->other = other;
  out->class = carom__shape_class_of(other.shape->kind);
  out->world_up = half_space.frame->axes.y;
  out->up = mat3_tmul_vec3(&other.frame->axes, out->world_up);
  out->radius = (double)shape_radius(out->class, other.shape);
  out->height = half_space_clearance(half_space.shape, half_space.frame, other.frame->origin) - out->radius;
  out->touch = TOUCH * (double)size_of(out->class, other.shape);
  out->lowest = out->class->support(other.shape, vec3_neg(out->up), &out->lowest_index);
  return true;
}

/* How far a point of the shape's surface is above the plane, which is below a point of its core. */
static double height_of(const closed_pair *p, carom_vec3 core) {
  return p->height + dvec3_dot(dvec3_widen(p->up), dvec3_widen(core));
}

/* That of shapes that touch is 0 at most. */
static float distance_of(const closed_pair *p) {
  const double height = height_of(p, p->lowest);
  return height > p->touch ? (float)height : (float)lesser_double(height, 0);
}

static carom__point point_at(const closed_pair *p, carom_vec3 core, uint32_t name) {
  const double height = height_of(p, core);
  return (carom__point){vec3_mad(core, p->up, (float)(-p->radius - 0.5 * height)),
                        (float)lesser_double(height, 0), feature_pair(feature_of_face(0), name)};
}

/* A corner of a face is a vertex of the shape where these have numbers, or else where an edge begins. */
static uint32_t corner_name(const carom__face *face, uint32_t i) {
  return face->loop ? feature_of_vertex(face->loop[i])
                    : feature_of_edge(face->id * (uint32_t)CAROM__FACE_LOCAL + i);
}

/* The corners of the face that looks down, of which the first so many chosen stay when there are more than
 * there is room for. */
static void add_face(const closed_pair *p, carom__manifold *out) {
  carom__point points[CAROM__CANDIDATES];
  carom__face face;
  p->class->face(p->other.shape, vec3_neg(p->up), &face);
  uint32_t count = out->count;
  memcpy(points, out->points, count * sizeof *points);
  for (uint32_t i = 0; i < face.count; i++) {
    const carom_vec3 corner = face_vertex(&face, i);
    if (height_of(p, corner) > p->touch) continue;
    if (count == CAROM__CANDIDATES) {
      carom__manifold_reduce(points, count, (float)(p->touch / TOUCH), out);
      count = out->count;
      memcpy(points, out->points, count * sizeof *points);
    }
    points[count++] = point_at(p, corner, corner_name(&face, i));
  }
  if (count > 0) carom__manifold_reduce(points, count, (float)(p->touch / TOUCH), out);
}

/* The deepest point is one of the face's corners, but for rounding, or comes before them. */
static void collide_closed(const closed_pair *p, carom_manifold *out) {
  carom__manifold local = {.count = 0, .normal = p->up};
  const double least = height_of(p, p->lowest);
  if (least <= p->touch) add_face(p, &local);
  float found = 0;
  for (uint32_t i = 0; i < local.count; i++) found = lesser_float(found, local.points[i].separation);
  if (least <= p->touch && (local.count == 0 || (double)found > least + p->touch)) {
    local.points[0] = point_at(p, p->lowest, feature_of_vertex(p->lowest_index));
    local.count = 1;
    add_face(p, &local);
  }
  carom__manifold_to_world(&local, p->other.frame, out);
  if (out->point_count > 0) out->normal = p->world_up;
  if (p->turned) carom__manifold_exchange(out);
}

static void tell(const closed_pair *p, carom_distance_result *out) {
  const carom_vec3 on_other = vec3_mad(p->lowest, p->up, -(float)p->radius);
  const carom_pos on_b = frame_apply(p->other.frame, on_other);
  const carom_pos on_a = pos_add(on_b, vec3_scale(p->world_up, -(float)height_of(p, p->lowest)));
  *out = (carom_distance_result){.distance = distance_of(p),
                                 .normal = p->turned ? vec3_neg(p->world_up) : p->world_up,
                                 .point_a = p->turned ? on_b : on_a,
                                 .point_b = p->turned ? on_a : on_b};
}

/* --- The calls --- */

/* The answer about the part. */
static carom_status ask(carom__pair_call *call, carom__site a, carom__site b, carom_pair_cache *cache,
                        void *out) {
  carom__fitted room;
  return carom__pair_fit(&a, &b, &room) ? call(a, b, cache, out) : CAROM_UNBOUNDED;
}

static carom_status collide(carom__site a, carom__site b, carom_pair_cache *cache, void *out) {
  closed_pair p;
  if (!make_closed(a, b, &p)) return ask(carom__call_collide, a, b, cache, out);
  collide_closed(&p, out);
  return CAROM_OK;
}

static carom_status overlap(carom__site a, carom__site b, carom_pair_cache *cache, void *out) {
  closed_pair p;
  if (!make_closed(a, b, &p)) return ask(carom__call_overlap, a, b, cache, out);
  *(bool *)out = distance_of(&p) <= 0;
  return CAROM_OK;
}

static carom_status penetrate(carom__site a, carom__site b, carom_pair_cache *cache, void *out) {
  closed_pair p;
  if (!make_closed(a, b, &p)) return ask(carom__call_penetrate, a, b, cache, out);
  *(bool *)out = (double)distance_of(&p) < -2 * p.touch;
  return CAROM_OK;
}

static carom_status distance(carom__site a, carom__site b, carom_pair_cache *cache, void *out) {
  closed_pair p;
  if (!make_closed(a, b, &p)) return ask(carom__call_distance, a, b, cache, out);
  *(carom_distance_result *)out = (carom_distance_result){.distance = 0};
  if (distance_of(&p) > 0) tell(&p, out);
  return CAROM_OK;
}

static carom_status signed_distance(carom__site a, carom__site b, carom_pair_cache *cache, void *out) {
  closed_pair p;
  if (!make_closed(a, b, &p)) return ask(carom__call_signed_distance, a, b, cache, out);
  tell(&p, out);
  return CAROM_OK;
}

const carom__pair_calls carom__unbounded_calls = {
    .collide = collide,
    .overlap = overlap,
    .penetrate = penetrate,
    .distance = distance,
    .signed_distance = signed_distance,
};
