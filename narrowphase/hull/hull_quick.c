/* hull_quick.c: runs quickhull (Barber, Dobkin and Huhdanpaa, 1996) with conflict lists and exact predicates.
 *
 * A facet is visible from a point strictly above its plane. Since that is decided exactly, the visible facets
 * are always connected, their horizon is one simple cycle, and the cone over it is convex: nothing needs
 * repair. */
#include "hull_build.h"

/* An edge of the horizon, as the facet that stays has it reversed. */
typedef struct horizon_edge {
  uint32_t from, to;
  uint32_t beyond, beyond_edge; /* the facet that stays, and which of its edges this is */
} horizon_edge;

typedef CAROM__ARRAY(uint32_t) index_array;

typedef struct quickhull {
  carom__hull_build *build;
  uint32_t *next;      /* a point: the next one in its conflict list */
  uint32_t *facet_at;  /* a point of the horizon: the new facet whose first edge starts there */
  index_array pending; /* facets that have conflicts */
  index_array visible; /* from the point that is being added */
  index_array unused;  /* facets that are no more */
  index_array fresh;   /* the cone */
  CAROM__ARRAY(horizon_edge) horizon;
} quickhull;

static carom__facet *facet_of(quickhull *q, uint32_t facet) { return &q->build->facets.data[facet]; }

static carom_status push_index(quickhull *q, index_array *array, uint32_t value) {
  if (carom__array_reserve(q->build->allocator, array, array->count + 1)) return CAROM_OUT_OF_MEMORY;
  carom__array_push(array, value);
  return CAROM_OK;
}

/* Gives a point to the facet that it is above. Points next to the hull already vanish here: the distance is
 * to the triangle, not to its plane, so that this never blunts a needle. */
static void add_conflict(quickhull *q, carom__facet *facet, uint32_t point, double height) {
  const carom__hull_build *build = q->build;
  if (height <= build->weld &&
      carom__facet_distance2(facet, build->grid, build->grid[point]) <= build->weld * build->weld)
    return;
  q->next[point] = facet->conflicts;
  facet->conflicts = point;
  if (facet->farthest != CAROM__HULL_NONE && height <= facet->height) return;
  facet->farthest = point;
  facet->height = height;
}

/* Finds one of the fresh facets that the point is above; a point above none is inside the hull for good. */
static void place_point(quickhull *q, uint32_t point) {
  for (size_t i = 0; i < q->fresh.count; i++) {
    carom__facet *facet = facet_of(q, q->fresh.data[i]);
    double height = carom__facet_height(facet, q->build->grid[point]);
    if (height > 0) {
      add_conflict(q, facet, point, height);
      return;
    }
  }
}

static carom_status enqueue_fresh(quickhull *q) {
  for (size_t i = 0; i < q->fresh.count; i++) {
    uint32_t facet = q->fresh.data[i];
    if (facet_of(q, facet)->conflicts != CAROM__HULL_NONE && push_index(q, &q->pending, facet))
      return CAROM_OUT_OF_MEMORY;
  }
  return CAROM_OK;
}

/* Adds an edge of a visible facet to the horizon, or what lies across it to the visible facets. */
static carom_status cross_edge(quickhull *q, uint32_t facet, uint32_t edge, uint32_t eye) {
  const carom__facet *here = facet_of(q, facet);
  uint32_t from = here->vertex[edge], to = here->vertex[(edge + 1) % 3], across = here->neighbor[edge];
  carom__facet *beyond = facet_of(q, across);
  if (beyond->seen_by != eye) {
    beyond->seen_by = eye;
    beyond->visible = carom__facet_height(beyond, q->build->grid[eye]) > 0;
    if (beyond->visible) return push_index(q, &q->visible, across);
  }
  if (beyond->visible) return CAROM_OK;
  if (carom__array_reserve(q->build->allocator, &q->horizon, q->horizon.count + 1))
    return CAROM_OUT_OF_MEMORY;
  carom__array_push(&q->horizon, ((horizon_edge){from, to, across, facet_edge_from(beyond, to)}));
  return CAROM_OK;
}

