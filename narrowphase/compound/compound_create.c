/* compound_create.c: builds compounds: checks the children, numbers their assets, and makes the tree. */
#include "alloc.h"
#include "box_core.h"
#include "compound.h"
#include "map.h"

typedef struct compounding {
  const carom_compound_def *def;
  const carom_allocator *allocator;
  carom__map numbers; /* of the assets, by address */
  uint32_t asset_count;
  carom_compound *compound;
  carom_obb *boxes; /* of the children */
  size_t at;        /* the child that is looked at */
} compounding;

static const carom_compound_child *child_at(const carom_compound_def *def, size_t index) {
  size_t stride = def->child_stride ? def->child_stride : sizeof *def->children;
  return (const carom_compound_child *)(const void *)((const char *)def->children + index * stride);
}

/* --- Assets --- */

static uint64_t key_of(const carom__asset *asset) { return (uint64_t)(uintptr_t)asset; }

/* Gives each asset a number when it is seen first. */
static carom_status number_assets(compounding *m) {
  for (size_t i = 0; i < m->def->child_count; i++) {
    const carom_shape *shape = &child_at(m->def, i)->shape;
    const carom__asset *asset = carom__shape_class_of(shape->kind) ? shape_asset(shape) : NULL;
    uint64_t number;
    if (!asset || carom__map_get(&m->numbers, key_of(asset), &number)) continue;
    if (carom__map_put(&m->numbers, key_of(asset), m->asset_count)) return CAROM_OUT_OF_MEMORY;
    m->asset_count++;
  }
  return CAROM_OK;
}

/* Retains an asset whose number is the next. */
static uint32_t take_asset(compounding *m, const carom_shape *shape) {
  const carom__asset *asset = shape_asset(shape);
  carom_compound *compound = m->compound;
  uint64_t number = 0;
  if (!asset) return CAROM__NO_ASSET;
  carom__map_get(&m->numbers, key_of(asset), &number);
  if (number == compound->asset_count) {
    carom__asset_retain(asset);
    compound->assets[compound->asset_count++] = asset;
  }
  return (uint32_t)number;
}

/* --- Children --- */

/* The compound that a shape is; NULL of all others. */
static const carom_compound *compound_of(const carom_shape *shape) {
  const carom__asset *asset = shape_asset(shape);
  return asset && asset->class == &carom__compound_asset_class ? (const carom_compound *)asset : NULL;
}

/* Counts the shapes in a child, and how deep they lie. */
static carom_status count_shapes(compounding *m, carom__child *child) {
  carom_compound *compound = m->compound;
  const carom_compound *inner = compound_of(&child->given.shape);
  uint32_t depth = inner ? inner->depth + 1 : 1, shapes = inner ? inner->shape_count : 1;
  child->first = compound->shape_count;
  if (depth > CAROM_COMPOUND_DEPTH_MAX || shapes > INT32_MAX - compound->shape_count) return CAROM_LIMIT;
  if (depth > compound->depth) compound->depth = depth;
  compound->shape_count += shapes;
  return CAROM_OK;
}

/* Finds the box of a child in the frame of the compound, and adds it to the bounds. */
static carom_status bound(compounding *m, const carom_compound_child *given, carom_obb *box) {
  carom__relative place = local_pose_to_relative(given->pose);
  carom_aabb *all = &m->compound->bounds;
  carom__shape_class_of(given->shape.kind)->obb(&given->shape, box);
  *box = tree_box_in(box, &place);
  carom_aabb bounds = carom__obb_bounds(box);
  *all = m->at == 0 ? bounds : aabb_union(*all, bounds);
  bool near = vec3_is_within(bounds.min, CAROM_SIZE_MAX) && vec3_is_within(bounds.max, CAROM_SIZE_MAX);
  return near ? CAROM_OK : CAROM_OUT_OF_RANGE;
}

