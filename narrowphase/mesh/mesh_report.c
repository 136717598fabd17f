/* mesh_report.c: tells what is unusual in the triangles of a mesh. */
#include <string.h>

#include "dvec.h"
#include "mesh_exact.h"
#include "mesh_soup.h"
#include "sort.h"

/* --- Triangles --- */

/* The places of the corners, each named by its first vertex. */
static void places_of(const carom__mesh_soup *soup, uint32_t triangle, uint32_t out[3]) {
  for (int k = 0; k < 3; k++) out[k] = soup->first[soup->triangles[triangle][k]];
}

static carom__mesh_state judge_alone(const carom__mesh_soup *soup, uint32_t triangle) {
  uint32_t at[3];
  carom_vec3 p[3];
  places_of(soup, triangle, at);
  if (at[0] == at[1] || at[1] == at[2] || at[2] == at[0]) return CAROM__MESH_COLLAPSED;
  for (int k = 0; k < 3; k++) p[k] = soup->vertices[at[k]];
  return carom__mesh_is_flat(p) ? CAROM__MESH_FLAT : CAROM__MESH_KEPT;
}

/* The places in the order of the winding, the lowest first. */
static void turned_places(const carom__mesh_soup *soup, uint32_t triangle, uint32_t out[3]) {
  uint32_t at[3];
  places_of(soup, triangle, at);
  int low = at[0] < at[1] ? 0 : 1;
  if (at[2] < at[low]) low = 2;
  for (int k = 0; k < 3; k++) out[k] = at[(low + k) % 3];
}

static carom_status find_doubles(carom__mesh_soup *soup, carom__arena *arena) {
  uint32_t(*keys)[3] = carom__arena_alloc(arena, soup->triangle_count, sizeof *keys);
  uint32_t *first = carom__arena_alloc(arena, soup->triangle_count, sizeof *first);
  if (!keys || !first) return CAROM_OUT_OF_MEMORY;
  for (uint32_t i = 0; i < soup->triangle_count; i++) turned_places(soup, i, keys[i]);
  carom_status status = carom__mesh_first_equal(keys, soup->triangle_count, arena, first);
  if (status) return status;
  for (uint32_t i = 0; i < soup->triangle_count; i++)
    if (first[i] != i && soup->states[i] == CAROM__MESH_KEPT) soup->states[i] = CAROM__MESH_DOUBLED;
  return CAROM_OK;
}

static void count_one(uint32_t *count, uint32_t *first, uint32_t triangle) {
  if ((*count)++ == 0) *first = triangle;
}

static void report_triangles(const carom__mesh_soup *soup, carom_mesh_report *report) {
  for (uint32_t i = 0; i < soup->triangle_count; i++) {
    carom__mesh_state state = (carom__mesh_state)soup->states[i];
    if (state == CAROM__MESH_FLAT || state == CAROM__MESH_COLLAPSED)
      count_one(&report->flat, &report->first_flat, i);
    if (state == CAROM__MESH_DOUBLED) count_one(&report->doubled, &report->first_doubled, i);
  }
}

/* --- Places and volume --- */

static carom_status count_places(const carom__mesh_soup *soup, carom__arena *arena,
                                 carom_mesh_report *report) {
  uint8_t *used = carom__arena_alloc(arena, soup->vertex_count, 1);
  if (!used) return CAROM_OUT_OF_MEMORY;
  memset(used, 0, soup->vertex_count);
  for (uint32_t i = 0; i < soup->triangle_count; i++)
    for (int k = 0; k < 3; k++) used[soup->first[soup->triangles[i][k]]] = 1;
  for (uint32_t i = 0; i < soup->vertex_count; i++) report->vertex_count += used[i];
  return CAROM_OK;
}

/* Six times the volume of tetrahedra, one for each triangle, seen from a vertex of the mesh. */
static double volume_of(const carom__mesh_soup *soup) {
  carom__dvec3 from = dvec3_widen(soup->vertices[soup->triangles[0][0]]);
  double sum = 0;
  for (uint32_t i = 0; i < soup->triangle_count; i++) {
    if (soup->states[i] != CAROM__MESH_KEPT) continue;
    carom__dvec3 p[3];
    for (int k = 0; k < 3; k++) p[k] = dvec3_sub(dvec3_widen(soup->vertices[soup->triangles[i][k]]), from);
    sum += dvec3_dot(p[0], dvec3_cross(p[1], p[2]));
  }
  return sum / 6;
}

/* --- Edges --- */

/* The value of an entry is three times the triangle plus the edge. */
typedef struct edge_list {
  carom__keyed *entries;
  size_t count;
  unsigned bits; /* of a vertex */
} edge_list;

static void add_edges(const carom__mesh_soup *soup, uint32_t triangle, edge_list *list) {
  uint32_t at[3];
  places_of(soup, triangle, at);
  for (uint32_t k = 0; k < 3; k++) {
    uint64_t a = at[k], b = at[(k + 1) % 3];
    uint64_t key = a < b ? a << list->bits | b : b << list->bits | a;
    list->entries[list->count++] = (carom__keyed){key, 3 * triangle + k};
  }
}

