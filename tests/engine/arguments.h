/* arguments.h: one good set of arguments for every public function; wrong_arguments.h spoils them. */
#ifndef CAROM_TEST_ENGINE_ARGUMENTS_H
#define CAROM_TEST_ENGINE_ARGUMENTS_H

#include "refusal.h"

enum { CORNERS = 8, SIDES = 6, RING = 4, TRIANGLES = 4, CHILDREN = 2 };

typedef struct args {
  carom_world *world;
  carom_body body, still, dead_body, other_body, bodies[2];
  carom_collider collider, second, dead_collider, other_collider;
  carom_handler handler, dead_handler, other_handler;
  carom_pose pose, pose_b;
  carom_local_pose local;
  carom_vec3 linear, angular; /* velocities */
  carom_vec3 at, along;       /* among oriented boxes; of casts */
  carom_vec3 direction;
  carom_ray ray;
  carom_region region;
  carom_shape shape, shape_b;
  carom_filter filter;
  carom_motion motion, motion_b;
  float size, margin, radius, dt, time, density;
  carom_mass mass, part;
  double fraction;
  carom_placed placed[2];
  carom_index_pair pair;
  carom_obb obb, obb_b;
  carom_aabb aabb;
  float matrix[9];
  carom_matrix_layout layout;
  carom_vec3 corners[CORNERS];
  size_t corner_count, stride;
  uint32_t cap; /* of a hull's vertices */
  carom_plane sides[SIDES];
  size_t side_count;
  carom_hull *hull;
  uint32_t triangles[TRIANGLES][3], triangle; /* a tetrahedron of corners, and one of it */
  carom_mesh_def mesh_def;                    /* but for pointers */
  carom_contact contact;
  carom_mesh *mesh;
  carom_compound_child children[CHILDREN];
  carom_compound_def compound_def; /* but for pointers */
  carom_compound *compound;
  size_t child;
  float heights[6]; /* of two cells */
  uint8_t flags[2];
  carom_field_def field_def; /* but for pointers */
  uint32_t column;
  float place;
  carom_field *field;
  double angle;
  carom_obb2 obb2, obb2_b;
  carom_touching touching;
  carom_vec2 square[RING];
  carom_ring ring, ring_b;
  uint32_t most_corners;
  carom_tessellation form;
  uint32_t detail;
  carom_surface_buffer surface;
  carom_pieces *pieces;
  carom_polygon *polygon;
  carom_chain_def chain_def;
  carom_chain *chain;
  carom_body_kind kind;
  carom_scalar scalar;
  carom_draw draw;
  carom_mover mover; /* but for shape and pose */
  carom_mover_result result;
  carom_handler_def handler_def;
  carom_world_def world_def;
  uint32_t threads;
  unsigned char save[2048], rollback[2048], recording[4096];
  size_t save_size, rollback_size, recording_size;
  unsigned char parcel[1024], touch[1024], shape_bytes[256]; /* a body, a contact and a shape */
  size_t parcel_size, touch_size, shape_size;
  carom_replay *replay;
  int name;

  /* What is composed of these when a call is made. */
  carom_body_def body_def;
  carom_collider_def collider_def;
  carom_shape_cast cast;
  carom_sweep sweep;
  carom_moving_shape moving;
  carom_posed_shape posed;
  size_t offsets[2];
  carom_query_filter query_filter;
  carom_mover sent;
  carom_batch batch;
  carom_convex convex[2];
  double numbers[14]; /* of two bodies at most: all positions, then all rotations */
  carom_pose_array poses;
  carom_pose_buffer pose_buffer;
  carom_velocity_array velocities;
  carom_velocity_buffer velocity_buffer;
  carom_islands *islands;
  carom_body_link link;
  carom_collider_pair colliders;
  carom_contact_bytes adopted;
  carom_island_def island_def;

  /* What is handed out. */
  unsigned char room[4096];
  size_t count;
  bool shown;
  carom_world *made_world;
  carom_hull *made_hull;
  carom_mesh *made_mesh;
  carom_compound *made_compound;
  carom_field *made_field;
  carom_pool *made_pool;
  carom_pieces *made_pieces;
  carom_polygon *made_polygon;
  carom_chain *made_chain;
  carom_replay *made_replay;
  carom_replay_mark *mark, *made_mark;
  carom_islands *made_islands;

  /* How the call went, and is to go. */
  int pointers; /* that must be given: so many there were */
  int missing;  /* the number of the one that is NULL, from 1; 0: none */
  bool logs;    /* it has a world to change, which logs refusals */
  carom_status want;
} args;

