/* wrong_arguments.h: how the arguments of public functions can be wrong.
 *
 * A wrong_... function makes the i-th wrong value of one argument and says which status that must give; it
 * returns false beyond the last one. */
#ifndef CAROM_TEST_ENGINE_WRONG_ARGUMENTS_H
#define CAROM_TEST_ENGINE_WRONG_ARGUMENTS_H

#include <float.h>

#include "arguments.h"

#define COUNT_OF(array) (sizeof(array) / sizeof *(array))

typedef bool wrong_fn(args *a, size_t i);

/* Nothing can be but pointers that are missing. */
static bool none(args *a, size_t i) {
  (void)a, (void)i;
  return false;
}

static bool wrong(args *a, carom_status want) {
  a->want = want;
  return true;
}

/* --- Ids --- */

/* Null, destroyed, of another world, of no slot, of a generation to come, of bits that are all set. */
static bool wrong_id(args *a, size_t i, uint64_t dead, uint64_t other, uint64_t *id) {
  const uint64_t ids[] = {0, dead, other, *id + 1000, *id + (UINT64_C(2) << 32), UINT64_MAX};
  if (i >= COUNT_OF(ids)) return false;
  *id = ids[i];
  return wrong(a, CAROM_STALE_ID);
}

static bool wrong_body(args *a, size_t i) {
  return wrong_id(a, i, a->dead_body.bits, a->other_body.bits, &a->body.bits);
}

static bool wrong_bodies(args *a, size_t i) {
  return wrong_id(a, i, a->dead_body.bits, a->other_body.bits, &a->bodies[1].bits);
}

static bool wrong_collider(args *a, size_t i) {
  return wrong_id(a, i, a->dead_collider.bits, a->other_collider.bits, &a->collider.bits);
}

static bool wrong_second(args *a, size_t i) {
  return wrong_id(a, i, a->dead_collider.bits, a->other_collider.bits, &a->second.bits);
}

/* Alive, but never in contact with itself. */
static bool wrong_pair(args *a, size_t i) {
  a->second = a->collider;
  return i == 0 && wrong(a, CAROM_NO_CONTACT);
}

static bool wrong_handler(args *a, size_t i) {
  return wrong_id(a, i, a->dead_handler.bits, a->other_handler.bits, &a->handler.bits);
}

/* --- Numbers --- */

static bool wrong_number(args *a, size_t i, float least, float most, carom_status range, float *number) {
  const float wrongs[] = {NAN, INFINITY, -INFINITY, least, -1, most * 1.001f, 3e38f};
  if (i >= COUNT_OF(wrongs)) return false;
  *number = wrongs[i];
  return wrong(a, i < 3 ? CAROM_NOT_FINITE : range);
}

static bool wrong_size(args *a, size_t i) {
  const float small[] = {0, 1e-42f};
  if (i >= 2) return wrong_number(a, i - 2, CAROM_SIZE_MIN * 0.99f, CAROM_SIZE_MAX, CAROM_BAD_SIZE, &a->size);
  a->size = small[i];
  return wrong(a, CAROM_BAD_SIZE);
}

/* Zero is one, as no rounding at all. */
static bool wrong_rounding(args *a, size_t i) { return wrong_size(a, i + 1); }

static bool wrong_dt(args *a, size_t i) {
  return wrong_number(a, i, -1e-42f, 1e3f, CAROM_OUT_OF_RANGE, &a->dt);
}

static bool wrong_time(args *a, size_t i) {
  return wrong_number(a, i, 0, 1e3f, CAROM_OUT_OF_RANGE, &a->time);
}

static bool wrong_margin(args *a, size_t i) {
  return wrong_number(a, i, -1e-42f, CAROM_SIZE_MAX, CAROM_OUT_OF_RANGE, &a->margin);
}

static bool wrong_fraction(args *a, size_t i) {
  float fraction;
  if (!wrong_number(a, i, -1e-42f, 1, CAROM_OUT_OF_RANGE, &fraction)) return false;
  a->fraction = (double)fraction;
  return true;
}

static bool wrong_radius(args *a, size_t i) {
  return i != 5 && wrong_number(a, i, -1e-42f, FLT_MAX, CAROM_OUT_OF_RANGE, &a->radius);
}

static bool wrong_density(args *a, size_t i) {
  return i != 5 && wrong_number(a, i, 0, FLT_MAX, CAROM_OUT_OF_RANGE, &a->density);
}

/* None is a mass, too. */
static bool wrong_mass(args *a, size_t i) {
  return i != 5 && wrong_number(a, i, -1e-42f, FLT_MAX, CAROM_OUT_OF_RANGE, &a->part.mass);
}

static bool wrong_angle(args *a, size_t i) {
  const double wrongs[] = {(double)NAN, (double)INFINITY, 2.001e9, -1e300};
  if (i >= COUNT_OF(wrongs)) return false;
  a->angle = wrongs[i];
  return wrong(a, CAROM_NOT_FINITE);
}

static bool wrong_vector(args *a, size_t i, float most, carom_vec3 *v) {
  const carom_vec3 wrongs[] = {{NAN, 0, 0},           {0, -INFINITY, 0}, {0, 0, INFINITY},
                               {most * 1.001f, 0, 0}, {0, -3e38f, 0},    {0, 0, most * -1.001f}};
  if (i >= COUNT_OF(wrongs)) return false;
  *v = wrongs[i];
  return wrong(a, i < 3 ? CAROM_NOT_FINITE : CAROM_OUT_OF_RANGE);
}

