/* asset_set.h: small meshes, fields and compounds of all sorts, the same on every platform, and shapes of
 * them. */
#ifndef CAROM_TEST_ASSET_SET_H
#define CAROM_TEST_ASSET_SET_H

#include "carom/carom.h"

enum {
  ASSET_MESHES = 6,
  ASSET_FIELDS = CAROM_MESH_SIDES_COUNT,
  ASSET_SOLIDS = 3, /* compounds of space */
  ASSET_FLATS = 2,  /* and of the plane */
  ASSET_SHAPES = ASSET_MESHES + ASSET_FIELDS + ASSET_SOLIDS
};

/* No point of a shape that is not scaled is farther from its origin. */
#define ASSET_REACH 3.0f

typedef struct asset_set {
  carom_mesh *meshes[ASSET_MESHES]; /* the first is that of asset_cube, and deforms */
  carom_field *fields[ASSET_FIELDS];
  carom_compound *compounds[ASSET_SOLIDS + ASSET_FLATS]; /* those after a compound may hold it */
  carom_polygon *polygon;
  carom_chain *chain;
  carom_status status; /* of the first call that was refused */
} asset_set;

static inline void assets_must(asset_set *a, carom_status status) {
  if (!a->status) a->status = status;
}

/* --- Meshes --- */

typedef struct asset_soup {
  carom_vec3 vertices[64];
  uint32_t corners[64][3];
  size_t vertex_count, triangle_count;
} asset_soup;

static inline uint32_t asset_vertex(asset_soup *s, float x, float y, float z) {
  s->vertices[s->vertex_count] = (carom_vec3){x, y, z};
  return (uint32_t)s->vertex_count++;
}

static inline void asset_triangle(asset_soup *s, uint32_t a, uint32_t b, uint32_t c) {
  uint32_t *at = s->corners[s->triangle_count++];
  at[0] = a, at[1] = b, at[2] = c;
}

static inline void asset_mesh(asset_set *a, int i, const asset_soup *s, carom_mesh_sides sides,
                              bool compact) {
  uint8_t materials[64];
  const carom_mesh_def def = {.vertices = &s->vertices[0].x,
                              .vertex_count = s->vertex_count,
                              .triangles = s->corners,
                              .triangle_count = s->triangle_count,
                              .materials = materials,
                              .sides = sides,
                              .deforms = i == 0,
                              .compact = compact};
  for (size_t k = 0; k < s->triangle_count; k++) materials[k] = (uint8_t)(k * 37);
  assets_must(a, carom_mesh_create(NULL, &def, NULL, &a->meshes[i]));
}

/* An outline that all of is seen from its first corner, drawn out along z. */
static inline asset_soup asset_prism(const float (*outline)[2], uint32_t n, float half) {
  asset_soup s = {.vertex_count = 0};
  for (uint32_t i = 0; i < 2 * n; i++)
    asset_vertex(&s, outline[i % n][0], outline[i % n][1], i < n ? half : -half);
  for (uint32_t i = 1; i + 1 < n; i++) {
    asset_triangle(&s, 0, i, i + 1);
    asset_triangle(&s, n, n + i + 1, n + i);
  }
  for (uint32_t i = 0; i < n; i++) {
    uint32_t next = (i + 1) % n;
    asset_triangle(&s, n + i, n + next, next);
    asset_triangle(&s, n + i, next, i);
  }
  return s;
}

/* Strips whose corners lie between each other's, half of them rising, and a flat and a doubled triangle. */
static inline asset_soup asset_sheet(void) {
  asset_soup s = {.vertex_count = 0};
  for (uint32_t strip = 0; strip < 4; strip++)
    for (uint32_t i = 0; i < 3; i++) {
      float low = 0.25f * (float)strip - 0.5f, high = low + 0.25f;
      float from = 0.375f * (float)i - 0.625f + 0.125f * (float)(strip % 3), to = from + 0.375f;
      uint32_t a = asset_vertex(&s, from, low > 0 ? low : 0, low);
      uint32_t b = asset_vertex(&s, from, high > 0 ? high : 0, high);
      uint32_t c = asset_vertex(&s, to, high > 0 ? high : 0, high);
      uint32_t d = asset_vertex(&s, to, low > 0 ? low : 0, low);
      asset_triangle(&s, a, b, c);
      asset_triangle(&s, a, c, d);
    }
  asset_triangle(&s, 0, 1, 1);
  asset_triangle(&s, 0, 1, 2);
  return s;
}

