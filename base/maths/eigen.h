/* eigen.h: the principal axes of a set of points. */
#ifndef CAROM_BASE_EIGEN_H
#define CAROM_BASE_EIGEN_H

#include "dvec.h"

/* The covariance of points, times their count; all zero to begin with. */
typedef struct carom__scatter {
  double m[3][3];
} carom__scatter;

/* Adds a point, given relative to the mean of all. */
void carom__scatter_add(carom__scatter *scatter, carom__dvec3 from_mean);
/* The directions in which the points spread independently: the eigenvectors, found by Jacobi's rotations. Any
 * orthonormal basis when all points are equal. */
carom__basis carom__scatter_axes(carom__scatter scatter);

/* The same for count >= 1 points at hand. */
carom__basis carom__principal_axes(const carom__dvec3 *points, int count);

#endif
