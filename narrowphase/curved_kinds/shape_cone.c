/* shape_cone.c: the cone, a frustum whose upper end is a point. */
#include "frustum.h"

const carom__shape_class carom__cone_class =
    CAROM__FRUSTUM_CLASS(carom_cone, 2, false, carom__frustum_meet_ray);
