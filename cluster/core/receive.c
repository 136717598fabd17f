/* receive.c: what other ranks have sent is done to the bodies here: whole bodies first, then contacts,
 * changes, and last who owns what. */
#include "parts.h"

#include <stdlib.h>
#include <string.h>

static bool read_bodies(carom_cluster *c, uint32_t from, bytes_in *in) {
  const carom_handover handover = carom__assets_handover(c, &c->peers[from]);
  while (in->at < in->size && !in->failed) {
    const uint64_t id = carom__bytes_get_id(in);
    unsigned char flags;
    carom__bytes_get(in, &flags, 1);
    const uint32_t size = carom__bytes_get_count(in);
    const void *bytes = carom__bytes_next(in, size);
    if (!bytes || carom__thing_find(c, id)) return false;
    thing *t = carom__thing_add(c, id, from);
    if (!t || carom_body_read(c->world, &handover, bytes, size, &t->body) ||
        !carom__assets_keep(c, &c->peers[from].got, t->body) || !carom__thing_mark(c, t, flags))
      return false;
    carom_body_is_swept(c->world, t->body, &t->swept);
    if (carom_body_set_ghost(c->world, t->body, true)) return false;
  }
  return !in->failed;
}

bool carom__thing_collider(const carom_cluster *c, uint64_t order, carom_collider *out) {
  const thing *t = carom__thing_find(c, order >> 16);
  const size_t number = order & 0xFFFF;
  carom_collider few[8];
  size_t count = 0;
  *out = (carom_collider){0};
  if (!t || carom_body_get_colliders(c->world, t->body, few, 8, &count) || number >= count) return true;
  if (number < 8) {
    *out = few[number];
    return true;
  }
  carom_collider *all = malloc(count * sizeof *all);
  if (!all) return false;
  if (!carom_body_get_colliders(c->world, t->body, all, count, &count)) *out = all[number];
  free(all);
  return true;
}

static int by_colliders(const void *x, const void *y) {
  const carom_collider_pair *p = &((const carom_contact_bytes *)x)->colliders;
  const carom_collider_pair *q = &((const carom_contact_bytes *)y)->colliders;
  if (p->first.bits != q->first.bits) return p->first.bits < q->first.bits ? -1 : 1;
  return (p->second.bits > q->second.bits) - (p->second.bits < q->second.bits);
}

/* Both bodies of a contact may have brought it. Returns how many remain. */
static size_t leave_out_twins(carom_contact_bytes *list, size_t count) {
  size_t kept = 0;
  if (count) qsort(list, count, sizeof *list, by_colliders);
  for (size_t i = 0; i < count; i++)
    if (kept == 0 || by_colliders(&list[kept - 1], &list[i])) list[kept++] = list[i];
  return kept;
}

/* Did this rank tell of the two in the last step? It then knows better than whoever sends the contact. */
static bool has_told(const carom_cluster *c, const uint64_t orders[2]) {
  const thing *a = carom__thing_find(c, orders[0] >> 16), *b = carom__thing_find(c, orders[1] >> 16);
  const uint64_t now = carom__now(c);
  return a->since < now && b->since < now && carom__last_teller(c, a, b) == c->transport.rank;
}

static void mark_met(const carom_cluster *c, const uint64_t orders[2]) {
  for (int k = 0; k < 2; k++) {
    thing *t = carom__thing_find(c, orders[k] >> 16);
    t->met = carom__now(c);
    t->meetings = 0;
  }
}

static bool read_contacts(carom_cluster *c, bytes_in *in) {
  const carom_handover handover = {.users = &c->users};
  carom_contact_bytes *list = NULL;
  size_t room = 0, count = 0;
  bool fine = true;
  while (fine && in->at < in->size && !in->failed) {
    uint64_t orders[2];
    carom__bytes_get(in, orders, sizeof orders);
    const uint32_t size = carom__bytes_get_count(in);
    const void *bytes = carom__bytes_next(in, size);
    carom_collider_pair pair;
    fine =
        carom__thing_collider(c, orders[0], &pair.first) && carom__thing_collider(c, orders[1], &pair.second);
    if (!fine || !pair.first.bits || !pair.second.bits || has_told(c, orders)) continue;
    fine = carom__room_for(&list, &room, count + 1, sizeof *list);
    mark_met(c, orders);
    if (fine) list[count++] = (carom_contact_bytes){pair, bytes, size};
  }
  count = leave_out_twins(list, count);
  fine = fine && !in->failed && !carom_contacts_adopt(c->world, &handover, list, count);
  free(list);
  return fine;
}

