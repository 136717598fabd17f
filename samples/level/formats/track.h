/* track.h: what the scene files of SuperTuxKart say of a track: the models and where they stand, and the
 * pieces of road in the order in which karts drive over them. All is as in the files: x, y up, z. */
#ifndef LEVEL_TRACK_H
#define LEVEL_TRACK_H

#include <stdbool.h>
#include <stddef.h>

#define TRACK_PATH_SIZE 512

/* A model at its place: a row of the matrix is the image of an axis, the last one that of the origin. */
typedef struct track_piece {
  char path[TRACK_PATH_SIZE];
  double turn[3][3], place[3], scale[3];
} track_piece;

typedef struct track_quad {
  double corners[4][3];
} track_quad;

typedef struct track {
  track_piece *pieces;
  track_quad *quads;
  char (*ignored)[128]; /* pictures of materials that nothing touches */
  size_t piece_count, piece_capacity, quad_count, quad_capacity, ignored_count, ignored_capacity;
} track;

/* Reads an installed track by its name, or one from its folder; false after telling on stderr what is
 * missing. */
bool track_read(track *out, const char *name);

void track_free(track *t);

#endif
