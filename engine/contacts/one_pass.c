/* one_pass.c: the cull and the narrow phase in one, of worlds where each body has one sharp box or rectangle.
 *
 * Pairs of bodies are looked at once. Where many boxes are apart these are sorted out before all else; what
 * is left waits for its like until all lanes have work. No candidates are written. */
#include "contact.h"

#include <string.h>

#include "candidates.h"
#include "collide_rectangles.h"
#include "describe.h"
#include "manifold.h"
#include "prefetch.h"
#include "tasks.h"

enum { BLOCK = CAROM__BOX_BATCH };

/* Pairs on their way, and the keys of their colliders. */
typedef struct waiting_pairs {
  union {
    carom__box_task boxes[2 * BLOCK];
    carom__rectangle_task rectangles[2 * BLOCK];
  } tasks;
  uint64_t keys[2 * BLOCK];
  size_t count;
} waiting_pairs;

/* One part of the body pairs. Its contacts go into room of its own and are moved down afterwards. One that
 * runs out of room stops before a block, and goes on from there when there is more. */
typedef struct one_pass_part {
  describing d;
  carom__contacts *out;
  bool tested;        /* those that are apart are sorted out first */
  size_t pairs, next; /* how many it has, and how many of them were looked at */
  size_t begin, room; /* where its contacts go, and how many may be there; */
  size_t count;       /* how many are */
  bool full;          /* there may be more */
  size_t asked;
  bool ascending; /* the keys of all pairs so far */
  uint64_t first, last;
} one_pass_part;

/* The body of the other side of a pair may be anywhere: asks for it ahead. */
static void fetch_other(const carom_world *world, uint32_t body) {
  const uint32_t b = world->bodies.only.data[body];
  carom__prefetch_line(&world->colliders.gates.data[b]);
  carom__prefetch_line(&world->colliders.frames.data[b]);
}

static uint64_t key_of_pair(const carom_world *world, size_t i) {
  const carom__pair *pair = &world->step.body_pairs.data[i];
  const uint32_t *only = world->bodies.only.data;
  return carom__pair_key(only[pair->a], only[pair->b]);
}

/* Adds the keys of the pairs of a block whose filters agree. */
static void list_keys(one_pass_part *s, size_t at, size_t end, waiting_pairs *out) {
  enum { AHEAD = 32 };
  const carom_world *world = s->d.world;
  const carom__gate *gates = s->d.gates;
  const carom__pairs *pairs = &world->step.body_pairs;
  const uint32_t *only = world->bodies.only.data;
  size_t count = out->count;
  uint64_t last = s->last;
  bool ascending = s->ascending;
  for (size_t i = at; i < end; i++) {
    if (i + AHEAD < pairs->count) fetch_other(world, pairs->data[i + AHEAD].b);
    const uint64_t key = carom__pair_key(only[pairs->data[i].a], only[pairs->data[i].b]);
    ascending = ascending && key > last;
    last = key;
    out->keys[count] = key;
    count += gates_admit(&gates[key_a(key)], &gates[key_b(key)]);
  }
  s->asked += count - out->count;
  s->ascending = ascending, s->last = last;
  out->count = count;
}

/* Those from the `from`th on. */
static void list_rectangles(const one_pass_part *s, size_t from, waiting_pairs *pairs) {
  const carom__gate *gates = s->d.gates;
  const carom_frame *frames = s->d.world->colliders.frames.data;
  for (size_t i = from; i < pairs->count; i++) {
    const uint32_t a = key_a(pairs->keys[i]), b = key_b(pairs->keys[i]);
    pairs->tasks.rectangles[i] =
        (carom__rectangle_task){&gates[a].size.rectangle, &gates[b].size.rectangle, &frames[a], &frames[b]};
  }
}
static void list_boxes(const one_pass_part *s, size_t from, waiting_pairs *pairs) {
  const carom__gate *gates = s->d.gates;
  const carom_frame *frames = s->d.world->colliders.frames.data;
  for (size_t i = from; i < pairs->count; i++) {
    const uint32_t a = key_a(pairs->keys[i]), b = key_b(pairs->keys[i]);
    pairs->tasks.boxes[i] = (carom__box_task){&gates[a].size.box, &gates[b].size.box, &frames[a], &frames[b]};
  }
}

