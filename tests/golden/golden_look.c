#include "golden_look.h"

enum { FOUND_MAX = 64 };

static void hash_long(bits_hash *hash, uint64_t word) {
  hash_word(hash, (uint32_t)word);
  hash_word(hash, (uint32_t)(word >> 32));
}

static void hash_side(bits_hash *hash, const carom_contact_side *side) {
  hash_long(hash, side->body.bits);
  hash_long(hash, side->collider.bits);
  hash_long(hash, side->category);
  hash_word(hash, side->child);
  hash_word(hash, side->triangle);
}

static void hash_event(bits_hash *hash, const carom_event *event) {
  hash_word(hash, (uint32_t)event->kind);
  hash_word(hash, (uint32_t)event->cause);
  hash_side(hash, &event->contact->a);
  hash_side(hash, &event->contact->b);
  hash_manifold(hash, &event->contact->manifold);
  hash_float(hash, event->contact->approach_speed);
  hash_word(hash, event->contact->sensor);
  hash_long(hash, event->contact->value);
}

void golden_hash_events(bits_hash *hash, const carom_world *world) {
  size_t count = 0;
  const carom_event *events = carom_world_get_events(world, &count);
  for (size_t i = 0; i < count; i++) hash_event(hash, &events[i]);
  carom_counts counts;
  golden_must(carom_world_get_counts(world, &counts));
  const uint64_t words[] = {counts.static_bodies, counts.kinematic_bodies, counts.colliders,
                            counts.steps,         counts.begins,           counts.stays,
                            counts.ends,          counts.body_pairs,       counts.collider_pairs,
                            counts.contacts,      counts.not_converged,    counts.clamped};
  for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) hash_long(hash, words[i]);
}

static void hash_hit(bits_hash *hash, const carom_ray_hit *hit) {
  hash_long(hash, hit->body.bits);
  hash_long(hash, hit->collider.bits);
  hash_word(hash, hit->inside);
  hash_float(hash, hit->fraction);
  hash_vec3(hash, hit->normal);
  hash_pos(hash, hit->point);
}

static void hash_found(bits_hash *hash, const carom_found *found, size_t count) {
  hash_word(hash, (uint32_t)count);
  for (size_t i = 0; i < count && i < FOUND_MAX; i++) hash_long(hash, found[i].collider.bits);
}

static void ask_rays(bits_hash *hash, const carom_world *world, const carom_ray *ray) {
  carom_ray_hit hits[FOUND_MAX];
  bool any = false;
  size_t count = 0;
  golden_must(carom_world_cast_ray(world, ray, NULL, &hits[0]));
  hash_hit(hash, &hits[0]);
  golden_must(carom_world_cast_ray_any(world, ray, &(carom_query_filter){.skip_sensors = true}, &any));
  hash_word(hash, any);
  golden_must(carom_world_cast_ray_all(world, ray, NULL, hits, FOUND_MAX, &count));
  for (size_t i = 0; i < count && i < FOUND_MAX; i++) hash_hit(hash, &hits[i]);
}

static void ask_overlaps(bits_hash *hash, const carom_world *world, const carom_shape *shape,
                         const carom_pose *pose) {
  carom_found found[FOUND_MAX];
  size_t count = 0;
  const carom_pos p = pose->position;
  const carom_region region = {p, {p.x + 1, p.y + 2, p.z + 0.5}};
  golden_must(carom_world_overlap_shape(world, shape, pose, NULL, found, FOUND_MAX, &count));
  hash_found(hash, found, count);
  golden_must(carom_world_overlap_point(world, &p, NULL, found, FOUND_MAX, &count));
  hash_found(hash, found, count);
  golden_must(carom_world_overlap_region(world, &region, NULL, found, FOUND_MAX, &count));
  hash_found(hash, found, count);
}

void golden_hash_queries(bits_hash *hash, golden_world *golden) {
  for (uint32_t place = 0; place < 2; place++) {
    carom_pose pose = golden_pose(golden, place);
    carom_shape shape = golden_shape(golden);
    carom_ray ray = {.origin = pose.position, .translation = bits_vec3(&golden->random, -20, 20)};
    ask_rays(hash, golden->world, &ray);
    ask_overlaps(hash, golden->world, &shape, &pose);
  }
}
