/* brush.h: the solids of a level as hulls. */
#ifndef LEVEL_BRUSH_H
#define LEVEL_BRUSH_H

#include "bsp.h"

/* Is it one that stops players? */
bool brush_is_solid(const bsp *map, const bsp_brush *brush);

/* Makes the hull of a brush around its centre, which is written, too; statuses as carom_hull_from_planes. */
carom_status brush_hull(const bsp *map, const bsp_brush *brush, carom_vec3 *centre, carom_hull **out);

#endif