/* Leaves out the boxes that are apart of those from the `from`th on. Which ones are cannot be predicted,
 * hence no branch. */
static void sort_out(size_t from, waiting_pairs *pairs) {
  carom__box_task *tasks = pairs->tasks.boxes;
  bool overlap[BLOCK];
  size_t kept = from;
  carom__overlap_boxes(tasks + from, pairs->count - from, 0, overlap);
  for (size_t i = from; i < pairs->count; i++) {
    tasks[kept] = tasks[i];
    pairs->keys[kept] = pairs->keys[i];
    kept += overlap[i - from];
  }
  pairs->count = kept;
}

/* Contacts are larger than what a processor lets wait to be written: asks for a place that is filled soon. */
static void fetch_place(const one_pass_part *s) {
  enum { AHEAD = 16 };
  const size_t at = s->begin + s->count + AHEAD;
  if (at >= s->out->list.capacity) return;
  const carom_contact *place = &s->out->list.data[at];
  for (size_t i = 0; i < sizeof *place; i += 64) carom__prefetch_line((const char *)place + i);
}

/* Asks for what is told of the other sides. */
static void fetch_sides(const describing *d, const uint64_t *keys, size_t count) {
  for (size_t i = 0; i < count; i++) {
    const uint32_t b = key_b(keys[i]);
    carom__prefetch_line(&d->colliders[b]);
    carom__prefetch_line(&d->bodies[d->gates[b].body]);
  }
}

static carom_contact *next_contact(one_pass_part *s, uint64_t key) {
  fetch_place(s);
  const size_t at = s->begin + s->count++;
  carom_contact *out = &s->out->list.data[at];
  s->out->keys.data[at] = key;
  out->patches = NULL;
  out->patch_count = 0;
  out->further = false;
  return out;
}

static void complete(const one_pass_part *s, uint64_t key, carom_contact *out) {
  describe(&s->d, key, out);
  if (contacts_extend(s->d.world)) carom__contact_extend(s->d.world, key, out);
}

/* Writes the indices of those that touch; returns how many do. */
static size_t list_touching(const carom__manifold *found, size_t count, uint32_t out[BLOCK]) {
  size_t touching = 0;
  for (uint32_t i = 0; i < count; i++) {
    out[touching] = i;
    touching += found[i].count > 0;
  }
  return touching;
}

static void finish_boxes(one_pass_part *s, const waiting_pairs *pairs, size_t count) {
  carom__manifold found[BLOCK];
  uint32_t touching[BLOCK];
  carom__collide_boxes(pairs->tasks.boxes, count, found);
  fetch_sides(&s->d, pairs->keys, count);
  const size_t touches = list_touching(found, count, touching);
  for (size_t i = 0; i < touches; i++) {
    const uint32_t k = touching[i];
    const uint64_t key = pairs->keys[k];
    carom_contact *out = next_contact(s, key);
    carom__manifold_to_world(&found[k], pairs->tasks.boxes[k].frame_a, &out->manifold);
    complete(s, key, out);
  }
}

static void finish_rectangles(one_pass_part *s, const waiting_pairs *pairs, size_t count) {
  carom__rectangle_touch found[BLOCK];
  carom__collide_rectangles(pairs->tasks.rectangles, count, found);
  fetch_sides(&s->d, pairs->keys, count);
  for (size_t i = 0; i < count; i++) {
    if (!(found[i].count > 0)) continue;
    carom_contact *out = next_contact(s, pairs->keys[i]);
    carom__rectangle_touch_to_world(&found[i], pairs->tasks.rectangles[i].frame_a, &out->manifold);
    complete(s, pairs->keys[i], out);
  }
}

