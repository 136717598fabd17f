/* golden_rough.c: no two numbers are drawn in one call or list, whose order C leaves open. */
#include "golden_rough.h"

#include "golden_look.h"
#include "golden_swept.h"
#include "scenes.h"

enum { SPACE, PLANE, FOUND_MAX = 16 };

/* Bodies are thrown back to within so far of the middle, on each axis. */
#define REACH 4

static bool one_in(golden_rough *r, uint32_t n) { return bits_below(&r->random, n) == 0; }

/* --- What is drawn --- */

static carom_vec3 draw_vec3(golden_rough *r, int world, float most) {
  carom_vec3 v = bits_vec3(&r->random, -most, most);
  return (carom_vec3){v.x, v.y, world == PLANE ? 0 : v.z};
}

static carom_vec3 draw_spin(golden_rough *r, int world, float most) {
  carom_vec3 v = bits_vec3(&r->random, -most, most);
  return world == PLANE ? (carom_vec3){0, 0, v.z} : v;
}

static carom_pose draw_pose(golden_rough *r, int world) {
  carom_vec3 at = draw_vec3(r, world, REACH);
  carom_pose pose = {{(double)at.x, (double)at.y, (double)at.z}, bits_turn(&r->random, 1)};
  return world == PLANE ? scene_flat_pose(pose) : pose;
}

/* Mirrored and rounded now and then. */
static carom_shape draw_asset(golden_rough *r, int world) {
  uint32_t n = bits_below(&r->random, ASSET_SHAPES);
  carom_vec3 scale = bits_vec3(&r->random, 0.5f, 1.5f);
  if (one_in(r, 3)) scale.x = -scale.x;
  if (one_in(r, 3)) scale.y = -scale.y;
  float radius = one_in(r, 3) ? 0.0625f : 0;
  return world == PLANE ? assets_shape(&r->assets, true, n) : assets_scaled(&r->assets, n, scale, radius);
}

static carom_shape draw_shape(golden_rough *r, int world) {
  bool convex = one_in(r, 2);
  if (!convex) return draw_asset(r, world);
  uint32_t kind = world == PLANE ? CAROM_DISC + bits_below(&r->random, CAROM_CHAIN_LINK - CAROM_DISC)
                                 : 1 + bits_below(&r->random, CAROM_CONE);
  return scene_shape((carom_shape_kind)kind, &r->random);
}

/* --- The worlds --- */

static void send(golden_rough *r, int world, uint32_t i) {
  carom_body body = r->bodies[world][i];
  carom_vec3 linear = draw_vec3(r, world, i % 4 ? 3 : 60), angular = draw_spin(r, world, 2);
  carom_pose pose = draw_pose(r, world);
  golden_must(carom_body_set_pose(r->worlds[world], body, &pose));
  if (i % 5 > 0) golden_must(carom_body_set_velocity(r->worlds[world], body, linear, angular));
}

static void add_body(golden_rough *r, int world, uint32_t i) {
  const carom_body_def def = {.kind = i % 5 ? CAROM_KINEMATIC : CAROM_STATIC};
  carom_collider_def collider = {.sensor = i % 11 == 3};
  collider.shape = draw_shape(r, world);
  if (i % 3 == 0) collider.pose.position = draw_vec3(r, world, 1);
  carom_body body = carom_body_create(r->worlds[world], &def);
  r->bodies[world][i] = body;
  r->colliders[world][i] = carom_collider_create(r->worlds[world], body, &collider);
  if (i % 5 > 0) golden_must(carom_body_set_swept(r->worlds[world], body, i % 4 == 0));
  if (i % 5 > 0) golden_must(carom_body_set_stopping(r->worlds[world], body, i % 8 == 0));
  send(r, world, i);
}

static const carom_vec3 ground_scale = {8, 3, 6};

static carom_collider add_still(golden_rough *r, carom_pos at, carom_shape shape) {
  const carom_body_def def = {.kind = CAROM_STATIC, .pose.position = at};
  return carom_collider_create(r->worlds[SPACE], carom_body_create(r->worlds[SPACE], &def),
                               &(carom_collider_def){.shape = shape});
}

