/* shape_bounds.c: computes the tight world AABB of a shape at a pose. The engine uses other boxes, which are
 * larger by the tolerance of touching (carom__shape_bounds). */
#include "dvec.h"
#include "placed.h"
#include "shape_class.h"

/* What a double that was rounded a few times may be off by, relative to what it is made of. */
#define DOUBLE_ROUNDING 0x1p-49

/* The axes of the world, as seen from the shape: the rows of the exact rotation, in double. */
static void rows_of(carom_quat q, carom__dvec3 rows[3]) {
  double x = (double)q.x, y = (double)q.y, z = (double)q.z, w = (double)q.w, square = quat_length_squared(q);
  double s = square > 0 ? 2 / square : 0;
  rows[0] = dvec3(1 - s * (y * y + z * z), s * (x * y - z * w), s * (x * z + y * w));
  rows[1] = dvec3(s * (x * y + z * w), 1 - s * (x * x + z * z), s * (y * z - x * w));
  rows[2] = dvec3(s * (x * z - y * w), s * (y * z + x * w), 1 - s * (x * x + y * y));
}

/* A product with a rounded factor, rounded up; without rotation nothing is rounded. */
static double times_up(double factor, double length) {
  double product = factor * length;
  return fabs(factor) == 1 ? product : product + DOUBLE_ROUNDING * fabs(product);
}

static double along_up(carom__dvec3 axis, carom__dvec3 p) {
  return double_add_up(double_add_up(times_up(axis.x, p.x), times_up(axis.y, p.y)), times_up(axis.z, p.z));
}

/* How much of a direction is across the axis of two discs that are apart. By division their axis is exact
 * where it is one of the frame. */
static double across_discs(const carom__discs *d, carom__dvec3 direction) {
  carom__dvec3 way = dvec3_sub(dvec3_widen(d->centers[1]), dvec3_widen(d->centers[0]));
  double length = dvec3_length(way);
  carom__dvec3 along = dvec3(way.x / length, way.y / length, way.z / length);
  return dvec3_length(dvec3_mad(direction, along, -dvec3_dot(direction, along)));
}

static double discs_reach(const carom_shape *shape, const carom__shape_class *class, carom__dvec3 axis) {
  carom__discs d;
  class->discs(shape, &d);
  double across = d.balls ? 1 : across_discs(&d, axis);
  double first = along_up(axis, dvec3_widen(d.centers[0])),
         second = along_up(axis, dvec3_widen(d.centers[1]));
  return greater_double(double_add_up(first, times_up(across, d.radii[0])),
                        double_add_up(second, times_up(across, d.radii[1])));
}

/* Where a smooth core touches a plane across an axis of its frame nothing is rounded. */
static double smooth_reach(const carom_shape *shape, const carom__shape_class *class, carom__dvec3 axis) {
  carom__smooth_point farthest;
  class->smooth(shape, axis, &farthest);
  double reach = dvec3_dot(farthest.point, axis);
  bool along_frame = fabs(axis.x) == 1 || fabs(axis.y) == 1 || fabs(axis.z) == 1;
  return along_frame ? reach : reach + DOUBLE_ROUNDING * fabs(reach);
}

/* How far the vertices of a flat and its arc reach along an axis of the plane; z has nothing. A half has its
 * arc above. */
static double flat_reach(const carom_shape *shape, const carom__shape_class *class, carom__dvec3 axis) {
  carom__flat flat;
  class->flat(shape, &flat);
  double most = -HUGE_VAL, x = (double)flat.arc.x * axis.x, y = (double)flat.arc.y * axis.y;
  for (uint32_t i = 0; i < flat.count; i++)
    most = greater_double(most, along_up(axis, dvec3((double)flat.points[i].x, (double)flat.points[i].y, 0)));
  if (flat.count == 2 && axis.y < 0) return most;
  double reach = x == 0 ? fabs(y) : y == 0 ? fabs(x) : square_root(x * x + y * y);
  bool along_frame = fabs(axis.x) == 1 || fabs(axis.y) == 1;
  return greater_double(most, along_frame ? reach : reach + DOUBLE_ROUNDING * reach);
}

static double vertex_reach(const carom_shape *shape, const carom__shape_class *class, carom__dvec3 axis) {
  double most = -HUGE_VAL;
  for (uint32_t i = class->vertex_count(shape); i-- > 0;)
    most = greater_double(most, along_up(axis, dvec3_widen(class->vertex(shape, i))));
  return most;
}

