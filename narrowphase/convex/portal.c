/* portal.c: Minkowski portal refinement (Snethen, 2008) with proofs that cover all rounding of floats.
 *
 * A ray goes from a point deep inside A - B, the middle, to the origin. A portal is a triangle of points of
 * A - B that the ray passes. It is moved outward until the origin lies before it, or until nothing is farther
 * out along its normal.
 *
 * Two proofs end it. The shapes are apart when the farthest point along a direction stays behind the origin
 * by more than the rounding. They overlap when the origin lies between the middle and points that were found:
 * around the middle there is a ball in A - B, which shrinks in proportion on the way to these points. What is
 * left of it at the origin must be larger than the rounding. */
#include "portal.h"

#include "lanes.h"

/* All is scaled so that no point is farther than 1 from the origin. A support point is then off by less than
 * half of this along its direction: 16 u is what GJK decides by (4 touch), 4 u the choice of the vertex, and
 * the rest the turning and the product. A point that is given by weights is off by less than that, too. */
#define ROUNDING (32 * 0x1p-24f)
/* A direction or a side whose square is below the first has lost digits, or is zero. So has the product of
 * two squares, or of three sides, below the second. */
#define SQUARE_MIN 0x1p-60f
#define PRODUCT_MIN 0x1p-80f
/* A direction whose square across the axis is below this leads along it: of the shortest one that proves
 * anything, this is half of u of the radius. */
#define ACROSS_MIN 0x1p-110f
/* Steps, after which the search in double goes on. */
#define PORTAL_STEPS 24

/* A core, whose frustum or box is scaled. */
typedef struct portal_core {
  const carom__core *core;
  const carom_hull *hull;
  bool is_box, is_frustum;
  carom__lanes half; /* of a box; zero of a point */
  /* Of a frustum: the radius, the height and the radius of each end, its length, and how much wider the
   * bottom is. */
  carom__lanes top, bottom, length, taper;
} portal_core;

/* A - B is the sum of A and of B mirrored at A's origin. */
typedef struct portal {
  portal_core a, b;
  carom__lanes axes[3], rows[3]; /* of the mirrored B in A; and their transpose */
  carom__lanes origin, scale;    /* of the mirrored B in A, scaled */
  carom__lanes middle;           /* of A - B, from its origin */
  float radius;                  /* of both shapes */
  float floor;                   /* what rounding may hide */
  float ball;                    /* the radius of one around the middle */
  carom__lanes corners[3];       /* the ray passes between them, counter-clockwise from outside */
  carom__touch_state found;
} portal;

static inline float dot(carom__lanes a, carom__lanes b) { return lanes_first(lanes_dot3(a, b)); }

static inline float squared(float x) { return x * x; }

static inline carom__lanes times(carom__lanes a, float s) { return lanes_mul(a, lanes_splat(s)); }

/* --- A - B --- */

/* The power of two that takes a size into [1/2, 1). */
static float scale_of(double size) {
  uint32_t bits = (253u << 23) - (float_bits((float)size) & 0x7f800000u);
  float scale;
  memcpy(&scale, &bits, sizeof scale);
  return scale;
}

/* A scaled point of B. */
static inline carom__lanes place(const portal *p, carom__lanes of_b) {
  return lanes_add(lanes_combine(p->axes, of_b), p->origin);
}

/* The choice of the end is off by less than the rounding of a product. It is no branch, because it would be
 * taken at random. */
static carom__lanes far_of_frustum(const portal_core *c, carom__lanes direction) {
  carom__lanes squares = lanes_mul(direction, direction), y = lanes_unit3(1);
  carom__lanes square = lanes_add(lanes_x(squares), lanes_z(squares)), across = lanes_sqrt(square);
  carom__lanes is_top = lanes_gt(lanes_mul(c->length, lanes_y(direction)), lanes_mul(c->taper, across));
  carom__lanes end = lanes_select(is_top, c->top, c->bottom);
  if (!(lanes_first(square) > ACROSS_MIN)) return lanes_mul(end, y);
  return lanes_mul(end, lanes_select(lanes_gt(y, lanes_splat(0)), y, lanes_div(direction, across)));
}

static carom__lanes far_of_hull(const carom_hull *hull, carom__lanes direction) {
  uint32_t index =
      carom__hull_support_along(&hull->support, lanes_first(direction), lanes_first(lanes_y(direction)),
                                lanes_first(lanes_z(direction)));
  return lanes_from_vec3(hull->vertices[index]);
}

static carom__lanes far_of_other(const carom__core *core, carom__lanes direction) {
  uint32_t index;
  return lanes_from_vec3(core->class->support(core->shape, lanes_to_vec3(direction), &index));
}

static inline carom__lanes far_of(const portal *p, const portal_core *c, carom__lanes direction) {
  if (c->is_box) return lanes_copysign(c->half, direction);
  if (c->hull) return lanes_mul(far_of_hull(c->hull, direction), p->scale);
  if (c->is_frustum) return far_of_frustum(c, direction);
  return lanes_mul(far_of_other(c->core, direction), p->scale);
}

