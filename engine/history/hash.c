/* hash.c: one word that stands for all that a following step depends on.
 *
 * Values are hashed as 32-bit words by value, so that byte order and padding do not matter. The mixing is
 * that of FNV-1a (Fowler, Noll and Vo, 1991), a word at a time and with the upper bits folded down. */
#include "history.h"

#include <string.h>

#include "contact.h"
#include "filter.h"
#include "objects.h"
#include "patch_list.h"
#include "rows.h"
#include "shape_class.h"

#define SEED UINT64_C(0xCBF29CE484222325)

static uint64_t mix(uint64_t hash, uint32_t word) { return (hash ^ word) * 0x100000001B3u ^ (hash >> 47); }

static uint64_t mix64(uint64_t hash, uint64_t value) {
  return mix(mix(hash, (uint32_t)value), (uint32_t)(value >> 32));
}

static uint64_t mix_floats(uint64_t hash, const float *values, size_t count) {
  for (size_t i = 0; i < count; i++) {
    uint32_t word;
    memcpy(&word, &values[i], sizeof word);
    hash = mix(hash, word);
  }
  return hash;
}

static uint64_t mix_vec3(uint64_t hash, carom_vec3 v) {
  return mix_floats(hash, (float[]){v.x, v.y, v.z}, 3);
}

static uint64_t mix_pos(uint64_t hash, carom_pos p) {
  const double values[3] = {p.x, p.y, p.z};
  for (size_t i = 0; i < 3; i++) {
    uint64_t word;
    memcpy(&word, &values[i], sizeof word);
    hash = mix64(hash, word);
  }
  return hash;
}

static uint64_t mix_quat(uint64_t hash, carom_quat q) {
  return mix_floats(hash, (float[]){q.x, q.y, q.z, q.w}, 4);
}

static uint64_t mix_body(uint64_t hash, const carom_world *world, uint32_t slot) {
  const carom_pose *pose = &world->bodies.poses.data[slot];
  const carom__velocity v = carom__body_velocity(world, slot);
  carom__slots_view colliders = carom__body_colliders(world, slot);
  hash = mix64(hash, carom__idpool_at(&world->bodies.ids, slot));
  hash = mix(hash, world->bodies.flags.data[slot] & CAROM__BODY_STATE);
  hash = mix_quat(mix_pos(hash, pose->position), pose->rotation);
  hash = mix_vec3(mix_vec3(hash, v.linear), v.angular);
  uint32_t collider;
  for (size_t at = 0; slots_next(&colliders, &at, &collider);) hash = mix(hash, collider);
  return hash;
}

static uint64_t mix_collider(uint64_t hash, const carom_world *world, uint32_t slot) {
  const carom_local_pose local = carom__collider_local(world, slot);
  hash = mix64(hash, carom__idpool_at(&world->colliders.ids, slot));
  hash = mix(hash, world->colliders.gates.data[slot].flags & CAROM__COLLIDER_STATE);
  const carom_filter filter = carom__filter_normalize(world->colliders.gates.data[slot].filter);
  carom_shape room;
  hash = mix64(hash, carom__shape_hash(carom__collider_shape(world, slot, &room)));
  hash = mix_quat(mix_vec3(hash, local.position), local.rotation);
  hash = mix64(mix64(hash, filter.category), filter.mask);
  hash = mix(hash, (uint32_t)filter.group);
  const float margin = carom__collider_margin(world, slot);
  if (margin > 0) hash = mix_floats(hash, &margin, 1);
  const uint64_t order = carom__collider_order(world, slot);
  return order ? mix64(mix(hash, 1), order) : hash;
}

static uint64_t mix_manifold(uint64_t hash, const carom_manifold *manifold) {
  hash = mix(mix_vec3(hash, manifold->normal), manifold->point_count);
  for (uint32_t i = 0; i < manifold->point_count; i++) {
    hash = mix_pos(hash, manifold->points[i].position);
    hash = mix(mix_floats(hash, &manifold->points[i].separation, 1), manifold->points[i].feature);
  }
  return hash;
}

static uint64_t mix_patch(uint64_t hash, const carom_patch *patch) {
  const carom_manifold manifold = patch_manifold(patch);
  hash = mix(mix(mix_manifold(hash, &manifold), patch->child_a), patch->child_b);
  hash = mix(mix(hash, patch->triangle_a), patch->triangle_b);
  return mix(mix(hash, patch->material_a), patch->material_b);
}

static uint64_t mix_contact(uint64_t hash, const carom_contact *contact) {
  hash = mix64(mix64(hash, contact->a.collider.bits), contact->b.collider.bits);
  hash = mix_manifold(hash, &contact->manifold);
  for (uint32_t i = 0; i < contact->patch_count; i++) hash = mix_patch(hash, &contact->patches[i]);
  return contact->nearby ? mix(hash, 1 + (uint32_t)contact->apart) : hash;
}

static uint64_t mix_cells(uint64_t hash, const carom_world *world, size_t i) {
  const carom__point_cells *cells = &world->contacts.cells.data[contact_rows(world) * i];
  const carom_contact *contact = &world->contacts.list.data[i];
  for (uint32_t k = 0; k < contact->manifold.point_count; k++)
    hash = mix(mix(hash, cells->on_a[k]), cells->on_b[k]);
  for (uint32_t k = 0; k < contact_further_count(contact); k++)
    hash = mix(mix(hash, cells[1].on_a[k]), cells[1].on_b[k]);
  return hash;
}

static uint64_t mix_ways(uint64_t hash, const carom__halfway *halfway) {
  hash = mix_floats(hash, &halfway->dt, 1);
  for (size_t i = 0; i < halfway->ways.count; i++) {
    const carom__body_way *way = &halfway->ways.data[i];
    hash = mix_quat(mix_pos(mix64(hash, way->body.bits), way->before.position), way->before.rotation);
  }
  return hash;
}

uint64_t carom_world_hash(const carom_world *world) {
  if (!world) return 0;
  uint64_t hash = SEED;
  if (world->def.margin > 0) hash = mix_floats(hash, &world->def.margin, 1);
  for (uint32_t slot = 0; slot < carom__idpool_slots(&world->bodies.ids); slot++)
    if (carom__idpool_at(&world->bodies.ids, slot)) hash = mix_body(hash, world, slot);
  for (uint32_t slot = 0; slot < carom__idpool_slots(&world->colliders.ids); slot++)
    if (carom__idpool_at(&world->colliders.ids, slot)) hash = mix_collider(hash, world, slot);
  if (world->halfway.on) hash = mix_ways(hash, &world->halfway);
  for (size_t i = 0; i < world->contacts.list.count; i++) {
    if (world->contacts.ended.data[i]) continue;
    hash = mix_contact(hash, &world->contacts.list.data[i]);
    if (world->def.persistent_manifolds) hash = mix_cells(hash, world, i);
  }
  return hash;
}

static uint64_t mix_event(uint64_t hash, const carom_event *event) {
  const carom_contact *contact = event->contact;
  hash = mix(mix(hash, (uint32_t)event->kind), (uint32_t)event->cause);
  hash = mix64(mix64(hash, contact->a.category), contact->b.category);
  hash = mix(mix_floats(hash, &contact->approach_speed, 1), contact->sensor);
  return mix64(mix_contact(hash, contact), contact->value);
}

uint64_t carom__events_hash(const carom_world *world) {
  uint64_t hash = SEED;
  for (size_t i = 0; i < world->events.count; i++) hash = mix_event(hash, &world->events.data[i]);
  return hash;
}
