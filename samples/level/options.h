/* options.h: what the command line asks for. */
#ifndef LEVEL_OPTIONS_H
#define LEVEL_OPTIONS_H

#include "carom/carom.h"

typedef struct options {
  const char *map;     /* a map's name or a .bsp file; NULL: the bundled scene */
  const char *track;   /* a track's name or folder; NULL: none */
  const char *terrain; /* a terrain's name; NULL: none */
  const char *ply;     /* the scan that is not bundled */
  const char *pk3;     /* the archive to look in; NULL: the installed ones */
  const char *data;    /* the folder with the points and triangles of the bunny */
  const char *svg;     /* NULL: named after the scene */
  const char *trace;   /* NULL: none */
  const char *record;  /* NULL: none */
  long steps, bodies;
  uint64_t seed;
  double cut; /* surfaces above this height are not in the picture */
  carom_pos offset, replay_offset;
  bool fly, scan, check, replay, hash_only, help;
} options;

/* Reads the command line; false after telling on stderr what is wrong with it. */
bool options_read(options *out, int count, char **words);

/* Prints how the program is used. */
void options_help(void);

#endif