/* The farthest point of A - B along a direction, or any other where that has lost digits. */
static carom__lanes far_point(const portal *p, carom__lanes direction) {
  carom__lanes of_b = place(p, far_of(p, &p->b, lanes_combine(p->rows, direction)));
  carom__lanes far = lanes_add(far_of(p, &p->a, direction), of_b);
  if (p->radius == 0) return far;
  carom__lanes square = lanes_dot3(direction, direction);
  if (!(lanes_first(square) > SQUARE_MIN)) return far;
  return lanes_add(far, lanes_mul(direction, lanes_div(lanes_splat(p->radius), lanes_sqrt(square))));
}

/* The farthest point along a direction, when it is beyond the origin. Else the search ends, and tells whether
 * the shapes are apart for certain. */
static bool reach(portal *p, carom__lanes direction, carom__lanes *far) {
  *far = far_point(p, direction);
  float along = dot(*far, direction);
  if (along > 0) return true;
  float square = dot(direction, direction);
  if (square > SQUARE_MIN && squared(along) > squared(p->floor) * square) p->found = CAROM__APART;
  return false;
}

static void prepare_frustum(const carom_frustum *f, float scale, portal_core *out) {
  out->top = times(lanes_set(f->top, f->half_height, f->top, 0), scale);
  out->bottom = times(lanes_set(f->bottom, -f->half_height, f->bottom, 0), scale);
  out->length = lanes_splat(2 * f->half_height);
  out->taper = lanes_splat(f->bottom - f->top);
}

static void prepare_core(const carom__core *core, float scale, portal_core *out) {
  out->core = core;
  out->hull = core->hull;
  out->is_box = core->box || core->class->is_ball;
  out->is_frustum = core_is_frustum(core);
  out->half = core->box ? times(lanes_from_vec3(*core->box), scale) : lanes_splat(0);
  if (out->is_frustum) prepare_frustum(&core->frustum, scale, out);
}

static carom__lanes center_of(const portal *p, const carom__core *core) {
  return lanes_mul(lanes_from_vec3(core->center), p->scale);
}

/* The origin and the axes of B in A are there already, unscaled and not mirrored. */
static void prepare(portal *p, const carom__core *a, const carom__core *b, double size) {
  float scale = scale_of(size);
  p->scale = lanes_splat(scale);
  for (int i = 0; i < 3; i++) p->axes[i] = lanes_neg(p->axes[i]);
  lanes_transpose(p->axes, p->rows);
  p->origin = times(p->origin, -scale);
  prepare_core(a, scale, &p->a);
  prepare_core(b, scale, &p->b);
  p->middle = lanes_add(center_of(p, a), place(p, center_of(p, b)));
  p->radius = (float)(a->radius + b->radius) * scale;
  p->floor = ROUNDING * (float)(size * (double)scale);
  p->ball = (a->ball + b->ball) * scale + p->radius;
  p->found = CAROM__TOUCH_UNKNOWN;
}

/* --- Overlaps --- */

/* Does a point of A - B, at which this part of the ball is left, prove that the origin is inside? Then the
 * search ends. */
static bool holds(portal *p, carom__lanes point, float left) {
  float radius = p->ball * left - p->floor;
  bool inside = radius > 0 && dot(point, point) < squared(radius);
  if (inside) p->found = CAROM__TOUCHING;
  return inside;
}

/* Does the nearest point of a side, which leads from the middle to a corner? */
static bool side_holds(portal *p, carom__lanes side) {
  float square = dot(side, side);
  if (!(square > SQUARE_MIN)) return false;
  float part = -dot(p->middle, side) / square;
  return holds(p, lanes_add(p->middle, times(side, part)), 1 - part);
}

/* Does the nearest point of the plane of two sides, where that is between them and before both corners? Tells
 * whether it is beyond these. */
static bool plane_holds(portal *p, carom__lanes e, carom__lanes f, bool *beyond) {
  float ee = dot(e, e), ff = dot(f, f), ef = dot(e, f), me = dot(p->middle, e), mf = dot(p->middle, f);
  float square = ee * ff - ef * ef;
  *beyond = false;
  if (!(square > PRODUCT_MIN)) return false;
  float part_e = (mf * ef - me * ff) / square, part_f = (me * ef - mf * ee) / square;
  float left = 1 - part_e - part_f;
  *beyond = left < 0;
  return part_e >= 0 && part_f >= 0 &&
         holds(p, lanes_add(p->middle, lanes_add(times(e, part_e), times(f, part_f))), left);
}

/* The volumes that the middle and two corners span, each in the place of the third. */
static carom__lanes volumes_across(const portal *p) {
  carom__lanes axes[3], ahead[3], behind[3], normals[3];
  lanes_transpose(p->corners, axes);
  for (int i = 0; i < 3; i++) ahead[i] = lanes_yzx(axes[i]), behind[i] = lanes_zxy(axes[i]);
  for (int i = 0; i < 3; i++) {
    int y = (i + 1) % 3, z = (i + 2) % 3;
    normals[i] = lanes_sub(lanes_mul(behind[y], ahead[z]), lanes_mul(ahead[y], behind[z]));
  }
  return lanes_combine(normals, p->middle);
}

