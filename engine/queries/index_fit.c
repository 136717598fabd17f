/* index_fit.c: making the trees over all bodies fit.
 *
 * A body that was touched keeps its place in the tree and changes the bounds above it. Slots that are new get
 * a second tree, which is built anew whenever there are more of them. When that has cost as much as building
 * the first tree for all would, this is done: with k new bodies between queries about sqrt(2 k n) are put in
 * order each time. It is done, too, when bodies have moved so far that their places no longer suit, but
 * roughly: where they go on like this better places would not last. Where they do not, the next time finds
 * that, and builds the tree well. */
#include "queries.h"

#include "objects.h"
#include "shape_class.h"

static void add_collider(const carom_world *world, uint32_t slot, const carom_frame *body, carom_aabb *all) {
  carom_frame own = carom__frame_on(world, slot, body);
  carom_shape room;
  *all = aabb_union(*all, carom__shape_bounds(carom__collider_shape(world, slot, &room), &own));
}

/* May reach as far as colliders that are gone or were elsewhere: what queries find is tested anyway. */
static carom_aabb box_of_changed(const carom_world *world, const carom__several *several,
                                 const carom_frame *body) {
  carom_aabb all = carom__box_pyramid_all(&several->boxes);
  uint32_t place;
  for (carom__bits_walk walk = bits_walk_all(&several->changed); bits_next(&walk, &place);)
    if (several->colliders.data[place] != CAROM__NO_INDEX)
      add_collider(world, several->colliders.data[place], body, &all);
  return all;
}

static carom_aabb box_of_colliders(const carom_world *world, uint32_t body) {
  carom__slots_view list = carom__body_colliders(world, body);
  const carom__several *boxed = carom__body_boxed(world, body);
  carom_frame frame = carom__body_frame(world, body);
  carom_aabb all = box_tree_nowhere();
  uint32_t slot;
  if (boxed) return box_of_changed(world, boxed, &frame);
  for (size_t at = 0; slots_next(&list, &at, &slot);) add_collider(world, slot, &frame, &all);
  return all;
}

/* What a query is to find of a body: nothing of those that take no part, or have no collider. */
static carom_aabb box_of_body(const carom_world *world, uint32_t body) {
  if (body >= carom__idpool_slots(&world->bodies.ids) || !carom__body_is_active(world, body))
    return box_tree_nowhere();
  if (!carom__body_boxes_fit(world, body)) return box_of_colliders(world, body);
  return carom__body_collider_count(world, body) > 0 ? world->bodies.proxies.data[body].box
                                                     : box_tree_nowhere();
}

static carom__box_item item_of_body(const carom_world *world, uint32_t body) {
  carom__box_item item = {box_of_body(world, body), body};
  uint32_t only = body < world->bodies.only.count ? world->bodies.only.data[body] : CAROM__NO_INDEX;
  if (only != CAROM__NO_INDEX) item.name = only | CAROM__INDEX_COLLIDER;
  return item;
}

static carom_status build(const carom_world *world, carom__box_tree *tree, uint32_t first, uint32_t count,
                          bool roughly) {
  carom__box_item *items = carom__alloc(&world->allocator, count * sizeof *items);
  if (count > 0 && !items) return CAROM_OUT_OF_MEMORY;
  for (uint32_t i = 0; i < count; i++) items[i] = item_of_body(world, first + i);
  carom_status status = carom__box_tree_build(tree, &world->allocator, items, count, roughly);
  carom__free(&world->allocator, items, count * sizeof *items);
  return status;
}

static carom_status build_first(const carom_world *world, bool roughly) {
  carom__body_index *index = world->index;
  uint32_t slots = carom__idpool_slots(&world->bodies.ids);
  index->split = 0;
  index->young_work = 0;
  index->rough = roughly;
  carom_status status = build(world, &index->trees[1], 0, 0, false);
  if (!status) status = build(world, &index->trees[0], 0, slots, roughly);
  if (!status) index->split = slots;
  return status;
}

static carom_status build_second(const carom_world *world) {
  carom__body_index *index = world->index;
  uint32_t count = carom__idpool_slots(&world->bodies.ids) - index->split;
  index->young_work += count;
  return index->young_work > index->split ? build_first(world, false)
                                          : build(world, &index->trees[1], index->split, count, false);
}

static void set_strayed(const carom_world *world) {
  carom__body_index *index = world->index;
  uint32_t known = index->split + index->trees[1].count, body;
  for (carom__bits_walk walk = bits_walk_all(&index->strayed); bits_next(&walk, &body) && body < known;) {
    carom__box_item item = item_of_body(world, body);
    bool second = body >= index->split;
    carom__box_tree_set(&index->trees[second], second ? body - index->split : body, &item);
  }
  for (int i = 0; i < 2; i++) carom__box_tree_refit(&index->trees[i]);
}

static carom_status follow(const carom_world *world) {
  carom__body_index *index = world->index;
  set_strayed(world);
  if (carom__box_tree_is_loose(&index->trees[0]) || carom__box_tree_is_loose(&index->trees[1]))
    return build_first(world, true);
  if (index->rough && carom__box_tree_is_tight(&index->trees[0])) return build_first(world, false);
  bool more = carom__idpool_slots(&world->bodies.ids) > index->split + index->trees[1].count;
  return more ? build_second(world) : CAROM_OK;
}

static int state_after(const carom_world *world, carom_status status) {
  const carom__bits *touched = &world->bodies.touched, *restored = &world->bodies.restored;
  if (status) return CAROM__INDEX_STRAYED;
  bool all_fit = carom__bits_count(touched, 0, touched->words.count) == 0 &&
                 carom__bits_count(restored, 0, restored->words.count) == 0;
  return all_fit ? CAROM__INDEX_AT_REST : CAROM__INDEX_OPEN;
}

bool carom__body_index_open(const carom_world *world) {
  carom__body_index *index = world->index;
  uint32_t state = carom__atomic_acquire(&index->state);
  if (state != CAROM__INDEX_STRAYED) return state >= CAROM__INDEX_OPEN;
  if (!carom__atomic_replace(&index->state, &state, CAROM__INDEX_OPENING)) return state >= CAROM__INDEX_OPEN;
  uint32_t most = carom__idpool_slots(&world->colliders.ids) | carom__idpool_slots(&world->bodies.ids);
  carom_status status = most < CAROM__INDEX_COLLIDER ? follow(world) : CAROM_LIMIT;
  if (!status) carom__bits_clear_all(&index->strayed);
  carom__atomic_release(&index->state, (uint32_t)state_after(world, status));
  return !status;
}
