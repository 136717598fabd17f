/* mesh.h: the inside of a triangle mesh, and what the narrow phase asks of it.
 *
 * The main file of the room mesh. A mesh is a tree of blocks, each of up to eight children. The bounds of the
 * children are bytes on a grid of the block, so that a block is little more than a cache line. A child is
 * another block or a leaf of up to eight triangles, which are tested at once. A leaf has its corners once
 * each, and says for each triangle where in the leaf its corners are. (Wald, Benthin and Boulos, 2008;
 * Ylitie, Karras and Laine, 2017.)
 *
 * What is asked is answered in the frame of the mesh. All walks go through the tree in one order, which only
 * depends on the mesh. */
#ifndef CAROM_NARROWPHASE_MESH_H
#define CAROM_NARROWPHASE_MESH_H

#include "asset.h"
#include "carom/mesh.h"
#include "narrowphase.h"
#include "triangle.h"

/* Children that are blocks come first, then leaves; both lie one behind the other. Bound i of child c along
 * axis k is origin[k] + i 2^exponent[k], rounded to float, and never inside what it bounds. */
typedef struct carom__mesh_block {
  float origin[3];
  int8_t exponent[3];
  uint8_t counts; /* the number of children, and 16 times how many of them are blocks */
  uint8_t low[3][8], high[3][8];
  uint32_t first_block, first_leaf;
} carom__mesh_block;

/* The five bits above 5 j of at[i] say which of the leaf's corners is corner j of triangle i. */
typedef struct carom__mesh_leaf {
  uint32_t corners; /* where in the mesh's corners or words its own begin */
  uint16_t at[8];
  uint8_t corner_count;
  uint8_t lanes; /* a bit for each triangle that takes part; it may be flat in a mesh that deforms */
} carom__mesh_leaf;

enum {
  CAROM__MESH_LANES = CAROM__TRIANGLE_LANES,
  CAROM__MESH_CORNERS = 24,                 /* the most of a leaf */
  CAROM__MESH_ORIGIN = 6,                   /* words of the origin of a leaf */
  CAROM__MESH_ORIGIN_ZERO = 1 << 24,        /* what stands for 0 there, and the most steps either way */
  CAROM__MESH_BINNED_DEPTH = 20,            /* below it, blocks divide their triangles evenly */
  CAROM__MESH_DEPTH = 32,                   /* so that no tree is deeper */
  CAROM__MESH_STACK = 8 * CAROM__MESH_DEPTH /* so that a walk never holds more children */
};

/* A place of a triangle in the leaves is called a slot. A compact mesh has its corners on one grid. A leaf of
 * it has 16 bits for each coordinate, counted in steps from an origin, and the number of a triangle is its
 * slot. Steps are powers of two, and no corner is more than 2^24 of them from 0. Decoding is therefore exact,
 * and a corner is the same to the bit in all leaves. */
struct carom_mesh {
  carom__asset asset;
  carom_mesh_sides sides;
  /* of the game's arrays, but a compact mesh counts slots as triangles; kept: what is in the leaves */
  uint32_t triangle_count, kept_count, vertex_count;
  uint32_t block_count, leaf_count, corner_count;
  carom__mesh_block *blocks; /* parents before their children; the first is the root */
  carom__mesh_leaf *leaves;
  float step;        /* of the grid of a compact mesh, else 0 */
  float *corners;    /* a leaf: all x, then all y, then all z; NULL when the mesh is compact */
  uint16_t *words;   /* the same of a compact mesh, each leaf behind its origin; else NULL */
  uint32_t *numbers; /* a slot: of its triangle, UINT32_MAX for none; NULL when the mesh is compact */
  /* a triangle: the number of its leaf, lowest byte first; all bits set: none; NULL when the mesh is compact
   */
  uint8_t (*leaf_of)[3];
  uint8_t *materials; /* a slot: of its triangle; NULL: all are 0 */
  uint32_t *sources;  /* a corner: its vertex; NULL when the mesh does not deform */
  uint32_t *places;   /* a vertex: the first one at its place; NULL but for solids that deform */
  carom_aabb bounds;
  carom_mesh_report report;
};

typedef struct carom__mesh_visitor {
  carom__triangle_batch_fn *visit;
  void *context;
} carom__mesh_visitor;

/* Visits the triangles whose bounds touch a box. */
void carom__mesh_walk(const carom_mesh *mesh, const carom_aabb *box, carom__mesh_visitor visitor);

/* Visits all triangles that touch an oriented box, and maybe some that are apart from it by rounding. */
void carom__mesh_walk_obb(const carom_mesh *mesh, const carom_obb *box, carom__mesh_visitor visitor);

/* Bounds of a box, with more to each side than the rounding of the sums. */
carom_aabb carom__mesh_box_bounds(const carom_obb *box);

/* Where a ray meets a triangle. */
typedef struct carom__mesh_hit {
  double fraction; /* of the translation, 0..1 */
  bool front;      /* it comes from the front */
  uint8_t material;
  uint32_t triangle, slot;
  carom_vec3 corners[3];
} carom__mesh_hit;

/* Receives a hit, and returns the greatest fraction of hits that it still wants. */
typedef double carom__mesh_hit_fn(void *context, const carom__mesh_hit *hit);

/* Reports the triangles that a ray meets, roughly the nearest first, and all of them up to the fraction that
 * was wanted last. Which triangles it meets is exact, and a ray that passes through an edge or a corner meets
 * all triangles there. A triangle along the ray is not met. front_only: only from the front. */
