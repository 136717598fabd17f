/* checkpoint.c: all ranks write their parts, hear that all are good, and have a table written. */
#include "stored.h"

#include <stdlib.h>
#include <string.h>

void carom__last_set(carom_cluster *c, char *name) {
  free(c->last_name);
  c->last_name = name;
  c->last_step = c->counts.steps;
}

const char *carom_cluster_last_checkpoint(const carom_cluster *c, uint64_t *step) {
  if (step) *step = c->last_step;
  return c->last_name;
}

/* A checkpoint on its way. */
typedef struct work {
  carom_cluster *c;
  const carom_cluster_store *store;
  const char *name;
  stored_table table;
} work;

static bool write_part(work *w, uint32_t i) {
  stored_part *p = &w->table.parts[i];
  char name[STORED_NAME_ROOM];
  bytes_out out = {0};
  bool fine = carom__part_write(w->c, i == w->table.ranks, &out, &p->box);
  if (fine) {
    *p = (stored_part){out.size, carom__stored_checksum(out.data, out.size), p->box};
    carom__stored_name(name, w->name, &w->table, i);
    fine = w->store->write(w->store->user, name, out.data, out.size);
  }
  carom__bytes_free(&out);
  return fine;
}

static bool write_parts(work *w) {
  const uint32_t rank = w->c->transport.rank;
  return write_part(w, rank) && (rank > 0 || write_part(w, w->table.ranks));
}

/* --- What ranks tell each other of their parts --- */

/* The same steps on all ranks, and parts that are good. */
typedef struct report {
  uint64_t fine, step, hash;
  stored_part parts[2];
} report;

static bool read_reports(work *w, const bytes_out *all, bool *fine) {
  bytes_in in = {.data = all->data, .size = all->size};
  for (uint32_t i = 0; i < w->table.ranks; i++) {
    const uint64_t rank = carom__bytes_get_id(&in), size = carom__bytes_get_id(&in);
    report r;
    carom__bytes_get(&in, &r, sizeof r);
    if (in.failed || size != sizeof r || rank >= w->table.ranks) return false;
    *fine = *fine && r.fine && r.step == w->table.step;
    w->table.parts[rank] = r.parts[0];
    if (rank == 0) w->table.parts[w->table.ranks] = r.parts[1];
    w->table.hash += r.hash;
  }
  return in.at == in.size;
}

/* False: the cluster is over. *fine: whether all ranks have written their parts. */
static bool compare(work *w, bool *fine) {
  const carom_cluster *c = w->c;
  uint64_t hash = 0;
  *fine = *fine && carom__hash_find(c, &hash);
  const report mine = {
      *fine, w->table.step, hash, {w->table.parts[c->transport.rank], w->table.parts[w->table.ranks]}};
  bytes_out out = {0}, all = {0};
  carom__bytes_put(&out, &mine, sizeof mine);
  const bool heard =
      carom__mail_gather(&c->transport, c->patience, &out, &all) && read_reports(w, &all, fine);
  carom__bytes_free(&out);
  carom__bytes_free(&all);
  return heard;
}

/* --- The table --- */

/* The parts of an older table that the new one does not have. */
static void remove_old(const work *w, const stored_table *old) {
  const stored_table *now = &w->table;
  char part[STORED_NAME_ROOM];
  for (uint32_t i = 0; old->parts && i <= old->ranks && w->store->remove; i++) {
    if (old->step == now->step && i <= now->ranks && old->parts[i].checksum == now->parts[i].checksum)
      continue;
    carom__stored_name(part, w->name, old, i);
    w->store->remove(w->store->user, part);
  }
}

static void read_old(const work *w, stored_table *old) {
  void *bytes;
  size_t size;
  if (!w->store->read(w->store->user, w->name, &bytes, &size)) return;
  if (!carom__table_read(old, bytes, size)) carom__table_free(old);
  w->store->release(w->store->user, bytes);
}

static bool write_table(const work *w) {
  bytes_out out = {0};
  carom__table_write(&w->table, &out);
  const bool fine = !out.failed && w->store->write(w->store->user, w->name, out.data, out.size);
  carom__bytes_free(&out);
  return fine;
}

/* Rank 0 writes it, and all hear whether that went well. False: the cluster is over. */
static bool finish(work *w, bool *fine) {
  carom_cluster *c = w->c;
  stored_table old = {0};
  uint64_t failed = !*fine;
  if (*fine && c->transport.rank == 0) {
    read_old(w, &old);
    failed = !write_table(w);
  }
  const bool heard = carom__mail_vote(&c->transport, c->patience, &failed);
  *fine = !failed;
  if (heard && *fine) remove_old(w, &old);
  carom__table_free(&old);
  return heard;
}

carom_cluster_status carom_cluster_checkpoint(carom_cluster *c, const carom_cluster_store *store,
                                              const char *name) {
  if (c->status) return c->status;
  if (c->handling) return CAROM_CLUSTER_BUSY;
  if (!carom__store_is_right(store) || !carom__stored_name_is_right(name)) return CAROM_CLUSTER_REFUSED;
  work w = {.c = c, .store = store, .name = name};
  const size_t size = strlen(name) + 1;
  char *copy = malloc(size);
  bool heard = carom__table_make(&w.table, c->transport.count), fine = copy != NULL;
  if (heard) {
    w.table.step = c->counts.steps;
    w.table.settings = carom__stored_settings(&c->settings);
    memcpy(w.table.cuts, c->coming, c->transport.count * sizeof *c->coming);
    fine = fine && write_parts(&w);
    heard = compare(&w, &fine) && finish(&w, &fine);
  }
  carom__table_free(&w.table);
  if (heard && fine) {
    memcpy(copy, name, size);
    carom__last_set(c, copy);
    return CAROM_CLUSTER_OK;
  }
  free(copy);
  return heard ? CAROM_CLUSTER_REFUSED : carom__end(c, CAROM_CLUSTER_BROKEN);
}