static carom_status find_horizon(quickhull *q, uint32_t first, uint32_t eye) {
  q->visible.count = q->horizon.count = 0;
  facet_of(q, first)->seen_by = eye;
  facet_of(q, first)->visible = true;
  if (push_index(q, &q->visible, first)) return CAROM_OUT_OF_MEMORY;
  for (size_t i = 0; i < q->visible.count; i++)
    for (uint32_t edge = 0; edge < 3; edge++)
      if (cross_edge(q, q->visible.data[i], edge, eye)) return CAROM_OUT_OF_MEMORY;
  return CAROM_OK;
}

/* Stores a new facet where an old one was, or at the end, and lists it as fresh. */
static carom_status store_facet(quickhull *q, carom__facet facet) {
  carom__hull_build *build = q->build;
  uint32_t place = (uint32_t)build->facets.count;
  if (q->unused.count > 0) {
    place = q->unused.data[--q->unused.count];
  } else {
    if (carom__array_reserve(build->allocator, &build->facets, (size_t)place + 1)) return CAROM_OUT_OF_MEMORY;
    build->facets.count++;
  }
  build->facets.data[place] = facet;
  return push_index(q, &q->fresh, place);
}

/* Spans the cone from the horizon to the eye. Each new facet's edges are: horizon, to the eye, from the
 * eye. */
static carom_status make_cone(quickhull *q, uint32_t eye) {
  q->fresh.count = 0;
  for (size_t i = 0; i < q->horizon.count; i++) {
    horizon_edge edge = q->horizon.data[i];
    if (store_facet(q, carom__facet_make(q->build->grid, edge.from, edge.to, eye)))
      return CAROM_OUT_OF_MEMORY;
    uint32_t facet = q->fresh.data[i];
    facet_of(q, facet)->neighbor[0] = edge.beyond;
    facet_of(q, edge.beyond)->neighbor[edge.beyond_edge] = facet;
    q->facet_at[edge.from] = facet;
  }
  for (size_t i = 0; i < q->horizon.count; i++) {
    uint32_t facet = q->fresh.data[i], after = q->facet_at[q->horizon.data[i].to];
    facet_of(q, facet)->neighbor[1] = after;
    facet_of(q, after)->neighbor[2] = facet;
  }
  return CAROM_OK;
}

/* Hands the conflicts of the facets that go to the cone, and frees those facets. */
static carom_status retire_visible(quickhull *q, uint32_t eye) {
  for (size_t i = 0; i < q->visible.count; i++) {
    carom__facet *facet = facet_of(q, q->visible.data[i]);
    for (uint32_t point = facet->conflicts, next; point != CAROM__HULL_NONE; point = next) {
      next = q->next[point];
      if (point != eye) place_point(q, point);
    }
    facet->conflicts = facet->vertex[0] = CAROM__HULL_NONE;
    if (push_index(q, &q->unused, q->visible.data[i])) return CAROM_OUT_OF_MEMORY;
  }
  return CAROM_OK;
}

/* Adds the point that is farthest above a facet. */
static carom_status add_farthest(quickhull *q, uint32_t facet) {
  uint32_t eye = facet_of(q, facet)->farthest;
  bool done = !find_horizon(q, facet, eye) && !make_cone(q, eye) && !retire_visible(q, eye);
  return done ? CAROM_OK : CAROM_OUT_OF_MEMORY;
}

/* Each round adds one point for good, so that there are at most as many as points. A pending facet may be
 * gone, and its place taken by another one: what counts is whether it has conflicts now. */
static carom_status add_points(quickhull *q) {
  if (enqueue_fresh(q)) return CAROM_OUT_OF_MEMORY;
  while (q->pending.count > 0) {
    uint32_t facet = q->pending.data[--q->pending.count];
    if (facet_of(q, facet)->conflicts == CAROM__HULL_NONE) continue;
    if (add_farthest(q, facet) || enqueue_fresh(q)) return CAROM_OUT_OF_MEMORY;
  }
  return CAROM_OK;
}

/* --- With a cap on the vertices --- */

/* The facet with the farthest point above it; CAROM__HULL_NONE when no point is above any. */
static uint32_t farthest_facet(quickhull *q) {
  uint32_t best = CAROM__HULL_NONE;
  double most = 0;
  for (uint32_t i = 0; i < q->build->facets.count; i++) {
    const carom__facet *facet = facet_of(q, i);
    if (facet->conflicts != CAROM__HULL_NONE && facet->height > most) best = i, most = facet->height;
  }
  return best;
}

/* The squared distance of a point above a facet from the hull, or any number up to `least` when it is at most
 * that. */
