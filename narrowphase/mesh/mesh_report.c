/* mesh_report.c: tells what is unusual in the triangles of a mesh. */
#include <string.h>

#include "dvec.h"
#include "mesh_exact.h"
#include "mesh_soup.h"
#include "sort.h"
#include "tasks.h"

/* --- Triangles --- */

/* The places of the corners, each named by its first vertex. */
static void places_of(const carom__mesh_soup *soup, uint32_t triangle, uint32_t out[3]) {
  for (int k = 0; k < 3; k++) out[k] = soup->first[soup->triangles[triangle][k]];
}

static carom__mesh_state judge_alone(const carom__mesh_soup *soup, uint32_t triangle) {
  uint32_t at[3];
  carom_vec3 p[3];
  if (soup->states[triangle] == CAROM__MESH_LEFT_OUT) return CAROM__MESH_LEFT_OUT;
  places_of(soup, triangle, at);
  if (at[0] == at[1] || at[1] == at[2] || at[2] == at[0]) return CAROM__MESH_COLLAPSED;
  for (int k = 0; k < 3; k++) p[k] = soup->vertices[at[k]];
  return carom__mesh_is_flat(p) ? CAROM__MESH_FLAT : CAROM__MESH_KEPT;
}

/* The places in the order of the winding, the lowest first. What is left out has places of its own. */
static void turned_places(const carom__mesh_soup *soup, uint32_t triangle, uint32_t out[3]) {
  uint32_t at[3];
  if (soup->states[triangle] == CAROM__MESH_LEFT_OUT) {
    out[0] = triangle, out[1] = out[2] = UINT32_MAX;
    return;
  }
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
    report->left_out += state == CAROM__MESH_LEFT_OUT;
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
    for (int k = 0; k < 3 && soup->states[i] != CAROM__MESH_LEFT_OUT; k++)
      used[soup->first[soup->triangles[i][k]]] = 1;
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

/* A side of a triangle as a word: the higher of its two places, then three times the triangle plus the edge,
 * and the lowest bit where it runs from the lower place to the higher. The sides of a lower place lie one
 * behind the other. */
typedef struct side_list {
  uint64_t *sides;
  uint32_t *ends; /* a place: where its sides end */
} side_list;

static uint32_t higher_of(uint64_t side) { return (uint32_t)(side >> 32); }
static uint32_t entry_of(uint64_t side) { return (uint32_t)side >> 1; }
static bool runs_up(uint64_t side) { return side & 1; }

static bool has_edges(const carom__mesh_soup *soup, uint32_t triangle) {
  return soup->states[triangle] == CAROM__MESH_KEPT || soup->states[triangle] == CAROM__MESH_FLAT;
}

static uint32_t least(uint32_t a, uint32_t b) { return a < b ? a : b; }

/* Counts the sides of each lower place, and returns the most. */
static uint32_t count_sides(const carom__mesh_soup *soup, uint32_t *counts) {
  uint32_t most = 0, at[3];
  memset(counts, 0, soup->vertex_count * sizeof *counts);
  for (uint32_t i = 0; i < soup->triangle_count; i++) {
    if (!has_edges(soup, i)) continue;
    places_of(soup, i, at);
    for (int k = 0; k < 3; k++) {
      uint32_t count = ++counts[least(at[k], at[(k + 1) % 3])];
      if (count > most) most = count;
    }
  }
  return most;
}

/* `ends` is where those of each place begin, and becomes where they end. */
static void place_sides(const carom__mesh_soup *soup, side_list *list) {
  uint32_t at[3];
  for (uint32_t i = 0; i < soup->triangle_count; i++) {
    if (!has_edges(soup, i)) continue;
    places_of(soup, i, at);
    for (uint32_t k = 0; k < 3; k++) {
      uint32_t from = at[k], to = at[(k + 1) % 3], entry = 3 * i + k;
      uint64_t high = from < to ? to : from;
      list->sides[list->ends[least(from, to)]++] = high << 32 | entry << 1 | (from < to);
    }
  }
}

/* Most places have few sides. */
static void sort_sides(uint64_t *sides, uint32_t count, uint64_t *scratch) {
  if (count > 32) {
    carom__sort_u64(sides, scratch, count);
    return;
  }
  for (uint32_t i = 1; i < count; i++) {
    uint64_t side = sides[i];
    uint32_t k = i;
    for (; k > 0 && sides[k - 1] > side; k--) sides[k] = sides[k - 1];
    sides[k] = side;
  }
}

static carom_status list_sides(const carom__mesh_soup *soup, carom__arena *arena, side_list *list) {
  list->sides = carom__arena_alloc(arena, 3 * (size_t)soup->triangle_count, sizeof *list->sides);
  list->ends = carom__arena_alloc(arena, soup->vertex_count, sizeof *list->ends);
  if (!list->sides || !list->ends) return CAROM_OUT_OF_MEMORY;
  uint64_t *scratch = carom__arena_alloc(arena, count_sides(soup, list->ends), sizeof *scratch);
  if (!scratch) return CAROM_OUT_OF_MEMORY;
  uint32_t begin = 0;
  for (uint32_t i = 0; i < soup->vertex_count; i++) {
    uint32_t count = list->ends[i];
    list->ends[i] = begin;
    begin += count;
  }
  place_sides(soup, list);
  begin = 0;
  for (uint32_t i = 0; i < soup->vertex_count; begin = list->ends[i++])
    sort_sides(list->sides + begin, list->ends[i] - begin, scratch);
  return CAROM_OK;
}

/* The lowest place of a fault so far, as a number of three times the triangle plus the edge. */
typedef struct faults {
  uint32_t border, crowded, turned, open;
} faults;

static void note_fault(uint32_t *count, uint32_t *lowest, uint32_t entry) {
  (*count)++;
  if (entry < *lowest) *lowest = entry;
}

static void judge_edge(const uint64_t *sides, size_t count, carom_mesh_report *report, faults *f) {
  uint32_t entry = entry_of(sides[0]), open_edges = 0;
  size_t up = 0;
  for (size_t i = 0; i < count; i++) up += runs_up(sides[i]);
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

static void join_parts(uint32_t *parents, const uint64_t *sides, size_t count) {
  for (size_t i = 1; i < count; i++) {
    uint32_t a = part_of(parents, entry_of(sides[0]) / 3), b = part_of(parents, entry_of(sides[i]) / 3);
    parents[a > b ? a : b] = a > b ? b : a;
  }
}

static carom_mesh_edge edge_of(uint32_t entry) {
  return entry == UINT32_MAX ? (carom_mesh_edge){0, 0} : (carom_mesh_edge){entry / 3, entry % 3};
}

/* The sides of one lower place. */
static void walk_sides(const uint64_t *sides, size_t count, uint32_t *parents, carom_mesh_report *report,
                       faults *f) {
  for (size_t begin = 0, end; begin < count; begin = end) {
    for (end = begin + 1; end < count && higher_of(sides[end]) == higher_of(sides[begin]);) end++;
    judge_edge(sides + begin, end - begin, report, f);
    join_parts(parents, sides + begin, end - begin);
  }
}

static void walk_edges(const carom__mesh_soup *soup, const side_list *list, uint32_t *parents,
                       carom_mesh_report *report) {
  faults f = {UINT32_MAX, UINT32_MAX, UINT32_MAX, UINT32_MAX};
  uint32_t begin = 0;
  for (uint32_t i = 0; i < soup->vertex_count; begin = list->ends[i++])
    walk_sides(list->sides + begin, list->ends[i] - begin, parents, report, &f);
  report->first_border = edge_of(f.border);
  report->first_crowded = edge_of(f.crowded);
  report->first_turned = edge_of(f.turned);
  report->first_open = edge_of(f.open);
  report->closed = f.open == UINT32_MAX;
}

static carom_status report_edges(const carom__mesh_soup *soup, carom__arena *arena,
                                 carom_mesh_report *report) {
  side_list list;
  uint32_t *parents = carom__arena_alloc(arena, soup->triangle_count, sizeof *parents);
  if (!parents || list_sides(soup, arena, &list)) return CAROM_OUT_OF_MEMORY;
  for (uint32_t i = 0; i < soup->triangle_count; i++) parents[i] = i;
  walk_edges(soup, &list, parents, report);
  for (uint32_t i = 0; i < soup->triangle_count; i++) report->parts += has_edges(soup, i) && parents[i] == i;
  return CAROM_OK;
}

static void judge_range(void *context, uint32_t part, size_t begin, size_t end) {
  carom__mesh_soup *soup = context;
  (void)part;
  for (size_t i = begin; i < end; i++) soup->states[i] = (uint8_t)judge_alone(soup, (uint32_t)i);
}

carom_status carom__mesh_soup_judge(carom__mesh_soup *soup, const carom_tasks *tasks, carom__arena *arena,
                                    carom_mesh_report *report) {
  size_t count = soup->triangle_count;
  *report = (carom_mesh_report){0};
  carom__run_ranges(tasks, carom__part_count(tasks, count), count, judge_range, soup);
  carom_status status = find_doubles(soup, arena);
  if (!status) status = count_places(soup, arena, report);
  if (!status) status = report_edges(soup, arena, report);
  if (status) return status;
  report_triangles(soup, report);
  if (report->closed) report->volume = volume_of(soup);
  return CAROM_OK;
}
