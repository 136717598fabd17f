/* carom_cluster/cluster.h: one world over many ranks, with the contacts and events of one world.
 *
 * Space is divided into blocks, one for each rank. A rank owns the bodies whose position is in its block when
 * a step begins. It has copies (ghosts) of the bodies of other ranks that its own may touch in the step, and
 * finds all contacts of its own bodies in a carom world. Each contact is told by exactly one rank. The union
 * of what all ranks tell has the events, contacts and manifolds of one world with the same calls, to the last
 * bit, if the colliders of that world have the orders of carom_cluster_order. docs/cluster.md explains how.
 *
 * Bodies have ids of the whole cluster, which the game gives. A call that changes a body belongs to the rank
 * that owns it at that time; other ranks refuse it with CAROM_CLUSTER_ELSEWHERE. Static bodies are on all
 * ranks: each rank makes the same calls about them. Each step is one exchange between neighbours.
 *
 * A cluster is used by one thread at a time. */
#ifndef CAROM_CLUSTER_CLUSTER_H
#define CAROM_CLUSTER_CLUSTER_H

#include <carom/carom.h>

#include "transport.h"

#ifdef __cplusplus
extern "C" {
#endif

/* One part of a world over many ranks. The type is opaque, and the creator owns it. */
typedef struct carom_cluster carom_cluster;

/* What a call returns. */
typedef enum carom_cluster_status {
  CAROM_CLUSTER_OK,        /* done */
  CAROM_CLUSTER_REFUSED,   /* an argument is wrong, or carom refused it; nothing has changed */
  CAROM_CLUSTER_ELSEWHERE, /* this rank does not own the body, or knows none of this id; nothing has changed
                            */
  CAROM_CLUSTER_LATE,      /* a rank did not answer in time: the cluster is over on all ranks */
  /* in a step memory ran out on some rank, or a message was damaged or could not be sent: the cluster is over
   * on all ranks */
  CAROM_CLUSTER_BROKEN,
  CAROM_CLUSTER_BUSY /* not from inside a handler (handler.h); nothing has changed */
} carom_cluster_status;

/* Ids of bodies are 1..CAROM_CLUSTER_ID_MAX. */
#define CAROM_CLUSTER_ID_MAX (((uint64_t)1 << 47) - 1)
/* A body has at most this many colliders. */
#define CAROM_CLUSTER_COLLIDERS_MAX 65535
/* The least unit of rounded poses. */
#define CAROM_CLUSTER_ROUND_MIN 1e-9

/* How a cluster begins. All ranks give the same values but for the transport. */
typedef struct carom_cluster_def {
  carom_transport transport; /* copied */
  carom_world_def world;     /* of the world of each rank; without `user` and filter */
  carom_region space;        /* is divided evenly; the outer blocks go on without end */
  /* > 0: what a body may reach in a step from where it was at the end of the last one, along each axis: with
   * its extent, its margin and its motion. Bodies that reach farther are on all ranks as long as they do, so
   * there should be few. A larger reach makes more ghosts of all others. */
  double reach;
  double patience; /* seconds until a rank is late; 0: 30 */
  /* tells the seconds that carom_cluster_counts measures, e.g. of the processor; NULL: those that pass */
  double (*clock)(void);
  /* 0, or CAROM_CLUSTER_ROUND_MIN or more: poses that the game sets are rounded by carom_cluster_round_pose
   * with this unit of length, and take at most 24 bytes instead of 44 where the id is below 2^27 */
  double round;
} carom_cluster_def;

/* Creates the part of this rank. CAROM_CLUSTER_REFUSED: an argument is wrong, or memory is out. */
carom_cluster_status carom_cluster_create(const carom_cluster_def *def, carom_cluster **out);

/* Frees the part of this rank, at once. NULL does nothing, and neither does a call from inside a handler. */
void carom_cluster_destroy(carom_cluster *cluster);

/* Returns the rank whose block has a position. */
uint32_t carom_cluster_rank_at(const carom_cluster *cluster, carom_pos position);

/* Returns the block of a rank, to draw it. Outer blocks are endless. A rank that is none has the block of the
 * last one. */
carom_region carom_cluster_get_block(const carom_cluster *cluster, uint32_t rank);

/* Returns the order that a collider has: of the body with an id, the collider with a number, in the order of
 * creation. */
uint64_t carom_cluster_order(uint64_t id, uint32_t number);

/* Returns the world of this rank, to read and to query: with its own bodies, its ghosts and all static
 * bodies. The user pointers in it are the cluster's. */
const carom_world *carom_cluster_get_world(const carom_cluster *cluster);

/* --- Bodies --- */

/* Creates a body with colliders. `user`, `ghost` and the orders of the definitions are ignored. A body that
 * moves may be created on any rank, and is given to the rank of its position by the next step. A static body
 * must be created on all ranks. Ids must not be used twice, and not again in the step that destroys them:
 * other ranks may find that out only in the step, which is CAROM_CLUSTER_BROKEN then. */
carom_cluster_status carom_cluster_body_create(carom_cluster *cluster, uint64_t id,
                                               const carom_body_def *body,
                                               const carom_collider_def *colliders, size_t count);

/* Destroys a body in the next step, whose events have the ENDs. Until then it is as it was. */
carom_cluster_status carom_cluster_body_destroy(carom_cluster *cluster, uint64_t id);

/* Tells whether this rank owns a body. Static bodies are owned by all. */
bool carom_cluster_owns(const carom_cluster *cluster, uint64_t id);

/* Returns the body in the world of this rank, as owner or as ghost, or the null id. */
carom_body carom_cluster_get_body(const carom_cluster *cluster, uint64_t id);

/* Writes the ids of the moving bodies that this rank owns to out[0..capacity-1], in no order, and returns how
 * many there are. */
size_t carom_cluster_get_owned(const carom_cluster *cluster, uint64_t *out, size_t capacity);

/* Sets the pose as carom_body_set_pose does. A body may go anywhere. */
carom_cluster_status carom_cluster_body_set_pose(carom_cluster *cluster, uint64_t id, const carom_pose *pose);

/* Returns the pose that a body has when this one is set with carom_cluster_def.round = unit: the position at
 * the nearest multiples of the unit, the rotation within 5e-6 radians. A position of 2^31 units or more, and
 * what carom_body_set_pose refuses, is returned as it is, and so is every pose for a smaller unit than
 * CAROM_CLUSTER_ROUND_MIN. One world that is given such poses tells what a cluster tells. */
carom_pose carom_cluster_round_pose(double unit, const carom_pose *pose);

/* Sets the velocities as carom_body_set_velocity does. Bodies that move with their velocities need no bytes
 * to move on other ranks. */
carom_cluster_status carom_cluster_body_set_velocity(carom_cluster *cluster, uint64_t id, carom_vec3 linear,
                                                     carom_vec3 angular);

/* Enables or disables as carom_body_set_enabled does. */
carom_cluster_status carom_cluster_body_set_enabled(carom_cluster *cluster, uint64_t id, bool enabled);

/* Sets whether the body is swept, as carom_body_set_swept does. Stopping bodies are not offered: where they
 * stop depends on what only their owner has. */
carom_cluster_status carom_cluster_body_set_swept(carom_cluster *cluster, uint64_t id, bool swept);

/* Replaces the filter of a collider, as carom_collider_set_filter does. */
carom_cluster_status carom_cluster_collider_set_filter(carom_cluster *cluster, uint64_t id, uint32_t number,
                                                       carom_filter filter);

/* Replaces the shape of a collider, as carom_collider_set_shape does. */
carom_cluster_status carom_cluster_collider_set_shape(carom_cluster *cluster, uint64_t id, uint32_t number,
                                                      const carom_shape *shape);

/* --- The step --- */

/* Takes a step of dt seconds together with all other ranks, which must give the same dt. After
 * CAROM_CLUSTER_LATE or _BROKEN the cluster can only be destroyed. */
carom_cluster_status carom_cluster_step(carom_cluster *cluster, float dt);

/* Looks at the cost of all ranks, together with them, between two steps. Bodies and contacts cost what they
 * take of a step in the mean, so that the cuts depend on the calls alone. When the highest cost is more than
 * `above` times the mean, the cuts between the blocks move towards the even one: each by at most half of the
 * reach, and in the step after the coming one. A call before each step, or each tenth, keeps the ranks
 * even. Before the first step the cuts go at once to where the bodies are. Cuts change no event. All ranks
 * give the same `above`, 1 or more; others are CAROM_CLUSTER_REFUSED. CAROM_CLUSTER_LATE and _BROKEN are as
 * in a step. */
carom_cluster_status carom_cluster_balance(carom_cluster *cluster, double above);

/* An event that this rank tells. */
typedef struct carom_cluster_event {
  carom_event_kind kind;        /* what happened to the contact */
  carom_end_cause cause;        /* of an END or a FAR, else CAROM_END_NONE */
  uint64_t a, b;                /* the ids of the bodies */
  uint32_t number_a, number_b;  /* the numbers of the colliders */
  const carom_contact *contact; /* in the world of this rank, until it is changed or stepped */
} carom_cluster_event;

/* Returns the events of the last step that this rank tells, and writes their number to *count. They are in
 * the order of one world: all ENDs, then FARs, NEARs, BEGINs and STAYs, each in ascending order of the orders
 * of their sides. */
const carom_cluster_event *carom_cluster_get_events(const carom_cluster *cluster, size_t *count);

/* What a rank has, and what its last step sent. */
typedef struct carom_cluster_counts {
  uint64_t steps;                     /* so far */
  size_t owned, ghosts, statics;      /* bodies of the three sorts */
  size_t migrated;                    /* bodies that went to another rank in the last step */
  size_t messages, bytes;             /* that were posted in the last step */
  size_t poses, pose_bytes;           /* poses of ghosts among them, and their bytes */
  size_t created;                     /* ghosts that were sent whole */
  double choosing, waiting, applying; /* seconds of the last step: choosing and packing, waiting, applying */
  double meanwhile;                   /* of choosing, while messages of other ranks were under way */
  double finding, telling;            /* seconds of the last step: carom's step, and what to tell */
  double imbalance; /* the highest cost of a rank over the mean, as the last balance found it */
} carom_cluster_counts;

/* Writes the counts. */
void carom_cluster_get_counts(const carom_cluster *cluster, carom_cluster_counts *out);

#ifdef __cplusplus
}
#endif

#endif