void golden_rough_make(golden_rough *r, const carom_tasks *tasks) {
  *r = (golden_rough){.random = 2862933555777941757u, .told = {0xCBF29CE484222325u}};
  golden_must(assets_make(&r->assets));
  r->mover = (carom_mover){.shape = carom_shape_sphere(0.3f), .pose.position = {0, 3, 0}, .snap = 0.2f};
  for (int world = SPACE; world <= PLANE; world++) {
    const carom_world_def def = {.planar = world == PLANE, .seamless = true, .tasks = *tasks};
    golden_must(carom_world_create(&def, &r->worlds[world]));
  }
  r->field = r->assets.fields[CAROM_MESH_SOLID];
  carom_field_retain(r->field);
  r->ground = add_still(r, (carom_pos){-4, -3, -4.5}, carom_shape_scaled_field(r->field, ground_scale, 0));
  r->cube = add_still(r, (carom_pos){0, 1, 0}, carom_shape_mesh(r->assets.meshes[0]));
  for (int world = SPACE; world <= PLANE; world++)
    for (uint32_t i = 0; i < ROUGH_BODIES; i++) add_body(r, world, i);
  golden_must(carom_world_get_last_status(r->worlds[SPACE]));
}

void golden_rough_end(golden_rough *r) {
  for (int world = SPACE; world <= PLANE; world++) golden_must(carom_world_destroy(r->worlds[world]));
  carom_field_release(r->field);
  assets_release(&r->assets);
}

/* --- What changes --- */

/* A cell of the ground gets other corners, and may become a hole. */
static void dig(golden_rough *r) {
  uint8_t heights[4], flags = one_in(r, 4) ? CAROM_FIELD_HOLE : 0;
  carom_field *dug = NULL;
  uint32_t column = bits_below(&r->random, 4), row = bits_below(&r->random, 4);
  for (int i = 0; i < 4; i++) heights[i] = (uint8_t)bits_below(&r->random, 9);
  const carom_field_cells cells = {.columns = 1, .rows = 1, .heights = heights, .flags = &flags};
  golden_must(carom_field_edit(NULL, r->field, column, row, &cells, &dug));
  const carom_shape shape = carom_shape_scaled_field(dug, ground_scale, 0);
  golden_must(carom_collider_set_shape(r->worlds[SPACE], r->ground, &shape));
  carom_field_release(r->field);
  r->field = dug;
}

static void deform(golden_rough *r) {
  asset_soup cube = asset_cube();
  carom_mesh *deformed = NULL;
  for (size_t i = 0; i < cube.vertex_count; i++) {
    carom_vec3 by = bits_vec3(&r->random, -0.25f, 0.25f), *v = &cube.vertices[i];
    *v = (carom_vec3){v->x + by.x, v->y + by.y, v->z + by.z};
  }
  golden_must(carom_mesh_deform(NULL, r->assets.meshes[0], &cube.vertices[0].x, 0, NULL, &deformed));
  const carom_shape shape = carom_shape_mesh(deformed);
  golden_must(carom_collider_set_shape(r->worlds[SPACE], r->cube, &shape));
  carom_mesh_release(deformed);
}

static void play(golden_rough *r, int world, uint32_t step) {
  uint32_t thrown = bits_below(&r->random, ROUGH_BODIES), reshaped = bits_below(&r->random, ROUGH_BODIES);
  send(r, world, thrown);
  if (step % 4 > 0) return;
  const carom_shape shape = draw_shape(r, world);
  golden_must(carom_collider_set_shape(r->worlds[world], r->colliders[world][reshaped], &shape));
}

/* --- What is told --- */

static void hash_patch(bits_hash *hash, const carom_patch *p) {
  hash_vec3(hash, p->normal);
  for (uint32_t i = 0; i < p->point_count; i++) {
    hash_pos(hash, p->points[i].position);
    hash_float(hash, p->points[i].separation);
    hash_word(hash, p->points[i].feature);
  }
  const uint32_t parts[] = {p->child_a,    p->child_b,    p->triangle_a,
                            p->triangle_b, p->material_a, p->material_b};
  for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) hash_word(hash, parts[i]);
}

