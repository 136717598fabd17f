/* obb_ray.c: a segment against a box by slabs in the box's own frame (Kay and Kajiya, 1986). */
#include "obb.h"

#include "obb_inverse.h"

/* The part of the segment within the slabs met so far. */
typedef struct ray_span {
  double enter, leave;
  int axis;    /* of the face that is entered last; -1: none yet */
  double sign; /* of the direction along that axis */
} ray_span;

/* Cuts the span by the slab |x| <= half along one axis; false when nothing is left. Of faces that are entered
 * at once the first counts. */
static bool cut(ray_span *span, int axis, double origin, double direction, double half) {
  if (direction == 0) return fabs(origin) <= half;
  double sign = direction < 0 ? -1 : 1;
  double enter = (-half - sign * origin) / fabs(direction), leave = (half - sign * origin) / fabs(direction);
  if (enter > span->enter) {
    span->enter = enter;
    span->axis = axis;
    span->sign = sign;
  }
  if (leave < span->leave) span->leave = leave;
  return span->enter <= span->leave;
}

/* Casts the segment from o along d, in the box's coordinates; all of a hit but its normal, which is that of
 * the face that the span names. */
static void cast(carom_vec3 half, carom__dvec3 o, carom__dvec3 d, ray_span *span, carom_obb_hit *out) {
  carom__dvec3 h = dvec3_widen(half);
  *span = (ray_span){0, 1, -1, 0};
  *out = (carom_obb_hit){.hit = false};
  if (half_holds(half, o)) {
    out->hit = out->inside = true;
  } else if (cut(span, 0, o.x, d.x, h.x) && cut(span, 1, o.y, d.y, h.y) && cut(span, 2, o.z, d.z, h.z) &&
             span->axis >= 0) {
    out->hit = true;
    out->fraction = (float)span->enter;
  }
}

static carom_vec3 face_normal(const carom__obb_inverse *inverse, const ray_span *span) {
  carom__dvec3 row = inverse->rows[span->axis];
  return dvec3_narrow(dvec3_scale(row, -span->sign / dvec3_length(row)));
}

void carom__obb_cast_ray(const carom_obb *box, carom_vec3 origin, carom_vec3 translation,
                         carom_obb_hit *out) {
  carom__obb_inverse inverse = obb_inverse(box);
  carom__dvec3 o = obb_coordinates(&inverse, dvec3_widen(origin));
  carom__dvec3 d = obb_direction(&inverse, dvec3_widen(translation));
  ray_span span;
  cast(box->half, o, d, &span, out);
  if (out->hit && !out->inside) out->normal = face_normal(&inverse, &span);
}

void carom__box_cast_ray(carom_vec3 half, carom_vec3 origin, carom_vec3 translation, carom_obb_hit *out) {
  ray_span span;
  cast(half, dvec3_widen(origin), dvec3_widen(translation), &span, out);
  if (!out->hit || out->inside) return;
  float sign = (float)-span.sign;
  out->normal = vec3(span.axis == 0 ? sign : 0, span.axis == 1 ? sign : 0, span.axis == 2 ? sign : 0);
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
