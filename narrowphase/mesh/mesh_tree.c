/* mesh_tree.c: divides triangles from the top down, where the surface area heuristic says. The cost of a part
 * is its area times the number of leaves that it fills, not of triangles, because the triangles of a leaf are
 * tested at once. (Wald, 2007, for the bins.) A tree that is built in less time divides triangles evenly, in
 * the order of a curve through space. */
#include "mesh_tree.h"

#include <float.h>
#include <string.h>

#include "lanes.h"
#include "sort.h"
#include "tasks.h"

enum { BINS = 16, FEW_BINS = 8, FEW_ITEMS = 256, CHILDREN = 8 };

/* Ranges of about a 32nd of all triangles are built at once by different threads. */
enum { JOBS = 32, LEAST_JOB = 512 };

typedef struct bounds {
  carom__lanes low, high;
} bounds;

static bounds no_bounds(void) { return (bounds){lanes_splat(FLT_MAX), lanes_splat(-FLT_MAX)}; }

static bounds bounds_of(const carom__mesh_item *item) {
  return (bounds){lanes_load(item->low), lanes_load(item->high)};
}

static bounds joined(bounds a, bounds b) {
  return (bounds){lanes_min(a.low, b.low), lanes_max(a.high, b.high)};
}

/* Half the surface; 0 of nothing. */
static float half_area(bounds b) {
  carom_vec3 d = lanes_to_vec3(lanes_max(lanes_sub(b.high, b.low), lanes_splat(0)));
  return d.x * d.y + d.y * d.z + d.z * d.x;
}

/* --- Where a range is divided --- */

typedef struct bin {
  bounds box;
  uint32_t count;
} bin;

/* Twice the middle of an item goes into bin (middle - low) scale, along each axis. */
typedef struct binning {
  carom__lanes low, scale;
  int bins;
} binning;

static carom__lanes middle_of(const carom__mesh_item *item) {
  return lanes_add(lanes_load(item->low), lanes_load(item->high));
}

static binning binning_of(const carom__mesh_item *items, uint32_t count) {
  bounds middles = no_bounds();
  for (uint32_t i = 0; i < count; i++) {
    carom__lanes m = middle_of(&items[i]);
    middles = joined(middles, (bounds){m, m});
  }
  carom_vec3 width = lanes_to_vec3(lanes_sub(middles.high, middles.low));
  binning out = {.low = middles.low, .bins = count > FEW_ITEMS ? BINS : FEW_BINS};
  float scale[4] = {width.x, width.y, width.z, 0};
  /* the last bin is a little wider, so that the greatest middle is within it */
  for (int k = 0; k < 3; k++) scale[k] = scale[k] > 1e-30f ? (float)out.bins * 0.9999f / scale[k] : 0;
  out.scale = lanes_load(scale);
  return out;
}

static void bins_of(const binning *b, const carom__mesh_item *item, int out[3]) {
  carom_vec3 at = lanes_to_vec3(lanes_mul(lanes_sub(middle_of(item), b->low), b->scale));
  out[0] = (int)at.x, out[1] = (int)at.y, out[2] = (int)at.z;
}

static void fill_bins(const binning *b, const carom__mesh_item *items, uint32_t count, bin bins[3][BINS]) {
  for (int k = 0; k < 3; k++)
    for (int i = 0; i < b->bins; i++) bins[k][i] = (bin){no_bounds(), 0};
  for (uint32_t i = 0; i < count; i++) {
    bounds box = bounds_of(&items[i]);
    int at[3];
    bins_of(b, &items[i], at);
    for (int k = 0; k < 3; k++) {
      bin *into = &bins[k][at[k]];
      into->box = joined(into->box, box);
      into->count++;
    }
  }
}

/* Below which bin of which axis a range is cut, at what cost. */
typedef struct cut {
  float cost;
  int axis, bin;
} cut;

static float leaves_of(uint32_t count) {
  return (float)((count + CAROM__MESH_LANES - 1) / CAROM__MESH_LANES);
}

static void try_axis(const bin *bins, int bin_count, int axis, cut *best) {
  float above[BINS];
  bounds box = no_bounds();
  uint32_t count = 0;
  for (int i = bin_count - 1; i > 0; i--) {
    box = joined(box, bins[i].box);
    count += bins[i].count;
    above[i] = count > 0 ? half_area(box) * leaves_of(count) : -1;
  }
  box = no_bounds(), count = 0;
  for (int i = 1; i < bin_count; i++) {
    box = joined(box, bins[i - 1].box);
    count += bins[i - 1].count;
    float cost = half_area(box) * leaves_of(count) + above[i];
    if (count > 0 && above[i] >= 0 && cost < best->cost) *best = (cut){cost, axis, i};
  }
}

static uint32_t partition(carom__mesh_item *items, uint32_t count, const binning *b, cut at) {
  uint32_t low = 0, high = count;
  while (low < high) {
    int bins[3];
    bins_of(b, &items[low], bins);
    if (bins[at.axis] < at.bin) {
      low++;
      continue;
    }
    carom__mesh_item item = items[low];
    items[low] = items[--high];
    items[high] = item;
  }
  return low;
}