/* --- Pointers, and what they point to --- */

static bool is_missing(args *a) { return ++a->pointers == a->missing; }

/* A pointer that must be given. */
static void *some(args *a, void *pointer) { return is_missing(a) ? NULL : pointer; }

static const carom_world *reading(args *a) { return some(a, a->world); }

static carom_world *changing(args *a) {
  carom_world *world = some(a, a->world);
  a->logs = world != NULL;
  return world;
}

static void *out(args *a) { return some(a, a->room); }
static size_t *count(args *a) { return some(a, &a->count); }

static const carom_body_def *body_def(args *a) {
  a->body_def = (carom_body_def){a->kind, a->pose, a->linear, a->angular, false, NULL, false};
  return &a->body_def;
}

static const carom_collider_def *collider_def(args *a) {
  a->collider_def = (carom_collider_def){.shape = a->shape, .pose = a->local, .filter = a->filter};
  return some(a, &a->collider_def);
}

static const carom_collider_pair *colliders(args *a) {
  a->colliders = (carom_collider_pair){a->collider, a->second};
  return some(a, &a->colliders);
}

static const carom_contact_bytes *adopted(args *a) {
  a->adopted = (carom_contact_bytes){{a->collider, a->second}, some(a, a->touch), a->touch_size};
  return some(a, &a->adopted);
}

static const carom_pose_array *poses(args *a) {
  const carom_pose p = a->pose;
  const double numbers[14] = {p.position.x,         p.position.y,         p.position.z,
                              p.position.x,         p.position.y,         p.position.z,
                              (double)p.rotation.x, (double)p.rotation.y, (double)p.rotation.z,
                              (double)p.rotation.w, (double)p.rotation.x, (double)p.rotation.y,
                              (double)p.rotation.z, (double)p.rotation.w};
  memcpy(a->numbers, numbers, sizeof numbers);
  a->poses = (carom_pose_array){.scalar = a->scalar, .positions = some(a, a->numbers)};
  if (a->poses.positions) a->poses.rotations = a->numbers + 6;
  return some(a, &a->poses);
}

static const carom_pose_buffer *pose_buffer(args *a) {
  a->pose_buffer = (carom_pose_buffer){.scalar = a->scalar, .positions = a->room};
  return some(a, &a->pose_buffer);
}

static const carom_velocity_array *velocities(args *a) {
  const carom_vec3 v = a->linear, w = a->angular;
  const double numbers[7] = {(double)v.x, (double)v.y, (double)v.z, (double)w.x, (double)w.y, (double)w.z};
  memcpy(a->numbers, numbers, sizeof numbers);
  a->velocities = (carom_velocity_array){.scalar = a->scalar, .linear = some(a, a->numbers)};
  if (a->velocities.linear) a->velocities.angular = a->numbers + 3;
  return some(a, &a->velocities);
}

static const carom_velocity_buffer *velocity_buffer(args *a) {
  a->velocity_buffer = (carom_velocity_buffer){.scalar = a->scalar, .linear = a->room};
  return some(a, &a->velocity_buffer);
}

static const carom_island_def *island_def(args *a) {
  a->link = (carom_body_link){a->bodies[0], a->bodies[1]};
  a->island_def = (carom_island_def){.links = some(a, &a->link), .link_count = 1};
  return &a->island_def;
}

static const carom_shape_cast *shape_cast(args *a) {
  a->cast = (carom_shape_cast){a->shape, a->shape_b, a->pose, a->pose_b, a->along};
  return some(a, &a->cast);
}

static const carom_sweep *sweep(args *a) {
  a->sweep = (carom_sweep){a->shape, a->shape_b, a->motion, a->motion_b, a->margin};
  return some(a, &a->sweep);
}

