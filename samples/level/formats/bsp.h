/* bsp.h: reads what a collision engine wants from a level of the Quake III family (IBSP, version 46): the
 * brushes, which are convex solids given by planes, the curved surfaces, where players start, and the tree
 * that tells inside from outside. */
#ifndef FORMATS_BSP_H
#define FORMATS_BSP_H

#include "carom/carom.h"

#define BSP_NAME_SIZE 64
#define BSP_CONTENTS_SOLID 1

typedef struct bsp_shader {
  char name[BSP_NAME_SIZE + 1];
  uint32_t contents;
} bsp_shader;

/* A convex solid: what is behind all the planes that side_planes[first_side ...] name. */
typedef struct bsp_brush {
  uint32_t first_side, side_count, shader;
} bsp_brush;

/* A curved surface: rows of control points, points[first_point ...]. Three by three of them are a biquadratic
 * Bezier patch, and the next one begins where it ends, so that both sides are odd. */
typedef struct bsp_curve {
  uint32_t first_point, width, height, shader;
} bsp_curve;

/* Children >= 0 are nodes, the others the leaf -(child + 1). */
typedef struct bsp_node {
  uint32_t plane;
  int32_t children[2]; /* in front of the plane, behind it */
} bsp_node;

/* All indices have been checked: whoever has a bsp may follow them. */
typedef struct bsp {
  carom_plane *planes;
  bsp_shader *shaders;
  uint32_t *side_planes;
  bsp_brush *brushes;
  bsp_curve *curves;
  carom_vec3 *points;
  carom_vec3 *starts; /* of players */
  bsp_node *nodes;
  bool *leaf_is_open; /* neither in a solid nor out of the level */
  size_t plane_count, shader_count, side_count, brush_count, curve_count, point_count, start_count,
      node_count, leaf_count;
  carom_aabb bounds;
} bsp;

/* Parses a file's bytes; false, with one sentence in *why and nothing to free, when they are not such a
 * level. */
bool bsp_parse(bsp *out, const unsigned char *bytes, size_t size, const char **why);

/* Frees what bsp_parse has made; a zeroed bsp is fine. */
void bsp_free(bsp *map);

/* Tells whether a point lies in the space that players can see: neither in a solid nor in the void around the
 * level. */
bool bsp_is_open(const bsp *map, carom_pos point);

#endif