/* May a block more be looked at? */
static bool goes_on(one_pass_part *s, size_t at, size_t end) {
  s->full = at < end && s->room < s->pairs && s->count + 2 * BLOCK > s->room;
  return at < end && s->ascending && !s->full;
}

/* Both return the first pair that they have not looked at. */
static size_t run_rectangles(one_pass_part *s, size_t at, size_t end) {
  waiting_pairs pairs;
  for (; goes_on(s, at, end); at += BLOCK) {
    pairs.count = 0;
    list_keys(s, at, end - at < BLOCK ? end : at + BLOCK, &pairs);
    list_rectangles(s, 0, &pairs);
    finish_rectangles(s, &pairs, pairs.count);
  }
  return at;
}

/* Finishes a block, and moves what comes after it to its place. */
static void finish_block(one_pass_part *s, waiting_pairs *pairs) {
  finish_boxes(s, pairs, BLOCK);
  pairs->count -= BLOCK;
  memcpy(pairs->tasks.boxes, pairs->tasks.boxes + BLOCK, pairs->count * sizeof *pairs->tasks.boxes);
  memcpy(pairs->keys, pairs->keys + BLOCK, pairs->count * sizeof *pairs->keys);
}

static size_t run_boxes(one_pass_part *s, size_t at, size_t end) {
  waiting_pairs pairs;
  pairs.count = 0;
  for (; goes_on(s, at, end); at += BLOCK) {
    const size_t from = pairs.count;
    list_keys(s, at, end - at < BLOCK ? end : at + BLOCK, &pairs);
    list_boxes(s, from, &pairs);
    if (s->tested) sort_out(from, &pairs);
    if (pairs.count >= BLOCK) finish_block(s, &pairs);
  }
  finish_boxes(s, &pairs, pairs.count);
  return at;
}

static void run_part(void *context, uint32_t part, size_t begin, size_t end) {
  one_pass_part *s = (one_pass_part *)context + part;
  const size_t from = begin + s->next;
  if (begin < end) s->first = key_of_pair(s->d.world, begin);
  if (from < end) s->next = (s->d.world->def.planar ? run_rectangles : run_boxes)(s, from, end) - begin;
}

/* Do the keys of all pairs ascend, from part to part? */
static bool all_ascend(const one_pass_part *all, uint32_t parts) {
  for (uint32_t i = 0; i < parts; i++)
    if (!all[i].ascending || (i > 0 && all[i].first < all[i - 1].last)) return false;
  return true;
}

/* How many contacts of the last step come before a pair. */
static size_t old_before(const carom_world *world, size_t pair) {
  const carom__keys *old = &world->contacts.keys;
  if (pair == world->step.body_pairs.count) return old->count;
  return keys_below(old->data, old->count, key_of_pair(world, pair));
}

/* A part has room for as many contacts as there were of its pairs, and some more of what there is. */
static void choose_rooms(const carom_world *world, one_pass_part *all, uint32_t parts) {
  const size_t count = world->step.body_pairs.count, had = world->fresh.list.capacity;
  const size_t least = world->contacts.list.count + (size_t)parts * 4 * BLOCK;
  const size_t more = 4 * BLOCK + (had > least ? (had - least) / parts : 0);
  for (uint32_t i = 0; i < parts; i++) {
    const size_t begin = carom__part_begin(count, parts, i), end = carom__part_begin(count, parts, i + 1);
    const size_t old_begin = old_before(world, begin), old_end = old_before(world, end);
    all[i].pairs = end - begin;
    all[i].room = more + (old_end > old_begin ? old_end - old_begin : 0);
  }
}