static const carom_moving_shape *moving_shape(args *a) {
  a->moving = (carom_moving_shape){a->shape, a->pose, a->along};
  return some(a, &a->moving);
}

static const carom_posed_shape *posed_shape(args *a) {
  a->posed = (carom_posed_shape){a->shape, a->pose};
  return some(a, &a->posed);
}

static const carom_query_filter *query_filter(args *a) {
  a->query_filter = (carom_query_filter){.touching = a->touching};
  return &a->query_filter;
}

static carom_mover *mover(args *a) {
  a->sent = a->mover;
  a->sent.shape = a->shape;
  a->sent.pose = a->pose;
  return some(a, &a->sent);
}

static carom_compound_def *compound_def(args *a) {
  a->compound_def.children = some(a, a->children);
  return &a->compound_def;
}

static carom_mesh_def *mesh_def(args *a) {
  a->mesh_def.vertices = some(a, a->corners);
  a->mesh_def.triangles = some(a, a->triangles);
  return &a->mesh_def;
}

static const carom_field_cells *field_cells(args *a) {
  a->field_def.cells.heights = a->heights;
  a->field_def.cells.flags = a->flags;
  return some(a, &a->field_def.cells);
}

static const carom_field_def *field_def(args *a) {
  a->field_def.cells.heights = some(a, a->heights);
  a->field_def.cells.flags = a->flags;
  return some(a, &a->field_def);
}

static const carom_batch *batch(args *a) {
  a->batch = (carom_batch){some(a, a->placed), 2, some(a, &a->pair), 1, NULL, NULL};
  return some(a, &a->batch);
}

/* --- Functions of the game --- */

static inline void ignore_event(void *user, carom_world *world, const carom_event *event) {
  (void)user, (void)world, (void)event;
}

/* A refused query shows no hit. */
static float pass_shape(void *user, const carom_world *world, const carom_shape_hit *hit) {
  args *a = user;
  (void)world, (void)hit;
  a->shown = true;
  return 1;
}

static float pass_ray(void *user, const carom_world *world, const carom_ray_hit *hit) {
  args *a = user;
  (void)world, (void)hit;
  a->shown = true;
  return 1;
}

/* Appends to the recording of the arguments that `user` is. */
static bool append(void *user, const void *bytes, size_t size) {
  args *a = user;
  if (size > sizeof a->recording - a->recording_size) return false;
  memcpy(a->recording + a->recording_size, bytes, size);
  a->recording_size += size;
  return true;
}

/* The one point that it consists of. */
static carom_vec3 point_of(void *user, carom_vec3 direction) {
  (void)direction;
  return *(const carom_vec3 *)user;
}

static const carom_convex *convex(args *a, int k) {
  a->convex[k] = (carom_convex){is_missing(a) ? NULL : point_of, &a->at, a->size};
  return some(a, &a->convex[k]);
}

static carom_shape_hit_fn shape_visitor(args *a) { return is_missing(a) ? NULL : pass_shape; }
static carom_ray_hit_fn ray_visitor(args *a) { return is_missing(a) ? NULL : pass_ray; }
static carom_write_fn writer(args *a) { return is_missing(a) ? NULL : append; }

/* --- Answers of other types as a status --- */

/* Of a call that gives an id. */
static carom_status id(const args *a, uint64_t bits) {
  if (bits) return CAROM_OK;
  return a->logs ? carom_world_get_last_status(a->world) : CAROM_NULL_ARGUMENT;
}

/* Of one that cannot be refused: what it gives where there is nothing to tell. */
static carom_status nothing(const args *a, bool is_nothing) { return is_nothing ? a->want : CAROM_OK; }

/* Of one that has nothing to tell of this scene. */
static carom_status or_no_contact(carom_status got) { return got == CAROM_NO_CONTACT ? CAROM_OK : got; }

/* Of one that would do in a planar world. */
static carom_status or_wrong_family(carom_status got) { return got == CAROM_WRONG_FAMILY ? CAROM_OK : got; }

static carom_status check(carom_shape shape) { return carom_shape_check(&shape); }
static float sum_of(carom_vec3 v) { return v.x + v.y + v.z; }

static bool is_word(const char *name, const char *word) { return strcmp(name, word) == 0; }

