/* obb_tree.c: the life of a tree after its building, and the query with a box. */
#include "obb_tree.h"

#include "obb_tree_node.h"

void carom__obb_tree_destroy(carom__obb_tree *tree) {
  if (!tree) return;
  carom_allocator allocator = tree->allocator;
  carom__free(&allocator, tree, tree->bytes);
}

static bool visit_items(const carom__tree_node *node, const carom_obb *box, carom__tree_visit visit,
                        void *context) {
  for (uint32_t k = 0; k < node->count; k++) {
    uint32_t child = node->children[k];
    if (!tree_child_is_item(child) || !carom__obb_overlap(&node->boxes[k], box)) continue;
    if (!visit(context, tree_child_item(child))) return false;
  }
  return true;
}

/* Pushes the child nodes that the box may reach, the first one last, so that it is taken next. */
static uint32_t push_nodes(const carom__tree_node *node, const carom_obb *wide, uint32_t *stack,
                           uint32_t size) {
  for (uint32_t k = node->count; k-- > 0;) {
    uint32_t child = node->children[k];
    if (!tree_child_is_item(child) && carom__obb_overlap(&node->boxes[k], wide)) stack[size++] = child;
  }
  return size;
}

bool carom__obb_tree_query(const carom__obb_tree *tree, const carom_obb *box, carom__tree_visit visit,
                           void *context) {
  uint32_t stack[CAROM__TREE_STACK] = {0};
  uint32_t size = 1;
  carom_obb wide = tree_widen(box, CAROM__TREE_MARGIN * vec3_norm1(box->half));
  while (size > 0) {
    const carom__tree_node *node = &tree->nodes[stack[--size]];
    if (!visit_items(node, box, visit, context)) return false;
    size = push_nodes(node, &wide, stack, size);
  }
  return true;
}