/* How far the shape reaches along an axis, from a place on it, at least and hardly more. */
static float bound_up(const carom_shape *shape, carom__dvec3 axis, double from) {
  const carom__shape_class *class = carom__shape_class_of(shape->kind);
  double core = class->vertex   ? vertex_reach(shape, class, axis)
                : class->smooth ? smooth_reach(shape, class, axis)
                : class->flat   ? flat_reach(shape, class, axis)
                                : discs_reach(shape, class, axis);
  return double_round_up(double_add_up(double_add_up(core, (double)shape_radius(class, shape)), from));
}

/* Where a shape is: the axes of the world as it sees them, and how far its origin is along them and against
 * them, rounded up. */
typedef struct bounded_place {
  carom__dvec3 rows[3];
  double along[3], against[3];
} bounded_place;

static carom_aabb bound_at(const carom_shape *shape, const bounded_place *s) {
  float low[3], high[3];
  for (int i = 0; i < 3; i++) {
    low[i] = 0 - bound_up(shape, dvec3_scale(s->rows[i], -1), s->against[i]);
    high[i] = bound_up(shape, s->rows[i], s->along[i]);
  }
  return (carom_aabb){vec3(low[0], low[1], low[2]), vec3(high[0], high[1], high[2])};
}

/* --- What is made of pieces --- */

typedef struct piece_bounds {
  const bounded_place *whole;
  const carom_frame *frame;
  carom_aabb all;
} piece_bounds;

/* Where a piece is on the whole. */
static bounded_place spot_on(const bounded_place *whole, const carom_local_pose *place) {
  carom__dvec3 turned[3], position = dvec3_widen(place->position);
  bounded_place s = *whole;
  rows_of(place->rotation, turned);
  for (int i = 0; i < 3; i++) {
    carom__dvec3 row = whole->rows[i];
    s.rows[i] = dvec3_mad(dvec3_mad(dvec3_scale(turned[0], row.x), turned[1], row.y), turned[2], row.z);
    s.along[i] = double_add_up(whole->along[i], along_up(row, position));
    s.against[i] = double_add_up(whole->against[i], along_up(dvec3_scale(row, -1), position));
  }
  return s;
}

static bool is_bound_exactly(const carom__shape_class *class) {
  return class->vertex || class->discs || class->smooth || class->flat;
}

/* As if the piece were there by itself. */
static bool add_piece(void *context, const carom__piece *piece) {
  piece_bounds *b = context;
  bounded_place s = *b->whole;
  carom_frame frame = *b->frame;
  if (piece->place) {
    carom__relative place = local_pose_to_relative(*piece->place);
    s = spot_on(b->whole, piece->place);
    frame = frame_compose(b->frame, &place);
  }
  bool exactly = is_bound_exactly(carom__shape_class_of(piece->shape.kind));
  carom_aabb bounds = exactly ? bound_at(&piece->shape, &s) : carom__shape_bounds(&piece->shape, &frame);
  b->all = aabb_union(b->all, bounds);
  return true;
}

static carom_aabb bound_pieces(const carom_shape *shape, const bounded_place *s, const carom_frame *frame) {
  const carom__shape_class *class = carom__shape_class_of(shape->kind);
  const float n = HUGE_VALF;
  piece_bounds b = {s, frame, {{n, n, n}, {-n, -n, -n}}};
  carom_obb box;
  class->obb(shape, &box);
  class->walk(shape, &box, add_piece, &b);
  return b.all;
}

carom_status carom_shape_bounds(const carom_shape *shape, const carom_pose *pose, carom_aabb *out) {
  if (!pose || !out) return CAROM_NULL_ARGUMENT;
  carom_pose accepted = *pose;
  carom_status status = carom_shape_check(shape);
  if (!status) status = carom__shape_pose_accept(shape, &accepted);
  if (status) return status;
  const carom__shape_class *class = carom__shape_class_of(shape->kind);
  carom_pos at = pose->position;
  carom_frame frame = pose_to_frame(&accepted);
  bounded_place s = {.along = {at.x, at.y, at.z}, .against = {-at.x, -at.y, -at.z}};
  rows_of(pose->rotation, s.rows);
  if (is_bound_exactly(class))
    *out = bound_at(shape, &s);
  else
    *out = shape_is_composite(shape) ? bound_pieces(shape, &s, &frame) : carom__shape_bounds(shape, &frame);
  /* radii round shapes along z, too */
  if (shape_is_planar(shape)) out->min.z = out->max.z = 0;
  return CAROM_OK;
}
