/* surface.c: a normal of a composite shape is one that no part at the point contradicts.
 *
 * The rule needs no list of neighbours: whatever holds the point is found by a walk around it, across
 * T-junctions and from one asset to another. */
#include "surface.h"

#include "distance.h"
#include "fold.h"
#include "obb.h"
#include "triangle_nearest.h"

typedef struct normal_question {
  const carom__part *part; /* whose normal it is; NULL: of none of them */
  carom_pos point;
  carom_vec3 normal;
  double near;
  bool solids_only; /* triangles are not asked */
} normal_question;

/* Is the core of a triangle as near to the point? */
static bool triangle_holds(const carom__part *part, const normal_question *ask) {
  carom__dvec3 p = dvec3_widen(frame_unapply(&part->frame, ask->point));
  carom__dvec3 off = dvec3_sub(p, carom__triangle_nearest(shape_triangle(&part->shape), p));
  return dvec3_dot(off, off) <= ask->near * ask->near;
}

/* Is a point in a box, or nearer to it along each of its axes? */
static bool box_holds(const carom_obb *box, carom_vec3 p, float near) {
  carom_vec3 at = vec3_abs(mat3_tmul_vec3(&box->axes, vec3_sub(p, box->center)));
  return at.x <= box->half.x + near && at.y <= box->half.y + near && at.z <= box->half.z + near;
}

/* The distance from a point that is far outside the box needs no search. */
static bool holds(const carom__part *part, const normal_question *ask) {
  carom_point_distance found = {.inside = false};
  carom_obb box;
  if (part->shape.kind == CAROM__TRIANGLE) return triangle_holds(part, ask);
  carom__shape_class_of(part->shape.kind)->obb(&part->shape, &box);
  if (!box_holds(&box, frame_unapply(&part->frame, ask->point), 2 * (float)ask->near)) return false;
  if (carom__distance_to_point(&part->shape, &part->frame, ask->point, &found)) return false;
  return found.inside || (double)found.distance <= ask->near;
}

/* How far a part reaches from the point: its farthest corner along a direction in its frame, and the radius
 * around that. */
static carom__dvec3 way_along(const carom__part *part, carom_vec3 p, carom_vec3 along) {
  const carom__shape_class *class = carom__shape_class_of(part->shape.kind);
  bool triangle = part->shape.kind == CAROM__TRIANGLE;
  double radius = triangle ? 0 : (double)shape_radius(class, &part->shape);
  uint32_t index;
  carom__dvec3 way = dvec3_sub(dvec3_widen(class->support(&part->shape, along, &index)), dvec3_widen(p));
  return dvec3_mad(way, dvec3_widen(along), radius);
}

/* Does a way lead farther along a direction than rounding may tell? */
static bool leads_on(carom__dvec3 way, carom_vec3 along, double near) {
  double height = dvec3_dot(way, dvec3_widen(along));
  return height > 2 * near && height > (double)CAROM__SURFACE_RISES * dvec3_length(way);
}

/* Does a part reach farther along the normal than the point? */
static bool rises(const carom__part *part, const normal_question *ask) {
  carom_vec3 along = mat3_tmul_vec3(&part->frame.axes, ask->normal);
  return leads_on(way_along(part, frame_unapply(&part->frame, ask->point), along), along, ask->near);
}

carom_vec3 carom__triangle_support_from(const carom__triangle *triangle, carom_vec3 point, carom_vec3 along,
                                        float near) {
  const carom_vec3 *p = triangle->corners;
  int highest = 0;
  for (int i = 1; i < 3; i++)
    if (vec3_dot(vec3_sub(p[i], p[highest]), along) > 0) highest = i;
  carom__dvec3 way = dvec3_sub(dvec3_widen(p[highest]), dvec3_widen(point));
  return leads_on(way, along, (double)near) ? p[highest] : point;
}

/* Are they parts of one asset of the plane, in one place? They leave contacts to each other by themselves, as
 * links of a chain do (collide_link.c). */
static bool are_neighbours(const carom__part *a, const carom__part *b) {
  if (a->shape.kind != b->shape.kind || !carom__shape_class_of(a->shape.kind)->part) return false;
  const carom_frame *p = &a->frame, *q = &b->frame;
  return shape_asset(&a->shape) == shape_asset(&b->shape) && p->origin.x == q->origin.x &&
         p->origin.y == q->origin.y && p->axes.x.x == q->axes.x.x && p->axes.x.y == q->axes.x.y;
}

