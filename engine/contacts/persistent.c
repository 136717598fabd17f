/* persistent.c: the points of a contact keep their choice and their names from step to step.
 *
 * The narrow phase knows nothing of the last step: trembling shapes change which face is the reference, and
 * with it the names of the features, or which four of eight points are chosen. In a world with persistent
 * manifolds, points are therefore found again by their place on either collider (point_cells.h). A point that
 * is found again has the name and the value that it had. Where four points are too few for all that there
 * are, the four of the last step stay as long as they serve as well as the new ones. */
#include "contact.h"

#include <string.h>

#include "manifold.h"
#include "objects.h"
#include "point_cells.h"
#include "tasks.h"

/* How much less deep than the deepest point the old points may be, as a part of the least half extent... */
#define DEPTH_SLACK (1.0f / 128)
/* ... and what part of the area of the new points they must span. */
#define AREA_PART 0.75f
/* The step from a name that is taken to the next. */
#define NEXT_NAME 0x9E3779B9u

/* A contact that lasts, as it was and as it is. */
typedef struct lasting {
  carom__site a, b;
  carom__cell_grids grids;
  float margin;
  carom_contact *contact;
  carom__point_cells *cells;
  carom_point_values *values;
  const carom_contact *old;
  const carom__point_cells *old_cells;
  const carom_point_values *old_values;
} lasting;

/* --- The choice of four points --- */

/* All points that the faces of a pair have, of which a manifold has four. */
typedef struct all_points {
  uint32_t count;
  carom__point points[CAROM__CANDIDATES];
  uint32_t on_a[CAROM__CANDIDATES], on_b[CAROM__CANDIDATES];
} all_points;

static void find_all(const lasting *l, all_points *out) {
  carom__relative b_in_a = frame_relative(l->a.frame, l->b.frame);
  carom_vec3 normal = mat3_tmul_vec3(&l->a.frame->axes, l->contact->manifold.normal);
  out->count = carom__collide_cores_points(l->a.shape, l->b.shape, &b_in_a, normal, l->margin, out->points);
  for (uint32_t i = 0; i < out->count; i++) {
    carom_vec3 p = out->points[i].position;
    out->on_a[i] = carom__cell_of(l->grids.on_a, p);
    out->on_b[i] = carom__cell_of(l->grids.on_b, relative_unapply(&b_in_a, p));
  }
}

/* Twice the area of four points, in any order: the greatest of three pairs of diagonals. */
static float area_of(const all_points *all, const uint32_t chosen[CAROM_MANIFOLD_POINTS]) {
  carom_vec3 p[CAROM_MANIFOLD_POINTS];
  float most = 0;
  for (int i = 0; i < CAROM_MANIFOLD_POINTS; i++) p[i] = all->points[chosen[i]].position;
  for (int i = 1; i < CAROM_MANIFOLD_POINTS; i++) {
    carom_vec3 first = vec3_sub(p[i], p[0]), second = vec3_sub(p[i % 3 + 1], p[(i + 1) % 3 + 1]);
    most = greater_float(most, vec3_length(vec3_cross(first, second)));
  }
  return most;
}

static bool all_are_found(const uint32_t places[CAROM_MANIFOLD_POINTS]) {
  for (int i = 0; i < CAROM_MANIFOLD_POINTS; i++)
    if (places[i] == CAROM__NO_PLACE) return false;
  return true;
}

static uint32_t deepest_of(const carom_manifold *manifold) {
  uint32_t best = 0;
  for (uint32_t i = 1; i < manifold->point_count; i++)
    if (manifold->points[i].separation < manifold->points[best].separation) best = i;
  return best;
}

static float least_half(const carom_shape *shape) {
  carom_obb box;
  carom__shape_class_of(shape->kind)->obb(shape, &box);
  return lesser_float(lesser_float(box.half.x, box.half.y), box.half.z);
}