static bool wrong_linear(args *a, size_t i) { return wrong_vector(a, i, CAROM_SPEED_MAX, &a->linear); }
static bool wrong_angular(args *a, size_t i) { return wrong_vector(a, i, CAROM_SPEED_MAX, &a->angular); }
static bool wrong_at(args *a, size_t i) { return wrong_vector(a, i, (float)CAROM_POSITION_MAX, &a->at); }
static bool wrong_along(args *a, size_t i) {
  return wrong_vector(a, i, 2 * (float)CAROM_POSITION_MAX, &a->along);
}

/* Of any length but none. */
static bool wrong_direction(args *a, size_t i) {
  const carom_vec3 wrongs[] = {{NAN, 0, 0}, {0, -INFINITY, 0}, {0, -0.0f, 0}};
  if (i >= COUNT_OF(wrongs)) return false;
  a->direction = wrongs[i];
  return wrong(a, i < 2 ? CAROM_NOT_FINITE : CAROM_NOT_UNIT);
}

/* Among oriented boxes a cast is no longer than a position may be. */
static bool wrong_obb_along(args *a, size_t i) {
  return wrong_vector(a, i, (float)CAROM_POSITION_MAX, &a->along);
}

static bool wrong_position(args *a, size_t i, carom_pos *position) {
  const carom_pos wrongs[] = {{(double)NAN, 0, 0},
                              {0, -(double)INFINITY, 0},
                              {0, 0, (double)INFINITY},
                              {1.0000001e9, 0, 0},
                              {0, -1e300, 0}};
  if (i >= COUNT_OF(wrongs)) return false;
  *position = wrongs[i];
  return wrong(a, i < 3 ? CAROM_NOT_FINITE : CAROM_OUT_OF_RANGE);
}

static bool wrong_point(args *a, size_t i) { return wrong_position(a, i, &a->pose_b.position); }
static bool wrong_origin(args *a, size_t i) { return wrong_position(a, i, &a->ray.origin); }

/* Of a contact. */
static bool wrong_normal(args *a, size_t i) {
  return wrong_vector(a, i, 1.001f, &a->contact.manifold.normal);
}
static bool wrong_touch(args *a, size_t i) {
  const carom_pos beyond = {4.0000001e9, 0, 0};
  carom_pos *position = &a->contact.manifold.points[0].position;
  bool is_one = wrong_position(a, i, position);
  if (is_one && i == 3) *position = beyond; /* a contact may be farther away than a body */
  return is_one;
}
static bool wrong_separation(args *a, size_t i) {
  size_t next = i < 4 ? i : i + 1; /* without -1, which is one */
  return wrong_number(a, next, -4.001e9f, 4 * (float)CAROM_POSITION_MAX, CAROM_OUT_OF_RANGE,
                      &a->contact.manifold.points[0].separation);
}

static bool wrong_ray(args *a, size_t i) {
  return wrong_vector(a, i, 2 * (float)CAROM_POSITION_MAX, &a->ray.translation);
}

/* The last ones: its sides are turned round, and longer than a shape may be. */
static bool wrong_region(args *a, size_t i) {
  const carom_region wrongs[] = {{{0, 1, 0}, {0, 0.5, 0}}, {{-2e6, 0, 0}, {2e6, 1, 1}}};
  if (i < 5) return wrong_position(a, i, &a->region.min);
  if (i < 10) return wrong_position(a, i - 5, &a->region.max);
  if (i >= 12) return false;
  a->region = wrongs[i - 10];
  return wrong(a, CAROM_OUT_OF_RANGE);
}

/* --- Poses --- */

static bool wrong_pose_of(args *a, size_t i, carom_pose *pose) {
  if (i >= BAD_POSES) return false;
  *pose = bad_poses[i].pose;
  return wrong(a, bad_poses[i].want);
}

static bool wrong_pose(args *a, size_t i) { return wrong_pose_of(a, i, &a->pose); }
static bool wrong_pose_b(args *a, size_t i) { return wrong_pose_of(a, i, &a->pose_b); }
static bool wrong_from(args *a, size_t i) { return wrong_pose_of(a, i, &a->motion.start); }
static bool wrong_to(args *a, size_t i) { return wrong_pose_of(a, i, &a->motion.end); }
static bool wrong_from_b(args *a, size_t i) { return wrong_pose_of(a, i, &a->motion_b.start); }
static bool wrong_to_b(args *a, size_t i) { return wrong_pose_of(a, i, &a->motion_b.end); }

static bool wrong_offset(args *a, size_t i) { return wrong_vector(a, i, CAROM_SIZE_MAX, &a->local.position); }

static bool wrong_turn(args *a, size_t i) {
  const struct {
    carom_quat rotation;
    carom_status want;
  } turns[] = {{{0, NAN, 0, 1}, CAROM_NOT_FINITE},
               {{0, 0, 0, 0.998f}, CAROM_NOT_UNIT},
               {{1, 1, 0, 0}, CAROM_NOT_UNIT},
               {{1e-42f, 0, 0, 0}, CAROM_NOT_UNIT}};
  if (i >= COUNT_OF(turns)) return false;
  a->local.rotation = turns[i].rotation;
  return wrong(a, turns[i].want);
}

