/* test_chain_solid.c: one-sided chains around solids: nothing whose middle is outside overlaps the solid
 * without a contact, whatever the angles, sizes and depths are; and casts agree. The truth is computed by
 * looking at all links. */
#include "carom/cast.h"
#include "carom/chain.h"
#include "flat_class.h"
#include "flats.h"

#define DEGREES 57.29577951308232

enum { POINTS_MAX = 640 };

/* --- Solids, counter-clockwise, about as large as 1 --- */

enum { TEETH, STAR, HILL, ROUGH_HILL, SOLIDS };

typedef struct solid {
  carom_vec2 points[POINTS_MAX];
  uint32_t count;
  carom_chain *chain;
  bool one_sided;
  float radius; /* of the links */
} solid;

static void put(solid *s, double x, double y) { s->points[s->count++] = (carom_vec2){(float)x, (float)y}; }

/* A saw, from the right to the left, on a block: its ridges and its notches have the same angle, and lean. */
static void make_teeth(uint64_t *random, solid *s) {
  double angle = (double)test_uniform(random, 5, 175),
         lean = (double)test_uniform(random, -0.5f, 1.5f) * angle;
  lean = fmax(angle - 85, fmin(85, lean));
  double right = tan(lean / DEGREES), left = tan((angle - lean) / DEGREES), h = 1 / fmax(1, right + left);
  double wide = 9 * h * (right + left), x = wide / 2;
  put(s, -wide / 2, -0.5);
  put(s, x, -0.5);
  for (int i = 0; i < 8; i++) {
    put(s, x, 0);
    put(s, x - h * right, h);
    x -= h * (right + left);
  }
  put(s, x, 0);
}

/* Of so many spokes that the origin is inside. */
static void make_star(uint64_t *random, solid *s) {
  int count = 4 + (int)test_below(random, 11);
  float least = test_log_uniform(random, 0.05f, 1);
  for (int i = 0; i < count; i++) {
    carom_vec2 d =
        carom_direction_degrees(((double)i + (double)test_uniform(random, 0.1f, 0.9f)) * 360 / count);
    double far = (double)test_uniform(random, least, 1);
    put(s, far * (double)d.x, far * (double)d.y);
  }
}

static void make_hill(uint64_t *random, double noise, solid *s) {
  int count = 8 + (int)test_below(random, POINTS_MAX - 8);
  double flatness = (double)test_uniform(random, 0.1f, 1);
  for (int i = 0; i < count; i++) {
    carom_vec2 d = carom_direction_degrees((double)i * 360 / count);
    double far = 1 + noise * (double)test_uniform(random, -1, 1);
    put(s, far * (double)d.x, far * flatness * (double)d.y);
  }
}

static void make_solid(uint64_t *random, int kind, bool one_sided, solid *s) {
  s->count = 0;
  s->one_sided = one_sided;
  s->radius = test_below(random, 3) ? 0 : test_log_uniform(random, 1e-3f, 0.1f);
  if (kind == TEETH) make_teeth(random, s);
  if (kind == STAR) make_star(random, s);
  if (kind >= HILL) make_hill(random, kind == HILL ? 0 : 0.02, s);
  carom_chain_def def = {
      .points = &s->points[0].x, .count = s->count, .closed = true, .one_sided = one_sided};
  ck_assert_int_eq(carom_chain_create(NULL, &def, &s->chain), CAROM_OK);
}

static exact2 point_of(const solid *s, uint32_t i) {
  carom_vec2 p = s->points[i % s->count];
  return (exact2){(long double)p.x, (long double)p.y};
}

static bool is_in_solid(const solid *s, exact2 p) {
  bool inside = false;
  for (uint32_t i = 0; i < s->count; i++) {
    exact2 a = point_of(s, i), b = point_of(s, i + 1);
    if ((a.y > p.y) != (b.y > p.y) && p.x < a.x + (b.x - a.x) * (p.y - a.y) / (b.y - a.y)) inside = !inside;
  }
  return inside;
}

/* --- Shapes --- */

enum { BOX, ROUND_BOX, DISC, STADIUM, POLYGON, SHAPES };