/* Half of the triangles, in full leaves. */
static uint32_t even_part(uint32_t count) {
  return (count / 2 + CAROM__MESH_LANES - 1) / CAROM__MESH_LANES * CAROM__MESH_LANES;
}

/* Reorders more than eight items, and returns how many of them come into the first of two parts. */
static uint32_t divide(carom__mesh_item *items, uint32_t count) {
  bin bins[3][BINS];
  binning b = binning_of(items, count);
  cut best = {FLT_MAX, -1, 0};
  fill_bins(&b, items, count, bins);
  for (int k = 0; k < 3; k++) try_axis(bins[k], b.bins, k, &best);
  return best.axis < 0 ? even_part(count) : partition(items, count, &b, best);
}

/* --- Blocks --- */

typedef struct part {
  carom__mesh_range range;
  float weight; /* the part of the greatest is divided first */
} part;

typedef struct mesh_job {
  carom__mesh_block *block;
  carom__mesh_range range;
  int depth;
} mesh_job;

typedef struct mesh_builder {
  carom__mesh_item *items;
  bool even; /* the items are in order already, and are divided evenly */
  carom__mesh_tree tree;
  mesh_job *jobs; /* ranges of LEAST_JOB to job_size items come here; NULL: nothing does */
  uint32_t job_count, job_size;
} mesh_builder;

static part part_of(const mesh_builder *b, carom__mesh_range range, bool even) {
  if (even) return (part){range, (float)range.count};
  bounds box = no_bounds();
  for (uint32_t i = 0; i < range.count; i++) box = joined(box, bounds_of(&b->items[range.begin + i]));
  return (part){range, half_area(box) * (float)range.count};
}

/* The part to divide next; -1: all are leaves. */
static int next_part(const part *parts, int count) {
  int best = -1;
  for (int i = 0; i < count; i++)
    if (parts[i].range.count > CAROM__MESH_LANES && (best < 0 || parts[i].weight > parts[best].weight))
      best = i;
  return best;
}

static int divide_into_parts(const mesh_builder *b, carom__mesh_range range, bool even,
                             part parts[CHILDREN]) {
  int count = 1, next;
  parts[0] = (part){range, 0};
  while (count < CHILDREN && (next = next_part(parts, count)) >= 0) {
    carom__mesh_range whole = parts[next].range;
    uint32_t first = even ? even_part(whole.count) : divide(b->items + whole.begin, whole.count);
    parts[next] = part_of(b, (carom__mesh_range){whole.begin, first}, even);
    parts[count++] = part_of(b, (carom__mesh_range){whole.begin + first, whole.count - first}, even);
  }
  return count;
}

static void build_block(mesh_builder *b, carom__mesh_block *block, carom__mesh_range range, int depth) {
  part parts[CHILDREN];
  carom__mesh_range inner[CHILDREN];
  int count = divide_into_parts(b, range, b->even || depth >= CAROM__MESH_BINNED_DEPTH, parts);
  unsigned inner_count = 0;
  *block = (carom__mesh_block){.first_leaf = b->tree.leaf_count};
  for (int i = 0; i < count; i++)
    if (parts[i].range.count > CAROM__MESH_LANES)
      inner[inner_count++] = parts[i].range;
    else
      b->tree.leaves[b->tree.leaf_count++] = parts[i].range;
  block->counts = (uint8_t)((unsigned)count | inner_count << 4);
  block->first_block = b->tree.block_count;
  b->tree.block_count += inner_count;
  for (unsigned i = 0; i < inner_count; i++) {
    carom__mesh_block *child = &b->tree.blocks[block->first_block + i];
    if (b->jobs && inner[i].count >= LEAST_JOB && inner[i].count <= b->job_size)
      b->jobs[b->job_count++] = (mesh_job){child, inner[i], depth + 1};
    else
      build_block(b, child, inner[i], depth + 1);
  }
}

/* --- Threads --- */

typedef struct work {
  const mesh_builder *top;
  mesh_builder *builders; /* one for each mesh_job */
  uint32_t parts;
} work;

static void run_jobs(void *context, uint32_t first) {
  const work *w = context;
  for (uint32_t i = first; i < w->top->job_count; i += w->parts) {
    const mesh_job *given = &w->top->jobs[i];
    build_block(&w->builders[i], given->block, given->range, given->depth);
  }
}

static void rebase(carom__mesh_block *blocks, uint32_t count, uint32_t block_base, uint32_t leaf_base) {
  for (uint32_t i = 0; i < count; i++) {
    blocks[i].first_block += block_base;
    blocks[i].first_leaf += leaf_base;
  }
}

