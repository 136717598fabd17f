// inventory.cpp: the bodies and colliders of a world.
#include "inventory.h"

#include <algorithm>

// A small world is listed for each picture. A large one is listed when its counts have changed, when a body
// is gone, and now and then, because a body may have been enabled or a shape replaced.
static const size_t SMALL = 3000;
static const uint32_t LARGEST_AGE = 30;

static void add_items(const carom_world *world, carom_body body, uint32_t place, mesh_store *meshes,
                      std::vector<inventory_item> *out) {
  size_t count = 0;
  carom_body_get_colliders(world, body, nullptr, 0, &count);
  std::vector<carom_collider> colliders(count);
  carom_body_get_colliders(world, body, colliders.data(), count, &count);
  carom_body_kind kind = CAROM_STATIC;
  carom_body_get_kind(world, body, &kind);
  for (carom_collider collider : colliders) {
    inventory_item item = {};
    carom_shape shape;
    if (carom_collider_get_shape(world, collider, &shape)) continue;
    carom_collider_get_local_pose(world, collider, &item.local);
    carom_collider_is_sensor(world, collider, &item.sensor);
    const carom_local_pose &l = item.local;
    item.moved = l.position.x != 0 || l.position.y != 0 || l.position.z != 0 || l.rotation.x != 0 ||
                 l.rotation.y != 0 || l.rotation.z != 0;
    item.body = place, item.collider = collider, item.fixed = kind == CAROM_STATIC;
    item.mesh = meshes->find(shape, &item.scale);
    out->push_back(item);
  }
}

void inventory::list(const carom_world *world, mesh_store *meshes) {
  size_t count = 0;
  items.clear();
  carom_world_get_bodies(world, nullptr, 0, &count);
  bodies.resize(count);
  carom_world_get_bodies(world, bodies.data(), count, &count);
  auto is_disabled = [world](carom_body body) {
    bool enabled = false;
    return carom_body_is_enabled(world, body, &enabled) || !enabled;
  };
  bodies.erase(std::remove_if(bodies.begin(), bodies.end(), is_disabled), bodies.end());
  for (uint32_t i = 0; i < bodies.size(); i++) add_items(world, bodies[i], i, meshes, &items);
  age = 0;
}

bool inventory::read_poses(const carom_world *world) {
  std::vector<double> numbers(7 * bodies.size() + 7);
  const size_t stride = 7 * sizeof(double);
  carom_pose_buffer out = {CAROM_DOUBLE, &numbers[0], stride, &numbers[3], stride};
  if (carom_body_get_poses(world, bodies.data(), bodies.size(), &out)) return false;
  poses.resize(bodies.size());
  for (size_t i = 0; i < bodies.size(); i++) {
    const double *n = &numbers[7 * i];
    poses[i] = {{n[0], n[1], n[2]}, {float(n[3]), float(n[4]), float(n[5]), float(n[6])}};
  }
  return true;
}

void inventory::update(const carom_world *world, mesh_store *meshes) {
  carom_counts now = {};
  carom_world_get_counts(world, &now);
  bool same =
      now.static_bodies == counts[0] && now.kinematic_bodies == counts[1] && now.colliders == counts[2];
  counts[0] = now.static_bodies, counts[1] = now.kinematic_bodies, counts[2] = now.colliders;
  if (!same || bodies.size() < SMALL || age++ >= LARGEST_AGE) list(world, meshes);
  if (!read_poses(world)) list(world, meshes), read_poses(world);
  for (const inventory_item &item : items) meshes->use(item.mesh);
}
