/* seams.c: contacts with colliders that lie side by side.
 *
 * Who slides over tiles has a contact with each. Contacts of one collider with static ones, or with those of
 * one body, make a run. A contact whose run has one normal only is fine, and so are nearly all. The others
 * are looked at one by one, among those of their runs that are near (seam.h). What is found replaces
 * manifolds only after all were looked at, so that each sees what the narrow phase has found of the others.
 *
 * In a world with margins, a tile that is only near takes part like those that touch when another one that is
 * near is looked at. So do the links of a chain: what touches them needs no mending. */
#include "seams.h"

#include "contact.h"
#include "objects.h"
#include "patch_list.h"
#include "seam.h"
#include "sort.h"

#define NO_RUN UINT32_MAX

/* Normals that differ by less are one, but for rounding: what leans more may be met by an edge of a seam. */
#define ONE_NORMAL 0.999998f

/* The contacts of one collider with static ones or with those of one body: some entries that follow each
 * other, and in the end some neighbours that do. */
typedef struct run {
  size_t begin, count;
  bool differs; /* the normals do */
  bool nears;   /* it has contacts of what is apart */
  bool needed;  /* one of its contacts is looked at */
  float widest; /* of the neighbours, along x */
} run;

/* A manifold that is looked at, and what is found. */
typedef struct suspect {
  size_t place;     /* in the list */
  uint32_t patch;   /* of a contact that has some */
  uint32_t runs[2]; /* that side 0 and side 1 are part of; NO_RUN: of none */
  bool apart, mended;
  carom_manifold manifold; /* what is found */
} suspect;

typedef struct seam_pass {
  carom_world *world;
  const carom__beside *listed; /* the candidates of which one may have neighbours */
  size_t listed_count;
  carom__keyed *entries, *scratch; /* by pivot and group; the value is twice the place in the list, and the
                                      side that is beside others */
  size_t entry_count;
  run *runs;
  uint32_t run_count;
  uint32_t *run_of; /* of each candidate of the list and side */
  carom__neighbour *neighbours;
  carom__neighbour *nears; /* the same, to what is apart; NULL in a world without margins */
  suspect *suspects;       /* those of one contact follow each other */
  size_t suspect_count;
  carom_patch *patches; /* room for those of contacts of which some are mended */
} seam_pass;

/* Side 0 or 1 of a candidate of the list. */
static uint32_t collider_of(const seam_pass *p, size_t place, int side) {
  uint64_t key = p->world->step.candidates.data[p->listed[place].candidate];
  return side == 0 ? (uint32_t)(key >> 32) : (uint32_t)key;
}

/* --- Who may lie beside whom --- */

/* Static ones are one group, and those of another body are one. */
static uint32_t group_of(const carom_world *world, uint32_t collider) {
  const carom__gate *gate = &world->colliders.gates.data[collider];
  return gate->flags & CAROM__COLLIDER_STATIC ? CAROM__NO_INDEX : gate->body;
}

static bool is_link(const seam_pass *p, uint32_t collider) {
  return carom__shape_class_of(p->world->colliders.shapes.data[collider].kind)->part;
}

static bool is_endless(const carom_world *world, uint32_t collider) {
  return world->colliders.gates.data[collider].flags & CAROM__COLLIDER_ENDLESS;
}

/* Sensors are no surface, and a part of a chain that is touched knows its neighbours without this pass. What
 * touches a half-space has the right normal already. */
static bool takes_part(const seam_pass *p, size_t place, int side) {
  const carom_world *world = p->world;
  uint32_t own = collider_of(p, place, side), pivot = collider_of(p, place, 1 - side);
  if (is_endless(world, own) || is_endless(world, pivot)) return false;
  return carom__collider_is_grouped(world, own) && !carom__collider_senses(world, own, pivot) &&
         (world->margined || !is_link(p, own));
}

/* Marks each pivot the first time it is met, and in the second set from the second time on. */
static void mark(const seam_pass *p, uint64_t *once, uint64_t *twice) {
  for (size_t place = 0; place < p->listed_count; place++)
    for (int side = 0; side < 2; side++) {
      if (!takes_part(p, place, side)) continue;
      uint32_t pivot = collider_of(p, place, 1 - side);
      twice[pivot / 64] |= once[pivot / 64] & bits_mask(pivot);
      once[pivot / 64] |= bits_mask(pivot);
    }
}

