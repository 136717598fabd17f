// renderer.cpp: draws a picture.
#include "renderer.h"

#include "shaders.h"

#include <cstddef>

static const carom_vec3 BACKGROUND = {0.925f, 0.937f, 0.949f};
static const carom_vec3 SUN = {0.384f, 0.823f, 0.418f}; // unit, towards the sun
static const int SHADOW_SIDE = 2048;
// Outlines are drawn faintly where a mesh has more ends of lines, or the picture more instances.
static const GLsizei DENSE = 800;
static const size_t CROWD = 8000;

static void attribute(GLuint index, int count, GLenum type, size_t stride, size_t offset, int divisor) {
  glEnableVertexAttribArray(index);
  glVertexAttribPointer(index, count, type, type == GL_UNSIGNED_BYTE, GLsizei(stride),
                        reinterpret_cast<const void *>(offset));
  glVertexAttribDivisor(index, GLuint(divisor));
}

renderer::renderer()
    : mesh_program(mesh_vertex_shader, mesh_fragment_shader),
      shadow_program(mesh_vertex_shader, shadow_fragment_shader),
      plain_program(plain_vertex_shader, plain_fragment_shader),
      grid_program(grid_vertex_shader, grid_fragment_shader) {
  glGenBuffers(1, &instance_buffer);
  glGenVertexArrays(1, &plain_array), glGenBuffers(1, &plain_buffer);
  glBindVertexArray(plain_array), glBindBuffer(GL_ARRAY_BUFFER, plain_buffer);
  attribute(0, 3, GL_FLOAT, sizeof(picture_vertex), 0, 0);
  attribute(1, 4, GL_UNSIGNED_BYTE, sizeof(picture_vertex), offsetof(picture_vertex, colour), 0);
  const float square[] = {-1, -1, 0, 1, -1, 0, -1, 1, 0, 1, 1, 0};
  glGenVertexArrays(1, &grid_array), glGenBuffers(1, &grid_buffer);
  glBindVertexArray(grid_array), glBindBuffer(GL_ARRAY_BUFFER, grid_buffer);
  glBufferData(GL_ARRAY_BUFFER, sizeof square, square, GL_STATIC_DRAW);
  attribute(0, 3, GL_FLOAT, 3 * sizeof(float), 0, 0);
  glGenTextures(1, &shadow_image), glBindTexture(GL_TEXTURE_2D, shadow_image);
  glTexImage2D(GL_TEXTURE_2D, 0, GL_DEPTH_COMPONENT24, SHADOW_SIDE, SHADOW_SIDE, 0, GL_DEPTH_COMPONENT,
               GL_FLOAT, nullptr);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_COMPARE_MODE, GL_COMPARE_REF_TO_TEXTURE);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
  glGenFramebuffers(1, &shadow_map), glBindFramebuffer(GL_FRAMEBUFFER, shadow_map);
  glFramebufferTexture2D(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_TEXTURE_2D, shadow_image, 0);
  glDrawBuffer(GL_NONE);
  glBindFramebuffer(GL_FRAMEBUFFER, 0);
  glEnable(GL_PROGRAM_POINT_SIZE);
}

// The instances of all meshes share one buffer: each draws those from `first` on.
static void bind_instances(GLuint buffer, size_t first) {
  const size_t begin = first * sizeof(instance);
  glBindBuffer(GL_ARRAY_BUFFER, buffer);
  for (GLuint i = 0; i < 4; i++)
    attribute(2 + i, 3, GL_FLOAT, sizeof(instance), begin + i * sizeof(carom_vec3), 1);
  attribute(6, 4, GL_UNSIGNED_BYTE, sizeof(instance), begin + offsetof(instance, colour), 1);
}

template <class T> static void fill(GLenum kind, GLuint buffer, const std::vector<T> &content) {
  glBindBuffer(kind, buffer);
  glBufferData(kind, GLsizeiptr(content.size() * sizeof(T)), content.data(), GL_STATIC_DRAW);
}

