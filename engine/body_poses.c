/* body_poses.c: poses in bulk, from and to the game's own strided arrays. */
#include <stdio.h>
#include <string.h>

#include "objects.h"

/* Where entry i of an array of n numbers each begins. */
static const void *entry_of(const void *array, size_t stride, size_t i, size_t n, carom_scalar scalar) {
  size_t packed = n * (scalar == CAROM_FLOAT ? sizeof(float) : sizeof(double));
  return (const unsigned char *)array + i * (stride ? stride : packed);
}

static carom_pos read_position(const carom_pose_array *poses, size_t i) {
  const void *at = entry_of(poses->positions, poses->position_stride, i, 3, poses->scalar);
  carom_vec3 single;
  carom_pos position;
  if (poses->scalar == CAROM_FLOAT) {
    memcpy(&single, at, sizeof single);
    return (carom_pos){(double)single.x, (double)single.y, (double)single.z};
  }
  memcpy(&position, at, sizeof position);
  return position;
}

/* A float that does not hold a double becomes infinite and is refused. */
static carom_quat read_rotation(const carom_pose_array *poses, size_t i) {
  const void *at = entry_of(poses->rotations, poses->rotation_stride, i, 4, poses->scalar);
  carom_quat rotation;
  double q[4];
  if (poses->scalar == CAROM_FLOAT) {
    memcpy(&rotation, at, sizeof rotation);
    return rotation;
  }
  memcpy(q, at, sizeof q);
  return (carom_quat){(float)q[0], (float)q[1], (float)q[2], (float)q[3]};
}

static void write_numbers(void *array, size_t stride, size_t index, carom_scalar scalar, size_t n,
                          const double *in) {
  size_t size = scalar == CAROM_FLOAT ? sizeof(float) : sizeof(double);
  unsigned char *at = (unsigned char *)array + index * (stride ? stride : n * size);
  for (size_t i = 0; i < n; i++, at += size) {
    float single = (float)in[i];
    if (scalar == CAROM_FLOAT)
      memcpy(at, &single, sizeof single);
    else
      memcpy(at, &in[i], sizeof in[i]);
  }
}

/* Reads entry i; the body's own rotation when the array has none. */
static carom_pose read_pose(const carom_pose_array *poses, size_t i, carom_quat own) {
  return (carom_pose){read_position(poses, i), poses->rotations ? read_rotation(poses, i) : own};
}

static carom_status refuse_entry(carom_world *world, carom_status status, size_t i) {
  char detail[64];
  snprintf(detail, sizeof detail, "entry %zu; no pose was taken", i);
  return carom__refuse(world, status, "carom_body_set_poses", detail);
}

static carom_status check_entry(const carom_world *world, carom_body body, const carom_pose_array *poses,
                                size_t i) {
  if (carom__body_find(world, body) == CAROM__NO_INDEX) return CAROM_STALE_ID;
  carom_pose pose = read_pose(poses, i, quat_identity());
  return carom__pose_check(&pose);
}

carom_status carom_body_set_poses(carom_world *world, const carom_body *bodies, size_t count,
                                  const carom_pose_array *poses) {
  if (!world || !poses || (count && (!bodies || !poses->positions)))
    return carom__refuse(world, CAROM_NULL_ARGUMENT, __func__, "world, bodies, poses or positions");
  if (carom__world_may_change(world, __func__)) return CAROM_BUSY;
  if (poses->scalar < 0 || poses->scalar >= CAROM_SCALAR_COUNT)
    return carom__refuse(world, CAROM_UNKNOWN_KIND, __func__, "scalar");
  for (size_t i = 0; i < count; i++) {
    carom_status status = check_entry(world, bodies[i], poses, i);
    if (status) return refuse_entry(world, status, i);
  }
  for (size_t i = 0; i < count; i++) {
    uint32_t slot = carom__body_find(world, bodies[i]);
    carom_pose pose = read_pose(poses, i, world->bodies.poses.data[slot].rotation);
    carom__pose_accept(&pose);
    carom__body_place(world, slot, &pose);
  }
  return CAROM_OK;
}

static void write_pose(const carom_pose *pose, const carom_pose_buffer *out, size_t i) {
  const double p[3] = {pose->position.x, pose->position.y, pose->position.z};
  const double q[4] = {(double)pose->rotation.x, (double)pose->rotation.y, (double)pose->rotation.z,
                       (double)pose->rotation.w};
  if (out->positions) write_numbers(out->positions, out->position_stride, i, out->scalar, 3, p);
  if (out->rotations) write_numbers(out->rotations, out->rotation_stride, i, out->scalar, 4, q);
}

carom_status carom_body_get_poses(const carom_world *world, const carom_body *bodies, size_t count,
                                  const carom_pose_buffer *out) {
  if (!world || !out || (count && !bodies)) return CAROM_NULL_ARGUMENT;
  if (out->scalar < 0 || out->scalar >= CAROM_SCALAR_COUNT) return CAROM_UNKNOWN_KIND;
  for (size_t i = 0; i < count; i++)
    if (carom__body_peek(world, bodies[i]) == CAROM__NO_INDEX) return CAROM_STALE_ID;
  for (size_t i = 0; i < count; i++)
    write_pose(&world->bodies.poses.data[carom__body_peek(world, bodies[i])], out, i);
  return CAROM_OK;
}