/* The first child chooses the family. */
static carom_status accept(compounding *m, carom_compound_child *given) {
  const carom__shape_class *class = carom__shape_class_of(given->shape.kind);
  carom_status status = class ? class->check(&given->shape) : CAROM_UNKNOWN_KIND;
  if (!status && class->part_of) status = CAROM_UNBOUNDED;
  if (status) return status;
  bool planar = shape_is_planar(&given->shape);
  carom_shape_family family = planar ? CAROM_FAMILY_PLANAR : CAROM_FAMILY_SPATIAL;
  if (m->at == 0) m->compound->family = family;
  if (m->compound->family != family) return CAROM_WRONG_FAMILY;
  status = carom__local_pose_accept(&given->pose);
  return status || !planar || local_pose_is_planar(&given->pose) ? status : CAROM_NOT_PLANAR;
}

static carom_status add_child(compounding *m, carom__child *child, carom_obb *box) {
  carom_compound_child *given = &child->given;
  *given = *child_at(m->def, m->at);
  carom_status status = accept(m, given);
  if (status) return status;
  const carom__shape_class *class = carom__shape_class_of(given->shape.kind);
  if (class->is_solid && class->is_solid(&given->shape)) m->compound->has_solids = true;
  bool convex = !class->walk || (class->is_of_convex && class->is_of_convex(&given->shape));
  if (!convex) m->compound->has_pieces = true;
  child->asset = take_asset(m, &given->shape);
  status = count_shapes(m, child);
  return status ? status : bound(m, given, box);
}

static carom_status add_children(compounding *m) {
  for (m->at = 0; m->at < m->def->child_count; m->at++) {
    carom_status status = add_child(m, &m->compound->children[m->at], &m->boxes[m->at]);
    if (status) return status;
  }
  return CAROM_OK;
}

/* --- The compound --- */

static carom_compound *allocate(const compounding *m) {
  size_t children = (sizeof(carom_compound) + 7) / 8 * 8;
  size_t assets = children + m->def->child_count * sizeof(carom__child);
  size_t bytes = assets + m->asset_count * sizeof(carom__asset *);
  char *block = carom__asset_allocate(&carom__compound_asset_class, m->allocator, bytes);
  if (!block) return NULL;
  carom_compound *compound = (carom_compound *)(void *)block;
  compound->child_count = (uint32_t)m->def->child_count;
  compound->children = (carom__child *)(void *)(block + children);
  compound->assets = (const carom__asset **)(void *)(block + assets);
  return compound;
}

static carom_status fill(compounding *m) {
  m->compound = allocate(m);
  if (!m->compound) return CAROM_OUT_OF_MEMORY;
  carom_status status = add_children(m);
  if (!status)
    status = carom__obb_tree_build(m->allocator, m->boxes, m->def->child_count, &m->compound->tree);
  if (!status) carom__asset_seal(&m->compound->asset);
  return status;
}

static carom_status make(compounding *m) {
  size_t bytes = m->def->child_count * sizeof *m->boxes;
  carom_status status = number_assets(m);
  if (status) return status;
  m->boxes = carom__alloc(m->allocator, bytes);
  if (!m->boxes) return CAROM_OUT_OF_MEMORY;
  status = fill(m);
  carom__free(m->allocator, m->boxes, bytes);
  return status;
}

carom_status carom__compound_build(const carom_allocator *allocator, const carom_compound_def *def,
                                   size_t *wrong, carom_compound **out) {
  compounding m = {.def = def, .allocator = allocator, .at = def->child_count};
  carom__map_init(&m.numbers, allocator);
  carom_status status = make(&m);
  carom__map_free(&m.numbers);
  if (wrong) *wrong = m.at;
  if (status)
    carom_compound_release(m.compound);
  else
    *out = m.compound;
  return status;
}

carom_status carom_compound_create(const carom_allocator *allocator, const carom_compound_def *def,
                                   size_t *wrong, carom_compound **out) {
  if (!def || !out) return CAROM_NULL_ARGUMENT;
  if (wrong) *wrong = def->child_count;
  if (def->child_count == 0) return CAROM_TOO_FEW_POINTS;
  if (!def->children) return CAROM_NULL_ARGUMENT;
  if (def->child_count > CAROM_COMPOUND_CHILDREN_MAX) return CAROM_LIMIT;
  if (def->child_stride && def->child_stride < sizeof *def->children) return CAROM_OUT_OF_RANGE;
  return carom__compound_build(allocator, def, wrong, out);
}
