/* surface.h: which directions are normals of a composite shape. */
#ifndef CAROM_NARROWPHASE_SURFACE_H
#define CAROM_NARROWPHASE_SURFACE_H

#include "parts.h"

/* Is a unit direction, which leads out of a part at a point of it, a normal of the whole there? It is when no
 * other part that holds the point reaches farther along it: only then is the point a local maximum of the
 * surface along the direction, and what comes from there meets it first. Edges within a flat or a concave
 * place have no normals but those of their faces, also where edges do not meet end to end. */
bool carom__surface_has_normal(carom__site whole, const carom__part *part, carom_pos point,
                               carom_vec3 normal);

#endif