static bool agrees(void *context, const carom__part *part) {
  const normal_question *ask = context;
  bool own = ask->part && part_is_same(part, ask->part);
  if (ask->solids_only && part->shape.kind == CAROM__TRIANGLE) return true;
  if (own || !rises(part, ask) || !holds(part, ask)) return true;
  return ask->part && are_neighbours(part, ask->part);
}

static bool does_not_hold(void *context, const carom__part *part) { return !holds(part, context); }

/* What rounding may come to at a point of a shape. */
static float near_at(carom__site whole, carom_pos point, carom_obb *box) {
  carom__shape_class_of(whole.shape->kind)->obb(whole.shape, box);
  return CAROM__SURFACE_HOLDS * (vec3_norm1(frame_unapply(whole.frame, point)) + vec3_norm1(box->half));
}

/* What may hold the point; *frame becomes one with the axes of the world. */
static carom__region region_around(const normal_question *ask, carom_frame *frame) {
  float half = 2 * (float)ask->near;
  *frame = (carom_frame){ask->point, mat3_identity()};
  return (carom__region){{.axes = mat3_identity(), .half = {half, half, half}}, frame};
}

/* Asks the parts that may hold the point; false when one ended the walk. */
static bool walk_around(carom__site whole, carom__part_visit *visit, normal_question *ask) {
  carom_frame frame;
  carom__region region = region_around(ask, &frame);
  return carom__parts_walk(whole, &region, visit, ask);
}

/* Does the list of the near parts have all that may hold the point? The axes of the region need not be those
 * of the world. */
static bool lists_all(const carom__near_parts *near, const normal_question *ask) {
  carom_vec3 at = frame_unapply(near->region.frame, ask->point);
  return box_holds(&near->region.box, at, -4 * (float)ask->near);
}

static bool all_agree(const carom__surface *surface, normal_question *ask) {
  const carom__near_parts *near = surface->near;
  if (!near || !lists_all(near, ask)) return walk_around(surface->whole, agrees, ask);
  for (uint32_t i = 0; i < near->count; i++)
    if (!agrees(ask, &near->list[i])) return false;
  return true;
}

static bool has_normal_at(const carom__surface *surface, const carom__part *part, carom_pos point,
                          carom_vec3 normal) {
  carom_obb box;
  normal_question ask = {
      .part = part, .point = point, .normal = normal, .near = (double)near_at(surface->whole, point, &box)};
  return all_agree(surface, &ask);
}

bool carom__surface_has_normal(carom__site whole, const carom__part *part, carom_pos point,
                               carom_vec3 normal) {
  return has_normal_at(&(carom__surface){.whole = whole}, part, point, normal);
}

/* --- The other children of a compound --- */

typedef struct others_question {
  normal_question ask;
  const carom__region *region;
  uint32_t own; /* the ordinal of the child that is not asked */
} others_question;

static bool child_agrees(void *context, const carom__part *child) {
  others_question *q = context;
  return child->ordinal == q->own || carom__parts_walk(part_site(child), q->region, agrees, &q->ask);
}

bool carom__surface_others_agree(carom__site whole, const carom__part *part, carom_pos point,
                                 carom_vec3 normal) {
  carom_frame frame;
  carom_obb box;
  others_question q = {.ask = {.point = point, .normal = normal}, .own = part->ordinal};
  q.ask.near = (double)near_at(whole, point, &box);
  carom__region region = region_around(&q.ask, &frame);
  q.region = &region;
  return carom__children_walk(whole, &region, child_agrees, &q);
}

/* --- Points --- */

/* Sets how near is near enough; false for a point that is not in the box. */
static bool begin(carom__site whole, float near, normal_question *ask) {
  carom_obb box;
  near += near_at(whole, ask->point, &box);
  ask->near = (double)near;
  return box_holds(&box, frame_unapply(whole.frame, ask->point), near);
}

bool carom__surface_covers(carom__site whole, carom_pos point, carom_vec3 normal, float near) {
  normal_question ask = {.point = point, .normal = normal};
  return begin(whole, near, &ask) && !walk_around(whole, agrees, &ask);
}