static inline asset_soup asset_cube(void) {
  const float square[4][2] = {{-0.5f, -0.5f}, {0.5f, -0.5f}, {0.5f, 0.5f}, {-0.5f, 0.5f}};
  return asset_prism(square, 4, 0.5f);
}

static inline void asset_meshes(asset_set *a) {
  const float corner[6][2] = {{-0.5f, -0.5f}, {0.5f, -0.5f}, {0.5f, 0}, {0, 0}, {0, 0.5f}, {-0.5f, 0.5f}};
  asset_soup cube = asset_cube(), edge = asset_prism(corner, 6, 0.25f);
  asset_soup sheet = asset_sheet();
  for (int sides = 0; sides < CAROM_MESH_SIDES_COUNT; sides++)
    asset_mesh(a, sides, &cube, (carom_mesh_sides)sides, false);
  asset_mesh(a, 3, &edge, CAROM_MESH_SOLID, true);
  asset_mesh(a, 4, &sheet, CAROM_MESH_TWO_SIDED, false);
  asset_mesh(a, 5, &sheet, CAROM_MESH_ONE_SIDED, true);
}

/* --- Fields of 4 x 4 cells, with holes --- */

static inline void asset_fields(asset_set *a) {
  static const uint8_t heights[25] = {4, 4, 2, 0, 1, 4, 4, 3, 0, 2, 3, 5, 8,
                                      2, 1, 1, 1, 3, 2, 2, 0, 1, 1, 2, 6};
  static const uint8_t flags[16] = {0, 2, 0, 0, 0, 0, 1, 2, 2, 2, 0, 0, 0, 1, 0, 2};
  static const uint8_t materials[16] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
  for (int i = 0; i < ASSET_FIELDS; i++) {
    const carom_field_def def = {
        .cells = {.columns = 4, .rows = 4, .heights = heights, .flags = flags, .materials = materials},
        .format = CAROM_FIELD_U8,
        .spacing_x = 0.25f,
        .spacing_z = 0.375f,
        .scale = 0.0625f,
        .offset = -0.125f,
        .turned = i % 2,
        .sides = (carom_mesh_sides)i,
        .depth = 0.5f};
    assets_must(a, carom_field_create(NULL, &def, &a->fields[i]));
  }
}

/* --- Compounds --- */

static inline carom_compound_child asset_child(carom_shape shape, float x, float y, float z,
                                               uint32_t number) {
  return (carom_compound_child){
      .shape = shape, .pose = {.position = {x, y, z}}, .number = number, .material = (uint8_t)(number % 3)};
}

static inline void asset_compound(asset_set *a, int i, carom_compound_child *children, size_t count) {
  const carom_compound_def def = {.children = children, .child_count = count};
  assets_must(a, carom_compound_create(NULL, &def, NULL, &a->compounds[i]));
}

static inline void asset_solids(asset_set *a) {
  const carom_vec3 mirrored = {0.75f, -0.5f, 1}, flat = {1, 0.5f, 0.75f};
  carom_compound_child convex[4] = {
      asset_child(carom_shape_box(0.25f, 0.25f, 0.5f), -0.25f, 0, 0, 7),
      asset_child(carom_shape_box(0.25f, 0.25f, 0.5f), 0.25f, 0, 0, 8), /* side by side with the first */
      asset_child(carom_shape_capsule((carom_vec3){0, 0, 0}, (carom_vec3){0.5f, 0.25f, 0}, 0.125f), 0, 0.25f,
                  0, 9),
      asset_child(carom_shape_cylinder(0.25f, 0.25f), 0, -0.5f, 0.25f, 10)};
  carom_compound_child meshes[4] = {
      asset_child(carom_shape_mesh(a->meshes[3]), 0.25f, 0, 0, 1),
      asset_child(carom_shape_scaled_mesh(a->meshes[4], mirrored, 0.0625f), -0.5f, 0.25f, 0, 2),
      asset_child(carom_shape_scaled_field(a->fields[1], flat, 0), -0.5f, -0.25f, -0.5f, 3),
      asset_child(carom_shape_sphere(0.25f), 0, 0.5f, 0, 4)};
  meshes[0].pose.rotation = (carom_quat){0.6f, 0, 0, 0.8f};
  meshes[2].pose.rotation = (carom_quat){0, 0.28f, 0, 0.96f};
  asset_compound(a, 0, convex, 4);
  asset_compound(a, 1, meshes, 4);
  if (a->status) return;
  carom_compound_child nested[3] = {asset_child(carom_shape_compound(a->compounds[0]), 0.5f, 0, 0, 100),
                                    asset_child(carom_shape_compound(a->compounds[1]), -0.5f, 0, 0, 101),
                                    asset_child(carom_shape_mesh(a->meshes[1]), 0, -0.75f, 0, 102)};
  nested[0].pose.rotation = (carom_quat){0.5f, -0.5f, 0.5f, 0.5f};
  asset_compound(a, 2, nested, 3);
}