/* --- Shapes --- */

static bool wrong_shape_of(args *a, size_t i, carom_shape *shape) {
  const carom_vec3 o = {0, 0, 0}, up = {0, INFINITY, 0}, far = {0, 0, 2e6f};
  const struct {
    carom_shape shape;
    carom_status want;
  } wrongs[] = {{{.kind = CAROM_NO_SHAPE}, CAROM_UNKNOWN_KIND},
                {{.kind = CAROM_SHAPE_KIND_COUNT}, CAROM_UNKNOWN_KIND},
                {{.kind = (carom_shape_kind)-1}, CAROM_UNKNOWN_KIND},
                {carom_shape_sphere(0), CAROM_BAD_SIZE},
                {carom_shape_sphere(NAN), CAROM_NOT_FINITE},
                {carom_shape_box(1, 0, 1), CAROM_BAD_SIZE},
                {carom_shape_box(1, 1, INFINITY), CAROM_NOT_FINITE},
                {carom_shape_capsule(o, o, -1), CAROM_BAD_SIZE},
                {carom_shape_capsule(up, o, 1), CAROM_NOT_FINITE},
                {carom_shape_capsule(o, far, 1), CAROM_OUT_OF_RANGE},
                {carom_shape_cylinder(1, 2e6f), CAROM_BAD_SIZE},
                {carom_shape_cone(1e-42f, 1), CAROM_BAD_SIZE},
                {carom_shape_frustum(1, 1, 0), CAROM_BAD_SIZE},
                {carom_shape_hull(NULL), CAROM_NULL_ARGUMENT}};
  if (i >= COUNT_OF(wrongs)) return false;
  *shape = wrongs[i].shape;
  return wrong(a, wrongs[i].want);
}

static bool wrong_shape(args *a, size_t i) { return wrong_shape_of(a, i, &a->shape); }
static bool wrong_shape_b(args *a, size_t i) { return wrong_shape_of(a, i, &a->shape_b); }

static bool wrong_filter(args *a, size_t i) {
  a->filter.category = CAROM_MASK_NONE | 1;
  return i == 0 && wrong(a, CAROM_OUT_OF_RANGE);
}

/* Never placed, and changed since. */
static bool wrong_placed_of(args *a, size_t i, carom_placed *placed) {
  if (i == 0) *placed = (carom_placed){.shape = a->shape};
  if (i == 1) placed->ready++;
  return i < 2 && wrong(a, CAROM_NOT_PLACED);
}

static bool wrong_placed(args *a, size_t i) { return wrong_placed_of(a, i, &a->placed[0]); }
static bool wrong_placed_b(args *a, size_t i) { return wrong_placed_of(a, i, &a->placed[1]); }

static bool wrong_index(args *a, size_t i) {
  const carom_index_pair wrongs[] = {{2, 0}, {0, UINT32_MAX}};
  if (i >= COUNT_OF(wrongs)) return false;
  a->pair = wrongs[i];
  return wrong(a, CAROM_OUT_OF_RANGE);
}

/* --- Points, planes and oriented boxes --- */

static bool wrong_corners(args *a, size_t i) {
  const carom_vec3 wrongs[] = {{NAN, 0, 0}, {0, INFINITY, 0}, {0, 0, 1.001e9f}};
  if (i < COUNT_OF(wrongs)) a->corners[5] = wrongs[i];
  if (i == 3) a->corner_count = 0;
  return i < 4 && wrong(a, i < 2 ? CAROM_NOT_FINITE : i < 3 ? CAROM_OUT_OF_RANGE : CAROM_TOO_FEW_POINTS);
}

/* Numbers of a mesh, and of its solid: then a hole, a turned triangle, all turned, and two forms at once. */
static bool wrong_mesh(args *a, size_t i) {
  carom_mesh_def *d = &a->mesh_def;
  const carom_status wants[] = {
      CAROM_TOO_FEW_POINTS, CAROM_LIMIT,        CAROM_LIMIT,        CAROM_OUT_OF_RANGE, CAROM_OUT_OF_RANGE,
      CAROM_OUT_OF_RANGE,   CAROM_OUT_OF_RANGE, CAROM_UNKNOWN_KIND, CAROM_FLAT,         CAROM_NOT_CLOSED,
      CAROM_NOT_CLOSED,     CAROM_INSIDE_OUT,   CAROM_UNKNOWN_KIND};
  if (i == 0) d->triangle_count = 0;
  if (i == 1) d->triangle_count = (size_t)CAROM_MESH_TRIANGLES_MAX + 1;
  if (i == 2) d->vertex_count = (size_t)CAROM_MESH_TRIANGLES_MAX + 1;
  if (i == 3) d->vertex_stride = 11;
  if (i == 4) d->triangle_stride = 11;
  if (i == 5) d->index_bits = 8;
  if (i == 6) a->triangles[2][1] = CORNERS;
  if (i == 7) d->sides = CAROM_MESH_SIDES_COUNT;
  if (i == 8) memset(a->triangles, 0, sizeof a->triangles);
  if (i == 9) d->triangle_count = TRIANGLES - 1;
  if (i == 12) d->compact = d->deforms = true;
  for (uint32_t k = 0; k < TRIANGLES; k++)
    if (i == 11 || (i == 10 && k == 2)) {
      uint32_t first = a->triangles[k][0];
      a->triangles[k][0] = a->triangles[k][1];
      a->triangles[k][1] = first;
    }
  return i < COUNT_OF(wants) && wrong(a, wants[i]);
}

