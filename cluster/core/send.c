/* send.c: what other ranks must hear of the own bodies before a step. */
#include "parts.h"

#include <stdlib.h>
#include <string.h>

static bool wants(const carom_cluster *c, const thing *t, uint32_t rank) {
  return t->large || carom__blocks_near(&t->reach, &c->peers[rank].block, 0);
}

/* --- Whole bodies, and their contacts --- */

static bool write_body(carom_cluster *c, const thing *t, uint32_t rank) {
  peer *p = &c->peers[rank];
  bytes_out *out = &p->mail.parts[MAIL_BODIES];
  const carom_handover handover = carom__assets_handover(c, p);
  const unsigned char flags = carom__thing_flags(t);
  size_t size = 0;
  carom_body_write(c->world, t->body, &handover, NULL, 0, &size);
  const uint32_t length = (uint32_t)size;
  carom__bytes_put(out, &t->id, sizeof t->id);
  carom__bytes_put(out, &flags, 1);
  carom__bytes_put(out, &length, sizeof length);
  void *room = carom__bytes_room(out, size);
  c->counts.created++;
  return room && !carom_body_write(c->world, t->body, &handover, room, size, &size) &&
         carom__assets_keep(c, &p->sent, t->body);
}

static bool write_contact(carom_cluster *c, const carom_contact *contact, uint32_t rank) {
  bytes_out *out = &c->peers[rank].mail.parts[MAIL_CONTACTS];
  const carom_handover handover = {.users = &c->users};
  const carom_collider_pair pair = {contact->a.collider, contact->b.collider};
  uint64_t orders[2] = {0, 0};
  size_t size = 0;
  if (carom_collider_get_order(c->world, pair.first, &orders[0]) ||
      carom_collider_get_order(c->world, pair.second, &orders[1]))
    return false;
  carom_contact_write(c->world, pair, &handover, NULL, 0, &size);
  const uint32_t length = (uint32_t)size;
  carom__bytes_put(out, orders, sizeof orders);
  carom__bytes_put(out, &length, sizeof length);
  void *room = carom__bytes_room(out, size);
  return room && !carom_contact_write(c->world, pair, &handover, room, size, &size);
}

/* Whether a contact of t goes to a rank: with t all do, else those with what the rank owns. One of two large
 * bodies goes to all, as the other one may be on its way to another owner. */
static bool contact_goes(const thing *t, const thing *other, uint32_t rank) {
  if (t->next_owner == rank) return true;
  return !other->is_static && (other->owner == rank || (t->large && other->large));
}

bool carom__other_knows_better(const thing *t, const thing *other) {
  return t->was_large && !other->large && !other->is_static && other->owner != t->owner;
}

/* The other body of a contact; NULL: it has been destroyed. */
static const thing *other_of(const carom_cluster *c, const thing *t, const carom_contact *k) {
  return carom_body_get_user(c->world, k->a.body.bits == t->body.bits ? k->b.body : k->a.body);
}

/* Writes a contact of t, if it goes to a rank. */
static bool hand_on(carom_cluster *c, const thing *t, const carom_contact *k, uint32_t rank) {
  const thing *other = other_of(c, t, k);
  return !other || !contact_goes(t, other, rank) || carom__other_knows_better(t, other) ||
         write_contact(c, k, rank);
}

static bool ask_for_contacts(carom_cluster *c, const thing *t, uint32_t rank) {
  size_t count = 0;
  if (carom_body_get_contacts(c->world, t->body, NULL, 0, &count)) return false;
  if (count == 0) return true;
  const carom_contact **contacts = malloc(count * sizeof *contacts);
  bool fine = contacts && !carom_body_get_contacts(c->world, t->body, contacts, count, &count);
  for (size_t i = 0; fine && i < count; i++) fine = hand_on(c, t, contacts[i], rank);
  free(contacts);
  return fine;
}

/* The first question about a body costs as much as all contacts of the world. The meetings of the last step
 * answer it for bodies that were at the border then. Others are asked for: those that turn large in this step
 * or leave for a rank that does not know them. */
static bool write_contacts(carom_cluster *c, const thing *t, uint32_t rank, bool ask) {
  if (ask || c->unmet) return ask_for_contacts(c, t, rank);
  for (uint32_t i = t->met + 1 == carom__now(c) ? t->meetings : 0; i;) {
    const meeting *m = &c->meetings[i - 1];
    if (!hand_on(c, t, m->contact, rank)) return false;
    i = m->next[m->contact->b.body.bits == t->body.bits];
  }
  return true;
}