/* Enters the candidates of colliders that have several. */
static void enter(seam_pass *p, const uint64_t *twice) {
  for (size_t place = 0; place < p->listed_count; place++)
    for (int side = 0; side < 2; side++) {
      uint32_t pivot = collider_of(p, place, 1 - side);
      if (!(twice[pivot / 64] & bits_mask(pivot)) || !takes_part(p, place, side)) continue;
      uint32_t group = group_of(p->world, collider_of(p, place, side));
      p->entries[p->entry_count++] =
          (carom__keyed){(uint64_t)pivot << 32 | group, (uint32_t)(2 * place) + (uint32_t)side};
    }
}

static carom_status list_entries(seam_pass *p) {
  carom__arena *arena = &p->world->arena;
  size_t words = p->world->colliders.gates.count / 64 + 1, most = 2 * p->listed_count;
  uint64_t *marks = carom__arena_alloc(arena, 2 * words, sizeof *marks);
  p->entries = carom__arena_alloc(arena, most, sizeof *p->entries);
  p->scratch = carom__arena_alloc(arena, most, sizeof *p->scratch);
  if (!marks || !p->entries || !p->scratch) return CAROM_OUT_OF_MEMORY;
  memset(marks, 0, 2 * words * sizeof *marks);
  mark(p, marks, marks + words);
  enter(p, marks + words);
  carom__sort_keyed(p->entries, p->scratch, p->entry_count);
  return CAROM_OK;
}

/* --- Runs --- */

/* The contact of a candidate of the list; NULL: there is none. */
static carom_contact *any_contact_of(const seam_pass *p, size_t place) {
  uint32_t contact = p->listed[place].contact;
  return contact == CAROM__NO_INDEX ? NULL : &p->world->fresh.list.data[contact];
}

/* The same of those that touch. */
static carom_contact *contact_of(const seam_pass *p, size_t place) {
  return p->listed[place].apart ? NULL : any_contact_of(p, place);
}

/* The manifold of an entry that touches; NULL: it does not, or is a link, which is no neighbour to that. */
static const carom_manifold *manifold_of(const seam_pass *p, uint32_t value) {
  const carom_contact *contact = contact_of(p, value / 2);
  if (!contact || is_link(p, collider_of(p, value / 2, (int)(value % 2)))) return NULL;
  return &contact->manifold;
}

static const carom_manifold *any_manifold_of(const seam_pass *p, uint32_t value) {
  const carom_contact *contact = any_contact_of(p, value / 2);
  return contact ? &contact->manifold : NULL;
}

/* Do the normals of a run differ? What does not touch has none. */
static bool run_differs(const seam_pass *p, const run *r) {
  carom_vec3 first = {0, 0, 0};
  size_t touching = 0;
  bool differs = false;
  for (size_t i = r->begin; i < r->begin + r->count; i++) {
    uint32_t value = p->entries[i].value;
    const carom_manifold *manifold = manifold_of(p, value);
    if (!manifold) continue;
    differs = differs || contact_of(p, value / 2)->patch_count > 1;
    carom_vec3 outward = value % 2 ? vec3_neg(manifold->normal) : manifold->normal;
    if (touching++ == 0) first = outward;
    differs = differs || vec3_dot(first, outward) <= ONE_NORMAL;
  }
  return differs || (touching > 0 && touching < r->count);
}

static bool run_nears(const seam_pass *p, const run *r) {
  bool nears = false;
  for (size_t i = r->begin; i < r->begin + r->count; i++)
    nears = nears || p->listed[p->entries[i].value / 2].apart;
  return nears;
}

static bool list_runs(seam_pass *p) {
  size_t end;
  bool any = false;
  for (size_t begin = 0; begin < p->entry_count; begin = end) {
    for (end = begin + 1; end < p->entry_count && p->entries[end].key == p->entries[begin].key;) end++;
    if (end - begin < 2) continue;
    run *r = &p->runs[p->run_count];
    *r = (run){.begin = begin, .count = end - begin};
    r->differs = run_differs(p, r);
    r->nears = run_nears(p, r);
    any = any || r->differs || r->nears;
    for (size_t i = begin; i < end; i++) p->run_of[p->entries[i].value] = p->run_count;
    p->run_count++;
  }
  return any;
}

/* Are a contact's neighbours of more than one normal, or is it apart from one of several? */
static bool is_suspicious(const seam_pass *p, size_t place) {
  bool apart = p->listed[place].apart;
  for (int side = 0; side < 2; side++) {
    uint32_t in = p->run_of[2 * place + (size_t)side];
    if (in == NO_RUN) continue;
    if (apart || (p->runs[in].differs && !is_link(p, collider_of(p, place, side)))) return true;
  }
  return false;
}

