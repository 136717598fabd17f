/* obb_tree_build.c: building the tree from the top down: the items of a node are halved along the axis on
 * which their centres extend most, three times over, into up to eight children (Gottschalk, Lin and Manocha,
 * 1996; eight at once: Wald, Benthin and Boulos, 2008). Each cut lies at a multiple of a power of eight, so
 * that all nodes but the last of a level are full. The boxes are fitted afterwards, last node first. */
#include "obb_tree.h"

#include <string.h>

#include "obb_tree_fit.h"

typedef struct item_span {
  uint32_t first, count;
} item_span;

typedef struct builder {
  const carom_obb *boxes;
  carom__obb_tree *tree;
  carom__keyed *order, *scratch; /* an item is order[i].value */
  item_span *spans;              /* the items of each node */
} builder;

/* How many items each child of a node over `count` items gets: the greatest power of eight below. */
static uint32_t child_capacity(uint32_t count) {
  uint32_t capacity = 1;
  while ((uint64_t)capacity * CAROM__TREE_WIDTH < count) capacity *= CAROM__TREE_WIDTH;
  return capacity;
}

/* A level never has more nodes than full ones and one more. */
static uint32_t node_bound(uint32_t count) {
  uint32_t bound = 1;
  for (uint32_t capacity = child_capacity(count); capacity > 1; capacity /= CAROM__TREE_WIDTH)
    bound += (count - 1) / capacity + 1;
  return bound;
}

static int longest_axis(const builder *b, item_span span) {
  carom_vec3 low = b->boxes[b->order[span.first].value].center, high = low;
  for (uint32_t i = 1; i < span.count; i++) {
    carom_vec3 center = b->boxes[b->order[span.first + i].value].center;
    low = vec3_min(low, center);
    high = vec3_max(high, center);
  }
  return vec3_largest_axis(vec3_sub(high, low));
}

static void sort_span(const builder *b, item_span span, int axis) {
  for (uint32_t i = span.first; i < span.first + span.count; i++)
    b->order[i].key = carom__float_key(vec3_get(b->boxes[b->order[i].value].center, axis));
  carom__sort_keyed(b->order + span.first, b->scratch, span.count);
}

/* Orders a span so that each run of `capacity` items lies close together. A span has at most eight runs and
 * the halves have half as many, so the recursion is three deep. */
static void gather_runs(const builder *b, item_span span, uint32_t capacity) {
  if (span.count <= capacity) return;
  sort_span(b, span, longest_axis(b, span));
  uint32_t runs = (span.count - 1) / capacity + 1;
  uint32_t left = runs / 2 * capacity;
  gather_runs(b, (item_span){span.first, left}, capacity);
  gather_runs(b, (item_span){span.first + left, span.count - left}, capacity);
}

static uint32_t add_node(builder *b, item_span span) {
  b->spans[b->tree->node_count] = span;
  return b->tree->node_count++;
}

static void add_children(builder *b, uint32_t index) {
  carom__tree_node *node = &b->tree->nodes[index];
  item_span span = b->spans[index];
  uint32_t capacity = child_capacity(span.count);
  if (capacity > 1) gather_runs(b, span, capacity);
  for (uint32_t done = 0; done < span.count; done += capacity) {
    uint32_t left = span.count - done;
    item_span part = {span.first + done, left < capacity ? left : capacity};
    uint32_t item = b->order[part.first].value;
    node->children[node->count++] = part.count == 1 ? item | CAROM__TREE_ITEM : add_node(b, part);
  }
}

static carom_obb fit_node(const builder *b, uint32_t index) {
  item_span span = b->spans[index];
  return carom__obb_tree_fit(b->boxes, b->order + span.first, span.count, &b->tree->nodes[index]);
}

static void fit_children(const builder *b, uint32_t index) {
  carom__tree_node *node = &b->tree->nodes[index];
  for (uint32_t k = 0; k < node->count; k++) {
    uint32_t child = node->children[k];
    node->boxes[k] = tree_child_is_item(child) ? b->boxes[tree_child_item(child)] : fit_node(b, child);
  }
}

static void build(builder *b, uint32_t count) {
  for (uint32_t i = 0; i < count; i++) b->order[i] = (carom__keyed){0, i};
  add_node(b, (item_span){0, count});
  for (uint32_t i = 0; i < b->tree->node_count; i++) add_children(b, i);
  for (uint32_t i = b->tree->node_count; i-- > 0;) fit_children(b, i);
}

static carom__obb_tree *allocate_tree(const carom_allocator *allocator, uint32_t nodes) {
  size_t bytes = sizeof(carom__obb_tree) + nodes * sizeof(carom__tree_node);
  carom__obb_tree *tree = carom__alloc(allocator, bytes);
  if (!tree) return NULL;
  memset(tree, 0, bytes);
  if (allocator) tree->allocator = *allocator;
  tree->bytes = bytes;
  return tree;
}

carom_status carom__obb_tree_build(const carom_allocator *allocator, const carom_obb *boxes, size_t count,
                                   carom__obb_tree **out) {
  if (count >= CAROM__TREE_ITEM) return CAROM_LIMIT;
  uint32_t nodes = node_bound((uint32_t)count);
  size_t scratch_bytes = 2 * count * sizeof(carom__keyed) + nodes * sizeof(item_span);
  carom__keyed *scratch = carom__alloc(allocator, scratch_bytes);
  carom__obb_tree *tree = scratch ? allocate_tree(allocator, nodes) : NULL;
  if (tree) {
    builder b = {boxes, tree, scratch, scratch + count, (item_span *)(void *)(scratch + 2 * count)};
    build(&b, (uint32_t)count);
    *out = tree;
  }
  if (scratch) carom__free(allocator, scratch, scratch_bytes);
  return tree ? CAROM_OK : CAROM_OUT_OF_MEMORY;
}