/* --- What is right --- */

/* What is alive in another world that has seen the same calls, and has another tag; and its recording. */
static inline void args_take_others(args *a) {
  carom_world *world;
  ck_assert_int_eq(carom_world_create(&(carom_world_def){.tag = 2}, &world), CAROM_OK);
  ck_assert_int_eq(carom_world_record_start(world, NULL, append, a), CAROM_OK);
  a->other_body = support_ball(world, CAROM_KINEMATIC, 0);
  a->other_collider = support_collider_of(world, a->other_body);
  a->other_handler = carom_handler_add(world, &a->handler_def);
  carom_world_destroy(world);
  ck_assert_int_eq(carom_replay_open(NULL, NULL, a->recording, a->recording_size, &a->replay), CAROM_OK);
  ck_assert_int_eq(carom_replay_mark_create(a->replay, &a->mark), CAROM_OK);
}

static inline void args_take_scene(args *a, scene *s) {
  a->world = s->world;
  a->body = a->bodies[0] = s->body;
  a->still = a->bodies[1] = s->still;
  a->dead_body = s->dead_body;
  a->dead_collider = s->dead_collider;
  a->collider = support_collider_of(s->world, s->body);
  a->second = support_collider_of(s->world, s->still);
  carom_body_set_user(s->world, s->body, s);
  carom_collider_set_user(s->world, a->collider, s);
  a->dead_handler = carom_handler_add(s->world, &a->handler_def);
  carom_handler_remove(s->world, a->dead_handler);
  a->handler = carom_handler_add(s->world, &a->handler_def);
  carom_world_rollback_keep(s->world, 1);
  carom_world_save(s->world, NULL, a->save, sizeof a->save, &a->save_size);
  carom_world_rollback_save(s->world, a->rollback, sizeof a->rollback, &a->rollback_size);
  carom_body_write(s->world, s->body, NULL, a->parcel, sizeof a->parcel, &a->parcel_size);
  carom_contact_write(s->world, (carom_collider_pair){a->collider, a->second}, NULL, a->touch,
                      sizeof a->touch, &a->touch_size);
  carom_shape_write(&a->shape, a->shape_bytes, sizeof a->shape_bytes, &a->shape_size);
  s->hash = carom_world_hash(s->world);
}

