/* near_triangles.c: the distance of a convex shape to triangles.
 *
 * A walk tells of triangles, roughly the nearest first, while they may be nearer than what was found. The
 * lanes tell how near they are to a round core, and how near they are at least to the box of any other shape.
 * Those that may be the nearest are measured one by one, the most promising first. What lies behind the plane
 * through the nearest point, across the way to the shape, is no nearer. */
#include "near_triangles.h"

#include "distance.h"
#include "mesh.h"
#include "placed.h"
#include "triangles_pair.h"

bool carom__measure_parts(void *context, const carom__part *a, const carom__part *b) {
  carom__measuring *m = context;
  carom_distance_result here;
  carom_status status = carom__call_distance(part_site(a), part_site(b), NULL, &here);
  m->status = m->status ? m->status : status;
  if (status || (m->found && here.distance >= m->best.distance)) return true;
  m->found = true;
  m->best = here;
  return here.distance > 0;
}

/* What is nearer by less, in parts of the sizes and the distance, is as near. */
#define AS_NEAR 0x1p-23f
/* What is nearer, in parts of all sizes, may count as touching. */
#define MAY_TOUCH (32 * 0x1p-24f)

/* What is farther, in parts of cores->touch, does not touch. */
#define APART 4

/* A shape that reaches no farther than this part of the corners of its box is much of a ball. */
#define BALL 0.8f
/* How far so many vertices reach is soon told. */
#define VERTICES_MAX 64

/* One of a few triangles for which a face does not tell the distance. */
#define WAITING 8
typedef struct waiting_triangle {
  carom_vec3 corners[3], way;
  float least;
} waiting_triangle;

typedef struct triangles_search {
  carom__triangles_pair pair;
  carom__measuring *m;
  carom__approach approach;
  carom__near_question question; /* about what the approach tells of */
  float radius;                  /* between the surfaces, and the box and the sharp triangles */
  float touch;                   /* what is not farther may touch */
  float known;                   /* some triangle is as near to the box */
  carom__part others;            /* the shape */
  carom__triangle triangle;      /* that is measured, without a normal */
  carom_shape shape;             /* refers to it */
  carom__cores cores;            /* of it and of the shape */
  double size;                   /* of the cores but for the triangle */
  uint32_t waiting_count;
  waiting_triangle waiting[WAITING];
} triangles_search;

static void touch(carom__measuring *m) {
  m->found = true;
  m->best = (carom_distance_result){.distance = 0};
}

/* Keeps what was found in the frame of the triangles, from these to the shape. */
static void keep(const triangles_search *s, const carom__separation *found) {
  const carom_frame *frame = s->pair.mesh.frame;
  bool first = s->pair.side == 0;
  carom_vec3 normal = mat3_mul_vec3(&frame->axes, found->normal);
  carom_pos of_mesh = frame_apply(frame, found->point_a), of_shape = frame_apply(frame, found->point_b);
  /* What does not touch is apart, even where rounding says that it is not by any amount. */
  s->m->best.distance = greater_float(found->distance, 0x1p-126f);
  s->m->best.normal = first ? normal : vec3_neg(normal);
  s->m->best.point_a = first ? of_mesh : of_shape;
  s->m->best.point_b = first ? of_shape : of_mesh;
  s->m->found = true;
}

/* --- Round cores --- */

static void keep_round(const triangles_search *s, carom__dvec3 on_triangle, carom__dvec3 on_core,
                       carom__dvec3 outward, double distance) {
  double radius = (double)(s->pair.core.radius - s->pair.core.own_radius);
  carom__dvec3 of_mesh = dvec3_mad(on_triangle, outward, radius);
  carom__dvec3 of_core = dvec3_mad(on_core, outward, -(double)s->pair.core.own_radius);
  keep(s, &(carom__separation){(float)distance, dvec3_narrow(outward), dvec3_narrow(of_mesh),
                               dvec3_narrow(of_core)});
}

static void try_round(const triangles_search *s, const carom__triangle_batch *batch, int lane, float at) {
  const carom__round_core *core = &s->pair.core;
  carom__triangle t;
  carom__triangle_of_batch(batch, lane, 0, &t);
  carom__round_near n = carom__round_nearest(core, &t, at);
  double distance = n.distance - (double)core->radius;
  if (!s->m->found || (float)distance < s->m->best.distance)
    keep_round(s, n.on_triangle, n.on_core, n.outward, distance);
}