static bool read_collider_change(carom_cluster *c, const thing *t, unsigned char what, bytes_in *in) {
  const uint32_t number = carom__bytes_get_count(in), size = carom__bytes_get_count(in);
  const void *bytes = carom__bytes_next(in, size);
  carom_collider collider;
  if (!bytes || !carom__thing_collider(c, carom_cluster_order(t->id, number), &collider)) return false;
  if (what == CAROM__CHANGE_FILTER) {
    carom_filter filter;
    if (size != sizeof filter) return false;
    memcpy(&filter, bytes, sizeof filter);
    return !carom_collider_set_filter(c->world, collider, filter);
  }
  carom_shape shape;
  if (carom_shape_read(&c->settings.allocator, bytes, size, &shape)) return false;
  const carom_status status = carom_collider_set_shape(c->world, collider, &shape);
  carom_shape_release(&shape);
  return !status;
}

static bool read_body_change(carom_cluster *c, thing *t, unsigned char what, bytes_in *in) {
  unsigned char flags;
  carom_vec3 v[2];
  carom__bytes_get(in, &flags, 1);
  if (what & DIRTY_VELOCITY) {
    carom__bytes_get(in, v, sizeof v);
    if (carom_body_set_velocity(c->world, t->body, v[0], v[1])) return false;
  }
  if (what & DIRTY_ENABLED && carom_body_set_enabled(c->world, t->body, flags & 1)) return false;
  if (what & DIRTY_SWEPT && carom_body_set_swept(c->world, t->body, flags & 2)) return false;
  if (what & DIRTY_SWEPT) t->swept = flags & 2;
  return !(what & (DIRTY_LARGE | DIRTY_FADING)) || carom__thing_mark(c, t, flags);
}

static bool read_changes(carom_cluster *c, bytes_in *in) {
  while (in->at < in->size && !in->failed) {
    thing *t = carom__thing_find(c, carom__bytes_get_id(in));
    unsigned char what;
    carom__bytes_get(in, &what, 1);
    if (!t || !(what & CAROM__CHANGE_FILTER ? read_collider_change(c, t, what, in)
                                            : read_body_change(c, t, what, in)))
      return false;
  }
  return !in->failed;
}

static carom_pose read_pose(const carom_cluster *c, bool coded, bytes_in *in) {
  unsigned char code[CAROM__CODE_SIZE];
  carom_pose pose;
  if (coded) {
    carom__bytes_get(in, code, sizeof code);
    return carom__round_decode(c->round, code);
  }
  carom__bytes_get(in, &pose.position, sizeof pose.position);
  carom__bytes_get(in, &pose.rotation, sizeof pose.rotation);
  return pose;
}

static bool read_poses(carom_cluster *c, bytes_in *in) {
  uint64_t id = 0;
  if (in->size) carom__bytes_get_id(in);
  while (in->at < in->size && !in->failed) {
    const uint64_t number = carom__bytes_get_short(in);
    id += c->round > 0 ? number >> 1 : number;
    const thing *t = carom__thing_find(c, id);
    const carom_pose pose = read_pose(c, c->round > 0 && !(number & 1), in);
    if (!t || carom_body_set_pose(c->world, t->body, &pose)) return false;
  }
  return !in->failed;
}

/* --- Who owns what --- */

static bool destroy(carom_cluster *c, thing *t) {
  if (!carom__room_for(&c->graves, &c->grave_room, c->grave_count + 1, sizeof(thing *)) ||
      carom_body_destroy(c->world, t->body))
    return false;
  HASH_DELETE(hh, c->things, t);
  free(t->holders);
  t->holders = NULL;
  t->gone = true;
  c->graves[c->grave_count++] = t;
  return true;
}

/* The other side may have been destroyed by this step. */
static bool is_there(const carom_cluster *c, const carom_contact *k) {
  return carom_collider_is_valid(c->world, k->a.collider) && carom_collider_is_valid(c->world, k->b.collider);
}

/* Does another rank tell what happens to an own large body in a contact? */
static bool is_told_elsewhere(const carom_cluster *c, const thing *t, const carom_contact *k) {
  const carom_body other = k->a.body.bits == t->body.bits ? k->b.body : k->a.body;
  return is_there(c, k) && carom__other_knows_better(t, carom_body_get_user(c->world, other));
}

/* Forgets the contacts of a body without an END: all, or those that others tell. */
static bool forget_contacts(carom_cluster *c, const thing *t, bool all) {
  size_t count = 0, kept = 0;
  if (carom_body_get_contacts(c->world, t->body, NULL, 0, &count)) return false;
  if (count == 0) return true;
  const carom_contact **contacts = malloc(count * sizeof *contacts);
  carom_collider_pair *pairs = malloc(count * sizeof *pairs);
  bool fine = contacts && pairs && !carom_body_get_contacts(c->world, t->body, contacts, count, &count);
  for (size_t i = 0; fine && i < count; i++) {
    const carom_contact *k = contacts[i];
    if (all ? is_there(c, k) : is_told_elsewhere(c, t, k))
      pairs[kept++] = (carom_collider_pair){k->a.collider, k->b.collider};
  }
  fine = fine && !carom_contacts_forget(c->world, pairs, kept);
  free(contacts);
  free(pairs);
  return fine;
}

/* Pairs that grow. */
typedef struct pair_list {
  carom_collider_pair *pairs;
  size_t count, room;
} pair_list;

