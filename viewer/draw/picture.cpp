// picture.cpp: lines that several parts of a picture are made of.
#include "picture.h"

void picture::arrow(carom_pos from, carom_vec3 along, uint32_t colour) {
  carom_pos tip = from + along;
  carom_vec3 aside =
      cross(along, std::fabs(along.y) > 0.9f * length(along) ? carom_vec3{1, 0, 0} : carom_vec3{0, 1, 0});
  carom_vec3 side = normalised(aside) * (0.1f * length(along));
  line(from, tip, colour);
  line(tip, from + along * 0.8f + side, colour), line(tip, from + along * 0.8f - side, colour);
}

void picture::box(carom_pos min, carom_pos max, uint32_t colour) {
  for (int corner = 0; corner < 8; corner++) {
    carom_pos a = {corner & 1 ? max.x : min.x, corner & 2 ? max.y : min.y, corner & 4 ? max.z : min.z};
    if (!(corner & 1)) line(a, {max.x, a.y, a.z}, colour);
    if (!(corner & 2)) line(a, {a.x, max.y, a.z}, colour);
    if (!(corner & 4)) line(a, {a.x, a.y, max.z}, colour);
  }
}
