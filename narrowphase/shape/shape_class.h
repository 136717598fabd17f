/* shape_class.h: what a kind of shape can do, as a struct of functions.
 *
 * The main file of the room shape, the ground of the narrow phase. The room holds the types that all answers
 * share, the classes of kinds and assets, and what follows from a class alone. It uses base only. All rooms
 * above it use it, and reach the kinds through its tables.
 *
 * Every convex shape is a core (a point, a segment, a box, a hull, a frustum, a ball with a point) and a
 * radius around it: GJK and EPA see only the core's support function and the radius. */
#ifndef CAROM_NARROWPHASE_SHAPE_CLASS_H
#define CAROM_NARROWPHASE_SHAPE_CLASS_H

#include <string.h>

#include "asset.h"
#include "dvec.h"
#include "flat.h"
#include "moments.h"
#include "narrowphase.h"
#include "piece.h"
#include "plain_core.h"
#include "triangle.h"

/* The side of a frustum and one of its caps (frustum.h). */
#define CAROM__FACE_LOCAL 18

/* A polygon in place of a circle leaves out less than this part of its radius of what leaning lowers. */
#define CAROM__FACE_SAG (1.0 / 800)

/* The flat piece of a core that faces a direction most: a point, a segment, or a convex polygon, as a list of
 * vertices that is read by index, so that faces may have any number of vertices. */
typedef struct carom__face {
  carom_vec3 normal;      /* unit, outward; for a point or segment the direction asked for */
  uint32_t count;         /* 1 point, 2 segment, 3 or more polygon, counter-clockwise from outside */
  uint32_t id;            /* names the face among the shape's faces, < 2^16 */
  const carom_vec3 *pool; /* vertex i is pool[loop[i]], or pool[i] when loop is NULL */
  const uint32_t *loop;
  carom_vec3 local[CAROM__FACE_LOCAL]; /* storage for the small ones; pool may point here */
} carom__face;

/* Receives the outline and the surface of a shape, in its frame; a function that is NULL is passed over.
 * Normals are unit and outward, one for each corner; lines in space have none: NULL. */
typedef struct carom__outline {
  void (*line)(void *context, const carom_vec3 ends[2], const carom_vec3 *normals);
  /* counter-clockwise from outside */
  void (*triangle)(void *context, const carom_vec3 corners[3], const carom_vec3 *normals);
  void *context;
  uint32_t detail; /* a circle becomes as many lines, a multiple of 4; 0: as many as the kind is drawn by */
} carom__outline;

/* A point of a surface, and the outward unit normal there. */
typedef struct carom__drawn {
  carom_vec3 at, normal;
} carom__drawn;

/* What a search reads of a core before it asks for points. */
typedef struct carom__core {
  const carom_shape *shape;
  const struct carom__shape_class *class;
  double radius; /* how far the surface lies around it */
  /* How far the shape reaches from the origin of its frame, in the 1-norm or more, and its least half extent,
   * both as its OBB has them. */
  float reach, least;
  carom_vec3 center; /* a point well inside */
  float ball;        /* the radius of a ball around that point that lies in the core; 0: none is known */
  /* The half extents of a core that is a box along its own axes, or the hull that it is: inner loops read
   * these without a call. NULL for all others. */
  const carom_vec3 *box;
  const carom_hull *hull;
  carom_frustum frustum; /* likewise by value, also of cylinders and cones; of others its height is 0 */
} carom__core;

/* Two discs around one axis, or two balls, which span a core; a radius may be zero, and both centres one
 * point. */
typedef struct carom__discs {
  carom_vec3 centers[2];
  double radii[2];
  bool balls;
} carom__discs;

/* The farthest point of a core along a unit direction, and the second derivatives of how far it reaches, by
 * the direction. */
typedef struct carom__smooth_point {
  carom__dvec3 point;
  carom__dvec3 bend[3]; /* rows; symmetric */
} carom__smooth_point;

