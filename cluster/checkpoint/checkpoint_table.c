/* checkpoint_table.c: the table of a checkpoint, and the names of its parts. */
#include "stored.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* "carom cl" and the version of the format. */
#define TABLE_MAGIC 0x6c63206d6f726163u
#define TABLE_VERSION 1

/* Steps are counted from there for longer than any run. */
#define STEP_MOST ((uint64_t)1 << 62)

enum { PART_BYTES = 64, CUT_BYTES = 16 };

uint64_t carom__stored_settings(const carom_world_def *def) {
  return (def->planar ? 1u : 0u) | (def->persistent_manifolds ? 2u : 0u) | (def->eight_points ? 4u : 0u);
}

bool carom__table_make(stored_table *table, uint32_t ranks) {
  table->ranks = ranks;
  table->cuts = calloc(ranks, sizeof *table->cuts);
  table->parts = calloc((size_t)ranks + 1, sizeof *table->parts);
  return table->cuts && table->parts;
}

void carom__table_free(stored_table *table) {
  free(table->cuts);
  free(table->parts);
  *table = (stored_table){0};
}

void carom__table_write(const stored_table *table, bytes_out *out) {
  const uint64_t head[] = {TABLE_MAGIC,     TABLE_VERSION, table->ranks,
                           table->settings, table->step,   table->hash};
  for (size_t i = 0; i < sizeof head / sizeof *head; i++) carom__put_word(out, head[i]);
  for (uint32_t i = 0; i < table->ranks; i++) {
    uint64_t at;
    memcpy(&at, &table->cuts[i].at, sizeof at);
    carom__put_word(out, at);
    carom__put_word(out, table->cuts[i].axis);
  }
  for (uint32_t i = 0; i <= table->ranks; i++) {
    carom__put_word(out, table->parts[i].size);
    carom__put_word(out, table->parts[i].checksum);
    carom__put_pos(out, table->parts[i].box.min);
    carom__put_pos(out, table->parts[i].box.max);
  }
  if (!out->failed) carom__put_word(out, carom__stored_checksum(out->data, out->size));
}

static bool read_cut(bytes_in *in, cut *out) {
  out->at = carom__get_real(in);
  const uint64_t axis = carom__get_word(in);
  out->axis = (uint32_t)axis;
  return axis < 3 && isfinite(out->at);
}

static bool read_part(bytes_in *in, stored_part *out) {
  out->size = carom__get_word(in);
  out->checksum = carom__get_word(in);
  out->box.min = carom__get_pos(in);
  out->box.max = carom__get_pos(in);
  return carom__pos_is_finite(out->box.min) && carom__pos_is_finite(out->box.max);
}

bool carom__table_read(stored_table *table, const void *bytes, size_t size) {
  bytes_in in = {.data = bytes, .size = size};
  *table = (stored_table){0};
  if (carom__get_word(&in) != TABLE_MAGIC || carom__get_word(&in) != TABLE_VERSION) return false;
  const uint64_t ranks = carom__get_word(&in);
  table->settings = carom__get_word(&in);
  table->step = carom__get_word(&in);
  table->hash = carom__get_word(&in);
  if (in.failed || ranks == 0 || ranks > (size - in.at) / (PART_BYTES + CUT_BYTES) ||
      size - in.at != ranks * (PART_BYTES + CUT_BYTES) + PART_BYTES + 8 || table->step >= STEP_MOST ||
      !carom__table_make(table, (uint32_t)ranks))
    return false;
  bool fine = true;
  for (uint32_t i = 0; fine && i < ranks; i++) fine = read_cut(&in, &table->cuts[i]);
  for (uint32_t i = 0; fine && i <= ranks; i++) fine = read_part(&in, &table->parts[i]);
  return fine && carom__stored_checksum(bytes, in.at) == carom__get_word(&in) && !in.failed;
}

bool carom__stored_name_is_right(const char *name) {
  static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.";
  if (!name) return false;
  const size_t size = strlen(name);
  return size > 0 && size <= CAROM_CLUSTER_NAME_MAX && name[0] != '.' && strspn(name, letters) == size;
}

/* With the checksum in it, a part never takes the place of another one that a table may name. */
void carom__stored_name(char out[STORED_NAME_ROOM], const char *name, const stored_table *table,
                        uint32_t part) {
  snprintf(out, STORED_NAME_ROOM, "%s.%" PRIu64 ".%" PRIu32 ".%016" PRIx64, name, table->step, part,
           table->parts[part].checksum);
}

bool carom__store_is_right(const carom_cluster_store *store) {
  return store && store->write && store->read && store->release;
}
