/* hull_merge.c: from triangles to faces.
 *
 * Regions grow from the largest facets over neighbors whose vertices are within a tolerance of the seed's
 * plane; vertices between two regions only are left out, and regions without an outline are absorbed. A
 * region that makes no good face is grown again with a smaller tolerance, at last with none, where the faces
 * are those of the exact hull. (The idea of merging by the seed's plane instead of repairing edges one by one
 * differs from Gregorius, 2014; a supporting plane needs no check of convexity against the other faces.) */
#include "hull_regions.h"

#include "sort.h"

/* Rounds before everything goes to the last level at once. */
enum { ROUNDS = 24 };

static const uint8_t LAST_LEVEL = CAROM__MERGE_LEVELS - 1;

/* A facet that leans this much from the seed (as a cosine) is a sliver along an edge, and not of the face. */
static const double LEAST_COSINE = 0.1;

static double level_tolerance(const carom__hull_regions *m, uint8_t level) {
  double tolerance = m->build->tolerance;
  for (uint8_t i = 0; i < level; i++) tolerance /= 8;
  return level == LAST_LEVEL ? 0 : tolerance;
}

/* May the facet across an edge of the region join it? Only its vertex off the edge is new to the region. */
static bool may_join(const carom__hull_regions *m, uint32_t seed, uint32_t half) {
  const carom__facet *plane = &m->facets[seed];
  uint32_t other = carom__merge_opposite(m, half);
  const carom__facet *facet = &m->facets[other / 3];
  uint8_t level = m->levels[seed] > m->levels[other / 3] ? m->levels[seed] : m->levels[other / 3];
  double depth = -carom__facet_height(plane, m->build->grid[facet->vertex[(other % 3 + 2) % 3]]);
  if (depth > level_tolerance(m, level)) return false;
  double cosine = dvec3_dot(facet_normal(plane), facet_normal(facet));
  return cosine >= LEAST_COSINE * plane->length * facet->length;
}

static void grow_region(carom__hull_regions *m, uint32_t seed) {
  uint32_t region = m->region_count++, count = 0;
  m->seed[region] = seed;
  m->region[seed] = m->joined[region] = region;
  m->queue[count++] = seed;
  for (uint32_t i = 0; i < count; i++)
    for (uint32_t edge = 0; edge < 3; edge++) {
      uint32_t facet = m->queue[i], across = m->facets[facet].neighbor[edge];
      if (m->region[across] != CAROM__HULL_NONE || !may_join(m, seed, 3 * facet + edge)) continue;
      m->region[across] = region;
      m->queue[count++] = across;
    }
}

static void grow_regions(carom__hull_regions *m) {
  m->region_count = 0;
  for (uint32_t i = 0; i < m->facet_count; i++) m->region[i] = CAROM__HULL_NONE;
  for (uint32_t i = 0; i < m->facet_count; i++)
    if (m->region[m->order[i]] == CAROM__HULL_NONE) grow_region(m, m->order[i]);
}

static uint32_t joined_region(const carom__hull_regions *m, uint32_t region) {
  while (m->joined[region] != region) region = m->joined[region];
  return region;
}

/* Lets regions of less than three corners go to the region across their border. A region with a hole stays:
 * it is what lies in the hole that goes. Tells whether there were any. */
static bool absorb_degenerate(carom__hull_regions *m) {
  bool any = false;
  for (uint32_t face = 0; face < m->faces.face_count; face++) {
    uint32_t region = m->region[m->gate[face] / 3];
    if (m->faces.starts[face + 1] - m->faces.starts[face] >= 3 || m->refused[region]) continue;
    uint32_t from = joined_region(m, region);
    uint32_t to = joined_region(m, merge_region_beyond(m, m->gate[face]));
    m->joined[from] = to;
    any = any || from != to;
  }
  for (uint32_t i = 0; any && i < m->facet_count; i++) m->region[i] = joined_region(m, m->region[i]);
  return any;
}

/* Each pass but the last has fewer regions than the one before. */
static void outline_regions(carom__hull_regions *m) {
  do carom__merge_walk(m);
  while (absorb_degenerate(m));
}

static void sink_refused(carom__hull_regions *m, bool at_once) {
  for (uint32_t i = 0; i < m->facet_count; i++) {
    if (at_once) m->levels[i] = LAST_LEVEL;
    if (m->refused[m->region[i]] && m->levels[i] < LAST_LEVEL) m->levels[i]++;
  }
}

static bool partition(carom__hull_regions *m) {
  for (int round = 0; round <= ROUNDS; round++) {
    grow_regions(m);
    outline_regions(m);
    if (!carom__merge_judge(m)) return true;
    sink_refused(m, round == ROUNDS - 1);
  }
  return false;
}

static carom_status sort_facets(carom__hull_regions *m, carom__arena *arena) {
  carom__keyed *items = carom__arena_alloc(arena, m->facet_count, sizeof *items);
  carom__keyed *scratch = carom__arena_alloc(arena, m->facet_count, sizeof *scratch);
  if (!items || !scratch || !m->order) return CAROM_OUT_OF_MEMORY;
  for (uint32_t i = 0; i < m->facet_count; i++)
    items[i] = (carom__keyed){~(uint64_t)carom__float_key((float)m->facets[i].length), i};
  carom__sort_keyed(items, scratch, m->facet_count);
  for (uint32_t i = 0; i < m->facet_count; i++) m->order[i] = items[i].value;
  return CAROM_OK;
}

static uint32_t *indices(carom__arena *arena, size_t count) {
  return carom__arena_alloc(arena, count, sizeof(uint32_t));
}

static carom_status allocate(carom__hull_regions *m, carom__arena *arena) {
  size_t facets = m->facet_count, halves = 3 * facets;
  uint32_t **a_facet[] = {&m->order, &m->queue, &m->region, &m->seed, &m->joined, &m->face_of};
  uint32_t **a_half[] = {&m->entry, &m->first, &m->gate, &m->faces.seeds, &m->faces.loops, &m->faces.twins};
  bool ok = true;
  for (size_t i = 0; i < sizeof a_facet / sizeof *a_facet; i++)
    ok = (*a_facet[i] = indices(arena, facets)) && ok;
  for (size_t i = 0; i < sizeof a_half / sizeof *a_half; i++)
    ok = (*a_half[i] = indices(arena, halves)) && ok;
  m->faces.starts = indices(arena, halves + 1);
  m->degree = indices(arena, m->build->count);
  m->levels = carom__arena_alloc(arena, facets, sizeof *m->levels);
  m->refused = carom__arena_alloc(arena, facets, sizeof *m->refused);
  m->covered = carom__arena_alloc(arena, m->build->count, sizeof *m->covered);
  ok = ok && m->faces.starts && m->degree && m->levels && m->refused && m->covered;
  return ok ? CAROM_OK : CAROM_OUT_OF_MEMORY;
}

carom_status carom__hull_merge(carom__hull_build *build, carom__hull_faces *out) {
  carom__hull_regions m = {
      .build = build, .facets = build->facets.data, .facet_count = (uint32_t)build->facets.count};
  if (allocate(&m, &build->arena) || sort_facets(&m, &build->arena)) return CAROM_OUT_OF_MEMORY;
  for (uint32_t i = 0; i < m.facet_count; i++) m.levels[i] = 0;
  if (!partition(&m)) return CAROM_NOT_CONVERGED;
  for (uint32_t i = 0; i < m.faces.loop_count; i++)
    m.faces.twins[i] = m.entry[carom__merge_opposite(&m, m.first[i])];
  *out = m.faces;
  return CAROM_OK;
}
