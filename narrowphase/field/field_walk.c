/* field_walk.c: what is asked of a field, handed to the kernels. */
#include "field.h"

#include "field_kernels.h"
#include "vec.h"

void carom__field_walk(const carom_field *field, const carom_aabb *box, carom__mesh_visitor visitor) {
  carom__field_kernels_best()->walk(field, box, NULL, visitor);
}

void carom__field_walk_obb(const carom_field *field, const carom_obb *box, carom__mesh_visitor visitor) {
  carom_aabb bounds = carom__mesh_box_bounds(box);
  carom__field_kernels_best()->walk(field, &bounds, box, visitor);
}

/* --- Points --- */

static float clamp(float value, float high) { return value > 0 ? lesser_float(value, high) : 0; }

/* The triangles above or below the point, or at the border beside it. They are hardly ever much farther than
 * the nearest. */
static void try_below(carom__field_search *s) {
  float x = clamp(s->point.x, s->field->bounds.max.x), z = clamp(s->point.z, s->field->bounds.max.z);
  uint32_t cell = carom__field_cell_at(s->field, x, z);
  for (uint32_t second = 0; second < 2; second++) carom__field_try_nearest(s, 2 * cell + second);
}

bool carom__field_nearest(const carom_field *field, carom_vec3 point, float limit, carom__mesh_near *out) {
  carom__field_search s = {
      .field = field, .point = point, .square = (double)limit * (double)limit, .triangle = UINT32_MAX};
  try_below(&s);
  float far = (float)square_root(s.square) * (1 + 0x1p-20f);
  s.columns = carom__field_between(field, 0, point.x - far, point.x + far);
  s.rows = carom__field_between(field, 1, point.z - far, point.z + far);
  if (s.columns.first <= s.columns.last && s.rows.first <= s.rows.last)
    carom__field_kernels_best()->nearest(&s);
  if (s.triangle == UINT32_MAX) return false;
  *out = (carom__mesh_near){
      .distance = square_root(s.square), .point = dvec3_narrow(s.nearest), .triangle = s.triangle};
  return true;
}
