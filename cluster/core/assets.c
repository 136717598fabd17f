/* assets.c: hulls, meshes and the like go to a rank once, and are hashes of their content from then on.
 *
 * For each other rank there are two tables, of what it was sent and of what came from it. Mails arrive in the
 * order in which they were posted, so the tables of both sides change alike. The sender drops what it has not
 * needed for long, and tells so before it sends more. */
#include "parts.h"

#include <stdlib.h>

/* Steps between two looks for assets that nothing has needed. */
enum { LOOKS = 16 };

struct asset {
  uint64_t hash;
  uint64_t used;     /* the last step that needed it; known to the sender */
  carom_shape shape; /* has the asset, with a count of this table */
  UT_hash_handle hh;
};

static asset *find_asset(asset *table, uint64_t hash) {
  asset *a;
  HASH_FIND(hh, table, &hash, sizeof hash, a);
  return a;
}

static void drop_asset(asset **table, asset *a) {
  HASH_DELETE(hh, *table, a);
  carom_shape_release(&a->shape);
  free(a);
}

void carom__assets_free(peer *p) {
  asset *a, *next;
  HASH_ITER(hh, p->sent, a, next) drop_asset(&p->sent, a);
  HASH_ITER(hh, p->got, a, next) drop_asset(&p->got, a);
}

static bool keep_shape(const carom_cluster *c, asset **table, const carom_shape *shape) {
  const uint64_t hash = carom_shape_asset_hash(shape);
  asset *a = hash ? find_asset(*table, hash) : NULL;
  if (hash && !a) {
    a = malloc(sizeof *a);
    if (!a) return false;
    *a = (asset){.hash = hash, .shape = *shape};
    carom_shape_retain(shape);
    HASH_ADD(hh, *table, hash, sizeof a->hash, a);
  }
  if (a) a->used = carom__now(c);
  return true;
}

bool carom__assets_keep(const carom_cluster *c, asset **table, carom_body body) {
  enum { FEW = 8 };
  carom_collider few[FEW], *all = few;
  size_t count = 0;
  if (carom_body_get_colliders(c->world, body, few, FEW, &count)) return false;
  if (count > FEW) {
    all = malloc(count * sizeof *all);
    if (!all) return false;
    carom_body_get_colliders(c->world, body, all, count, &count);
  }
  bool fine = true;
  for (size_t i = 0; i < count && fine; i++) {
    carom_shape shape;
    fine = !carom_collider_get_shape(c->world, all[i], &shape) && keep_shape(c, table, &shape);
  }
  if (all != few) free(all);
  return fine;
}

/* --- For handover.h; the context is another rank --- */

static bool has(void *context, uint64_t hash) {
  const peer *p = context;
  return find_asset(p->sent, hash) != NULL;
}

static bool find(void *context, uint64_t hash, carom_shape *out) {
  const peer *p = context;
  const asset *a = find_asset(p->got, hash);
  if (a) *out = a->shape;
  return a != NULL;
}

carom_handover carom__assets_handover(const carom_cluster *c, peer *p) {
  return (carom_handover){.users = &c->users, .has = has, .find = find, .context = p};
}

/* --- Dropping --- */

void carom__assets_drop(carom_cluster *c) {
  if (carom__now(c) % LOOKS) return;
  for (uint32_t i = 0; i < c->transport.count; i++) {
    peer *p = &c->peers[i];
    asset *a, *next;
    HASH_ITER(hh, p->sent, a, next) {
      if (a->used + c->asset_steps >= carom__now(c)) continue;
      carom__bytes_put(&p->mail.parts[MAIL_DROPPED], &a->hash, sizeof a->hash);
      drop_asset(&p->sent, a);
    }
  }
}

bool carom__assets_read_dropped(peer *p, bytes_in *in) {
  while (in->at < in->size && !in->failed) {
    asset *a = find_asset(p->got, carom__bytes_get_id(in));
    if (!a) return false;
    drop_asset(&p->got, a);
  }
  return !in->failed;
}
