/* epa_points.h: where two cores meet that are parted along the axis of their depth. */
#ifndef CAROM_NARROWPHASE_EPA_POINTS_H
#define CAROM_NARROWPHASE_EPA_POINTS_H

#include "gjk.h"

typedef struct carom__epa_result {
  carom__dvec3 normal;           /* unit, from A to B: moving B along it by depth parts the cores */
  double depth;                  /* negative by rounding when the cores only touch */
  carom__dvec3 point_a, point_b; /* points of the cores, one depth apart */
  carom__simplex simplex;        /* what carries them: one to three vertices */
} carom__epa_result;

/* From the normal and the depth along it, finds the points and the simplex: those that are nearest when B is
 * moved by the depth. When the cores then look at each other along another normal, along which they are less
 * deep, that one is taken, which goes downhill to the least depth nearby. CAROM_NOT_CONVERGED when GJK fails
 * on the parted cores. */
carom_status carom__epa_points(const carom__cores *cores, carom__epa_result *out);

/* Fills v with vertices of A - B that span as much as it has dimensions, from the simplex that GJK ended
 * with; returns how many: four, unless A - B is flat. */
int carom__epa_start(const carom__cores *cores, const carom__simplex *simplex, carom__vertex v[4]);

/* A unit direction in which A - B has no thickness, from the one to three vertices that span it; the one of
 * both signs in which it is less deep. */
carom__dvec3 carom__epa_flat_normal(const carom__cores *cores, const carom__vertex *v, int count);

/* Can carom__gauss_map_depth be asked? Cores with numbered vertices can, if one of them is a hull. */
bool carom__gauss_map_applies(const carom__cores *cores);

/* Finds the least depth of two cores along all normals of faces and all products of edges that meet on the
 * Gauss map, in time proportional to their number, and with no memory. The depth is never less than the true
 * one, but for rounding, and moving B by it parts the cores; where faces of a hull are coplanar only within
 * its tolerance (hull_build.h) it may be greater by as much. CAROM_NOT_CONVERGED when GJK fails on the cores
 * once they are parted, where the points come from. */
carom_status carom__gauss_map_depth(const carom__cores *cores, carom__epa_result *out);

#endif
