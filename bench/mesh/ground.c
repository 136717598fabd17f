/* ground.c: makes grounds. */
#include "mesh/ground.h"

#include <carom/compound.h>
#include <carom/field.h>
#include <carom/mesh.h>
#include <math.h>
#include <stdlib.h>

#include "common/random.h"
#include "vec.h"

static void *allocate(size_t count, size_t size) {
  void *block = calloc(count, size);
  if (!block) exit(EXIT_FAILURE);
  return block;
}

meeting_ground ground_of_mesh(const mesh_input *input, const carom_mesh *mesh) {
  return (meeting_ground){
      .name = input->name, .size = input->triangle_count, .shape = carom_shape_mesh(mesh), .mesh = input};
}

/* --- Fields --- */

static float height_at(float x, float z, uint64_t *random) {
  return 6 * sinf(0.05f * x) * cosf(0.06f * z) + sinf(0.31f * x + 0.2f * z) + random_in(random, -0.1f, 0.1f);
}

meeting_ground ground_make_field(uint32_t cells) {
  meeting_ground g = {.name = "field", .size = 2 * cells * cells, .cells = cells, .low = 1e9f, .high = -1e9f};
  uint32_t side = cells + 1;
  float *heights = allocate((size_t)side * side, sizeof *heights);
  carom_field *field;
  uint64_t random = 21;
  for (uint32_t i = 0; i < side * side; i++) {
    heights[i] = height_at((float)(i % side), (float)(i / side), &random);
    g.low = fminf(g.low, heights[i]), g.high = fmaxf(g.high, heights[i]);
  }
  const carom_field_def def = {.format = CAROM_FIELD_FLOAT_IN_16,
                               .cells = {.columns = cells, .rows = cells, .heights = heights}};
  if (carom_field_create(NULL, &def, &field)) exit(EXIT_FAILURE);
  g.heights = heights;
  g.shape = carom_shape_field(field);
  return g;
}

/* --- Compounds --- */

static void make_compound(meeting_ground *g) {
  carom_compound_child *children = allocate(g->child_count, sizeof *children);
  carom_compound *compound;
  for (size_t i = 0; i < g->child_count; i++) {
    const carom_pose *pose = &g->children[i].pose;
    const carom_pos p = pose->position;
    children[i] = (carom_compound_child){.shape = g->children[i].shape,
                                         .pose = {{(float)p.x, (float)p.y, (float)p.z}, pose->rotation},
                                         .number = (uint32_t)i};
  }
  const carom_compound_def def = {.children = children, .child_count = g->child_count};
  if (carom_compound_create(NULL, &def, NULL, &compound)) exit(EXIT_FAILURE);
  g->shape = carom_shape_compound(compound);
  free(children);
}

static carom_pose place_in(carom_vec3 room, uint64_t *random) {
  const carom_vec3 p = vec3_mul(room, random_vec3(random, 0, 1));
  return (carom_pose){{(double)p.x, (double)p.y, (double)p.z}, random_rotation(random)};
}

meeting_ground ground_make_boxes(uint32_t count) {
  meeting_child *children = allocate(count, sizeof *children);
  meeting_ground g = {.name = "boxes", .size = count, .children = children, .child_count = count};
  const float side = 3 * sqrtf((float)count);
  uint64_t random = 22;
  for (uint32_t i = 0; i < count; i++) {
    float x = random_magnitude(&random, -0.7f, 0.7f), y = random_magnitude(&random, -0.7f, 0.7f);
    children[i].shape = carom_shape_box(x, y, random_magnitude(&random, -0.7f, 0.3f));
    children[i].pose = place_in((carom_vec3){side, side, 6}, &random);
  }
  make_compound(&g);
  return g;
}

meeting_ground ground_make_instances(uint32_t count) {
  static mesh_input input;
  carom_mesh *mesh;
  if (!mesh_input_scan(5000, &input)) exit(EXIT_FAILURE);
  mesh_input_scale(&input);
  const carom_mesh_def def = {.vertices = &input.vertices->x,
                              .vertex_count = input.vertex_count,
                              .triangles = input.triangles,
                              .triangle_count = input.triangle_count};
  if (carom_mesh_create(NULL, &def, NULL, &mesh)) exit(EXIT_FAILURE);
  meeting_child *children = allocate(count, sizeof *children);
  meeting_ground g = {
      .name = "instances", .size = count, .mesh = &input, .children = children, .child_count = count};
  const float side = 40 * sqrtf((float)count);
  uint64_t random = 23;
  for (uint32_t i = 0; i < count; i++)
    children[i] = (meeting_child){carom_shape_mesh(mesh), place_in((carom_vec3){side, side, 40}, &random)};
  make_compound(&g);
  return g;
}

/* --- Points --- */

static bool triangle_of(const carom_shape *shape, uint64_t *random, carom_mesh_triangle *out) {
  carom_mesh_view mesh;
  carom_field_view field;
  if (shape->kind == CAROM_MESH) {
    carom_mesh_describe(shape->geometry.mesh.asset, &mesh);
    uint32_t number = (uint32_t)random_in(random, 0, (float)mesh.triangle_count);
    return carom_mesh_get_triangle(shape->geometry.mesh.asset, number, out) == CAROM_OK;
  }
  carom_field_describe(shape->geometry.field.asset, &field);
  uint32_t number = (uint32_t)random_in(random, 0, (float)field.triangle_count);
  return carom_field_get_triangle(shape->geometry.field.asset, number, out) == CAROM_OK;
}

static carom_vec3 point_of_triangles(const carom_shape *shape, uint64_t *random, carom_vec3 *normal) {
  carom_mesh_triangle t;
  while (!triangle_of(shape, random, &t)) {
  }
  *normal = t.normal;
  carom_vec3 low = vec3_lerp(t.corners[0], t.corners[1], random_in(random, 0, 1));
  return vec3_lerp(t.corners[2], low, sqrtf(random_in(random, 0, 1)));
}

static carom_vec3 point_of_box(carom_vec3 half, uint64_t *random, carom_vec3 *normal) {
  int axis = (int)random_in(random, 0, 3);
  float side = random_in(random, -1, 1) < 0 ? -1.0f : 1.0f;
  carom_vec3 p = random_vec3(random, -1, 1);
  *normal = (carom_vec3){axis == 0 ? side : 0, axis == 1 ? side : 0, axis > 1 ? side : 0};
  p = (carom_vec3){axis == 0 ? side : p.x, axis == 1 ? side : p.y, axis > 1 ? side : p.z};
  return vec3_mul(p, half);
}

carom_vec3 ground_point(const meeting_ground *ground, uint64_t *random, carom_vec3 *normal) {
  if (!ground->children) return point_of_triangles(&ground->shape, random, normal);
  const meeting_child *child = &ground->children[(size_t)random_in(random, 0, (float)ground->child_count)];
  const carom_mat3 axes = quat_to_mat3(child->pose.rotation);
  const carom_pos p = child->pose.position;
  carom_vec3 at = child->shape.kind == CAROM_BOX
                      ? point_of_box(child->shape.geometry.box.half, random, normal)
                      : point_of_triangles(&child->shape, random, normal);
  *normal = mat3_mul_vec3(&axes, *normal);
  return vec3_add((carom_vec3){(float)p.x, (float)p.y, (float)p.z}, mat3_mul_vec3(&axes, at));
}