void carom__mesh_walk_ray(const carom_mesh *mesh, const carom__ray *ray, bool front_only,
                          carom__mesh_hit_fn *hit, void *context);

/* Keeps the nearest hit in the context, which is one of a fraction of 2 at first; of equals the one with the
 * lowest number. */
double carom__mesh_keep_closest(void *context, const carom__mesh_hit *hit);

/* The nearest of them, and of equals the one with the lowest number; false when there is none. */
bool carom__mesh_cast_ray(const carom_mesh *mesh, const carom__ray *ray, bool front_only,
                          carom__mesh_hit *out);

/* The nearest point of a mesh. */
typedef struct carom__mesh_near {
  double distance;
  carom_vec3 point;
  uint32_t triangle, slot;
} carom__mesh_near;

/* Finds the triangle that is nearest to a point, of equals the one with the lowest number, and the point on
 * it; false when none is as near as the limit, which is at most 1e18. */
bool carom__mesh_nearest(const carom_mesh *mesh, carom_vec3 point, float limit, carom__mesh_near *out);

/* Visits all triangles that are no farther from the box than the limit is then. */
void carom__mesh_approach(const carom_mesh *mesh, carom__approach *approach);

/* How often a closed surface winds around a point: 1 inside and 0 outside of a simple solid. It is exact, but
 * for points on the surface, where it may be that of either side. */
int carom__mesh_winding(const carom_mesh *mesh, carom_vec3 point);

/* Is a point inside a closed mesh? */
static inline bool carom__mesh_contains(const carom_mesh *mesh, carom_vec3 point) {
  return carom__mesh_winding(mesh, point) != 0;
}

/* The slot of a triangle; UINT32_MAX for one that was left out. */
uint32_t carom__mesh_slot_of(const carom_mesh *mesh, uint32_t number);

/* The corners of a triangle by its slot. */
void carom__mesh_corners_of(const carom_mesh *mesh, uint32_t slot, carom_vec3 out[3]);

/* The unit normal of a triangle's front; of corners on one line, one across it, and zero of a point. */
carom_vec3 carom__mesh_normal_of(const carom_vec3 corners[3]);

/* One triangle of a batch, with a radius. */
void carom__triangle_of_batch(const carom__triangle_batch *batch, int lane, float radius,
                              carom__triangle *out);

void carom__mesh_write(carom__archive *archive, const carom__asset *asset);
carom__asset *carom__mesh_read(carom__archive *archive, const carom_allocator *allocator);
extern const carom__asset_class carom__mesh_asset_class; /* in the file of the kind */

/* --- Blocks --- */

static inline unsigned mesh_block_children(const carom__mesh_block *block) { return block->counts & 15; }
static inline unsigned mesh_block_inner(const carom__mesh_block *block) { return block->counts >> 4; }

/* 2^exponent, which is normal. */
static inline float mesh_block_step(const carom__mesh_block *block, int axis) {
  union {
    uint32_t u;
    float f;
  } step = {(uint32_t)(block->exponent[axis] + 127) << 23};
  return step.f;
}

/* --- Leaves --- */

/* The number of a triangle in a slot in use. */
static inline uint32_t mesh_number(const carom_mesh *mesh, uint32_t slot) {
  return mesh->numbers ? mesh->numbers[slot] : slot;
}

/* Is there a triangle in the slot, though it may be flat? */
static inline bool mesh_slot_is_used(const carom_mesh *mesh, uint32_t slot) {
  if (mesh->numbers) return mesh->numbers[slot] != UINT32_MAX;
  return mesh->leaves[slot / CAROM__MESH_LANES].lanes >> slot % CAROM__MESH_LANES & 1;
}

static inline uint32_t mesh_origin_bits(const uint16_t *words, int axis) {
  return words[2 * axis] | (uint32_t)words[2 * axis + 1] << 16;
}

/* How many steps the origin of a leaf in words is from 0. */
static inline int32_t mesh_origin(const uint16_t *words, int axis) {
  return (int32_t)mesh_origin_bits(words, axis) - CAROM__MESH_ORIGIN_ZERO;
}

static inline float mesh_decoded(const uint16_t *words, unsigned count, int axis, unsigned j, float step) {
  uint16_t word = words[CAROM__MESH_ORIGIN + (unsigned)axis * count + j];
  return (float)(mesh_origin(words, axis) + word) * step;
}

/* Which of the corners of a leaf is corner k of a triangle. */
static inline unsigned mesh_corner_at(const carom__mesh_leaf *leaf, unsigned lane, int k) {
  return (unsigned)leaf->at[lane] >> 5 * k & 31;
}

/* Corner j of a leaf. */
static inline carom_vec3 mesh_corner(const carom_mesh *mesh, const carom__mesh_leaf *leaf, unsigned j) {
  unsigned n = leaf->corner_count;
  if (mesh->words) {
    const uint16_t *words = mesh->words + leaf->corners;
    float step = mesh->step;
    return (carom_vec3){mesh_decoded(words, n, 0, j, step), mesh_decoded(words, n, 1, j, step),
                        mesh_decoded(words, n, 2, j, step)};
  }
  const float *x = mesh->corners + leaf->corners;
  return (carom_vec3){x[j], x[n + j], x[2 * n + j]};
}

#endif
