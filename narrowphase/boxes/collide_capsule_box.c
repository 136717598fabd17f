/* collide_capsule_box.c: a capsule against a box, sharp or rounded, in closed form (segment_box.c), in the
 * box's frame.
 *
 * The nearest points give the normal while the segment is outside of the sharp box, the axis of least overlap
 * when it is not, with the preference for faces that all cores have. A capsule that lies on a face touches in
 * two points: the ends of the part of the segment that is above the face.
 *
 * Touching is judged with a gap of up to 4 u s, for the rounding of the pose; s sums the distance of the
 * origins and how far each shape reaches from its own, in the 1-norm. */
#include "feature.h"
#include "manifold.h"
#include "near_boxes.h"
#include "collide_box.h"
#include "placed.h"
#include "point_set.h"
#include "round.h"
#include "segment_box.h"
#include "shape_class.h"

#define TOUCH_CAPSULE (4 * 0x1p-24)
/* How much separation a face axis may cost, as a part of the least half extent of both OBBs, the capsule's
 * being its radius: as for all shapes with faces. */
#define FACE_PREFERENCE (1.0 / 64)
/* A capsule lies on a face, instead of standing on it, when its segment leans to it by a sine below this: as
 * two capsules lie alongside each other. */
#define LIES_ON_FACE (1.0 / 16)
/* The cosine above which a direction counts as that of a face: 0.8 degrees. */
#define ALONG_FACE_COSINE 0.9999

typedef struct capsule_box {
  carom__segment_box cores;
  const carom__relative *box; /* its pose in the capsule's frame */
  double radius;              /* of the capsule */
  double reach;               /* that and the box's: how far the surfaces lie from the cores */
  double touch;
} capsule_box;

static double norm1(carom_vec3 v) { return (double)vec3_norm1(v); }

static void make_pair(const carom_capsule *a, const carom_box *b, const carom__relative *b_in_a,
                      capsule_box *out) {
  carom__dvec3 origin = dvec3_widen(b_in_a->origin);
  carom__dvec3 start = dvec3_unrotate(&b_in_a->axes, dvec3_sub(dvec3_widen(a->a), origin));
  carom__dvec3 end = dvec3_unrotate(&b_in_a->axes, dvec3_sub(dvec3_widen(a->b), origin));
  double far = greater_double(norm1(a->a), norm1(a->b)), size = norm1(b_in_a->origin) + far + norm1(b->half);
  dvec3_store(out->cores.start, start);
  dvec3_store(out->cores.way, dvec3_sub(end, start));
  dvec3_store(out->cores.half, dvec3_widen(b->half));
  out->box = b_in_a;
  out->radius = (double)a->radius;
  out->reach = out->radius + (double)b->radius;
  out->cores.size = size + out->reach;
  out->touch = TOUCH_CAPSULE * out->cores.size;
}

/* Is the segment beyond one of the faces by more than the radii and a gap? Most pairs that are apart are told
 * by this. */
static bool is_beyond_a_face(const capsule_box *pair, double gap) {
  double x = segment_box_face(&pair->cores, 0), y = segment_box_face(&pair->cores, 1);
  double most = greater_double(greater_double(x, y), segment_box_face(&pair->cores, 2));
  return most > pair->reach + gap;
}

static double preference_of(const capsule_box *pair) {
  const double *h = pair->cores.half;
  double of_box = fmin(h[0], fmin(h[1], h[2])) + (pair->reach - pair->radius);
  return FACE_PREFERENCE * fmin(pair->radius, of_box) + 2 * pair->touch;
}

/* A point of the segment, how far the surfaces are apart there along the axis, and the feature of the box. */
typedef struct capsule_place {
  double at, separation;
  int sign[3];
} capsule_place;

static uint32_t feature_at(double t) {
  return t <= 0 ? FEATURE_SEGMENT_A : t >= 1 ? FEATURE_SEGMENT_B : FEATURE_SEGMENT_INSIDE;
}

/* What is farther apart than at most so much is rounding. */
static carom__point point_at(const capsule_box *pair, const carom__segment_axis *axis, const capsule_place *p,
                             double most) {
  const carom__segment_box *c = &pair->cores;
  double depth = lesser_double(p->separation, most);
  carom__dvec3 on_core = dvec3_mad(dvec3_load(c->start), dvec3_load(c->way), p->at);
  carom__dvec3 middle = dvec3_mad(on_core, dvec3_load(axis->outward), -pair->radius - 0.5 * depth);
  carom__dvec3 in_a = dvec3_add(dvec3_rotate(&pair->box->axes, middle), dvec3_widen(pair->box->origin));
  return (carom__point){dvec3_narrow(in_a), (float)depth,
                        feature_pair(feature_at(p->at), feature_of_box(p->sign))};
}

