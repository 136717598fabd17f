/* convex.c: GJK on the game's support functions. They take the place of a class of shapes, so that the search
 * is that of shapes. */
#include "carom/support.h"
#include "gjk.h"

/* A set as the search sees it. */
typedef struct convex_shape {
  carom_shape shape; /* of no kind; it comes first, because this is what the class is handed */
  const carom_convex *set;
  carom_vec3 center;    /* of its bounds */
  double reach;         /* from the origin of the frame, in the 1-norm, with the radius */
  carom_status *status; /* what was wrong with a point */
} convex_shape;

static carom_status check_point(carom_vec3 p) {
  if (!vec3_is_finite(p)) return CAROM_NOT_FINITE;
  return vec3_is_within(p, CAROM_SIZE_MAX) ? CAROM_OK : CAROM_OUT_OF_RANGE;
}

/* After a fault the search still has to come to its end, on points that are numbers. */
static carom_vec3 ask(const convex_shape *s, carom_vec3 unit) {
  carom_vec3 p = s->set->support(s->set->user, unit);
  carom_status status = check_point(p);
  if (!status) return p;
  *s->status = status;
  return s->center;
}

static carom_vec3 support(const carom_shape *shape, carom_vec3 direction, uint32_t *index) {
  carom__dvec3 unit = dvec3_normalize_or(dvec3_widen(direction), dvec3(1, 0, 0));
  *index = 0;
  return ask((const convex_shape *)(const void *)shape, dvec3_narrow(unit));
}

static const carom__shape_class convex_class = {.support = support};

static carom_status check(const carom_convex *set) {
  return !set || !set->support ? CAROM_NULL_ARGUMENT : carom__rounding_check(set->radius);
}

/* How far it lies along an axis, to both sides. */
static void measure_axis(convex_shape *s, int axis) {
  carom_vec3 along = {0, 0, 0};
  vec3_set(&along, axis, 1);
  float most = vec3_get(ask(s, along), axis), least = vec3_get(ask(s, vec3_neg(along)), axis);
  vec3_set(&s->center, axis, 0.5f * (least + most));
  s->reach += (double)greater_float(fabsf(least), fabsf(most));
}

static convex_shape measure(const carom_convex *set, carom_status *status) {
  convex_shape s = {.set = set, .reach = 3 * (double)set->radius, .status = status};
  for (int axis = 0; axis < 3; axis++) measure_axis(&s, axis);
  return s;
}

static carom_distance_result describe(const carom__cores *cores, const carom__gjk_result *found) {
  double distance = found->distance - cores->a.radius - cores->b.radius;
  if (!(distance > cores->touch)) return (carom_distance_result){.distance = 0};
  carom__dvec3 a = dvec3_mad(found->point_a, found->normal, cores->a.radius),
               b = dvec3_mad(found->point_b, found->normal, -cores->b.radius);
  return (carom_distance_result){
      (float)distance, dvec3_narrow(found->normal), {a.x, a.y, a.z}, {b.x, b.y, b.z}};
}

carom_status carom_gjk(const carom_convex *a, const carom_convex *b, carom_distance_result *out) {
  carom_status status = check(a), fault = CAROM_OK;
  if (!status) status = check(b);
  if (!out) status = CAROM_NULL_ARGUMENT;
  if (status) return status;
  const carom__relative same_frame = {{0, 0, 0}, mat3_identity()};
  convex_shape of_a = measure(a, &fault), of_b = measure(b, &fault);
  double size = of_a.reach + of_b.reach;
  carom__cores cores = {
      .a = {.shape = &of_a.shape, .class = &convex_class, .radius = (double)a->radius, .center = of_a.center},
      .b = {.shape = &of_b.shape, .class = &convex_class, .radius = (double)b->radius, .center = of_b.center},
      .b_in_a = &same_frame,
      .size = size,
      .touch = 4 * 0x1p-24 * size,
      .reach = HUGE_VAL};
  carom__gjk_result found;
  if (!fault) status = carom__gjk(&cores, &found);
  if (fault) return fault;
  if (!status) *out = describe(&cores, &found);
  return status;
}