/* A corner, and all of them scaled. */
static bool wrong_mesh_cloud(args *a, size_t i) {
  const carom_vec3 wrongs[] = {{NAN, 0, 0}, {0, INFINITY, 0}, {0, 0, 1.001e6f}};
  if (i < COUNT_OF(wrongs)) a->corners[5] = wrongs[i];
  for (int k = 0; k < CORNERS && i == 3; k++)
    a->corners[k] =
        (carom_vec3){a->corners[k].x * 1e-42f, a->corners[k].y * 1e-42f, a->corners[k].z * 1e-42f};
  return i < 4 && wrong(a, i < 2 ? CAROM_NOT_FINITE : i == 2 ? CAROM_OUT_OF_RANGE : CAROM_BAD_SIZE);
}

static bool wrong_triangle(args *a, size_t i) {
  a->triangle = i == 0 ? TRIANGLES : UINT32_MAX;
  return i < 2 && wrong(a, CAROM_OUT_OF_RANGE);
}

/* Numbers of a compound. */
static bool wrong_compound(args *a, size_t i) {
  const carom_status wants[] = {CAROM_TOO_FEW_POINTS, CAROM_LIMIT, CAROM_OUT_OF_RANGE};
  if (i == 0) a->compound_def.child_count = 0;
  if (i == 1) a->compound_def.child_count = CAROM_COMPOUND_CHILDREN_MAX + 1;
  if (i == 2) a->compound_def.child_stride = sizeof(carom_compound_child) - 1;
  return i < COUNT_OF(wants) && wrong(a, wants[i]);
}

/* The second of the children. */
static bool wrong_child(args *a, size_t i) {
  carom_compound_child *c = &a->children[1];
  const carom_status wants[] = {CAROM_UNKNOWN_KIND, CAROM_NULL_ARGUMENT, CAROM_BAD_SIZE, CAROM_WRONG_FAMILY,
                                CAROM_NOT_FINITE,   CAROM_OUT_OF_RANGE,  CAROM_NOT_UNIT, CAROM_OUT_OF_RANGE};
  if (i == 0) c->shape.kind = CAROM_SHAPE_KIND_COUNT;
  if (i == 1) c->shape = carom_shape_compound(NULL);
  if (i == 2) c->shape = carom_shape_sphere(0);
  if (i == 3) c->shape = carom_shape_disc(1);
  if (i == 4) c->pose.position.y = NAN;
  if (i == 5) c->pose.position.y = 1.001e6f;
  if (i == 6) c->pose.rotation.w = 2;
  if (i == 7) c->pose.position.y = 1e6f;
  return i < COUNT_OF(wants) && wrong(a, wants[i]);
}

static bool wrong_child_index(args *a, size_t i) {
  a->child = i == 0 ? CHILDREN : SIZE_MAX;
  return i < 2 && wrong(a, CAROM_OUT_OF_RANGE);
}

/* Cells, of a field or of an edit. */
static bool wrong_field_cells(args *a, size_t i) {
  const carom_status wants[] = {CAROM_NOT_FINITE,   CAROM_NOT_FINITE,   CAROM_OUT_OF_RANGE,
                                CAROM_OUT_OF_RANGE, CAROM_OUT_OF_RANGE, CAROM_UNKNOWN_KIND};
  if (i == 0) a->heights[5] = NAN;
  if (i == 1) a->heights[0] = INFINITY;
  if (i == 2) a->heights[3] = 1.001e6f;
  if (i == 3) a->field_def.cells.height_stride = 3;
  if (i == 4) a->field_def.cells.height_row = 3;
  if (i == 5) a->flags[1] = 4;
  return i < COUNT_OF(wants) && wrong(a, wants[i]);
}

static bool wrong_field_place(args *a, size_t i) {
  const float wrongs[] = {NAN, -0.001f, 2.001f};
  if (i < COUNT_OF(wrongs)) a->place = wrongs[i];
  return i < COUNT_OF(wrongs) && wrong(a, i == 0 ? CAROM_NOT_FINITE : CAROM_OUT_OF_RANGE);
}

static bool wrong_field_column(args *a, size_t i) {
  if (i == 0) a->column = 1;
  if (i == 1) a->column = UINT32_MAX;
  if (i == 2) a->field_def.cells.rows = 2;
  if (i == 3) a->field_def.cells.columns = UINT32_MAX;
  return i < 4 && wrong(a, CAROM_OUT_OF_RANGE);
}

