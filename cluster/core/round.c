/* round.c: poses in 20 bytes, and the poses that such bytes stand for. */
#include "parts.h"

#include <math.h>
#include <string.h>

/* The largest of the four numbers of a rotation follows from the others, which lie within a root of 1/2. */
enum { STEPS_MOST = (1 << 19) - 1, STEP_BITS = 20, NUMBERS = 4 };
#define ROOT_2 1.4142135623730951
/* A little less than what carom accepts. */
#define LENGTH_TOLERANCE 0.999e-3

static bool encode_position(double unit, carom_pos position, int32_t out[3]) {
  for (uint32_t axis = 0; axis < 3; axis++) {
    const double at = carom__blocks_along(position, axis);
    if (!isfinite(at) || fabs(at) > CAROM_POSITION_MAX) return false;
    const double steps = floor(at / unit + 0.5);
    if (fabs(steps) > INT32_MAX) return false;
    out[axis] = (int32_t)steps;
  }
  return true;
}

/* Writes the numbers as a unit quaternion; false: carom refuses them. */
static bool read_rotation(carom_quat q, double out[NUMBERS]) {
  const float numbers[NUMBERS] = {q.x, q.y, q.z, q.w};
  double sum = 0;
  for (int k = 0; k < NUMBERS; k++) {
    if (!isfinite(numbers[k]) || fabsf(numbers[k]) > 2) return false;
    out[k] = (double)numbers[k];
    sum += out[k] * out[k];
  }
  if (sum == 0) return out[3] = 1, true;
  if (fabs(sqrt(sum) - 1) > LENGTH_TOLERANCE) return false;
  for (int k = 0; k < NUMBERS; k++) out[k] /= sqrt(sum);
  return true;
}

static bool encode_rotation(carom_quat rotation, uint64_t *out) {
  double q[NUMBERS];
  if (!read_rotation(rotation, q)) return false;
  int largest = 0;
  for (int k = 1; k < NUMBERS; k++)
    if (fabs(q[k]) > fabs(q[largest])) largest = k;
  *out = (uint64_t)largest;
  for (int k = 0; k < NUMBERS; k++) {
    if (k == largest) continue;
    const double value = q[largest] < 0 ? -q[k] : q[k];
    const double steps = fmin(fmax(floor(value * ROOT_2 * STEPS_MOST + 0.5), -STEPS_MOST), STEPS_MOST);
    *out = *out << STEP_BITS | (uint64_t)((int32_t)steps + STEPS_MOST);
  }
  return true;
}

static carom_quat decode_rotation(uint64_t code) {
  const int largest = (int)(code >> (3 * STEP_BITS)) & (NUMBERS - 1);
  double q[NUMBERS], rest = 1;
  for (int k = NUMBERS - 1; k >= 0; k--) {
    if (k == largest) continue;
    const int32_t steps = (int32_t)(code & ((1 << STEP_BITS) - 1)) - STEPS_MOST;
    q[k] = steps / (ROOT_2 * STEPS_MOST);
    rest -= q[k] * q[k];
    code >>= STEP_BITS;
  }
  q[largest] = sqrt(fmax(rest, 0));
  return (carom_quat){(float)q[0], (float)q[1], (float)q[2], (float)q[3]};
}

bool carom__round_encode(double unit, const carom_pose *pose, unsigned char code[CAROM__CODE_SIZE]) {
  int32_t at[3];
  uint64_t turn;
  if (!encode_position(unit, pose->position, at) || !encode_rotation(pose->rotation, &turn)) return false;
  memcpy(code, at, sizeof at);
  memcpy(code + sizeof at, &turn, sizeof turn);
  return true;
}

carom_pose carom__round_decode(double unit, const unsigned char code[CAROM__CODE_SIZE]) {
  int32_t at[3];
  uint64_t turn;
  memcpy(at, code, sizeof at);
  memcpy(&turn, code + sizeof at, sizeof turn);
  return (carom_pose){{at[0] * unit, at[1] * unit, at[2] * unit}, decode_rotation(turn)};
}

carom_pose carom_cluster_round_pose(double unit, const carom_pose *pose) {
  unsigned char code[CAROM__CODE_SIZE];
  const bool coded = unit >= CAROM_CLUSTER_ROUND_MIN && carom__round_encode(unit, pose, code);
  return coded ? carom__round_decode(unit, code) : *pose;
}