/* Where it goes on as until now. That is not known well from few: room for many more comes in steps. */
static size_t more_room(const one_pass_part *s) {
  enum { TIMES = 8 };
  const uint64_t to_come = (uint64_t)s->count * (s->pairs - s->next) / s->next;
  const uint64_t wanted = s->count + to_come + 4 * BLOCK, most = (uint64_t)TIMES * s->room;
  return (size_t)(wanted < most ? wanted : most);
}

/* Moves what a part has found. */
static void move_part(one_pass_part *s, size_t begin) {
  carom__contacts *out = s->out;
  if (begin != s->begin && s->count > 0) {
    memmove(out->keys.data + begin, out->keys.data + s->begin, s->count * sizeof *out->keys.data);
    memmove(out->list.data + begin, out->list.data + s->begin, s->count * sizeof *out->list.data);
  }
  s->begin = begin;
}

/* Makes the room that the parts are to have, of which none has less than before. */
static carom_status make_room(carom_world *world, one_pass_part *all, uint32_t parts) {
  size_t end = 0;
  for (uint32_t i = 0; i < parts; i++) {
    if (all[i].room > all[i].pairs) all[i].room = all[i].pairs;
    end += all[i].room;
  }
  carom_status status = carom__contacts_room(world, &world->fresh, end);
  if (status) return status;
  for (uint32_t i = parts; i-- > 0;) move_part(&all[i], end -= all[i].room);
  return CAROM_OK;
}

/* Gives parts that are full more room. */
static bool grow_rooms(one_pass_part *all, uint32_t parts) {
  bool any = false;
  for (uint32_t i = 0; i < parts; i++) {
    if (all[i].full) all[i].room = more_room(&all[i]);
    any = any || all[i].full;
  }
  return any;
}

static carom_status run_parts(carom_world *world, one_pass_part *all, uint32_t parts) {
  choose_rooms(world, all, parts);
  do {
    carom_status status = make_room(world, all, parts);
    if (status) return status;
    carom__run_ranges(&world->def.tasks, parts, world->step.body_pairs.count, run_part, all);
  } while (grow_rooms(all, parts));
  return CAROM_OK;
}

/* Closes the gaps between the parts. */
static carom_status join(carom_world *world, const one_pass_part *all, uint32_t parts) {
  enum { SHARE = 4 }; /* one in so many */
  carom__found found[CAROM__PARTS_MAX] = {{0, 0}};
  size_t asked = 0;
  for (uint32_t i = 0; i < parts; i++) {
    found[i] = (carom__found){all[i].begin, all[i].count};
    asked += all[i].asked;
  }
  carom_status status = carom__contacts_close_up(world, found, parts);
  const size_t total = world->step.met = world->fresh.list.count;
  world->step.dense = asked > 0 && (asked - total) * SHARE <= asked;
  return status;
}

static carom_status run_one_pass(carom_world *world, bool *shuffled) {
  const uint32_t parts = carom__part_count(&world->def.tasks, world->step.body_pairs.count);
  one_pass_part *all = carom__arena_alloc(&world->arena, parts, sizeof *all);
  if (!all) return CAROM_OUT_OF_MEMORY;
  const describing d = describing_of(world, anything_moves(world));
  for (uint32_t i = 0; i < parts; i++)
    all[i] = (one_pass_part){.d = d, .out = &world->fresh, .tested = !world->step.dense, .ascending = true};
  carom_status status = run_parts(world, all, parts);
  if (status) return status;
  *shuffled = !all_ascend(all, parts);
  return *shuffled ? CAROM_OK : join(world, all, parts);
}

carom_status carom__step_narrowphase(carom_world *world) {
  carom__step_data *step = &world->step;
  world->fresh.list.count = world->fresh.keys.count = world->events.count = 0;
  step->candidates_apart = step->met = step->patch_count = step->beside_count = 0;
  if (carom__pairs_need_no_cull(world)) {
    carom_status status = run_one_pass(world, &step->shuffled);
    if (status || !step->shuffled) return status;
    status = carom__step_cull(world);
    if (status) return status;
  }
  return carom__collide_candidates(world);
}