static inline void asset_flats(asset_set *a) {
  const float points[8] = {-0.25f, -0.25f, 0.5f, -0.25f, 0.5f, 0.25f, -0.25f, 0.5f};
  const carom_chain_def chain = {.points = points, .count = 4, .closed = true, .one_sided = true};
  assets_must(a, carom_polygon_from_points(NULL, points, 4, 0, &a->polygon));
  assets_must(a, carom_chain_create(NULL, &chain, &a->chain));
  if (a->status) return;
  carom_compound_child flats[5] = {
      asset_child(carom_shape_rectangle(0.25f, 0.25f), -0.25f, 0, 0, 1),
      asset_child(carom_shape_rectangle(0.25f, 0.25f), 0.25f, 0, 0, 2),
      asset_child(carom_shape_disc(0.25f), 0, 0.5f, 0, 3),
      asset_child(carom_shape_polygon(a->polygon), 0.5f, -0.5f, 0, 4),
      asset_child(carom_shape_segment((carom_vec2){0, 0}, (carom_vec2){0.5f, 0.5f}), -0.75f, 0, 0, 5)};
  flats[3].pose.rotation = (carom_quat){0, 0, 0.6f, 0.8f};
  asset_compound(a, ASSET_SOLIDS, flats, 5);
  if (a->status) return;
  carom_compound_child nested[3] = {
      asset_child(carom_shape_compound(a->compounds[ASSET_SOLIDS]), 0.5f, 0, 0, 10),
      asset_child(carom_shape_stadium((carom_vec2){0, 0}, (carom_vec2){0.5f, 0}, 0.125f), -0.5f, 0.25f, 0,
                  11),
      asset_child(carom_shape_chain_link(a->chain, 1, 0.0625f), -0.5f, 0, 0, 12)};
  nested[0].pose.rotation = (carom_quat){0, 0, -0.6f, 0.8f};
  asset_compound(a, ASSET_SOLIDS + 1, nested, 3);
}

/* --- All of them --- */

static inline void assets_release(asset_set *a) {
  for (int i = 0; i < ASSET_MESHES; i++) carom_mesh_release(a->meshes[i]);
  for (int i = 0; i < ASSET_FIELDS; i++) carom_field_release(a->fields[i]);
  for (int i = 0; i < ASSET_SOLIDS + ASSET_FLATS; i++) carom_compound_release(a->compounds[i]);
  carom_polygon_release(a->polygon);
  carom_chain_release(a->chain);
}

/* compact: some of the meshes are. */
static inline carom_status assets_make(asset_set *a) {
  *a = (asset_set){.status = CAROM_OK};
  asset_meshes(a);
  asset_fields(a);
  if (!a->status) asset_solids(a);
  if (!a->status) asset_flats(a);
  return a->status;
}

/* Shape n of a family, at its own size. */
static inline carom_shape assets_shape(const asset_set *a, bool planar, uint32_t n) {
  if (planar) return carom_shape_compound(a->compounds[ASSET_SOLIDS + n % ASSET_FLATS]);
  n %= ASSET_SHAPES;
  if (n < ASSET_MESHES) return carom_shape_mesh(a->meshes[n]);
  if (n < ASSET_MESHES + ASSET_FIELDS) return carom_shape_field(a->fields[n - ASSET_MESHES]);
  return carom_shape_compound(a->compounds[n - ASSET_MESHES - ASSET_FIELDS]);
}

/* The same, scaled and rounded where the kind allows that. */
static inline carom_shape assets_scaled(const asset_set *a, uint32_t n, carom_vec3 scale, float radius) {
  n %= ASSET_SHAPES;
  if (n < ASSET_MESHES) return carom_shape_scaled_mesh(a->meshes[n], scale, radius);
  if (n < ASSET_MESHES + ASSET_FIELDS)
    return carom_shape_scaled_field(a->fields[n - ASSET_MESHES], scale, radius);
  return assets_shape(a, false, n);
}

#endif
