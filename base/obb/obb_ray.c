/* obb_ray.c: casts a segment against a box by slabs in the box's own frame (Kay and Kajiya, 1986). */
#include "obb.h"

#include "obb_inverse.h"

/* The part of the segment's line within a slab. */
typedef struct ray_span {
  double enter, leave;
} ray_span;

/* The face that is entered last, and the sign of the direction along its axis. */
typedef struct ray_face {
  int axis;
  double sign;
} ray_face;

/* The slab is |x| <= half along one axis. */
static inline ray_span span_in(double origin, double direction, double half) {
  if (direction == 0) return (ray_span){-HUGE_VAL, fabs(origin) <= half ? HUGE_VAL : -HUGE_VAL};
  double along = direction < 0 ? -origin : origin, speed = fabs(direction);
  return (ray_span){(-half - along) / speed, (half - along) / speed};
}

/* Of faces that are entered at once the first counts. */
static ray_face face_of(const double enters[3], double enter, carom__dvec3 direction) {
  int axis = enters[0] == enter ? 0 : enters[1] == enter ? 1 : 2;
  double along = axis == 0 ? direction.x : axis == 1 ? direction.y : direction.z;
  return (ray_face){axis, along < 0 ? -1 : 1};
}

/* Casts the segment from o along d, in the box's coordinates; all of a hit but its normal, which is that of
 * the face. Where the ray passes decides nothing but whether it hits: which slab it leaves first no processor
 * can guess, and all three take less time than a wrong guess. */
static void cast(carom_vec3 half, carom__dvec3 o, carom__dvec3 d, ray_face *face, carom_obb_hit *out) {
  carom__dvec3 h = dvec3_widen(half);
  ray_span x = span_in(o.x, d.x, h.x), y = span_in(o.y, d.y, h.y), z = span_in(o.z, d.z, h.z);
  double enter = greater_double(x.enter, greater_double(y.enter, greater_double(z.enter, 0)));
  double leave = lesser_double(x.leave, lesser_double(y.leave, lesser_double(z.leave, 1)));
  *out = (carom_obb_hit){.hit = false};
  if (half_holds(half, o)) {
    out->hit = out->inside = true;
  } else if ((enter > 0) & (enter <= leave)) {
    out->hit = true;
    out->fraction = (float)enter;
    *face = face_of((double[]){x.enter, y.enter, z.enter}, enter, d);
  }
}

static carom_vec3 face_normal(const carom__obb_inverse *inverse, const ray_face *face) {
  carom__dvec3 row = inverse->rows[face->axis];
  return dvec3_narrow(dvec3_scale(row, -face->sign / dvec3_length(row)));
}

void carom__obb_cast_ray(const carom_obb *box, carom_vec3 origin, carom_vec3 translation,
                         carom_obb_hit *out) {
  carom__obb_inverse inverse = obb_inverse(box);
  carom__dvec3 o = obb_coordinates(&inverse, dvec3_widen(origin));
  carom__dvec3 d = obb_direction(&inverse, dvec3_widen(translation));
  ray_face face;
  cast(box->half, o, d, &face, out);
  if (out->hit && !out->inside) out->normal = face_normal(&inverse, &face);
}

void carom__box_cast_ray(carom_vec3 half, carom_vec3 origin, carom_vec3 translation, carom_obb_hit *out) {
  ray_face face;
  cast(half, dvec3_widen(origin), dvec3_widen(translation), &face, out);
  if (!out->hit || out->inside) return;
  float sign = (float)-face.sign;
  out->normal = vec3(face.axis == 0 ? sign : 0, face.axis == 1 ? sign : 0, face.axis == 2 ? sign : 0);
}

carom_status carom_obb_cast_ray(const carom_obb *box, carom_vec3 origin, carom_vec3 translation,
                                carom_obb_hit *out) {
  if (!box || !out) return CAROM_NULL_ARGUMENT;
  carom_status status = carom__obb_check(box);
  if (!status) status = carom__point_check(origin);
  if (!status) status = carom__point_check(translation);
  if (!status) carom__obb_cast_ray(box, origin, translation, out);
  return status;
}
