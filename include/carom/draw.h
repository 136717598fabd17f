/* carom/draw.h: debug drawing of a world.
 *
 * carom draws nothing itself. It calls back with lines, triangles, points and texts in world coordinates, and
 * the game draws them. */
#ifndef CAROM_DRAW_H
#define CAROM_DRAW_H

#include "world.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What to draw, as bits. */
typedef enum carom_draw_part {
  CAROM_DRAW_SHAPES = 1,   /* the surface of every collider in triangles, and its outline in lines */
  CAROM_DRAW_CONTACTS = 2, /* a point and a line along the normal for every contact point */
  CAROM_DRAW_BOUNDS = 4,   /* the AABB of every collider in lines */
  CAROM_DRAW_LABELS = 8,   /* the index of every body as a text at its position */
  CAROM_DRAW_TREES = 16,   /* the boxes of the trees over all bodies and over single ones, in lines */
  CAROM_DRAW_CELLS = 32    /* the cells of the sweep that every body is in, in lines; few bodies have none */
} carom_draw_part;

/* The object that a primitive belongs to. */
typedef struct carom_draw_item {
  carom_draw_part part;    /* what it shows */
  carom_body body;         /* for a contact its side a; null for the tree over all bodies */
  carom_collider collider; /* null for labels, trees and cells */
  carom_body_kind kind;    /* of the body */
  bool sensor;             /* the collider is a sensor, or the contact is one of a sensor */
  float depth;             /* of a contact point; below 0 where the sides are apart within a margin */
} carom_draw_item;

/* The callbacks that receive the primitives. Each function may be NULL. */
typedef struct carom_draw {
  void *user;          /* passed to the callbacks unchanged */
  uint32_t parts;      /* bits of carom_draw_part; 0 means shapes and contacts */
  float normal_length; /* of contact normals, in units; 0 means 0.5 */
  /* receives a line from a to b */
  void (*line)(void *user, const carom_draw_item *item, carom_pos a, carom_pos b);
  /* receives a triangle of a surface */
  void (*triangle)(void *user, const carom_draw_item *item, carom_pos a, carom_pos b, carom_pos c);
  /* receives a contact point */
  void (*point)(void *user, const carom_draw_item *item, carom_pos at);
  /* receives a label, which is valid during the call only */
  void (*text)(void *user, const carom_draw_item *item, carom_pos at, const char *text);
} carom_draw;

/* Draws the current state of a world without its disabled bodies. Shapes and bounds come first, in order of
 * collider index. The contacts of the last step follow in their order, then labels in order of body index,
 * the trees and at last the cells. Trees and cells are what makes a world fast: they depend on its past too,
 * and may change with any version. There is no tree over all bodies while memory for one is refused, and
 * there are no cells before the first step, with few bodies, or with CAROM_BROADPHASE_BRUTE. Errors:
 * CAROM_NULL_ARGUMENT, CAROM_UNKNOWN_KIND for other bits in parts, CAROM_NOT_FINITE and CAROM_OUT_OF_RANGE
 * (negative) for normal_length. The call is allowed inside handlers. The callbacks must not change the world.
 */
CAROM_API carom_status carom_world_draw(const carom_world *world, const carom_draw *draw);

#ifdef __cplusplus
}
#endif

#endif