bool carom__surface_holds(carom__site whole, carom_pos point, float near) {
  normal_question ask = {.point = point};
  return begin(whole, near, &ask) && !walk_around(whole, does_not_hold, &ask);
}

bool carom__surface_is_covered(const carom__surface *surface, const carom__part *part, carom_pos point,
                               carom_vec3 normal) {
  carom__site whole = surface->whole;
  carom_obb box;
  normal_question ask = {
      .part = part, .point = point, .normal = normal, .solids_only = part->shape.kind == CAROM__TRIANGLE};
  carom__shape_class_of(part->shape.kind)->obb(&part->shape, &box);
  ask.near =
      (double)(CAROM__SURFACE_HOLDS * (vec3_norm1(frame_unapply(whole.frame, point)) + vec3_norm1(box.half)));
  return !all_agree(surface, &ask);
}

/* --- Triangles between points --- */

typedef struct parting_question {
  carom_pos below, above;
  double near; /* what is as near is on the triangle */
} parting_question;

/* Is a point of the plane of a triangle within it, or at its border? */
static bool is_over(const carom__triangle *t, carom__dvec3 p) {
  carom__dvec3 up = dvec3_widen(t->normal);
  for (int i = 0; i < 3; i++) {
    carom__dvec3 a = dvec3_widen(t->corners[i]);
    carom__dvec3 edge = dvec3_sub(dvec3_widen(t->corners[(i + 1) % 3]), a), way = dvec3_sub(p, a);
    double border = -(double)CAROM__SURFACE_HOLDS * dvec3_length(edge) * dvec3_length(way);
    if (dvec3_dot(dvec3_cross(up, edge), way) < border) return false;
  }
  return true;
}

static bool does_not_part(void *context, const carom__part *part) {
  const parting_question *ask = context;
  if (part->shape.kind != CAROM__TRIANGLE) return true;
  const carom__triangle *t = shape_triangle(&part->shape);
  carom__dvec3 up = dvec3_widen(t->normal), corner = dvec3_widen(t->corners[0]);
  carom__dvec3 below = dvec3_widen(frame_unapply(&part->frame, ask->below));
  carom__dvec3 above = dvec3_widen(frame_unapply(&part->frame, ask->above));
  double from = dvec3_dot(dvec3_sub(below, corner), up), to = dvec3_dot(dvec3_sub(above, corner), up);
  bool up_through = from < -ask->near && to > 0, down_through = from > ask->near && to < 0;
  if (!up_through && (t->one_sided || !down_through)) return true;
  return !is_over(t, dvec3_mad(below, dvec3_sub(above, below), from / (from - to)));
}

bool carom__surface_parts(carom__site whole, carom_pos below, carom_pos above) {
  parting_question ask = {below, above,
                          (double)(CAROM__SURFACE_HOLDS * vec3_norm1(frame_unapply(whole.frame, below)))};
  carom_vec3 half = vec3_scale(pos_sub(above, below), 0.5f);
  carom_frame frame = {pos_add(below, half), mat3_identity()};
  carom__region region = {{.axes = mat3_identity(), .half = vec3_abs(half)}, &frame};
  return !carom__parts_walk(whole, &region, does_not_part, &ask);
}

bool carom__surface_allows(const carom__surface *surface, const carom__part *part, carom_pos point,
                           carom_vec3 normal) {
  const carom_frame *frame = &part->frame;
  carom_vec3 at = frame_unapply(frame, point);
  if (!surface->set || !carom__triangle_set_covers(surface->set, at))
    return has_normal_at(surface, part, point, normal);
  carom_vec3 along = mat3_tmul_vec3(&frame->axes, normal);
  if (!carom__triangle_set_has_normal(surface->set, surface->index, at, along, NULL)) return false;
  return surface->alone || carom__surface_others_agree(surface->whole, part, point, normal);
}

bool carom__surface_allows_at_end(const carom__surface *surface, const carom__part *part, carom_pos point,
                                  carom_vec3 normal) {
  const carom_frame *frame = &part->frame;
  carom_obb box;
  if (part->shape.kind == CAROM__TRIANGLE) {
    carom_vec3 at = frame_unapply(frame, point), along = mat3_tmul_vec3(&frame->axes, normal);
    float near = near_at(surface->whole, point, &box);
    point = frame_apply(frame, carom__triangle_support_from(shape_triangle(&part->shape), at, along, near));
  }
  return carom__surface_allows(surface, part, point, normal);
}

