/* mesh_layout.c: one block with all arrays of a mesh, and the bounds of its blocks. */
#include "mesh_layout.h"

#include <float.h>

#include "mesh_exact.h"
#include "tasks.h"
#include "vec.h"

/* --- Memory --- */

static size_t add_array(size_t *bytes, size_t count, size_t element) {
  size_t offset = (*bytes + 7) / 8 * 8;
  *bytes = offset + count * element;
  return offset;
}

carom_mesh *carom__mesh_allocate(const carom_allocator *allocator, carom__mesh_sizes n) {
  size_t lanes = (size_t)n.leaves * CAROM__MESH_LANES;
  size_t bytes = sizeof(carom_mesh);
  size_t blocks = add_array(&bytes, n.blocks, sizeof(carom__mesh_block));
  size_t leaves = add_array(&bytes, n.leaves, sizeof(carom__mesh_leaf));
  size_t floats = n.compact ? 0 : 3 * (size_t)n.corners + CAROM__MESH_CORNERS;
  size_t corners = add_array(&bytes, floats, sizeof(float));
  size_t halves = n.compact ? carom__mesh_words(n.leaves, n.corners) + CAROM__MESH_CORNERS : 0;
  size_t words = add_array(&bytes, halves, sizeof(uint16_t));
  size_t numbers = add_array(&bytes, n.compact ? 0 : lanes, sizeof(uint32_t));
  size_t sources = add_array(&bytes, n.sources ? n.corners : 0, sizeof(uint32_t));
  size_t places = add_array(&bytes, n.places ? n.vertices : 0, sizeof(uint32_t));
  size_t leaf_of = add_array(&bytes, n.compact ? 0 : n.triangles, 3);
  size_t materials = add_array(&bytes, n.materials ? lanes : 0, 1);
  char *block = carom__asset_allocate(&carom__mesh_asset_class, allocator, bytes);
  if (!block) return NULL;
  carom_mesh *mesh = (carom_mesh *)(void *)block;
  mesh->block_count = n.blocks;
  mesh->leaf_count = n.leaves;
  mesh->corner_count = n.corners;
  mesh->triangle_count = n.triangles;
  mesh->vertex_count = n.vertices;
  mesh->blocks = (carom__mesh_block *)(void *)(block + blocks);
  mesh->leaves = (carom__mesh_leaf *)(void *)(block + leaves);
  if (n.compact) {
    mesh->words = (uint16_t *)(void *)(block + words);
  } else {
    mesh->corners = (float *)(void *)(block + corners);
    mesh->numbers = (uint32_t *)(void *)(block + numbers);
    mesh->leaf_of = (uint8_t(*)[3])(block + leaf_of);
    memset(mesh->leaf_of, 0xff, n.triangles * sizeof *mesh->leaf_of);
  }
  if (n.sources) mesh->sources = (uint32_t *)(void *)(block + sources);
  if (n.places) mesh->places = (uint32_t *)(void *)(block + places);
  if (n.materials) mesh->materials = (uint8_t *)(block + materials);
  return mesh;
}

carom__mesh_sizes carom__mesh_sizes_of(const carom_mesh *mesh) {
  return (carom__mesh_sizes){.blocks = mesh->block_count,
                             .leaves = mesh->leaf_count,
                             .corners = mesh->corner_count,
                             .triangles = mesh->triangle_count,
                             .vertices = mesh->vertex_count,
                             .materials = mesh->materials,
                             .sources = mesh->sources,
                             .places = mesh->places,
                             .compact = mesh->words};
}

/* --- Bounds --- */

static carom_aabb leaf_bounds(const carom_mesh *mesh, const carom__mesh_leaf *leaf) {
  carom_vec3 first = mesh_corner(mesh, leaf, 0);
  carom_aabb box = {first, first};
  for (unsigned i = 1; i < leaf->corner_count; i++) {
    carom_vec3 p = mesh_corner(mesh, leaf, i);
    box = (carom_aabb){vec3_min(box.min, p), vec3_max(box.max, p)};
  }
  return box;
}

/* The least exponent with which 255 steps reach from low to high. */
static int exponent_for(float low, float high) {
  int exponent;
  frexpf((high - low) / 255, &exponent);
  if (exponent < -126 || high <= low) exponent = -126;
  carom__mesh_block block = {.exponent = {(int8_t)exponent}};
  while (low + 255 * mesh_block_step(&block, 0) < high) block.exponent[0]++;
  return block.exponent[0];
}

/* The highest of the bounds not above a value. */
static uint8_t low_bound(float origin, float step, float value) {
  int i = (int)((value - origin) / step);
  if (i > 255) i = 255;
  while (i > 0 && origin + (float)i * step > value) i--;
  return (uint8_t)i;
}

