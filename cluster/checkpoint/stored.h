/* stored.h: what a checkpoint consists of, in words of eight bytes, little-endian. */
#ifndef CAROM_CLUSTER_STORED_H
#define CAROM_CLUSTER_STORED_H

#include "carom_cluster/checkpoint.h"
#include "parts.h"

/* --- Words --- */

void carom__put_word(bytes_out *out, uint64_t word);
void carom__put_pos(bytes_out *out, carom_pos position);
uint64_t carom__get_word(bytes_in *in);
double carom__get_real(bytes_in *in);
carom_pos carom__get_pos(bytes_in *in);
/* Returns as many bytes as the next word says. */
bytes_in carom__get_bytes(bytes_in *in);
bool carom__pos_is_finite(carom_pos position);

uint64_t carom__stored_checksum(const void *bytes, size_t size);

/* --- The table --- */

/* Where a part is, and a box around the positions that it names; min > max: it names none. */
typedef struct stored_part {
  uint64_t size, checksum;
  carom_region box;
} stored_part;

typedef struct stored_table {
  uint64_t step, settings, hash; /* the sum over all ranks */
  uint32_t ranks;
  cut *cuts;          /* one a rank, the last without a meaning */
  stored_part *parts; /* one a rank, and that of the static bodies */
} stored_table;

/* What a world must have in common with the old one. */
uint64_t carom__stored_settings(const carom_world_def *def);

bool carom__table_make(stored_table *table, uint32_t ranks);
void carom__table_free(stored_table *table);
void carom__table_write(const stored_table *table, bytes_out *out);
/* False: the bytes are wrong, or memory is out. The table is to be freed either way. */
bool carom__table_read(stored_table *table, const void *bytes, size_t size);

enum { STORED_NAME_ROOM = CAROM_CLUSTER_NAME_MAX + 64 };
bool carom__stored_name_is_right(const char *name);
void carom__stored_name(char out[STORED_NAME_ROOM], const char *name, const stored_table *table,
                        uint32_t part);
bool carom__store_is_right(const carom_cluster_store *store);

/* --- The assets of a part --- */

/* An asset, by the hash of its content. */
typedef struct stored_asset {
  uint64_t hash;
  bytes_in bytes; /* of the part that is read; NULL in others */
  carom_shape shape;
  bool is_made;
  UT_hash_handle hh;
} stored_asset;

void carom__assets_free_stored(stored_asset **assets);
/* Writes the assets of a body that are not in the list yet. */
bool carom__assets_write(stored_asset **assets, const carom_world *world, carom_body body, bytes_out *out);
/* Notes where the assets of a part are; and forgets that. */
bool carom__assets_open(stored_asset **assets, bytes_in in);
void carom__assets_close(stored_asset *assets);
/* Makes the asset of a hash, or finds it made. */
bool carom__assets_find(stored_asset *assets, const carom_allocator *allocator, uint64_t hash,
                        carom_shape *out);

/* --- Parts --- */

enum { SECTION_ASSETS, SECTION_BODIES, SECTION_CONTACTS, SECTIONS };

/* What is stored of a body beside the bytes of carom, and of which sides of a contact are static. */
enum { STORED_DOOMED = 1, STORED_LARGE = 2, STORED_STATIC = 4, STORED_BODY_FLAGS = 7 };
enum { STORED_A_STATIC = 1, STORED_B_STATIC = 2, STORED_SIDE_FLAGS = 3 };

typedef struct stored_body {
  uint64_t id, flags, large_until;
  carom_pos start;
  bytes_in bytes;
} stored_body;

typedef struct stored_contact {
  uint64_t orders[2], flags;
  carom_pos starts[2];
  bytes_in bytes;
} stored_contact;

bool carom__stored_body_get(bytes_in *in, stored_body *out);
bool carom__stored_contact_get(bytes_in *in, stored_contact *out);

/* Writes the part of this rank, or that of the static bodies, which has the contacts of two static bodies. */
bool carom__part_write(const carom_cluster *c, bool statics, bytes_out *out, carom_region *box);

/* Writes carom_cluster_hash. False: memory is out. */
bool carom__hash_find(const carom_cluster *c, uint64_t *sum);

/* Remembers the last good checkpoint. `name` is the cluster's from then on. */
void carom__last_set(carom_cluster *c, char *name);

#endif