/* --- Who has ghosts --- */

/* A small body that is new to a rank has touched no small one that the rank owned in the last step: it would
 * have been there. It may have touched a large one anywhere, and the meetings have all contacts of those. */
static bool choose(carom_cluster *c, thing *t, uint32_t rank) {
  const bool goes = t->next_owner == rank && rank != c->transport.rank;
  if (!goes && !wants(c, t, rank)) return true;
  holder *h = carom__holder_find(t, rank);
  if (h)
    h->wanted = carom__now(c);
  else if (!carom__holder_set(t, rank, carom__now(c), true) || !write_body(c, t, rank))
    return false;
  const bool turned = t->large && (!h || t->dirty & DIRTY_LARGE);
  return (h && !goes && !turned) || write_contacts(c, t, rank, turned || (goes && !h));
}

/* The owner of a body, to whoever has it; or that it is not needed there, or is destroyed. */
static void write_owner(carom_cluster *c, const thing *t, uint32_t rank, uint32_t owner) {
  bytes_out *out = &c->peers[rank].mail.parts[MAIL_OWNERS];
  carom__bytes_put(out, &t->id, sizeof t->id);
  carom__bytes_put(out, &owner, sizeof owner);
}

static void drop(carom_cluster *c, thing *t) {
  uint32_t kept = 0;
  for (uint32_t i = 0; i < t->holder_count; i++) {
    if (t->holders[i].wanted + 2 <= carom__now(c) && !t->doomed)
      write_owner(c, t, t->holders[i].rank, CAROM__NOT_NEEDED);
    else
      t->holders[kept++] = t->holders[i];
  }
  t->holder_count = kept;
}

/* --- Bodies that were large --- */

/* Contacts of a body that may be small from now on go to all that have the other one, as its owner may be
 * any of them. */
static bool write_faded(carom_cluster *c, const thing *t) {
  size_t count = 0;
  if (carom_body_get_contacts(c->world, t->body, NULL, 0, &count)) return false;
  if (count == 0) return true;
  const carom_contact **contacts = malloc(count * sizeof *contacts);
  bool fine = contacts && !carom_body_get_contacts(c->world, t->body, contacts, count, &count);
  for (size_t i = 0; fine && i < count; i++) {
    const carom_contact *k = contacts[i];
    const thing *other = other_of(c, t, k);
    if (!other || other->is_static || other->owner != c->transport.rank) continue;
    for (uint32_t h = 0; h < other->holder_count && fine; h++)
      fine = write_contact(c, k, other->holders[h].rank);
  }
  free(contacts);
  return fine;
}

static bool write_all_faded(carom_cluster *c) {
  bool fine = true;
  for (size_t i = 0; i < c->fading_count && fine; i++) {
    const thing *t = carom__thing_find(c, c->fading[i]);
    fine = !t || t->owner == c->transport.rank || write_faded(c, t);
  }
  c->fading_count = 0;
  return fine;
}

/* --- Changes --- */

static void write_change(carom_cluster *c, const thing *t, bytes_out *out) {
  carom_vec3 v[2] = {{0, 0, 0}, {0, 0, 0}};
  bool enabled = true;
  carom_body_get_velocity(c->world, t->body, &v[0], &v[1]);
  carom_body_is_enabled(c->world, t->body, &enabled);
  const unsigned char what = (unsigned char)(t->dirty & ~(uint32_t)DIRTY_POSE);
  const unsigned char flags = (unsigned char)(enabled | t->swept << 1 | carom__thing_flags(t));
  if (!what) return;
  carom__bytes_put(out, &t->id, sizeof t->id);
  carom__bytes_put(out, &what, 1);
  carom__bytes_put(out, &flags, 1);
  if (what & DIRTY_VELOCITY) carom__bytes_put(out, v, sizeof v);
}

static void write_changes(carom_cluster *c, thing *t) {
  for (uint32_t i = 0; i < t->holder_count; i++)
    if (!t->holders[i].added) write_change(c, t, &c->peers[t->holders[i].rank].mail.parts[MAIL_CHANGES]);
}

