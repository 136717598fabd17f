/* core_depth.h: how far one of two cores must move along a direction until they do not overlap. */
#ifndef CAROM_NARROWPHASE_CORE_DEPTH_H
#define CAROM_NARROWPHASE_CORE_DEPTH_H

#include "cores.h"

typedef struct carom__depth_along {
  double depth;         /* of the surfaces: moving B along the direction by it parts them */
  carom__dvec3 point_a; /* where they part: a point of A's surface; B's is one depth against the direction */
  uint32_t index_a, index_b; /* the lowest vertices of the cores that carry it */
} carom__depth_along;

/* Finds the depth along a unit direction from A to B, within cores->touch. Unlike the depth of an axis it
 * leaves out what overlaps beside each other only. False for cores that hardly overlap. */
bool carom__core_depth_along(const carom__cores *cores, carom__dvec3 direction, carom__depth_along *out);

#endif
