/* mesh_archive.c: meshes as bytes: the tree without its bounds, the corners, numbers and materials, and the
 * report, which leaves no trace of what was left out. All else follows. */
#include "alloc.h"
#include "mesh_layout.h"
#include "vec.h"

/* --- Fields --- */

static void archive_byte(carom__archive *archive, uint8_t *value) {
  uint32_t word = *value;
  carom__archive_u32(archive, &word);
  archive_expect(archive, word <= UINT8_MAX);
  if (archive->in) *value = (uint8_t)word;
}

static void archive_flag(carom__archive *archive, bool *value) {
  uint8_t byte = *value;
  archive_byte(archive, &byte);
  archive_expect(archive, byte <= 1);
  if (archive->in) *value = byte;
}

/* The first byte is the lowest. */
static void archive_bytes(carom__archive *archive, uint8_t *bytes, size_t count) {
  for (size_t i = 0; i < count; i += 4) {
    uint32_t word = 0;
    for (int k = 3; k >= 0; k--) word = word << 8 | bytes[i + (size_t)k];
    carom__archive_u32(archive, &word);
    if (!archive->in) continue;
    for (size_t k = 0; k < 4; k++) bytes[i + k] = (uint8_t)(word >> 8 * k);
  }
}

static void archive_edge(carom__archive *archive, carom_mesh_edge *edge) {
  carom__archive_u32(archive, &edge->triangle);
  carom__archive_u32(archive, &edge->edge);
}

static void archive_report(carom__archive *archive, carom_mesh_report *report) {
  uint32_t *numbers[] = {&report->vertex_count, &report->flat,          &report->first_flat,
                         &report->doubled,      &report->first_doubled, &report->left_out,
                         &report->border_edges, &report->crowded_edges, &report->turned_edges,
                         &report->parts};
  carom_mesh_edge *edges[] = {&report->first_border, &report->first_crowded, &report->first_turned,
                              &report->first_open};
  for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) carom__archive_u32(archive, numbers[i]);
  for (size_t i = 0; i < sizeof edges / sizeof *edges; i++) archive_edge(archive, edges[i]);
  archive_flag(archive, &report->closed);
  carom__archive_f64(archive, &report->volume);
}

typedef struct mesh_head {
  carom__mesh_sizes sizes;
  float step;
  uint32_t sides, kept;
  carom_mesh_report report;
} mesh_head;

/* A power of two, by which no corner overflows. */
static bool is_step(float value) {
  int exponent;
  return value <= CAROM_SIZE_MAX && frexpf(value, &exponent) == 0.5f;
}

/* What a mesh can do, as a byte. */
enum { MESH_RIGID, MESH_DEFORMS, MESH_COMPACT };

static void archive_form(carom__archive *archive, mesh_head *head) {
  uint8_t form = head->sizes.compact ? MESH_COMPACT : head->sizes.sources ? MESH_DEFORMS : MESH_RIGID;
  archive_byte(archive, &form);
  archive_expect(archive, form <= MESH_COMPACT);
  head->sizes.sources = form == MESH_DEFORMS;
  head->sizes.compact = form == MESH_COMPACT;
  if (!head->sizes.compact) return;
  carom__archive_f32(archive, &head->step);
  archive_expect(archive, is_step(head->step));
}

static void archive_head(carom__archive *archive, mesh_head *head) {
  carom__archive_u32(archive, &head->sides);
  carom__archive_u32(archive, &head->kept);
  carom__archive_u32(archive, &head->sizes.vertices);
  carom__archive_u32(archive, &head->sizes.blocks);
  carom__archive_u32(archive, &head->sizes.leaves);
  carom__archive_u32(archive, &head->sizes.corners);
  carom__archive_u32(archive, &head->sizes.triangles);
  archive_flag(archive, &head->sizes.materials);
  archive_form(archive, head);
  head->sizes.places = head->sizes.sources && head->sides == CAROM_MESH_SOLID;
  archive_report(archive, &head->report);
}

static void archive_blocks(carom__archive *archive, const carom_mesh *mesh) {
  for (uint32_t i = 0; i < mesh->block_count; i++) {
    archive_byte(archive, &mesh->blocks[i].counts);
    carom__archive_u32(archive, &mesh->blocks[i].first_block);
    carom__archive_u32(archive, &mesh->blocks[i].first_leaf);
  }
}