/* What the lanes say touches, touches: they round by the sizes of the triangles. */
static bool search_round(void *context, const carom__triangle_batch *batch) {
  triangles_search *s = context;
  const carom__round_core *core = &s->pair.core;
  float squares[CAROM__TRIANGLE_LANES], at[CAROM__TRIANGLE_LANES];
  float reach = core->radius + core->touch, limit = s->approach.limit;
  carom__triangles_nearest_segment(batch, core->a, core->b, squares, at);
  for (unsigned lanes = batch->lanes; lanes; lanes &= lanes - 1) {
    int lane = bits_lowest(lanes);
    if (squares[lane] <= reach * reach) {
      touch(s->m);
      return false;
    }
    if (squares[lane] > limit * limit) continue;
    try_round(s, batch, lane, at[lane]);
    limit = s->m->best.distance + core->radius + s->touch;
  }
  s->approach.limit = limit;
  return true;
}

/* --- Other shapes --- */

/* What is no nearer by more than that is not wanted, unless it may touch. */
static void set_limit(triangles_search *s, float rounding) {
  float limit = greater_float(s->m->best.distance - rounding, s->touch);
  s->approach.limit = s->question.limit = limit + s->radius;
}

/* Where it may touch, the contact of the parts decides. */
static bool measure_parts(triangles_search *s) {
  carom__triangle triangle = s->triangle;
  triangle.normal = carom__mesh_normal_of(triangle.corners);
  const carom__part part = {.shape = triangle_shape(&triangle), .frame = *s->pair.mesh.frame};
  bool first = s->pair.side == 0;
  bool apart = carom__measure_parts(s->m, first ? &part : &s->others, first ? &s->others : &part);
  if (apart && s->m->found) set_limit(s, 0);
  return apart;
}

static void set_cores(triangles_search *s) {
  const carom_shape *other = s->pair.other.shape;
  s->shape = triangle_shape(&s->triangle);
  s->cores = carom__cores_make(other, other, &s->pair.place);
  s->size = s->cores.size;
  s->cores.a = (carom__core){.shape = &s->shape,
                             .class = carom__shape_class_of(s->shape.kind),
                             .radius = (double)s->pair.mesh_radius};
}

/* What follows from the corners: the center, and the size as carom__cores_make has it, or more. */
static void size_cores(triangles_search *s) {
  const carom_vec3 *c = s->triangle.corners;
  carom_vec3 reach = vec3_max(vec3_max(vec3_abs(c[0]), vec3_abs(c[1])), vec3_abs(c[2]));
  s->cores.a.center = shape_center(s->cores.a.class, &s->shape);
  s->cores.size = s->size + 2 * (double)vec3_norm1(reach) + 4 * s->cores.a.radius;
  s->cores.touch = 4 * 0x1p-24 * s->cores.size;
}

/* What lies behind the plane is no nearer. */
static void keep_apart(triangles_search *s, const carom__separation *found) {
  const carom_obb *box = &s->question.box;
  float rounding = AS_NEAR * (vec3_norm1(box->center) + s->radius + vec3_norm1(box->half) + found->distance);
  keep(s, found);
  set_limit(s, rounding);
  if (found->distance - rounding <= s->touch) return;
  s->question.normal = found->normal;
  s->question.height = vec3_dot(found->normal, vec3_sub(found->point_a, box->center)) - s->pair.mesh_radius;
  s->question.height += rounding;
}

/* Does the way alone prove that they are farther apart than anybody asks? */
static bool is_beyond(const carom__cores *cores, carom_vec3 way) {
  carom__dvec3 along = dvec3_widen(way);
  double length = dvec3_length(along);
  if (length == 0) return false;
  carom__vertex first = carom__cores_support(cores, along);
  return -dvec3_dot(first.w, along) > cores->reach * length;
}

/* A distance that is greater is not asked for. */
static float asked_of(const carom__measuring *m) { return m->found ? m->best.distance : m->limit; }

/* Finds the distance to the triangle by a search that begins along a way. False where they may touch. */
static bool search_distance(triangles_search *s, carom_vec3 way, double apart, carom__separation *out) {
  carom__simplex_cache start = {.normal = way};
  carom__gjk_result gjk;
  carom_status status = carom__gjk_warm(&s->cores, &start, &gjk);
  if (status || gjk.lower <= apart + s->cores.a.radius + s->cores.b.radius) return false;
  out->distance = HUGE_VALF;
  if (gjk.lower > s->cores.reach) return true;
  status = carom__distance_measure(&s->cores, status, &gjk, out);
  s->m->status = s->m->status ? s->m->status : status;
  return true;
}

