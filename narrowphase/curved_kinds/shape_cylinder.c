/* shape_cylinder.c: the cylinder, a frustum whose ends are equal. */
#include "frustum.h"

const carom__shape_class carom__cylinder_class =
    CAROM__FRUSTUM_CLASS(carom_cylinder, 2, true, carom__cylinder_meet_ray);
