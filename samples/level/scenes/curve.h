/* curve.h: the curved surfaces of a level as triangles. */
#ifndef LEVEL_CURVE_H
#define LEVEL_CURVE_H

#include "bsp.h"

/* Makes one mesh of all curved surfaces that are solid. *out stays NULL in a level without any. The caller
 * owns its count. */
carom_status curve_mesh(const bsp *map, carom_mesh **out);

#endif
