/* mesh_create.c: builds a mesh of the arrays of the game. */
#include "arithmetic.h"
#include "mesh_layout.h"
#include "mesh_soup.h"
#include "mesh_tree.h"
#include "tasks.h"
#include "vec.h"

/* What the mesh is made of, in the arena. */
typedef struct making {
  const carom_mesh_def *def;
  carom__arena *arena, *scratch; /* the scratch is empty between steps */
  carom__mesh_soup soup;
  carom__mesh_item *items; /* of the triangles that are kept */
  uint32_t item_count;
  carom__mesh_tree tree;
  carom__mesh_leaf *leaves;               /* of the tree, as they will be in the mesh */
  uint32_t (*names)[CAROM__MESH_CORNERS]; /* of the corners of each */
  uint32_t corner_count;
} making;

/* --- Which triangles are kept --- */

/* A mesh that deforms keeps what may get an area, or another place than its double. In a solid, doubles stay
 * doubles. */
static bool is_kept(const making *m, uint32_t triangle) {
  carom__mesh_state state = (carom__mesh_state)m->soup.states[triangle];
  if (state == CAROM__MESH_LEFT_OUT) return false;
  if (state == CAROM__MESH_KEPT || !m->def->deforms) return state == CAROM__MESH_KEPT;
  return state != CAROM__MESH_DOUBLED || m->def->sides != CAROM_MESH_SOLID;
}

static carom__mesh_item item_of(const carom__mesh_soup *soup, uint32_t triangle) {
  const uint32_t *t = soup->triangles[triangle];
  carom_vec3 a = soup->vertices[t[0]], b = soup->vertices[t[1]], c = soup->vertices[t[2]];
  carom_vec3 low = vec3_min(vec3_min(a, b), c), high = vec3_max(vec3_max(a, b), c);
  return (carom__mesh_item){{low.x, low.y, low.z}, triangle, {high.x, high.y, high.z}, 0};
}

static carom_status list_items(making *m) {
  m->items = carom__arena_alloc(m->scratch, m->soup.triangle_count, sizeof *m->items);
  if (!m->items) return CAROM_OUT_OF_MEMORY;
  for (uint32_t i = 0; i < m->soup.triangle_count; i++)
    if (is_kept(m, i)) m->items[m->item_count++] = item_of(&m->soup, i);
  return CAROM_OK;
}

/* --- Leaves --- */

/* Corners that are one: in a mesh that deforms, only what is one vertex. */
static uint32_t corner_name(const making *m, uint32_t vertex) {
  return m->def->deforms ? vertex : m->soup.first[vertex];
}

/* Fills in which corners the triangles of a leaf have, and returns how many; names: room for 24. Lanes
 * without a triangle repeat the last one. */
static uint8_t place_corners(const making *m, carom__mesh_range range, uint8_t at[3][8], uint32_t *names) {
  uint32_t count = 0;
  for (uint32_t lane = 0; lane < CAROM__MESH_LANES; lane++) {
    uint32_t item = range.begin + (lane < range.count ? lane : range.count - 1);
    const uint32_t *t = m->soup.triangles[m->items[item].triangle];
    for (int k = 0; k < 3; k++) {
      uint32_t name = corner_name(m, t[k]), j = 0;
      while (j < count && names[j] != name) j++;
      if (j == count) names[count++] = name;
      at[k][lane] = (uint8_t)j;
    }
  }
  return (uint8_t)count;
}

static void place_leaves(void *context, uint32_t part, size_t begin, size_t end) {
  const making *m = context;
  (void)part;
  for (size_t i = begin; i < end; i++)
    m->leaves[i].corner_count = place_corners(m, m->tree.leaves[i], m->leaves[i].at, m->names[i]);
}

static carom_status make_leaves(making *m) {
  const carom_tasks *tasks = m->def->tasks;
  uint32_t count = m->tree.leaf_count;
  m->leaves = carom__arena_alloc(m->arena, count, sizeof *m->leaves);
  m->names = carom__arena_alloc(m->arena, count, sizeof *m->names);
  if (!m->leaves || !m->names) return CAROM_OUT_OF_MEMORY;
  carom__run_ranges(tasks, carom__part_count(tasks, count), count, place_leaves, m);
  for (uint32_t i = 0; i < count; i++) {
    m->leaves[i].corners = 3 * m->corner_count;
    m->corner_count += m->leaves[i].corner_count;
  }
  return CAROM_OK;
}

static void fill_lanes(const making *m, carom_mesh *mesh, uint32_t leaf) {
  carom__mesh_range range = m->tree.leaves[leaf];
  uint32_t slot = leaf * CAROM__MESH_LANES;
  for (uint32_t lane = 0; lane < CAROM__MESH_LANES; lane++, slot++) {
    mesh->numbers[slot] = UINT32_MAX;
    if (lane >= range.count) continue;
    uint32_t triangle = m->items[range.begin + lane].triangle;
    mesh->numbers[slot] = triangle;
    carom__mesh_note_leaf(mesh, triangle, leaf);
    if (mesh->materials) mesh->materials[slot] = mesh_def_material(m->def, triangle);
  }
}