void renderer::upload(const stored_mesh &mesh, gpu_mesh *out) {
  if (!out->arrays[0]) glGenVertexArrays(2, out->arrays), glGenBuffers(6, out->buffers);
  out->version = mesh.version;
  for (int lines = 0; lines < 2; lines++) {
    const stored_mesh::surface &from = lines ? mesh.lines : mesh.triangles;
    const GLuint *buffers = &out->buffers[3 * lines];
    out->counts[lines] = GLsizei(from.indices.size());
    glBindVertexArray(out->arrays[lines]);
    fill(GL_ARRAY_BUFFER, buffers[0], from.positions);
    attribute(0, 3, GL_FLOAT, sizeof(carom_vec3), 0, 0);
    fill(GL_ARRAY_BUFFER, buffers[1], from.normals);
    attribute(1, 3, GL_FLOAT, sizeof(carom_vec3), 0, 0);
    fill(GL_ELEMENT_ARRAY_BUFFER, buffers[2], from.indices);
  }
}

// Uploads all instances at once: of each mesh first the opaque ones, then the clear ones.
void renderer::arrange(const picture &all, const mesh_store &meshes) {
  std::vector<instance> packed;
  gpu_meshes.resize(meshes.all().size());
  for (gpu_mesh &mesh : gpu_meshes) mesh.count[0] = mesh.count[1] = 0;
  for (size_t i = 0; i < all.instances.size(); i++) {
    if (all.instances[i].empty()) continue;
    gpu_mesh &mesh = gpu_meshes[i];
    if (mesh.version != meshes.all()[i].version) upload(meshes.all()[i], &mesh);
    for (int clear = 0; clear < 2; clear++) {
      mesh.first[clear] = packed.size();
      for (const instance &one : all.instances[i])
        if ((one.colour >> 24 < 255) == (clear == 1)) packed.push_back(one);
      mesh.count[clear] = packed.size() - mesh.first[clear];
    }
  }
  is_crowd = packed.size() > CROWD;
  glBindBuffer(GL_ARRAY_BUFFER, instance_buffer);
  glBufferData(GL_ARRAY_BUFFER, GLsizeiptr(packed.size() * sizeof(instance)), packed.data(), GL_STREAM_DRAW);
}

// Draws the triangles or the lines of the instances that are clear, or of those that are not.
void renderer::draw_instances(int lines, int clear) {
  for (const gpu_mesh &mesh : gpu_meshes) {
    if (!mesh.count[clear] || !mesh.counts[lines]) continue;
    glBindVertexArray(mesh.arrays[lines]);
    bind_instances(instance_buffer, mesh.first[clear]);
    if (lines) mesh_program.set("lines", mesh.counts[1] > DENSE || is_crowd ? 0.16f : 0.55f);
    glDrawElementsInstanced(lines ? GL_LINES : GL_TRIANGLES, mesh.counts[lines], GL_UNSIGNED_INT, nullptr,
                            GLsizei(mesh.count[clear]));
  }
}

// From the sun, which sees what is near the target.
static mat4 sun_projection(const camera &from) {
  carom_vec3 sun = from.turned(SUN), right = normalised(cross(from.turned({0, 1, 0}), sun)),
             up = cross(sun, right);
  float reach = from.distance * 1.1f;
  return orthographic(reach, reach, -4 * reach, 4 * reach) * into_axes(right, up, sun);
}

void renderer::draw_shadows(const mat4 &to_sun, int width, int height) {
  GLint before = 0;
  glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &before);
  glBindFramebuffer(GL_FRAMEBUFFER, shadow_map);
  glViewport(0, 0, SHADOW_SIDE, SHADOW_SIDE);
  glClear(GL_DEPTH_BUFFER_BIT);
  shadow_program.use();
  shadow_program.set("to_clip", to_sun);
  shadow_program.set("to_sun", to_sun);
  draw_instances(0, 0);
  glBindFramebuffer(GL_FRAMEBUFFER, GLuint(before));
  glViewport(0, 0, width, height);
}

void renderer::set_light(const camera &from, const look &how, const mat4 &to_clip, const mat4 &to_sun) {
  mesh_program.use();
  mesh_program.set("to_clip", to_clip);
  // Nothing is inside of a map without an extent, so that nothing is in shadow.
  mesh_program.set("to_sun", how.shadows ? to_sun : mat4{{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 9, 9, 9, 1}});
  mesh_program.set("eye", from.eye());
  mesh_program.set("sun", from.turned(SUN));
  mesh_program.set("up", from.turned({0, 1, 0}));
  mesh_program.set("background", BACKGROUND);
  mesh_program.set("haze", from.distance * 12);
  mesh_program.set("flat_light", from.flat ? 1.0f : 0.0f);
  mesh_program.set("shadows", 0);
  glActiveTexture(GL_TEXTURE0);
  glBindTexture(GL_TEXTURE_2D, shadow_image);
}

