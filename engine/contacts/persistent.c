/* persistent.c: the points of a contact keep their choice and their names from step to step.
 *
 * The narrow phase knows nothing of the last step: trembling shapes change which face is the reference, and
 * with it the names of the features, or which four of eight points are chosen. In a world with persistent
 * manifolds, points are therefore found again by their place on either collider (point_cells.h). A point that
 * is found again has the name and the value that it had. Where four points are too few for all that there
 * are, the four of the last step stay as long as they serve as well as the new ones. In a world with eight
 * points those beyond the four are chosen here as well, and names and values go from one to the other. */
#include "contact.h"

#include <string.h>

#include "feature.h"
#include "further.h"
#include "objects.h"
#include "point_cells.h"
#include "tasks.h"

/* How much less deep than the deepest point the old points may be, as a part of the least half extent... */
#define DEPTH_SLACK (1.0f / 128)
/* ... and what part of the area of the new points they must span. */
#define AREA_PART 0.75f

/* A contact that lasts, as it was and as it is. */
typedef struct lasting {
  carom__site a, b;
  carom__cell_grids grids;
  float margin;
  carom_contact *contact;
  carom_manifold further; /* what goes beyond its manifold */
  const carom_contact *old;
  /* Of as many points as there can be, in one row or two. */
  carom__point_cells *cells;
  carom_point_values *values;
  const carom__point_cells *old_cells;
  const carom_point_values *old_values;
} lasting;

/* The first four points are those of the manifold, if there are more. */
static carom_contact_point *point_at(lasting *l, uint32_t i) {
  return i < CAROM_MANIFOLD_POINTS ? &l->contact->manifold.points[i]
                                   : &l->further.points[i - CAROM_MANIFOLD_POINTS];
}
static uint32_t count_now(const lasting *l) {
  return l->contact->manifold.point_count + l->further.point_count;
}
static uint32_t count_old(const lasting *l) {
  return l->old->manifold.point_count + contact_further_count(l->old);
}

/* --- Places --- */

/* Room for the cells of two rows, one after the other. */
typedef struct point_places {
  uint32_t on_a[CAROM__POINTS_MAX], on_b[CAROM__POINTS_MAX];
} point_places;

/* The cells of the first points; those of one row are listed where they are. */
static carom__cell_list list_places(const carom__point_cells *rows, uint32_t count, point_places *room) {
  if (count <= CAROM_MANIFOLD_POINTS) return (carom__cell_list){rows->on_a, rows->on_b, count};
  for (uint32_t i = 0; i < count; i++) {
    const carom__point_cells *row = &rows[i / CAROM_MANIFOLD_POINTS];
    room->on_a[i] = row->on_a[i % CAROM_MANIFOLD_POINTS];
    room->on_b[i] = row->on_b[i % CAROM_MANIFOLD_POINTS];
  }
  return (carom__cell_list){room->on_a, room->on_b, count};
}

static inline void set_row(const lasting *l, const carom_manifold *manifold, carom__point_cells *row) {
  for (uint32_t i = 0; i < manifold->point_count; i++) {
    carom_pos p = manifold->points[i].position;
    row->on_a[i] = cell_of(l->grids.on_a, frame_unapply(l->a.frame, p));
    row->on_b[i] = cell_of(l->grids.on_b, frame_unapply(l->b.frame, p));
  }
}

static void set_all_rows(const lasting *l) {
  set_row(l, &l->contact->manifold, &l->cells[0]);
  if (l->further.point_count > 0) set_row(l, &l->further, &l->cells[1]);
}

/* Where each point of the last step is now. */
static void match(const lasting *l, uint32_t places[CAROM__POINTS_MAX]) {
  point_places old, fresh;
  carom__cells_match(list_places(l->old_cells, count_old(l), &old),
                     list_places(l->cells, count_now(l), &fresh), places);
}

/* --- The choice of four points --- */

/* All points that the faces of a pair have, of which a manifold has four, and where they are. */
typedef struct all_points {
  carom__all_points found;
  uint32_t on_a[CAROM__CANDIDATES], on_b[CAROM__CANDIDATES];
} all_points;

static void find_all(const lasting *l, all_points *out) {
  carom__all_points_find(l->a, l->b, l->margin, &l->contact->manifold, &out->found);
  for (uint32_t i = 0; i < out->found.count; i++) {
    carom_vec3 p = out->found.points[i].position;
    out->on_a[i] = cell_of(l->grids.on_a, p);
    out->on_b[i] = cell_of(l->grids.on_b, relative_unapply(&out->found.b_in_a, p));
  }
}

static carom__cell_list cells_of_all(const all_points *all) {
  return (carom__cell_list){all->on_a, all->on_b, all->found.count};
}

static carom__cell_list first_row(const carom__point_cells *rows) {
  return (carom__cell_list){rows->on_a, rows->on_b, CAROM_MANIFOLD_POINTS};
}