typedef struct body {
  carom_shape shape;
  carom_polygon *polygon;
  carom_pose pose;
  carom__flat flat;
  exact_flat core; /* at the pose */
  exact2 middle;
} body;

static void make_shape(uint64_t *random, int kind, body *b) {
  float a = test_log_uniform(random, 0.02f, 2), c = a * test_log_uniform(random, 0.02f, 1);
  random_flat f;
  b->polygon = NULL;
  if (kind == BOX) b->shape = carom_shape_rectangle(a, c);
  if (kind == ROUND_BOX) b->shape = carom_shape_rounded_rectangle(a, c, c * test_uniform(random, 0.1f, 0.5f));
  if (kind == DISC) b->shape = carom_shape_disc(a);
  if (kind == STADIUM) b->shape = carom_shape_stadium((carom_vec2){-a, 0}, (carom_vec2){a, 0}, c);
  if (kind == POLYGON) {
    make_random_flat(random, 3 + test_below(random, 10), a, c / a, &f);
    while (carom_polygon_from_points(NULL, &f.points[0].x, f.flat.count, 0, &b->polygon))
      make_random_flat(random, 3, a, 0.5f, &f);
    b->shape = carom_shape_polygon(b->polygon);
  }
  carom__flat_of(&b->shape, &b->flat);
}

