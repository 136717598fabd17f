/* checkpoint_part.c: what a rank writes of its bodies and contacts, and the hash of them. */
#include "stored.h"

/* A part on its way to bytes. */
typedef struct part {
  const carom_cluster *c;
  bool statics;
  bytes_out sections[SECTIONS];
  stored_asset *assets;
  carom_region box;
  bool is_empty;
} part;

static bool has(void *context, uint64_t hash) {
  (void)context;
  (void)hash;
  return true;
}

typedef carom_status (*writer)(const carom_cluster *c, const void *what, void *buffer, size_t capacity,
                               size_t *size);

/* Whoever reads has the assets. */
static carom_status write_body(const carom_cluster *c, const void *what, void *buffer, size_t capacity,
                               size_t *size) {
  const thing *t = what;
  const carom_handover handover = {.users = &c->users, .has = has};
  return carom_body_write(c->world, t->body, &handover, buffer, capacity, size);
}

static carom_status write_contact(const carom_cluster *c, const void *what, void *buffer, size_t capacity,
                                  size_t *size) {
  const carom_contact *k = what;
  const carom_handover handover = {.users = &c->users};
  const carom_collider_pair pair = {k->a.collider, k->b.collider};
  return carom_contact_write(c->world, pair, &handover, buffer, capacity, size);
}

/* Writes something and how many bytes it takes. Mostly these are few, and one call does. */
static bool write_sized(const carom_cluster *c, writer write, const void *what, bytes_out *out) {
  enum { FEW = 504 };
  const size_t begin = out->size;
  size_t size = 0;
  unsigned char *room = carom__bytes_room(out, sizeof(uint64_t) + FEW);
  if (!room) return false;
  carom_status status = write(c, what, room + sizeof(uint64_t), FEW, &size);
  out->size = begin;
  carom__put_word(out, size);
  room = carom__bytes_room(out, size);
  if (status == CAROM_TOO_SMALL && room) status = write(c, what, room, size, &size);
  return room && !status;
}

/* --- Parts --- */

static void widen(part *p, carom_pos at) {
  const carom_region point = {at, at};
  p->box = p->is_empty ? point : carom__blocks_hull(&p->box, &point);
  p->is_empty = false;
}

static bool put_body(part *p, const thing *t) {
  bytes_out *out = &p->sections[SECTION_BODIES];
  if (!carom__assets_write(&p->assets, p->c->world, t->body, &p->sections[SECTION_ASSETS])) return false;
  carom__put_word(out, t->id);
  carom__put_word(out, (t->doomed ? STORED_DOOMED : 0u) | (t->large ? STORED_LARGE : 0u) |
                           (t->is_static ? STORED_STATIC : 0u));
  carom__put_word(out, t->large_until);
  carom__put_pos(out, t->start);
  if (!t->is_static) widen(p, t->start);
  return write_sized(p->c, write_body, t, out);
}

/* A ghost is where its owner has it, as the game has changed nothing of it since the last step. What began as
 * a ghost with this step may have been changed before that. */
static carom_pos start_of(const carom_cluster *c, const thing *t) {
  carom_pose pose = {.position = t->start};
  const bool is_known = t->is_static || t->owner == c->transport.rank || c->counts.steps == c->first_step;
  if (!is_known) carom_body_get_pose(c->world, t->body, &pose);
  return pose.position;
}

static bool put_contact(part *p, const carom_contact *k, const thing *a, const thing *b) {
  bytes_out *out = &p->sections[SECTION_CONTACTS];
  const carom_pos starts[2] = {start_of(p->c, a), start_of(p->c, b)};
  uint64_t orders[2] = {0, 0};
  if (carom_collider_get_order(p->c->world, k->a.collider, &orders[0]) ||
      carom_collider_get_order(p->c->world, k->b.collider, &orders[1]))
    return false;
  carom__put_word(out, orders[0]);
  carom__put_word(out, orders[1]);
  carom__put_word(out, (a->is_static ? STORED_A_STATIC : 0u) | (b->is_static ? STORED_B_STATIC : 0u));
  carom__put_pos(out, starts[0]);
  carom__put_pos(out, starts[1]);
  if (!a->is_static) widen(p, starts[0]);
  if (!b->is_static) widen(p, starts[1]);
  return write_sized(p->c, write_contact, k, out);
}

