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
  float step;                    /* of the grid of a compact mesh, else 0 */
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
static uint8_t place_corners(const making *m, carom__mesh_range range, uint16_t at[8], uint32_t *names) {
  uint32_t count = 0;
  for (uint32_t lane = 0; lane < CAROM__MESH_LANES; lane++) {
    uint32_t item = range.begin + (lane < range.count ? lane : range.count - 1);
    const uint32_t *t = m->soup.triangles[m->items[item].triangle];
    at[lane] = 0;
    for (int k = 0; k < 3; k++) {
      uint32_t name = corner_name(m, t[k]), j = 0;
      while (j < count && names[j] != name) j++;
      if (j == count) names[count++] = name;
      at[lane] = (uint16_t)(at[lane] | j << 5 * k);
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
    carom__mesh_range range = m->tree.leaves[i];
    m->leaves[i].corners =
        (uint32_t)(m->def->compact ? carom__mesh_words(i, m->corner_count) : 3 * (size_t)m->corner_count);
    m->leaves[i].lanes = (uint8_t)((1u << range.count) - 1);
    m->corner_count += m->leaves[i].corner_count;
  }
  return CAROM_OK;
}

/* --- The grid of a compact mesh --- */

static void leaf_ends(const making *m, uint32_t leaf, carom_vec3 *low, carom_vec3 *high) {
  const uint32_t *names = m->names[leaf];
  *low = *high = m->soup.vertices[names[0]];
  for (uint32_t j = 1; j < m->leaves[leaf].corner_count; j++) {
    *low = vec3_min(*low, m->soup.vertices[names[j]]);
    *high = vec3_max(*high, m->soup.vertices[names[j]]);
  }
}

/* The most steps of a leaf along an axis, as a float holds them. */
static float widest_leaf(const making *m) {
  float most = 0;
  for (uint32_t i = 0; i < m->tree.leaf_count; i++) {
    carom_vec3 low, high;
    leaf_ends(m, i, &low, &high);
    for (int k = 0; k < 3; k++)
      most = greater_float(most, vec3_get(high, k) / m->step - vec3_get(low, k) / m->step);
  }
  return most;
}

/* Do all leaves fit into words? Otherwise widens the step to the least that may do for these leaves; what is
 * beyond by less than a step may be rounded away. */
static bool fits_grid(making *m) {
  if (!m->def->compact) return true;
  float widest = widest_leaf(m);
  bool fits = widest <= UINT16_MAX;
  for (; widest >= UINT16_MAX + 1; widest /= 2) m->step *= 2;
  return fits;
}

static void fill_words(const making *m, carom_mesh *mesh, uint32_t leaf_number) {
  const carom__mesh_leaf *leaf = &mesh->leaves[leaf_number];
  uint16_t *words = mesh->words + leaf->corners, *out = words + CAROM__MESH_ORIGIN;
  carom_vec3 low, high;
  leaf_ends(m, leaf_number, &low, &high);
  for (int k = 0; k < 3; k++) {
    int32_t origin = (int32_t)(vec3_get(low, k) / m->step);
    uint32_t bits = (uint32_t)(origin + CAROM__MESH_ORIGIN_ZERO);
    words[2 * k] = (uint16_t)bits;
    words[2 * k + 1] = (uint16_t)(bits >> 16);
    for (uint32_t j = 0; j < leaf->corner_count; j++) {
      float at = vec3_get(m->soup.vertices[m->names[leaf_number][j]], k);
      *out++ = (uint16_t)((int32_t)(at / m->step) - origin);
    }
  }
}

/* --- Filling --- */

static void fill_lanes(const making *m, carom_mesh *mesh, uint32_t leaf) {
  carom__mesh_range range = m->tree.leaves[leaf];
  uint32_t slot = leaf * CAROM__MESH_LANES;
  for (uint32_t lane = 0; lane < CAROM__MESH_LANES; lane++, slot++) {
    if (mesh->numbers) mesh->numbers[slot] = UINT32_MAX;
    if (lane >= range.count) continue;
    uint32_t triangle = m->items[range.begin + lane].triangle;
    if (mesh->numbers) {
      mesh->numbers[slot] = triangle;
      carom__mesh_note_leaf(mesh, triangle, leaf);
    }
    if (mesh->materials) mesh->materials[slot] = mesh_def_material(m->def, triangle);
  }
}

static void fill_corners(const making *m, carom_mesh *mesh, uint32_t leaf_number) {
  const carom__mesh_leaf *leaf = &mesh->leaves[leaf_number];
  const uint32_t *names = m->names[leaf_number];
  float *x = mesh->corners + leaf->corners, *y = x + leaf->corner_count, *z = y + leaf->corner_count;
  for (uint32_t j = 0; j < leaf->corner_count; j++) {
    carom_vec3 p = m->soup.vertices[names[j]];
    x[j] = p.x, y[j] = p.y, z[j] = p.z;
    if (mesh->sources) mesh->sources[leaf->corners / 3 + j] = names[j];
  }
}

static void fill_mesh(const making *m, carom_mesh *mesh) {
  memcpy(mesh->blocks, m->tree.blocks, mesh->block_count * sizeof *mesh->blocks);
  memcpy(mesh->leaves, m->leaves, mesh->leaf_count * sizeof *mesh->leaves);
  for (uint32_t i = 0; i < mesh->leaf_count; i++) {
    if (mesh->words)
      fill_words(m, mesh, i);
    else
      fill_corners(m, mesh, i);
    fill_lanes(m, mesh, i);
  }
  if (mesh->places) memcpy(mesh->places, m->soup.first, mesh->vertex_count * sizeof *mesh->places);
}

/* --- The mesh --- */

static carom_status finish(const making *m, carom_mesh *mesh, const carom_mesh_report *report) {
  carom_aabb *boxes = carom__arena_alloc(m->arena, carom__mesh_scratch(mesh), sizeof *boxes);
  if (!boxes) return CAROM_OUT_OF_MEMORY;
  mesh->sides = m->def->sides;
  mesh->step = m->step;
  mesh->kept_count = m->item_count;
  mesh->report = *report;
  fill_mesh(m, mesh);
  carom_status status = carom__mesh_refit(mesh, m->def->tasks, boxes);
  if (!status) carom__asset_seal(&mesh->asset);
  return status;
}

static carom_status check_solid(const making *m, const carom_mesh_report *report) {
  if (m->def->sides != CAROM_MESH_SOLID) return CAROM_OK;
  if (!report->closed) return CAROM_NOT_CLOSED;
  return report->volume > 0 ? CAROM_OK : CAROM_INSIDE_OUT;
}

static carom__mesh_sizes sizes_of(const making *m) {
  const carom_mesh_def *def = m->def;
  return (carom__mesh_sizes){.blocks = m->tree.block_count,
                             .leaves = m->tree.leaf_count,
                             .corners = m->corner_count,
                             .triangles = def->compact ? m->tree.leaf_count * CAROM__MESH_LANES
                                                       : m->soup.triangle_count,
                             .vertices = m->soup.vertex_count,
                             .materials = def->materials,
                             .sources = def->deforms,
                             .places = def->deforms && def->sides == CAROM_MESH_SOLID,
                             .compact = def->compact};
}

static void write_order(const making *m) {
  for (uint32_t i = 0; i < m->soup.triangle_count; i++) m->def->order[i] = UINT32_MAX;
  for (uint32_t leaf = 0; leaf < m->tree.leaf_count; leaf++) {
    carom__mesh_range range = m->tree.leaves[leaf];
    for (uint32_t lane = 0; lane < range.count; lane++) {
      uint32_t triangle = m->items[range.begin + lane].triangle;
      m->def->order[triangle] = m->def->compact ? leaf * CAROM__MESH_LANES + lane : triangle;
    }
  }
}

static carom_status make(making *m, const carom_allocator *allocator, const carom_mesh_report *report,
                         carom_mesh **out) {
  carom_mesh *mesh = carom__mesh_allocate(allocator, sizes_of(m));
  if (!mesh) return CAROM_OUT_OF_MEMORY;
  carom_status status = finish(m, mesh, report);
  if (status) {
    carom_mesh_release(mesh);
    return status;
  }
  if (m->def->order) write_order(m);
  *out = mesh;
  return CAROM_OK;
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

/* From the arrays to the leaves. CAROM_FLAT when there is none. */
static carom_status divide(making *m, carom_mesh_report *report) {
  carom__arena_reset(m->arena);
  carom__arena_reset(m->scratch);
  carom_status status = carom__mesh_soup_read(m->def, &m->step, m->arena, &m->soup);
  if (!status) status = judge(m, report);
  if (status) return status;
  if (report->flat + report->left_out == m->soup.triangle_count) return CAROM_FLAT;
  m->item_count = m->corner_count = 0;
  status = list_items(m);
  if (!status) status = carom__mesh_tree_build(m->items, m->item_count, m->def, m->scratch, &m->tree);
  return status ? status : make_leaves(m);
}

/* How long leaves are is only known when there are leaves, so that the grid of a compact mesh begins finer
 * than it may be. Vertices always move from where the game has them, and hence only once. */
static carom_status create(const carom_allocator *allocator, making *m, carom_mesh_report *report,
                           carom_mesh **out) {
  carom_mesh_report found;
  carom_status status;
  do status = divide(m, &found);
  while (!status && !fits_grid(m));
  if (report && (status == CAROM_OK || status == CAROM_FLAT)) *report = found;
  if (!status) status = check_solid(m, &found);
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