void renderer::draw_plain(const std::vector<picture_vertex> &vertices, GLenum kind) {
  if (vertices.empty()) return;
  glBindVertexArray(plain_array), glBindBuffer(GL_ARRAY_BUFFER, plain_buffer);
  glBufferData(GL_ARRAY_BUFFER, GLsizeiptr(vertices.size() * sizeof vertices[0]), vertices.data(),
               GL_STREAM_DRAW);
  plain_program.set("round_points", kind == GL_POINTS ? 1.0f : 0.0f);
  glDrawArrays(kind, 0, GLsizei(vertices.size()));
}

// What is hidden is drawn as well, faintly: contacts lie inside of the bodies that touch.
void renderer::draw_marks(const picture &all, const mat4 &to_clip) {
  plain_program.use();
  plain_program.set("to_clip", to_clip);
  plain_program.set("size", all.points.size() > 300 ? 3.5f : 6.0f);
  for (bool hidden : {true, false}) {
    glDepthFunc(hidden ? GL_GREATER : GL_LEQUAL);
    plain_program.set("opacity", hidden ? 0.3f : 1.0f);
    draw_plain(all.lines, GL_LINES);
    draw_plain(all.points, GL_POINTS);
  }
}

void renderer::draw_grid(const picture &all, const camera &from, const mat4 &to_clip) {
  float cell = 1, reach = from.distance * (from.flat ? 3.0f : 6.0f);
  while (reach > 150 * cell) cell *= 10;
  while (reach < 15 * cell) cell /= 10;
  // A little below the floor, and in the plane behind all.
  carom_vec3 along = from.flat ? carom_vec3{0, 1, 0} : from.turned({0, 0, 1});
  carom_vec3 up = from.flat ? carom_vec3{0, 0, 1} : from.turned({0, 1, 0});
  double below = from.flat ? 0 : -dot(all.origin, up);
  grid_program.use();
  grid_program.set("to_clip", to_clip);
  grid_program.set("across", carom_vec3{1, 0, 0});
  grid_program.set("along", along);
  grid_program.set("place", up * (float(below) - (from.flat ? 0.01f : 0.002f) * from.distance));
  grid_program.set("reach", reach);
  grid_program.set("cell", cell);
  grid_program.set("shift", float(std::fmod(all.origin.x, 10.0 * double(cell))),
                   float(std::fmod(dot(all.origin, along), 10.0 * double(cell))));
  glBindVertexArray(grid_array);
  glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
}

void renderer::draw(const picture &all, const mesh_store &meshes, const camera &from, const look &how,
                    int width, int height) {
  mat4 to_clip = from.view_projection(float(width) / float(height)), to_sun = sun_projection(from);
  arrange(all, meshes);
  glEnable(GL_DEPTH_TEST), glDepthMask(GL_TRUE), glDisable(GL_BLEND), glDisable(GL_SCISSOR_TEST);
  glEnable(GL_POLYGON_OFFSET_FILL), glPolygonOffset(1, 1);
  if (how.shadows && !from.flat) draw_shadows(to_sun, width, height);
  glViewport(0, 0, width, height);
  glClearColor(BACKGROUND.x, BACKGROUND.y, BACKGROUND.z, 1);
  glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
  set_light(from, how, to_clip, to_sun);
  mesh_program.set("lines", 0.0f);
  draw_instances(0, 0);
  glEnable(GL_BLEND), glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
  glDepthMask(GL_FALSE);
  if (how.grid) draw_grid(all, from, to_clip);
  mesh_program.use();
  for (int clear = 0; how.outlines && clear < 2; clear++) draw_instances(1, clear);
  mesh_program.set("lines", 0.0f);
  draw_instances(0, 1);
  draw_marks(all, to_clip);
  glDisable(GL_POLYGON_OFFSET_FILL);
}
