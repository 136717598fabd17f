/* fields.h: makers of height fields for the tests, and the same triangles as a mesh. */
#ifndef CAROM_TEST_FIELDS_H
#define CAROM_TEST_FIELDS_H

#include <string.h>

#include "carom/field.h"
#include "field.h"
#include "testing.h"
#include "vec.h"

/* Arrays as a game has them, packed. */
typedef struct terrain {
  carom_field_def def; /* its arrays are those below */
  float *heights;      /* as carom reads them, in the format of the field */
  void *numbers;       /* what the game gives */
  uint8_t *flags, *materials;
} terrain;

static inline size_t terrain_corners(const terrain *t) {
  return (size_t)(t->def.cells.columns + 1) * (t->def.cells.rows + 1);
}
static inline size_t terrain_cells(const terrain *t) {
  return (size_t)t->def.cells.columns * t->def.cells.rows;
}

/* Sets number i, and the height that it means. */
static inline void terrain_set(terrain *t, size_t i, float number) {
  if (t->def.format == CAROM_FIELD_U16)
    ((uint16_t *)t->numbers)[i] = (uint16_t)number;
  else if (t->def.format == CAROM_FIELD_U8)
    ((uint8_t *)t->numbers)[i] = (uint8_t)number;
  else
    ((float *)t->numbers)[i] = number;
  t->heights[i] = t->def.offset + number * (t->def.scale == 0 ? 1 : t->def.scale);
}

static inline void terrain_point_at_arrays(terrain *t) {
  t->def.cells.heights = t->numbers;
  t->def.cells.flags = t->flags;
  t->def.cells.materials = t->materials;
}

/* Numbers are 0, and there are no holes. */
static inline terrain terrain_make(uint32_t columns, uint32_t rows, carom_field_format format) {
  terrain t = {.def = {.cells = {.columns = columns, .rows = rows}, .format = format}};
  t.heights = calloc(terrain_corners(&t), sizeof *t.heights);
  t.numbers = calloc(terrain_corners(&t), sizeof(float));
  t.flags = calloc(terrain_cells(&t), 1);
  t.materials = calloc(terrain_cells(&t), 1);
  terrain_point_at_arrays(&t);
  return t;
}

static inline void terrain_free(terrain *t) {
  free(t->heights), free(t->numbers), free(t->flags), free(t->materials);
  *t = (terrain){0};
}

/* Numbers that a format can hold, from steps to spikes. */
static inline float terrain_number(uint64_t *random, carom_field_format format, int roughness) {
  float most = format == CAROM_FIELD_U16 ? 60000.0f : 250.0f;
  if (roughness == 0) return format == CAROM_FIELD_FLOAT ? 1.5f : 7;
  if (roughness == 1) return (float)test_below(random, 3);
  float number = test_uniform(random, 0, roughness == 2 ? 4 : most);
  return format == CAROM_FIELD_FLOAT ? number - 2 : floorf(number);
}

/* A terrain of a format that loses nothing, of any size, with holes and all else at random. */
static inline terrain terrain_random(uint64_t *random, uint32_t columns, uint32_t rows) {
  const carom_field_format formats[] = {CAROM_FIELD_FLOAT, CAROM_FIELD_U16, CAROM_FIELD_U8};
  terrain t = terrain_make(columns, rows, formats[test_below(random, 3)]);
  int roughness = (int)test_below(random, 4);
  uint32_t holes = test_below(random, 3), turns = test_below(random, 3), materials = test_below(random, 2);
  bool fine = t.def.format == CAROM_FIELD_U16 && roughness == 3;
  t.def.scale = fine ? 1e-4f : test_below(random, 2) ? 0.25f : 0;
  t.def.offset = test_below(random, 2) ? -3.7f : 0;
  t.def.spacing_x = test_below(random, 2) ? 0.7f : 0;
  t.def.spacing_z = test_below(random, 2) ? 1.3f : 0;
  t.def.turned = test_below(random, 2);
  t.def.sides = (carom_mesh_sides)test_below(random, 2);
  for (size_t i = 0; i < terrain_corners(&t); i++)
    terrain_set(&t, i, terrain_number(random, t.def.format, roughness));
  for (size_t i = 1; i < terrain_cells(&t); i++) {
    bool hole = holes > 0 && test_below(random, holes == 1 ? 2 : 12) == 0;
    bool turned = turns > 0 && test_below(random, turns == 1 ? 2 : 9) == 0;
    t.flags[i] = (uint8_t)((hole ? CAROM_FIELD_HOLE : 0) | (turned ? CAROM_FIELD_TURNED : 0));
    if (materials) t.materials[i] = (uint8_t)test_random(random);
  }
  return t;
}

