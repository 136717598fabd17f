/* sat_reference.h: the gap of two boxes along the best of the fifteen axes, in the arithmetic of the
 * including file: it is included once for each, with REAL (a type), REAL_SQRT and REAL_NAME (of the function)
 * defined.
 *
 * A box is taken as carom/obb.h defines it: the solid that its float axes span, which is a parallelepiped as
 * the axes are orthonormal only to rounding. So the normals of its faces are cross products, not the axes. */

typedef REAL REAL_NAME(vector)[3];

static REAL REAL_NAME(dot)(const REAL *a, const REAL *b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

static REAL REAL_NAME(magnitude)(REAL a) { return a < 0 ? -a : a; }

static void REAL_NAME(cross)(const REAL *a, const REAL *b, REAL *out) {
  out[0] = a[1] * b[2] - a[2] * b[1];
  out[1] = a[2] * b[0] - a[0] * b[2];
  out[2] = a[0] * b[1] - a[1] * b[0];
}

/* Half the box's extent along an axis, times the axis' length. */
static REAL REAL_NAME(radius)(REAL_NAME(vector) * axes, const float *half, const REAL *axis) {
  REAL sum = 0;
  for (int k = 0; k < 3; k++) sum += (REAL)half[k] * REAL_NAME(magnitude)(REAL_NAME(dot)(axes[k], axis));
  return sum;
}

static void REAL_NAME(read)(const float from[3][3], REAL_NAME(vector) * axes) {
  for (int i = 0; i < 3; i++)
    for (int k = 0; k < 3; k++) axes[i][k] = (REAL)from[i][k];
}

/* Axis 0..2 of A's faces, 3..5 of B's, then the nine of edges. */
static void REAL_NAME(candidate)(REAL_NAME(vector) * a, REAL_NAME(vector) * b, int index, REAL *axis) {
  int i = index % 3, j = (index - 6) / 3;
  if (index < 3)
    REAL_NAME(cross)(a[(i + 1) % 3], a[(i + 2) % 3], axis);
  else if (index < 6)
    REAL_NAME(cross)(b[(i + 1) % 3], b[(i + 2) % 3], axis);
  else
    REAL_NAME(cross)(a[i], b[j], axis);
}

/* The greatest signed gap along any axis, and that axis (unit, towards B) unless direction is NULL. */
static REAL REAL_NAME(gap)(const float_boxes *boxes, REAL *direction) {
  REAL_NAME(vector) a[3], b[3], t = {(REAL)boxes->offset[0], (REAL)boxes->offset[1], (REAL)boxes->offset[2]};
  REAL best = (REAL)-1e30;
  REAL_NAME(read)(boxes->axes_a, a);
  REAL_NAME(read)(boxes->axes_b, b);
  for (int index = 0; index < 15; index++) {
    REAL axis[3];
    REAL_NAME(candidate)(a, b, index, axis);
    REAL square = REAL_NAME(dot)(axis, axis), distance = REAL_NAME(dot)(axis, t);
    if (square == 0) continue;
    REAL radii = REAL_NAME(radius)(a, boxes->half_a, axis) + REAL_NAME(radius)(b, boxes->half_b, axis);
    REAL length = REAL_SQRT(square), gap = (REAL_NAME(magnitude)(distance) - radii) / length;
    if (gap <= best) continue;
    best = gap;
    for (int k = 0; direction && k < 3; k++) direction[k] = axis[k] / (distance < 0 ? -length : length);
  }
  return best;
}

#undef REAL
#undef REAL_SQRT
#undef REAL_NAME
