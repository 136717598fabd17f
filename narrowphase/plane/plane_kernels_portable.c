/* plane_kernels_portable.c: edges of flats and eight pairs of rectangles in the form that every machine has.
 */
#include "plane_kernels_body.h"
