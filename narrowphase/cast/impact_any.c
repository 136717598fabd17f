/* impact_any.c: the first impact of two moving shapes of any kind.
 *
 * The parts that can meet at all lie where the other shape passes, as seen from the frame of the whole. Each
 * two of them are asked for their time of impact, and the earliest counts. */
#include "impact.h"

#include "box_core.h"
#include "composite.h"
#include "parts.h"
#include "surface.h"

/* By how much regions grow for rounding and for what may be called touching, in parts of the sizes. */
#define PASSAGE_SLACK (64 * 0x1p-24f)

/* One shape as the other sees it pass. */
typedef struct passing {
  const carom__mover *whole, *other;
  const carom_frame *start, *other_start;
  carom__dvec3 offset, travel; /* of the other's pivot */
  float margin;
} passing;

static float reach_of(const carom__mover *m, const carom_obb *box) {
  return (float)dvec3_length(m->arm) + vec3_length(box->center) + vec3_length(box->half);
}

/* What turns stays in a ball around its pivot, which seen from a whole that turns moves by the turn as well.
 */
static carom_obb ball_of(const passing *p, const carom__relative *place, float reach) {
  float travel = (float)dvec3_length(p->travel), away = (float)dvec3_length(p->offset) + travel;
  float radius = reach + travel + (float)p->whole->rate * away;
  carom_vec3 to_pivot = mat3_mul_vec3(&place->axes, dvec3_narrow(p->other->arm));
  return (carom_obb){vec3_sub(place->origin, to_pivot), mat3_identity(), {radius, radius, radius}};
}

/* What does not turn moves along the travel. */
static carom_obb bounds_of(const passing *p, const carom__relative *place, const carom_obb *box) {
  carom_obb there = obb_transform(box, place);
  carom_vec3 half_way = vec3_scale(mat3_tmul_vec3(&p->start->axes, dvec3_narrow(p->travel)), 0.5f);
  carom_vec3 half = vec3_add(box_reach(there.half, &there.axes), vec3_abs(half_way));
  return (carom_obb){vec3_add(there.center, half_way), mat3_identity(), half};
}

/* A box in the frame of the whole that the other shape does not leave. */
static carom_obb passage_of(const passing *p) {
  carom_obb box, passage;
  carom__relative place = frame_relative(p->start, p->other_start);
  p->other->class->obb(p->other->shape, &box);
  float reach = reach_of(p->other, &box);
  if (p->whole->rate + p->other->rate > 0)
    passage = ball_of(p, &place, reach);
  else
    passage = bounds_of(p, &place, &box);
  float size = vec3_norm1(passage.center) + vec3_norm1(passage.half) + reach,
        more = p->margin + PASSAGE_SLACK * size;
  passage.half = vec3_add(passage.half, vec3(more, more, more));
  return passage;
}

/* --- The earliest of all --- */

typedef struct first_impact {
  carom__impact_case it; /* of the two parts that are asked */
  carom__mover wholes[2];
  carom_frame start_b; /* of the whole */
  const carom__part *part_a;
  carom_impact first;
  uint32_t iterations;
  bool unproved; /* some parts were not found to be apart until the first impact */
} first_impact;

/* The frame of a shape at a time. */
static carom_frame frame_at(const carom__impact_case *it, const carom__mover *m, int side, double time) {
  carom__turning turn = mover_turn(m, time);
  carom__dvec3 way = dvec3_mad(turn_apply(&turn, m->arm), it->travel_a, time);
  if (side == 1) way = dvec3_add(way, dvec3_mad(it->motions.offset, it->motions.travel, time));
  carom_pos pivot = it->pivot_a;
  return (carom_frame){{pivot.x + way.x, pivot.y + way.y, pivot.z + way.z},
                       mat3_from_quat(turn.q.x, turn.q.y, turn.q.z, turn.q.w)};
}

/* Is a direction out of a triangle, which is met by an edge or a corner, a normal of the surface there? */
static bool is_normal(const first_impact *s, const carom__part *part, int side, const carom_impact *found,
                      carom_vec3 outward) {
  const carom__mover *m = side == 0 ? &s->it.motions.a : &s->it.motions.b, *whole = &s->wholes[side];
  carom_frame frame = frame_at(&s->it, whole, side, found->fraction);
  carom__part moved = *part;
  moved.frame = frame_at(&s->it, m, side, found->fraction);
  float above = 0.5f * found->distance + shape_triangle(&part->shape)->radius;
  carom_pos point = pos_add(found->point, vec3_scale(outward, -above));
  return carom__surface_has_normal((carom__site){whole->shape, &frame}, &moved, point, outward);
}

/* A triangle of one side is passed from behind, as it is turned at the time. What meets an edge of it along
 * its plane is met where the surface ends, and passes where it goes on. */
static bool passes(const first_impact *s, const carom__part *part, int side, const carom_impact *found) {
  const carom__mover *m = side == 0 ? &s->it.motions.a : &s->it.motions.b;
  if (m->shape->kind != CAROM__TRIANGLE || !shape_triangle(m->shape)->one_sided) return false;
  carom_vec3 outward = side == 0 ? found->normal : vec3_neg(found->normal);
  carom__turning turn = mover_turn(m, found->fraction);
  double rise =
      dvec3_dot(turn_unapply(&turn, dvec3_widen(outward)), dvec3_widen(shape_triangle(m->shape)->normal));
  if (fabs(rise) > (double)CAROM__ALONG_PLANE) return rise < 0;
  return !is_normal(s, part, side, found, outward);
}

