/* asked.h: one world, and a cluster of ranks between threads that has the same bodies and gets the same
 * calls.
 */
#ifndef CAROM_CLUSTER_ASKED_H
#define CAROM_CLUSTER_ASKED_H

#include "asset_set.h"
#include "carom_cluster/threads.h"
#include "carom_cluster/cluster.h"
#include "testing.h"

/* Static bodies have the first ids. */
enum { TWINS_RANKS = 8, TWINS_BODIES = 140, TWINS_STATICS = 12 };

/* The transport of a rank, which may damage what it posts. */
typedef struct twins_wire {
  carom_transport under;
  uint64_t random;
  uint32_t damage; /* of so many messages one is damaged; 0: none is */
} twins_wire;

typedef struct twins {
  uint64_t random;
  bool planar;
  uint32_t ranks;
  carom_mailboxes *boxes;
  twins_wire wires[TWINS_RANKS];
  carom_cluster *parts[TWINS_RANKS];
  carom_cluster_status status[TWINS_RANKS];
  carom_world *world;                                  /* user pointers are ids, and numbers of colliders */
  carom_body bodies[TWINS_BODIES + TWINS_STATICS + 1]; /* by id, in the one world */
  bool there[TWINS_BODIES + TWINS_STATICS + 1];
  float dt;
  size_t migrated, ghosts, events;
  asset_set assets;
  carom_hull *hull;
} twins;

/* Each seed has its own sort of world and number of ranks. */
void twins_begin(twins *g, int seed);
/* The same with a time limit. */
void twins_begin_patient(twins *g, int seed, double patience);
void twins_end(twins *g);

/* Some random calls on both, and a step of both. */
void twins_call(twins *g);
void twins_step(twins *g);

/* What a rank does in its thread. */
typedef void twins_work(twins *g, uint32_t rank);
/* Lets all ranks do it at the same time. */
void twins_run(twins *g, twins_work *work);

#endif