/* The face that an axis is square to, or -1. */
static int face_of(const carom__segment_axis *axis) {
  double x = fabs(axis->outward[0]), y = fabs(axis->outward[1]), z = fabs(axis->outward[2]);
  double most = greater_double(greater_double(x, y), z);
  return most > ALONG_FACE_COSINE ? (most == y) + 2 * (most == z) : -1;
}

/* The segment cast along an axis onto the plane of a face that is about square to it. */
typedef struct shadow {
  double start[3], way[3];
  double height, rise; /* of the segment above the plane along the axis, at its start and from there */
} shadow;

static void cast_shadow(const carom__segment_box *c, const double outward[3], int face, shadow *out) {
  double slope = 1 / outward[face], side = slope < 0 ? -1 : 1;
  out->height = (c->start[face] - side * c->half[face]) * slope;
  out->rise = c->way[face] * slope;
  for (int i = 0; i < 3; i++) {
    out->start[i] = c->start[i] - outward[i] * out->height;
    out->way[i] = c->way[i] - outward[i] * out->rise;
  }
}

/* Cuts the stretch between two places by the slab of an axis of the box. */
static void clip(const shadow *cast, int axis, double limit, capsule_place *low, capsule_place *high) {
  double start = cast->start[axis], way = cast->way[axis];
  if (way == 0) {
    if (fabs(start) > limit) low->at = 2;
    return;
  }
  int side = way > 0 ? 1 : -1;
  double enter = (-limit * side - start) / way, leave = (limit * side - start) / way;
  if (enter > low->at) low->at = enter, low->sign[axis] = -side;
  if (leave < high->at) high->at = leave, high->sign[axis] = side;
}

/* Finds the ends of the stretch of the segment whose shadow is on a face; false when there is none. */
static bool above_face(const capsule_box *pair, const carom__segment_axis *axis, int face,
                       capsule_place ends[2]) {
  const carom__segment_box *c = &pair->cores;
  shadow cast;
  cast_shadow(c, axis->outward, face, &cast);
  ends[0] = (capsule_place){.at = 0}, ends[1] = (capsule_place){.at = 1};
  for (int n = 1; n < 3; n++) {
    int i = (face + n) % 3;
    clip(&cast, i, c->half[i] + pair->touch, &ends[0], &ends[1]);
  }
  for (int i = 0; i < 2; i++) {
    ends[i].sign[face] = axis->outward[face] < 0 ? -1 : 1;
    ends[i].separation = cast.height + cast.rise * ends[i].at - pair->reach;
  }
  return ends[0].at < ends[1].at;
}

static bool leans(const carom__segment_box *c, int face) {
  return fabs(c->way[face]) > LIES_ON_FACE * dvec3_length(dvec3_load(c->way));
}

/* The deepest place, which has the depth of the axis; above a face both ends of the stretch that is there.
 * The end of the segment may lie beside a face that was only preferred: the deeper end of the stretch, which
 * is shallower by no more than the preference, then stands for it. Without a margin, only a segment that lies
 * on the face has both. */
static uint32_t find_places(const capsule_box *pair, const carom__segment_axis *axis, double margin,
                            capsule_place out[2]) {
  capsule_place ends[2];
  int face = face_of(axis);
  out[0] = (capsule_place){
      axis->at, axis->separation - pair->reach, {axis->sign[0], axis->sign[1], axis->sign[2]}};
  if (face < 0 || !above_face(pair, axis, face, ends)) return 1;
  int deeper = ends[0].separation <= ends[1].separation ? 0 : 1;
  ends[deeper].separation = out[0].separation;
  out[0] = ends[deeper];
  out[1] = ends[!deeper];
  return margin == 0 && leans(&pair->cores, face) ? 1 : 2;
}

static bool are_one(const capsule_box *pair, const carom__point points[2]) {
  const float near = CAROM__POINT_NEAR * (float)pair->cores.size;
  carom_vec3 between = vec3_sub(points[1].position, points[0].position);
  return vec3_dot(between, between) <= near * near;
}

/* The points that touch or are within a margin. */
static void fill(const capsule_box *pair, const carom__segment_axis *axis, double margin,
                 carom__manifold *out) {
  capsule_place places[2];
  const uint32_t count = find_places(pair, axis, margin, places);
  out->normal = dvec3_narrow(dvec3_neg(dvec3_rotate(&pair->box->axes, dvec3_load(axis->outward))));
  out->least = (float)lesser_double(axis->least - pair->reach, margin);
  out->count = 0;
  for (uint32_t i = 0; i < count; i++)
    if (places[i].separation <= greater_double(margin, pair->touch))
      out->points[out->count++] = point_at(pair, axis, &places[i], margin);
  if (out->count > 1 && are_one(pair, out->points)) out->count = 1;
}

