// inventory.h: the bodies and colliders of a world, as a list that is renewed when the world has changed.
#ifndef VIEWER_INVENTORY_H
#define VIEWER_INVENTORY_H

#include "mesh_store.h"

struct inventory_item {
  uint32_t body; // its place in the list of bodies
  carom_collider collider;
  carom_local_pose local;
  bool moved; // the local pose is not that of the body
  bool fixed, sensor;
  uint32_t mesh;
  carom_vec3 scale;
};

class inventory {
public:
  // Brings the list and the poses up to date.
  void update(const carom_world *world, mesh_store *meshes);
  void forget() { bodies.clear(), items.clear(), age = ~0u; }

  std::vector<carom_body> bodies; // those that are enabled, in order of their indices
  std::vector<carom_pose> poses;  // of the bodies
  std::vector<inventory_item> items;

private:
  void list(const carom_world *world, mesh_store *meshes);
  bool read_poses(const carom_world *world);
  uint32_t age = ~0u, counts[3] = {0, 0, 0};
};

// Returns the index of a body, which is the lower half of its id.
inline uint32_t index_of(carom_body body) { return uint32_t(body.bits); }

#endif
