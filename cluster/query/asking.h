/* asking.h: what the parts of carom_cluster_ask share.
 *
 * A call is: the own answers (answer.c), where each query may meet more (ask_ways.c), who has what (one
 * gather), one message to whoever is asked and one back (ask.c, ask_bytes.c), and the order of the hits.
 */
#ifndef CAROM_CLUSTER_ASKING_H
#define CAROM_CLUSTER_ASKING_H

#include "carom_cluster/query.h"
#include "parts.h"

#include <string.h>

/* A hit, and which query found it as what. */
typedef struct find {
  uint32_t query;
  uint32_t sequence; /* among the hits of one collider */
  double key;        /* its fraction or distance; not sent */
  carom_cluster_hit hit;
} find;

/* Where a query looks: in a box that moves along a translation. */
typedef struct query_way {
  carom_region box;
  double along[3];
} query_way;

/* What all ranks know of one: its votes, the box of its bodies in and around its block, that of those
 * elsewhere, and that of its queries. A box whose min is above its max is of nothing. */
typedef struct rank_view {
  uint64_t votes;
  carom_region near, far, asks;
} rank_view;

/* What a rank says to all others. */
enum { VOTE_REFUSE = 1, VOTE_BROKEN = 2 };

typedef struct asking {
  uint64_t votes;
  carom_status why;
  size_t bad;
  rank_view *views; /* one a rank: of this one, and of those before it */
  query_way *ways;  /* one a query */
  size_t way_room;
  find *finds;
  size_t find_count, find_room;
  carom_cluster_hit *hits;
  size_t hit_room;
  size_t *offsets;
  size_t offset_room;
  void *scratch; /* what carom finds */
  size_t scratch_room;
  bytes_out packet;
  carom_cluster_ask_counts counts;
} asking;

/* Is it below 2^200, and not infinite or no number? By its bits, as damaged ones may be of what must not be
 * compared. */
static inline bool double_is_sound(double x) {
  uint64_t bits;
  memcpy(&bits, &x, sizeof bits);
  return (bits >> 52 & 0x7FF) < 1023 + 200;
}
static inline bool float_is_sound(float x) {
  uint32_t bits;
  memcpy(&bits, &x, sizeof bits);
  return (bits >> 23 & 0xFF) < 0xFF;
}

/* --- answer.c --- */

/* Adds what the own bodies have for a query, and static ones if they are wanted. */
carom_status carom__answer(carom_cluster *c, const carom_cluster_query *query, uint32_t index, bool statics);
/* How many hits of a query count at most. */
size_t carom__query_most(const carom_cluster_query *query);
/* Where a hit stands among those of its query. */
double carom__query_key(const carom_cluster_query *query, const carom_cluster_hit *hit);

/* --- ask_ways.c --- */

/* Where a query looks for what could change the hits that it has. */
query_way carom__query_way(const carom_cluster_query *query, const find *finds, size_t count);
bool carom__way_meets(const carom_cluster *c, const query_way *way, const carom_region *box);
/* The box around all of it. */
void carom__way_widen(const query_way *way, carom_region *box);
bool carom__views_meet(const carom_cluster *c, const rank_view *asks, const rank_view *asked);
bool carom__query_view(carom_cluster *c, rank_view *out);
/* Could carom__query_view have written it? */
bool carom__view_is_sound(const rank_view *view);

/* --- ask_bytes.c --- */

void carom__query_put(bytes_out *out, const carom_cluster_query *query, uint32_t index);
/* CAROM_BAD_SNAPSHOT: the bytes are damaged. Else its shape is the caller's until carom__query_drop. */
carom_status carom__query_get(const carom_cluster *c, bytes_in *in, carom_cluster_query *query,
                              uint32_t *index);
void carom__query_drop(carom_cluster_query *query);
void carom__find_put(bytes_out *out, const find *f);
void carom__find_get(bytes_in *in, find *f);

#endif
