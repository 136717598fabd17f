/* fuzz_compound.c: damaged archives of compounds and of what they hold, meshes and fields among it: they are
 * refused, or give an asset that has the same bytes, and with which all can be done. */
#include "asset_set.h"
#include "fuzz.h"
#include "save_layout.h"

enum { BYTES_MAX = 1 << 16 };

static void check_bytes(const carom__asset *asset, const uint8_t *data, size_t size) {
  static uint8_t bytes[BYTES_MAX];
  carom__archive out = {.out = bytes, .size = sizeof bytes};
  carom__asset_write(&out, asset);
  fuzz_check(out.at == size && (size > sizeof bytes || memcmp(bytes, data, size) == 0));
}

static carom_shape shape_of(const carom__asset *asset) {
  carom_shape shape = {.kind = asset->class->kind};
  if (shape.kind == CAROM_COMPOUND) return carom_shape_compound((const carom_compound *)asset);
  const carom__shape_class *class = carom__shape_class_of(shape.kind);
  memcpy((char *)&shape + class->asset_at, &asset, sizeof asset);
  return shape;
}

static void check_status(carom_status status) {
  fuzz_check(status == CAROM_OK || status == CAROM_NOT_CONVERGED || status == CAROM_TOO_SMALL);
}

static void check_pair(const carom_shape *a, const carom_shape *b) {
  const carom_pose origin = {.rotation = {0, 0, 0, 1}}, beside = {.position = {0.25, -0.5, 0}};
  carom_patch patches[4];
  carom_distance_result apart;
  carom_impact impact;
  bool touch = false;
  size_t count = 0;
  check_status(carom_collide_patches(a, &origin, b, &beside, patches, 4, &count));
  check_status(carom_overlap(a, &origin, b, &beside, &touch));
  check_status(carom_distance(a, &origin, b, &beside, &apart));
  check_status(carom_cast_shape(a, &origin, b, &beside, (carom_vec3){1, 2, 0}, &impact));
}

static void check_use(const carom__asset *asset) {
  const carom_shape shape = shape_of(asset);
  const carom_pose origin = {.rotation = {0, 0, 0, 1}};
  carom_ray ray = {{0.25, 3, 0}, {-0.5f, -8, 0}};
  carom_ray_result hit;
  if (carom_shape_check(&shape)) return;
  bool planar = shape_is_planar(&shape);
  carom_shape ball = planar ? carom_shape_disc(1) : carom_shape_sphere(1);
  check_status(carom_cast_ray(&shape, &origin, &ray, &hit));
  check_pair(&shape, &ball);
  check_pair(&shape, &shape);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  carom__archive in = {.in = data, .size = size};
  const carom__asset *asset = carom__asset_read(&in, NULL);
  if (!asset) return 0;
  check_bytes(asset, data, in.at);
  check_use(asset);
  carom__asset_release(asset);
  return 0;
}

/* The archive of one of the small assets. */
static size_t make(uint8_t *data, size_t max_size, uint32_t seed) {
  static asset_set assets;
  static bool made;
  if (!made) fuzz_check(assets_make(&assets) == CAROM_OK);
  made = true;
  bool planar = seed % 5 == 0;
  carom_shape shape = assets_shape(&assets, planar, seed / 5);
  carom__archive out = {.out = data, .size = max_size};
  carom__asset_write(&out, shape_asset(&shape));
  return out.at < max_size ? out.at : max_size;
}

/* By meaning, or by bytes. */
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned int seed) {
  save_layout l = {.bytes = data, .size = size};
  if (size < 16 || seed % 64 == 0) return make(data, max_size, seed / 64);
  if (seed % 4 == 0) return LLVMFuzzerMutate(data, size, max_size);
  save_read_asset(&l);
  if (l.count > 0) save_change(&l, data, fuzz_random(seed));
  free(l.fields);
  return size;
}
