/* obb_ray.c: casts a segment against a box by slabs in the box's own frame (Kay and Kajiya, 1986). */
#include "obb.h"

#include "obb_inverse.h"

/* The part of the segment's line within a slab. */
typedef struct ray_span {
  double enter, leave;
} ray_span;

/* The slab is |x| <= half along one axis. */
static inline ray_span span_in(double origin, double direction, double half) {
  if (direction == 0) return (ray_span){-HUGE_VAL, fabs(origin) <= half ? HUGE_VAL : -HUGE_VAL};
  double along = direction < 0 ? -origin : origin, speed = fabs(direction);
  return (ray_span){(-half - along) / speed, (half - along) / speed};
}

/* Of faces that are entered at once the first counts. */
static int face_of(double enter_x, double enter_y, double enter) {
  return enter_x == enter ? 0 : enter_y == enter ? 1 : 2;
}

/* Where the ray passes decides nothing but whether it hits: which slab it leaves first no processor can
 * guess, and all three take less time than a wrong guess. */
void carom__box_enter(carom_vec3 half, const carom__dvec3 *from, const carom__dvec3 *way,
                      carom__box_entry *out) {
  carom__dvec3 h = dvec3_widen(half), o = *from, d = *way;
  ray_span x = span_in(o.x, d.x, h.x), y = span_in(o.y, d.y, h.y), z = span_in(o.z, d.z, h.z);
  double enter = greater_double(x.enter, greater_double(y.enter, greater_double(z.enter, 0)));
  double leave = lesser_double(x.leave, lesser_double(y.leave, lesser_double(z.leave, 1)));
  out->inside = half_holds(half, o);
  out->hit = out->inside | ((enter > 0) & (enter <= leave));
  out->fraction = out->inside ? 0 : enter;
  out->axis = face_of(x.enter, y.enter, enter);
  out->sign = (out->axis == 0 ? d.x : out->axis == 1 ? d.y : d.z) < 0 ? 1 : -1;
}

void carom__obb_cast_ray(const carom_obb *box, carom_vec3 origin, carom_vec3 translation,
                         carom_obb_hit *out) {
  carom__obb_inverse inverse = obb_inverse(box);
  carom__dvec3 o = obb_coordinates(&inverse, dvec3_widen(origin));
  carom__dvec3 d = obb_direction(&inverse, dvec3_widen(translation));
  carom__box_entry entry;
  carom__box_enter(box->half, &o, &d, &entry);
  *out = (carom_obb_hit){.hit = entry.hit, .inside = entry.inside};
  if (!out->hit || out->inside) return;
  carom__dvec3 row = inverse.rows[entry.axis];
  out->fraction = (float)entry.fraction;
  out->normal = dvec3_narrow(dvec3_scale(row, entry.sign / dvec3_length(row)));
}

void carom__box_cast_ray(carom_vec3 half, carom_vec3 origin, carom_vec3 translation, carom_obb_hit *out) {
  carom__dvec3 o = dvec3_widen(origin), d = dvec3_widen(translation);
  carom__box_entry entry;
  carom__box_enter(half, &o, &d, &entry);
  *out = (carom_obb_hit){.hit = entry.hit, .inside = entry.inside};
  if (!out->hit || out->inside) return;
  out->fraction = (float)entry.fraction;
  vec3_set(&out->normal, entry.axis, (float)entry.sign);
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
