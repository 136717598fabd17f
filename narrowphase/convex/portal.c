/* portal.c: Minkowski portal refinement (Snethen, 2008) with proofs that cover all rounding of floats.
 *
 * A ray goes from a point deep inside A - B, the middle, to the origin. A portal is a triangle of points of
 * A - B that the ray passes. It is moved outward until the origin lies before it, or until nothing is farther
 * out along its normal.
 *
 * Two proofs end it. The cores are apart when the farthest point along a direction stays behind the origin by
 * more than the rounding. They overlap when the origin lies before the portal: around the middle there is a
 * ball in A - B, and it shrinks in proportion along the way to the portal, which itself is in A - B. What is
 * left of it at the origin must be larger than the rounding. */
#include "portal.h"

#include "lanes.h"

/* All is scaled so that no point is farther than 1 from the origin. A support point is then off by less than
 * half of this along its direction: 16 u is what GJK decides by (4 touch), 4 u the choice of the vertex, and
 * the rest the turning and the product. */
#define ROUNDING (32 * 0x1p-24f)
/* A triple product of floats is off by less than 8 u times the product of the lengths; squared, and doubled
 * before. */
#define TRIPLE_ROUNDING (16 * 0x1p-24f * (16 * 0x1p-24f))
/* A direction whose square is below the first has lost digits, or is zero; so has the square of a product
 * below the second. */
#define SQUARE_MIN 0x1p-60f
#define PRODUCT_MIN 0x1p-100f
/* A direction whose square across the axis is below this has lost digits there, or leads along it. */
#define ACROSS_MIN 0x1p-90f
/* Steps, after which the search in double goes on. */
#define PORTAL_STEPS 24

/* A core, whose frustum or box is scaled. */
typedef struct portal_core {
  const carom__core *core;
  const carom_hull *hull;
  bool box, is_frustum;
  carom__lanes half; /* of a box */
  carom_frustum frustum;
} portal_core;

typedef struct portal {
  portal_core a, b;
  carom__lanes axes[3], rows[3]; /* of B in A; and their transpose */
  carom__lanes origin, scale;    /* of B in A, scaled */
  carom__lanes middle;           /* of A - B, from its origin */
  float floor;                   /* what rounding may hide */
  float ball;                    /* the radius of one around the middle */
  carom__lanes corners[3];       /* the ray passes between them, counter-clockwise from outside */
} portal;

static float dot(carom__lanes a, carom__lanes b) { return lanes_first(lanes_dot3(a, b)); }

static float squared(float x) { return x * x; }

/* The power of two that takes a size into (1/2, 1]. */
static float scale_of(double size) {
  float scale = 1;
  for (; size * (double)scale > 1; scale *= 0.5f) continue;
  for (; size * (double)scale <= 0.5; scale *= 2) continue;
  return scale;
}

/* A scaled point. */
static carom__lanes place(const portal *p, carom__lanes of_b) {
  return lanes_add(lanes_combine(p->axes, of_b), p->origin);
}

/* The choice of the end is off by less than the rounding of a product. */
static carom__lanes far_of_frustum(const carom_frustum *f, carom__lanes direction) {
  carom__lanes squares = lanes_mul(direction, direction), square = lanes_add(squares, lanes_z(squares));
  carom__lanes across = lanes_sqrt(square);
  float y = lanes_first(lanes_y(direction)), width = lanes_first(across);
  bool top = 2 * f->half_height * y > (f->bottom - f->top) * width;
  float radius = top ? f->top : f->bottom, height = top ? f->half_height : -f->half_height;
  carom__lanes out = lanes_mul(direction, lanes_div(lanes_splat(radius), lanes_x(across)));
  if (!(lanes_first(square) > ACROSS_MIN)) out = lanes_splat(0);
  return lanes_set(lanes_first(out), height, lanes_first(lanes_z(out)), 0);
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
  if (c->box) return lanes_copysign(c->half, direction);
  if (c->hull) return lanes_mul(far_of_hull(c->hull, direction), p->scale);
  if (c->is_frustum) return far_of_frustum(&c->frustum, direction);
  return lanes_mul(far_of_other(c->core, direction), p->scale);
}

/* The farthest point of A - B along a direction. */
static carom__lanes far_point(const portal *p, carom__lanes direction) {
  carom__lanes against = lanes_combine(p->rows, lanes_neg(direction));
  return lanes_sub(far_of(p, &p->a, direction), place(p, far_of(p, &p->b, against)));
}

/* The farthest point along a direction, when it is beyond the origin. Else the search ends, and `out` tells
 * whether the cores are apart for certain. */
static bool reach(const portal *p, carom__lanes direction, carom__lanes *far, carom__touch_state *out) {
  float square = dot(direction, direction);
  *out = CAROM__TOUCH_UNKNOWN;
  if (!(square > SQUARE_MIN)) return false;
  *far = far_point(p, direction);
  float along = dot(*far, direction);
  if (along > 0) return true;
  if (squared(along) > squared(p->floor) * square) *out = CAROM__APART;
  return false;
}

static float ball_of(const carom__core *core) {
  return core->class->ball ? core->class->ball(core->shape) : 0;
}

static void prepare_core(const carom__core *core, float scale, portal_core *out) {
  const carom_frustum *f = &core->frustum;
  out->core = core;
  out->hull = core->hull;
  out->box = core->box;
  out->is_frustum = core_is_frustum(core);
  if (core->box) out->half = lanes_mul(lanes_from_vec3(*core->box), lanes_splat(scale));
  if (!out->is_frustum) return;
  out->frustum = (carom_frustum){scale * f->half_height, scale * f->bottom, scale * f->top};
}

