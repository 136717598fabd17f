/* fuzz_field.c: damaged archives of height fields: they are refused, or give a field that has the same bytes,
 * and with which all can be done. */
#include "carom/carom.h"
#include "field.h"
#include "fuzz.h"

static void check_bytes(const carom_field *field, const uint8_t *data, size_t size) {
  static uint8_t bytes[1 << 16];
  carom__archive out = {.out = bytes, .size = sizeof bytes};
  carom__field_write(&out, &field->asset);
  fuzz_check(out.at == size && (size > sizeof bytes || memcmp(bytes, data, size) == 0));
}

static void check_use(const carom_field *field) {
  const carom_pose origin = {.rotation = {0, 0, 0, 1}};
  carom_shape shape = carom_shape_field(field), ball = carom_shape_sphere(1);
  carom_ray ray = {{0, (double)field->bounds.max.y + 1, 0}, field->bounds.max};
  carom_ray_result hit;
  carom_manifold contact;
  if (carom_shape_check(&shape)) return;
  fuzz_check(carom_cast_ray(&shape, &origin, &ray, &hit) == CAROM_OK);
  carom_status status = carom_collide(&shape, &origin, &ball, &origin, &contact);
  fuzz_check(status == CAROM_OK || status == CAROM_NOT_CONVERGED);
}

/* A hole is dug at the first cell; the rest stays. */
static void check_edit(const carom_field *field) {
  const uint8_t hole = CAROM_FIELD_HOLE;
  carom_field_cells one = {.columns = 1, .rows = 1, .flags = &hole};
  carom_field *edited = NULL;
  carom_mesh_triangle triangle;
  carom_status status = carom_field_edit(NULL, field, 0, 0, &one, &edited);
  fuzz_check(status == CAROM_OK || status == CAROM_FLAT);
  if (edited) fuzz_check(carom_field_get_triangle(edited, 1, &triangle) == CAROM_OUT_OF_RANGE);
  carom_field_release(edited);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  carom__archive in = {.in = data, .size = size};
  const carom_field *field = (const carom_field *)carom__field_read(&in, NULL);
  if (!field) return 0;
  check_bytes(field, data, in.at);
  check_use(field);
  check_edit(field);
  carom_field_release(field);
  return 0;
}

/* The archive of a field of a few cells, or of more than a tile. */
static size_t make(uint8_t *data, size_t max_size, uint32_t seed) {
  static uint8_t heights[4 * 80 * 80], flags[80 * 80], materials[80 * 80];
  carom_field_def def = {.cells = {.columns = 1 + seed % 7, .rows = 1 + seed / 7 % 11, .heights = heights},
                         .format = seed % 2 ? CAROM_FIELD_U8 : CAROM_FIELD_U16,
                         .sides = (carom_mesh_sides)(seed / 2 % CAROM_MESH_SIDES_COUNT),
                         .depth = 1};
  carom_field *field = NULL;
  if (seed % 5 == 0) def.cells.columns = 66;
  if (seed % 3 == 0) def.cells.flags = flags;
  if (seed % 4 == 0) def.cells.materials = materials;
  fuzz_fill(heights, sizeof heights, seed);
  fuzz_fill(materials, sizeof materials, seed + 1);
  for (size_t i = 0; i < sizeof flags; i++) flags[i] = materials[i] & 3;
  if (carom_field_create(NULL, &def, &field)) return 0;
  carom__archive out = {.out = data, .size = max_size};
  carom__field_write(&out, &field->asset);
  carom_field_release(field);
  return out.at < max_size ? out.at : max_size;
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned int seed) {
  if (size < 48 || seed % 64 == 0) return make(data, max_size, seed);
  if (seed % 2) return LLVMFuzzerMutate(data, size, max_size);
  uint32_t bit = fuzz_random(seed) % (seed % 4 ? 8 * 48 : 8 * (uint32_t)size);
  data[bit / 8] ^= (uint8_t)(1u << bit % 8);
  return size;
}
