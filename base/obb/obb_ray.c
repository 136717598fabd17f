/* obb_ray.c: casts a segment against a box in the box's own frame. */
#include "obb.h"

#include "box_entry.h"

void carom__obb_cast_ray(const carom_obb *box, carom_vec3 origin, carom_vec3 translation,
                         carom_obb_hit *out) {
  carom__obb_inverse inverse = obb_inverse(box);
  carom__dvec3 o = obb_coordinates(&inverse, dvec3_widen(origin));
  carom__dvec3 d = obb_direction(&inverse, dvec3_widen(translation));
  carom__box_entry entry;
  box_enter(box->half, o, d, &entry);
  *out = (carom_obb_hit){.hit = entry.hit, .inside = entry.inside};
  if (!out->hit || out->inside) return;
  carom__dvec3 row = inverse.rows[entry.axis];
  out->fraction = (float)entry.fraction;
  out->normal = dvec3_narrow(dvec3_scale(row, entry.sign / dvec3_length(row)));
}

void carom__box_cast_ray(carom_vec3 half, carom_vec3 origin, carom_vec3 translation, carom_obb_hit *out) {
  carom__dvec3 o = dvec3_widen(origin), d = dvec3_widen(translation);
  carom__box_entry entry;
  box_enter(half, o, d, &entry);
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
