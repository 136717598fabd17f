#include "frustum_core.h"

carom_vec3 carom__frustum_farthest(const carom_frustum *f, carom_vec3 direction, uint32_t *index) {
  double across = frustum_across(direction);
  bool top = frustum_is_topmost(f, direction, across);
  *index = top ? FRUSTUM_TOP : FRUSTUM_BOTTOM;
  return frustum_end_point(f, top, direction, across);
}
