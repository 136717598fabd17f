/* checkpoint_restart.c: each rank reads what concerns it: its bodies, their contacts, and as ghosts what else
 * has a side of those. The first step makes all other ghosts, as if all own bodies were new. */
#include "stored.h"

#include <stdlib.h>
#include <string.h>

/* A contact with a side that is here; the bytes are in `bytes` of the work. */
typedef struct kept {
  uint64_t orders[2];
  size_t at, size;
} kept;

/* A body that is not here and has contacts with those that are. */
typedef struct wanted {
  uint64_t id;
  carom_pos start;
} wanted;

typedef struct work {
  carom_cluster *c;
  const carom_cluster_store *store;
  const char *name;
  stored_table table;
  stored_asset *assets;
  bytes_out bytes;
  kept *contacts;
  size_t contact_count, contact_room;
  wanted *ghosts;
  size_t ghost_count, ghost_room;
} work;

/* --- Bodies --- */

static bool find_asset(void *context, uint64_t hash, carom_shape *out) {
  const work *w = context;
  return carom__assets_find(w->assets, &w->c->settings.allocator, hash, out);
}

/* The bytes may be forged: what the cluster relies on is looked at. */
static bool colliders_fit(const carom_cluster *c, const thing *t) {
  size_t count = 0;
  if (carom_body_get_colliders(c->world, t->body, NULL, 0, &count) || count > CAROM_CLUSTER_COLLIDERS_MAX)
    return false;
  if (count == 0) return true;
  carom_collider *all = malloc(count * sizeof *all);
  bool fine = all && !carom_body_get_colliders(c->world, t->body, all, count, &count);
  for (size_t i = 0; fine && i < count; i++) {
    uint64_t order = 0;
    fine = !carom_collider_get_order(c->world, all[i], &order) &&
           order == carom_cluster_order(t->id, (uint32_t)i) &&
           (uintptr_t)carom_collider_get_user(c->world, all[i]) == i;
  }
  free(all);
  return fine;
}

static bool body_fits(const carom_cluster *c, const thing *t) {
  carom_body_kind kind;
  bool ghost = true, stopping = true;
  return !carom_body_get_kind(c->world, t->body, &kind) && (kind == CAROM_STATIC) == t->is_static &&
         !carom_body_is_ghost(c->world, t->body, &ghost) && !ghost &&
         !carom_body_is_stopping(c->world, t->body, &stopping) && !stopping &&
         carom_body_get_user(c->world, t->body) == t && colliders_fit(c, t);
}

static bool add_grave(carom_cluster *c, thing *t) {
  if (!carom__room_for(&c->graves, &c->grave_room, c->grave_count + 1, sizeof(thing *))) return false;
  c->graves[c->grave_count++] = t;
  return true;
}

static bool add_body(work *w, const stored_body *from, uint32_t owner) {
  carom_cluster *c = w->c;
  const carom_handover handover = {.users = &c->users, .find = find_asset, .context = w};
  if (carom__thing_find(c, from->id) || from->large_until > w->table.step + 1) return false;
  thing *t = carom__thing_add(c, from->id, owner);
  if (!t) return false;
  t->since = 0;
  t->start = from->start;
  t->large = from->flags & STORED_LARGE;
  t->large_until = from->large_until;
  t->fading = t->large_until == w->table.step;
  t->is_static = from->flags & STORED_STATIC;
  if (carom_body_read(c->world, &handover, from->bytes.data, from->bytes.size, &t->body) ||
      !body_fits(c, t) || carom_body_is_swept(c->world, t->body, &t->swept))
    return false;
  if (owner != c->transport.rank)
    return carom__thing_mark(c, t, carom__thing_flags(t)) && !carom_body_set_ghost(c->world, t->body, true);
  t->doomed = from->flags & STORED_DOOMED;
  return t->is_static ? !t->doomed || add_grave(c, t) : carom__own_add(c, t);
}

/* --- Parts --- */

typedef bool (*reader)(work *w, uint32_t part, bytes_in sections[SECTIONS]);

static bool read_sections(work *w, uint32_t part, const void *bytes, size_t size, reader read) {
  const stored_part *p = &w->table.parts[part];
  bytes_in in = {.data = bytes, .size = size}, sections[SECTIONS];
  if (size != p->size || carom__stored_checksum(bytes, size) != p->checksum) return false;
  for (int i = 0; i < SECTIONS; i++) sections[i] = carom__get_bytes(&in);
  if (in.failed || in.at != in.size) return false;
  const bool fine = carom__assets_open(&w->assets, sections[SECTION_ASSETS]) && read(w, part, sections);
  carom__assets_close(w->assets);
  return fine;
}

static bool read_part(work *w, uint32_t part, reader read) {
  char name[STORED_NAME_ROOM];
  void *bytes;
  size_t size;
  carom__stored_name(name, w->name, &w->table, part);
  if (!w->store->read(w->store->user, name, &bytes, &size)) return false;
  const bool fine = read_sections(w, part, bytes, size, read);
  w->store->release(w->store->user, bytes);
  return fine;
}