/* A hit of a ray on a shape that is not convex. */
typedef struct carom__surface_hit {
  carom__ray_hit ray;
  uint32_t ordinal, child; /* as in carom__piece */
  /* Zero where it begins inside, but for the material of a child. */
  carom_mesh_point mesh;
} carom__surface_hit;

/* Receives a hit, and returns the greatest fraction of hits that it still wants. */
typedef double carom__surface_hit_fn(void *context, const carom__surface_hit *hit);

/* How a solid lies to a point. */
typedef struct carom__solid_nearest {
  carom__dvec3 outward; /* unit, out of the surface where it is nearest to the point */
  double distance;      /* of the point from there; negative inside */
  uint32_t part;        /* what is nearest */
  carom_mesh_point mesh;
} carom__solid_nearest;

/* The ranges of up to eight sizes: of the first four, and of the last four where there are more. What is in
 * them is all that the check asks for, but for an asset. They are compared as whole numbers, without the bits
 * that are not kept: all of a size that there is not, and the sign of a coordinate. */
typedef struct carom__size_ranges {
  uint32_t kept[8];
  float least[8], most[8];
  uint8_t last; /* where the last four begin */
} carom__size_ranges;

/* The first of four. */
#define CAROM__FIRST(n, value)                                                                               \
  { value, (n) > 1 ? value : 0, (n) > 2 ? value : 0, (n) > 3 ? value : 0 }
/* Up to three lengths, and a radius of zero behind them. */
#define CAROM__LENGTHS(n)                                                                                    \
  { CAROM__FIRST(n, UINT32_MAX), CAROM__FIRST(n, CAROM_SIZE_MIN), CAROM__FIRST(n, CAROM_SIZE_MAX), 0 }
#define CAROM__SHARP_LENGTHS(n)                                                                              \
  { CAROM__FIRST((n) + 1, UINT32_MAX), CAROM__FIRST(n, CAROM_SIZE_MIN), CAROM__FIRST(n, CAROM_SIZE_MAX), 0 }
#define CAROM__SHARP                                                                                         \
  { CAROM__FIRST(1, UINT32_MAX), {0}, {0}, 0 }
/* Four coordinates, and of the last four the first ones, before lengths. */
#define CAROM__COORDINATE 0x7fffffff
#define CAROM__COORDINATES_AND_LENGTHS(n, last)                                                              \
  {                                                                                                          \
    {CAROM__COORDINATE,                                                                                      \
     CAROM__COORDINATE,                                                                                      \
     CAROM__COORDINATE,                                                                                      \
     CAROM__COORDINATE,                                                                                      \
     CAROM__COORDINATE,                                                                                      \
     CAROM__COORDINATE,                                                                                      \
     (n) < 2 ? CAROM__COORDINATE : UINT32_MAX,                                                               \
     UINT32_MAX},                                                                                            \
        {0, 0, 0, 0, 0, 0, (n) < 2 ? 0 : CAROM_SIZE_MIN, CAROM_SIZE_MIN},                                    \
        {CAROM_SIZE_MAX, CAROM_SIZE_MAX, CAROM_SIZE_MAX, CAROM_SIZE_MAX,                                     \
         CAROM_SIZE_MAX, CAROM_SIZE_MAX, CAROM_SIZE_MAX, CAROM_SIZE_MAX},                                    \
        last                                                                                                 \
  }

