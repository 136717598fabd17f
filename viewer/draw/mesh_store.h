// mesh_store.h: the triangles and outlines of shapes, each made once. Shapes that differ in their sizes alone
// share a mesh that is scaled.
#ifndef VIEWER_MESH_STORE_H
#define VIEWER_MESH_STORE_H

#include "maths.h"

#include <map>
#include <string>
#include <vector>

// What carom_shape_tessellate makes of a shape.
struct stored_mesh {
  struct surface {
    std::vector<carom_vec3> positions, normals;
    std::vector<uint32_t> indices;
  };
  surface triangles, lines;
  std::string key;   // by which it is found; empty: the place is free
  carom_body keeper; // holds the asset of the shape, so that its address stays its own
  bool planar;
  uint32_t version = 0;  // another one when the place is taken again
  uint32_t last_use = 0; // the number of the picture
};

class mesh_store {
public:
  mesh_store();
  ~mesh_store();
  mesh_store(const mesh_store &) = delete;
  mesh_store &operator=(const mesh_store &) = delete;

  // Returns the number of the mesh of a shape, and by what it is scaled.
  uint32_t find(const carom_shape &shape, carom_vec3 *scale);
  const std::vector<stored_mesh> &all() const { return meshes; }

  // Begins the next picture, and forgets what no picture has used for a while.
  void next_picture();
  void use(uint32_t mesh) { meshes[mesh].last_use = pictures; }

private:
  uint32_t add(const std::string &key, const carom_shape &shape);
  carom_world *worlds[2]; // of space and of the plane, with a disabled body for each mesh
  std::vector<stored_mesh> meshes;
  std::map<std::string, uint32_t> numbers;
  uint32_t pictures = 0;
};

#endif
