/* shape_frustum.c: the frustum of a cone, whose ends are two discs of any size. */
#include "frustum.h"

const carom__shape_class carom__frustum_class =
    CAROM__FRUSTUM_CLASS(carom_frustum, 3, false, carom__frustum_meet_ray);