static void hash_patches(bits_hash *hash, const carom_world *world) {
  size_t count = 0;
  const carom_contact *contacts = carom_world_get_contacts(world, &count);
  for (size_t i = 0; i < count; i++)
    for (uint32_t k = 0; k < contacts[i].patch_count; k++) hash_patch(hash, &contacts[i].patches[k]);
}

static void hash_point(bits_hash *hash, const carom_mesh_point *p) {
  hash_word(hash, p->triangle);
  hash_float(hash, p->u);
  hash_float(hash, p->v);
  hash_word(hash, p->material | (uint32_t)p->back << 8);
}

static void ask_rays(golden_rough *r, int world, const carom_ray *ray) {
  carom_ray_hit hits[FOUND_MAX];
  size_t count = 0;
  golden_must(carom_world_cast_ray_all(r->worlds[world], ray, NULL, hits, FOUND_MAX, &count));
  hash_word(&r->told, (uint32_t)count);
  for (size_t i = 0; i < count && i < FOUND_MAX; i++) {
    hash_word(&r->told, (uint32_t)hits[i].collider.bits);
    hash_float(&r->told, hits[i].fraction);
    hash_vec3(&r->told, hits[i].normal);
    hash_point(&r->told, &hits[i].mesh);
  }
}

static void ask_cast(golden_rough *r, int world, const carom_moving_shape *moving) {
  carom_shape_hit hit = {.fraction = -1};
  golden_must(carom_world_cast_shape(r->worlds[world], moving, NULL, &hit));
  hash_word(&r->told, (uint32_t)hit.collider.bits);
  hash_double(&r->told, hit.fraction);
  hash_vec3(&r->told, hit.normal);
  hash_pos(&r->told, hit.point);
}

static void ask_near(golden_rough *r, int world, const carom_shape *shape, const carom_pose *pose) {
  carom_found found[FOUND_MAX];
  carom_near near;
  size_t count = 0;
  golden_must(carom_world_overlap_shape(r->worlds[world], shape, pose, NULL, found, FOUND_MAX, &count));
  hash_word(&r->told, (uint32_t)count);
  for (size_t i = 0; i < count && i < FOUND_MAX; i++) hash_word(&r->told, (uint32_t)found[i].collider.bits);
  golden_must(carom_world_closest(r->worlds[world], &pose->position, 3, NULL, &near));
  hash_word(&r->told, (uint32_t)near.collider.bits);
  hash_float(&r->told, near.distance);
}

static void ask(golden_rough *r, int world) {
  carom_moving_shape moving = {.shape = draw_shape(r, world)};
  moving.pose = draw_pose(r, world);
  moving.translation = draw_vec3(r, world, 6);
  const carom_ray ray = {moving.pose.position, moving.translation};
  ask_rays(r, world, &ray);
  ask_cast(r, world, &moving);
  ask_near(r, world, &moving.shape, &moving.pose);
}

/* Who gets lost comes back. */
static void move_mover(golden_rough *r) {
  carom_vec3 way = bits_vec3(&r->random, -0.2f, 0.2f);
  carom_mover_result result;
  golden_must(carom_mover_move(r->worlds[SPACE], &r->mover, way, &result));
  hash_pos(&r->told, r->mover.pose.position);
  hash_word(&r->told, result.stuck);
  if (!result.stuck && fabs(r->mover.pose.position.y) < REACH) return;
  r->mover.pose = draw_pose(r, SPACE);
  r->mover.footing = CAROM_IN_AIR;
}

uint64_t golden_rough_step(golden_rough *r, uint32_t step, float dt) {
  uint64_t hash = 0;
  if (step % 16 == 5) dig(r);
  if (step % 16 == 9) deform(r);
  for (int world = SPACE; world <= PLANE; world++) {
    play(r, world, step);
    golden_must(carom_world_step(r->worlds[world], dt));
    golden_hash_events(&r->told, r->worlds[world]);
    golden_hash_hits(&r->told, r->worlds[world]);
    hash_patches(&r->told, r->worlds[world]);
    ask(r, world);
  }
  move_mover(r);
  for (int world = SPACE; world <= PLANE; world++) hash ^= carom_world_hash(r->worlds[world]);
  return hash ^ r->told.value;
}
