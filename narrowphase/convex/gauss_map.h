/* gauss_map.h: how deep two polyhedra overlap, one of them a hull, by all axes that can be the least. */
#ifndef CAROM_NARROWPHASE_GAUSS_MAP_H
#define CAROM_NARROWPHASE_GAUSS_MAP_H

#include "epa_points.h"

/* Can carom__gauss_map_depth be asked? Cores with numbered vertices can, if one of them is a hull. */
bool carom__gauss_map_applies(const carom__cores *cores);

/* Finds the least depth of two cores along all normals of faces and all products of edges that meet on the
 * Gauss map, in time proportional to their number, and with no memory. The depth is never less than the true
 * one, but for rounding, and moving B by it parts the cores; where faces of a hull are coplanar only within
 * its tolerance (hull_build.h) it may be greater by as much. CAROM_NOT_CONVERGED when GJK fails on the cores
 * once they are parted, where the points come from. */
carom_status carom__gauss_map_depth(const carom__cores *cores, carom__epa_result *out);

#endif