/* A byte for each place: those of all first corners, then of the second and third. */
static void archive_places(carom__archive *archive, carom__mesh_leaf *leaf) {
  enum { PLACES = 3 * CAROM__MESH_LANES };
  uint8_t at[PLACES];
  for (unsigned i = 0; i < PLACES; i++)
    at[i] = (uint8_t)mesh_corner_at(leaf, i % CAROM__MESH_LANES, (int)(i / CAROM__MESH_LANES));
  archive_bytes(archive, at, sizeof at);
  if (!archive->in) return;
  for (unsigned i = 0; i < CAROM__MESH_LANES; i++) {
    leaf->at[i] = (uint16_t)(at[i] | at[i + 8] << 5 | at[i + 16] << 10);
    archive_expect(archive, (at[i] | at[i + 8] | at[i + 16]) < 32);
  }
}

static void archive_leaves(carom__archive *archive, const carom_mesh *mesh) {
  for (uint32_t i = 0; i < mesh->leaf_count; i++) {
    size_t slot = (size_t)i * CAROM__MESH_LANES;
    archive_byte(archive, &mesh->leaves[i].corner_count);
    archive_places(archive, &mesh->leaves[i]);
    if (mesh->words) archive_byte(archive, &mesh->leaves[i].lanes);
    for (size_t k = 0; mesh->numbers && k < CAROM__MESH_LANES; k++)
      carom__archive_u32(archive, &mesh->numbers[slot + k]);
    if (mesh->materials) archive_bytes(archive, mesh->materials + slot, CAROM__MESH_LANES);
  }
}

/* Two in four bytes, of which the last may be half. */
static void archive_words(carom__archive *archive, const carom_mesh *mesh) {
  size_t count = carom__mesh_words(mesh->leaf_count, mesh->corner_count);
  for (size_t i = 0; i < count; i += 2) {
    uint32_t two = mesh->words[i] | (i + 1 < count ? (uint32_t)mesh->words[i + 1] << 16 : 0);
    carom__archive_u32(archive, &two);
    if (!archive->in) continue;
    mesh->words[i] = (uint16_t)two;
    if (i + 1 < count)
      mesh->words[i + 1] = (uint16_t)(two >> 16);
    else
      archive_expect(archive, two <= UINT16_MAX);
  }
}

static void archive_corners(carom__archive *archive, const carom_mesh *mesh) {
  for (size_t i = 0; mesh->corners && i < 3 * (size_t)mesh->corner_count; i++) {
    carom__archive_f32(archive, &mesh->corners[i]);
    archive_expect(archive, fabsf(mesh->corners[i]) <= CAROM_SIZE_MAX);
  }
  for (uint32_t i = 0; mesh->sources && i < mesh->corner_count; i++)
    carom__archive_u32(archive, &mesh->sources[i]);
  for (uint32_t i = 0; mesh->places && i < mesh->vertex_count; i++)
    carom__archive_u32(archive, &mesh->places[i]);
}

static void archive_arrays(carom__archive *archive, const carom_mesh *mesh) {
  archive_blocks(archive, mesh);
  archive_leaves(archive, mesh);
  if (mesh->words) archive_words(archive, mesh);
  archive_corners(archive, mesh);
}

void carom__mesh_write(carom__archive *archive, const carom__asset *asset) {
  const carom_mesh *mesh = (const carom_mesh *)asset;
  mesh_head head = {carom__mesh_sizes_of(mesh), mesh->step, (uint32_t)mesh->sides, mesh->kept_count,
                    mesh->report};
  archive_head(archive, &head);
  archive_arrays(archive, mesh);
}

/* --- What a mesh must be --- */

static size_t least_words(const carom__mesh_sizes *n) {
  size_t tree = 3 * (size_t)n->blocks + 7 * (size_t)n->leaves;
  if (n->compact) return tree + n->leaves + carom__mesh_words(n->leaves, n->corners) / 2;
  return tree + CAROM__MESH_LANES * (size_t)n->leaves + 3 * (size_t)n->corners;
}

