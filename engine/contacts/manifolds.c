/* manifolds.c: the manifolds of the candidates, boxes and rectangles eight at a time. */
#include "contact.h"

#include <string.h>

#include "boxes.h"
#include "candidates.h"
#include "collide_boxes.h"
#include "collide_rectangles.h"
#include "describe.h"
#include "manifold.h"
#include "objects.h"
#include "pair_call.h"
#include "patch_list.h"
#include "tasks.h"
#include "prefetch.h"

enum { BLOCK = 64 };

/* One part of the candidates. Its contacts go where its candidates begin and are moved down afterwards. */
typedef struct manifold_part {
  const carom_world *world;
  bool moving; /* some body has a velocity */
  carom__contacts *out;
  carom__patch_array *patches; /* of its contacts; it cannot grow meanwhile */
  size_t patches_needed;       /* also those for which there was no room */
  bool done;                   /* there was room for all */
  size_t begin;                /* its first candidate */
  size_t count;                /* the contacts found */
  size_t not_converged;        /* pairs whose penetration could not be computed */
  size_t apart;                /* sharp boxes that do not touch */
  carom__beside
      *beside; /* where those that others may lie beside go, from its first candidate on; NULL: nowhere */
  size_t beside_count;
} manifold_part;

/* Some candidates that follow each other, and what was found of those that are computed together. */
typedef struct block {
  carom__pair_lanes lanes[BLOCK];
  size_t box_count, rectangle_count;
  carom__box_task boxes[BLOCK];
  carom__manifold manifolds[BLOCK];
  carom__rectangle_task rectangles[BLOCK];
  carom__rectangle_touch touches[BLOCK];
  carom__nearness where[BLOCK]; /* the boxes that do not touch are, if that was found */
} block;

/* --- Computing --- */

/* For a pair that overlaps but whose penetration could not be computed: the manifold it had, or else one
 * point of depth zero between the centres. */
static void stand_in(const carom_world *world, uint64_t key, carom_manifold *out) {
  size_t previous = carom__contact_find(world, key);
  if (previous != CAROM__NO_CONTACT && !world->contacts.list.data[previous].apart) {
    *out = world->contacts.list.data[previous].manifold;
    return;
  }
  carom__world_box a, b;
  carom__collider_box(world, key_a(key), &a);
  carom__collider_box(world, key_b(key), &b);
  carom_vec3 between = pos_sub(b.center, a.center);
  memset(out, 0, sizeof *out);
  out->normal = vec3_normalize_or(between, vec3(1, 0, 0));
  out->point_count = 1;
  out->points[0].position = pos_add(a.center, vec3_scale(between, 0.5f));
}

/* What stands in for all patches is one. */
static void stand_in_patch(const carom_world *world, uint64_t key, carom__patch_list *list) {
  carom_manifold manifold;
  list->count = 1;
  if (list->capacity == 0) return;
  stand_in(world, key, &manifold);
  list->patches[0] = (carom_patch){.triangle_a = 0};
  patch_set_manifold(&list->patches[0], &manifold);
}

/* The patches of a pair that is not convex; the manifold is that of the first. A part that lacks room for
 * them will be repeated. */
static void collide_pieces(manifold_part *s, uint64_t key, carom__site a, carom__site b, carom_contact *out) {
  carom__patch_array *all = s->patches;
  carom__patch_list list = {.capacity = all->capacity - all->count};
  if (list.capacity > 0) list.patches = all->data + all->count;
  if (carom__call_patches(a, b, NULL, &list)) {
    s->not_converged++;
    stand_in_patch(s->world, key, &list);
  }
  s->patches_needed += list.count;
  out->manifold.point_count = 0;
  if (list.count == 0 || list.count > list.capacity) return;
  all->count += list.count;
  out->patches = list.patches;
  out->patch_count = (uint32_t)list.count;
  out->manifold = patch_manifold(list.patches);
}

/* Also tells how far the shapes were seen apart. */
static void collide(manifold_part *s, uint64_t key, carom__apart *apart, carom_contact *out) {
  carom__sites sites;
  sites_of(s->world, key, &sites);
  const carom__site a = sites.a, b = sites.b;
  if (pair_is_composite(a.shape, b.shape)) {
    collide_pieces(s, key, a, b, out);
  } else if (carom__collide_seen(a, b, apart, &out->manifold) == CAROM_NOT_CONVERGED) {
    s->not_converged++;
    stand_in(s->world, key, &out->manifold);
  }
}

/* Candidates ascend by their first collider, but the second may be anywhere: asks for all that a block needs
 * of it at once, while the block before is computed. */
