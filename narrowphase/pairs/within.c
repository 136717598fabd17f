/* within.c: the manifold of two shapes that touch, or are within a margin of each other.
 *
 * What touches has the manifold that it has without a margin, and in the places that are left, points beside
 * it where the faces are nearly as near. What is apart has the normal and the distance of the nearest points.
 * A manifold of shapes apart is that of touching ones of which A was grown by the margin: a rounded surface
 * at the same distance from all of A. */
#include "pair_call.h"

#include "distance.h"
#include "feature.h"
#include "fit.h"
#include "manifold.h"
#include "planar_pair.h"
#include "shape_class.h"

/* The cosine above which two normals are the same. */
#define SAME_NORMAL 0.9999f
/* Points nearer to each other than this part of the margin are one, and than this part of the size. */
#define NEAR_PART 0x1p-10f
#define SIZE_PART 0x1p-18f

typedef struct within_pair {
  carom__site a, b;
  carom__relative b_in_a;
  float margin;
} within_pair;

/* Is a shape a convex one that nothing lies beside? */
static bool is_alone(const carom_shape *shape) { return !carom__shape_class_of(shape->kind)->part; }

/* Faces that are clipped once more may give another point a name that one has already. */
static void add_point(const within_pair *p, const carom__point *point, carom_manifold *out) {
  uint32_t name = point->feature;
  while (manifold_has_name(out, out->point_count, name)) name += CAROM__NEXT_NAME;
  out->points[out->point_count++] =
      (carom_contact_point){frame_apply(p->a.frame, point->position), point->separation, name};
}

/* --- What touches --- */

/* The square of how far a point is from the nearest one of a manifold. */
static float gap_from(const within_pair *p, const carom__point *point, const carom_manifold *manifold) {
  float least = HUGE_VALF;
  for (uint32_t i = 0; i < manifold->point_count; i++) {
    carom_vec3 off = vec3_sub(frame_unapply(p->a.frame, manifold->points[i].position), point->position);
    least = lesser_float(least, vec3_dot(off, off));
  }
  return least;
}

/* Adds those points that do not touch, each the farthest from all that there are. Beside a single point, all
 * are added: where an edge leans on a face by less than it takes to choose the normal of the face, both ends
 * touch, and which one is the deeper says little. */
static void add_near(const within_pair *p, const carom__point *points, uint32_t count, carom_manifold *out,
                     uint32_t most) {
  const bool single = out->point_count == 1;
  const float size = single ? vec3_norm1(points[0].position) + vec3_norm1(p->b_in_a.origin) : 0;
  const float same = greater_float(NEAR_PART * p->margin, SIZE_PART * size);
  while (out->point_count < most) {
    float farthest = same * same;
    const carom__point *next = NULL;
    for (uint32_t i = 0; i < count; i++) {
      float gap = single || points[i].separation > 0 ? gap_from(p, &points[i], out) : 0;
      if (gap > farthest) farthest = gap, next = &points[i];
    }
    if (!next) return;
    add_point(p, next, out);
  }
}

static void extend_spatial(const within_pair *p, carom_manifold *out) {
  carom__point points[CAROM__CANDIDATES];
  carom_vec3 normal = mat3_tmul_vec3(&p->a.frame->axes, out->normal);
  uint32_t count;
  if (!carom__points(p->a.shape, p->b.shape, &p->b_in_a, normal, p->margin, points, &count))
    count = carom__collide_cores_near(p->a.shape, p->b.shape, &p->b_in_a, normal, p->margin, points);
  if (count > 0) add_near(p, points, count, out, CAROM_MANIFOLD_POINTS);
}

static void extend_planar(const within_pair *p, carom_manifold *out) {
  carom__manifold grown;
  carom__collide_planar_within(p->a.shape, p->b.shape, &p->b_in_a, p->margin, &grown);
  carom_vec3 normal = mat3_mul_vec3(&p->a.frame->axes, grown.normal);
  if (grown.count == 2 && vec3_dot(normal, out->normal) > SAME_NORMAL)
    add_near(p, grown.points, grown.count, out, 2);
}

/* --- What is apart --- */

static void take_nearest(const carom_distance_result *gap, carom_manifold *out) {
  carom_vec3 way = pos_sub(gap->point_b, gap->point_a);
  *out = (carom_manifold){.normal = gap->normal, .point_count = 1};
  out->points[0].position = pos_add(gap->point_a, vec3_scale(way, 0.5f));
  out->points[0].separation = gap->distance;
}

/* The least separation is the distance. */
static void set_distance(float distance, carom_manifold *out) {
  uint32_t least = 0;
  for (uint32_t i = 0; i < out->point_count; i++) {
    out->points[i].separation = greater_float(out->points[i].separation, distance);
    if (out->points[i].separation < out->points[least].separation) least = i;
  }
  out->points[least].separation = distance;
}

static bool planar_apart(const within_pair *p, carom_vec3 normal, carom__manifold *out) {
  carom__collide_planar_within(p->a.shape, p->b.shape, &p->b_in_a, p->margin, out);
  return out->count > 0 && vec3_dot(out->normal, normal) > SAME_NORMAL;
}