typedef struct carom__shape_class {
  /* Where in a carom_shape its sizes are, and how many words of four bytes they are: all of it but the asset.
   */
  size_t sizes_at, size_count;
  bool is_ball; /* of a size that is its radius, around the origin of the shape */
  bool is_even; /* its core is its own mirror image at its origin, and its support to the last bit */
  carom__size_ranges ranges; /* what the check asks of the sizes; empty: only the check tells */
  /* Where the pointer to the asset is, and of what kind it is; NULL where there is no asset. */
  size_t asset_at;
  const carom__asset_class *asset_class;
  /* Where the radius is, how far the surface lies around the core; zero where there is none. Where another
   * one is, too, of which the lesser is meant. */
  size_t radius_at, other_radius_at;
  /* Checks the sizes. */
  carom_status (*check)(const carom_shape *shape);
  /* A tight OBB in the shape's own frame. */
  void (*obb)(const carom_shape *shape, carom_obb *out);
  /* The core and the radius where the core is a point, a segment or a box; NULL where it is another. */
  void (*plain)(const carom_shape *shape, carom__plain_core *out);
  /* All of the core but its shape and class, sooner than its OBB and its radius tell it; NULL: these do. */
  void (*core)(const carom_shape *shape, carom__core *out);
  /* The discs or balls that span the core; NULL where none do. */
  void (*discs)(const carom_shape *shape, carom__discs *out);
  /* The farthest point of a core whose surface is smooth all around; NULL where it is not. */
  void (*smooth)(const carom_shape *shape, carom__dvec3 direction, carom__smooth_point *out);
  /* The nearest point of the surface, in closed form or by a search of its own; NULL: a search by support
   * finds it. */
  void (*nearest)(const carom_shape *shape, carom__dvec3 point, carom__solid_nearest *out);
  /* The core's farthest point along a direction (any length but zero), and its index among the core's
   * vertices; of a core with a curved surface, the name of what it lies on. */
  carom_vec3 (*support)(const carom_shape *shape, carom_vec3 direction, uint32_t *index);
  /* Vertex `index` of the core, and how many there are; NULL where the core is curved, so that the index of a
   * support point is nothing but a name. */
  carom_vec3 (*vertex)(const carom_shape *shape, uint32_t index);
  uint32_t (*vertex_count)(const carom_shape *shape);
  /* A point well inside the core; NULL: its origin. */
  carom_vec3 (*center)(const carom_shape *shape);
  /* The core's face that faces a unit direction most. */
  void (*face)(const carom_shape *shape, carom_vec3 direction, carom__face *out);
  /* The shape as the planar pairs see it; NULL for spatial kinds, as `face` is for planar ones. */
  void (*flat)(const carom_shape *shape, carom__flat *out);
  /* Does the shape let pass what comes along a way, in its frame, or what touches it already, whose way is
   * zero? NULL: nothing. */
  bool (*lets_pass)(const carom_shape *shape, carom_vec3 way);
  /* Which part of its asset the shape is, beside neighbours to which it may leave contacts; NULL: all of it.
   */
  uint32_t (*part)(const carom_shape *shape);
  /* Casts a ray against the solid shape. */
  void (*cast_ray)(const carom_shape *shape, const carom__ray *ray, carom__ray_hit *out);
  /* The same of a ray of the world, whose origin is never rounded to float, and a shape in its frame; writes
   * the hit, or returns false. What it tells comes first: cast_ray is then carom__ray_hits_cast_meeting.
   * NULL: cast_ray tells all. */
  bool (*meet_ray)(const carom_shape *shape, const carom_frame *frame, const carom_ray *ray,
                   carom_ray_result *out);
  /* Tells all hits of a ray, in any order. NULL for convex shapes, which have the one of cast_ray. */
  void (*walk_ray)(const carom_shape *shape, const carom__ray *ray, carom__surface_hit_fn *hit,
                   void *context);
  /* Visits the convex pieces that may have a point in a region, which is in the shape's frame, always in the
   * same order; false when the visitor ended the walk. NULL for convex shapes. */
  bool (*walk)(const carom_shape *shape, const carom_obb *region, carom__piece_fn *visit, void *context);
  /* The same of the shapes that a compound is made of: children, and those of compounds within. They may have
   * pieces of their own. NULL for other shapes. */
  bool (*walk_children)(const carom_shape *shape, const carom_obb *region, carom__piece_fn *visit,
                        void *context);
  /* Is what the pieces of the shape or of a child enclose inside, too, as cast_ray tells? NULL: nothing is
   * but the pieces. */
  bool (*is_solid)(const carom_shape *shape);
  /* Are all its pieces convex children, which walk_children visits? NULL: they are not. */
  bool (*is_of_convex)(const carom_shape *shape);
  /* Do the pieces hang together, so that what touches none of them has all of them on one side? NULL: they
   * do. */
  bool (*is_connected)(const carom_shape *shape);
  /* Visits the triangles that may have a point in a region, which is in the shape's frame, always in the same
   * order, where the shape is made of nothing else; false when the visitor ended the walk. rough: the bounds
   * of the region are enough. NULL for other shapes. */
  bool (*walk_triangles)(const carom_shape *shape, const carom_obb *region, bool rough,
                         carom__triangle_batch_fn *visit, void *context);
  /* Visits the triangles that may be nearest to a box (triangle.h). NULL where walk_triangles is. */
  void (*approach_triangles)(const carom_shape *shape, carom__approach *approach);
  /* Makes a box of the family, of these half extents, which stands for a part of a shape that has no end;
   * `walk` gives the part in a region. Pairs with it are those with the part beside the other shape (fit.h).
   * NULL: the shape has an end. */
  carom_shape (*part_of)(carom_vec3 half);
  /* What a kind asks its asset that is made of triangles (triangles.h); NULL: it is not. */
  const struct carom__triangle_source *triangles;
  /* The mesh that has these triangles, before the shape scales them; NULL: none has. */
  const carom_mesh *(*mesh)(const carom_shape *shape);
  /* The integrals of its mass properties. NULL: those of its flat or plain core, or else of its outline,
   * which are exact where all faces are flat. */
  carom_status (*moments)(const carom_shape *shape, carom__moments *out);
  /* Draws it: planar kinds counter-clockwise, with normals, and filled where they have an inside. */
  void (*outline)(const carom_shape *shape, const carom__outline *out);
} carom__shape_class;