static void fetch_block(const carom__colliders *colliders, const uint64_t *keys, size_t count) {
  for (size_t i = 0; i < count; i++) {
    uint32_t b = key_b(keys[i]);
    carom__prefetch_line(&colliders->frames.data[b]);
    carom__prefetch_line(&colliders->gates.data[b]);
    carom__prefetch_line(&colliders->ids.generations.data[b]);
  }
}

/* The same of their bodies, once their gates are there. */
static void fetch_bodies(const carom_world *world, const uint64_t *keys, size_t count) {
  const uint32_t *generations = world->bodies.ids.generations.data;
  for (size_t i = 0; i < count; i++)
    carom__prefetch_line(&generations[world->colliders.gates.data[key_b(keys[i])].body]);
}

/* The gates know all of space and most of the plane, so that few shapes are fetched. */
static carom__pair_lanes lanes_of(const carom_world *world, uint32_t a, uint32_t b) {
  const carom__gate *gates = world->colliders.gates.data;
  bool planar = world->def.planar;
  if (gates[a].flags & gates[b].flags & CAROM__COLLIDER_SHARP)
    return planar ? CAROM__AS_RECTANGLES : CAROM__AS_BOXES;
  if (!planar) return CAROM__ALONE;
  carom_shape rooms[2];
  return pair_lanes_of(carom__collider_shape(world, a, &rooms[0]),
                       carom__collider_shape(world, b, &rooms[1]));
}

static const carom_rectangle *rectangle_of(const carom__colliders *colliders, uint32_t collider) {
  const carom__gate *gate = &colliders->gates.data[collider];
  return gate->flags & CAROM__COLLIDER_SHARP ? &gate->size.rectangle
                                             : &colliders->shapes.data[collider].geometry.rectangle;
}

/* Computes the boxes and the rectangles among a block. */
static void collide_block(const carom_world *world, const uint64_t *keys, size_t count, block *out) {
  const carom__colliders *colliders = &world->colliders;
  out->box_count = out->rectangle_count = 0;
  for (size_t i = 0; i < count; i++) {
    uint32_t a = key_a(keys[i]), b = key_b(keys[i]);
    const carom_frame *frame_a = &colliders->frames.data[a], *frame_b = &colliders->frames.data[b];
    out->lanes[i] = lanes_of(world, a, b);
    if (out->lanes[i] == CAROM__ALONE && colliders->shapes.data)
      carom__prefetch(&colliders->shapes.data[b], sizeof *colliders->shapes.data);
    if (out->lanes[i] == CAROM__AS_BOXES)
      out->boxes[out->box_count++] = (carom__box_task){&colliders->gates.data[a].size.box,
                                                       &colliders->gates.data[b].size.box, frame_a, frame_b};
    if (out->lanes[i] == CAROM__AS_RECTANGLES)
      out->rectangles[out->rectangle_count++] =
          (carom__rectangle_task){rectangle_of(colliders, a), rectangle_of(colliders, b), frame_a, frame_b};
  }
  carom__collide_boxes(out->boxes, out->box_count, out->manifolds);
  carom__collide_rectangles(out->rectangles, out->rectangle_count, out->touches);
}

/* Those boxes of a block that do not touch but have a margin. */
typedef struct apart_boxes {
  carom__box_task tasks[BLOCK];
  float margins[BLOCK];
  size_t of[BLOCK], count; /* which of the boxes they are */
} apart_boxes;

static void list_apart(const carom_world *world, const uint64_t *keys, size_t count, const block *work,
                       apart_boxes *out) {
  out->count = 0;
  for (size_t i = 0, box = 0; i < count; i++) {
    if (work->lanes[i] != CAROM__AS_BOXES) continue;
    const float margin =
        work->manifolds[box].count ? 0 : carom__pair_margin(world, key_a(keys[i]), key_b(keys[i]));
    if (margin > 0) {
      out->tasks[out->count] = work->boxes[box];
      out->margins[out->count] = margin;
      out->of[out->count++] = box;
    }
    box++;
  }
}

/* Finds which boxes of a block are near each other, and their manifolds. */
static void near_block(const carom_world *world, const uint64_t *keys, size_t count, block *work) {
  apart_boxes apart;
  carom__nearness where[BLOCK];
  carom__manifold found[BLOCK];
  if (!world->margined || work->box_count == 0) return;
  memset(work->where, 0, sizeof work->where);
  list_apart(world, keys, count, work, &apart);
  carom__near_box_tasks(apart.tasks, apart.margins, apart.count, where, found);
  for (size_t i = 0; i < apart.count; i++) {
    work->where[apart.of[i]] = where[i];
    if (where[i] == CAROM__NEAR) work->manifolds[apart.of[i]] = found[i];
  }
}

/* --- Describing --- */