/* The contacts that this rank tells: what it knows of them is right. */
static const carom_contact *next_told(const carom_cluster *c, size_t *at, const thing **a, const thing **b) {
  size_t count = 0;
  const carom_contact *contacts = carom_world_get_contacts(c->world, &count);
  while (*at < count) {
    const carom_contact *k = &contacts[(*at)++];
    *a = carom_body_get_user(c->world, k->a.body);
    *b = carom_body_get_user(c->world, k->b.body);
    if (*a && *b && carom__teller(*a, *b) == c->transport.rank) return k;
  }
  return NULL;
}

static bool put_contacts(part *p) {
  const thing *a, *b;
  size_t at = 0;
  for (const carom_contact *k; (k = next_told(p->c, &at, &a, &b));) {
    const bool both = a->is_static && b->is_static;
    if (both == p->statics && !put_contact(p, k, a, b)) return false;
  }
  return true;
}

static bool put_bodies(part *p) {
  const carom_cluster *c = p->c;
  for (size_t i = 0; i < c->own_count && !p->statics; i++)
    if (!put_body(p, c->own[i])) return false;
  for (const thing *t = c->things; t && p->statics; t = t->hh.next)
    if (t->is_static && !put_body(p, t)) return false;
  return true;
}

bool carom__part_write(const carom_cluster *c, bool statics, bytes_out *out, carom_region *box) {
  part p = {.c = c, .statics = statics, .box = {{1, 1, 1}, {-1, -1, -1}}, .is_empty = true};
  bool fine = put_bodies(&p) && put_contacts(&p);
  for (int i = 0; i < SECTIONS; i++) {
    carom__put_word(out, p.sections[i].size);
    carom__bytes_put(out, p.sections[i].data, p.sections[i].size);
    fine = fine && !p.sections[i].failed;
    carom__bytes_free(&p.sections[i]);
  }
  carom__assets_free_stored(&p.assets);
  *box = p.box;
  return fine && !out->failed;
}

/* --- The same, read --- */

bool carom__stored_body_get(bytes_in *in, stored_body *out) {
  out->id = carom__get_word(in);
  out->flags = carom__get_word(in);
  out->large_until = carom__get_word(in);
  out->start = carom__get_pos(in);
  out->bytes = carom__get_bytes(in);
  return !in->failed && out->id > 0 && out->id <= CAROM_CLUSTER_ID_MAX && out->flags <= STORED_BODY_FLAGS &&
         carom__pos_is_finite(out->start);
}

bool carom__stored_contact_get(bytes_in *in, stored_contact *out) {
  out->orders[0] = carom__get_word(in);
  out->orders[1] = carom__get_word(in);
  out->flags = carom__get_word(in);
  out->starts[0] = carom__get_pos(in);
  out->starts[1] = carom__get_pos(in);
  out->bytes = carom__get_bytes(in);
  return !in->failed && out->flags <= STORED_SIDE_FLAGS && carom__pos_is_finite(out->starts[0]) &&
         carom__pos_is_finite(out->starts[1]);
}

/* --- The hash --- */

static bool add_body(const carom_cluster *c, const thing *t, bytes_out *out, uint64_t *sum) {
  out->size = 0;
  carom__put_word(out, t->id << 1 | t->doomed);
  if (!write_sized(c, write_body, t, out)) return false;
  *sum += carom__stored_checksum(out->data, out->size);
  return true;
}

static bool add_contacts(const carom_cluster *c, bytes_out *out, uint64_t *sum) {
  const thing *a, *b;
  size_t at = 0;
  for (const carom_contact *k; (k = next_told(c, &at, &a, &b));) {
    out->size = 0;
    carom__put_word(out, carom_cluster_order(a->id, (uint32_t)(uintptr_t)k->a.collider_user));
    carom__put_word(out, carom_cluster_order(b->id, (uint32_t)(uintptr_t)k->b.collider_user));
    if (!write_sized(c, write_contact, k, out)) return false;
    *sum += carom__stored_checksum(out->data, out->size);
  }
  return true;
}

bool carom__hash_find(const carom_cluster *c, uint64_t *sum) {
  bytes_out out = {0};
  *sum = 0;
  bool fine = add_contacts(c, &out, sum);
  for (size_t i = 0; fine && i < c->own_count; i++) fine = add_body(c, c->own[i], &out, sum);
  for (const thing *t = c->transport.rank ? NULL : c->things; fine && t; t = t->hh.next)
    if (t->is_static) fine = add_body(c, t, &out, sum);
  carom__bytes_free(&out);
  return fine;
}

uint64_t carom_cluster_hash(const carom_cluster *c) {
  uint64_t sum;
  return carom__hash_find(c, &sum) ? sum : 0;
}