static bool wrong_field(args *a, size_t i) {
  carom_field_def *d = &a->field_def;
  const carom_status wants[] = {CAROM_OUT_OF_RANGE, CAROM_LIMIT,      CAROM_UNKNOWN_KIND, CAROM_UNKNOWN_KIND,
                                CAROM_BAD_SIZE,     CAROM_BAD_SIZE,   CAROM_BAD_SIZE,     CAROM_BAD_SIZE,
                                CAROM_NOT_FINITE,   CAROM_NOT_FINITE, CAROM_OUT_OF_RANGE, CAROM_FLAT};
  if (i == 0) d->cells.columns = 0;
  if (i == 1) d->cells.rows = CAROM_FIELD_SIDE_MAX + 1;
  if (i == 2) d->format = CAROM_FIELD_FORMAT_COUNT;
  if (i == 3) d->sides = CAROM_MESH_SIDES_COUNT;
  if (i == 4) d->spacing_x = 1e-6f;
  if (i == 5) d->spacing_z = -1;
  if (i == 6) d->scale = -1;
  if (i == 7) d->depth = 0;
  if (i == 8) d->depth = NAN;
  if (i == 9) d->offset = INFINITY;
  if (i == 10) d->offset = -1.001e6f;
  if (i == 11) a->flags[0] = a->flags[1] = CAROM_FIELD_HOLE;
  return i < COUNT_OF(wants) && wrong(a, wants[i]);
}

/* The corners of the box scaled along each axis, then moved. */
static bool wrong_cloud(args *a, size_t i) {
  const struct {
    carom_vec3 scale;
    float x;
    carom_status want;
  } wrongs[] = {{{1, 0, 1}, 0, CAROM_FLAT},
                {{1, 0, 0}, 0, CAROM_FLAT},
                {{1, 1e-6f, 1}, 0, CAROM_FLAT},
                {{0, 0, 0}, 0, CAROM_FLAT},
                {{1e-42f, 1e-42f, 1e-42f}, 0, CAROM_BAD_SIZE},
                {{1, 6e5f, 1}, 0, CAROM_BAD_SIZE},
                {{1, 1, 1}, 1.001e6f, CAROM_OUT_OF_RANGE},
                {{1, 1, NAN}, 0, CAROM_NOT_FINITE},
                {{1, 1, 1}, INFINITY, CAROM_NOT_FINITE}};
  if (i >= COUNT_OF(wrongs)) return false;
  const carom_vec3 scale = wrongs[i].scale;
  for (int k = 0; k < CORNERS; k++) {
    const carom_vec3 p = a->corners[k];
    a->corners[k] = (carom_vec3){p.x * scale.x + wrongs[i].x, p.y * scale.y, p.z * scale.z};
  }
  return wrong(a, wrongs[i].want);
}

static bool wrong_cap(args *a, size_t i) {
  a->cap = i == 0 ? 3 : CAROM_HULL_VERTICES_MAX + 1;
  return i < 2 && wrong(a, CAROM_OUT_OF_RANGE);
}

static bool wrong_stride(args *a, size_t i) {
  a->stride = sizeof(carom_vec3) - 1;
  return i == 0 && wrong(a, CAROM_OUT_OF_RANGE);
}

static bool wrong_counts(args *a, size_t i) {
  a->corner_count = a->side_count = 3;
  return i == 0 && wrong(a, CAROM_TOO_FEW_POINTS);
}

static bool wrong_sides(args *a, size_t i) {
  const struct {
    carom_plane side;
    carom_status want;
  } wrongs[] = {{{{0, 0, 0}, 1}, CAROM_NOT_UNIT},
                {{{NAN, 0, 0}, 1}, CAROM_NOT_FINITE},
                {{{-1, 0, 0}, INFINITY}, CAROM_NOT_FINITE},
                {{{1, 0, 0}, 2}, CAROM_UNBOUNDED},
                {{{-1, 0, 0}, -2}, CAROM_EMPTY},
                {{{-1, 0, 0}, -1}, CAROM_FLAT}};
  if (i >= COUNT_OF(wrongs)) return false;
  a->sides[1] = wrongs[i].side;
  return wrong(a, wrongs[i].want);
}

