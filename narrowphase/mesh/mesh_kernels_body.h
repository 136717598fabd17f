/* mesh_kernels_body.h: the functions of mesh_kernels.h in the form of lanes8.h that the including file
 * selects. */
#ifndef CAROM_NARROWPHASE_MESH_KERNELS_BODY_H
#define CAROM_NARROWPHASE_MESH_KERNELS_BODY_H

#include "mesh_approach8.h"
#include "mesh_kernels.h"
#include "mesh_nearest8.h"
#include "mesh_ray8.h"
#include "mesh_walk8.h"

CAROM__DEFINE_KERNELS(carom__mesh_kernels, mesh8_walk, mesh8_cast_ray, mesh8_nearest, mesh8_approach);

#endif