/* Twice the area of four points, in any order: the greatest of three pairs of diagonals. */
static float area_of(const all_points *all, const uint32_t chosen[CAROM_MANIFOLD_POINTS]) {
  carom_vec3 p[CAROM_MANIFOLD_POINTS];
  float most = 0;
  for (int i = 0; i < CAROM_MANIFOLD_POINTS; i++) p[i] = all->found.points[chosen[i]].position;
  for (int i = 1; i < CAROM_MANIFOLD_POINTS; i++) {
    carom_vec3 first = vec3_sub(p[i], p[0]), second = vec3_sub(p[i % 3 + 1], p[(i + 1) % 3 + 1]);
    most = greater_float(most, vec3_length(vec3_cross(first, second)));
  }
  return most;
}

static bool four_are_found(const uint32_t places[CAROM_MANIFOLD_POINTS]) {
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
static void keep_choice(lasting *l, const all_points *all, const uint32_t kept[CAROM_MANIFOLD_POINTS]) {
  carom_manifold *manifold = &l->contact->manifold;
  float depth = manifold->points[deepest_of(manifold)].separation;
  for (int i = 0; i < CAROM_MANIFOLD_POINTS; i++) {
    const carom__point *p = &all->found.points[kept[i]];
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
    deepest = lesser_float(deepest, all->found.points[kept[i]].separation);
  return deepest - depth <= slack && area_of(all, kept) >= AREA_PART * area_of(all, now);
}

/* Where all four old points are still there, and all four new ones are of the same faces, the old ones stay
 * if they serve. Returns whether they do. */
static bool choose_as_before(lasting *l, all_points *all) {
  uint32_t kept[CAROM_MANIFOLD_POINTS], now[CAROM_MANIFOLD_POINTS];
  find_all(l, all);
  carom__cells_match(first_row(l->old_cells), cells_of_all(all), kept);
  carom__cells_match(first_row(l->cells), cells_of_all(all), now);
  if (!four_are_found(kept) || !four_are_found(now) || !serve(l, all, kept, now)) return false;
  keep_choice(l, all, kept);
  return true;
}

/* Do four points follow four, not all of which are where those were? */
static bool four_have_changed(const lasting *l, const uint32_t *places) {
  return l->contact->manifold.point_count == CAROM_MANIFOLD_POINTS &&
         l->old->manifold.point_count == CAROM_MANIFOLD_POINTS && !four_are_found(places);
}

/* --- The choice of further points --- */

/* Which of all points were there in the last step? */
static void mark_known(const lasting *l, const all_points *all, bool known[CAROM__CANDIDATES]) {
  point_places old;
  uint32_t places[CAROM__POINTS_MAX];
  const uint32_t count = count_old(l);
  carom__cells_match(list_places(l->old_cells, count, &old), cells_of_all(all), places);
  for (uint32_t i = 0; i < count; i++)
    if (places[i] != CAROM__NO_PLACE) known[places[i]] = true;
}

/* Chooses what goes beyond four, and tells whether anything does. The four may have other names afterwards,
 * and another order. */
static bool choose_further(lasting *l, const all_points *all) {
  bool known[CAROM__CANDIDATES] = {false};
  if (l->old) mark_known(l, all, known);
  if (!carom__further_points(l->a, &all->found, known, &l->contact->manifold, &l->further)) return false;
  set_all_rows(l);
  return true;
}

/* --- Names --- */

static bool name_is_taken(lasting *l, uint32_t name, uint32_t but) {
  const uint32_t old = count_old(l), count = count_now(l);
  for (uint32_t i = 0; i < old; i++)
    if (contact_point_at(l->old, i)->feature == name) return true;
  for (uint32_t i = 0; i < count; i++)
    if (i != but && point_at(l, i)->feature == name) return true;
  return false;
}

/* A new point has the name of its features, unless another point has that, or had it in the last step. */
static void name_new(lasting *l, uint32_t i) {
  uint32_t *name = &point_at(l, i)->feature;
  while (name_is_taken(l, *name, i) || *name == CAROM_SWEPT_FEATURE) *name += CAROM__NEXT_NAME;
}

static bool has_place(const uint32_t *places, uint32_t count, uint32_t i) {
  for (uint32_t k = 0; k < count; k++)
    if (places[k] == i) return true;
  return false;
}

/* A point that has moved far is the same one when its features say so. */
static void match_by_name(lasting *l, uint32_t *places) {
  const uint32_t old = count_old(l), fresh = count_now(l);
  for (uint32_t i = 0; i < old; i++)
    for (uint32_t j = 0; j < fresh && places[i] == CAROM__NO_PLACE; j++)
      if (point_at(l, j)->feature == contact_point_at(l->old, i)->feature && !has_place(places, old, j))
        places[i] = j;
}

static void swap_points(lasting *l, uint32_t i, uint32_t k) {
  carom__point_cells *cells = &l->cells[i / CAROM_MANIFOLD_POINTS];
  carom_point_values *values = &l->values[i / CAROM_MANIFOLD_POINTS];
  const uint32_t at = i % CAROM_MANIFOLD_POINTS, to = k % CAROM_MANIFOLD_POINTS;
  const carom_contact_point point = *point_at(l, i);
  const uint32_t on_a = cells->on_a[at], on_b = cells->on_b[at];
  const uint64_t value = values->points[at];
  *point_at(l, i) = *point_at(l, k), *point_at(l, k) = point;
  cells->on_a[at] = cells->on_a[to], cells->on_a[to] = on_a;
  cells->on_b[at] = cells->on_b[to], cells->on_b[to] = on_b;
  values->points[at] = values->points[to], values->points[to] = value;
}

/* Puts the points of each patch in the order of the last step, and new ones behind them. A solver that takes
 * one point after the other would make bodies tremble if they changed places. */
static void keep_order(lasting *l, const uint32_t *places) {
  const uint32_t old = count_old(l), fresh = count_now(l);
  uint32_t ranks[CAROM__POINTS_MAX];
  for (uint32_t i = 0; i < fresh; i++) ranks[i] = old + i;
  for (uint32_t i = 0; i < old; i++)
    if (places[i] != CAROM__NO_PLACE) ranks[places[i]] = i;
  for (uint32_t i = 1; i < fresh; i++)
    for (uint32_t k = i; k % CAROM_MANIFOLD_POINTS > 0 && ranks[k - 1] > ranks[k]; k--) {
      const uint32_t rank = ranks[k];
      ranks[k] = ranks[k - 1], ranks[k - 1] = rank;
      swap_points(l, k, k - 1);
    }
}

/* Hands on the names and the values of points that have stayed, and gives the others a name that none of
 * these has. */
static void hand_on(lasting *l, uint32_t places[CAROM__POINTS_MAX]) {
  const uint32_t old = count_old(l), fresh = count_now(l);
  bool stays[CAROM__POINTS_MAX] = {false};
  match_by_name(l, places);
  for (uint32_t i = 0; i < old; i++) {
    uint32_t to = places[i];
    if (to == CAROM__NO_PLACE) continue;
    stays[to] = true;
    point_at(l, to)->feature = contact_point_at(l->old, i)->feature;
    l->values[to / CAROM_MANIFOLD_POINTS].points[to % CAROM_MANIFOLD_POINTS] =
        l->old_values[i / CAROM_MANIFOLD_POINTS].points[i % CAROM_MANIFOLD_POINTS];
  }
  for (uint32_t i = 0; i < fresh; i++)
    if (!stays[i]) name_new(l, i);
  if (l->further.point_count > 0) keep_order(l, places);
}

/* Returns whether the points are others than the narrow phase has chosen. */
static bool persist(lasting *l) {
  all_points all;
  uint32_t places[CAROM__POINTS_MAX];
  const bool more = contact_has_room(l->contact);
  bool found = false, chosen_anew = false, added = false;
  if (l->old) {
    match(l, places);
    found = four_have_changed(l, places);
    chosen_anew = found && choose_as_before(l, &all);
  }
  if (more && !found) find_all(l, &all);
  if (more) added = choose_further(l, &all);
  if (!l->old) return false;
  if (chosen_anew || added) match(l, places);
  hand_on(l, places);
  return chosen_anew;
}

/* --- The pass --- */

/* Of a pair that is not convex, the pieces have names; what has passed has no place. */
static void persist_at(carom_world *world, size_t i, size_t old) {
  const carom__contacts *fresh = &world->fresh, *last = &world->contacts;
  const uint64_t key = fresh->keys.data[i];
  const uint32_t a = (uint32_t)(key >> 32), b = (uint32_t)key;
  const size_t rows = contact_rows(world);
  lasting l;
  l.contact = &fresh->list.data[i];
  l.cells = &fresh->cells.data[rows * i];
  l.values = &fresh->values.data[rows * i];
  l.further.point_count = 0;
  l.old = NULL;
  memset(l.cells, 0, rows * sizeof *l.cells);
  memset(l.values, 0, rows * sizeof *l.values);
  if (!contact_has_cells(l.contact)) return;
  carom__sites sites;
  sites_of(world, key, &sites);
  l.a = sites.a, l.b = sites.b;
  l.margin = carom__pair_margin(world, a, b);
  l.grids = carom__cell_grids_of(l.a.shape, l.b.shape);
  set_row(&l, &l.contact->manifold, l.cells);
  if (old != CAROM__NO_CONTACT && contact_has_cells(&last->list.data[old])) {
    l.old = &last->list.data[old];
    l.old_cells = &last->cells.data[rows * old];
    l.old_values = &last->values.data[rows * old];
  }
  if (persist(&l)) l.contact->approach_speed = carom__contact_approach(world, key, &l.contact->manifold);
  if (l.further.point_count > 0)
    carom__contact_set_further(world, key, &l.further, l.contact);
  else if (contact_has_room(l.contact))
    l.contact->patches = NULL;
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
  *count = any ? contact_rows(world) * world->contacts.list.count : 0;
  return any ? world->contacts.values.data : NULL;
}