/* Lets the triangle wait until the others are measured; false where that is not worth it. */
static bool put_off(triangles_search *s, carom_vec3 way, float least) {
  if (!s->approach.is_close || s->waiting_count == WAITING) return false;
  waiting_triangle *w = &s->waiting[s->waiting_count++];
  *w = (waiting_triangle){.way = way, .least = least};
  memcpy(w->corners, s->triangle.corners, sizeof w->corners);
  return true;
}

/* Measures the triangle, from which a way leads to the shape, roughly, which is no nearer than that. False
 * when they touch. */
static bool measure_triangle(triangles_search *s, carom_vec3 way, float least, bool may_wait) {
  carom__separation found;
  size_cores(s);
  double apart = APART * s->cores.touch, most = greater_double((double)asked_of(s->m), apart);
  s->cores.reach = most + s->cores.a.radius + s->cores.b.radius;
  if (s->cores.reach < HUGE_VAL && is_beyond(&s->cores, way)) return true;
  if (carom__distance_of_features(&s->cores, true, &found)) {
    if ((double)found.distance <= apart) return measure_parts(s);
  } else {
    if (may_wait && put_off(s, way, least)) return true;
    if (!search_distance(s, way, apart, &found)) return measure_parts(s);
  }
  if ((double)found.distance < most) keep_apart(s, &found);
  return true;
}

/* Does the triangle reach above the plane? */
static bool is_above(const carom__near_question *q, const carom__triangle *t) {
  for (int i = 0; i < 3; i++)
    if (vec3_dot(q->normal, vec3_sub(t->corners[i], q->box.center)) > q->height) return true;
  return false;
}

static int least_of(const float *values, unsigned lanes) {
  int best = bits_lowest(lanes);
  for (lanes &= lanes - 1; lanes; lanes &= lanes - 1)
    if (values[bits_lowest(lanes)] < values[best]) best = bits_lowest(lanes);
  return best;
}

static bool measure_lane(triangles_search *s, const carom__triangle_batch *batch,
                         const carom__near_lanes *near, int lane) {
  for (int i = 0; i < 3; i++) s->triangle.corners[i] = triangle_batch_corner(batch, lane, i);
  if (!is_above(&s->question, &s->triangle)) return true;
  carom_vec3 way = vec3(near->way[0][lane], near->way[1][lane], near->way[2][lane]);
  way = vec3_neg(mat3_mul_vec3(&s->question.box.axes, way));
  return measure_triangle(s, way, near->least[lane], true);
}

static bool search_any(void *context, const carom__triangle_batch *batch) {
  triangles_search *s = context;
  carom__near_lanes near;
  s->triangle.one_sided = batch->one_sided;
  unsigned lanes = carom__triangles_near_box(batch, &s->question, &near);
  while (lanes) {
    int lane = least_of(near.least, lanes);
    if (near.least[lane] > s->question.limit) return true;
    if (!measure_lane(s, batch, &near, lane)) return false;
    lanes &= ~(1u << lane);
  }
  return true;
}

static waiting_triangle take_least(triangles_search *s) {
  uint32_t best = 0;
  for (uint32_t i = 1; i < s->waiting_count; i++)
    if (s->waiting[i].least < s->waiting[best].least) best = i;
  waiting_triangle least = s->waiting[best];
  s->waiting[best] = s->waiting[--s->waiting_count];
  return least;
}

/* Measures those that wait and may still be the nearest, unless some triangle touches. */
static void measure_waiting(triangles_search *s) {
  while (s->waiting_count > 0) {
    waiting_triangle next = take_least(s);
    if (next.least > s->question.limit) return;
    memcpy(s->triangle.corners, next.corners, sizeof next.corners);
    if (is_above(&s->question, &s->triangle) && !measure_triangle(s, next.way, next.least, false)) return;
  }
}

/* --- All --- */

/* The middle of a ball, or a point well inside. */
static carom__dvec3 middle_of(const carom__triangles_pair *pair) {
  const carom__shape_class *class = carom__shape_class_of(pair->other.shape->kind);
  if (pair->is_round) return dvec3_scale(dvec3_add(pair->core.ends[0], pair->core.ends[1]), 0.5);
  return dvec3_place(&pair->place, shape_center(class, pair->other.shape));
}

