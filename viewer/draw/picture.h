// picture.h: what one picture shows, before it is drawn: instances of meshes, lines, points and texts. All
// places are offsets from the picture's origin.
#ifndef VIEWER_PICTURE_H
#define VIEWER_PICTURE_H

#include "maths.h"
#include "palette.h"

#include <string>
#include <vector>

// A mesh at a place: the columns of its turned and scaled axes, then its position.
struct instance {
  carom_vec3 x, y, z, at;
  uint32_t colour;
};

struct picture_vertex {
  carom_vec3 at;
  uint32_t colour;
};

struct picture_text {
  carom_vec3 at;
  std::string text;
  uint32_t colour;
};

struct picture {
  carom_pos origin = {0, 0, 0};
  std::vector<std::vector<instance>> instances; // by number of a mesh
  std::vector<picture_vertex> lines, points;    // two vertices a line
  std::vector<picture_text> texts;

  void begin(carom_pos new_origin) {
    origin = new_origin;
    for (auto &of_mesh : instances) of_mesh.clear();
    lines.clear(), points.clear(), texts.clear();
  }
  void line(carom_pos a, carom_pos b, uint32_t colour) {
    lines.push_back({a - origin, colour}), lines.push_back({b - origin, colour});
  }
  void point(carom_pos at, uint32_t colour) { points.push_back({at - origin, colour}); }
  void text(carom_pos at, const std::string &text, uint32_t colour) {
    texts.push_back({at - origin, text, colour});
  }
  void arrow(carom_pos from, carom_vec3 along, uint32_t colour);
  void box(carom_pos min, carom_pos max, uint32_t colour); // its twelve edges
};

#endif