/* Sizes at which tiles and blocks end, and others. */
static inline terrain terrain_of(int i, uint64_t *random) {
  static const uint32_t sizes[][2] = {{1, 1},   {1, 9},   {8, 8},   {9, 3},    {63, 5}, {64, 64},
                                      {65, 64}, {66, 67}, {130, 3}, {70, 130}, {20, 20}};
  uint32_t n = sizeof sizes / sizeof *sizes;
  return terrain_random(random, sizes[(uint32_t)i % n][0], sizes[(uint32_t)i % n][1]);
}

static inline carom_field *terrain_field(const terrain *t) {
  carom_field *field = NULL;
  carom_status status = carom_field_create(NULL, &t->def, &field);
  ck_assert_msg(status == CAROM_OK, "%s", carom_status_name(status));
  return field;
}

/* A corner of the grid. */
static inline carom_vec3 terrain_corner(const terrain *t, uint32_t column, uint32_t row) {
  float x = t->def.spacing_x == 0 ? 1 : t->def.spacing_x, z = t->def.spacing_z == 0 ? 1 : t->def.spacing_z;
  return (carom_vec3){(float)column * x, t->heights[(size_t)row * (t->def.cells.columns + 1) + column],
                      (float)row * z};
}

/* As the header says; false for triangles of holes. */
static inline bool terrain_triangle(const terrain *t, uint32_t number, carom_vec3 out[3]) {
  uint32_t cell = number / 2, i = cell % t->def.cells.columns, j = cell / t->def.cells.columns;
  carom_vec3 a = terrain_corner(t, i, j), b = terrain_corner(t, i + 1, j);
  carom_vec3 c = terrain_corner(t, i, j + 1), d = terrain_corner(t, i + 1, j + 1);
  bool turned = !(t->flags[cell] & CAROM_FIELD_TURNED) == t->def.turned;
  if (number % 2 == 0)
    out[0] = a, out[1] = c, out[2] = turned ? b : d;
  else
    out[0] = b, out[1] = turned ? c : a, out[2] = d;
  return !(t->flags[cell] & CAROM_FIELD_HOLE);
}

static inline uint32_t terrain_triangles(const terrain *t) { return 2 * (uint32_t)terrain_cells(t); }

/* The same triangles as a mesh; numbers[i] becomes that of its triangle i in the field. */
static inline carom_mesh *terrain_mesh(const terrain *t, uint32_t *numbers) {
  uint32_t all = terrain_triangles(t), count = 0;
  carom_vec3 *vertices = malloc(3 * (size_t)all * sizeof *vertices);
  uint32_t *indices = malloc(3 * (size_t)all * sizeof *indices);
  uint8_t *materials = malloc(all);
  carom_mesh *mesh = NULL;
  for (uint32_t i = 0; i < all; i++) {
    if (!terrain_triangle(t, i, vertices + 3 * (size_t)count)) continue;
    for (uint32_t k = 3 * count; k < 3 * count + 3; k++) indices[k] = k;
    materials[count] = t->materials[i / 2];
    numbers[count++] = i;
  }
  carom_mesh_def def = {.vertices = &vertices->x,
                        .vertex_count = 3 * (size_t)count,
                        .triangles = indices,
                        .triangle_count = count,
                        .materials = materials,
                        .sides = t->def.sides};
  ck_assert_int_eq(carom_mesh_create(NULL, &def, NULL, &mesh), CAROM_OK);
  free(vertices), free(indices), free(materials);
  return mesh;
}

/* A field and its twin. */
typedef struct field_twins {
  terrain terrain;
  carom_field *field;
  carom_mesh *mesh;
  uint32_t *numbers;
} field_twins;

static inline field_twins field_twins_of(terrain t) {
  field_twins twins = {.terrain = t, .field = terrain_field(&t)};
  twins.numbers = malloc(terrain_triangles(&t) * sizeof *twins.numbers);
  twins.mesh = terrain_mesh(&t, twins.numbers);
  return twins;
}

static inline void field_twins_free(field_twins *twins) {
  carom_field_release(twins->field);
  carom_mesh_release(twins->mesh);
  free(twins->numbers);
  terrain_free(&twins->terrain);
}

#endif
