/* eigen.h: principal axes of a cloud of points. */
#ifndef CAROM_BASE_EIGEN_H
#define CAROM_BASE_EIGEN_H

#include "dvec.h"

/* The directions in which the count >= 1 points spread independently: eigenvectors of their covariance, found
 * by Jacobi's rotations. Any orthonormal basis when all points are equal. */
carom__basis carom__principal_axes(const carom__dvec3 *points, int count);

#endif