/* Appends what a job has built; its own block is in the tree already. */
static void append_job(carom__mesh_tree *tree, const mesh_job *given, const carom__mesh_tree *built) {
  uint32_t blocks = tree->block_count, leaves = tree->leaf_count;
  memcpy(tree->blocks + blocks, built->blocks, built->block_count * sizeof *built->blocks);
  memcpy(tree->leaves + leaves, built->leaves, built->leaf_count * sizeof *built->leaves);
  rebase(given->block, 1, blocks, leaves);
  rebase(tree->blocks + blocks, built->block_count, blocks, leaves);
  tree->block_count += built->block_count;
  tree->leaf_count += built->leaf_count;
}

/* A block with blocks among its children has eight children, and one with leaves alone has more than eight
 * items. So there are at most 2 / 9 of a block an item, besides the root. */
static uint32_t most_blocks(uint32_t items) { return items / 4; }

/* The jobs build in the room of their own items, in arrays as large as the tree's. */
static carom_status build_jobs(mesh_builder *top, const carom_tasks *tasks, uint32_t count,
                               carom__arena *arena) {
  carom__mesh_block *blocks = carom__arena_alloc(arena, most_blocks(count), sizeof *blocks);
  carom__mesh_range *leaves = carom__arena_alloc(arena, count, sizeof *leaves);
  mesh_builder *builders = carom__arena_alloc(arena, top->job_count, sizeof *builders);
  if (!blocks || !leaves || !builders) return CAROM_OUT_OF_MEMORY;
  for (uint32_t i = 0; i < top->job_count; i++) {
    uint32_t begin = top->jobs[i].range.begin;
    builders[i] = (mesh_builder){
        .items = top->items, .even = top->even, .tree = {blocks + most_blocks(begin), leaves + begin, 0, 0}};
  }
  work w = {top, builders, top->job_count < CAROM__PARTS_MAX ? top->job_count : CAROM__PARTS_MAX};
  if (w.parts > 0) carom__run_parts(tasks, w.parts, run_jobs, &w);
  for (uint32_t i = 0; i < top->job_count; i++) append_job(&top->tree, &top->jobs[i], &builders[i].tree);
  return CAROM_OK;
}

/* --- Order --- */

/* The lowest 16 bits, two zeros between each. */
static uint64_t spread(uint64_t bits) {
  bits = (bits | bits << 16) & 0x0000ff0000ffu;
  bits = (bits | bits << 8) & 0x00f00f00f00fu;
  bits = (bits | bits << 4) & 0x0c30c30c30c3u;
  return (bits | bits << 2) & 0x249249249249u;
}

/* Where the middle of an item is on a curve through cells of a 65536th of the bounds (Morton, 1966). */
static uint64_t key_of(const binning *b, const carom__mesh_item *item) {
  carom_vec3 at = lanes_to_vec3(lanes_mul(lanes_sub(middle_of(item), b->low), b->scale));
  const float cells = 65535.0f / (float)BINS;
  return spread((uint64_t)(at.x * cells)) | spread((uint64_t)(at.y * cells)) << 1 |
         spread((uint64_t)(at.z * cells)) << 2;
}

/* Sorts the items along the curve. */
static carom_status sort_items(carom__mesh_item *items, uint32_t count, carom__arena *arena) {
  carom__keyed *keys = carom__arena_alloc(arena, count, sizeof *keys);
  carom__keyed *scratch = carom__arena_alloc(arena, count, sizeof *scratch);
  carom__mesh_item *old = carom__arena_alloc(arena, count, sizeof *old);
  if (!keys || !scratch || !old) return CAROM_OUT_OF_MEMORY;
  binning b = binning_of(items, count);
  memcpy(old, items, count * sizeof *old);
  for (uint32_t i = 0; i < count; i++) keys[i] = (carom__keyed){key_of(&b, &items[i]), i};
  carom__sort_keyed(keys, scratch, count);
  for (uint32_t i = 0; i < count; i++) items[i] = old[keys[i].value];
  return CAROM_OK;
}

carom_status carom__mesh_tree_build(carom__mesh_item *items, uint32_t count, const carom_mesh_def *def,
                                    carom__arena *arena, carom__mesh_tree *out) {
  mesh_builder top = {.items = items,
                      .even = def->fast_build,
                      .job_size = count / JOBS > LEAST_JOB ? count / JOBS : LEAST_JOB};
  top.tree.blocks = carom__arena_alloc(arena, (size_t)most_blocks(count) + 1, sizeof *top.tree.blocks);
  top.tree.leaves = carom__arena_alloc(arena, count, sizeof *top.tree.leaves);
  top.jobs = carom__arena_alloc(arena, (size_t)count / LEAST_JOB + 1, sizeof *top.jobs);
  if (!top.tree.blocks || !top.tree.leaves || !top.jobs) return CAROM_OUT_OF_MEMORY;
  if (top.even && sort_items(items, count, arena)) return CAROM_OUT_OF_MEMORY;
  top.tree.block_count = 1;
  build_block(&top, top.tree.blocks, (carom__mesh_range){0, count}, 0);
  carom_status status = build_jobs(&top, def->tasks, count, arena);
  *out = top.tree;
  return status;
}