/* A box by its corners and its sides, without a world. */
static inline void args_make_solid(args *a) {
  for (int k = 0; k < CORNERS; k++)
    a->corners[k] = (carom_vec3){k & 1 ? 1.0f : -1.0f, k & 2 ? 1.0f : -1.0f, k & 4 ? 1.0f : -1.0f};
  const carom_plane sides[SIDES] = {{{1, 0, 0}, 1},  {{-1, 0, 0}, 1}, {{0, 1, 0}, 1},
                                    {{0, -1, 0}, 1}, {{0, 0, 1}, 1},  {{0, 0, -1}, 1}};
  memcpy(a->sides, sides, sizeof sides);
  a->corner_count = CORNERS, a->side_count = SIDES;
  a->stride = sizeof *a->corners;
  a->cap = 4;
  ck_assert_int_eq(carom_hull_from_planes(NULL, a->sides, SIDES, &a->hull), CAROM_OK);
  const uint32_t triangles[TRIANGLES][3] = {{0, 6, 3}, {0, 3, 5}, {0, 5, 6}, {3, 6, 5}};
  memcpy(a->triangles, triangles, sizeof triangles);
  a->mesh_def = (carom_mesh_def){
      .vertex_count = CORNERS, .triangle_count = TRIANGLES, .sides = CAROM_MESH_SOLID, .deforms = true};
  ck_assert_int_eq(carom_mesh_create(NULL, mesh_def(a), NULL, &a->mesh), CAROM_OK);
  a->children[0] = (carom_compound_child){.shape = carom_shape_mesh(a->mesh), .number = 1};
  a->children[1] = (carom_compound_child){.shape = carom_shape_hull(a->hull), .material = 1};
  a->compound_def.child_count = CHILDREN;
  ck_assert_int_eq(carom_compound_create(NULL, compound_def(a), NULL, &a->compound), CAROM_OK);
  a->field_def = (carom_field_def){.cells = {.columns = 2, .rows = 1}, .sides = CAROM_MESH_SOLID, .depth = 1};
  a->place = 0.5f;
  ck_assert_int_eq(carom_field_create(NULL, field_def(a), &a->field), CAROM_OK);
  a->pointers = 0;
  a->obb = a->obb_b = (carom_obb){{0, 0, 0}, {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {1, 1, 1}};
  a->aabb = (carom_aabb){{-1, -1, -1}, {1, 1, 1}};
  const float matrix[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
  memcpy(a->matrix, matrix, sizeof matrix);
}

/* A square as a box and as a polygon. */
static inline void args_make_square(args *a) {
  a->obb2 = a->obb2_b = (carom_obb2){{0, 0}, {1, 0}, {1, 1}};
  ck_assert_int_eq(carom_obb2_vertices(&a->obb2, a->square), CAROM_OK);
  a->ring = a->ring_b = (carom_ring){a->square, RING};
  ck_assert_int_eq(carom_rings_cut(NULL, &a->ring, 1, 0, &a->pieces, NULL), CAROM_OK);
  ck_assert_int_eq(carom_polygon_from_points(NULL, &a->square[0].x, RING, 0, &a->polygon), CAROM_OK);
  a->chain_def = (carom_chain_def){.points = &a->square[0].x, .count = RING};
  ck_assert_int_eq(carom_chain_create(NULL, &a->chain_def, &a->chain), CAROM_OK);
}

/* Arguments with which every call is accepted. */
static inline void args_make(args *a, scene *s) {
  *a = (args){.shape = carom_shape_box(1, 1, 1),
              .shape_b = carom_shape_sphere(1),
              .size = 1,
              .density = 1,
              .time = 1,
              .part.mass = 1,
              .region.max = {1, 1, 1},
              .ray.translation = {1, 0, 0},
              .linear = {1, 0, 0},
              .direction = {0, 1, 0},
              .scalar = CAROM_DOUBLE,
              .threads = 1,
              .name = 1,
              .angle = 0.5,
              .pair = {0, 1},
              .handler_def.callback = ignore_event};
  memset(a->room, MARK, sizeof a->room), memset(&a->count, MARK, sizeof a->count);
  args_make_solid(a);
  args_make_square(a);
  for (int k = 0; k < 2; k++)
    ck_assert_int_eq(carom_place(k ? &a->shape_b : &a->shape, &a->pose, &a->placed[k]), CAROM_OK);
  args_take_scene(a, s);
  args_take_others(a);
  ck_assert_int_eq(carom_islands_create(NULL, &a->islands), CAROM_OK);
  ck_assert_int_eq(carom_islands_find(a->islands, a->world, NULL), CAROM_OK);
}

static inline void args_free(args *a) {
  carom_hull_release(a->hull);
  carom_mesh_release(a->mesh);
  carom_compound_release(a->compound);
  carom_field_release(a->field);
  carom_pieces_destroy(a->pieces);
  carom_polygon_release(a->polygon);
  carom_chain_release(a->chain);
  carom_replay_close(a->replay);
  carom_replay_mark_destroy(a->mark);
  carom_islands_destroy(a->islands);
}

/* What a call that was accepted has made. */
static inline void args_free_made(args *a) {
  carom_world_destroy(a->made_world);
  carom_hull_release(a->made_hull);
  carom_mesh_release(a->made_mesh);
  carom_compound_release(a->made_compound);
  carom_field_release(a->made_field);
  carom_pool_destroy(a->made_pool);
  carom_pieces_destroy(a->made_pieces);
  carom_polygon_release(a->made_polygon);
  carom_chain_release(a->made_chain);
  carom_replay_close(a->made_replay);
  carom_replay_mark_destroy(a->made_mark);
  carom_islands_destroy(a->made_islands);
}

static inline bool args_made_nothing(const args *a) {
  return !a->shown && !a->made_world && !a->made_hull && !a->made_mesh && !a->made_compound &&
         !a->made_field && !a->made_pool && !a->made_pieces && !a->made_polygon && !a->made_chain &&
         !a->made_replay && !a->made_mark && !a->made_islands;
}

#endif
