/* mesh_ray.c: one triangle and one ray. The walk decides where rounding allows, and this file decides the
 * rest. */
#include "mesh_ray.h"

#include "dvec.h"
#include "mesh_exact.h"
#include "vec.h"

/* --- One triangle --- */

/* On which side of the line the edge across from each corner has it: the signs of the corners' weights times
 * that of the front. */
static void signs_of(const carom__ray *ray, const carom_vec3 p[3], int signs[3]) {
  carom__mesh_way along = {{0, 0, 0}, ray->translation};
  for (int k = 0; k < 3; k++) {
    carom__mesh_way ways[3] = {along, {ray->origin, p[(k + 2) % 3]}, {ray->origin, p[(k + 1) % 3]}};
    signs[k] = carom__mesh_sign(ways);
  }
}

/* 1: the line meets the triangle from its front, -1: from its back, 0: not, or all along its plane. A line
 * through an edge meets both of its triangles. */
static int side_met(const carom__ray *ray, const carom_vec3 p[3]) {
  int signs[3];
  signs_of(ray, p, signs);
  bool front = signs[0] >= 0 && signs[1] >= 0 && signs[2] >= 0;
  bool back = signs[0] <= 0 && signs[1] <= 0 && signs[2] <= 0;
  return front == back ? 0 : front ? 1 : -1;
}

/* Is the origin in front of the triangle (1), in its plane, or behind it? */
static int side_of_origin(carom_vec3 origin, const carom_vec3 p[3]) {
  carom__mesh_way ways[3] = {{p[0], p[1]}, {p[0], p[2]}, {p[0], origin}};
  return carom__mesh_sign(ways);
}

/* Where the ray meets the plane. A triangle so thin that its normal is lost in rounding is a segment, and the
 * ray passes its middle. */
static double fraction_of(const carom__ray *ray, const carom_vec3 p[3], carom__dvec3 normal) {
  carom__dvec3 along = dvec3_widen(ray->translation), from = dvec3_widen(ray->origin);
  double speed = dvec3_dot(normal, along);
  if (speed != 0) return dvec3_dot(normal, dvec3_sub(dvec3_widen(p[0]), from)) / speed;
  carom__dvec3 middle = dvec3_add(dvec3_add(dvec3_widen(p[0]), dvec3_widen(p[1])), dvec3_widen(p[2]));
  return dvec3_dot(dvec3_sub(dvec3_scale(middle, 1.0 / 3), from), along) / dvec3_dot(along, along);
}

static carom__dvec3 area_of(const carom_vec3 p[3]) {
  carom__dvec3 a = dvec3_widen(p[0]);
  return dvec3_cross(dvec3_sub(dvec3_widen(p[1]), a), dvec3_sub(dvec3_widen(p[2]), a));
}

bool carom__mesh_ray_meets(const carom__mesh_line *line, const carom_vec3 p[3], bool inside,
                           carom__mesh_hit *out) {
  carom__dvec3 normal = area_of(p);
  double speed = dvec3_dot(normal, dvec3_widen(line->ray.translation));
  int side = inside && speed != 0 ? (speed < 0 ? 1 : -1) : side_met(&line->ray, p);
  if (side == 0 || (side < 0 && line->front_only)) return false;
  if (side * side_of_origin(line->ray.origin, p) < 0) return false;
  double fraction = fraction_of(&line->ray, p, normal);
  if (fraction > 1) return false;
  *out = (carom__mesh_hit){.fraction = fraction > 0 ? fraction : 0, .front = side > 0};
  return true;
}

/* --- Rays --- */

/* A ray that does not move along an axis is between two planes for ever or never, and for ever when it lies
 * in one of them. */

static void set_axis(carom__mesh_line *line, int k) {
  float along = vec3_get(line->ray.translation, k), from = vec3_get(line->ray.origin, k);
  bool moves = fabsf(along) >= CAROM__MESH_LEAST_MOVE;
  line->inverse[k] = moves ? 1 / along : 1e27f;
  line->low[k] = moves ? from : nextafterf(from + CAROM__MESH_LEAST_MOVE, INFINITY);
  line->high[k] = moves ? from : nextafterf(from - CAROM__MESH_LEAST_MOVE, -INFINITY);
}

/* Corners are off by u of their distance, which is at most `far` along each axis (u = 2^-24), the products by
 * three u more, and their sum by one or two. */
static void set_plane(carom__mesh_line *line) {
  carom_vec3 along = line->ray.translation, size = vec3_abs(along);
  int z = vec3_largest_axis(size);
  bool turned = vec3_get(along, z) < 0;
  line->axis[0] = (z + (turned ? 2 : 1)) % 3;
  line->axis[1] = (z + (turned ? 1 : 2)) % 3;
  line->axis[2] = z;
  for (int k = 0; k < 2; k++) line->shear[k] = vec3_get(along, line->axis[k]) / vec3_get(along, z);
  carom_vec3 low = vec3_abs(vec3_sub(line->mesh->bounds.min, line->ray.origin));
  carom_vec3 high = vec3_abs(vec3_sub(line->mesh->bounds.max, line->ray.origin));
  carom_vec3 far = vec3_max(low, high);
  line->slack = 8 * 0x1p-24f * vec3_get(far, vec3_largest_axis(far));
}

carom__mesh_line carom__mesh_line_of(const carom_mesh *mesh, const carom__ray *ray, bool front_only,
                                     carom__mesh_hit_fn *hit, void *context) {
  carom__mesh_line line = {
      .mesh = mesh, .ray = *ray, .front_only = front_only, .hit = hit, .context = context};
  for (int k = 0; k < 3; k++) set_axis(&line, k);
  set_plane(&line);
  return line;
}