/* The way from a point of a part to its support point along a direction; both are in its frame. */
static bool way_on(const carom__part *part, carom_pos point, carom_vec3 normal, float near,
                   carom__dvec3 *way) {
  carom_vec3 along = mat3_tmul_vec3(&part->frame.axes, normal);
  *way = way_along(part, frame_unapply(&part->frame, point), along);
  return leads_on(*way, along, (double)(CAROM__SURFACE_OWN * near));
}

bool carom__surface_ends(const carom__surface *surface, const carom__part *part, carom_pos point,
                         carom_vec3 normal) {
  carom_obb box;
  carom__dvec3 way;
  return !way_on(part, point, normal, near_at(surface->whole, point, &box), &way);
}

bool carom__surface_allows_support(const carom__surface *surface, const carom__part *part, carom_pos point,
                                   carom_vec3 normal) {
  carom_obb box;
  carom__dvec3 way;
  if (!way_on(part, point, normal, near_at(surface->whole, point, &box), &way)) return true;
  carom_pos end = pos_add(point, mat3_mul_vec3(&part->frame.axes, dvec3_narrow(way)));
  return carom__surface_allows(surface, part, end, normal);
}

/* --- Folds --- */

typedef struct fold_question {
  const carom__part *triangle;
  carom_vec3 point; /* in its frame */
  float near;
} fold_question;

static bool does_not_hide(void *context, const carom__part *part) {
  const fold_question *ask = context;
  if (part->shape.kind != CAROM__TRIANGLE || part_is_same(part, ask->triangle)) return true;
  carom__triangle other = *shape_triangle(&part->shape);
  carom__relative place = frame_relative(&ask->triangle->frame, &part->frame);
  for (int i = 0; i < 3; i++) other.corners[i] = relative_apply(&place, other.corners[i]);
  other.normal = mat3_mul_vec3(&place.axes, other.normal);
  return !carom__fold_hides(shape_triangle(&ask->triangle->shape), &other, ask->point, ask->near);
}

static bool set_hides(const carom__triangle_set *set, const fold_question *ask) {
  uint8_t behind[CAROM__SET_ROOM / CAROM__TRIANGLE_LANES];
  return carom__triangle_set_sides(set, ask->point, behind) &&
         carom__triangle_set_hides(set, shape_triangle(&ask->triangle->shape), ask->point, behind);
}

/* Where a triangle and another part are both, but for rounding: a box in the frame of the triangle. */
static carom_obb common_box(const carom__part *triangle, const carom__part *other, float slack) {
  const carom_vec3 *p = shape_triangle(&triangle->shape)->corners;
  carom_obb box;
  carom__relative place = frame_relative(&triangle->frame, &other->frame);
  carom__shape_class_of(other->shape.kind)->obb(&other->shape, &box);
  box = obb_transform(&box, &place);
  carom_aabb bounds = carom__obb_bounds(&box);
  carom_vec3 low = vec3_max(bounds.min, vec3_min(vec3_min(p[0], p[1]), p[2]));
  carom_vec3 high = vec3_min(bounds.max, vec3_max(vec3_max(p[0], p[1]), p[2]));
  carom_vec3 half = vec3_max(vec3_scale(vec3_sub(high, low), 0.5f), vec3(0, 0, 0));
  return (carom_obb){vec3_lerp(low, high, 0.5f), mat3_identity(), vec3_add(half, vec3(slack, slack, slack))};
}

bool carom__surface_hides(const carom__surface *surface, const carom__part *triangle,
                          const carom__part *other, carom_pos point) {
  carom_obb box;
  fold_question ask = {.triangle = triangle, .point = frame_unapply(&triangle->frame, point)};
  bool all = surface->set && surface->set->whole;
  if (all && surface->alone) return set_hides(surface->set, &ask);
  carom_pos corner = frame_apply(&triangle->frame, shape_triangle(&triangle->shape)->corners[0]);
  ask.near = near_at(surface->whole, corner, &box);
  float slack = carom__part_pairs_slack(surface->whole, part_site(other)) + 2 * ask.near;
  carom__region region = {common_box(triangle, other, slack), &triangle->frame};
  return !carom__parts_walk(surface->whole, &region, does_not_hide, &ask);
}
