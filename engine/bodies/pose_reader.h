/* pose_reader.h: poses in strided arrays of the game. */
#ifndef CAROM_ENGINE_POSE_READER_H
#define CAROM_ENGINE_POSE_READER_H

#include "bulk.h"
#include "pose.h"

/* The game's arrays with all strides given. */
typedef struct carom__pose_reader {
  const unsigned char *positions, *rotations;
  size_t position_stride, rotation_stride;
  carom_scalar scalar;
} carom__pose_reader;

/* The type of the numbers of positions, and of rotations. */
static inline carom_scalar place_scalar(carom_scalar scalar) {
  return scalar == CAROM_FLOAT ? CAROM_FLOAT : CAROM_DOUBLE;
}
static inline carom_scalar turn_scalar(carom_scalar scalar) {
  return scalar == CAROM_DOUBLE ? CAROM_DOUBLE : CAROM_FLOAT;
}

static inline carom__pose_reader pose_reader_of(const carom_pose_array *poses) {
  return (carom__pose_reader){
      poses->positions, poses->rotations, bulk_stride(poses->position_stride, place_scalar(poses->scalar), 3),
      bulk_stride(poses->rotation_stride, turn_scalar(poses->scalar), 4), poses->scalar};
}

/* The same, where compilers know what the numbers are, and make a loop of it for each. */
static inline carom__pose_reader pose_reader_as(carom__pose_reader in, carom_scalar scalar) {
  in.scalar = scalar;
  return in;
}

static inline carom_pos pose_reader_position(const carom__pose_reader *in, size_t i) {
  const unsigned char *at = in->positions + i * in->position_stride;
  bool d = place_scalar(in->scalar) == CAROM_DOUBLE;
  return (carom_pos){bulk_number(at, 0, d), bulk_number(at, 1, d), bulk_number(at, 2, d)};
}

/* A float that does not hold a double becomes infinite and is refused. */
static inline void pose_reader_rotation(const carom__pose_reader *in, size_t i, carom_quat *out) {
  const unsigned char *at = in->rotations + i * in->rotation_stride;
  if (turn_scalar(in->scalar) == CAROM_DOUBLE)
    *out = (carom_quat){(float)bulk_number(at, 0, true), (float)bulk_number(at, 1, true),
                        (float)bulk_number(at, 2, true), (float)bulk_number(at, 3, true)};
  else
    memcpy(out, at, sizeof *out);
}

/* Reads entry i; the body's own rotation when the array has none. */
static inline carom_pose pose_reader_pose(const carom__pose_reader *in, size_t i, carom_quat own) {
  carom_pose pose = {pose_reader_position(in, i), own};
  if (in->rotations) pose_reader_rotation(in, i, &pose.rotation);
  return pose;
}

#endif
