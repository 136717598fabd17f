/* body_index.c: making the trees over all bodies fit.
 *
 * A body that was touched keeps its place in the tree and changes the bounds above it. Slots that are new get
 * a second tree, which is built anew whenever there are more of them. When that has cost as much as building
 * the first tree for all would, or when the places no longer suit, this is done: with k new bodies between
 * queries about sqrt(2 k n) are put in order each time. */
#include "body_index.h"

#include "objects.h"
#include "shape_class.h"

enum { STRAYED, OPENING, OPEN };

static carom_aabb box_of_colliders(const carom_world *world, uint32_t body) {
  carom__slots_view list = carom__body_colliders(world, body);
  carom_frame frame = carom__body_frame(world, body);
  carom_aabb all = box_tree_nowhere();
  for (size_t i = 0; i < list.count; i++) {
    carom_frame own = carom__frame_on(world, list.data[i], &frame);
    all = aabb_union(all, carom__shape_bounds(&world->colliders.shapes.data[list.data[i]], &own));
  }
  return all;
}

/* What a query is to find of a body: nothing of those that take no part, or have no collider. */
static carom_aabb box_of_body(const carom_world *world, uint32_t body) {
  if (body >= carom__idpool_slots(&world->bodies.ids) || !carom__body_is_active(world, body))
    return box_tree_nowhere();
  if (bits_test(&world->bodies.touched, body)) return box_of_colliders(world, body);
  return carom__body_colliders(world, body).count > 0 ? world->bodies.bounds.data[body] : box_tree_nowhere();
}

static carom_status build(const carom_world *world, carom__box_tree *tree, uint32_t first, uint32_t count) {
  carom_aabb *boxes = carom__alloc(&world->allocator, count * sizeof *boxes);
  if (count > 0 && !boxes) return CAROM_OUT_OF_MEMORY;
  for (uint32_t i = 0; i < count; i++) boxes[i] = box_of_body(world, first + i);
  carom_status status = carom__box_tree_build(tree, &world->allocator, boxes, count, first);
  carom__free(&world->allocator, boxes, count * sizeof *boxes);
  return status;
}

static carom_status build_first(const carom_world *world) {
  carom__body_index *index = world->index;
  uint32_t slots = carom__idpool_slots(&world->bodies.ids);
  index->split = 0;
  index->young_work = 0;
  carom_status status = build(world, &index->trees[1], 0, 0);
  if (!status) status = build(world, &index->trees[0], 0, slots);
  if (!status) index->split = slots;
  return status;
}

static carom_status build_second(const carom_world *world) {
  carom__body_index *index = world->index;
  uint32_t count = carom__idpool_slots(&world->bodies.ids) - index->split;
  index->young_work += count;
  return index->young_work > index->split ? build_first(world)
                                          : build(world, &index->trees[1], index->split, count);
}

static void set_strayed(const carom_world *world) {
  carom__body_index *index = world->index;
  uint32_t known = index->split + index->trees[1].count, body;
  for (carom__bits_walk walk = bits_walk_all(&index->strayed); bits_next(&walk, &body) && body < known;) {
    carom_aabb box = box_of_body(world, body);
    bool second = body >= index->split;
    carom__box_tree_set(&index->trees[second], second ? body - index->split : body, &box);
  }
  for (int i = 0; i < 2; i++) carom__box_tree_refit(&index->trees[i]);
}

static carom_status follow(const carom_world *world) {
  carom__body_index *index = world->index;
  set_strayed(world);
  if (carom__box_tree_is_loose(&index->trees[0]) || carom__box_tree_is_loose(&index->trees[1]))
    return build_first(world);
  bool more = carom__idpool_slots(&world->bodies.ids) > index->split + index->trees[1].count;
  return more ? build_second(world) : CAROM_OK;
}

bool carom__body_index_open(const carom_world *world) {
  carom__body_index *index = world->index;
  int state = atomic_load_explicit(&index->state, memory_order_acquire);
  if (state != STRAYED) return state == OPEN;
  if (!atomic_compare_exchange_strong_explicit(&index->state, &state, OPENING, memory_order_acquire,
                                               memory_order_acquire))
    return state == OPEN;
  carom_status status = follow(world);
  if (!status) carom__bits_clear_all(&index->strayed);
  atomic_store_explicit(&index->state, status ? STRAYED : OPEN, memory_order_release);
  return !status;
}

void carom__body_index_free(carom__body_index *index, const carom_allocator *allocator) {
  carom__bits_free(&index->strayed, allocator);
  for (int i = 0; i < 2; i++) carom__box_tree_free(&index->trees[i], allocator);
}
