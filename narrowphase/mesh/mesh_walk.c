/* mesh_walk.c: what is asked of a mesh, handed to the kernels. */
#include "mesh.h"

#include "mesh_kernels.h"
#include "vec.h"

void carom__mesh_walk(const carom_mesh *mesh, const carom_aabb *box, carom__mesh_visitor visitor) {
  carom__mesh_kernels_best()->walk(mesh, box, NULL, visitor);
}

carom_aabb carom__mesh_box_bounds(const carom_obb *box) {
  carom_vec3 x = vec3_scale(vec3_abs(box->axes.x), box->half.x);
  carom_vec3 y = vec3_scale(vec3_abs(box->axes.y), box->half.y);
  carom_vec3 z = vec3_scale(vec3_abs(box->axes.z), box->half.z);
  carom_vec3 reach = vec3_add(vec3_add(x, y), z);
  reach = vec3_add(vec3_scale(reach, 1 + 0x1p-20f), vec3_scale(vec3_abs(box->center), 0x1p-22f));
  return (carom_aabb){vec3_sub(box->center, reach), vec3_add(box->center, reach)};
}

void carom__mesh_walk_obb(const carom_mesh *mesh, const carom_obb *box, carom__mesh_visitor visitor) {
  carom_aabb bounds = carom__mesh_box_bounds(box);
  carom__mesh_kernels_best()->walk(mesh, &bounds, box, visitor);
}

/* --- Rays --- */

void carom__mesh_walk_ray(const carom_mesh *mesh, const carom__ray *ray, bool front_only,
                          carom__mesh_hit_fn *hit, void *context) {
  if (vec3_is_within(ray->translation, CAROM__MESH_LEAST_MOVE)) return;
  carom__mesh_line line = carom__mesh_line_of(&mesh->bounds, ray, front_only);
  line.mesh = mesh;
  line.hit = hit;
  line.context = context;
  carom__mesh_kernels_best()->cast_ray(&line);
}

double carom__mesh_keep_closest(void *context, const carom__mesh_hit *hit) {
  carom__mesh_hit *best = context;
  bool nearer =
      hit->fraction < best->fraction || (hit->fraction == best->fraction && hit->triangle < best->triangle);
  if (nearer) *best = *hit;
  return best->fraction;
}

bool carom__mesh_cast_ray(const carom_mesh *mesh, const carom__ray *ray, bool front_only,
                          carom__mesh_hit *out) {
  carom__mesh_hit best = {.triangle = UINT32_MAX, .fraction = 2};
  carom__mesh_walk_ray(mesh, ray, front_only, carom__mesh_keep_closest, &best);
  if (best.triangle == UINT32_MAX) return false;
  *out = best;
  return true;
}

/* --- Points --- */

bool carom__mesh_nearest(const carom_mesh *mesh, carom_vec3 point, float limit, carom__mesh_near *out) {
  carom__mesh_search search = {
      .mesh = mesh, .point = point, .square = (double)limit * (double)limit, .slot = UINT32_MAX};
  carom__mesh_kernels_best()->nearest(&search);
  if (search.slot == UINT32_MAX) return false;
  *out = (carom__mesh_near){square_root(search.square), dvec3_narrow(search.nearest),
                            mesh_number(mesh, search.slot), search.slot};
  return true;
}

/* --- Boxes --- */

void carom__mesh_approach(const carom_mesh *mesh, carom__approach *approach) {
  carom_aabb bounds = carom__mesh_box_bounds(&approach->box);
  carom__mesh_kernels_best()->approach(mesh, approach, &bounds);
}