/* The nearest point is all that a ball asks for, unless it may touch: that the lanes decide. */
static bool measure_ball(triangles_search *s, carom__dvec3 middle) {
  const carom__round_core *core = &s->pair.core;
  carom__solid_nearest found;
  if (!s->pair.is_round || !core->is_point) return false;
  carom__shape_class_of(s->pair.mesh.shape->kind)->nearest(s->pair.mesh.shape, middle, &found);
  double distance = found.distance - (double)core->own_radius;
  double radius = (double)(core->radius - core->own_radius);
  s->known = (float)fabs(found.distance + radius) + s->touch;
  if (distance < (double)s->touch) return false;
  carom__dvec3 on_triangle = dvec3_mad(middle, found.outward, -(found.distance + radius));
  keep_round(s, on_triangle, middle, found.outward, distance);
  return true;
}

/* How far the vertices are from the centre of the box at most. Of many and of curved shapes, the corners of
 * the box tell. */
static float reach_of(const triangles_search *s, const carom_obb *box) {
  const carom_shape *shape = s->pair.other.shape;
  const carom__shape_class *class = carom__shape_class_of(shape->kind);
  float corner = vec3_length(box->half), square = 0;
  if (s->pair.is_round || !class->vertex || class->vertex_count(shape) > VERTICES_MAX) return corner;
  for (uint32_t i = 0; i < class->vertex_count(shape); i++) {
    carom_vec3 at = dvec3_narrow(dvec3_place(&s->pair.place, class->vertex(shape, i)));
    carom_vec3 way = vec3_sub(at, box->center);
    square = greater_float(square, vec3_dot(way, way));
  }
  return sqrtf(square) + shape_radius(class, shape);
}

/* What hardly reaches into the corners of its box is looked for as a ball. */
static carom_obb box_of(triangles_search *s) {
  carom_obb box = carom__triangles_pair_core_box(&s->pair, &s->radius);
  float reach = reach_of(s, &box);
  if (reach > BALL * vec3_length(box.half)) return box;
  s->radius += reach * (1 + 0x1p-20f) + s->touch;
  return (carom_obb){box.center, mat3_identity(), {0, 0, 0}};
}

static void set_touch(triangles_search *s) {
  const carom_obb *whole = &s->pair.whole, region = carom__triangles_pair_region(&s->pair, 0);
  float size = vec3_norm1(whole->center) + vec3_norm1(whole->half);
  size += vec3_norm1(region.center) + vec3_norm1(region.half);
  s->touch = MAY_TOUCH * size + (s->pair.is_round ? 16 * s->pair.core.touch : 0);
}

static void set_approach(triangles_search *s, carom__dvec3 middle) {
  carom_obb box = box_of(s);
  float reach = s->pair.is_round ? s->pair.core.radius : s->radius;
  float limit = lesser_float(s->known, s->m->limit + reach + s->touch);
  s->question = (carom__near_question){.box = box, .limit = limit, .height = -HUGE_VALF};
  if (!s->pair.is_round) s->question.frustum = s->cores.b.frustum;
  s->approach = (carom__approach){.box = box,
                                  .inner = dvec3_narrow(middle),
                                  .limit = limit,
                                  .is_close = s->m->limit <= vec3_norm1(box.half) + s->radius,
                                  .visit = s->pair.is_round ? search_round : search_any,
                                  .context = s};
}

bool carom__triangles_measure(carom__site a, carom__site b, carom__measuring *out) {
  triangles_search s;
  s.m = out, s.known = HUGE_VALF, s.waiting_count = 0;
  *out = (carom__measuring){.limit = out->limit};
  if (!carom__triangles_pair_of(a, b, &s.pair)) return false;
  carom__dvec3 middle = middle_of(&s.pair);
  set_touch(&s);
  if (measure_ball(&s, middle)) return true;
  s.others = (carom__part){.shape = *s.pair.other.shape, .frame = *s.pair.other.frame};
  s.triangle.radius = s.pair.mesh_radius;
  if (!s.pair.is_round) set_cores(&s);
  set_approach(&s, middle);
  carom__shape_class_of(s.pair.mesh.shape->kind)->approach_triangles(s.pair.mesh.shape, &s.approach);
  if (!out->found || out->best.distance > 0) measure_waiting(&s);
  return out->found || out->status || out->limit < HUGE_VALF;
}
