/* meet_meshes.h: the contacts of two meshes. */
#ifndef CAROM_NARROWPHASE_MEET_MESHES_H
#define CAROM_NARROWPHASE_MEET_MESHES_H

#include "gathering.h"

/* Adds all contacts of a child of A with one of B to a gathering; false when they are not two meshes without
 * a radius. alone[0]: this child is the only one of A that is near B; alone[1]: the same of B. */
bool carom__meshes_meet(carom__gathering *g, const carom__part *a, const carom__part *b, const bool alone[2]);

#endif