static bool is_here(const carom_cluster *c, carom_pos start) {
  return carom_cluster_rank_at(c, start) == c->transport.rank;
}

static bool want(work *w, const stored_contact *k, int side) {
  if (!carom__room_for(&w->ghosts, &w->ghost_room, w->ghost_count + 1, sizeof *w->ghosts)) return false;
  w->ghosts[w->ghost_count++] = (wanted){k->orders[side] >> 16, k->starts[side]};
  return true;
}

static bool keep(work *w, const stored_contact *k, const bool moves[2], const bool here[2]) {
  if (!carom__room_for(&w->contacts, &w->contact_room, w->contact_count + 1, sizeof *w->contacts))
    return false;
  w->contacts[w->contact_count++] = (kept){{k->orders[0], k->orders[1]}, w->bytes.size, k->bytes.size};
  carom__bytes_put(&w->bytes, k->bytes.data, k->bytes.size);
  for (int side = 0; side < 2; side++)
    if (moves[side] && !here[side] && !want(w, k, side)) return false;
  return !w->bytes.failed;
}

/* All have the static bodies, and the contacts of two of them. */
static bool read_contacts(work *w, bool statics, bytes_in *in) {
  while (in->at < in->size) {
    stored_contact k;
    if (!carom__stored_contact_get(in, &k)) return false;
    const bool moves[2] = {!(k.flags & STORED_A_STATIC), !(k.flags & STORED_B_STATIC)};
    const bool here[2] = {moves[0] && is_here(w->c, k.starts[0]), moves[1] && is_here(w->c, k.starts[1])};
    if ((moves[0] || moves[1]) == statics) return false;
    if ((here[0] || here[1] || statics) && !keep(w, &k, moves, here)) return false;
  }
  return true;
}

static bool read_own(work *w, uint32_t part, bytes_in sections[SECTIONS]) {
  bytes_in *in = &sections[SECTION_BODIES];
  const bool statics = part == w->table.ranks;
  while (in->at < in->size) {
    stored_body b;
    if (!carom__stored_body_get(in, &b) || !(b.flags & STORED_STATIC) == statics) return false;
    if ((statics || is_here(w->c, b.start)) && !add_body(w, &b, w->c->transport.rank)) return false;
  }
  return read_contacts(w, statics, &sections[SECTION_CONTACTS]);
}

static int by_wanted(const void *x, const void *y) {
  const wanted *p = x, *q = y;
  return (p->id > q->id) - (p->id < q->id);
}

static bool read_ghosts(work *w, uint32_t part, bytes_in sections[SECTIONS]) {
  bytes_in *in = &sections[SECTION_BODIES];
  (void)part;
  while (in->at < in->size) {
    stored_body b;
    if (!carom__stored_body_get(in, &b)) return false;
    const wanted key = {b.id, b.start};
    if (is_here(w->c, b.start) || !bsearch(&key, w->ghosts, w->ghost_count, sizeof *w->ghosts, by_wanted))
      continue;
    if (!add_body(w, &b, carom_cluster_rank_at(w->c, b.start))) return false;
  }
  return true;
}

/* --- Which parts --- */

static bool names_any(const carom_region *box) { return box->min.x <= box->max.x; }

static bool has_ghosts(const work *w, const carom_region *box) {
  for (size_t i = 0; i < w->ghost_count; i++) {
    const carom_region point = {w->ghosts[i].start, w->ghosts[i].start};
    if (carom__blocks_near(box, &point, 0)) return true;
  }
  return false;
}

static bool read_parts(work *w) {
  const carom_transport *t = &w->c->transport;
  const carom_region mine = carom__blocks_get(w->c->cuts, t->count, t->rank);
  const stored_part *parts = w->table.parts;
  if (!read_part(w, w->table.ranks, read_own)) return false;
  for (uint32_t i = 0; i < w->table.ranks; i++)
    if (names_any(&parts[i].box) && carom__blocks_near(&parts[i].box, &mine, 0) && !read_part(w, i, read_own))
      return false;
  if (w->ghost_count) qsort(w->ghosts, w->ghost_count, sizeof *w->ghosts, by_wanted);
  for (uint32_t i = 0; i < w->table.ranks; i++)
    if (names_any(&parts[i].box) && has_ghosts(w, &parts[i].box) && !read_part(w, i, read_ghosts))
      return false;
  return true;
}

/* --- Contacts --- */

/* Who has a ghost of an own body follows from its contacts: the owners of their other sides. */
static bool hold(const carom_cluster *c, thing *t, const thing *other) {
  if (t->is_static || t->owner != c->transport.rank || other->is_static ||
      other->owner == c->transport.rank || carom__holder_find(t, other->owner))
    return true;
  return carom__holder_set(t, other->owner, c->counts.steps, false);
}