/* A tree has one block less than children that are blocks, and no more than the bytes that are left. */
static bool head_is_valid(const carom__archive *archive, const mesh_head *head) {
  const carom__mesh_sizes *n = &head->sizes;
  size_t left = (archive->size - archive->at) / 4, most = CAROM_MESH_TRIANGLES_MAX;
  if (head->sizes.vertices > most || head->kept > most || head->kept > n->triangles) return false;
  if (n->leaves > head->kept || n->blocks > n->leaves || n->blocks == 0) return false;
  if (n->compact ? n->triangles != CAROM__MESH_LANES * n->leaves : n->triangles > most) return false;
  if (n->corners > CAROM__MESH_CORNERS * (size_t)n->leaves) return false;
  if (left < least_words(n)) return false;
  if (n->places && left < n->vertices) return false;
  const carom_mesh_report *r = &head->report;
  return head->sides < CAROM_MESH_SIDES_COUNT &&
         (head->sides != CAROM_MESH_SOLID || (r->closed && r->volume > 0));
}

/* What the bytes need not pay for: triangles that are in no leaf have none. A compact mesh has forgotten how
 * many there were. */
static bool missing_is_reported(const mesh_head *head) {
  if (head->sizes.compact) return true;
  uint64_t flat = head->sizes.sources ? 0 : head->report.flat;
  uint64_t doubled = head->sizes.sources && !head->sizes.places ? 0 : head->report.doubled;
  return head->kept + flat + doubled + head->report.left_out == head->sizes.triangles;
}

/* Each block and leaf has one parent, which comes before it, and none lies too deep; depths and leaves: a
 * byte for each, which is 0. */
static bool tree_is_valid(const carom_mesh *mesh, uint8_t *depths, uint8_t *leaves) {
  uint64_t block_count = 1, leaf_count = 0;
  for (uint32_t i = 0; i < mesh->block_count; i++) {
    const carom__mesh_block *block = &mesh->blocks[i];
    unsigned children = mesh_block_children(block), inner = mesh_block_inner(block);
    unsigned outer = children - inner;
    if (children == 0 || children > CAROM__MESH_LANES || inner > children) return false;
    if ((i > 0 && depths[i] == 0) || depths[i] + 1 >= CAROM__MESH_DEPTH) return false;
    if (inner > 0 && block->first_block <= i) return false;
    if ((uint64_t)block->first_block + inner > mesh->block_count && inner > 0) return false;
    if ((uint64_t)block->first_leaf + outer > mesh->leaf_count && outer > 0) return false;
    for (unsigned c = 0; c < inner; c++) {
      block_count += depths[block->first_block + c] == 0;
      depths[block->first_block + c] = (uint8_t)(depths[i] + 1);
    }
    for (unsigned c = 0; c < outer; c++) leaf_count += leaves[block->first_leaf + c]++ == 0;
    if (block_count > mesh->block_count) return false;
  }
  return block_count == mesh->block_count && leaf_count == mesh->leaf_count;
}

static bool is_placed(const carom_mesh *mesh, uint32_t number) {
  const uint8_t *leaf = mesh->leaf_of[number];
  return (leaf[0] & leaf[1] & leaf[2]) != 0xff;
}

/* Puts the triangles of a leaf in their places. Those in use come first, and the last is repeated. */
static bool place_triangles(carom_mesh *mesh, uint32_t leaf_number) {
  carom__mesh_leaf *leaf = &mesh->leaves[leaf_number];
  for (uint32_t lane = 0; lane < CAROM__MESH_LANES; lane++) {
    uint32_t slot = leaf_number * CAROM__MESH_LANES + lane, number = mesh->numbers[slot];
    for (int k = 0; k < 3; k++)
      if (mesh_corner_at(leaf, lane, k) >= leaf->corner_count) return false;
    if (number == UINT32_MAX && lane > 0) continue;
    bool follows = lane == 0 || mesh->numbers[slot - 1] != UINT32_MAX;
    if (!follows || number >= mesh->triangle_count || is_placed(mesh, number)) return false;
    carom__mesh_note_leaf(mesh, number, leaf_number);
    mesh->kept_count++;
  }
  return true;
}

/* The origin is the least of the corners, and none is beyond what a build would give. */
static bool axis_is_valid(const carom_mesh *mesh, const uint16_t *words, unsigned count, int axis) {
  const uint16_t *at = words + CAROM__MESH_ORIGIN + (unsigned)axis * count;
  uint32_t low = at[0], high = at[0], origin = mesh_origin_bits(words, axis);
  for (unsigned j = 1; j < count; j++) {
    if (at[j] < low) low = at[j];
    if (at[j] > high) high = at[j];
  }
  if (low != 0 || origin > 2u * CAROM__MESH_ORIGIN_ZERO - high) return false;
  int32_t from = mesh_origin(words, axis), to = from + (int32_t)high;
  return fabsf((float)from * mesh->step) <= CAROM_SIZE_MAX && fabsf((float)to * mesh->step) <= CAROM_SIZE_MAX;
}