static double outside2(quickhull *q, uint32_t facet, uint32_t point, double least) {
  const carom__hull_build *build = q->build;
  double found = carom__facet_distance2(facet_of(q, facet), build->grid, build->grid[point]);
  for (uint32_t i = 0; i < build->facets.count && found > least; i++)
    if (facet_of(q, i)->vertex[0] != CAROM__HULL_NONE)
      found = fmin(found, carom__facet_distance2(facet_of(q, i), build->grid, build->grid[point]));
  return found;
}

/* How far the points that were left out are outside at most. */
static double farthest_left(quickhull *q) {
  double most = 0;
  for (uint32_t i = 0; i < q->build->facets.count; i++)
    for (uint32_t point = facet_of(q, i)->conflicts; point != CAROM__HULL_NONE; point = q->next[point])
      most = fmax(most, outside2(q, i, point, most));
  return square_root(most);
}

/* As the hull holds all of the one before, what is left out gets less with each point. */
static carom_status add_capped(quickhull *q, uint32_t most) {
  uint32_t facet;
  for (uint32_t count = 4; count < most && (facet = farthest_facet(q)) != CAROM__HULL_NONE; count++)
    if (add_farthest(q, facet)) return CAROM_OUT_OF_MEMORY;
  q->build->farthest_left = farthest_left(q);
  return CAROM_OK;
}

/* The first facet and a cone over its three edges. */
static carom_status make_tetrahedron(quickhull *q, const uint32_t corner[4]) {
  if (store_facet(q, carom__facet_make(q->build->grid, corner[0], corner[1], corner[2])))
    return CAROM_OUT_OF_MEMORY;
  for (uint32_t edge = 0; edge < 3; edge++) {
    if (carom__array_reserve(q->build->allocator, &q->horizon, q->horizon.count + 1))
      return CAROM_OUT_OF_MEMORY;
    carom__array_push(&q->horizon, ((horizon_edge){corner[(edge + 1) % 3], corner[edge], 0, edge}));
  }
  if (make_cone(q, corner[3]) || push_index(q, &q->fresh, 0)) return CAROM_OUT_OF_MEMORY;
  return CAROM_OK;
}

static carom_status run(quickhull *q) {
  uint32_t corner[4] = {0};
  carom_status status = carom__hull_tetrahedron(q->build, corner);
  if (status) return status;
  if (make_tetrahedron(q, corner)) return CAROM_OUT_OF_MEMORY;
  /* The corners are above no facet, so they place themselves nowhere. */
  for (uint32_t i = 0; i < q->build->count; i++) place_point(q, i);
  uint32_t most = q->build->source->most;
  return most > 0 ? add_capped(q, most) : add_points(q);
}

/* Closes the gaps that retired facets left. */
static void compact(quickhull *q) {
  carom__hull_build *build = q->build;
  uint32_t kept = 0;
  /* The place of each facet to come is noted in the facet itself. */
  for (size_t i = 0; i < build->facets.count; i++)
    if (build->facets.data[i].vertex[0] != CAROM__HULL_NONE) build->facets.data[i].seen_by = kept++;
  for (size_t i = 0; i < build->facets.count; i++) {
    carom__facet *facet = &build->facets.data[i];
    if (facet->vertex[0] == CAROM__HULL_NONE) continue;
    for (int edge = 0; edge < 3; edge++) facet->neighbor[edge] = facet_of(q, facet->neighbor[edge])->seen_by;
  }
  kept = 0;
  for (size_t i = 0; i < build->facets.count; i++)
    if (build->facets.data[i].vertex[0] != CAROM__HULL_NONE)
      build->facets.data[kept++] = build->facets.data[i];
  build->facets.count = kept;
}

carom_status carom__hull_quick(carom__hull_build *build) {
  quickhull q = {.build = build};
  q.next = carom__arena_alloc(&build->arena, build->count, sizeof *q.next);
  q.facet_at = carom__arena_alloc(&build->arena, build->count, sizeof *q.facet_at);
  carom_status status = q.next && q.facet_at ? run(&q) : CAROM_OUT_OF_MEMORY;
  if (!status) compact(&q);
  carom__array_free(build->allocator, &q.pending);
  carom__array_free(build->allocator, &q.visible);
  carom__array_free(build->allocator, &q.unused);
  carom__array_free(build->allocator, &q.fresh);
  carom__array_free(build->allocator, &q.horizon);
  return status;
}
