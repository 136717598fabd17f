/* fit.c: all answers about pairs with a half-space.
 *
 * In space its pairs with convex shapes have closed forms: the normal is that of the plane, and the depth is
 * that of the other shape's farthest point below it (Ericson, Real-Time Collision Detection, 5.2). All other
 * pairs are those of the part that stands for it. */
#include "fit.h"

#include "cores.h"
#include "half_space.h"
#include "manifold.h"
#include "pair_call.h"
#include "placed.h"

/* How thick the part is below a convex shape, as a part of its width. */
#define THICKNESS 0.125f

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

/* --- Convex shapes in space --- */

/* A half-space as A, a box below the convex shape B. */
typedef struct closed_pair {
  bool turned; /* B is the half-space in truth */
  carom_shape box;
  float top; /* of the box, in its frame */
  carom_frame frame;
  carom__site other;
  carom__relative place; /* of the other in the box */
} closed_pair;

static bool is_closed(const carom_shape *shape) {
  return !shape_is_planar(shape) && !carom__shape_class_of(shape->kind)->walk;
}

static bool make_closed(carom__site a, carom__site b, closed_pair *out) {
  out->turned = shape_is_unbounded(b.shape);
  carom__site half_space = out->turned ? b : a;
  out->other = out->turned ? a : b;
  if (!is_closed(out->other.shape)) return false;
  const above_plane seen = see(half_space, out->other);
  const float thin = THICKNESS * seen.reach;
  out->box = part_of(half_space, vec3(seen.reach, thin, seen.reach));
  out->top = thin;
  out->frame = frame_of(half_space, &seen, thin);
  out->place = frame_relative(&out->frame, out->other.frame);
  return true;
}

static void collide_closed(const closed_pair *p, carom_manifold *out) {
  carom__manifold local;
  if (!carom__collide_cores_along(&p->box, p->other.shape, &p->place, vec3(0, 1, 0), CAROM__ALONG_ANY,
                                  &local))
    local = (carom__manifold){.count = 0};
  carom__manifold_to_world(&local, &p->frame, out);
  if (p->turned) carom__manifold_exchange(out);
}

/* The nearest points: the farthest of the other shape below the plane, and the one of the plane above it.
 * Both are in the frame of the box. Returns what rounding may be worth. */
static double measure_closed(const closed_pair *p, carom__separation *out) {
  const carom__cores cores = carom__cores_make(&p->box, p->other.shape, &p->place);
  const carom__dvec3 up = dvec3(0, 1, 0);
  const carom__vertex lowest = carom__cores_support(&cores, up);
  carom__dvec3 on_b = dvec3_mad(lowest.b, up, -cores.b.radius), on_a = on_b;
  on_a.y = (double)p->top;
  const double distance = on_b.y - on_a.y;
  *out =
      (carom__separation){.normal = {0, 1, 0}, .point_a = dvec3_narrow(on_a), .point_b = dvec3_narrow(on_b)};
  out->distance = distance > cores.touch ? (float)distance : (float)lesser_double(distance, 0);
  return cores.touch;
}

static void tell(const closed_pair *p, const carom__separation *local, carom_distance_result *out) {
  const carom_pos on_a = frame_apply(&p->frame, local->point_a),
                  on_b = frame_apply(&p->frame, local->point_b);
  *out = (carom_distance_result){.distance = local->distance,
                                 .normal = mat3_mul_vec3(&p->frame.axes, local->normal),
                                 .point_a = p->turned ? on_b : on_a,
                                 .point_b = p->turned ? on_a : on_b};
  if (p->turned) out->normal = vec3_neg(out->normal);
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
  carom__separation found;
  if (!make_closed(a, b, &p)) return ask(carom__call_overlap, a, b, cache, out);
  measure_closed(&p, &found);
  *(bool *)out = found.distance <= 0;
  return CAROM_OK;
}

static carom_status penetrate(carom__site a, carom__site b, carom_pair_cache *cache, void *out) {
  closed_pair p;
  carom__separation found;
  if (!make_closed(a, b, &p)) return ask(carom__call_penetrate, a, b, cache, out);
  double touch = measure_closed(&p, &found);
  *(bool *)out = (double)found.distance < -2 * touch;
  return CAROM_OK;
}

static carom_status distance(carom__site a, carom__site b, carom_pair_cache *cache, void *out) {
  closed_pair p;
  carom__separation found;
  if (!make_closed(a, b, &p)) return ask(carom__call_distance, a, b, cache, out);
  measure_closed(&p, &found);
  *(carom_distance_result *)out = (carom_distance_result){.distance = 0};
  if (found.distance > 0) tell(&p, &found, out);
  return CAROM_OK;
}

static carom_status signed_distance(carom__site a, carom__site b, carom_pair_cache *cache, void *out) {
  closed_pair p;
  carom__separation found;
  if (!make_closed(a, b, &p)) return ask(carom__call_signed_distance, a, b, cache, out);
  measure_closed(&p, &found);
  tell(&p, &found, out);
  return CAROM_OK;
}

const carom__pair_calls carom__unbounded_calls = {
    .collide = collide,
    .overlap = overlap,
    .penetrate = penetrate,
    .distance = distance,
    .signed_distance = signed_distance,
};