carom_status carom__collide_capsule_box(const carom_shape *a, const carom_shape *b,
                                        const carom__relative *b_in_a, carom__manifold *out) {
  capsule_box pair;
  carom__segment_axis axis;
  make_pair(&a->geometry.capsule, &b->geometry.box, b_in_a, &pair);
  *out = (carom__manifold){.count = 0};
  if (is_beyond_a_face(&pair, pair.touch)) return CAROM_OK;
  if (!carom__segment_box_apart(&pair.cores, &axis))
    carom__segment_box_overlap(&pair.cores, preference_of(&pair), &axis);
  if (axis.separation <= pair.reach + pair.touch) fill(&pair, &axis, 0, out);
  return CAROM_OK;
}

/* --- Do they touch? --- */

/* Is the place of the segment that is nearest to the middle of the box within the radii of the box? Then they
 * touch, wherever the least distance is. */
static bool is_near_middle(const capsule_box *pair) {
  const carom__segment_box *c = &pair->cores;
  carom__dvec3 start = dvec3_load(c->start), way = dvec3_load(c->way), half = dvec3_load(c->half);
  double square = dvec3_dot(way, way), at = square > 0 ? clamp01(-dvec3_dot(start, way) / square) : 0;
  carom__dvec3 place = dvec3_abs(dvec3_mad(start, way, at));
  carom__dvec3 beyond = dvec3_max(dvec3_sub(place, half), dvec3(0, 0, 0));
  return dvec3_dot(beyond, beyond) <= pair->reach * pair->reach;
}

/* What carom__collide says of both, in the order of the kinds. */
carom__touch_state carom__touch_capsule_box(carom__site a, carom__site b) {
  bool in_order = shapes_in_order(a.shape, b.shape);
  carom__relative b_in_a = frame_relative(a.frame, b.frame);
  const carom_shape *capsule = in_order ? a.shape : b.shape, *box = in_order ? b.shape : a.shape;
  capsule_box pair;
  carom__segment_axis axis;
  if (!in_order) b_in_a = relative_inverse(&b_in_a);
  make_pair(&capsule->geometry.capsule, &box->geometry.box, &b_in_a, &pair);
  if (is_beyond_a_face(&pair, pair.touch)) return CAROM__APART;
  if (is_near_middle(&pair) || !carom__segment_box_apart(&pair.cores, &axis)) return CAROM__TOUCHING;
  return axis.separation <= pair.reach + pair.touch ? CAROM__TOUCHING : CAROM__APART;
}

/* --- Within a margin --- */

/* May the segment be near a face beside what touches, and not only where it comes to stand on it? */
static bool may_lie_along(const capsule_box *pair, const carom__segment_axis *axis, int face, double margin) {
  const double *half = pair->cores.half;
  const double side = axis->outward[face] < 0 ? -1 : 1, rise = side * pair->cores.way[face];
  const double first = side * pair->cores.start[face] - half[face] - pair->reach;
  const double least_half = fmin(pair->radius, fmin(half[0], fmin(half[1], half[2])));
  const carom__dvec3 way = dvec3_load(pair->cores.way);
  return edge_may_be_near(first, first + rise, dvec3_dot(way, way), least_half, margin);
}

bool carom__points_capsule_box(const carom_shape *a, const carom_shape *b, const carom__relative *b_in_a,
                               carom_vec3 normal, float margin, carom__point out[CAROM__CANDIDATES],
                               uint32_t *count) {
  capsule_box pair;
  carom__segment_axis axis = {.at = 0};
  capsule_place ends[2];
  make_pair(&a->geometry.capsule, &b->geometry.box, b_in_a, &pair);
  dvec3_store(axis.outward, dvec3_neg(dvec3_unrotate(&b_in_a->axes, dvec3_widen(normal))));
  *count = 0;
  const int face = face_of(&axis);
  if (face < 0 || !may_lie_along(&pair, &axis, face, (double)margin) || !above_face(&pair, &axis, face, ends))
    return true;
  for (int i = 0; i < 2; i++)
    if (ends[i].separation <= (double)margin)
      out[(*count)++] = point_at(&pair, &axis, &ends[i], (double)margin);
  return true;
}

carom__nearness carom__near_capsule_box(const carom_shape *a, const carom_shape *b,
                                        const carom__relative *b_in_a, float margin, carom__manifold *out) {
  capsule_box pair;
  carom__segment_axis axis;
  make_pair(&a->geometry.capsule, &b->geometry.box, b_in_a, &pair);
  const double most = (double)margin;
  if (is_beyond_a_face(&pair, most + pair.touch)) return CAROM__FAR;
  if (!carom__segment_box_apart(&pair.cores, &axis)) return CAROM__NEARNESS_UNKNOWN;
  if (axis.separation > pair.reach + most) return CAROM__FAR;
  fill(&pair, &axis, most, out);
  return CAROM__NEAR;
}