/* The same for a leaf of a compact mesh. */
static bool place_words(carom_mesh *mesh, uint32_t leaf_number) {
  const carom__mesh_leaf *leaf = &mesh->leaves[leaf_number];
  unsigned lanes = leaf->lanes;
  if (lanes == 0 || (lanes & (lanes + 1)) != 0) return false;
  for (; lanes; lanes >>= 1) mesh->kept_count++;
  for (int k = 0; k < 3; k++) {
    for (unsigned lane = 0; lane < CAROM__MESH_LANES; lane++)
      if (mesh_corner_at(leaf, lane, k) >= leaf->corner_count) return false;
    if (!axis_is_valid(mesh, mesh->words + leaf->corners, leaf->corner_count, k)) return false;
  }
  return true;
}

static bool leaves_are_valid(carom_mesh *mesh) {
  uint64_t corner = 0;
  for (uint32_t i = 0; i < mesh->leaf_count; i++) {
    carom__mesh_leaf *leaf = &mesh->leaves[i];
    leaf->corners = (uint32_t)(mesh->words ? carom__mesh_words(i, (uint32_t)corner) : 3 * corner);
    corner += leaf->corner_count;
    if (leaf->corner_count == 0 || leaf->corner_count > CAROM__MESH_CORNERS) return false;
    if (corner > mesh->corner_count) return false;
    if (!(mesh->words ? place_words(mesh, i) : place_triangles(mesh, i))) return false;
  }
  return corner == mesh->corner_count;
}

static bool sources_are_valid(const carom_mesh *mesh) {
  for (uint32_t i = 0; mesh->sources && i < mesh->corner_count; i++)
    if (mesh->sources[i] >= mesh->vertex_count) return false;
  for (uint32_t i = 0; mesh->places && i < mesh->vertex_count; i++)
    if (mesh->places[i] > i || mesh->places[mesh->places[i]] != mesh->places[i]) return false;
  return true;
}

static bool has_flat_triangles(const carom_mesh *mesh) {
  uint32_t count = 0;
  for (uint32_t i = 0; i < mesh->leaf_count; i++)
    for (unsigned lanes = mesh->leaves[i].lanes; lanes; lanes &= lanes - 1) count++;
  return count < mesh->kept_count;
}

/* Only a mesh that deforms has flat triangles. */
static bool complete(carom_mesh *mesh, uint32_t kept, uint8_t *marks, carom_aabb *boxes) {
  memset(marks, 0, carom__mesh_scratch(mesh));
  if (!tree_is_valid(mesh, marks, marks + mesh->block_count)) return false;
  if (!leaves_are_valid(mesh) || !sources_are_valid(mesh) || mesh->kept_count != kept) return false;
  return !carom__mesh_refit(mesh, NULL, boxes) && (mesh->sources || !has_flat_triangles(mesh));
}

static carom_mesh *read_arrays(carom__archive *archive, const carom_allocator *allocator,
                               const mesh_head *head) {
  carom_mesh *mesh = carom__mesh_allocate(allocator, head->sizes);
  if (!mesh) return NULL;
  mesh->sides = (carom_mesh_sides)head->sides;
  mesh->step = head->step;
  mesh->report = head->report;
  archive_arrays(archive, mesh);
  return mesh;
}

carom__asset *carom__mesh_read(carom__archive *archive, const carom_allocator *allocator) {
  mesh_head head = {.sides = 0};
  archive_head(archive, &head);
  archive_expect(archive, head_is_valid(archive, &head) && missing_is_reported(&head));
  if (archive->status) return NULL;
  size_t marked = (size_t)head.sizes.blocks + head.sizes.leaves;
  carom_mesh *mesh = read_arrays(archive, allocator, &head);
  uint8_t *marks = carom__alloc(allocator, marked);
  carom_aabb *boxes = carom__alloc(allocator, marked * sizeof *boxes);
  if (!mesh || !marks || !boxes) archive_fail(archive, CAROM_OUT_OF_MEMORY);
  archive_expect(archive, !archive->status && complete(mesh, head.kept, marks, boxes));
  carom__free(allocator, marks, marked);
  carom__free(allocator, boxes, marked * sizeof *boxes);
  if (!archive->status) {
    carom__asset_seal(&mesh->asset);
    return &mesh->asset;
  }
  carom_mesh_release(mesh);
  return NULL;
}
