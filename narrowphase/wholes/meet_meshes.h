/* meet_meshes.h: the contacts and the distance of two meshes. */
#ifndef CAROM_NARROWPHASE_MEET_MESHES_H
#define CAROM_NARROWPHASE_MEET_MESHES_H

#include "gathering.h"
#include "near_triangles.h"

/* Adds all contacts of a child of A with one of B to a gathering; false when they are not two meshes without
 * a radius. alone[0]: this child is the only one of A that is near B; alone[1]: the same of B. */
bool carom__meshes_meet(carom__gathering *g, const carom__part *a, const carom__part *b, const bool alone[2]);

/* Finds the distance; false of other shapes. */
bool carom__meshes_measure(carom__site a, carom__site b, carom__measuring *out);

#endif
