/* rough_kinds.h: random shapes of the kinds that are not convex, of any size. */
#ifndef CAROM_TEST_ROUGH_KINDS_H
#define CAROM_TEST_ROUGH_KINDS_H

#include "asset_set.h"
#include "shape_class.h"
#include "testing.h"

/* Made once; each shape has a count of its own. */
static inline const asset_set *rough_assets(void) {
  static asset_set assets;
  static bool made;
  if (!made) ck_assert_int_eq(assets_make(&assets), CAROM_OK);
  made = true;
  return &assets;
}

/* Often mirrored, and sometimes rounded. */
static inline carom_shape rough_of_asset(uint64_t *random, uint32_t n, float size) {
  carom_vec3 scale = test_vec3(random, 0.3f * size, size);
  float radius = fmaxf(0.1f * size, CAROM_SIZE_MIN);
  if (test_below(random, 3) == 0) scale.x = -scale.x;
  if (test_below(random, 3) == 0) scale.y = -scale.y;
  return assets_scaled(rough_assets(), n, scale, test_below(random, 3) ? 0 : radius);
}

/* None of its children is touched from one side only. */
static inline carom_shape rough_compound(uint64_t *random, float size) {
  const uint32_t two_sided[] = {0, 2, 3, 4, ASSET_MESHES};
  carom_compound_child children[4];
  const carom_compound_def def = {.children = children, .child_count = 4};
  carom_compound *compound = NULL;
  for (uint32_t i = 0; i < 4; i++) {
    float part = fmaxf(0.5f * size * test_uniform(random, 0.2f, 1), 4 * CAROM_SIZE_MIN);
    children[i] = (carom_compound_child){
        .pose = {test_vec3(random, -0.4f * size, 0.4f * size), test_quat(random)}, .number = i};
    if (i < 2)
      children[i].shape = rough_of_asset(random, two_sided[test_below(random, 5)], part);
    else
      children[i].shape = i == 2 ? carom_shape_box(part, 0.5f * part, part) : carom_shape_sphere(part);
  }
  ck_assert_int_eq(carom_compound_create(NULL, &def, NULL, &compound), CAROM_OK);
  return carom_shape_compound(compound);
}

/* A shape of about the given size, which must be released. */
static inline carom_shape rough_random(uint64_t *random, carom_shape_kind kind, float size) {
  if (kind == CAROM_COMPOUND) return rough_compound(random, size);
  bool mesh = kind == CAROM_MESH;
  uint32_t n = mesh ? test_below(random, ASSET_MESHES) : ASSET_MESHES + test_below(random, ASSET_FIELDS);
  carom_shape shape = rough_of_asset(random, n, size);
  carom__shape_retain(&shape);
  return shape;
}

/* Do shapes pass it from behind, or get into it where it has no surface? */
static inline bool rough_lets_pass(const carom_shape *shape) {
  carom_mesh_view mesh = {.sides = CAROM_MESH_TWO_SIDED};
  carom_field_view field = {.sides = CAROM_MESH_TWO_SIDED};
  if (shape->kind == CAROM_MESH) carom_mesh_describe(shape->geometry.mesh.asset, &mesh);
  if (shape->kind == CAROM_FIELD) carom_field_describe(shape->geometry.field.asset, &field);
  return mesh.sides == CAROM_MESH_ONE_SIDED || field.sides != CAROM_MESH_TWO_SIDED;
}

#endif