static bool wrong_obb_of(args *a, size_t i, carom_obb *box) {
  const struct {
    carom_obb box;
    carom_status want;
  } wrongs[] = {{{{NAN, 0, 0}, a->obb.axes, {1, 1, 1}}, CAROM_NOT_FINITE},
                {{{0, 0, 0}, a->obb.axes, {1, INFINITY, 1}}, CAROM_NOT_FINITE},
                {{{0, 0, 0}, {{1, 0, 0}, {0, NAN, 0}, {0, 0, 1}}, {1, 1, 1}}, CAROM_NOT_FINITE},
                {{{0, 0, 1.001e9f}, a->obb.axes, {1, 1, 1}}, CAROM_OUT_OF_RANGE},
                {{{0, 0, 0}, a->obb.axes, {1, -1e-42f, 1}}, CAROM_BAD_SIZE},
                {{{0, 0, 0}, a->obb.axes, {1, 1, 1.001e6f}}, CAROM_BAD_SIZE},
                {{{0, 0, 0}, {{0, 0, 0}, {0, 0, 0}, {0, 0, 0}}, {1, 1, 1}}, CAROM_DEGENERATE_AXES},
                {{{0, 0, 0}, {{1.002f, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {1, 1, 1}}, CAROM_DEGENERATE_AXES},
                {{{0, 0, 0}, {{1, 0, 0}, {1, 0, 0}, {0, 0, 1}}, {1, 1, 1}}, CAROM_DEGENERATE_AXES}};
  if (i >= COUNT_OF(wrongs)) return false;
  *box = wrongs[i].box;
  return wrong(a, wrongs[i].want);
}

static bool wrong_obb(args *a, size_t i) { return wrong_obb_of(a, i, &a->obb); }
static bool wrong_obb_b(args *a, size_t i) { return wrong_obb_of(a, i, &a->obb_b); }

static bool wrong_aabb(args *a, size_t i) {
  const struct {
    carom_aabb box;
    carom_status want;
  } wrongs[] = {{{{0, NAN, 0}, {1, 1, 1}}, CAROM_NOT_FINITE},
                {{{0, 0, 0}, {1, 1, INFINITY}}, CAROM_NOT_FINITE},
                {{{0, 1, 0}, {1, 0.5f, 1}}, CAROM_OUT_OF_RANGE},
                {{{-2e6f, 0, 0}, {2e6f, 1, 1}}, CAROM_BAD_SIZE}};
  if (i >= COUNT_OF(wrongs)) return false;
  a->aabb = wrongs[i].box;
  return wrong(a, wrongs[i].want);
}

static bool wrong_matrix(args *a, size_t i) {
  const struct {
    float matrix[9];
    carom_status want;
  } wrongs[] = {{{1, 0, 0, 0, NAN, 0, 0, 0, 1}, CAROM_NOT_FINITE},
                {{0, 0, 0, 0, 1, 0, 0, 0, 1}, CAROM_DEGENERATE_AXES},
                {{1, 0, 0, 1, 1e-5f, 0, 0, 0, 1}, CAROM_DEGENERATE_AXES},
                {{1, 0, 0, 0, 1, 0, 1, 1, 1e-5f}, CAROM_DEGENERATE_AXES},
                {{3e38f, 0, 0, 0, 1, 0, 0, 0, 1}, CAROM_BAD_SIZE}};
  if (i >= COUNT_OF(wrongs)) return false;
  memcpy(a->matrix, wrongs[i].matrix, sizeof a->matrix);
  return wrong(a, wrongs[i].want);
}

/* --- The plane --- */

static bool wrong_obb2_of(args *a, size_t i, carom_obb2 *box) {
  const struct {
    carom_obb2 box;
    carom_status want;
  } wrongs[] = {{{{NAN, 0}, {1, 0}, {1, 1}}, CAROM_NOT_FINITE},
                {{{0, 0}, {1, NAN}, {1, 1}}, CAROM_NOT_FINITE},
                {{{0, 0}, {1, 0}, {INFINITY, 1}}, CAROM_NOT_FINITE},
                {{{0, 1.001e9f}, {1, 0}, {1, 1}}, CAROM_OUT_OF_RANGE},
                {{{0, 0}, {1, 0}, {1, -1e-42f}}, CAROM_BAD_SIZE},
                {{{0, 0}, {1, 0}, {1.001e6f, 1}}, CAROM_BAD_SIZE},
                {{{0, 0}, {0, 0}, {1, 1}}, CAROM_NOT_UNIT},
                {{{0, 0}, {1.002f, 0}, {1, 1}}, CAROM_NOT_UNIT}};
  if (i >= COUNT_OF(wrongs)) return false;
  *box = wrongs[i].box;
  return wrong(a, wrongs[i].want);
}

static bool wrong_obb2(args *a, size_t i) { return wrong_obb2_of(a, i, &a->obb2); }
static bool wrong_obb2_b(args *a, size_t i) { return wrong_obb2_of(a, i, &a->obb2_b); }

/* The third corner of the square is elsewhere. */
static bool wrong_corner(args *a, size_t i) {
  const struct {
    carom_vec2 corner;
    carom_status want;
  } wrongs[] = {{{NAN, 1}, CAROM_NOT_FINITE},
                {{1, INFINITY}, CAROM_NOT_FINITE},
                {{1, 1.1f}, CAROM_NOT_RECTANGLE},
                {{-1, -1}, CAROM_NOT_RECTANGLE}};
  if (i >= COUNT_OF(wrongs)) return false;
  a->square[2] = wrongs[i].corner;
  return wrong(a, wrongs[i].want);
}

static bool wrong_ring(args *a, size_t i) {
  const struct {
    carom_vec2 corner;
    carom_status want;
  } wrongs[] = {{{NAN, 1}, CAROM_NOT_FINITE},
                {{1.001e6f, 1}, CAROM_OUT_OF_RANGE},
                {{1, -1}, CAROM_REPEATED_POINT},
                {{-3, 0}, CAROM_CROSSING}};
  a->ring.points = a->square;
  if (i == COUNT_OF(wrongs)) {
    a->ring.count = 2;
    return wrong(a, CAROM_TOO_FEW_POINTS);
  }
  if (i > COUNT_OF(wrongs)) return false;
  a->square[2] = wrongs[i].corner;
  return wrong(a, wrongs[i].want);
}

static bool wrong_vertex(args *a, size_t i) {
  const carom_vec2 corners[] = {{NAN, 1}, {1.001e6f, 1}};
  if (i < COUNT_OF(corners)) {
    a->square[2] = corners[i];
    return wrong(a, i == 0 ? CAROM_NOT_FINITE : CAROM_OUT_OF_RANGE);
  }
  a->ring.count = 2;
  return i == COUNT_OF(corners) && wrong(a, CAROM_TOO_FEW_POINTS);
}

/* Of a convex polygon, A or B. */
static bool wrong_polygon(args *a, size_t i) {
  if (!wrong_ring(a, i)) return false;
  bool turns = a->want == CAROM_REPEATED_POINT || a->want == CAROM_CROSSING;
  return wrong(a, turns ? CAROM_NOT_CONVEX : a->want);
}

static bool wrong_polygon_b(args *a, size_t i) {
  carom_ring good = a->ring;
  bool more = wrong_polygon(a, i);
  a->ring_b = a->ring, a->ring = good;
  return more;
}

static bool wrong_chain(args *a, size_t i) {
  a->chain_def.stride = i == 0 ? 7 : 0;
  a->chain_def.count = i == 1 ? 1 : 4;
  if (i == 2) a->square[3] = a->square[2];
  if (i == 3) a->square[3].y = NAN;
  const carom_status wants[] = {CAROM_OUT_OF_RANGE, CAROM_TOO_FEW_POINTS, CAROM_REPEATED_POINT,
                                CAROM_NOT_FINITE};
  a->chain_def.points = &a->square[0].x;
  return i < COUNT_OF(wants) && wrong(a, wants[i]);
}

static bool wrong_most_corners(args *a, size_t i) {
  a->most_corners = (uint32_t)i + 1;
  return i < 2 && wrong(a, CAROM_OUT_OF_RANGE);
}

/* --- Kinds, definitions and bytes --- */

/* What lies before and after each list of kinds. */
static bool wrong_kind_of(args *a, size_t i, int count, int *kind) {
  const int kinds[] = {-1, count, INT32_MAX};
  if (i >= COUNT_OF(kinds)) return false;
  *kind = kinds[i];
  return wrong(a, CAROM_UNKNOWN_KIND);
}

static bool wrong_kind(args *a, size_t i) {
  int kind = 0;
  bool more = wrong_kind_of(a, i, CAROM_BODY_KIND_COUNT, &kind);
  a->kind = (carom_body_kind)kind;
  return more;
}

static bool wrong_form(args *a, size_t i) {
  int form = 0;
  bool more = wrong_kind_of(a, i, CAROM_TESSELLATION_LINES + 1, &form);
  a->form = (carom_tessellation)form;
  return more;
}

static bool wrong_detail(args *a, size_t i) {
  const uint32_t details[] = {1, 3, CAROM_DETAIL_MAX + 1, UINT32_MAX};
  if (i >= COUNT_OF(details)) return false;
  a->detail = details[i];
  return wrong(a, CAROM_OUT_OF_RANGE);
}

static bool wrong_scalar(args *a, size_t i) {
  int scalar = 0;
  bool more = wrong_kind_of(a, i, CAROM_SCALAR_COUNT, &scalar);
  a->scalar = (carom_scalar)scalar;
  return more;
}

static bool wrong_layout(args *a, size_t i) {
  int layout = 0;
  bool more = wrong_kind_of(a, i, CAROM_MATRIX_ROWS + 1, &layout);
  a->layout = (carom_matrix_layout)layout;
  return more;
}

static bool wrong_touching(args *a, size_t i) {
  int touching = 0;
  bool more = wrong_kind_of(a, i, CAROM_TOUCHING_IS_APART + 1, &touching);
  a->touching = (carom_touching)touching;
  return more;
}

/* Its margin is checked also where a save has another one. */
static bool wrong_world_def(args *a, size_t i) {
  int kind = 0;
  if (i >= 3)
    return wrong_number(a, i - 3, -1e-42f, CAROM_SIZE_MAX, CAROM_OUT_OF_RANGE, &a->world_def.margin);
  bool more = wrong_kind_of(a, i, CAROM_BROADPHASE_KIND_COUNT, &kind);
  a->world_def.broadphase = (carom_broadphase_kind)kind;
  return more;
}

/* Of a name: the longest list has fewer. */
static bool wrong_name(args *a, size_t i) { return wrong_kind_of(a, i, 1000, &a->name); }

/* A static body, to be created or there already, has no velocity. */
static bool wrong_static(args *a, size_t i) {
  a->kind = CAROM_STATIC;
  a->body = a->still;
  return i == 0 && wrong(a, CAROM_STATIC_BODY);
}

static bool wrong_draw(args *a, size_t i) {
  const struct {
    uint32_t parts;
    float length;
    carom_status want;
  } wrongs[] = {{64, 1, CAROM_UNKNOWN_KIND},
                {UINT32_MAX, 1, CAROM_UNKNOWN_KIND},
                {0, NAN, CAROM_NOT_FINITE},
                {0, INFINITY, CAROM_NOT_FINITE},
                {0, -1e-42f, CAROM_OUT_OF_RANGE}};
  if (i >= COUNT_OF(wrongs)) return false;
  a->draw = (carom_draw){.parts = wrongs[i].parts, .normal_length = wrongs[i].length};
  return wrong(a, wrongs[i].want);
}

static bool wrong_handler_def(args *a, size_t i) {
  const struct {
    uint32_t events;
    float impact;
    carom_status want;
  } wrongs[] = {{32, 0, CAROM_UNKNOWN_KIND},
                {UINT32_MAX, 0, CAROM_UNKNOWN_KIND},
                {CAROM_EVENT_END, 1, CAROM_UNKNOWN_KIND},
                {CAROM_EVENT_BEGIN, NAN, CAROM_NOT_FINITE},
                {CAROM_EVENT_BEGIN, INFINITY, CAROM_NOT_FINITE},
                {CAROM_EVENT_BEGIN, -1e-42f, CAROM_OUT_OF_RANGE}};
  if (i == COUNT_OF(wrongs)) {
    a->handler_def.callback = NULL;
    return wrong(a, CAROM_NULL_ARGUMENT);
  }
  if (i > COUNT_OF(wrongs)) return false;
  a->handler_def.events = wrongs[i].events;
  a->handler_def.impact = wrongs[i].impact;
  return wrong(a, wrongs[i].want);
}

static bool wrong_mover(args *a, size_t i) {
  const struct {
    carom_mover mover;
    carom_status want;
  } wrongs[] = {{{.step_height = NAN}, CAROM_NOT_FINITE},
                {{.snap = INFINITY}, CAROM_NOT_FINITE},
                {{.margin = -1e-42f}, CAROM_OUT_OF_RANGE},
                {{.push_out = 1.001f * CAROM_SIZE_MAX}, CAROM_OUT_OF_RANGE},
                {{.max_slope = NAN}, CAROM_NOT_FINITE},
                {{.max_slope = -1e-42f}, CAROM_OUT_OF_RANGE},
                {{.max_slope = 1.5708f}, CAROM_OUT_OF_RANGE},
                {{.up = {0, NAN, 0}}, CAROM_NOT_FINITE},
                {{.up = {0, 1e-42f, 0}}, CAROM_NOT_UNIT},
                {{.up = {1, 0, -1}}, CAROM_NOT_UNIT},
                {{.footing = CAROM_FOOTING_COUNT}, CAROM_UNKNOWN_KIND},
                {{.footing = (carom_footing)-1}, CAROM_UNKNOWN_KIND},
                {{.footing = CAROM_ON_GROUND, .ground_pose.position.y = (double)NAN}, CAROM_NOT_FINITE}};
  if (i == COUNT_OF(wrongs)) {
    a->shape = carom_shape_cylinder(1, 1);
    return wrong(a, CAROM_UNKNOWN_KIND);
  }
  if (i > COUNT_OF(wrongs)) return false;
  a->mover = wrongs[i].mover;
  return wrong(a, wrongs[i].want);
}

static bool wrong_result(args *a, size_t i) {
  a->result.plane_count = CAROM_MOVER_PLANES + 1;
  return i == 0 && wrong(a, CAROM_OUT_OF_RANGE);
}

static bool wrong_threads(args *a, size_t i) {
  a->threads = i == 0 ? CAROM_POOL_THREADS_MAX + 1 : UINT32_MAX;
  return i < 2 && wrong(a, CAROM_OUT_OF_RANGE);
}

/* Empty, cut off, longer than they say, and changed at the start, in the middle and at the end. */
static bool wrong_bytes(args *a, size_t i, unsigned char *bytes, size_t *size) {
  const size_t sizes[] = {0, 1, *size / 2, *size - 1, *size + 1};
  const size_t places[] = {0, *size / 2, *size - 1};
  if (i < COUNT_OF(sizes))
    *size = sizes[i];
  else if (i < COUNT_OF(sizes) + COUNT_OF(places))
    bytes[places[i - COUNT_OF(sizes)]] ^= 4;
  else
    return false;
  return wrong(a, CAROM_BAD_SNAPSHOT);
}

/* What a recording begins with. */
static bool wrong_recording(args *a, size_t i) {
  if (i == 2) a->recording[0] ^= 1;
  if (i < 2) a->recording_size = i;
  return i < 3 && wrong(a, CAROM_BAD_SNAPSHOT);
}

/* What has no checksum: cut off, with more behind it, or of another sort. */
static bool wrong_parts(args *a, size_t i, unsigned char *bytes, size_t *size) {
  *size = i == 0 ? *size - 1 : i == 1 ? *size + 1 : *size;
  if (i == 2) bytes[0] ^= 1;
  return i < 3 && wrong(a, CAROM_BAD_SNAPSHOT);
}

static bool wrong_parcel(args *a, size_t i) { return wrong_parts(a, i, a->parcel, &a->parcel_size); }
static bool wrong_shape_bytes(args *a, size_t i) { return wrong_parts(a, i, a->shape_bytes, &a->shape_size); }
static bool wrong_touching_bytes(args *a, size_t i) { return wrong_parts(a, i, a->touch, &a->touch_size); }
static bool wrong_body_pair(args *a, size_t i) {
  a->second = a->collider;
  return i == 0 && wrong(a, CAROM_OUT_OF_RANGE);
}
static bool wrong_save(args *a, size_t i) { return wrong_bytes(a, i, a->save, &a->save_size); }
static bool wrong_rollback(args *a, size_t i) { return wrong_bytes(a, i, a->rollback, &a->rollback_size); }

#endif