float carom__contact_approach(const carom_world *world, uint64_t key, const carom_manifold *manifold) {
  uint32_t a = world->colliders.gates.data[key_a(key)].body, b = world->colliders.gates.data[key_b(key)].body;
  if (!bits_test(&world->bodies.moving, a) && !bits_test(&world->bodies.moving, b)) return 0;
  const carom_pose *poses = world->bodies.poses.data;
  carom_vec3 of_a = carom__body_velocity_at(world, a, &poses[a], manifold->points[0].position);
  carom_vec3 of_b = carom__body_velocity_at(world, b, &poses[b], manifold->points[0].position);
  return vec3_dot(vec3_sub(of_a, of_b), manifold->normal);
}

void carom__contact_describe(const carom_world *world, uint64_t key, carom_contact *out) {
  const describing d = describing_of(world, true);
  describe(&d, key, out);
}

/* --- The pass --- */

/* Notes a candidate that others may lie beside, and the contact that it is, if any, which is the last one. */
static void note_beside(manifold_part *s, const uint64_t *key, bool is_contact) {
  if (!s->beside) return;
  if (!carom__collider_is_grouped(s->world, key_a(*key)) &&
      !carom__collider_is_grouped(s->world, key_b(*key)))
    return;
  carom__beside *out = &s->beside[s->begin + s->beside_count++];
  *out = (carom__beside){(uint32_t)(key - s->world->step.candidates.data), CAROM__NO_INDEX, false};
  if (!is_contact) return;
  out->contact = (uint32_t)s->count - 1;
  out->apart = s->out->list.data[s->begin + out->contact].apart;
}

/* Boxes or rectangles that do not touch, and of which nothing else is asked. */
static void drop(manifold_part *s, const uint64_t *key) {
  const carom__gate *gates = s->world->colliders.gates.data;
  s->apart += (gates[key_a(*key)].flags & gates[key_b(*key)].flags & CAROM__COLLIDER_SHARP) != 0;
  note_beside(s, key, false);
}

/* Contacts are larger than what a processor lets wait to be written: asks for a place that is filled soon. */
static void fetch_place(const manifold_part *s) {
  enum { AHEAD = 16 };
  const size_t at = s->begin + s->count + AHEAD;
  if (at >= s->out->list.capacity) return;
  const carom_contact *place = &s->out->list.data[at];
  for (size_t i = 0; i < sizeof *place; i += 64) carom__prefetch_line((const char *)place + i);
}

/* Keeps what a candidate has touched, or where it is within its margin. */
static inline void keep(manifold_part *s, const describing *d, const uint64_t *key, carom__nearness where,
                        carom__apart apart, carom_contact *out) {
  const bool touches = out->manifold.point_count > 0 && where == CAROM__NEARNESS_UNKNOWN;
  if (!touches && where == CAROM__NEARNESS_UNKNOWN && s->world->margined &&
      carom__contact_find_near(s->world, *key, apart, &out->manifold))
    s->not_converged++;
  if (out->manifold.point_count == 0) {
    drop(s, key);
    return;
  }
  fetch_place(s);
  describe(d, *key, out);
  out->apart = !touches;
  if (contacts_extend(s->world) && !s->world->def.seamless) carom__contact_extend(s->world, *key, out);
  s->out->keys.data[s->begin + s->count++] = *key;
  note_beside(s, key, true);
}

/* Do the lanes see number k of their kind touch? */
static inline bool touches_in_lanes(const block *work, carom__pair_lanes lanes, size_t k) {
  return lanes == CAROM__AS_BOXES ? work->manifolds[k].count > 0 : work->touches[k].count > 0;
}

/* A manifold is written where its contact goes; when there is none, the next one takes that place. What the
 * lanes see apart is not written at all, unless margins ask for it. */
static void run_block(manifold_part *s, const uint64_t *keys, size_t count) {
  block work;
  const describing d = describing_of(s->world, s->moving);
  const bool margined = s->world->margined;
  collide_block(s->world, keys, count, &work);
  near_block(s->world, keys, count, &work);
  fetch_bodies(s->world, keys, count);
  for (size_t i = 0, box = 0, rectangle = 0; i < count; i++) {
    carom_contact *out = &s->out->list.data[s->begin + s->count];
    carom__nearness where = CAROM__NEARNESS_UNKNOWN;
    carom__apart apart = {.least = 0};
    const carom__pair_lanes lanes = work.lanes[i];
    const size_t k = lanes == CAROM__AS_BOXES ? box++ : lanes == CAROM__AS_RECTANGLES ? rectangle++ : 0;
    if (!margined && lanes != CAROM__ALONE && !touches_in_lanes(&work, lanes, k)) {
      drop(s, &keys[i]);
      continue;
    }
    out->patches = NULL;
    out->patch_count = 0;
    out->further = false;
    if (lanes == CAROM__AS_BOXES) {
      carom__manifold_to_world(&work.manifolds[k], work.boxes[k].frame_a, &out->manifold);
      if (margined) where = work.where[k];
    } else if (lanes == CAROM__AS_RECTANGLES) {
      carom__rectangle_touch_to_world(&work.touches[k], work.rectangles[k].frame_a, &out->manifold);
    } else {
      collide(s, keys[i], &apart, out);
    }
    keep(s, &d, &keys[i], where, apart, out);
  }
}