/* Does the origin itself, as the weights of the middle and the corners tell where that is? Digits that these
 * lack move it. */
static void portal_holds(portal *p, carom__lanes normal) {
  const carom__lanes *c = p->corners;
  float volume = dot(normal, lanes_sub(c[0], p->middle));
  if (!(volume > PRODUCT_MIN)) return;
  carom__lanes weights = times(volumes_across(p), 1 / volume);
  if (!lanes_all3(lanes_ge(weights, lanes_splat(0)))) return;
  float left = 1 - dot(weights, lanes_splat(1));
  holds(p, lanes_add(lanes_combine(c, weights), times(p->middle, left)), left);
}

/* --- The search --- */

static carom__lanes normal_of(carom__lanes a, carom__lanes b, carom__lanes c) {
  return lanes_cross3(lanes_sub(b, a), lanes_sub(c, a));
}

/* From a line to the origin. */
static carom__lanes from_line(carom__lanes point, carom__lanes way) {
  return lanes_cross3(way, lanes_cross3(way, point));
}

/* Finds two corners: the farthest point against the middle, and one from the side between them. Then the
 * direction in which to look for the third: out of the plane of both sides toward the origin or, where that
 * is beyond both corners, from the line through these. */
static bool find_two(portal *p, carom__lanes *direction) {
  carom__lanes *c = p->corners, m = p->middle;
  if (holds(p, m, 1) || !reach(p, lanes_neg(m), &c[0])) return false;
  carom__lanes e = lanes_sub(c[0], m);
  if (side_holds(p, e) || !reach(p, from_line(m, e), &c[1])) return false;
  bool beyond;
  carom__lanes f = lanes_sub(c[1], m), normal = lanes_cross3(e, f);
  if (plane_holds(p, e, f, &beyond)) return false;
  carom__lanes turned = lanes_gt(lanes_dot3(normal, m), lanes_splat(0)), first = c[0];
  c[0] = lanes_select(turned, c[1], first);
  c[1] = lanes_select(turned, first, c[1]);
  *direction = lanes_select(turned, lanes_neg(normal), normal);
  carom__lanes out = beyond ? from_line(first, lanes_sub(c[1], c[0])) : *direction;
  if (dot(out, *direction) > 0) *direction = out;
  return true;
}

/* Finds a third corner, and turns the portal until the ray passes it. */
static bool find_portal(portal *p) {
  carom__lanes *c = p->corners, direction;
  if (!find_two(p, &direction)) return false;
  for (int i = 0; i < PORTAL_STEPS && reach(p, direction, &c[2]); i++) {
    if (dot(lanes_cross3(c[0], c[2]), p->middle) < 0)
      c[1] = c[2];
    else if (dot(lanes_cross3(c[2], c[1]), p->middle) < 0)
      c[0] = c[2];
    else
      return true;
    direction = normal_of(p->middle, c[0], c[1]);
  }
  return false;
}

/* Puts a point beyond the portal in the place of the corner that leaves the ray between the three, by which
 * corners lie before the plane of the point and the ray. */
static void replace(portal *p, carom__lanes far) {
  static const uint8_t corner[8] = {0, 2, 0, 0, 1, 2, 1, 0};
  carom__lanes axes[3];
  lanes_transpose(p->corners, axes);
  carom__lanes before = lanes_combine(axes, lanes_cross3(far, p->middle));
  p->corners[corner[lanes_bits(lanes_gt(before, lanes_splat(0))) & 7]] = far;
}

/* Moves the portal outward until one of the proofs holds, or nothing changes any more. */
static void refine(portal *p) {
  const carom__lanes *c = p->corners;
  for (int i = 0; i < PORTAL_STEPS; i++) {
    carom__lanes normal = normal_of(c[0], c[1], c[2]), far;
    if (dot(normal, c[0]) >= 0) {
      portal_holds(p, normal);
      return;
    }
    if (!reach(p, normal, &far) || !(dot(lanes_sub(far, c[2]), normal) > 0)) return;
    replace(p, far);
  }
}

static carom__touch_state search(portal *p) {
  if (find_portal(p)) refine(p);
  return p->found;
}

carom__touch_state carom__portal_touch(const carom__cores *cores) {
  portal p;
  relative_load_lanes(cores->b_in_a, &p.origin, p.axes);
  prepare(&p, &cores->a, &cores->b, cores->size);
  return search(&p);
}

carom__touch_state carom__portal_touch_sites(carom__site a, carom__site b) {
  portal p;
  carom__core of_a, of_b;
  carom__core_set(a.shape, &of_a);
  carom__core_set(b.shape, &of_b);
  frame_relative_lanes(a.frame, b.frame, &p.origin, p.axes);
  prepare(&p, &of_a, &of_b, cores_size(&of_a, &of_b, lanes_to_vec3(p.origin)));
  return search(&p);
}
