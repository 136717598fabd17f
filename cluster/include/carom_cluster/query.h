/* carom_cluster/query.h: rays, casts, overlaps and the nearest bodies of the whole cluster.
 *
 * All ranks ask at the same time, each with its own batch, which may be empty. The answers are those of one
 * world with the same bodies and the orders of carom_cluster_order, to the last bit, on any number of ranks:
 * its hits, in its order, with its winner among equals. Calls that changed bodies since the last step count
 * at once, as in one world. The ids of bodies take the place of carom's. Callbacks cannot go to other ranks
 * and are not offered.
 *
 * A rank first answers from what it has. It then asks those ranks whose bodies could still change that
 * answer: with one message to each, and one back. */
#ifndef CAROM_CLUSTER_QUERY_H
#define CAROM_CLUSTER_QUERY_H

#include "cluster.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What a query asks: what the function of carom asks that is named. */
typedef enum carom_cluster_query_kind {
  CAROM_CLUSTER_RAY,            /* carom_world_cast_ray; a hit or none */
  CAROM_CLUSTER_RAY_ALL,        /* carom_world_cast_ray_all */
  CAROM_CLUSTER_CAST,           /* carom_world_cast_shape; a hit or none */
  CAROM_CLUSTER_CAST_ALL,       /* carom_world_cast_shape_all */
  CAROM_CLUSTER_OVERLAP_SHAPE,  /* carom_world_overlap_shape */
  CAROM_CLUSTER_OVERLAP_REGION, /* carom_world_overlap_region */
  CAROM_CLUSTER_OVERLAP_POINT,  /* carom_world_overlap_point */
  CAROM_CLUSTER_NEAREST         /* carom_world_closest_bodies */
} carom_cluster_query_kind;

/* The colliders that a query looks at, as in carom_query_filter. All zero means all. */
typedef struct carom_cluster_filter {
  uint64_t mask;           /* only colliders with one of these categories; 0: all */
  uint64_t ignore;         /* skips the colliders of the body with this id; 0: none */
  bool skip_sensors;       /* skips sensors */
  carom_touching touching; /* whether overlaps report colliders that only touch; others ignore it */
} carom_cluster_filter;

/* A point and how many of the bodies around it are wanted. */
typedef struct carom_cluster_nearest {
  carom_pos point; /* where from */
  float radius;    /* no farther than this, 0..FLT_MAX */
  uint32_t most;   /* so many bodies at most */
} carom_cluster_nearest;

/* One query. */
typedef struct carom_cluster_query {
  carom_cluster_query_kind kind; /* which of the members below it has */
  carom_cluster_filter filter;   /* what it looks at */
  union {
    carom_ray ray;                 /* of RAY and RAY_ALL */
    carom_moving_shape moving;     /* of CAST and CAST_ALL */
    carom_posed_shape posed;       /* of OVERLAP_SHAPE */
    carom_region region;           /* of OVERLAP_REGION */
    carom_pos point;               /* of OVERLAP_POINT */
    carom_cluster_nearest nearest; /* of NEAREST */
  } of;
} carom_cluster_query;

/* What was found. Members that carom does not write for the kind of the query are zero. */
typedef struct carom_cluster_hit {
  uint64_t id;             /* of the body */
  uint32_t number;         /* of its collider, in the order of creation */
  uint32_t child, ordinal; /* as in carom_ray_hit, carom_shape_hit, carom_found or carom_near */
  uint32_t triangle;       /* of a mesh that a cast hits; see `mesh` for rays and the nearest */
  uint8_t material;        /* of that triangle or child */
  bool inside;             /* see child */
  double fraction;         /* of a ray or cast */
  float distance;          /* of the nearest, and the gap of a cast */
  carom_vec3 normal;       /* see child */
  carom_pos point;         /* see child */
  carom_mesh_point mesh;   /* of rays and the nearest */
} carom_cluster_hit;

/* The answers to a batch. They are the cluster's, and valid until its next call of carom_cluster_ask. */
typedef struct carom_cluster_answers {
  const carom_cluster_hit *hits; /* of all queries, one after the other */
  const size_t *offsets;         /* query i has hits[offsets[i]] to hits[offsets[i + 1] - 1] */
  /* Why this rank made all refuse: carom's status of its query `bad`, CAROM_OUT_OF_MEMORY, or CAROM_OK when
   * another rank did */
  carom_status why;
  size_t bad; /* see why */
} carom_cluster_answers;

/* Answers the queries of all ranks, which must all call it. They may do so between steps, as often as they
 * like. `queries` may be NULL when count is 0.
 *
 * CAROM_CLUSTER_REFUSED: carom refuses a query of some rank, or memory is out on one. All ranks then refuse,
 * *out has no hits, and the cluster goes on. CAROM_CLUSTER_LATE and _BROKEN are as in carom_cluster_step. */
carom_cluster_status carom_cluster_ask(carom_cluster *cluster, const carom_cluster_query *queries,
                                       size_t count, carom_cluster_answers *out);

/* What the last call of carom_cluster_ask sent from this rank. */
typedef struct carom_cluster_ask_counts {
  size_t messages; /* to other ranks with queries, and back with answers */
  size_t bytes;    /* of these */
  size_t queries;  /* that other ranks were asked, those asked of several ranks once for each */
} carom_cluster_ask_counts;

/* Writes the counts. */
void carom_cluster_get_ask_counts(const carom_cluster *cluster, carom_cluster_ask_counts *out);

#ifdef __cplusplus
}
#endif

#endif