/* The same of the meetings of the last step, which know all contacts that had an event. */
static bool list_told_elsewhere(const carom_cluster *c, const thing *t, pair_list *list) {
  for (uint32_t i = t->met + 1 == carom__now(c) ? t->meetings : 0; i;) {
    const meeting *m = &c->meetings[i - 1];
    const carom_contact *k = m->contact;
    i = m->next[k->b.body.bits == t->body.bits];
    if (!is_told_elsewhere(c, t, k)) continue;
    if (!carom__room_for(&list->pairs, &list->room, list->count + 1, sizeof *list->pairs)) return false;
    list->pairs[list->count++] = (carom_collider_pair){k->a.collider, k->b.collider};
  }
  return true;
}

/* Before others send theirs. Meetings are read before any contact is forgotten. */
bool carom__receive_prepare(carom_cluster *c) {
  pair_list list = {NULL, 0, 0};
  bool fine = true;
  for (size_t i = 0; i < c->busy_count && fine; i++) {
    const thing *t = c->busy[i];
    if (t->was_large) fine = c->unmet ? forget_contacts(c, t, false) : list_told_elsewhere(c, t, &list);
  }
  fine = fine && (!list.count || !carom_contacts_forget(c->world, list.pairs, list.count));
  free(list.pairs);
  return fine;
}

/* A ghost that is not needed leaves without an END. */
static bool forget(carom_cluster *c, thing *t) {
  const bool lonely = !c->unmet && t->met + 1 < carom__now(c);
  return (lonely || forget_contacts(c, t, true)) && destroy(c, t);
}

static bool read_promotion(carom_cluster *c, thing *t, uint32_t from, bytes_in *in) {
  carom__bytes_get(in, &t->large_until, sizeof t->large_until);
  const uint32_t count = carom__bytes_get_count(in);
  t->holder_count = 0;
  for (uint32_t i = 0; i < count && !in->failed; i++) {
    const uint32_t rank = carom__bytes_get_count(in);
    const uint64_t wanted = carom__bytes_get_id(in);
    if (rank >= c->transport.count) return false;
    if (rank != c->transport.rank && !carom__holder_set(t, rank, wanted, false)) return false;
  }
  t->dirty = 0;
  t->next_owner = c->transport.rank;
  return carom__holder_set(t, from, carom__now(c), false) && carom__own_add(c, t) &&
         !carom_body_set_ghost(c->world, t->body, false);
}

static bool read_owners(carom_cluster *c, uint32_t from, bytes_in *in) {
  while (in->at < in->size && !in->failed) {
    thing *t = carom__thing_find(c, carom__bytes_get_id(in));
    const uint32_t owner = carom__bytes_get_count(in);
    if (!t) return false;
    if (owner >= c->transport.count) {
      if (!(owner == CAROM__NOT_NEEDED ? forget(c, t) : destroy(c, t))) return false;
      continue;
    }
    t->owner = owner;
    if (owner == c->transport.rank && !read_promotion(c, t, from, in)) return false;
  }
  return !in->failed;
}

/* The parts that a pass reads. */
bool carom__receive(carom_cluster *c, uint32_t from, const void *bytes, size_t size, int pass) {
  bytes_in in = {.data = bytes, .size = size}, parts[MAIL_PARTS];
  for (int k = 0; k < MAIL_PARTS; k++) {
    const uint64_t length = carom__bytes_get_id(&in);
    parts[k] = (bytes_in){.data = carom__bytes_next(&in, (size_t)length), .size = (size_t)length};
  }
  if (in.failed) return false;
  if (pass == 0)
    return carom__assets_read_dropped(&c->peers[from], &parts[MAIL_DROPPED]) &&
           read_bodies(c, from, &parts[MAIL_BODIES]);
  if (pass == 1) return read_contacts(c, &parts[MAIL_CONTACTS]);
  if (pass == 2) return read_changes(c, &parts[MAIL_CHANGES]) && read_poses(c, &parts[MAIL_POSES]);
  return read_owners(c, from, &parts[MAIL_OWNERS]);
}

static bool let_go(carom_cluster *c, thing *t) {
  carom__own_remove(c, t);
  if (t->doomed) return destroy(c, t);
  t->owner = t->next_owner;
  t->holder_count = 0;
  c->counts.migrated++;
  return carom__thing_mark(c, t, carom__thing_flags(t)) && !carom_body_set_ghost(c->world, t->body, true);
}

bool carom__receive_own(carom_cluster *c) {
  for (size_t i = 0; i < c->busy_count; i++) {
    thing *t = c->busy[i];
    if ((t->doomed || t->next_owner != t->owner) && !let_go(c, t)) return false;
  }
  for (size_t i = 0; i < c->grave_count; i++) {
    thing *t = c->graves[i];
    if (t->gone) continue;
    if (carom_body_destroy(c->world, t->body)) return false;
    HASH_DELETE(hh, c->things, t);
    t->gone = true;
  }
  return true;
}
