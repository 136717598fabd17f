/* rings_tree.c: makes a spanning tree of all triangles (Kruskal, 1956).
 *
 * Around holes it leaves out sides, which patches cannot do without: the shortest, as these are the last that
 * go when pieces are joined. */
#include <string.h>

#include "rings.h"

#define UNREACHED (CAROM__NONE - 1)

typedef struct planter {
  const carom_vec2 *points;
  const carom__triangles *triangles;
  uint32_t *into;      /* of each triangle, one that it hangs together with */
  bool *is_joint;      /* of each side: does the tree go over it? */
  carom__keyed *sides; /* between triangles, the longest first */
  size_t side_count;
  carom__tree *out;
} planter;

static void sort_sides(planter *p, carom__keyed *scratch) {
  const carom__triangles *t = p->triangles;
  for (uint32_t side = 0; side < 3 * t->count; side++) {
    uint32_t other = t->beyond[side];
    if (other == CAROM__NONE || other < side) continue;
    carom_vec2 a = p->points[t->corners[side]], b = p->points[t->corners[other]];
    p->sides[p->side_count++] = (carom__keyed){rings_longest_first(a, b), side};
  }
  carom__sort_keyed(p->sides, scratch, p->side_count);
}

/* Takes the sides that join what did not hang together yet. */
static void choose_joints(planter *p) {
  for (uint32_t i = 0; i < p->triangles->count; i++) p->into[i] = i;
  memset(p->is_joint, 0, 3 * p->triangles->count * sizeof *p->is_joint);
  for (size_t i = 0; i < p->side_count; i++) {
    uint32_t side = p->sides[i].value, other = p->triangles->beyond[side];
    uint32_t a = rings_root_of(p->into, side / 3), b = rings_root_of(p->into, other / 3);
    if (a == b) continue;
    p->into[a] = b;
    p->is_joint[side] = p->is_joint[other] = true;
  }
}

/* Adds the triangle beyond a side, if the tree goes there and has not been there. */
static uint32_t reach(planter *p, uint32_t count, uint32_t side) {
  uint32_t other = p->triangles->beyond[side];
  if (!p->is_joint[side] || p->out->parents[other / 3] != UNREACHED) return count;
  p->out->parents[other / 3] = other;
  p->out->order[count] = other / 3;
  return count + 1;
}

/* The nearest to the root first. */
static void put_in_order(planter *p) {
  uint32_t count = 1;
  for (size_t i = 0; i < p->triangles->count; i++) p->out->parents[i] = UNREACHED;
  p->out->order[0] = 0;
  p->out->parents[0] = CAROM__NONE;
  for (uint32_t i = 0; i < count; i++)
    for (uint32_t k = 0; k < 3; k++) count = reach(p, count, 3 * p->out->order[i] + k);
}

carom_status carom__triangles_plant(carom__arena *arena, const carom_vec2 *points,
                                    const carom__triangles *triangles, carom__tree *out) {
  size_t count = triangles->count, most = 3 * count / 2; /* a side lies at two triangles */
  planter p = {.points = points, .triangles = triangles, .out = out};
  p.into = carom__arena_alloc(arena, count, sizeof *p.into);
  p.is_joint = carom__arena_alloc(arena, 3 * count, sizeof *p.is_joint);
  p.sides = carom__arena_alloc(arena, 2 * most, sizeof *p.sides);
  out->order = carom__arena_alloc(arena, count, sizeof *out->order);
  out->parents = carom__arena_alloc(arena, count, sizeof *out->parents);
  if (!p.into || !p.is_joint || !p.sides || !out->order || !out->parents) return CAROM_OUT_OF_MEMORY;
  sort_sides(&p, p.sides + most);
  choose_joints(&p);
  put_in_order(&p);
  return CAROM_OK;
}
