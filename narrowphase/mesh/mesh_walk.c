/* mesh_walk.c: what is asked of a mesh, handed to the kernels. */
#include "arithmetic.h"
#include "mesh_kernels.h"
#include "vec.h"

void carom__mesh_walk(const carom_mesh *mesh, const carom_aabb *box, carom__mesh_visitor visitor) {
  carom__mesh_kernels_best()->walk(mesh, box, NULL, visitor);
}

/* Bounds of the box, with more to each side than the rounding of the sums. */
static carom_aabb bounds_of(const carom_obb *box) {
  carom_vec3 x = vec3_scale(vec3_abs(box->axes.x), box->half.x);
  carom_vec3 y = vec3_scale(vec3_abs(box->axes.y), box->half.y);
  carom_vec3 z = vec3_scale(vec3_abs(box->axes.z), box->half.z);
  carom_vec3 reach = vec3_add(vec3_add(x, y), z);
  reach = vec3_add(vec3_scale(reach, 1 + 0x1p-20f), vec3_scale(vec3_abs(box->center), 0x1p-22f));
  return (carom_aabb){vec3_sub(box->center, reach), vec3_add(box->center, reach)};
}

void carom__mesh_walk_obb(const carom_mesh *mesh, const carom_obb *box, carom__mesh_visitor visitor) {
  carom_aabb bounds = bounds_of(box);
  carom__mesh_kernels_best()->walk(mesh, &bounds, box, visitor);
}
