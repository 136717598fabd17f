/* carom_cluster/checkpoint.h: a cluster as bytes, to go on from on any number of ranks.
 *
 * A checkpoint is a part from each rank, one more part with all static bodies, and a table. Each rank writes
 * the bodies it owns and the contacts it tells. The table is written last, when all parts are known to be
 * good, so that what has a table is whole. Calls that the coming step will act on are in it too. A run that
 * goes on from a checkpoint tells what the run would have told, to the last bit, on fewer ranks or on more.
 *
 * Where bytes lie is the game's business: a store is a table of functions, and a folder is one such store.
 * The bytes are little-endian, and of this version of carom alone. Whoever reads them checks every field. */
#ifndef CAROM_CLUSTER_CHECKPOINT_H
#define CAROM_CLUSTER_CHECKPOINT_H

#include "cluster.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Keeps bytes under names, which have letters, digits, `.`, `-` and `_`. Ranks have the same store, e.g. a
 * folder on a disk that all machines see. They write different names at a time, and may read the same. */
typedef struct carom_cluster_store {
  void *user; /* passed to all functions */
  /* Keeps the bytes in place of those that had the name, all of them or none. When it returns true, they
   * outlast whatever ends this process. */
  bool (*write)(void *user, const char *name, const void *bytes, size_t size);
  /* Reads the bytes of a name. They are the caller's until `release`. Returns false when there are none. */
  bool (*read)(void *user, const char *name, void **bytes, size_t *size);
  /* Gives bytes back that were read. */
  void (*release)(void *user, void *bytes);
  /* Removes a name. NULL: parts of older checkpoints stay */
  void (*remove)(void *user, const char *name);
} carom_cluster_store;

/* Returns the store of a folder that exists. The path is used until the store is used no longer. */
carom_cluster_store carom_cluster_folder(const char *path);

/* The longest name of a checkpoint. */
#define CAROM_CLUSTER_NAME_MAX 100

/* Writes a checkpoint with a name, between two steps, together with all other ranks, which give the same name
 * and a store of the same bytes. The table has that name, and the parts have it with the step, the rank and a
 * checksum behind it. An older checkpoint of the name is good until the new one is, and its parts are removed
 * then. Parts without a table may be left by a call that failed, and may be deleted.
 *
 * CAROM_CLUSTER_REFUSED on all ranks: memory is out or a store refused something on any of them. The cluster
 * goes on, and an older checkpoint is as good as before. On one rank alone: its name or store is wrong, and
 * the others wait for it. CAROM_CLUSTER_LATE and _BROKEN are as in a step; _BROKEN also where there is no
 * memory for what ranks tell each other. `patience` includes the time that the slowest rank takes to write.
 */
carom_cluster_status carom_cluster_checkpoint(carom_cluster *cluster, const carom_cluster_store *store,
                                              const char *name);

/* Creates the part of this rank from a checkpoint, together with all other ranks, of which there may be fewer
 * or more. The definition is as in carom_cluster_create, with the `planar`, `persistent_manifolds` and
 * `eight_points` of the old one. Its transport has no messages left of another cluster. On as many ranks as
 * before the blocks are those of the checkpoint; on others space is divided evenly, as at first, and
 * carom_cluster_balance evens it from there. Each rank reads the table and the parts that may concern it, one
 * at a time.
 *
 * CAROM_CLUSTER_REFUSED on all ranks: an argument is wrong, there is no such checkpoint or it is damaged, or
 * memory is out. CAROM_CLUSTER_LATE and _BROKEN are as in a step. */
carom_cluster_status carom_cluster_restart(const carom_cluster_def *def, const carom_cluster_store *store,
                                           const char *name, carom_cluster **out);

/* Returns the name of the last good checkpoint that this cluster has written or begun with, or NULL, and
 * writes its step to *step, which may be NULL. It can be asked after CAROM_CLUSTER_LATE and _BROKEN, and is
 * valid until the next checkpoint. */
const char *carom_cluster_last_checkpoint(const carom_cluster *cluster, uint64_t *step);

/* Returns a hash of the bodies that this rank owns and of the contacts it tells; rank 0 adds the static ones.
 * The sum over all ranks, modulo 2^64, is the same on any number of ranks. It covers all that the next step
 * depends on, and each rank finds its own without a message. 0: memory is out. */
uint64_t carom_cluster_hash(const carom_cluster *cluster);

#ifdef __cplusplus
}
#endif

#endif
