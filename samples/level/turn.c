/* turn.c: a rotation matrix as a quaternion. */
#include "turn.h"

#include <math.h>

/* Shepperd (1978): the largest of the four parts is computed first. */
carom_quat turn_of(double m[3][3]) {
  double q[4] = {1 + m[0][0] - m[1][1] - m[2][2], 1 - m[0][0] + m[1][1] - m[2][2],
                 1 - m[0][0] - m[1][1] + m[2][2], 1 + m[0][0] + m[1][1] + m[2][2]};
  int most = 0;
  for (int i = 1; i < 4; i++)
    if (q[i] > q[most]) most = i;
  double r[4], part = 2 * sqrt(q[most]);
  r[most] = part / 4;
  for (int i = 0; i < 3; i++) {
    int j = (i + 1) % 3, k = (i + 2) % 3;
    double sum = (m[j][i] + m[i][j]) / part, difference = (m[k][j] - m[j][k]) / part;
    if (most == 3) r[i] = difference;
    if (most == i) r[j] = sum, r[k] = (m[k][i] + m[i][k]) / part, r[3] = difference;
  }
  return (carom_quat){(float)r[0], (float)r[1], (float)r[2], (float)r[3]};
}

carom_quat turn_towards(carom_vec3 forward, carom_vec3 up) {
  double f[3] = {(double)forward.x, (double)forward.y, (double)forward.z};
  double u[3] = {(double)up.x, (double)up.y, (double)up.z}, m[3][3];
  for (int i = 0; i < 3; i++) {
    int j = (i + 1) % 3, k = (i + 2) % 3;
    m[i][0] = f[i], m[i][1] = u[j] * f[k] - u[k] * f[j], m[i][2] = u[i];
  }
  return turn_of(m);
}
