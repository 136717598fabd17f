/* box_bounds_body.h: eight tasks of box_bounds.h, in loops over eight that compilers make lanes of. They call
 * what one alone is made of, so that the bits are the same. */
#ifndef CAROM_NARROWPHASE_BOX_BOUNDS_BODY_H
#define CAROM_NARROWPHASE_BOX_BOUNDS_BODY_H

#include "box_bounds.h"
#include "box_core.h"
#include "lanes8.h"

/* [k] is of task k. */
typedef struct bounds_eight {
  double position[3][8], rotation[4][8], scale[8];
  float half[3][8], radius[8];
  float axes[9][8], bounds[6][8];
} bounds_eight;

CAROM__LANES8 static void gather(const carom__bounds_task tasks[8], bounds_eight *e) {
  for (int k = 0; k < 8; k++) {
    const carom_pose *pose = tasks[k].pose;
    const carom_box *box = &tasks[k].box;
    e->position[0][k] = pose->position.x, e->position[1][k] = pose->position.y;
    e->position[2][k] = pose->position.z;
    e->rotation[0][k] = (double)pose->rotation.x, e->rotation[1][k] = (double)pose->rotation.y;
    e->rotation[2][k] = (double)pose->rotation.z, e->rotation[3][k] = (double)pose->rotation.w;
    e->half[0][k] = box->half.x, e->half[1][k] = box->half.y, e->half[2][k] = box->half.z;
    e->radius[k] = box->radius;
  }
}

CAROM__LANES8 static void turn(bounds_eight *e) {
  for (int k = 0; k < 8; k++) {
    double x = e->rotation[0][k], y = e->rotation[1][k], z = e->rotation[2][k], w = e->rotation[3][k];
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
    carom_vec3 reach = box_reach(vec3(e->half[0][k], e->half[1][k], e->half[2][k]), &m);
    carom_pos center = {e->position[0][k], e->position[1][k], e->position[2][k]};
    carom_aabb box = symmetric_bounds(reach, e->radius[k], center);
    e->bounds[0][k] = box.min.x, e->bounds[1][k] = box.min.y, e->bounds[2][k] = box.min.z;
    e->bounds[3][k] = box.max.x, e->bounds[4][k] = box.max.y, e->bounds[5][k] = box.max.z;
  }
}

CAROM__LANES8 static void scatter(const bounds_eight *e, const carom__bounds_task tasks[8]) {
  for (int k = 0; k < 8; k++) {
    carom_frame *frame = tasks[k].frame;
    carom_aabb *bounds = tasks[k].bounds;
    frame->origin = tasks[k].pose->position;
    frame->axes.x = vec3(e->axes[0][k], e->axes[1][k], e->axes[2][k]);
    frame->axes.y = vec3(e->axes[3][k], e->axes[4][k], e->axes[5][k]);
    frame->axes.z = vec3(e->axes[6][k], e->axes[7][k], e->axes[8][k]);
    bounds->min = vec3(e->bounds[0][k], e->bounds[1][k], e->bounds[2][k]);
    bounds->max = vec3(e->bounds[3][k], e->bounds[4][k], e->bounds[5][k]);
  }
}

CAROM__LANES8 static void bounds_of_eight(const carom__bounds_task tasks[8]) {
  bounds_eight e;
  gather(tasks, &e);
  turn(&e);
  bound(&e);
  scatter(&e, tasks);
}

#endif
