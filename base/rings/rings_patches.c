/* rings_patches.c: divides triangles into patches that are small enough for the optimal cut. */
#include <string.h>

#include "rings_patch.h"

typedef struct parter {
  const carom_vec2 *points;
  const carom__triangles *triangles;
  carom__tree tree;
  bool *is_root; /* of each triangle: a patch is that at its root and what hangs on it, but for other roots */
  carom__patch patch;
} parter;

/* Each triangle comes into the patch of its parent while that has room. */
static void find_roots(parter *p, uint8_t *sizes) {
  const carom__triangles *t = p->triangles;
  memset(sizes, 1, t->count);
  for (size_t i = t->count; i-- > 1;) {
    uint32_t triangle = p->tree.order[i];
    uint8_t *size = &sizes[t->beyond[p->tree.parents[triangle]] / 3];
    p->is_root[triangle] = *size + sizes[triangle] > CAROM__PATCH_TRIANGLES;
    if (!p->is_root[triangle]) *size = (uint8_t)(*size + sizes[triangle]);
  }
  p->is_root[p->tree.order[0]] = true;
}

static void add_corner(parter *p, uint32_t point) {
  carom__patch *patch = &p->patch;
  patch->points[patch->corner_count] = p->points[point];
  patch->numbers[patch->corner_count++] = point;
}

/* The triangle that hangs on a side in the patch in hand, by its side there. */
static uint32_t child_at(const parter *p, uint32_t side) {
  uint32_t other = p->triangles->beyond[side];
  if (other == CAROM__NONE || p->tree.parents[other / 3] != other || p->is_root[other / 3])
    return CAROM__NONE;
  return other;
}

static uint8_t add_triangle(parter *p, uint32_t first, size_t sides);

/* Adds what lies on the outline along a side of a triangle: the corner that it starts from comes first. */
static void add_side(parter *p, uint8_t triangle, size_t k, uint32_t side) {
  carom__patch *patch = &p->patch;
  uint32_t child = child_at(p, side);
  patch->triangles[triangle][k] = (uint8_t)patch->corner_count;
  patch->beyond[triangle][k] = CAROM__PATCH_TRIANGLES;
  if (child == CAROM__NONE) {
    add_corner(p, p->triangles->corners[side]);
  } else {
    uint8_t added = add_triangle(p, triangle_next(child), 2);
    patch->beyond[triangle][k] = added;
    patch->beyond[added][2] = triangle;
  }
}

/* Adds a triangle, from a side on, with what hangs on its sides: three of the root, and of the others those
 * that are not their parent's. */
static uint8_t add_triangle(parter *p, uint32_t first, size_t sides) {
  uint8_t added = (uint8_t)p->patch.triangle_count++;
  for (size_t k = 0; k < sides; k++, first = triangle_next(first)) add_side(p, added, k, first);
  if (sides == 2) p->patch.triangles[added][2] = (uint8_t)p->patch.corner_count;
  return added;
}

/* The outline ends where it started. */
static void make_patch(parter *p, uint32_t root) {
  carom__patch *patch = &p->patch;
  patch->corner_count = patch->triangle_count = 0;
  add_triangle(p, 3 * root, 3);
  for (size_t i = 0; i < patch->triangle_count; i++)
    if (patch->triangles[i][2] == patch->corner_count) patch->triangles[i][2] = 0;
}

carom_status carom__patches_cut(carom__arena *arena, const carom_vec2 *points,
                                const carom__triangles *triangles, size_t most_corners,
                                carom__piece_list *out) {
  size_t count = triangles->count;
  parter *p = carom__arena_alloc(arena, 1, sizeof *p);
  uint8_t *sizes = carom__arena_alloc(arena, count, sizeof *sizes);
  if (!p || !sizes) return CAROM_OUT_OF_MEMORY;
  p->points = points;
  p->triangles = triangles;
  p->is_root = carom__arena_alloc(arena, count, sizeof *p->is_root);
  if (!p->is_root) return CAROM_OUT_OF_MEMORY;
  carom_status status = carom__triangles_plant(arena, points, triangles, &p->tree);
  if (status) return status;
  find_roots(p, sizes);
  for (size_t i = 0; i < count; i++) {
    if (!p->is_root[p->tree.order[i]]) continue;
    make_patch(p, p->tree.order[i]);
    carom__patch_cut(&p->patch, most_corners, out);
  }
  return CAROM_OK;
}
