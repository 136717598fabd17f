/* obb_tree_ray.c: a ray through the tree, depth first, the children of a node in the order in which the ray
 * enters them. */
#include "obb_tree.h"

#include "obb_tree_node.h"

typedef struct ray {
  carom_vec3 origin, translation;
} ray;

/* A child that the ray enters. */
typedef struct entry {
  float fraction;
  uint32_t child;
} entry;

/* What is pushed within CAROM__TREE_STACK: siblings at most, as in the query. */
typedef struct entry_stack {
  entry entries[CAROM__TREE_STACK];
  uint32_t size;
} entry_stack;

/* The part of the ray within the slabs met so far. */
typedef struct span {
  float enter, leave;
} span;

static bool cut(span *s, float origin, float direction, float half) {
  if (direction == 0) return fabsf(origin) <= half;
  float sign = direction < 0 ? -1.0f : 1.0f;
  float enter = (-half - sign * origin) / fabsf(direction), leave = (half - sign * origin) / fabsf(direction);
  if (enter > s->enter) s->enter = enter;
  if (leave < s->leave) s->leave = leave;
  return s->enter <= s->leave;
}

/* Tells whether the ray may enter a box up to the limit, and no later than where it really does: the slab
 * method in floats (Kay and Kajiya, 1986). Its rounding grows with the distance and the size of the box, and
 * that of the frame with the distance of both from its origin, so the box is widened in proportion to all. */
static bool may_enter(const carom_obb *box, const ray *r, float limit, float *fraction) {
  carom_vec3 away = vec3_sub(r->origin, box->center);
  float margin = CAROM__TREE_MARGIN * (vec3_norm1(away) + vec3_norm1(box->center) + vec3_norm1(box->half));
  carom_vec3 o = mat3_tmul_vec3(&box->axes, away), d = mat3_tmul_vec3(&box->axes, r->translation);
  span s = {0, limit};
  if (!cut(&s, o.x, d.x, box->half.x + margin) || !cut(&s, o.y, d.y, box->half.y + margin) ||
      !cut(&s, o.z, d.z, box->half.z + margin))
    return false;
  *fraction = s.enter;
  return true;
}

/* Keeps the entries from `base` on sorted, the nearest last; of equals the first one is taken first. */
static void insert_entry(entry_stack *stack, uint32_t base, entry e) {
  uint32_t at = stack->size++;
  while (at > base && stack->entries[at - 1].fraction <= e.fraction) {
    stack->entries[at] = stack->entries[at - 1];
    at--;
  }
  stack->entries[at] = e;
}

static void push_children(entry_stack *stack, const carom__tree_node *node, const ray *r, float limit) {
  uint32_t base = stack->size;
  for (uint32_t k = 0; k < node->count; k++) {
    entry e = {0, node->children[k]};
    if (may_enter(&node->boxes[k], r, limit, &e.fraction)) insert_entry(stack, base, e);
  }
}

void carom__obb_tree_cast_ray(const carom__obb_tree *tree, carom_vec3 origin, carom_vec3 translation,
                              carom__tree_ray_visit visit, void *context) {
  ray r = {origin, translation};
  entry_stack stack = {.size = 0};
  float limit = 1;
  push_children(&stack, &tree->nodes[0], &r, limit);
  while (stack.size > 0 && limit >= 0) {
    entry next = stack.entries[--stack.size];
    if (next.fraction > limit) continue;
    if (tree_child_is_item(next.child))
      limit = visit(context, tree_child_item(next.child), limit);
    else
      push_children(&stack, &tree->nodes[next.child], &r, limit);
  }
}
