/* joint.c: a joint is a few rows, each of one scalar equation. */
#include "joint.h"

carom_status rigid_add_joint(rigid_system *s, const joint_def *def) {
  carom_status status =
      rigid_grow((void **)&s->joints, &s->joint_room, s->joint_count + 1, sizeof *s->joints);
  if (status) return status;
  const rigid_body *a = &s->bodies[def->a], *b = &s->bodies[def->b];
  const carom_mat3 axes_a = axes_of(a->rotation), axes_b = axes_of(b->rotation);
  s->joints[s->joint_count++] =
      (rigid_joint){.def = *def,
                    .arm_a = transform_back(&axes_a, from_to(a->center, def->anchor)),
                    .arm_b = transform_back(&axes_b, from_to(b->center, def->anchor)),
                    .axis_a = transform_back(&axes_a, def->axis),
                    .axis_b = transform_back(&axes_b, def->axis),
                    .up_a = transform_back(&axes_a, def->up)};
  return CAROM_OK;
}

/* The next row of a joint, which keeps the impulse that it had in the last step. */
static joint_row *next_row(rigid_joint *j, softness soft) {
  joint_row *row = &j->rows[j->row_count++];
  *row = (joint_row){.of.impulse = row->of.impulse, .low = -INFINITY, .high = INFINITY, .soft = soft};
  return row;
}

static void add_line(rigid_joint *j, carom_vec3 line, carom_vec3 arm_a, carom_vec3 arm_b, float error,
                     softness soft) {
  joint_row *row = next_row(j, soft);
  row->line = line, row->of.turn_a = cross(arm_a, line), row->of.turn_b = cross(arm_b, line),
  row->error = error;
}

static joint_row *add_axis(rigid_joint *j, carom_vec3 axis, float error, softness soft) {
  joint_row *row = next_row(j, soft);
  row->of.turn_a = row->of.turn_b = axis, row->error = error;
  return row;
}

/* Keeps two axes in line: neither turns across the other. */
static void add_axle(rigid_joint *j, carom_vec3 axis_a, carom_vec3 axis_b, softness soft) {
  carom_vec3 between = cross(axis_a, axis_b), side = across(axis_a), other = cross(axis_a, side);
  add_axis(j, side, dot(between, side), soft);
  add_axis(j, other, dot(between, other), soft);
  if (j->def.torque == 0) return;
  joint_row *motor = add_axis(j, axis_a, 0, (softness){0, 1, 0});
  motor->speed = j->def.speed, motor->high = j->def.torque, motor->low = -motor->high;
}

static void add_cone(rigid_joint *j, carom_vec3 axis_a, carom_vec3 axis_b, softness soft) {
  joint_row *row = add_axis(j, cross(axis_b, axis_a), dot(axis_a, axis_b) - j->def.cone, soft);
  row->low = 0, row->is_limit = true;
  if (j->def.torque == 0) return;
  for (int i = 0; i < 3; i++) {
    joint_row *rub = add_axis(j, vec(i == 0, i == 1, i == 2), 0, (softness){0, 1, 0});
    rub->high = j->def.torque, rub->low = -rub->high;
  }
}

static void prepare_rows(rigid_joint *j, const rigid_body *a, const rigid_body *b, float h) {
  const carom_mat3 axes_a = axes_of(a->rotation), axes_b = axes_of(b->rotation);
  const carom_vec3 arm_a = transform(&axes_a, j->arm_a), arm_b = transform(&axes_b, j->arm_b);
  const carom_vec3 gap = sub(add(from_to(a->center, b->center), arm_b), arm_a);
  const carom_vec3 axis_a = transform(&axes_a, j->axis_a), axis_b = transform(&axes_b, j->axis_b);
  const softness firm = soften(lesser(60, 0.25f / h), 2, h);
  bool is_wheel = j->def.kind == JOINT_WHEEL;
  carom_vec3 x = is_wheel ? axis_a : vec(1, 0, 0), y = is_wheel ? transform(&axes_a, j->up_a) : vec(0, 1, 0);
  j->row_count = 0;
  add_line(j, x, add(arm_a, gap), arm_b, dot(gap, x), firm);
  add_line(j, cross(x, y), add(arm_a, gap), arm_b, dot(gap, cross(x, y)), firm);
  add_line(j, y, add(arm_a, gap), arm_b, dot(gap, y),
           is_wheel ? soften(j->def.hertz, j->def.damping, h) : firm);
  j->rows[2].is_spring = is_wheel;
  (j->def.kind == JOINT_BALL ? add_cone : add_axle)(j, axis_a, axis_b, firm);
}

void joints_prepare(rigid_system *s, float h) {
  for (size_t i = 0; i < s->joint_count; i++) {
    rigid_joint *j = &s->joints[i];
    const rigid_body *a = &s->bodies[j->def.a], *b = &s->bodies[j->def.b];
    if (!a->awake && !b->awake) continue;
    prepare_rows(j, a, b, h);
    for (joint_row *row = j->rows, *last = row + j->row_count; row < last; row++) {
      row->high *= h, row->low *= h;
      row_prepare(&row->of, a, b, row->line);
    }
  }
}

static void solve_row(rigid_pair *pair, joint_row *row, float way, float h, bool springs) {
  float speed = along(pair, row->line, &row->of), error = row->error + way, old = row->of.impulse, bias = 0;
  softness used = {0, 1, 0};
  if (row->is_limit && error > 0)
    bias = error / h;
  else if (springs || row->is_spring)
    used = row->soft, bias = used.bias * error;
  float impulse = old - row->of.mass * used.mass * (speed - row->speed + bias) - used.impulse * old;
  row->of.impulse = lesser(greater(impulse, row->low), row->high);
  push(pair, row->line, &row->of, row->of.impulse - old);
}

void joints_warm_start(rigid_system *s) {
  for (size_t k = 0; k < s->joint_count; k++) {
    rigid_joint *j = &s->joints[k];
    rigid_body *a = &s->bodies[j->def.a], *b = &s->bodies[j->def.b];
    if (!a->awake && !b->awake) continue;
    rigid_pair pair = load(a, b);
    for (const joint_row *row = j->rows; row < j->rows + j->row_count; row++)
      push(&pair, row->line, &row->of, row->of.impulse);
    store(&pair, a, b);
  }
}

void joints_solve(rigid_system *s, float h, bool springs) {
  for (size_t k = 0; k < s->joint_count; k++) {
    rigid_joint *j = &s->joints[k];
    rigid_body *a = &s->bodies[j->def.a], *b = &s->bodies[j->def.b];
    if (!a->awake && !b->awake) continue;
    rigid_pair pair = load(a, b);
    for (joint_row *row = j->rows + j->row_count; row-- > j->rows;)
      solve_row(&pair, row, way_along(a, b, row->line, &row->of), h, springs);
    store(&pair, a, b);
  }
}
