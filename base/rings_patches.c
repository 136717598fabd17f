/* rings_patches.c: the tree of triangles parted into patches that are small enough for the best cut. */
#include <string.h>

#include "rings_patch.h"

typedef struct parter {
  const carom__loop *loop;
  const carom__triangles *triangles;
  bool *is_root; /* of each triangle: a patch is that at its root and what hangs on it, but for other roots */
  uint8_t *corners;                         /* of the nodes in the patch in hand */
  uint32_t members[CAROM__PATCH_TRIANGLES]; /* its triangles */
  carom__patch patch;
} parter;

/* Each triangle comes into the patch of its parent while that has room. */
static void find_roots(parter *p, uint8_t *sizes) {
  const carom__triangles *t = p->triangles;
  memset(sizes, 1, t->count);
  for (size_t i = 0; i + 1 < t->count; i++) {
    uint8_t *size = &sizes[t->beyond[3 * i + 2]];
    p->is_root[i] = *size + sizes[i] > CAROM__PATCH_TRIANGLES;
    if (!p->is_root[i]) *size = (uint8_t)(*size + sizes[i]);
  }
  p->is_root[t->count - 1] = true;
}

static void add_corner(parter *p, uint32_t node) {
  carom__patch *patch = &p->patch;
  p->corners[node] = (uint8_t)patch->corner_count;
  patch->points[patch->corner_count] = p->loop->points[p->loop->at[node]];
  patch->numbers[patch->corner_count++] = p->loop->at[node];
}

/* Adds a triangle and its children in the patch, with the corners at which their sides on the outline begin:
 * all sides of the root, and of the others those that are not their parent's. */
static uint8_t add_triangle(parter *p, uint32_t triangle, size_t sides) {
  carom__patch *patch = &p->patch;
  uint8_t added = (uint8_t)patch->triangle_count++;
  p->members[added] = triangle;
  for (size_t side = 0; side < sides; side++) {
    uint32_t next = p->triangles->beyond[3 * (size_t)triangle + side];
    if (next < triangle && !p->is_root[next]) {
      uint8_t child = add_triangle(p, next, 2);
      patch->beyond[added][side] = child;
      patch->beyond[child][2] = added;
    } else {
      patch->beyond[added][side] = CAROM__PATCH_TRIANGLES;
      add_corner(p, p->triangles->corners[3 * (size_t)triangle + side]);
    }
  }
  return added;
}

static void make_patch(parter *p, uint32_t root) {
  p->patch.corner_count = p->patch.triangle_count = 0;
  add_triangle(p, root, 3);
  for (size_t i = 0; i < p->patch.triangle_count; i++)
    for (size_t k = 0; k < 3; k++)
      p->patch.triangles[i][k] = p->corners[p->triangles->corners[3 * (size_t)p->members[i] + k]];
}

carom_status carom__patches_cut(carom__arena *arena, const carom__loop *loop,
                                const carom__triangles *triangles, size_t most_corners,
                                carom__piece_list *out) {
  parter *p = carom__arena_alloc(arena, 1, sizeof *p);
  uint8_t *sizes = carom__arena_alloc(arena, triangles->count, sizeof *sizes);
  bool *is_root = carom__arena_alloc(arena, triangles->count, sizeof *is_root);
  uint8_t *corners = carom__arena_alloc(arena, loop->count, sizeof *corners);
  if (!p || !sizes || !is_root || !corners) return CAROM_OUT_OF_MEMORY;
  p->loop = loop;
  p->triangles = triangles;
  p->is_root = is_root;
  p->corners = corners;
  find_roots(p, sizes);
  for (uint32_t i = 0; i < triangles->count; i++) {
    if (!is_root[i]) continue;
    make_patch(p, i);
    carom__patch_cut(&p->patch, most_corners, out);
  }
  return CAROM_OK;
}
