/* game.h: the same game on the part of a rank and on one world. */
#ifndef CLUSTER_GAME_H
#define CLUSTER_GAME_H

#include "carom_cluster/cluster.h"
#include "scene.h"

/* The part of a rank. */
typedef struct game {
  const setting *setting;
  carom_cluster *cluster;
  uint64_t *ids; /* of its own bodies, before a step */
  size_t room;
} game;

/* Creates all static bodies and those that begin in the block of this rank. False: memory is out. */
bool game_begin(game *g, const setting *s, carom_cluster *cluster, uint32_t rank);
/* Goes on with the bodies that a checkpoint had. */
void game_resume(game *g, const setting *s, carom_cluster *cluster);
/* Moves the bodies of this rank. */
bool game_move(game *g, uint64_t step);
void game_end(game *g);

/* One world of all bodies. The user pointers of bodies are their ids. */
typedef struct twin {
  const setting *setting;
  carom_world *world;
  carom_body *bodies; /* of those that move, by place */
} twin;

bool twin_begin(twin *t, const setting *s);
bool twin_move(twin *t, uint64_t step);
void twin_end(twin *t);

#endif
