/* core_depth.h: how deep two cores overlap along a direction. */
#ifndef CAROM_NARROWPHASE_CORE_DEPTH_H
#define CAROM_NARROWPHASE_CORE_DEPTH_H

#include "cores.h"

/* Finds the depth along a unit direction from A to B, within cores->touch. Unlike the depth of an axis it
 * leaves out what overlaps beside each other only. False for cores that hardly overlap. */
bool carom__core_depth_along(const carom__cores *cores, carom__dvec3 direction, carom__depth_along *out);

#endif