/* The manifold or all patches of each contact of runs whose normals differ, and what is apart. */
static void list_suspects(seam_pass *p) {
  for (size_t place = 0; place < p->listed_count; place++) {
    const uint32_t *runs = &p->run_of[2 * place];
    const carom_contact *contact = any_contact_of(p, place);
    if (!contact || !is_suspicious(p, place)) continue;
    uint32_t count = contact->patch_count ? contact->patch_count : 1;
    for (uint32_t i = 0; i < count; i++)
      p->suspects[p->suspect_count++] =
          (suspect){.place = place, .patch = i, .runs = {runs[0], runs[1]}, .apart = p->listed[place].apart};
    for (int side = 0; side < 2; side++)
      if (runs[side] != NO_RUN) p->runs[runs[side]].needed = true;
  }
}

/* --- Neighbours --- */

/* In seamless worlds the shapes of all are there (carom__shape_reserve): neighbours point to them. */
static carom__site site_of(const seam_pass *p, uint32_t collider) {
  return (carom__site){&p->world->colliders.shapes.data[collider],
                       &p->world->colliders.frames.data[collider]};
}

static carom__site site_of_entry(const seam_pass *p, uint32_t value) {
  return site_of(p, collider_of(p, value / 2, (int)(value % 2)));
}

static uint32_t key_of_entry(const seam_pass *p, uint32_t value) {
  carom__site site = site_of_entry(p, value);
  return carom__float_key(carom__shape_bounds(site.shape, site.frame).min.x);
}

static void put_neighbour(seam_pass *p, uint32_t value, size_t at, run *r) {
  carom__neighbour *n = &p->neighbours[at];
  carom__site site = site_of_entry(p, value);
  int side = (int)(value % 2);
  *n = carom__neighbour_make(site, side, manifold_of(p, value));
  r->widest = greater_float(r->widest, n->bounds.max.x - n->bounds.min.x);
  if (p->nears) p->nears[at] = carom__neighbour_make(site, side, any_manifold_of(p, value));
  if (is_link(p, collider_of(p, value / 2, side))) n->bounds.max.x = -HUGE_VALF; /* covers nothing */
}

/* Where colliders have orders, those that begin at one place have theirs. */
static void sort_by_order(seam_pass *p, const run *r) {
  for (size_t i = r->begin; i < r->begin + r->count; i++) {
    carom__keyed *entry = &p->entries[i];
    entry->key = carom__collider_order(p->world, collider_of(p, entry->value / 2, (int)(entry->value % 2)));
  }
  carom__sort_keyed(p->entries + r->begin, p->scratch, r->count);
}

/* The neighbours of a run, by where they begin along x. */
static void sort_neighbours(seam_pass *p, run *r) {
  if (p->world->ordered) sort_by_order(p, r);
  for (size_t i = 0; i < r->count; i++) {
    carom__keyed *entry = &p->entries[r->begin + i];
    entry->key = key_of_entry(p, entry->value);
  }
  carom__sort_keyed(p->entries + r->begin, p->scratch, r->count);
  for (size_t i = 0; i < r->count; i++) put_neighbour(p, p->entries[r->begin + i].value, r->begin + i, r);
}

