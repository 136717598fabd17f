/* twins.h: one world, and clusters of ranks between threads that have the same bodies and get the same calls.
 * They tell the same to the last bit. Mostly there is one cluster.
 */
#ifndef CAROM_CLUSTER_TWINS_H
#define CAROM_CLUSTER_TWINS_H

#include "asset_set.h"
#include "carom_cluster/cluster.h"
#include "carom_cluster/threads.h"
#include "testing.h"

/* Static bodies have the first ids. */
enum {
  TWINS_RANKS = 18, /* of all clusters */
  TWINS_BODIES = 140,
  TWINS_STATICS = 12,
  TWINS_IDS = TWINS_BODIES + TWINS_STATICS,
  TWINS_HULLS = 5,
  TWINS_STEPS = 40, /* of a program */
  TWINS_SEEDS = 160 /* of a test, at scale 1 */
};

enum { TWINS_RANK_COUNTS = 5 };
extern const uint32_t twins_rank_counts[TWINS_RANK_COUNTS];

/* The transport of a rank, which may damage what it posts, and die. */
typedef struct twins_wire {
  carom_transport under;
  uint64_t random;
  uint32_t damage; /* of so many messages one is damaged; 0: none is */
  uint32_t left;   /* so many posted or taken, and it is dead; 0: it lives */
  bool is_dead;
} twins_wire;

typedef struct twins {
  int seed;
  uint64_t random;
  uint32_t clusters, ends[TWINS_RANK_COUNTS]; /* each has the ranks from the end of the one before */
  uint32_t ranks;                             /* of all clusters, where the last one ends */
  carom_cluster_def def;                      /* without a transport */
  carom_mailboxes *boxes[TWINS_RANK_COUNTS];
  twins_wire wires[TWINS_RANKS];
  carom_cluster *parts[TWINS_RANKS];
  carom_cluster_status status[TWINS_RANKS];
  carom_world *world;  /* user pointers are ids, and numbers of colliders */
  carom_body *bodies;  /* by id, in the one world */
  bool *there, *dying; /* has been created, and not destroyed; a handler has destroyed it (R13, handler.h) */
  uint32_t ids;        /* are 1..ids */
  uint32_t calls;      /* before a step there are fewer */
  uint32_t big_one_in; /* a body of so many is larger than the reach */
  float half;          /* of the space in which bodies begin */
  bool planar;
  float dt;
  size_t migrated, ghosts, events;
  asset_set assets; /* few, of many bodies */
  carom_hull *hulls[TWINS_HULLS];
  carom_polygon *polygons[TWINS_HULLS];
} twins;

/* --- Begin and end --- */

/* Both without bodies. */
void twins_open(twins *g, int seed, uint32_t ranks, const carom_cluster_def *def);
/* Both with bodies: each seed has its own sort of world and number of ranks. */
void twins_begin(twins *g, int seed);
/* The same with a time limit. */
void twins_begin_patient(twins *g, int seed, double patience);
/* A crowd of more bodies, each with four times as much space, on clusters of 1, 2, 3, 4 and 8 ranks at once.
 */
void twins_begin_crowd(twins *g, int seed, uint32_t bodies);
/* Parts may be closed already. */
void twins_end(twins *g);

/* For parts that go on elsewhere: what a new part of a rank is made of, between boxes that are open. */
void twins_open_boxes(twins *g);
carom_cluster_def twins_def(twins *g, uint32_t rank);
void twins_close_parts(twins *g);

/* --- What happens --- */

carom_vec3 twins_vec3(twins *g, float most);
carom_pos twins_pos(twins *g, float most);
carom_pose twins_pose(twins *g, float most);

/* The same call on both. Far: to anywhere. */
void twins_body_set_pose(twins *g, uint64_t id, bool far);
void twins_body_destroy(twins *g, uint64_t id);

/* Creates a moving body of one collider in both, on a rank of the only cluster. The id is not for twins_call.
 */
void twins_add(twins *g, uint32_t rank, uint64_t id, const carom_body_def *body,
               const carom_collider_def *collider);

/* Returns the first collider of the one world's body. */
carom_collider twins_collider(const twins *g, uint64_t id);

/* Some random calls on both, and a step of both. */
void twins_call(twins *g);
void twins_step(twins *g);

/* What a rank does in its thread; it may set its status. */
typedef void twins_work(twins *g, uint32_t rank);
void twins_step_one(twins *g, uint32_t rank);

/* Lets all ranks do it at the same time. */
void twins_run(twins *g, twins_work *work);
/* The same, and all have the same status, which it returns. */
carom_cluster_status twins_agree(twins *g, twins_work *work);
/* The same, and none is refused. */
void twins_must(twins *g, twins_work *work);

/* Balances the ranks of each cluster. */
void twins_balance(twins *g, double above);

/* --- What is told --- */

/* What an event tells, without ids of a world. Groups are ENDs, FARs, NEARs, BEGINs and STAYs. */
typedef struct twins_told {
  uint32_t group, kind, cause, further, sensor, apart, nearby, patches;
  uint64_t a, b;
  carom_manifold manifold;
  float speed;
} twins_told;

/* What all ranks of the only cluster tell, in order, until this or the next is called again. */
const twins_told *twins_gather(const twins *g, size_t *count);
/* What the one world tells, in order, until this or twins_compare is called again. */
const twins_told *twins_wanted(const twins *g, size_t *count);
/* Do all tell the same in this step? */
void twins_compare(twins *g, int step);

/* --- Programs --- */

/* Random calls and steps, after each of which both tell the same. `before` comes before each step, and may be
 * NULL. */
void twins_play(int seed, void (*before)(twins *));
/* The same of a crowd. */
void twins_play_crowd(int seed, uint32_t bodies, int steps, void (*before)(twins *));

/* Ranks that work on damaged messages, of 1 to 40 one, get a status: each sort at times. */
void twins_play_damaged(int seeds, void (*before)(twins *), twins_work *work);

#endif