/* Takes the old points where they are now. The deepest of them stands for the depth of the pair. */
static void keep_choice(const lasting *l, const all_points *all, const uint32_t kept[CAROM_MANIFOLD_POINTS]) {
  carom_manifold *manifold = &l->contact->manifold;
  float depth = manifold->points[deepest_of(manifold)].separation;
  for (int i = 0; i < CAROM_MANIFOLD_POINTS; i++) {
    const carom__point *p = &all->points[kept[i]];
    manifold->points[i] = (carom_contact_point){frame_apply(l->a.frame, p->position),
                                                greater_float(p->separation, depth), p->feature};
    l->cells->on_a[i] = all->on_a[kept[i]];
    l->cells->on_b[i] = all->on_b[kept[i]];
  }
  manifold->points[deepest_of(manifold)].separation = depth;
}

/* Do the old points serve as well as those that were chosen now? */
static bool serve(const lasting *l, const all_points *all, const uint32_t kept[CAROM_MANIFOLD_POINTS],
                  const uint32_t now[CAROM_MANIFOLD_POINTS]) {
  const carom_manifold *manifold = &l->contact->manifold;
  float slack = DEPTH_SLACK * lesser_float(least_half(l->a.shape), least_half(l->b.shape));
  float depth = manifold->points[deepest_of(manifold)].separation, deepest = HUGE_VALF;
  for (int i = 0; i < CAROM_MANIFOLD_POINTS; i++)
    deepest = lesser_float(deepest, all->points[kept[i]].separation);
  return deepest - depth <= slack && area_of(all, kept) >= AREA_PART * area_of(all, now);
}

static carom__cell_list cells_of(const carom__point_cells *cells, uint32_t count) {
  return (carom__cell_list){cells->on_a, cells->on_b, count};
}

/* Where all four old points are still there, and all four new ones are of the same faces, the old ones stay
 * if they serve. Returns whether they do. */
static bool choose_as_before(const lasting *l) {
  all_points all;
  uint32_t kept[CAROM_MANIFOLD_POINTS], now[CAROM_MANIFOLD_POINTS];
  find_all(l, &all);
  const carom__cell_list found = {all.on_a, all.on_b, all.count};
  carom__cells_match(cells_of(l->old_cells, CAROM_MANIFOLD_POINTS), found, kept);
  carom__cells_match(cells_of(l->cells, CAROM_MANIFOLD_POINTS), found, now);
  if (!all_are_found(kept) || !all_are_found(now) || !serve(l, &all, kept, now)) return false;
  keep_choice(l, &all, kept);
  return true;
}

/* --- Names --- */

static bool name_is_taken(const carom_manifold *manifold, uint32_t name, uint32_t but) {
  for (uint32_t i = 0; i < manifold->point_count; i++)
    if (i != but && manifold->points[i].feature == name) return true;
  return false;
}

/* A new point has the name of its features, unless a point that has stayed has that. */
static void name_new(carom_manifold *manifold, uint32_t i) {
  uint32_t *name = &manifold->points[i].feature;
  while (name_is_taken(manifold, *name, i) || *name == CAROM_SWEPT_FEATURE) *name += NEXT_NAME;
}

static bool has_place(const uint32_t places[CAROM_MANIFOLD_POINTS], uint32_t i) {
  for (int k = 0; k < CAROM_MANIFOLD_POINTS; k++)
    if (places[k] == i) return true;
  return false;
}

/* A point that has moved far is the same one when its features say so. */
static void match_by_name(const carom_manifold *old, const carom_manifold *fresh,
                          uint32_t places[CAROM_MANIFOLD_POINTS]) {
  for (uint32_t i = 0; i < old->point_count; i++)
    for (uint32_t j = 0; j < fresh->point_count && places[i] == CAROM__NO_PLACE; j++)
      if (fresh->points[j].feature == old->points[i].feature && !has_place(places, j)) places[i] = j;
}

/* Hands on the names and the values of points that have stayed, and gives the others a name that none of
 * these has. */
static void hand_on(const lasting *l, uint32_t places[CAROM_MANIFOLD_POINTS]) {
  carom_manifold *manifold = &l->contact->manifold;
  bool stays[CAROM_MANIFOLD_POINTS] = {false};
  match_by_name(&l->old->manifold, manifold, places);
  for (uint32_t i = 0; i < l->old->manifold.point_count; i++) {
    uint32_t to = places[i];
    if (to == CAROM__NO_PLACE) continue;
    stays[to] = true;
    manifold->points[to].feature = l->old->manifold.points[i].feature;
    l->values->points[to] = l->old_values->points[i];
  }
  for (uint32_t i = 0; i < manifold->point_count; i++)
    if (!stays[i]) name_new(manifold, i);
}

