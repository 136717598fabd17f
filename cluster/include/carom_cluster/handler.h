/* carom_cluster/handler.h: functions of the game that hear the events of a cluster.
 *
 * Each event is heard on the rank that tells it, at the end of carom_cluster_step, on the thread that called
 * it. Events come in the order of carom_cluster_get_events. A game of many ranks thus has no order between
 * events of different ranks, except through what handlers change.
 *
 * A handler may call the functions that change a body (carom_cluster_body_set_pose and the like) about each
 * moving body that its rank knows, be it an own one or a ghost. Both bodies of its event are such. A call is
 * done at once on this rank, and takes effect in the next step. Where handlers of several ranks change the
 * same body, the result is that of one world, whose handlers run in the order of the events of all ranks.
 * Calls about a body that another handler destroys in the same step do nothing, and are not refused.
 *
 * These differ from one world:
 * - what a handler destroys has its ENDs in the next step, rather than in the same dispatch;
 * - static bodies are on all ranks, and one rank hears the event, so that a handler may neither change nor
 *   create nor destroy them: CAROM_CLUSTER_BUSY;
 * - steps, balances, checkpoints and queries over all ranks, and adding and removing handlers, are
 *   CAROM_CLUSTER_BUSY in a handler, as the other ranks do not take part. The world of the rank
 *   (carom_cluster_get_world) may be queried.
 *
 * A rank hears with the handlers that it has added itself, so that a game mostly adds the same on all ranks.
 * Where any rank has one, all wait for each other at the end of a step. Checkpoints hold none: they are added
 * again after a restart. A handler must return, and not by longjmp or an exception. */
#ifndef CAROM_CLUSTER_HANDLER_H
#define CAROM_CLUSTER_HANDLER_H

#include "cluster.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Hears an event. The event is valid until the function returns. */
typedef void (*carom_cluster_event_fn)(void *user, carom_cluster *cluster, const carom_cluster_event *event);

/* What a handler hears. */
typedef struct carom_cluster_handler_def {
  carom_cluster_event_fn callback; /* must be set */
  void *user;                      /* passed to it */
  uint32_t events;                 /* bits of carom_event_kind; 0: BEGIN and END */
  /* only pairs of a collider with one of the bits of category_a and one with one of category_b, on any side;
   * 0 means any. The sides of the event stay as they are. */
  uint64_t category_a, category_b;
} carom_cluster_handler_def;

/* Adds a handler, and writes its number, 1 or more, to *handler, which may be NULL. For each event handlers
 * run in the order in which they were added. CAROM_CLUSTER_REFUSED: the definition is wrong, or memory is
 * out. */
carom_cluster_status carom_cluster_handler_add(carom_cluster *cluster, const carom_cluster_handler_def *def,
                                               uint32_t *handler);

/* Removes a handler. CAROM_CLUSTER_REFUSED: there is none of this number. */
carom_cluster_status carom_cluster_handler_remove(carom_cluster *cluster, uint32_t handler);

#ifdef __cplusplus
}
#endif

#endif