static bool has_edges(const carom__mesh_soup *soup, uint32_t triangle) {
  return soup->states[triangle] == CAROM__MESH_KEPT || soup->states[triangle] == CAROM__MESH_FLAT;
}

/* Sorted by edge; those of one edge by triangle. */
static carom_status list_edges(const carom__mesh_soup *soup, carom__arena *arena, edge_list *list) {
  size_t most = 3 * (size_t)soup->triangle_count;
  list->entries = carom__arena_alloc(arena, most, sizeof *list->entries);
  carom__keyed *scratch = carom__arena_alloc(arena, most, sizeof *scratch);
  if (!list->entries || !scratch) return CAROM_OUT_OF_MEMORY;
  list->count = 0;
  for (list->bits = 1; soup->vertex_count >> list->bits; list->bits++) continue;
  for (uint32_t i = 0; i < soup->triangle_count; i++)
    if (has_edges(soup, i)) add_edges(soup, i, list);
  carom__sort_keyed(list->entries, scratch, list->count);
  return CAROM_OK;
}

/* Does the triangle run along the edge from its lower place to its higher one? */
static bool runs_up(const carom__mesh_soup *soup, uint32_t entry) {
  uint32_t at[3], k = entry % 3;
  places_of(soup, entry / 3, at);
  return at[k] < at[(k + 1) % 3];
}

/* The lowest place of a fault so far, as a number of three times the triangle plus the edge. */
typedef struct faults {
  uint32_t border, crowded, turned, open;
} faults;

static void note_fault(uint32_t *count, uint32_t *lowest, uint32_t entry) {
  (*count)++;
  if (entry < *lowest) *lowest = entry;
}

static void judge_edge(const carom__mesh_soup *soup, const carom__keyed *entries, size_t count,
                       carom_mesh_report *report, faults *f) {
  uint32_t entry = entries[0].value, open_edges = 0;
  size_t up = 0;
  for (size_t i = 0; i < count; i++) up += runs_up(soup, entries[i].value);
  if (count == 1) note_fault(&report->border_edges, &f->border, entry);
  if (count > 2) note_fault(&report->crowded_edges, &f->crowded, entry);
  if (count == 2 && up != 1) note_fault(&report->turned_edges, &f->turned, entry);
  if (2 * up != count) note_fault(&open_edges, &f->open, entry);
}

/* --- Parts --- */

static uint32_t part_of(uint32_t *parents, uint32_t i) {
  while (parents[i] != i) i = parents[i] = parents[parents[i]];
  return i;
}

static void join_parts(uint32_t *parents, const carom__keyed *entries, size_t count) {
  for (size_t i = 1; i < count; i++) {
    uint32_t a = part_of(parents, entries[0].value / 3), b = part_of(parents, entries[i].value / 3);
    parents[a > b ? a : b] = a > b ? b : a;
  }
}

static carom_mesh_edge edge_of(uint32_t entry) {
  return entry == UINT32_MAX ? (carom_mesh_edge){0, 0} : (carom_mesh_edge){entry / 3, entry % 3};
}

static void walk_edges(const carom__mesh_soup *soup, const edge_list *list, uint32_t *parents,
                       carom_mesh_report *report) {
  faults f = {UINT32_MAX, UINT32_MAX, UINT32_MAX, UINT32_MAX};
  for (size_t begin = 0, end; begin < list->count; begin = end) {
    const carom__keyed *entries = list->entries + begin;
    for (end = begin + 1; end < list->count && list->entries[end].key == entries->key;) end++;
    judge_edge(soup, entries, end - begin, report, &f);
    join_parts(parents, entries, end - begin);
  }
  report->first_border = edge_of(f.border);
  report->first_crowded = edge_of(f.crowded);
  report->first_turned = edge_of(f.turned);
  report->first_open = edge_of(f.open);
  report->closed = f.open == UINT32_MAX;
}

static carom_status report_edges(const carom__mesh_soup *soup, carom__arena *arena,
                                 carom_mesh_report *report) {
  edge_list list;
  uint32_t *parents = carom__arena_alloc(arena, soup->triangle_count, sizeof *parents);
  if (!parents || list_edges(soup, arena, &list)) return CAROM_OUT_OF_MEMORY;
  for (uint32_t i = 0; i < soup->triangle_count; i++) parents[i] = i;
  walk_edges(soup, &list, parents, report);
  for (uint32_t i = 0; i < soup->triangle_count; i++) report->parts += has_edges(soup, i) && parents[i] == i;
  return CAROM_OK;
}

carom_status carom__mesh_soup_judge(carom__mesh_soup *soup, carom__arena *arena, carom_mesh_report *report) {
  *report = (carom_mesh_report){0};
  for (uint32_t i = 0; i < soup->triangle_count; i++) soup->states[i] = (uint8_t)judge_alone(soup, i);
  carom_status status = find_doubles(soup, arena);
  if (!status) status = count_places(soup, arena, report);
  if (!status) status = report_edges(soup, arena, report);
  if (status) return status;
  report_triangles(soup, report);
  if (report->closed) report->volume = volume_of(soup);
  return CAROM_OK;
}