/* Returns whether the points are others than the narrow phase has chosen. */
static bool persist(const lasting *l) {
  uint32_t places[CAROM_MANIFOLD_POINTS];
  uint32_t count = l->contact->manifold.point_count, old_count = l->old->manifold.point_count;
  bool chosen_anew = false;
  carom__cell_list old = cells_of(l->old_cells, old_count);
  carom__cells_match(old, cells_of(l->cells, count), places);
  if (count == CAROM_MANIFOLD_POINTS && old_count == CAROM_MANIFOLD_POINTS && !all_are_found(places)) {
    chosen_anew = choose_as_before(l);
    if (chosen_anew) carom__cells_match(old, cells_of(l->cells, count), places);
  }
  hand_on(l, places);
  return chosen_anew;
}

/* --- The pass --- */

static void set_cells(const lasting *l) {
  const carom_manifold *manifold = &l->contact->manifold;
  memset(l->cells, 0, sizeof *l->cells);
  memset(l->values, 0, sizeof *l->values);
  for (uint32_t i = 0; i < manifold->point_count; i++) {
    carom_pos p = manifold->points[i].position;
    l->cells->on_a[i] = carom__cell_of(l->grids.on_a, frame_unapply(l->a.frame, p));
    l->cells->on_b[i] = carom__cell_of(l->grids.on_b, frame_unapply(l->b.frame, p));
  }
}

/* Of a pair that is not convex, the pieces have names; what has passed has no place. */
static void persist_at(carom_world *world, size_t i, size_t old) {
  const carom__contacts *fresh = &world->fresh, *last = &world->contacts;
  uint64_t key = fresh->keys.data[i];
  carom_contact *contact = &fresh->list.data[i];
  lasting l = {.a = collider_site(world, (uint32_t)(key >> 32)),
               .b = collider_site(world, (uint32_t)key),
               .contact = contact};
  l.margin = carom__pair_margin(world, (uint32_t)(key >> 32), (uint32_t)key);
  l.cells = &fresh->cells.data[i];
  l.values = &fresh->values.data[i];
  if (!contact_has_cells(contact)) {
    memset(l.cells, 0, sizeof *l.cells);
    memset(l.values, 0, sizeof *l.values);
    return;
  }
  l.grids = carom__cell_grids_of(l.a.shape, l.b.shape);
  set_cells(&l);
  if (old == CAROM__NO_CONTACT || !contact_has_cells(&last->list.data[old])) return;
  l.old = &last->list.data[old];
  l.old_cells = &last->cells.data[old];
  l.old_values = &last->values.data[old];
  if (persist(&l)) contact->approach_speed = carom__contact_approach(world, key, &contact->manifold);
}

static void persist_part(void *context, uint32_t part, size_t begin, size_t end) {
  carom_world *world = context;
  const carom__keys *old = &world->contacts.keys, *fresh = &world->fresh.keys;
  size_t j = begin < end ? keys_below(old->data, old->count, fresh->data[begin]) : 0;
  (void)part;
  for (size_t i = begin; i < end; i++) {
    while (j < old->count && old->data[j] < fresh->data[i]) j++;
    bool lasts = j < old->count && old->data[j] == fresh->data[i] && !world->contacts.ended.data[j];
    persist_at(world, i, lasts ? j : CAROM__NO_CONTACT);
  }
}

void carom__manifolds_persist(carom_world *world) {
  size_t count = world->fresh.keys.count;
  if (!world->def.persistent_manifolds) return;
  uint32_t parts = carom__part_count(&world->def.tasks, count);
  carom__run_ranges(&world->def.tasks, parts, count, persist_part, world);
}

carom_point_values *carom_world_get_point_values(carom_world *world, size_t *count) {
  if (!world || !count) return NULL;
  bool any = world->def.persistent_manifolds && world->contacts.list.count > 0;
  *count = any ? world->contacts.list.count : 0;
  return any ? world->contacts.values.data : NULL;
}
