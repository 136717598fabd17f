/* mesh_ray.c: one triangle and one ray. The walk decides where rounding allows, and this file decides the
 * rest. */
#include "mesh_ray.h"

#include "dvec.h"
#include "mesh_exact.h"
#include "vec.h"

static carom_vec3 vec3_of(const float v[3]) { return (carom_vec3){v[0], v[1], v[2]}; }

/* --- One triangle --- */

/* On which side of the line the edge across from each corner has it: the signs of the corners' weights times
 * that of the front. */
static void signs_of(const carom__mesh_line *line, const carom_vec3 p[3], int signs[3]) {
  carom_vec3 origin = vec3_of(line->origin);
  carom__mesh_way along = {{0, 0, 0}, vec3_of(line->along)};
  for (int k = 0; k < 3; k++) {
    carom__mesh_way ways[3] = {along, {origin, p[(k + 2) % 3]}, {origin, p[(k + 1) % 3]}};
    signs[k] = carom__mesh_sign(ways);
  }
}

/* 1: the line meets the triangle from its front, -1: from its back, 0: not, or all along its plane. A line
 * through an edge meets both of its triangles. */
static int side_met(const carom__mesh_line *line, const carom_vec3 p[3]) {
  int signs[3];
  signs_of(line, p, signs);
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
static double fraction_of(const carom__mesh_line *line, const carom_vec3 p[3], carom__dvec3 normal) {
  carom__dvec3 along = dvec3_widen(vec3_of(line->along)), from = dvec3_widen(vec3_of(line->origin));
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
  double speed = dvec3_dot(normal, dvec3_widen(vec3_of(line->along)));
  int side = inside && speed != 0 ? (speed < 0 ? 1 : -1) : side_met(line, p);
  if (side == 0 || (side < 0 && line->front_only)) return false;
  if (side * side_of_origin(vec3_of(line->origin), p) < 0) return false;
  double fraction = fraction_of(line, p, normal);
  if (fraction > 1) return false;
  *out = (carom__mesh_hit){
      .fraction = fraction > 0 ? fraction : 0, .front = side > 0, .corners = {p[0], p[1], p[2]}};
  return true;
}

/* --- Rays --- */

/* A ray that does not move along an axis is between two planes for ever or never, and for ever when it lies
 * in one of them. */

static void set_axis(carom__mesh_line *line, int k) {
  float along = line->along[k], from = line->origin[k];
  bool moves = fabsf(along) >= CAROM__MESH_LEAST_MOVE;
  size_t low = offsetof(carom__mesh_block, low[0]) + 8 * (size_t)k;
  size_t high = offsetof(carom__mesh_block, high[0]) + 8 * (size_t)k;
  bool up = along >= 0 || !moves;
  line->inverse[k] = moves ? 1 / along : 1e27f;
  line->from[0][k] = moves ? from : nextafterf(from + CAROM__MESH_LEAST_MOVE, INFINITY);
  line->from[1][k] = moves ? from : nextafterf(from - CAROM__MESH_LEAST_MOVE, -INFINITY);
  line->bounds[0][k] = up ? low : high;
  line->bounds[1][k] = up ? high : low;
}

/* How far bounds reach from the origin along any axis. */
static float reach_of(const carom__mesh_line *line, const carom_aabb *bounds) {
  carom_vec3 from = vec3_of(line->origin);
  carom_vec3 low = vec3_abs(vec3_sub(bounds->min, from));
  carom_vec3 high = vec3_abs(vec3_sub(bounds->max, from)), far = vec3_max(low, high);
  return greater_float(greater_float(far.x, far.y), far.z);
}

/* Corners are off by u of their distance, which is at most the reach along each axis (u = 2^-24), the
 * products by three u more, and their sum by one or two. */
static void set_plane(carom__mesh_line *line, const carom_aabb *bounds) {
  int z = vec3_largest_axis(vec3_abs(vec3_of(line->along)));
  int turned = line->along[z] < 0;
  line->axis[0] = (z + 1 + turned) % 3;
  line->axis[1] = (z + 2 - turned) % 3;
  line->axis[2] = z;
  for (int k = 0; k < 2; k++) line->shear[k] = line->along[line->axis[k]] / line->along[z];
  line->slack = 8 * 0x1p-24f * reach_of(line, bounds);
}

carom__mesh_line carom__mesh_line_of(const carom_aabb *bounds, const carom__ray *ray, bool front_only) {
  carom_vec3 from = ray->origin, along = ray->translation;
  carom__mesh_line line = {
      .origin = {from.x, from.y, from.z}, .along = {along.x, along.y, along.z}, .front_only = front_only};
  for (int k = 0; k < 3; k++) set_axis(&line, k);
  set_plane(&line, bounds);
  return line;
}