static carom__lanes center_of(const portal *p, const carom__core *core) {
  return lanes_mul(lanes_from_vec3(shape_center(core->class, core->shape)), p->scale);
}

static void prepare(portal *p, const carom__cores *cores) {
  const carom__relative *b_in_a = cores->b_in_a;
  float scale = scale_of(cores->size);
  p->scale = lanes_splat(scale);
  p->axes[0] = lanes_from_vec3(b_in_a->axes.x);
  p->axes[1] = lanes_from_vec3(b_in_a->axes.y);
  p->axes[2] = lanes_from_vec3(b_in_a->axes.z);
  lanes_transpose(p->axes, p->rows);
  p->origin = lanes_mul(lanes_from_vec3(b_in_a->origin), p->scale);
  prepare_core(&cores->a, scale, &p->a);
  prepare_core(&cores->b, scale, &p->b);
  p->middle = lanes_sub(center_of(p, &cores->a), place(p, center_of(p, &cores->b)));
  p->floor = ROUNDING * (float)(cores->size * (double)scale);
  p->ball = (ball_of(&cores->a) + ball_of(&cores->b)) * scale;
}

/* Do the balls around both middles overlap? So do cores with one middle, from which no ray starts. */
static bool balls_overlap(const portal *p) {
  return p->ball > p->floor && dot(p->middle, p->middle) < squared(p->ball - p->floor);
}

static carom__lanes normal_of(carom__lanes a, carom__lanes b, carom__lanes c) {
  return lanes_cross3(lanes_sub(b, a), lanes_sub(c, a));
}

/* Finds two corners: the farthest point against the middle, and one aside of the ray through both. */
static bool find_two(portal *p, carom__touch_state *out) {
  return reach(p, lanes_neg(p->middle), &p->corners[0], out) &&
         reach(p, lanes_cross3(p->middle, p->corners[0]), &p->corners[1], out);
}

/* Finds a third corner, and turns the portal until the ray passes it. */
static bool find_portal(portal *p, carom__touch_state *out) {
  carom__lanes *c = p->corners;
  if (!find_two(p, out)) return false;
  carom__lanes out_of = normal_of(p->middle, c[0], c[1]);
  if (dot(out_of, p->middle) > 0) {
    carom__lanes first = c[0];
    c[0] = c[1], c[1] = first;
    out_of = lanes_neg(out_of);
  }
  for (int i = 0; i < PORTAL_STEPS && reach(p, out_of, &c[2], out); i++) {
    if (dot(lanes_cross3(c[0], c[2]), p->middle) < 0)
      c[1] = c[2];
    else if (dot(lanes_cross3(c[2], c[1]), p->middle) < 0)
      c[0] = c[2];
    else
      return true;
    out_of = normal_of(p->middle, c[0], c[1]);
  }
  return false;
}

/* Does the ray pass the side from one corner to the next beyond all rounding, and on which side? */
static int side_of(const portal *p, int corner) {
  carom__lanes from = p->corners[corner], to = p->corners[(corner + 1) % 3];
  float product = dot(lanes_cross3(from, to), p->middle);
  float lengths = dot(from, from) * dot(to, to) * dot(p->middle, p->middle);
  if (!(squared(product) > greater_float(TRIPLE_ROUNDING * lengths, PRODUCT_MIN))) return 0;
  return product > 0 ? 1 : -1;
}

/* Is the origin before the portal for certain? The normal is given, and `height` is how far along it, times
 * its length, the portal lies beyond the origin. */
static bool is_inside(const portal *p, carom__lanes normal, float height) {
  const carom__lanes *c = p->corners;
  int side = side_of(p, 0);
  if (side == 0 || side_of(p, 1) != side || side_of(p, 2) != side) return false;
  carom__lanes e = lanes_sub(c[1], c[0]), f = lanes_sub(c[2], c[0]);
  float lengths = dot(e, e) * dot(f, f) * dot(c[0], c[0]);
  return squared(height) > greater_float(TRIPLE_ROUNDING * lengths, PRODUCT_MIN) &&
         height * p->ball > p->floor * dot(normal, lanes_sub(c[0], p->middle));
}

/* Puts a point beyond the portal in the place of the corner that leaves the ray between the three. */
static void replace(portal *p, carom__lanes far) {
  carom__lanes *c = p->corners, across = lanes_cross3(far, p->middle);
  bool first = dot(c[0], across) > 0;
  if (first)
    c[dot(c[1], across) > 0 ? 0 : 2] = far;
  else
    c[dot(c[2], across) > 0 ? 1 : 0] = far;
}

/* Moves the portal outward until one of the proofs holds, or nothing changes any more. */
static carom__touch_state refine(portal *p) {
  carom__touch_state found = CAROM__TOUCH_UNKNOWN;
  const carom__lanes *c = p->corners;
  for (int i = 0; i < PORTAL_STEPS; i++) {
    carom__lanes normal = normal_of(c[0], c[1], c[2]), far;
    float height = dot(normal, c[0]);
    if (height >= 0) return is_inside(p, normal, height) ? CAROM__TOUCHING : CAROM__TOUCH_UNKNOWN;
    if (!reach(p, normal, &far, &found)) return found;
    if (!(dot(lanes_sub(far, c[2]), normal) > 0)) break;
    replace(p, far);
  }
  return CAROM__TOUCH_UNKNOWN;
}

carom__touch_state carom__portal_touch(const carom__cores *cores) {
  portal p;
  carom__touch_state found;
  if (cores->a.radius + cores->b.radius > 0) return CAROM__TOUCH_UNKNOWN;
  prepare(&p, cores);
  if (balls_overlap(&p)) return CAROM__TOUCHING;
  return find_portal(&p, &found) ? refine(&p) : found;
}
