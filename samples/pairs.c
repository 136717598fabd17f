/* pairs: many pairs in one call. The program prepares a ring of boxes once. It then computes all neighbouring
 * pairs in one batch, with a status for each. */
#include <carom/carom.h>
#include <stdio.h>

enum { COUNT = 8 };

int main(void) {
  static const float gaps[COUNT] = {0.1f, -0.1f, 0, 0.2f, -0.3f, 0.05f, -0.02f, 1};
  carom_shape box = carom_shape_box(0.5f, 0.5f, 0.5f);
  carom_placed placed[COUNT];
  carom_index_pair pairs[COUNT - 1];
  carom_status statuses[COUNT - 1];
  carom_manifold manifolds[COUNT - 1];
  double x = 0;
  for (uint32_t i = 0; i < COUNT; i++) {
    if (carom_place(&box, &(carom_pose){.position = {x, 0, 0}}, &placed[i])) return 1;
    if (i + 1 < COUNT) pairs[i] = (carom_index_pair){i, i + 1};
    x += 1 + (double)gaps[i];
  }
  carom_batch batch = {
      .placed = placed, .placed_count = COUNT, .pairs = pairs, .pair_count = COUNT - 1, .statuses = statuses};
  if (carom_collide_pairs(&batch, manifolds)) return 1;
  for (int i = 0; i < COUNT - 1; i++) {
    const carom_manifold *m = &manifolds[i];
    printf("%u and %u: %u points", pairs[i].a, pairs[i].b, m->point_count);
    if (m->point_count > 0) printf(", %.2f deep", -(double)m->points[0].separation + 0.0);
    printf("\n");
  }
  return 0;
}