static int by_id(const void *a, const void *b) {
  const thing *const *x = a, *const *y = b;
  return ((*x)->id > (*y)->id) - ((*x)->id < (*y)->id);
}

/* 40 bytes, or 20. Where poses are rounded, the lowest bit of the number before tells of those that are not.
 */
static void write_pose(const carom_cluster *c, const thing *t, uint64_t number, bytes_out *out) {
  const carom_pose *pose = &c->now[t->place];
  carom__bytes_put_short(out, c->round > 0 ? number << 1 | !t->coded : number);
  if (t->coded) {
    carom__bytes_put(out, t->code, sizeof t->code);
  } else {
    carom__bytes_put(out, &pose->position, sizeof pose->position);
    carom__bytes_put(out, &pose->rotation, sizeof pose->rotation);
  }
}

/* Ids are told by their differences. */
static bool write_poses(carom_cluster *c) {
  if (c->pose_count) qsort(c->poses, c->pose_count, sizeof *c->poses, by_id);
  for (size_t i = 0; i < c->pose_count; i++) {
    const thing *t = c->poses[i];
    for (uint32_t k = 0; k < t->holder_count; k++) {
      if (t->holders[k].added) continue;
      peer *p = &c->peers[t->holders[k].rank];
      bytes_out *out = &p->mail.parts[MAIL_POSES];
      const size_t before = out->size;
      uint64_t last = 0;
      if (before)
        memcpy(&last, out->data, sizeof last);
      else
        carom__bytes_put(out, &last, sizeof last);
      write_pose(c, t, t->id - last, out);
      if (out->failed) return false;
      memcpy(out->data, &t->id, sizeof t->id);
      c->counts.poses++;
      c->counts.pose_bytes += out->size - before;
    }
  }
  return true;
}

static void write_migration(carom_cluster *c, const thing *t) {
  for (uint32_t i = 0; i < t->holder_count; i++) {
    const uint32_t rank = t->holders[i].rank;
    write_owner(c, t, rank, t->next_owner);
    if (rank != t->next_owner) continue;
    bytes_out *out = &c->peers[rank].mail.parts[MAIL_OWNERS];
    carom__bytes_put(out, &t->large_until, sizeof t->large_until);
    carom__bytes_put(out, &t->holder_count, sizeof t->holder_count);
    for (uint32_t k = 0; k < t->holder_count; k++) {
      carom__bytes_put(out, &t->holders[k].rank, sizeof(uint32_t));
      carom__bytes_put(out, &t->holders[k].wanted, sizeof(uint64_t));
    }
  }
}

/* A body may reach neighbours only, if it was in the block. */
static bool choose_all(carom_cluster *c, thing *t) {
  const carom_region start = {t->start, t->start};
  if (!t->large && carom__blocks_has(&c->home, &start)) {
    for (uint32_t i = 0; i < c->neighbour_count; i++)
      if (!choose(c, t, c->neighbours[i])) return false;
    return true;
  }
  for (uint32_t rank = 0; rank < c->transport.count; rank++)
    if (rank != c->transport.rank && !choose(c, t, rank)) return false;
  return true;
}

static bool write_thing(carom_cluster *c, thing *t) {
  if (!t->doomed && !choose_all(c, t)) return false;
  drop(c, t);
  write_changes(c, t);
  if (t->dirty & DIRTY_POSE && t->holder_count) {
    if (!carom__room_for(&c->poses, &c->pose_room, c->pose_count + 1, sizeof *c->poses)) return false;
    c->poses[c->pose_count++] = t;
  }
  for (uint32_t i = 0; t->doomed && i < t->holder_count; i++)
    write_owner(c, t, t->holders[i].rank, CAROM__DESTROYED);
  if (t->next_owner != t->owner) write_migration(c, t);
  return true;
}

bool carom__send_write(carom_cluster *c, size_t first) {
  c->pose_count = 0;
  for (size_t i = first; i < c->busy_count; i++)
    if (!write_thing(c, c->busy[i])) return false;
  if (!write_all_faded(c) || !write_poses(c)) return false;
  for (size_t i = first; i < c->busy_count; i++) {
    thing *t = c->busy[i];
    t->dirty = 0;
    for (uint32_t k = 0; k < t->holder_count; k++) t->holders[k].added = false;
  }
  return true;
}
