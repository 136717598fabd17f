/* part_exits.c: finds the faces of two parts by their depths. */
#include "part_exits.h"

static const carom__core *core_of(const carom__part_exits *exits, int side) {
  return side == 0 ? &exits->cores.a : &exits->cores.b;
}

/* What is no hull has its faces along the axes of its box, if any: of a side that is bent the tangent plane
 * is known, which is no face. A point or a segment has none. */
static uint32_t face_count(const carom__core *core) {
  const carom__shape_class *class = core->class;
  carom__flat flat;
  if (class->flat) {
    class->flat(core->shape, &flat);
    return flat_straight_edges(&flat);
  }
  if (core->hull) return core->hull->face_count;
  return class->vertex_count && class->vertex_count(core->shape) < 3 ? 0 : 6;
}

/* The normal of a side of a planar part. */
static carom_vec3 side_normal(const carom__core *core, uint32_t index) {
  carom__flat flat;
  core->class->flat(core->shape, &flat);
  carom__dvec2 a = dvec2_widen(flat.points[index]),
               b = dvec2_widen(flat.points[flat_after(index, flat.count)]);
  double x = b.y - a.y, y = a.x - b.x, length = square_root(x * x + y * y);
  return vec3((float)(x / length), (float)(y / length), 0);
}

typedef struct exit_plane {
  carom_vec3 normal;
  bool is_face;
} exit_plane;

static carom_vec3 box_normal(uint32_t index) {
  carom_vec3 normal = vec3(0, 0, 0);
  vec3_set(&normal, (int)(index / 2), index % 2 ? 1.0f : -1.0f);
  return normal;
}

static exit_plane plane_of(const carom__core *core, uint32_t index) {
  if (core->class->flat) return (exit_plane){side_normal(core, index), true};
  if (core->hull) return (exit_plane){core->hull->planes[index].normal, true};
  carom_obb box;
  carom__face face;
  if (core->box) return (exit_plane){box_normal(index), true};
  core->class->obb(core->shape, &box);
  carom_vec3 axis = mat3_column(&box.axes, (int)(index / 2));
  core->class->face(core->shape, index % 2 ? axis : vec3_neg(axis), &face);
  return (exit_plane){face.normal, face.count >= 3};
}

static double depth_along(const carom__part_exits *exits, int side, carom_vec3 normal) {
  const carom__cores *cores = &exits->cores;
  carom__dvec3 direction = dvec3_widen(normal);
  if (side == 1) direction = dvec3_neg(dvec3_turn(&exits->b_in_a.axes, normal));
  double reach = dvec3_dot(carom__cores_support(cores, direction).w, direction);
  return reach + cores->a.radius + cores->b.radius;
}

/* The middle of the other part, in the frame of this one. */
static carom_vec3 other_middle(const carom__part_exits *exits, int side) {
  const carom__part *part = exits->parts[side], *other = exits->parts[1 - side];
  carom_vec3 center = shape_center(carom__shape_class_of(other->shape.kind), &other->shape);
  return frame_unapply(&part->frame, frame_apply(&other->frame, center));
}

/* Is a point beyond a face? */
static bool is_beyond(const carom__core *core, uint32_t face, carom_vec3 normal, carom_vec3 at) {
  uint32_t index;
  if (core->hull) return vec3_dot(at, normal) - core->hull->planes[face].offset > (float)core->radius;
  carom_vec3 way = vec3_sub(at, core->class->support(core->shape, normal, &index));
  return (double)vec3_dot(way, normal) > core->radius;
}

static bool is_outside(const carom__part_exits *exits, int side) {
  const carom__core *core = core_of(exits, side);
  carom_vec3 at = other_middle(exits, side);
  for (uint32_t i = 0; i < face_count(core); i++)
    if (is_beyond(core, i, plane_of(core, i).normal, at)) return true;
  return false;
}

void carom__part_exits_begin(carom__part_exits *exits, const carom__part *a, const carom__part *b) {
  exits->parts[0] = a, exits->parts[1] = b;
  exits->b_in_a = frame_relative(&a->frame, &b->frame);
  exits->cores = carom__cores_make(&a->shape, &b->shape, &exits->b_in_a);
  exits->last = (carom__part_exit){.depth = -HUGE_VAL};
  exits->complete = false;
  exits->count = exits->next = 0;
  for (int side = 0; side < 2; side++) exits->outside[side] = is_outside(exits, side);
}

/* Does a face come after another? Of equal depths, faces of A come first. */
static bool is_after(const carom__part_exit *first, const carom__part_exit *then) {
  if (then->depth != first->depth) return then->depth > first->depth;
  return then->side != first->side ? then->side > first->side : then->face > first->face;
}

/* Puts a face into the list, of which the last goes when there is no room. */
static void put_in(carom__part_exits *exits, const carom__part_exit *exit) {
  bool full = exits->count == CAROM__EXITS_LISTED;
  if (full) exits->complete = false;
  if (full && is_after(&exits->list[exits->count - 1], exit)) return;
  uint32_t at = full ? exits->count - 1 : exits->count++;
  for (; at > 0 && is_after(exit, &exits->list[at - 1]); at--) exits->list[at] = exits->list[at - 1];
  exits->list[at] = *exit;
}

static void list_side(carom__part_exits *exits, int side) {
  const carom__core *core = core_of(exits, side);
  carom_vec3 at = other_middle(exits, side);
  for (uint32_t i = 0; i < face_count(core); i++) {
    exit_plane plane = plane_of(core, i);
    carom__part_exit exit = {.side = side, .face = i, .normal = plane.normal};
    if (!plane.is_face) continue;
    if (exits->outside[side] && !is_beyond(core, i, exit.normal, at)) continue;
    exit.depth = depth_along(exits, side, exit.normal);
    if (exit.depth < HUGE_VAL && is_after(&exits->last, &exit)) put_in(exits, &exit);
  }
}

/* Lists the faces that come after the last one. */
static void fill_list(carom__part_exits *exits) {
  exits->complete = true;
  exits->count = exits->next = 0;
  for (int side = 0; side < 2; side++) list_side(exits, side);
}

bool carom__part_exits_next(carom__part_exits *exits, carom__part_exit *out) {
  if (exits->next == exits->count && !exits->complete) fill_list(exits);
  if (exits->next == exits->count) return false;
  exits->last = *out = exits->list[exits->next++];
  return true;
}