static void fill_leaf(const making *m, carom_mesh *mesh, uint32_t leaf_number) {
  const carom__mesh_leaf *leaf = &mesh->leaves[leaf_number];
  const uint32_t *names = m->names[leaf_number];
  float *x = mesh->corners + leaf->corners, *y = x + leaf->corner_count, *z = y + leaf->corner_count;
  for (uint32_t j = 0; j < leaf->corner_count; j++) {
    carom_vec3 p = m->soup.vertices[names[j]];
    x[j] = p.x, y[j] = p.y, z[j] = p.z;
    if (mesh->sources) mesh->sources[leaf->corners / 3 + j] = names[j];
  }
  fill_lanes(m, mesh, leaf_number);
}

static void fill_mesh(const making *m, carom_mesh *mesh) {
  memcpy(mesh->blocks, m->tree.blocks, mesh->block_count * sizeof *mesh->blocks);
  memcpy(mesh->leaves, m->leaves, mesh->leaf_count * sizeof *mesh->leaves);
  for (uint32_t i = 0; i < mesh->leaf_count; i++) fill_leaf(m, mesh, i);
  if (mesh->places) memcpy(mesh->places, m->soup.first, mesh->vertex_count * sizeof *mesh->places);
}

/* --- The mesh --- */

static carom_status finish(const making *m, carom_mesh *mesh, const carom_mesh_report *report) {
  carom_aabb *boxes = carom__arena_alloc(m->arena, carom__mesh_scratch(mesh), sizeof *boxes);
  if (!boxes) return CAROM_OUT_OF_MEMORY;
  mesh->sides = m->def->sides;
  mesh->kept_count = m->item_count;
  mesh->report = *report;
  fill_mesh(m, mesh);
  carom_status status = carom__mesh_refit(mesh, m->def->tasks, boxes);
  if (!status) carom__asset_seal(&mesh->asset);
  return status;
}

static carom_status check_report(const making *m, const carom_mesh_report *report) {
  if (report->flat + report->left_out == m->soup.triangle_count) return CAROM_FLAT;
  if (m->def->sides != CAROM_MESH_SOLID) return CAROM_OK;
  if (!report->closed) return CAROM_NOT_CLOSED;
  return report->volume > 0 ? CAROM_OK : CAROM_INSIDE_OUT;
}

static carom__mesh_sizes sizes_of(const making *m) {
  const carom_mesh_def *def = m->def;
  return (carom__mesh_sizes){.blocks = m->tree.block_count,
                             .leaves = m->tree.leaf_count,
                             .corners = m->corner_count,
                             .triangles = m->soup.triangle_count,
                             .vertices = m->soup.vertex_count,
                             .materials = def->materials,
                             .sources = def->deforms,
                             .places = def->deforms && def->sides == CAROM_MESH_SOLID};
}

static carom_status make(making *m, const carom_allocator *allocator, const carom_mesh_report *report,
                         carom_mesh **out) {
  carom_status status = list_items(m);
  if (!status) status = carom__mesh_tree_build(m->items, m->item_count, m->def, m->scratch, &m->tree);
  if (!status) status = make_leaves(m);
  if (status) return status;
  carom_mesh *mesh = carom__mesh_allocate(allocator, sizes_of(m));
  if (!mesh) return CAROM_OUT_OF_MEMORY;
  status = finish(m, mesh, report);
  if (status)
    carom_mesh_release(mesh);
  else
    *out = mesh;
  return status;
}

/* Fresh pages of memory take as long as what is written to them, so that the report and the tree share
 * theirs. */
static carom_status judge(making *m, carom_mesh_report *report) {
  enum { BYTES = 64 }; /* a triangle, of either */
  if (!carom__arena_alloc(m->scratch, m->soup.triangle_count, BYTES)) return CAROM_OUT_OF_MEMORY;
  carom__arena_reset(m->scratch);
  carom_status status = carom__mesh_soup_judge(&m->soup, m->def->tasks, m->scratch, report);
  carom__arena_reset(m->scratch);
  return status;
}

static carom_status create(const carom_allocator *allocator, making *m, carom_mesh_report *report,
                           carom_mesh **out) {
  carom_mesh_report found;
  carom_status status = carom__mesh_soup_read(m->def, m->arena, &m->soup);
  if (!status) status = judge(m, &found);
  if (status) return status;
  if (report) *report = found;
  status = check_report(m, &found);
  return status ? status : make(m, allocator, &found, out);
}

carom_status carom_mesh_create(const carom_allocator *allocator, const carom_mesh_def *def,
                               carom_mesh_report *report, carom_mesh **out) {
  if (!def || !out) return CAROM_NULL_ARGUMENT;
  carom__arena arena, scratch;
  carom__arena_init(&arena, allocator);
  carom__arena_init(&scratch, allocator);
  making m = {.def = def, .arena = &arena, .scratch = &scratch};
  carom_status status = create(allocator, &m, report, out);
  carom__arena_free(&arena);
  carom__arena_free(&scratch);
  return status;
}
