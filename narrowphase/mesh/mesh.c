/* mesh.c: the public functions that count and describe meshes. */
#include "mesh.h"

#include "dvec.h"
#include "vec.h"

const carom_mesh *carom_mesh_retain(const carom_mesh *mesh) {
  if (mesh) carom__asset_retain(&mesh->asset);
  return mesh;
}

void carom_mesh_release(const carom_mesh *mesh) {
  if (mesh) carom__asset_release(&mesh->asset);
}

carom_status carom_mesh_describe(const carom_mesh *mesh, carom_mesh_view *out) {
  if (!mesh || !out) return CAROM_NULL_ARGUMENT;
  *out = (carom_mesh_view){.triangle_count = mesh->triangle_count,
                           .kept_count = mesh->kept_count,
                           .sides = mesh->sides,
                           .deforms = mesh->sources != NULL,
                           .step = mesh->step,
                           .bounds = mesh->bounds,
                           .bytes = mesh->asset.bytes,
                           .report = mesh->report};
  return CAROM_OK;
}

uint32_t carom__mesh_slot_of(const carom_mesh *mesh, uint32_t number) {
  if (!mesh->numbers) return mesh_slot_is_used(mesh, number) ? number : UINT32_MAX;
  const uint8_t *leaf = mesh->leaf_of[number];
  uint32_t slot = ((uint32_t)leaf[0] | (uint32_t)leaf[1] << 8 | (uint32_t)leaf[2] << 16) * CAROM__MESH_LANES;
  if (slot >= mesh->leaf_count * CAROM__MESH_LANES) return UINT32_MAX;
  while (mesh->numbers[slot] != number) slot++;
  return slot;
}

void carom__mesh_corners_of(const carom_mesh *mesh, uint32_t slot, carom_vec3 out[3]) {
  const carom__mesh_leaf *leaf = &mesh->leaves[slot / CAROM__MESH_LANES];
  for (int k = 0; k < 3; k++)
    out[k] = mesh_corner(mesh, leaf, mesh_corner_at(leaf, slot % CAROM__MESH_LANES, k));
}

/* A direction across the longest side of a triangle. */
static carom__dvec3 across(const carom_vec3 corners[3]) {
  carom_vec3 longest = vec3_sub(corners[1], corners[0]);
  for (int k = 1; k < 3; k++) {
    carom_vec3 side = vec3_sub(corners[(k + 1) % 3], corners[k]);
    if (vec3_norm1(side) > vec3_norm1(longest)) longest = side;
  }
  carom__dvec3 way = dvec3_widen(longest), size = dvec3_abs(way);
  bool along_x = size.x >= size.y && size.x >= size.z;
  return dvec3_cross(way, along_x ? dvec3(0, 1, 0) : dvec3(1, 0, 0));
}

/* A triangle so thin that its area is lost in rounding has any normal across its longest side. */
carom_vec3 carom__mesh_normal_of(const carom_vec3 corners[3]) {
  carom__dvec3 a = dvec3_widen(corners[0]);
  carom__dvec3 n = dvec3_cross(dvec3_sub(dvec3_widen(corners[1]), a), dvec3_sub(dvec3_widen(corners[2]), a));
  double length = dvec3_length(n);
  if (length > 0) return dvec3_narrow(dvec3_scale(n, 1 / length));
  n = across(corners);
  length = dvec3_length(n);
  return length > 0 ? dvec3_narrow(dvec3_scale(n, 1 / length)) : (carom_vec3){0, 0, 0};
}

void carom__triangle_of_batch(const carom__triangle_batch *batch, int lane, float radius,
                              carom__triangle *out) {
  for (int i = 0; i < 3; i++) out->corners[i] = triangle_batch_corner(batch, lane, i);
  out->normal = carom__mesh_normal_of(out->corners);
  out->radius = radius;
  out->one_sided = batch->one_sided;
}

carom_status carom_mesh_get_triangle(const carom_mesh *mesh, uint32_t number, carom_mesh_triangle *out) {
  if (!mesh || !out) return CAROM_NULL_ARGUMENT;
  if (number >= mesh->triangle_count) return CAROM_OUT_OF_RANGE;
  uint32_t slot = carom__mesh_slot_of(mesh, number);
  if (slot == UINT32_MAX || !(mesh->leaves[slot / CAROM__MESH_LANES].lanes >> slot % CAROM__MESH_LANES & 1))
    return CAROM_FLAT;
  carom__mesh_corners_of(mesh, slot, out->corners);
  out->normal = carom__mesh_normal_of(out->corners);
  out->material = mesh->materials ? mesh->materials[slot] : 0;
  return CAROM_OK;
}
