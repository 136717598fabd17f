// renderer.h: draws a picture: each mesh once for all of its instances, with a sun and its shadows, then
// lines, points and a grid.
#ifndef VIEWER_RENDERER_H
#define VIEWER_RENDERER_H

#include "camera.h"
#include "mesh_store.h"
#include "picture.h"
#include "program.h"

struct look {
  bool outlines = true, grid = true, shadows = true;
};

class renderer {
public:
  renderer();
  void draw(const picture &all, const mesh_store &meshes, const camera &from, const look &how, int width,
            int height);

private:
  struct gpu_mesh {
    GLuint arrays[2] = {0, 0}, buffers[6] = {}; // of triangles and of lines; three buffers each
    GLsizei counts[2] = {0, 0};
    size_t first[2] = {0, 0}, count[2] = {0, 0}; // of instances in the buffer: opaque and clear ones
    uint32_t version = 0;
  };
  void upload(const stored_mesh &mesh, gpu_mesh *out);
  void arrange(const picture &all, const mesh_store &meshes);
  void draw_instances(int lines, int clear);
  void draw_shadows(const mat4 &to_sun, int width, int height);
  void draw_plain(const std::vector<picture_vertex> &vertices, GLenum kind);
  void draw_marks(const picture &all, const mat4 &to_clip);
  void draw_grid(const picture &all, const camera &from, const mat4 &to_clip);
  void set_light(const camera &from, const look &how, const mat4 &to_clip, const mat4 &to_sun);

  program mesh_program, shadow_program, plain_program, grid_program;
  std::vector<gpu_mesh> gpu_meshes;
  bool is_crowd = false;
  GLuint instance_buffer = 0, plain_array = 0, plain_buffer = 0, grid_array = 0, grid_buffer = 0;
  GLuint shadow_map = 0, shadow_image = 0;
};

#endif