/* The points where faces are as near, or else the nearest points. */
static void meet_apart(const within_pair *p, const carom_distance_result *gap, carom_manifold *out) {
  carom__manifold local;
  carom_vec3 normal = mat3_tmul_vec3(&p->a.frame->axes, gap->normal);
  bool meet = shape_is_planar(p->a.shape)
                  ? planar_apart(p, normal, &local)
                  : carom__collide_cores_apart(p->a.shape, p->b.shape, &p->b_in_a, normal, p->margin, &local);
  if (!meet) {
    take_nearest(gap, out);
    return;
  }
  carom__manifold_to_world(&local, p->a.frame, out);
  set_distance(gap->distance, out);
}

/* What is not convex, and what something may lie beside, has no faces of its own. */
static bool has_faces(carom__site a, carom__site b) {
  return !pair_calls_of(a.shape, b.shape) && is_alone(a.shape) && is_alone(b.shape);
}

/* The distance, which is known not to be zero; beyond the margin any that is greater. A form in the world
 * comes first, as in carom_distance: it agrees with carom_collide on what touches, to the last bit. */
static carom_status measure_apart(const within_pair *p, carom__apart apart, carom_distance_result *out) {
  carom__separation local;
  const carom__pair_calls *calls = pair_calls_of(p->a.shape, p->b.shape);
  const carom__pair_class *class = pair_class_of(p->a.shape, p->b.shape);
  if (calls && calls->distance_within) return calls->distance_within(p->a, p->b, p->margin, out);
  if (calls) return carom__call_distance(p->a, p->b, NULL, out);
  if (class->measure_sites && class->measure_sites(p->a, p->b, out)) return CAROM_OK;
  carom_status status =
      carom__distance_within(p->a.shape, p->b.shape, &p->b_in_a, apart.along, p->margin, &local);
  if (status) return status;
  *out = (carom_distance_result){.distance = local.distance,
                                 .normal = mat3_mul_vec3(&p->a.frame->axes, local.normal),
                                 .point_a = frame_apply(p->a.frame, local.point_a),
                                 .point_b = frame_apply(p->a.frame, local.point_b)};
  return CAROM_OK;
}

carom_status carom__collide_by_distance(carom__site a, carom__site b, carom__apart apart, float margin,
                                        carom_manifold *out) {
  carom_distance_result gap;
  carom__fitted room;
  within_pair pair = {a, b, frame_relative(a.frame, b.frame), margin};
  carom_status status = measure_apart(&pair, apart, &gap);
  if (status || !(gap.distance > 0 && gap.distance <= pair.margin)) return status;
  if (shape_is_unbounded(pair.a.shape) || shape_is_unbounded(pair.b.shape)) {
    carom__pair_fit(&pair.a, &pair.b, &room);
    pair.b_in_a = frame_relative(pair.a.frame, pair.b.frame);
  }
  if (has_faces(pair.a, pair.b))
    meet_apart(&pair, &gap, out);
  else
    take_nearest(&gap, out);
  return CAROM_OK;
}

carom_status carom__collide_apart(carom__site a, carom__site b, carom__apart apart, float margin,
                                  carom_manifold *out) {
  if (vec3_dot(apart.along, apart.along) > 0 && apart.least > margin) return CAROM_OK;
  const carom__relative b_in_a = frame_relative(a.frame, b.frame);
  carom__manifold local;
  const carom__nearness where = carom__near(a.shape, b.shape, &b_in_a, margin, &local);
  if (where == CAROM__NEARNESS_UNKNOWN) return carom__collide_by_distance(a, b, apart, margin, out);
  if (where == CAROM__NEAR) carom__manifold_to_world(&local, a.frame, out);
  return CAROM_OK;
}

/* A ball touches everything in one point. */
static bool is_ball(const carom_shape *shape) {
  const carom__shape_class *class = carom__shape_class_of(shape->kind);
  return class->vertex_count && class->vertex_count(shape) == 1;
}

void carom__manifold_extend(carom__site a, carom__site b, float margin, carom_manifold *out) {
  if (out->point_count == (shape_is_planar(a.shape) ? 2 : CAROM_MANIFOLD_POINTS)) return;
  carom__fitted room;
  if (!carom__pair_fit(&a, &b, &room) || is_ball(a.shape) || is_ball(b.shape) || !has_faces(a, b)) return;
  const within_pair pair = {a, b, frame_relative(a.frame, b.frame), margin};
  (shape_is_planar(a.shape) ? extend_planar : extend_spatial)(&pair, out);
}

carom_status carom__call_collide_within(carom__site a, carom__site b, float margin, carom_manifold *out) {
  carom_manifold found;
  carom__apart apart;
  carom_status status = carom__collide_seen(a, b, &apart, &found);
  if (status) return status;
  if (found.point_count == 0)
    status = carom__collide_apart(a, b, apart, margin, &found);
  else if (margin > 0)
    carom__manifold_extend(a, b, margin, &found);
  if (!status) *out = found;
  return status;
}