/* How many of a run begin below a place. */
static size_t count_below(const carom__neighbour *list, size_t count, double x) {
  size_t low = 0, high = count;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if ((double)list[middle].bounds.min.x < x)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

/* Those of a run that may reach a collider. */
static carom__neighbours neighbours_near(const seam_pass *p, uint32_t index, bool apart, carom__site site) {
  if (index == NO_RUN) return (carom__neighbours){NULL, 0};
  const run *r = &p->runs[index];
  const carom__neighbour *list = (apart ? p->nears : p->neighbours) + r->begin;
  carom_aabb bounds = carom__shape_bounds(site.shape, site.frame);
  size_t first = count_below(list, r->count, (double)bounds.min.x - (double)r->widest);
  size_t end = count_below(list, r->count, (double)bounds.max.x);
  return (carom__neighbours){list + first, end > first ? end - first : 0};
}

/* --- Mending --- */

static void look_at(const seam_pass *p, suspect *s) {
  const carom_contact *contact = any_contact_of(p, s->place);
  carom_manifold found =
      contact->patch_count ? patch_manifold(&contact->patches[s->patch]) : contact->manifold;
  carom__seam seam;
  for (int side = 0; side < 2; side++) {
    seam.sites[side] = site_of(p, collider_of(p, s->place, side));
    seam.beside[side] = neighbours_near(p, s->runs[side], s->apart, seam.sites[side]);
  }
  s->mended = s->apart ? carom__seam_mend_apart(&seam, &found, &s->manifold)
                       : carom__seam_mend(&seam, &found, &s->manifold);
}

static void mend_part(void *context, uint32_t part, size_t begin, size_t end) {
  const seam_pass *p = context;
  (void)part;
  for (size_t i = begin; i < end; i++) look_at(p, &p->suspects[i]);
}

static float depth_of(const carom_patch *patch) { return -patch->points[0].separation; }

/* Puts a patch where its depth belongs; of two along one normal the deeper stays. */
static void put_patch(const carom_patch *patch, carom_patch *list, uint32_t *count) {
  for (uint32_t i = 0; i < *count; i++) {
    if (vec3_dot(list[i].normal, patch->normal) <= CAROM__SAME_NORMAL) continue;
    if (depth_of(patch) <= depth_of(&list[i])) return;
    memmove(&list[i], &list[i + 1], (--*count - i) * sizeof *list);
  }
  uint32_t at = (*count)++;
  for (; at > 0 && depth_of(&list[at - 1]) < depth_of(patch); at--) list[at] = list[at - 1];
  list[at] = *patch;
}

/* Those patches of a contact that were mended, or those that were not. */
static void put_patches(const carom_contact *contact, const suspect *first, bool mended, carom_patch *list,
                        uint32_t *count) {
  for (uint32_t i = 0; i < contact->patch_count; i++) {
    carom_patch patch = contact->patches[i];
    if (first[i].mended != mended) continue;
    if (mended) patch_set_deepest_first(&patch, &first[i].manifold);
    put_patch(&patch, list, count);
  }
}

/* The patches of a contact with those that were mended, in an array of their own. */
static void replace_patches(seam_pass *p, const suspect *first, carom_contact *contact) {
  carom_patch *list = p->patches;
  uint32_t count = 0;
  put_patches(contact, first, false, list, &count);
  put_patches(contact, first, true, list, &count);
  p->patches += contact->patch_count;
  contact_forget_children(contact);
  contact->patches = list;
  contact->patch_count = count;
  contact->manifold = patch_manifold(list);
  contact_name_pieces(contact);
}

/* Replaces what was mended of the contact of some suspects. */
static void replace(seam_pass *p, const suspect *first, size_t count) {
  carom_contact *contact = any_contact_of(p, first->place);
  bool any = false;
  for (size_t i = 0; i < count; i++) any = any || first[i].mended;
  if (!any) return;
  if (contact->patch_count)
    replace_patches(p, first, contact);
  else
    contact->manifold = first->manifold;
  uint64_t key = p->world->step.candidates.data[p->listed[first->place].candidate];
  contact->approach_speed = carom__contact_approach(p->world, key, &contact->manifold);
}

static void replace_all(seam_pass *p) {
  size_t end;
  for (size_t begin = 0; begin < p->suspect_count; begin = end) {
    for (end = begin + 1; end < p->suspect_count && p->suspects[end].place == p->suspects[begin].place;)
      end++;
    replace(p, &p->suspects[begin], end - begin);
  }
}

static carom_status mend(seam_pass *p) {
  carom__arena *arena = &p->world->arena;
  size_t patches = p->world->step.patch_count;
  p->suspects = carom__arena_alloc(arena, p->listed_count + patches, sizeof *p->suspects);
  p->patches = carom__arena_alloc(arena, patches, sizeof *p->patches);
  p->neighbours = carom__arena_alloc(arena, p->entry_count, sizeof *p->neighbours);
  if (p->world->margined) p->nears = carom__arena_alloc(arena, p->entry_count, sizeof *p->nears);
  if (!p->suspects || !p->patches || !p->neighbours) return CAROM_OUT_OF_MEMORY;
  if (p->world->margined && !p->nears) return CAROM_OUT_OF_MEMORY;
  list_suspects(p);
  for (uint32_t i = 0; i < p->run_count; i++)
    if (p->runs[i].needed) sort_neighbours(p, &p->runs[i]);
  const carom_tasks *tasks = &p->world->def.tasks;
  carom__run_ranges(tasks, carom__part_count(tasks, p->suspect_count), p->suspect_count, mend_part, p);
  replace_all(p);
  return CAROM_OK;
}

carom_status carom__step_seams(carom_world *world) {
  seam_pass p = {.world = world, .listed = world->step.beside, .listed_count = world->step.beside_count};
  if (!p.listed || p.listed_count < 2) return CAROM_OK;
  carom_status status = list_entries(&p);
  if (status || p.entry_count < 2) return status;
  p.runs = carom__arena_alloc(&world->arena, p.entry_count / 2, sizeof *p.runs);
  p.run_of = carom__arena_alloc(&world->arena, 2 * p.listed_count, sizeof *p.run_of);
  if (!p.runs || !p.run_of) return CAROM_OUT_OF_MEMORY;
  memset(p.run_of, 0xFF, 2 * p.listed_count * sizeof *p.run_of);
  return list_runs(&p) ? mend(&p) : CAROM_OK;
}