/* What shapes.def says of a kind. */
typedef struct carom__kind_entry {
  const char *name;
  carom_shape_family family;
  const carom__shape_class *class;
} carom__kind_entry;

/* The table of kinds. The room `kinds` fills it, because it is above all classes, which the rooms below reach
 * through it. */
extern const carom__kind_entry carom__shape_classes[CAROM__KIND_COUNT];

/* The entry of a kind; that of CAROM_NO_SHAPE when it is none of the list. */
static inline const carom__kind_entry *carom__kind_entry_of(carom_shape_kind kind) {
  return &carom__shape_classes[(unsigned)kind < CAROM__KIND_COUNT ? kind : CAROM_NO_SHAPE];
}

/* The class of a kind; NULL when it is none of the list. */
static inline const carom__shape_class *carom__shape_class_of(carom_shape_kind kind) {
  return carom__kind_entry_of(kind)->class;
}

static inline float size_at(const carom_shape *shape, size_t at) {
  float size;
  memcpy(&size, (const char *)shape + at, sizeof size);
  return size;
}

/* How far the surface of a shape lies around its core. */
static inline float shape_radius(const carom__shape_class *class, const carom_shape *shape) {
  if (!class->radius_at) return 0;
  float radius = size_at(shape, class->radius_at);
  return class->other_radius_at ? lesser_float(radius, size_at(shape, class->other_radius_at)) : radius;
}

/* Can the shape be grown by its radius? A part of an asset cannot, as it would outgrow its neighbours. */
static inline bool shape_grows(const carom__shape_class *class) { return class->radius_at && !class->part; }

static inline void grow_size(carom_shape *shape, size_t at, float by) {
  float size = size_at(shape, at) + by;
  memcpy((char *)shape + at, &size, sizeof size);
}

