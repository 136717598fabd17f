/* eigen.c: computes principal axes by the cyclic Jacobi method (Jacobi, 1846; Golub and Van Loan, 1996, 8.4),
 * in double and with square roots only. */
#include "eigen.h"

/* Convergence is quadratic: five sweeps do for 3x3, the bound is for what rounding might do. */
#define SWEEPS 12

void carom__scatter_add(carom__scatter *scatter, carom__dvec3 from_mean) {
  const double d[3] = {from_mean.x, from_mean.y, from_mean.z};
  for (int r = 0; r < 3; r++)
    for (int c = 0; c < 3; c++) scatter->m[r][c] += d[r] * d[c];
}

/* Sine and cosine of the rotation in the plane p, q that makes m[p][q] zero. */
static void rotation_for(double m[3][3], int p, int q, double *sine, double *cosine) {
  double theta = (m[q][q] - m[p][p]) / (2 * m[p][q]);
  double tangent = (theta < 0 ? -1 : 1) / (fabs(theta) + square_root(theta * theta + 1));
  *cosine = 1 / square_root(tangent * tangent + 1);
  *sine = tangent * *cosine;
}

/* m becomes transpose(J) m J, and the basis turns along. */
static void rotate(double m[3][3], carom__basis *basis, int p, int q) {
  double s, c;
  rotation_for(m, p, q, &s, &c);
  for (int k = 0; k < 3; k++) {
    double kp = m[k][p], kq = m[k][q];
    m[k][p] = c * kp - s * kq;
    m[k][q] = s * kp + c * kq;
  }
  for (int k = 0; k < 3; k++) {
    double pk = m[p][k], qk = m[q][k];
    m[p][k] = c * pk - s * qk;
    m[q][k] = s * pk + c * qk;
  }
  m[p][q] = m[q][p] = 0;
  carom__dvec3 old = basis->axes[p];
  basis->axes[p] = dvec3_mad(dvec3_scale(old, c), basis->axes[q], -s);
  basis->axes[q] = dvec3_mad(dvec3_scale(basis->axes[q], c), old, s);
}

carom__basis carom__scatter_axes(carom__scatter scatter) {
  carom__basis basis = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
  double negligible = 1e-16 * (scatter.m[0][0] + scatter.m[1][1] + scatter.m[2][2]);
  for (int sweep = 0; sweep < SWEEPS; sweep++)
    for (int k = 0; k < 3; k++) {
      int p = k == 2 ? 1 : 0, q = k == 0 ? 1 : 2;
      if (fabs(scatter.m[p][q]) > negligible) rotate(scatter.m, &basis, p, q);
    }
  return basis;
}

carom__basis carom__principal_axes(const carom__dvec3 *points, int count) {
  carom__scatter scatter = {{{0}}};
  carom__dvec3 sum = points[0];
  for (int i = 1; i < count; i++) sum = dvec3_add(sum, points[i]);
  carom__dvec3 mean = dvec3_scale(sum, 1.0 / count);
  for (int i = 0; i < count; i++) carom__scatter_add(&scatter, dvec3_sub(points[i], mean));
  return carom__scatter_axes(scatter);
}
