/* scene.c: the record of a scene, and how it gets into a world. */
#include "scene.h"

#include "memory.h"
#include "vector.h"

static scene_item *add_item(scene *s, carom_shape shape, carom_pose pose) {
  s->items = memory_grow(s->items, s->count, &s->capacity, sizeof *s->items);
  scene_item *item = memory_zeroed(1, sizeof *item);
  item->number = (uint32_t)s->count;
  item->shape = shape;
  item->pose = pose;
  return s->items[s->count++] = item;
}

scene_item *scene_add_static(scene *s, carom_shape shape, carom_pose pose, const char *surface) {
  scene_item *item = add_item(s, shape, pose);
  item->surface = surface;
  s->static_count = s->count;
  return item;
}

scene_item *scene_add_mover(scene *s, carom_shape shape, carom_pose pose) {
  scene_item *item = add_item(s, shape, pose);
  item->moves = true;
  item->surface = carom_shape_kind_name(shape.kind);
  return item;
}

bool scene_item_is_surface(const scene_item *item) {
  return item->shape.kind == CAROM_MESH || item->shape.kind == CAROM_FIELD;
}

static bool is_inside(const carom_region *r, carom_pos p) {
  return r->min.x <= p.x && p.x <= r->max.x && r->min.y <= p.y && p.y <= r->max.y && r->min.z <= p.z &&
         p.z <= r->max.z;
}

bool scene_is_open(const scene *s, carom_pos place) {
  if (s->map.node_count == 0) return is_inside(&s->bounds, place);
  return is_inside(&s->bounds, place) && bsp_is_open(&s->map, place);
}

static carom_collider_def static_def(scene_item *item) {
  carom_pos p = item->pose.position;
  return (carom_collider_def){
      .shape = item->shape,
      .pose = {{(float)p.x, (float)p.y, (float)p.z}, item->pose.rotation},
      .user = item,
  };
}

/* A whole level is one body of many colliders: carom builds a tree over them once. */
bool scene_place_statics(const scene *s, carom_world *world, carom_pos at) {
  carom_body body = carom_body_create(world, &(carom_body_def){.kind = CAROM_STATIC, .pose.position = at});
  carom_collider_def *defs = memory_zeroed(s->static_count, sizeof *defs);
  for (size_t i = 0; i < s->static_count; i++) defs[i] = static_def(s->items[i]);
  carom_status status = carom_collider_create_many(world, body, defs, s->static_count, NULL);
  free(defs);
  return status == CAROM_OK;
}

carom_body scene_place_mover(scene_item *item, carom_world *world, carom_pos at, bool with_velocity) {
  carom_body_def def = {.pose = {pos_add(item->pose.position, at), item->pose.rotation}};
  if (with_velocity) {
    def.linear_velocity = item->linear;
    def.angular_velocity = item->angular;
  }
  carom_body body = carom_body_create(world, &def);
  carom_collider_def shape = {.shape = item->shape, .user = item};
  return carom_collider_create(world, body, &shape).bits ? body : (carom_body){0};
}

bool scene_place_movers(scene *s, carom_world *world) {
  for (size_t i = s->static_count; i < s->count; i++) {
    scene_item *item = s->items[i];
    item->body = scene_place_mover(item, world, s->offset, true);
    if (!item->body.bits) return false;
  }
  return true;
}

void scene_release_asset(const carom_shape *shape) {
  if (shape->kind == CAROM_HULL) carom_hull_release(shape->geometry.hull.asset);
  if (shape->kind == CAROM_MESH) carom_mesh_release(shape->geometry.mesh.asset);
  if (shape->kind == CAROM_COMPOUND) carom_compound_release(shape->geometry.compound.asset);
  if (shape->kind == CAROM_FIELD) carom_field_release(shape->geometry.field.asset);
}

void scene_free(scene *s) {
  for (size_t i = 0; i < s->count; i++) {
    scene_release_asset(&s->items[i]->shape);
    free(s->items[i]);
  }
  free(s->items);
  free(s->points);
  free(s->road);
  bsp_free(&s->map);
  *s = (scene){0};
}