static bool find_sides(carom_cluster *c, const kept *k, carom_collider_pair *pair) {
  thing *a = carom__thing_find(c, k->orders[0] >> 16), *b = carom__thing_find(c, k->orders[1] >> 16);
  return a && b && carom__thing_collider(c, k->orders[0], &pair->first) &&
         carom__thing_collider(c, k->orders[1], &pair->second) && hold(c, a, b) && hold(c, b, a);
}

/* The user pointers of both sides of all contacts. Their bytes may be forged as well. */
static bool users_fit(const carom_cluster *c) {
  size_t count = 0;
  const carom_contact *contacts = carom_world_get_contacts(c->world, &count);
  for (size_t i = 0; i < count; i++) {
    const carom_contact_side *sides[2] = {&contacts[i].a, &contacts[i].b};
    for (int k = 0; k < 2; k++)
      if (sides[k]->body_user != carom_body_get_user(c->world, sides[k]->body) ||
          sides[k]->collider_user != carom_collider_get_user(c->world, sides[k]->collider))
        return false;
  }
  return true;
}

static bool adopt(work *w) {
  const carom_handover handover = {.users = &w->c->users};
  if (w->contact_count == 0) return true;
  w->c->unmet = true;
  carom_contact_bytes *list = calloc(w->contact_count, sizeof *list);
  bool fine = list != NULL;
  for (size_t i = 0; fine && i < w->contact_count; i++) {
    list[i].bytes = w->bytes.data + w->contacts[i].at;
    list[i].size = w->contacts[i].size;
    fine = find_sides(w->c, &w->contacts[i], &list[i].colliders);
  }
  fine = fine && !carom_contacts_adopt(w->c->world, &handover, list, w->contact_count) && users_fit(w->c);
  free(list);
  return fine;
}

/* --- The whole --- */

static bool read_table(work *w) {
  void *bytes;
  size_t size;
  if (!w->store->read(w->store->user, w->name, &bytes, &size)) return false;
  const bool fine = carom__table_read(&w->table, bytes, size);
  w->store->release(w->store->user, bytes);
  return fine && w->table.settings == carom__stored_settings(&w->c->settings);
}

/* The blocks of a table of as many ranks. */
static void set_cuts(carom_cluster *c, const stored_table *table) {
  const size_t size = c->transport.count * sizeof *c->cuts;
  if (table->ranks != c->transport.count) return;
  memcpy(c->cuts, table->cuts, size);
  memcpy(c->past, table->cuts, size);
  memcpy(c->coming, table->cuts, size);
  carom__peers_find(c);
}

static bool load(work *w) {
  carom_cluster *c = w->c;
  if (!read_table(w)) return false;
  set_cuts(c, &w->table);
  c->counts.steps = c->first_step = w->table.step;
  char *name = malloc(strlen(w->name) + 1);
  if (!name) return false;
  memcpy(name, w->name, strlen(w->name) + 1);
  carom__last_set(c, name);
  return read_parts(w) && adopt(w);
}

static void free_work(work *w) {
  carom__table_free(&w->table);
  carom__assets_free_stored(&w->assets);
  carom__bytes_free(&w->bytes);
  free(w->contacts);
  free(w->ghosts);
}

/* All ranks are as far, and their hashes give that of the table. False: the cluster is over. */
static bool agree(const carom_cluster *c, uint64_t hash, bool *fine) {
  uint64_t own = 0;
  *fine = *fine && carom__hash_find(c, &own);
  const uint64_t mine[3] = {*fine, own, hash};
  bytes_out out = {0}, all = {0};
  carom__bytes_put(&out, mine, sizeof mine);
  bool heard = carom__mail_gather(&c->transport, c->patience, &out, &all);
  bytes_in in = {.data = all.data, .size = all.size};
  uint64_t sum = 0;
  while (heard && in.at < in.size) {
    uint64_t head[2], other[3];
    carom__bytes_get(&in, head, sizeof head);
    carom__bytes_get(&in, other, sizeof other);
    heard = !in.failed && head[1] == sizeof other;
    *fine = *fine && other[0] && other[2] == hash;
    sum += other[1];
  }
  *fine = *fine && sum == hash;
  carom__bytes_free(&out);
  carom__bytes_free(&all);
  return heard;
}

carom_cluster_status carom_cluster_restart(const carom_cluster_def *def, const carom_cluster_store *store,
                                           const char *name, carom_cluster **out) {
  if (!out || !carom__store_is_right(store) || !carom__stored_name_is_right(name))
    return CAROM_CLUSTER_REFUSED;
  work w = {.store = store, .name = name};
  const carom_cluster_status made = carom__cluster_make(def, &w.c);
  if (made == CAROM_CLUSTER_BROKEN) carom__tell_end(&def->transport, made);
  if (made) return made;
  bool fine = load(&w);
  carom_cluster_status status = CAROM_CLUSTER_OK;
  if (!agree(w.c, w.table.hash, &fine))
    status = carom__end(w.c, CAROM_CLUSTER_BROKEN);
  else if (!fine)
    status = CAROM_CLUSTER_REFUSED;
  free_work(&w);
  if (status)
    carom_cluster_destroy(w.c);
  else
    *out = w.c;
  return status;
}
