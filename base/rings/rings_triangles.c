/* rings_triangles.c: cuts a polygon into triangles by a sweep line (Garey, Johnson, Preparata and Tarjan,
 * 1978).
 *
 * What of the inside the line crosses is regions, each above a side that opens it. Of a region that is not
 * cut yet there is a chain, from the last point on one of its two sides to the last point of all, that bends
 * inwards: along the other side. Where two regions have met there are two chains to the same last point,
 * until the next point comes. */
#include "rings.h"

/* A point of a chain, on top of the others. */
typedef struct link {
  uint32_t point, under;
} link;

typedef struct chain {
  uint32_t top;
  bool above; /* do all but the lowest lie on the upper side of the region? */
} chain;

typedef struct region {
  chain chains[2]; /* the lower one and the upper one */
  uint32_t count;
} region;

typedef struct triangulator {
  const carom__rings *polygon;
  const carom__sweep *sweep;
  region *regions; /* of the sides that open them */
  link *links;
  uint32_t link_count;
  carom__triangles *out;
} triangulator;

/* --- Chains --- */

static uint32_t push(triangulator *t, uint32_t under, uint32_t point) {
  t->links[t->link_count] = (link){point, under};
  return t->link_count++;
}

static chain begin_chain(triangulator *t, uint32_t point) {
  return (chain){push(t, CAROM__NONE, point), false};
}

/* A triangle of the top of a chain, what is under that, and a point. */
static void cut_off(triangulator *t, const chain *c, uint32_t top, uint32_t point) {
  uint32_t a = t->links[t->links[top].under].point, b = t->links[top].point;
  uint32_t *corner = t->out->corners + 3 * t->out->count++;
  corner[0] = c->above ? b : a;
  corner[1] = c->above ? a : b;
  corner[2] = point;
}

static bool is_convex(const triangulator *t, const chain *c, uint32_t top, uint32_t point) {
  const carom_vec2 *p = t->polygon->points;
  const link *l = &t->links[top];
  return carom__orient(p[t->links[l->under].point], p[l->point], p[point]) == (c->above ? -1 : 1);
}

/* A point sees all of a chain. */
static void cut_all(triangulator *t, const chain *c, uint32_t point) {
  for (uint32_t top = c->top; t->links[top].under != CAROM__NONE; top = t->links[top].under)
    cut_off(t, c, top, point);
}

/* Puts a point on a chain, after it has cut off what it sees of it. */
static void add_point(triangulator *t, chain *c, uint32_t point, bool above) {
  uint32_t top = c->top;
  if (c->above == above) {
    for (; t->links[top].under != CAROM__NONE && is_convex(t, c, top, point); top = t->links[top].under)
      cut_off(t, c, top, point);
  } else {
    cut_all(t, c, point);
    t->links[top].under = CAROM__NONE;
  }
  *c = (chain){push(t, top, point), above};
}

/* --- Regions --- */

/* A point on a side of a region, on the upper one or on the lower one. */
static void add_to_region(triangulator *t, region *r, uint32_t point, bool above) {
  if (r->count == 2) {
    cut_all(t, &r->chains[above], point);
    r->chains[0] = r->chains[!above];
    r->count = 1;
  }
  add_point(t, &r->chains[0], point, above);
}

static void end_region(triangulator *t, const region *r, uint32_t point) {
  for (uint32_t i = 0; i < r->count; i++) cut_all(t, &r->chains[i], point);
}

/* Where two sides begin inside a region, a way from its last point parts it. */
static void split_region(triangulator *t, region *low, region *high, uint32_t point) {
  *high = (region){.count = 1};
  if (low->count == 2) {
    high->chains[0] = low->chains[1];
  } else {
    chain fresh = begin_chain(t, t->links[low->chains[0].top].point);
    bool above = low->chains[0].above;
    high->chains[0] = above ? fresh : low->chains[0];
    if (!above) low->chains[0] = fresh;
  }
  low->count = 1;
  add_point(t, &low->chains[0], point, true);
  add_point(t, &high->chains[0], point, false);
}

static void merge_regions(triangulator *t, region *low, region *high, uint32_t point) {
  add_to_region(t, low, point, true);
  add_to_region(t, high, point, false);
  low->chains[1] = high->chains[0];
  low->count = 2;
}

/* --- Points --- */

/* One side ends, and the next one begins. */
static void go_on(triangulator *t, uint32_t point, uint32_t ends, uint32_t begins) {
  if (sweep_is_inside(t->sweep, point)) {
    add_to_region(t, &t->regions[t->sweep->below[point]], point, true);
  } else {
    t->regions[begins] = t->regions[ends];
    add_to_region(t, &t->regions[begins], point, false);
  }
}

static void begin(triangulator *t, uint32_t point, region *own) {
  if (sweep_is_inside(t->sweep, point))
    split_region(t, &t->regions[t->sweep->below[point]], own, point);
  else
    *own = (region){.chains = {begin_chain(t, point)}, .count = 1};
}

static void end(triangulator *t, uint32_t point, region *own) {
  if (sweep_is_inside(t->sweep, point))
    merge_regions(t, &t->regions[t->sweep->below[point]], own, point);
  else
    end_region(t, own, point);
}

static void pass(triangulator *t, uint32_t point) {
  uint32_t before = t->polygon->prevs[point];
  bool in_begins = rings_goes_right(t->polygon, point, before);
  bool out_begins = rings_goes_right(t->polygon, point, t->polygon->nexts[point]);
  region *own = &t->regions[t->sweep->opens[point] ? point : before];
  if (in_begins != out_begins)
    go_on(t, point, in_begins ? point : before, in_begins ? before : point);
  else if (in_begins)
    begin(t, point, own);
  else
    end(t, point, own);
}

/* A triangle for each point but two, and two more for each hole. */
static size_t count_triangles(const carom__rings *polygon) {
  return polygon->point_count + 2 * polygon->ring_count - 4;
}

static carom_status pair_triangles(carom__arena *arena, carom__triangles *t) {
  size_t count = 3 * t->count;
  carom__keyed *keyed = carom__arena_alloc(arena, 2 * count, sizeof *keyed);
  if (!keyed) return CAROM_OUT_OF_MEMORY;
  for (uint32_t i = 0; i < count; i++)
    keyed[i] = (carom__keyed){rings_side_key(t->corners[i], t->corners[triangle_next(i)]), i};
  carom__sides_pair(keyed, keyed + count, count, t->beyond);
  return CAROM_OK;
}

carom_status carom__rings_triangulate(carom__arena *arena, const carom__rings *polygon,
                                      const carom__sweep *sweep, carom__triangles *out) {
  size_t count = polygon->point_count, triangles = count_triangles(polygon);
  triangulator t = {.polygon = polygon, .sweep = sweep, .out = out};
  *out = (carom__triangles){carom__arena_alloc(arena, 3 * triangles, sizeof *out->corners),
                            carom__arena_alloc(arena, 3 * triangles, sizeof *out->beyond), 0};
  t.regions = carom__arena_alloc(arena, count, sizeof *t.regions);
  t.links = carom__arena_alloc(arena, 3 * count, sizeof *t.links); /* a split adds three */
  if (!out->corners || !out->beyond || !t.regions || !t.links) return CAROM_OUT_OF_MEMORY;
  for (size_t i = 0; i < count; i++) pass(&t, sweep->order[i]);
  return pair_triangles(arena, out);
}