/* The lowest of the bounds not below a value. */
static uint8_t high_bound(float origin, float step, float value) {
  int i = (int)((value - origin) / step);
  if (i > 255) i = 255;
  while (i < 255 && origin + (float)i * step < value) i++;
  return (uint8_t)i;
}

static void bound_children(carom__mesh_block *block, int axis, const carom_aabb *children) {
  float origin = block->origin[axis], step = mesh_block_step(block, axis);
  for (unsigned c = 0; c < mesh_block_children(block); c++) {
    block->low[axis][c] = low_bound(origin, step, vec3_get(children[c].min, axis));
    block->high[axis][c] = high_bound(origin, step, vec3_get(children[c].max, axis));
  }
}

/* Boxes of blocks, then of leaves. Writes those of the children, and returns what bounds all. */
static carom_aabb list_children(const carom_mesh *mesh, const carom__mesh_block *block,
                                const carom_aabb *boxes, carom_aabb children[CAROM__MESH_LANES]) {
  carom_aabb whole = {{FLT_MAX, FLT_MAX, FLT_MAX}, {-FLT_MAX, -FLT_MAX, -FLT_MAX}};
  unsigned count = mesh_block_children(block), inner = mesh_block_inner(block);
  const carom_aabb *blocks = boxes + block->first_block;
  const carom_aabb *leaves = boxes + mesh->block_count + block->first_leaf;
  for (unsigned c = 0; c < count; c++) {
    children[c] = c < inner ? blocks[c] : leaves[c - inner];
    whole = (carom_aabb){vec3_min(whole.min, children[c].min), vec3_max(whole.max, children[c].max)};
  }
  return whole;
}

static carom_aabb refit_block(const carom_mesh *mesh, carom__mesh_block *block, const carom_aabb *boxes) {
  carom_aabb children[CAROM__MESH_LANES] = {{{0, 0, 0}, {0, 0, 0}}};
  carom_aabb whole = list_children(mesh, block, boxes, children);
  for (int axis = 0; axis < 3; axis++) {
    block->origin[axis] = vec3_get(whole.min, axis);
    block->exponent[axis] = (int8_t)exponent_for(block->origin[axis], vec3_get(whole.max, axis));
    bound_children(block, axis, children);
  }
  return whole;
}

/* --- Leaves --- */

static uint8_t lanes_that_take_part(const carom_mesh *mesh, uint32_t leaf) {
  unsigned lanes = 0;
  for (uint32_t lane = 0; lane < CAROM__MESH_LANES; lane++) {
    uint32_t slot = leaf * CAROM__MESH_LANES + lane;
    carom_vec3 corners[3];
    if (!mesh_slot_is_used(mesh, slot)) break;
    carom__mesh_corners_of(mesh, slot, corners);
    lanes |= (unsigned)!carom__mesh_is_flat(corners) << lane;
  }
  return (uint8_t)lanes;
}

typedef struct mesh_refit {
  carom_mesh *mesh;
  carom_aabb *boxes; /* of leaves */
} mesh_refit;

static void refit_leaves(void *context, uint32_t part, size_t begin, size_t end) {
  const mesh_refit *r = context;
  (void)part;
  for (size_t i = begin; i < end; i++) {
    r->boxes[i] = leaf_bounds(r->mesh, &r->mesh->leaves[i]);
    r->mesh->leaves[i].lanes = lanes_that_take_part(r->mesh, (uint32_t)i);
  }
}

static bool all_are_flat(const carom_mesh *mesh) {
  for (uint32_t i = 0; i < mesh->leaf_count; i++)
    if (mesh->leaves[i].lanes) return false;
  return true;
}

carom_status carom__mesh_refit(carom_mesh *mesh, const carom_tasks *tasks, carom_aabb *scratch) {
  mesh_refit r = {mesh, scratch + mesh->block_count};
  carom__run_ranges(tasks, carom__part_count(tasks, mesh->leaf_count), mesh->leaf_count, refit_leaves, &r);
  for (uint32_t i = mesh->block_count; i-- > 0;) scratch[i] = refit_block(mesh, &mesh->blocks[i], scratch);
  mesh->bounds = scratch[0];
  carom_vec3 extent = vec3_sub(mesh->bounds.max, mesh->bounds.min);
  if (vec3_get(extent, vec3_largest_axis(extent)) < CAROM_SIZE_MIN) return CAROM_BAD_SIZE;
  return all_are_flat(mesh) ? CAROM_FLAT : CAROM_OK;
}
