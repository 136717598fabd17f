/* shape_kernels_body.h: eight tasks of shape_kernels.h, in loops over eight that compilers vectorise. They
 * call the functions of a single task, so that the bits are the same. */
#ifndef CAROM_NARROWPHASE_SHAPE_KERNELS_BODY_H
#define CAROM_NARROWPHASE_SHAPE_KERNELS_BODY_H

#include <string.h>

#include "shape_kernels.h"
#include "box_core.h"
#include "lanes8.h"

/* [k] is of task k. */
typedef struct bounds_eight {
  double position[3][8];
  float rotation[4][8], size[4][8]; /* half extents and radius */
  float axes[9][8], bounds[6][8];
} bounds_eight;

_Static_assert(sizeof(carom_quat) == 4 * sizeof(float) && sizeof(carom_box) == 4 * sizeof(float) &&
                   sizeof(carom_mat3) == 9 * sizeof(float) && sizeof(carom_aabb) == 6 * sizeof(float),
               "no gaps");

/* Four floats of each task, as columns. */
CAROM__LANES8 static inline void load_four(const float *const rows[8], float out[4][8]) {
  carom__lanes8 columns[4];
  lanes8_load_columns(rows, 0, columns);
  for (int i = 0; i < 4; i++) lanes8_store(out[i], columns[i]);
}

/* The reverse: columns become the floats from `at` on of each row. */
CAROM__LANES8 static inline void store_four(const float in[4][8], float *const rows[8], size_t at) {
  const carom__lanes8 columns[4] = {lanes8_load(in[0]), lanes8_load(in[1]), lanes8_load(in[2]),
                                    lanes8_load(in[3])};
  float four[8][4];
  lanes8_store_columns(columns, four);
  for (int k = 0; k < 8; k++) memcpy(rows[k] + at, four[k], sizeof four[k]);
}

CAROM__LANES8 static void gather(const carom__bounds_task tasks[8], bounds_eight *e) {
  const float *rotations[8], *sizes[8];
  for (int k = 0; k < 8; k++) {
    const carom_pose *pose = tasks[k].pose;
    rotations[k] = (const float *)&pose->rotation, sizes[k] = (const float *)&tasks[k].box;
    e->position[0][k] = pose->position.x, e->position[1][k] = pose->position.y;
    e->position[2][k] = pose->position.z;
  }
  load_four(rotations, e->rotation);
  load_four(sizes, e->size);
}

CAROM__LANES8 static void turn(bounds_eight *e) {
  for (int k = 0; k < 8; k++) {
    double x = (double)e->rotation[0][k], y = (double)e->rotation[1][k], z = (double)e->rotation[2][k];
    double w = (double)e->rotation[3][k];
    carom_mat3 m = mat3_from_scaled_quat(x, y, z, w, 2 / (x * x + y * y + z * z + w * w));
    e->axes[0][k] = m.x.x, e->axes[1][k] = m.x.y, e->axes[2][k] = m.x.z;
    e->axes[3][k] = m.y.x, e->axes[4][k] = m.y.y, e->axes[5][k] = m.y.z;
    e->axes[6][k] = m.z.x, e->axes[7][k] = m.z.y, e->axes[8][k] = m.z.z;
  }
}

CAROM__LANES8 static void bound(bounds_eight *e) {
  for (int k = 0; k < 8; k++) {
    const carom_mat3 m = {{e->axes[0][k], e->axes[1][k], e->axes[2][k]},
                          {e->axes[3][k], e->axes[4][k], e->axes[5][k]},
                          {e->axes[6][k], e->axes[7][k], e->axes[8][k]}};
    carom_vec3 reach = box_reach(vec3(e->size[0][k], e->size[1][k], e->size[2][k]), &m);
    carom_pos center = {e->position[0][k], e->position[1][k], e->position[2][k]};
    carom_aabb box = symmetric_bounds(reach, e->size[3][k], center);
    e->bounds[0][k] = box.min.x, e->bounds[1][k] = box.min.y, e->bounds[2][k] = box.min.z;
    e->bounds[3][k] = box.max.x, e->bounds[4][k] = box.max.y, e->bounds[5][k] = box.max.z;
  }
}

CAROM__LANES8 static void grow(bounds_eight *e, const float growths[8]) {
  for (int k = 0; k < 8; k++) {
    carom_aabb box = {{e->bounds[0][k], e->bounds[1][k], e->bounds[2][k]},
                      {e->bounds[3][k], e->bounds[4][k], e->bounds[5][k]}};
    box = aabb_grown(box, growths[k]);
    e->bounds[0][k] = box.min.x, e->bounds[1][k] = box.min.y, e->bounds[2][k] = box.min.z;
    e->bounds[3][k] = box.max.x, e->bounds[4][k] = box.max.y, e->bounds[5][k] = box.max.z;
  }
}

/* Rows of nine and of six are written by fours, some floats twice. */
CAROM__LANES8 static void scatter(const bounds_eight *e, const carom__bounds_task tasks[8]) {
  float *axes[8], *bounds[8];
  for (int k = 0; k < 8; k++) {
    axes[k] = (float *)&tasks[k].frame->axes, bounds[k] = (float *)tasks[k].bounds;
    tasks[k].frame->origin = tasks[k].pose->position;
  }
  store_four(e->axes, axes, 0);
  store_four(e->axes + 4, axes, 4);
  store_four(e->axes + 5, axes, 5);
  store_four(e->bounds, bounds, 0);
  store_four(e->bounds + 2, bounds, 2);
}

CAROM__LANES8 static void bounds_of_eight(const carom__bounds_task tasks[8], const float growths[8]) {
  bounds_eight e;
  gather(tasks, &e);
  turn(&e);
  bound(&e);
  if (growths) grow(&e, growths);
  scatter(&e, tasks);
}

CAROM__DEFINE_KERNELS(carom__bounds_kernels, bounds_of_eight);

#endif
