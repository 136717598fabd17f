/* place_pairs.c: what carom_place does, for two shapes of kinds that are known: one branch for all that may
 * be wrong with them, and no more of a frame than the pair reads. */
#include "place_pairs.h"

#include "inline.h"
#include "pose.h"

/* What is known of a kind. */
enum {
  AS_POINT = 1, /* a ball, whose frame has no axes */
  LONG = 2,     /* it has more than four sizes */
  ON_ASSET = 4  /* it refers to an asset */
};

static CAROM__ALWAYS_INLINE void locate(const carom_pose *pose, double squared, int kind, bool planar,
                                        carom_frame *out) {
  out->origin = pose->position;
  if (kind & AS_POINT) return;
  carom_quat q = quat_near_to_unit(pose->rotation, squared);
  mat3_store(planar ? mat3_from_planar_quat((double)q.z, (double)q.w) : quat_to_mat3(q), &out->axes);
}

/* No bit but signs is set of a pose of the plane. */
static CAROM__ALWAYS_INLINE uint64_t off_plane(const carom_pose *pose) {
  uint64_t turn;
  memcpy(&turn, &pose->rotation, sizeof turn);
  return double_bits(pose->position.z) << 1 | (turn & UINT64_C(0x7fffffff7fffffff));
}

/* What poses of the plane have of what is checked. */
static CAROM__ALWAYS_INLINE int64_t planar_room(const carom_pose *pose, double squared) {
  return double_room(pose->position.x, CAROM_POSITION_MAX) |
         double_room(pose->position.y, CAROM_POSITION_MAX) | unit_room(squared);
}

static CAROM__ALWAYS_INLINE double planar_square(const carom_pose *pose) {
  double z = (double)pose->rotation.z, w = (double)pose->rotation.w;
  return z * z + w * w;
}

static CAROM__ALWAYS_INLINE bool lacks_asset(const carom_shape *shape, const carom__shape_class *class,
                                             int kind) {
  return (kind & ON_ASSET) && !has_asset(class, shape);
}

/* Shapes in the order of the kinds. */
static CAROM__ALWAYS_INLINE bool place(const carom_shape *a, const carom_pose *pose_a,
                                       const carom__shape_class *class_a, int kind_a, const carom_shape *b,
                                       const carom_pose *pose_b, const carom__shape_class *class_b,
                                       int kind_b, bool planar, carom_frame *frame_a, carom_frame *frame_b) {
  double square_a = planar ? planar_square(pose_a) : quat_length_squared(pose_a->rotation);
  double square_b = planar ? planar_square(pose_b) : quat_length_squared(pose_b->rotation);
  int64_t room = planar ? planar_room(pose_a, square_a) | planar_room(pose_b, square_b)
                        : pos_room(&pose_a->position) | pos_room(&pose_b->position) | unit_room(square_a) |
                              unit_room(square_b);
  carom__lanes outside =
      lanes_or(shape_outside(class_a, a, kind_a & LONG), shape_outside(class_b, b, kind_b & LONG));
  if (room < 0 || lanes_any(outside)) return false;
  if (lacks_asset(a, class_a, kind_a) || lacks_asset(b, class_b, kind_b)) return false;
  if (planar && (off_plane(pose_a) | off_plane(pose_b))) return false;
  locate(pose_a, square_a, kind_a, planar, frame_a);
  locate(pose_b, square_b, kind_b, planar, frame_b);
  return true;
}

#define PLACE(name, a_class, kind_a, b_class, kind_b, planar)                                                \
  bool carom__place_##name(const carom_shape *a, const carom_pose *pose_a, const carom_shape *b,             \
                           const carom_pose *pose_b, carom_frame out[2]) {                                   \
    if (a->kind > b->kind)                                                                                   \
      return place(b, pose_b, &carom__##a_class##_class, kind_a, a, pose_a, &carom__##b_class##_class,       \
                   kind_b, planar, &out[1], &out[0]);                                                        \
    return place(a, pose_a, &carom__##a_class##_class, kind_a, b, pose_b, &carom__##b_class##_class, kind_b, \
                 planar, &out[0], &out[1]);                                                                  \
  }
#define PLACE_TWO(name, class, kind, planar)                                                                 \
  bool carom__place_##name(const carom_shape *a, const carom_pose *pose_a, const carom_shape *b,             \
                           const carom_pose *pose_b, carom_frame out[2]) {                                   \
    return place(a, pose_a, &carom__##class##_class, kind, b, pose_b, &carom__##class##_class, kind, planar, \
                 &out[0], &out[1]);                                                                          \
  }

PLACE_TWO(spheres, sphere, AS_POINT, false)
PLACE(sphere_capsule, sphere, AS_POINT, capsule, LONG, false)
PLACE_TWO(capsules, capsule, LONG, false)
PLACE(sphere_box, sphere, AS_POINT, box, 0, false)
PLACE(capsule_box, capsule, LONG, box, 0, false)
PLACE_TWO(boxes, box, 0, false)
PLACE_TWO(hulls, hull, ON_ASSET, false)
PLACE_TWO(discs, disc, AS_POINT, true)
PLACE(disc_rectangle, disc, AS_POINT, rectangle, 0, true)
PLACE_TWO(rectangles, rectangle, 0, true)
PLACE(rectangle_polygon, rectangle, 0, polygon, ON_ASSET, true)
PLACE_TWO(polygons, polygon, ON_ASSET, true)

/* One branch a shape tells its kind, which is the same for most pairs in a row. */
bool carom__place_any(const carom_shape *a, const carom_pose *pose_a, const carom_shape *b,
                      const carom_pose *pose_b, carom_frame out[2]) {
  const carom__kind_entry *of_a = carom__kind_entry_of(a->kind), *of_b = carom__kind_entry_of(b->kind);
  if (of_a->family != of_b->family || !has_ranges(of_a->class, a) || !has_ranges(of_b->class, b))
    return false;
  int kind_a = of_a->class->ranges.last ? LONG : 0, kind_b = of_b->class->ranges.last ? LONG : 0;
  if (of_a->family == CAROM_FAMILY_PLANAR)
    return place(a, pose_a, of_a->class, kind_a, b, pose_b, of_b->class, kind_b, true, &out[0], &out[1]);
  return place(a, pose_a, of_a->class, kind_a, b, pose_b, of_b->class, kind_b, false, &out[0], &out[1]);
}