/* Grows one that can be grown. */
static inline void shape_grow(const carom__shape_class *class, carom_shape *shape, float by) {
  grow_size(shape, class->radius_at, by);
  if (class->other_radius_at) grow_size(shape, class->other_radius_at, by);
}

static inline carom_vec3 shape_center(const carom__shape_class *class, const carom_shape *shape) {
  return class->center ? class->center(shape) : vec3(0, 0, 0);
}

/* False when a shape has no plain core. */
static inline bool carom__plain_core_of(const carom_shape *shape, carom__plain_core *out) {
  const carom__shape_class *class = carom__shape_class_of(shape->kind);
  if (class->plain) class->plain(shape, out);
  return class->plain;
}

/* Is the core a point? */
static inline bool carom__shape_is_ball(const carom_shape *shape) {
  carom__plain_core core;
  return carom__plain_core_of(shape, &core) && core.kind == CAROM__PLAIN_POINT;
}

/* A core that is the middle of a box, written where it stays: a struct that is copied as soon as it is made
 * waits for its words. */
static inline void core_set(carom_vec3 center, carom_vec3 half, float radius, carom__core *out) {
  out->radius = (double)radius;
  out->reach = vec3_norm1(center) + vec3_norm1(half) + 3 * radius;
  out->least = lesser_float(lesser_float(half.x, half.y), half.z) + radius;
  out->center = center;
  out->ball = 0;
  out->box = NULL;
  out->hull = NULL;
  out->frustum = (carom_frustum){0, 0, 0};
}

/* A direction whose sine to the plane of a triangle, or to the line of a link, is below this leads along it:
 * more than rounding makes of 0. What has one side is then met from neither. */
#define CAROM__ALONG_PLANE 0x1p-16f

static inline bool carom__shape_lets_pass(const carom_shape *shape, carom_vec3 way) {
  const carom__shape_class *class = carom__shape_class_of(shape->kind);
  return class->lets_pass && class->lets_pass(shape, way);
}

/* Checks of sizes: in range; in range and finite or why not; the same or zero. */
static inline bool size_is_good(float size) {
  return float_is_finite(size) && size >= CAROM_SIZE_MIN && size <= CAROM_SIZE_MAX;
}
bool carom__size_in_range(float size);
carom_status carom__radius_check(float radius);
carom_status carom__rounding_check(float radius);

/* The sizes of a shape of a kind of the list; that of a chain's link begins with its index. */
static inline float *shape_sizes(const carom__shape_class *class, carom_shape *shape) {
  return (float *)(void *)((char *)shape + class->sizes_at);
}

/* The asset that a shape refers to; NULL when it refers to none. */
static inline const carom__asset *shape_asset(const carom_shape *shape) {
  const carom__shape_class *class = carom__shape_class_of(shape->kind);
  const carom__asset *asset = NULL;
  if (class && class->asset_class) memcpy(&asset, (const char *)shape + class->asset_at, sizeof asset);
  return asset;
}

/* The family of a kind of the list. */
static inline carom_shape_family carom__shape_family_of(carom_shape_kind kind) {
  return carom__kind_entry_of(kind)->family;
}

static inline bool shape_is_planar(const carom_shape *shape) {
  return carom__shape_family_of(shape->kind) == CAROM_FAMILY_PLANAR;
}
/* Are two shapes of different kinds in the order of shapes.def, as the table of pairs names them? */
static inline bool shapes_in_order(const carom_shape *a, const carom_shape *b) { return a->kind < b->kind; }

/* Has it no end? */
static inline bool shape_is_unbounded(const carom_shape *shape) {
  return carom__shape_class_of(shape->kind)->part_of;
}
/* Is it made of pieces, instead of being convex? A half-space is convex. */
static inline bool shape_is_composite(const carom_shape *shape) {
  const carom__shape_class *class = carom__shape_class_of(shape->kind);
  return class->walk && !class->part_of;
}
/* Can two shapes meet? */
static inline bool shapes_are_akin(const carom_shape *a, const carom_shape *b) {
  return a->kind == b->kind || shape_is_planar(a) == shape_is_planar(b);
}