static void set_pose(body *b, double x, double y, double angle) {
  b->pose = carom_pose_planar(x, y, angle);
  carom_frame frame = pose_to_frame(&b->pose), origin = {{0, 0, 0}, {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
  carom__relative place = frame_relative(&origin, &frame);
  b->core = exact_flat_of(&b->flat, &place);
  b->middle = (exact2){0, 0};
  for (uint32_t i = 0; i < b->core.count; i++)
    b->middle = exact2_mad(b->middle, b->core.points[i], 1.0L / b->core.count);
}

/* From the middle to the point of the outline that is farthest in a direction. */
static exact2 reach_of(const body *b, exact2 direction) {
  uint32_t far = 0;
  for (uint32_t k = 1; k < b->core.count; k++)
    if (exact2_dot(exact2_sub(b->core.points[k], b->core.points[far]), direction) > 0) far = k;
  return exact2_mad(exact2_sub(b->core.points[far], b->middle), direction, (long double)b->flat.radius);
}

static exact2 random_direction(uint64_t *random) {
  carom_vec2 d = carom_direction((double)test_uniform(random, -3.2f, 3.2f));
  return (exact2){(long double)d.x, (long double)d.y};
}

/* Puts a shape somewhere on the outline of a solid, also on its corners: from its middle to its own outline,
 * something is there, from the middle itself to little below the outline. */
static void make_body(uint64_t *random, int kind, const solid *s, body *b) {
  double angle = test_below(random, 4) ? (double)test_uniform(random, -3.2f, 3.2f) : 0;
  uint32_t i = test_below(random, s->count);
  long double along = test_below(random, 3) ? (long double)test_uniform(random, 0, 1) : 0;
  long double part = test_below(random, 2) ? 1 - (long double)test_log_uniform(random, 1e-4f, 1)
                                           : (long double)test_uniform(random, 0, 1);
  exact2 from = point_of(s, i), on = exact2_mad(from, exact2_sub(point_of(s, i + 1), from), along);
  make_shape(random, kind, b);
  set_pose(b, (double)on.x, (double)on.y, angle);
  exact2 off = exact2_sub(exact2_mad(on, reach_of(b, random_direction(random)), -part), b->middle);
  set_pose(b, (double)(on.x + off.x), (double)(on.y + off.y), angle);
}

/* Somewhere farther out. */
static void move_off(uint64_t *random, body *b) {
  exact2 d = random_direction(random);
  long double far = (long double)test_uniform(random, 0, 3);
  carom_pose at = b->pose;
  set_pose(b, at.position.x + (double)(d.x * far), at.position.y + (double)(d.y * far), 0);
}

static long double separation(const solid *s, uint32_t i, const body *b) {
  exact_flat link = {.count = 2, .points = {point_of(s, i), point_of(s, i + 1)}};
  return exact_separation(&link, &b->core) - (long double)b->flat.radius - (long double)s->radius;
}

static double slack(const body *b) {
  return 32 * 0x1p-24 * ((double)b->flat.reach + 2 + fabs(b->pose.position.x) + fabs(b->pose.position.y));
}

/* --- Contacts --- */

static exact2 outward(const solid *s, uint32_t i) {
  return exact2_unit(exact2_right(exact2_sub(point_of(s, i + 1), point_of(s, i))));
}

static long double turn_of(exact2 a, exact2 b) { return a.x * b.y - a.y * b.x; }

/* Is a normal between that of a link, seen from one side, and that of the next, where they stick out? */
static bool is_between(exact2 first, exact2 n, exact2 last, long double side) {
  const long double slack = 2e-6L;
  return side * turn_of(first, last) >= -slack && side * turn_of(first, n) >= -slack &&
         side * turn_of(n, last) >= -slack && exact2_dot(n, first) + exact2_dot(n, last) > 0;
}

static bool is_of_link(const solid *s, uint32_t i, exact2 n, bool either_side) {
  exact2 before = outward(s, i + s->count - 1), own = outward(s, i), after = outward(s, i + 1);
  if (is_between(own, n, own, 1) || is_between(before, n, own, 1) || is_between(own, n, after, 1))
    return true;
  n = (exact2){-n.x, -n.y};
  return either_side &&
         (is_between(own, n, own, -1) || is_between(before, n, own, -1) || is_between(own, n, after, -1));
}

typedef struct seen {
  long double nearest;
  int contacts;
  const char *fault;
} seen;

static void look_at_link(const solid *s, uint32_t i, const body *b, bool swapped, seen *out) {
  const carom_pose here = {.position = {0, 0, 0}};
  const carom_shape link = carom_shape_chain_link(s->chain, i, s->radius);
  carom_manifold m;
  carom_status status = swapped ? carom_collide(&b->shape, &b->pose, &link, &here, &m)
                                : carom_collide(&link, &here, &b->shape, &b->pose, &m);
  if (status) out->fault = "refused";
  if (m.point_count == 0) return;
  exact2 n = exact2_from(m.normal);
  if (swapped) n = (exact2){-n.x, -n.y};
  if (!is_of_link(s, i, n, !s->one_sided)) out->fault = "a normal that is not the ground's";
  if (m.points[0].separation > 0) out->fault = "a contact of what is apart";
  out->contacts++;
}

static seen look_at_all(const solid *s, const body *b, bool swapped) {
  seen out = {.nearest = 9};
  for (uint32_t i = 0; i < s->count; i++) {
    long double gap = separation(s, i, b);
    out.nearest = fminl(out.nearest, gap);
    if (gap < (long double)slack(b)) look_at_link(s, i, b, swapped, &out);
  }
  if (!out.fault && out.nearest < -(long double)slack(b) && out.contacts == 0) out.fault = "no contact";
  return out;
}

/* Two-sided ones lose nothing either, wherever the middle is. */
START_TEST(nothing_overlaps_a_solid_without_a_contact) {
  static solid s;
  const int kind = _i / 2;
  uint64_t random = (uint64_t)_i + 1000 * 3;
  const char *fault = NULL;
  int overlaps = 0, n = 0;
  for (int solids = 0; solids < test_scaled(kind < HILL ? 1000 : 100) && !fault; solids++) {
    make_solid(&random, kind, _i % 2 == 0, &s);
    for (n = 0; n < 20 && !fault; n++) {
      body b;
      make_body(&random, n % SHAPES, &s, &b);
      if (!s.one_sided || !is_in_solid(&s, b.middle)) {
        seen all = look_at_all(&s, &b, n % 2);
        overlaps += all.nearest < -(long double)slack(&b);
        fault = all.fault;
      }
      carom_polygon_release(b.polygon);
    }
    carom_chain_release(s.chain);
  }
  ck_assert_msg(!fault, "solid %d, shape %d: %s", kind, (n - 1) % SHAPES, fault);
  ck_assert_int_gt(overlaps, 0);
}
END_TEST

/* --- Casts --- */

typedef struct flight {
  carom_motion motion;
  bool turns;
} flight;

static flight make_flight(uint64_t *random, const body *b) {
  flight f = {.motion = {b->pose, b->pose}, .turns = test_below(random, 2)};
  carom_vec3 way = {test_uniform(random, -3, 3), test_uniform(random, -3, 3), 0};
  if (f.turns) f.motion.end = carom_pose_planar(0, 0, (double)test_uniform(random, -3, 3));
  f.motion.end.position = pos_add(b->pose.position, way);
  return f;
}

static carom_impact fly(const carom_shape *ground, const body *b, const flight *f) {
  const carom_motion still = {.start = {.rotation = {0, 0, 0, 1}}, .end = {.rotation = {0, 0, 0, 1}}};
  carom_vec3 way = pos_sub(f->motion.end.position, f->motion.start.position);
  carom_impact out = {.hit = false, .fraction = 1};
  if (f->turns)
    carom_time_of_impact(ground, &still, &b->shape, &f->motion, 0, &out);
  else
    carom_cast_shape(ground, &still.start, &b->shape, &b->pose, way, &out);
  return out;
}

/* The first hit of all links is that of all segments, which have no sides: what comes from outside meets no
 * link from behind before it has met another one. */
static const char *flight_fault(const solid *s, const body *b, const flight *f) {
  const carom_pose here = {.position = {0, 0, 0}};
  double first = 1, want = 1;
  const char *fault = NULL;
  for (uint32_t i = 0; i < s->count; i++) {
    const carom_vec2 from = s->points[i], to = s->points[(i + 1) % s->count];
    const carom_shape sharp = carom_shape_segment(from, to), round = carom_shape_stadium(from, to, s->radius);
    const carom_shape segment = s->radius > 0 ? round : sharp;
    const carom_shape link = carom_shape_chain_link(s->chain, i, s->radius);
    carom_impact of_segment = fly(&segment, b, f), of_link = fly(&link, b, f);
    bool overlap;
    carom_manifold touch;
    carom_overlap(&link, &here, &b->shape, &b->pose, &overlap);
    carom_collide(&link, &here, &b->shape, &b->pose, &touch);
    double off = of_link.hit ? fabs(of_link.fraction - of_segment.fraction) : 0;
    if (off > (s->radius > 0 ? 1e-4 : 0)) fault = "another time than the segment's";
    if (of_link.inside && !overlap) fault = "inside, but no overlap";
    if (!s->one_sided && overlap && !of_link.inside) fault = "overlap, but not inside";
    if (!s->one_sided && s->radius == 0 && of_link.hit != of_segment.hit)
      fault = "another hit than the segment's";
    if (touch.point_count > 0 && !of_link.inside) fault = "a contact, but not inside";
    first = fmin(first, of_link.fraction), want = fmin(want, of_segment.fraction);
  }
  return !fault && first - want > 1e-4 ? "the ground is missed" : fault;
}

START_TEST(casts_at_solids_miss_nothing) {
  static solid s;
  const int kind = _i / 2;
  uint64_t random = (uint64_t)_i + 1000 * 3;
  const char *fault = NULL;
  int flights = 0, n = 0;
  for (int solids = 0; solids < test_scaled(kind < HILL ? 1000 : 30) && !fault; solids++) {
    make_solid(&random, kind, _i % 2 == 0, &s);
    for (n = 0; n < 10 && !fault; n++) {
      body b;
      make_body(&random, n % SHAPES, &s, &b);
      if (n % 3) move_off(&random, &b);
      flight f = make_flight(&random, &b);
      if (!is_in_solid(&s, b.middle)) fault = flight_fault(&s, &b, &f), flights++;
      carom_polygon_release(b.polygon);
    }
    carom_chain_release(s.chain);
  }
  ck_assert_msg(!fault, "solid %d, shape %d: %s", kind, (n - 1) % SHAPES, fault);
  ck_assert_int_gt(flights, 0);
}
END_TEST

Suite *carom_test_suite(void) {
  Suite *suite = suite_create("chain_solid");
  TCase *tests = tcase_create("chain_solid");
  tcase_set_timeout(tests, 120);
  tcase_add_loop_test(tests, nothing_overlaps_a_solid_without_a_contact, 0, 2 * SOLIDS);
  tcase_add_loop_test(tests, casts_at_solids_miss_nothing, 0, 2 * SOLIDS);
  suite_add_tcase(suite, tests);
  return suite;
}