/* How many candidates a block has that begins there, of those up to `end`. */
static size_t block_size(size_t at, size_t end) {
  return at >= end ? 0 : end - at < BLOCK ? end - at : BLOCK;
}

static void run_part(void *context, uint32_t part, size_t begin, size_t end) {
  manifold_part *s = (manifold_part *)context + part;
  if (s->done) return;
  const carom__colliders *colliders = &s->world->colliders;
  const uint64_t *keys = s->world->step.candidates.data;
  s->begin = begin;
  s->count = s->apart = s->not_converged = s->patches_needed = s->patches->count = s->beside_count = 0;
  if (begin < end) fetch_block(colliders, keys + begin, block_size(begin, end));
  for (size_t at = begin; at < end; at += BLOCK) {
    const size_t count = block_size(at, end);
    fetch_block(colliders, keys + at + count, block_size(at + count, end));
    run_block(s, keys + at, count);
  }
  s->done = s->patches_needed == s->patches->count;
}

/* Parts may not allocate. Those that had no room for their patches get it and are repeated, which a steady
 * world does not need. */
static carom_status run_parts(carom_world *world, manifold_part *all, uint32_t parts) {
  carom_status status = CAROM_OK;
  for (bool done = false; !done && !status;) {
    carom__run_ranges(&world->def.tasks, parts, world->step.candidates.count, run_part, all);
    done = true;
    for (uint32_t i = 0; i < parts && !status; i++) {
      if (all[i].done) continue;
      done = false;
      status = carom__array_reserve(&world->allocator, all[i].patches, all[i].patches_needed);
    }
  }
  return status;
}

/* Numbers of contacts are those of the part until now. */
static void join_beside(const manifold_part *s, size_t total, carom__step_data *step) {
  for (size_t i = 0; i < s->beside_count; i++) {
    carom__beside beside = s->beside[s->begin + i];
    if (beside.contact != CAROM__NO_INDEX) beside.contact += (uint32_t)total;
    step->beside[step->beside_count++] = beside;
  }
}

/* Notes how many boxes were apart, and whether so few that a test before was not worth it. */
static void note_apart(carom_world *world, size_t apart) {
  enum { SHARE = 4 }; /* one in so many */
  carom__step_data *step = &world->step;
  step->dense = step->boxes_asked > 0 && (step->boxes_apart + apart) * SHARE <= step->boxes_asked;
  step->candidates_apart = carom__boxes_are_tested_late(world) ? apart : 0;
}

/* Closes the gaps between the parts. */
static carom_status join(carom_world *world, const manifold_part *all, uint32_t parts) {
  carom_counts *counts = &world->counts;
  carom__found found[CAROM__PARTS_MAX] = {{0, 0}};
  size_t total = 0, patches = 0, apart = 0;
  world->step.beside_count = 0;
  for (uint32_t i = 0; i < parts; i++) {
    const manifold_part *s = &all[i];
    join_beside(s, total, &world->step);
    found[i] = (carom__found){s->begin, s->count};
    total += s->count;
    counts->not_converged += s->not_converged;
    patches += s->patches->count;
    apart += s->apart;
  }
  world->step.patch_count = patches;
  note_apart(world, apart);
  return carom__contacts_close_up(world, found, parts);
}

carom_status carom__collide_candidates(carom_world *world) {
  carom__contacts *out = &world->fresh;
  if (world->margined && world->passed && carom__add_passed(world)) return CAROM_OUT_OF_MEMORY;
  size_t count = world->step.candidates.count;
  uint32_t parts = carom__part_count(&world->def.tasks, count);
  carom_status status = carom__contacts_room(world, out, count);
  manifold_part *all = carom__arena_alloc(&world->arena, parts, sizeof *all);
  carom__beside *beside = NULL;
  if (world->def.seamless) beside = carom__arena_alloc(&world->arena, count, sizeof *beside);
  if (status || !all || (world->def.seamless && !beside)) return CAROM_OUT_OF_MEMORY;
  world->step.beside = beside;
  const bool moving = anything_moves(world);
  for (uint32_t i = 0; i < parts; i++)
    all[i] = (manifold_part){
        .world = world, .moving = moving, .out = out, .patches = &world->step.patches[i], .beside = beside};
  status = run_parts(world, all, parts);
  return status ? status : join(world, all, parts);
}