static bool is_met(const first_impact *s, const carom__part *part_b, const carom_impact *found) {
  return found->hit && !passes(s, s->part_a, 0, found) && !passes(s, part_b, 1, found);
}

/* Of those that are within the margin at the same time, as at the start, the nearest. */
static bool is_sooner(const carom_impact *found, const carom_impact *first) {
  if (!first->hit || found->fraction < first->fraction) return true;
  return found->fraction == first->fraction && found->distance < first->distance;
}

static bool is_first(const first_impact *s, const carom__part *part_b, const carom_impact *found) {
  const carom__part_filter *filter = s->it.filter;
  if (!is_sooner(found, &s->first) || !is_met(s, part_b, found)) return false;
  return !filter || filter->accept(filter->context, s->part_a, part_b, found);
}

static void keep_first(first_impact *s, const carom__part *part_b, const carom_impact *found) {
  s->first = *found;
  s->first.child_a = s->part_a->child, s->first.child_b = part_b->child;
  s->first.triangle_a = s->part_a->triangle, s->first.material_a = s->part_a->material;
  s->first.triangle_b = part_b->triangle, s->first.material_b = part_b->material;
}

/* Where the part is starts the mover that takes the place of the whole. */
static carom__mover mover_of(const carom__mover *whole, const carom__part *part) {
  if (part->place) return carom__mover_of_part(whole, &part->shape, part->place);
  carom__mover m = *whole;
  m.shape = &part->shape;
  m.class = carom__shape_class_of(part->shape.kind);
  return m;
}

static bool visit_b(void *context, const carom__part *part) {
  first_impact *s = context;
  carom_impact found;
  s->it.motions.b = mover_of(&s->wholes[1], part);
  s->it.start_b = part->frame;
  if (carom__impact_convex(&s->it, s->first.fraction, &found)) {
    s->unproved = true;
    return true;
  }
  s->iterations += found.iterations;
  if (is_first(s, part, &found)) keep_first(s, part, &found);
  return true;
}

static bool visit_a(void *context, const carom__part *part) {
  first_impact *s = context;
  carom__motions *m = &s->it.motions;
  s->part_a = part;
  m->a = mover_of(&s->wholes[0], part);
  s->it.start_a = part->frame;
  passing p = {&s->wholes[1],
               &m->a,
               &s->start_b,
               &s->it.start_a,
               dvec3_scale(m->offset, -1),
               dvec3_scale(m->travel, -1),
               (float)s->it.margin};
  carom__region region = {passage_of(&p), &s->start_b};
  return carom__parts_walk((carom__site){s->wholes[1].shape, &s->start_b}, &region, visit_b, s);
}

/* --- What touches at the start --- */

static void keep_deepest(void *context, const carom_patch *patch) {
  carom_patch *deepest = context;
  bool first = deepest->point_count == 0;
  if (first || patch->points[0].separation < deepest->points[0].separation) *deepest = *patch;
}

static carom_status look_at_start(carom__site a, carom__site b, carom_impact *out) {
  carom_patch deepest = {.point_count = 0};
  carom_status status = carom__patches_find(a, b, keep_deepest, &deepest);
  if (status || deepest.point_count == 0) return status;
  *out = (carom_impact){.hit = true,
                        .inside = true,
                        .normal = deepest.normal,
                        .point = deepest.points[0].position,
                        .child_a = deepest.child_a,
                        .child_b = deepest.child_b,
                        .triangle_a = deepest.triangle_a,
                        .triangle_b = deepest.triangle_b,
                        .material_a = deepest.material_a,
                        .material_b = deepest.material_b};
  return CAROM_OK;
}

/* --- All of it --- */

static carom_status find_first(const carom__impact_case *it, double until, carom_impact *out) {
  carom__site a = {it->motions.a.shape, &it->start_a}, b = {it->motions.b.shape, &it->start_b};
  passing p = {&it->motions.a,     &it->motions.b,     &it->start_a,     &it->start_b,
               it->motions.offset, it->motions.travel, (float)it->margin};
  carom__region region = {passage_of(&p), &it->start_a};
  first_impact s = {.it = *it,
                    .wholes = {it->motions.a, it->motions.b},
                    .start_b = it->start_b,
                    .first = {.fraction = until}};
  carom_impact touch = {.hit = false};
  carom_status status = it->filter ? CAROM_OK : look_at_start(a, b, &touch);
  if (!status && touch.hit) *out = touch;
  if (status || touch.hit) return status;
  /* What is unproved may be only after what was found later. */
  double last;
  do {
    last = s.first.fraction;
    s.unproved = false;
    carom__parts_walk(a, &region, visit_a, &s);
  } while (s.unproved && s.first.fraction < last);
  if (s.unproved) return CAROM_NOT_CONVERGED;
  if (!s.first.hit) s.first.fraction = 1;
  *out = s.first;
  out->iterations = s.iterations;
  return CAROM_OK;
}

static bool is_convex(const carom__impact_case *it) {
  return !it->motions.a.class->walk && !it->motions.b.class->walk;
}

carom_status carom__impact(const carom__impact_case *it, carom_impact *out) {
  if (it->motions.a.class->part_of && it->motions.b.class->part_of) return CAROM_UNBOUNDED;
  return is_convex(it) ? carom__impact_convex(it, 1, out) : find_first(it, 1, out);
}

carom_status carom__impact_search(const carom__impact_case *it, double begin, double until,
                                  carom_impact *out) {
  return is_convex(it) ? carom__impact_search_convex(it, begin, out) : find_first(it, until, out);
}