/* carom__pose_accept for the pose of a shape: planar kinds keep to the plane. */
carom_status carom__shape_pose_accept(const carom_shape *shape, carom_pose *pose);

/* Add a count to the asset that a shape refers to, or take one back; nothing for a shape without an asset. */
void carom__shape_retain(const carom_shape *shape);
void carom__shape_release(const carom_shape *shape);

/* The asset that carom__asset_write made bytes of; see carom__asset_class. */
carom__asset *carom__asset_read(carom__archive *archive, const carom_allocator *allocator);

/* The kind and the sizes of a shape, to bytes and back; its asset and its check are the caller's. The class
 * of what was read; NULL of no kind. */
const carom__shape_class *carom__shape_archive(carom__archive *archive, carom_shape *shape);

/* A hash of a valid shape, by value: its kind, its sizes and what is in its asset. */
uint64_t carom__shape_hash(const carom_shape *shape);

/* The bounds of what reaches as far to both sides of its centre, radius apart. They grow by what `shadow` in
 * shape_class.c says, and more: what a box reaches along three axes is more than its extents. */
static inline carom_aabb symmetric_bounds(carom_vec3 reach, float radius, carom_pos center) {
  float grow = radius + 32 * 0x1p-24f * (2 * vec3_norm1(reach) + radius);
  return aabb_around(center, vec3_add(reach, vec3(grow, grow, grow)));
}

/* The world AABB of a valid shape for culls: as wide as the shape's support, also for round shapes, and as
 * much wider as the narrow phase may call touching. */
carom_aabb carom__shape_bounds(const carom_shape *shape, const carom_frame *frame);

#define CAROM_SHAPE_KIND(NAME, name, family, ...) extern const carom__shape_class carom__##name##_class;
#include "carom/shapes.def"
#undef CAROM_SHAPE_KIND
extern const carom__shape_class carom__facet_class;

/* --- Drawing. What has no length or no area is left out. --- */

static inline bool is_same_point(carom_vec3 a, carom_vec3 b) {
  return a.x == b.x && a.y == b.y && a.z == b.z;
}

/* The lines of a circle, where a kind is drawn by `usual`. */
static inline uint32_t drawn_lines(const carom__outline *out, uint32_t usual) {
  return out->detail ? out->detail : usual;
}

static inline void draw_wire(const carom__outline *out, carom_vec3 a, carom_vec3 b) {
  const carom_vec3 ends[2] = {a, b};
  if (out->line && !is_same_point(a, b)) out->line(out->context, ends, NULL);
}

static inline void draw_side(const carom__outline *out, const carom__drawn *a, const carom__drawn *b) {
  const carom_vec3 ends[2] = {a->at, b->at}, normals[2] = {a->normal, b->normal};
  if (out->line && !is_same_point(a->at, b->at)) out->line(out->context, ends, normals);
}

static inline void draw_smooth(const carom__outline *out, const carom__drawn *a, const carom__drawn *b,
                               const carom__drawn *c) {
  const carom_vec3 corners[3] = {a->at, b->at, c->at}, normals[3] = {a->normal, b->normal, c->normal};
  if (!out->triangle || is_same_point(a->at, b->at)) return;
  if (!is_same_point(b->at, c->at) && !is_same_point(c->at, a->at))
    out->triangle(out->context, corners, normals);
}

static inline void draw_facet(const carom__outline *out, carom_vec3 normal, carom_vec3 a, carom_vec3 b,
                              carom_vec3 c) {
  draw_smooth(out, &(carom__drawn){a, normal}, &(carom__drawn){b, normal}, &(carom__drawn){c, normal});
}

static inline carom_vec3 face_vertex(const carom__face *face, uint32_t i) {
  return face->pool[face->loop ? face->loop[i] : i];
}

#endif
