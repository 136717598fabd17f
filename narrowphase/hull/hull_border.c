/* hull_border.c: the borders of the regions, walked as loops of corners. */
#include "hull_regions.h"

uint32_t carom__merge_opposite(const carom__hull_regions *m, uint32_t half) {
  uint32_t beyond = m->facets[half / 3].neighbor[half % 3];
  return 3 * beyond + facet_edge_from(&m->facets[beyond], merge_edge_end(m, half));
}

static uint32_t after_in_facet(uint32_t half) { return half % 3 == 2 ? half - 2 : half + 1; }

/* The border half edge that follows another one around its region. */
static uint32_t next_on_border(const carom__hull_regions *m, uint32_t half) {
  /* Turning about the end vertex through facets of the region ends at a border, since it came from one. */
  uint32_t next = after_in_facet(half);
  while (!merge_on_border(m, next)) next = after_in_facet(carom__merge_opposite(m, next));
  return next;
}

static void count_degrees(carom__hull_regions *m) {
  for (uint32_t i = 0; i < m->build->count; i++) m->degree[i] = 0;
  for (uint32_t half = 0; half < 3 * m->facet_count; half++) {
    m->entry[half] = CAROM__HULL_NONE;
    if (merge_on_border(m, half)) m->degree[merge_edge_vertex(m, half)]++;
  }
}

/* The first half edge from here on that leaves a corner, or `half` itself when there is none. */
static uint32_t find_corner(const carom__hull_regions *m, uint32_t half) {
  uint32_t at = half;
  while (!merge_is_corner(m, merge_edge_vertex(m, at))) {
    at = next_on_border(m, at);
    if (at == half) break;
  }
  return at;
}

/* Walks one cycle of border as a face; entries begin at corners. */
static void walk_cycle(carom__hull_regions *m, uint32_t half) {
  carom__hull_faces *faces = &m->faces;
  uint32_t start = find_corner(m, half), at = start;
  do {
    uint32_t vertex = merge_edge_vertex(m, at);
    if (merge_is_corner(m, vertex)) {
      faces->loops[faces->loop_count] = vertex;
      m->first[faces->loop_count++] = at;
    }
    /* A cycle without a corner is walked all the same; its region will be absorbed. */
    m->entry[at] = faces->loop_count > 0 ? faces->loop_count - 1 : 0;
    at = next_on_border(m, at);
  } while (at != start);
  faces->starts[++faces->face_count] = faces->loop_count;
}

void carom__merge_walk(carom__hull_regions *m) {
  count_degrees(m);
  m->faces.face_count = m->faces.loop_count = m->faces.starts[0] = 0;
  for (uint32_t i = 0; i < m->region_count; i++) {
    m->face_of[i] = CAROM__HULL_NONE;
    m->refused[i] = false;
  }
  for (uint32_t half = 0; half < 3 * m->facet_count; half++) {
    if (!merge_on_border(m, half) || m->entry[half] != CAROM__HULL_NONE) continue;
    uint32_t region = m->region[half / 3];
    if (m->face_of[region] != CAROM__HULL_NONE) m->refused[region] = true; /* a second cycle: it has a hole */
    m->face_of[region] = m->faces.face_count;
    m->faces.seeds[m->faces.face_count] = m->seed[region];
    m->gate[m->faces.face_count] = half;
    walk_cycle(m, half);
  }
}
