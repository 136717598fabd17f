/* test_chain.c: chains: what is built, what is refused, and that no contact has a normal that is not the
 * ground's. */
#include "carom/chain.h"

#include <string.h>

#include "carom/cast.h"
#include "chain.h"
#include "shape_class.h"
#include "flats.h"

enum { LINKS = 10000, POINTS = LINKS + 1 };

/* --- Grounds, from the right to the left, so that their upper side is the right-hand one --- */

enum { LEVEL, HILLS, ROUGH, STEPS, GROUNDS };

typedef struct ground {
  carom_vec2 points[POINTS];
  carom_chain *chain;
  bool one_sided, reversed;
  float radius;
} ground;

static float height_at(uint64_t *random, int kind, size_t i, float x, float before) {
  switch (kind) {
  case HILLS:
    return 0.8f * sinf(0.7f * x) + 0.3f * sinf(2.1f * x);
  case ROUGH:
    return test_uniform(random, -0.3f, 0.3f);
  case STEPS:
    return i % 2 ? before : before + (before > 0 ? -1 : 1) * test_uniform(random, 0.05f, 0.5f);
  default:
    return 0;
  }
}

static ground *make_ground(uint64_t *random, int kind) {
  static ground g;
  float x = 0;
  for (size_t i = 0; i < POINTS; i++) {
    float y = height_at(random, kind, i, x, i ? g.points[i - 1].y : 0);
    g.points[i] = (carom_vec2){x, y};
    if (kind != STEPS || i % 2 == 0) x -= test_uniform(random, 0.02f, 0.5f);
  }
  g.one_sided = test_below(random, 2);
  g.reversed = !g.one_sided && test_below(random, 2);
  g.radius = test_below(random, 2) ? 0 : 0.03f;
  for (size_t i = 0; g.reversed && i < POINTS / 2; i++) {
    carom_vec2 p = g.points[i];
    g.points[i] = g.points[POINTS - 1 - i], g.points[POINTS - 1 - i] = p;
  }
  carom_chain_def def = {.points = &g.points[0].x, .count = POINTS, .one_sided = g.one_sided};
  ck_assert_int_eq(carom_chain_create(NULL, &def, &g.chain), CAROM_OK);
  return &g;
}

/* The upward normal of a link. */
static exact2 upward(const ground *g, size_t i) {
  carom_vec2 a = g->points[i], b = g->points[i + 1];
  exact2 n = exact2_unit((exact2){(long double)b.y - (long double)a.y, (long double)a.x - (long double)b.x});
  return g->reversed ? (exact2){-n.x, -n.y} : n;
}

static long double turn_of(exact2 a, exact2 b) { return a.x * b.y - a.y * b.x; }

/* Is a normal between two, either of which may come first? */
static bool is_between(exact2 n, exact2 a, exact2 b, long double slack) {
  long double whole = turn_of(a, b), sign = whole < 0 ? -1 : 1;
  return sign * turn_of(a, n) >= -slack && sign * turn_of(n, b) >= -slack &&
         exact2_dot(n, a) + exact2_dot(n, b) > 0;
}

/* Is a normal one of the link's upper or lower side, or of a corner of it that sticks out there? */
static bool is_of_side(const ground *g, size_t i, exact2 n, bool below) {
  exact2 own = upward(g, i);
  const long double slack = 2e-6L;
  if (below) n = (exact2){-n.x, -n.y};
  if (is_between(n, own, own, slack)) return true;
  for (int side = 0; side < 2; side++) {
    if (side ? i + 1 >= LINKS : i == 0) continue;
    exact2 other = upward(g, side ? i + 1 : i - 1);
    /* From right to left, upward normals turn counter-clockwise where the ground sticks out. */
    bool leftward = (side == 1) != g->reversed;
    long double turn = (leftward ? 1 : -1) * turn_of(own, other);
    if ((below ? turn < 0 : turn > 0) && is_between(n, own, other, slack)) return true;
  }
  return false;
}

static bool is_of_ground(const ground *g, size_t i, exact2 n) {
  return is_of_side(g, i, n, false) || (!g->one_sided && is_of_side(g, i, n, true));
}

/* --- What slides over them --- */

enum { BOX, ROUND_BOX, DISC, STADIUM, POLYGON, SEGMENT, ELLIPSE, HALF_DISC, SHAPES };

static carom_shape make_shape(uint64_t *random, int kind, carom_polygon **polygon) {
  float a = test_uniform(random, 0.1f, 1), b = test_uniform(random, 0.1f, 1);
  random_flat f;
  *polygon = NULL;
  if (kind == ELLIPSE) return carom_shape_ellipse(a, b * (test_below(random, 4) ? 1 : 0.02f));
  if (kind == HALF_DISC) return carom_shape_half_disc(a);
  switch (kind) {
  case BOX:
    return carom_shape_rectangle(a, b);
  case ROUND_BOX:
    return carom_shape_rounded_rectangle(a, b, 0.1f);
  case DISC:
    return carom_shape_disc(a);
  case STADIUM:
    return carom_shape_stadium((carom_vec2){-a, 0}, (carom_vec2){a, 0}, b);
  case SEGMENT:
    return carom_shape_segment((carom_vec2){-a, 0}, (carom_vec2){a, 0});
  default:
    make_random_flat(random, 3 + test_below(random, 10), a, 0.7f, &f);
    ck_assert(carom_polygon_from_points(NULL, &f.points[0].x, f.flat.count, 0, polygon) == CAROM_OK);
    return carom_shape_polygon(*polygon);
  }
}

static size_t first_near(const ground *g, double x) {
  size_t low = 0, high = LINKS;
  while (low < high) {
    size_t middle = (low + high) / 2;
    bool right = (double)g->points[middle + 1].x > x;
    if (right != g->reversed)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

/* What the rounding of poses may come to so far from the origin. */
static double slack_at(const carom_pose *pose) { return 16 * 0x1p-24 * (fabs(pose->position.x) + 3); }

typedef struct look {
  double deepest, shallowest; /* of all manifolds, by the deepest point of each */
  double nearest;             /* of all distances */
  int contacts, corners;
  const char *fault;
} look;

static void look_at_link(const ground *g, size_t i, const carom_shape *shape, const carom_pose *pose,
                         bool swapped, look *out) {
  const carom_pose here = {.rotation = {0, 0, 0, 1}};
  carom_shape link = carom_shape_chain_link(g->chain, (uint32_t)i, g->radius);
  carom_manifold m;
  carom_distance_result d;
  bool overlap = false;
  carom_status status =
      swapped ? carom_collide(shape, pose, &link, &here, &m) : carom_collide(&link, &here, shape, pose, &m);
  if (!status) status = carom_signed_distance(&link, &here, shape, pose, &d);
  if (!status) status = carom_overlap(&link, &here, shape, pose, &overlap);
  if (status) out->fault = "refused";
  if (overlap != (d.distance <= 0)) out->fault = "the overlap is not the distance's";
  if (m.point_count > 0 && (double)d.distance > slack_at(pose)) out->fault = "a contact without an overlap";
  out->nearest = fmin(out->nearest, (double)d.distance);
  if (m.point_count == 0) return;
  exact2 n = exact2_from(m.normal);
  if (swapped) n = (exact2){-n.x, -n.y};
  if (!is_of_ground(g, i, n)) out->fault = "a normal that is not the ground's";
  out->contacts++;
  out->corners += !is_between(n, upward(g, i), upward(g, i), 1e-3L);
  double deepest = 1;
  for (uint32_t k = 0; k < m.point_count; k++) deepest = fmin(deepest, (double)m.points[k].separation);
  out->deepest = fmin(out->deepest, deepest);
  out->shallowest = fmax(out->shallowest, deepest);
}

static look look_at_ground(const ground *g, const carom_shape *shape, const carom_pose *pose, bool swapped) {
  look out = {.deepest = 1, .shallowest = -1, .nearest = 2};
  double reach = 2.5;
  size_t middle = first_near(g, pose->position.x);
  for (size_t i = middle; i < LINKS && fabs((double)g->points[i].x - pose->position.x) < reach; i++)
    look_at_link(g, i, shape, pose, swapped, &out);
  for (size_t i = middle; i-- > 0 && fabs((double)g->points[i + 1].x - pose->position.x) < reach;)
    look_at_link(g, i, shape, pose, swapped, &out);
  return out;
}

/* Lets a shape come down until it touches the ground; false where it would take too long, between walls. */
static bool put_down(const ground *g, const carom_shape *shape, carom_pose *pose) {
  double gap = 1;
  pose->position.y = 4;
  for (int i = 0; i < 200 && gap > 1e-5; i++) {
    gap = look_at_ground(g, shape, pose, false).nearest;
    pose->position.y -= fmin(gap, 1);
  }
  return gap <= 1e-5;
}

static const char *slide(const ground *g, int ground_kind, uint64_t *random, int kind) {
  carom_polygon *polygon;
  carom_shape shape = make_shape(random, kind, &polygon);
  double x = -400 - 800 * (double)test_uniform(random, 0, 1), angle = (double)test_uniform(random, -3, 3);
  if (kind != POLYGON && test_below(random, 2)) angle = 0;
  double speed = test_below(random, 2) ? 0.013 : 7.77;
  double depth = (double)test_log_uniform(random, 3e-3f, 0.05f);
  /* What one side of the ground has let pass it does not stop. */
  if (kind == ELLIPSE) depth = fmin(depth, 0.25 * (double)shape.geometry.ellipse.radii.y);
  const char *fault = NULL;
  for (int n = 0; n < 10 && !fault; n++, x += speed) {
    carom_pose pose = carom_pose_planar(x, 0, angle);
    if (!put_down(g, &shape, &pose)) continue;
    pose.position.y -= depth;
    look seen = look_at_ground(g, &shape, &pose, n % 2);
    fault = seen.fault;
    if (!fault && kind != SEGMENT && seen.contacts == 0) fault = "no contact";
    if (fault || ground_kind != LEVEL || kind == SEGMENT) continue;
    /* What hangs down beside a link that it does not meet is no depth of the links that it meets. */
    bool upright = kind == DISC || (angle == 0 && kind != POLYGON);
    double error = seen.deepest + depth;
    /* What is round below is as deep in each link that it meets as in the one below it. */
    bool arc = (kind == ELLIPSE || kind == HALF_DISC) && angle == 0;
    if (arc && seen.shallowest + depth > slack_at(&pose)) fault = "not as deep in each link";
    if (error < -slack_at(&pose) || (upright && error > slack_at(&pose))) fault = "not as deep as it is";
    if (seen.corners > 0) fault = "a normal of a level ground that is not up";
  }
  carom_polygon_release(polygon);
  return fault;
}

START_TEST(normals_are_those_of_the_ground) {
  const char *fault = NULL;
  uint64_t random = (uint64_t)_i;
  int n = 0, kind = 0;
  for (int grounds = 0; grounds < 4 && !fault; grounds++) {
    ground *g = make_ground(&random, _i);
    for (n = 0; n < test_scaled(60) && !fault; n++) {
      kind = n % SHAPES;
      fault = slide(g, _i, &random, kind);
    }
    carom_chain_release(g->chain);
  }
  ck_assert_msg(!fault, "ground %d, shape %d, case %d: %s", _i, kind, n - 1, fault);
}
END_TEST

/* --- Single corners --- */

/* A roof from the right to the left, and its ends. */
static carom_chain *make_roof(bool closed, bool one_sided) {
  const float points[] = {1, 0, 0, 1, -1, 0};
  const carom_chain_def def = {.points = points, .count = 3, .closed = closed, .one_sided = one_sided};
  carom_chain *chain = NULL;
  ck_assert_int_eq(carom_chain_create(NULL, &def, &chain), CAROM_OK);
  return chain;
}

static uint32_t points_at(const carom_chain *chain, uint32_t index, const carom_shape *shape, double x,
                          double y, carom_vec3 *normal) {
  const carom_pose here = {.position = {0, 0, 0}}, there = carom_pose_planar(x, y, 0);
  carom_shape link = carom_shape_chain_link(chain, index, 0);
  carom_manifold m;
  ck_assert_int_eq(carom_collide(&link, &here, shape, &there, &m), CAROM_OK);
  *normal = m.normal;
  return m.point_count;
}

START_TEST(corners_belong_to_the_link_that_ends_there) {
  carom_chain *chain = make_roof(false, true);
  const carom_shape disc = carom_shape_disc(0.5f), box = carom_shape_rectangle(0.5f, 0.5f);
  carom_vec3 n;
  ck_assert(points_at(chain, 0, &disc, 0, 1.4, &n) == 1 && n.x == 0 && n.y == 1);
  ck_assert(points_at(chain, 1, &disc, 0, 1.4, &n) == 0);
  ck_assert(points_at(chain, 0, &box, 0.1, 1.4, &n) > 0 && n.x == 0 && n.y == 1);
  ck_assert(points_at(chain, 1, &box, 0.1, 1.4, &n) == 0);
  carom_chain_release(chain);
}
END_TEST

/* What has an arc and is sunk onto the top of a roof is deep along the normal of the corner, not along those
 * of the slopes, whichever way it is turned. */
START_TEST(arcs_are_met_by_corners) {
  carom_chain *chain = make_roof(false, true);
  const carom_pose here = {.position = {0, 0, 0}};
  const carom_shape shapes[] = {carom_shape_ellipse(0.5f, 0.2f), carom_shape_half_disc(0.5f)};
  const double low[] = {0.2, 0.5}; /* the half-disc with its arc below */
  for (int i = 0; i < 2; i++) {
    const carom_shape first = carom_shape_chain_link(chain, 0, 0),
                      second = carom_shape_chain_link(chain, 1, 0);
    const carom_pose there = carom_pose_planar(0, 1 + low[i] - 0.02, i ? 3.14159265 : 0);
    carom_manifold m;
    ck_assert_int_eq(carom_collide(&first, &here, &shapes[i], &there, &m), CAROM_OK);
    ck_assert(m.point_count == 1 && fabsf(m.normal.x) < 1e-4f && m.normal.y > 0.9999f);
    ck_assert(fabsf(m.points[0].separation + 0.02f) < 1e-5f && fabs(m.points[0].position.y - 0.99) < 1e-4);
    ck_assert_int_eq(carom_collide(&second, &here, &shapes[i], &there, &m), CAROM_OK);
    ck_assert_uint_eq(m.point_count, 0);
  }
  carom_chain_release(chain);
}
END_TEST

START_TEST(ends_of_open_chains_are_touched_all_around) {
  carom_chain *chain = make_roof(false, false);
  const carom_shape disc = carom_shape_disc(0.5f);
  carom_vec3 n;
  ck_assert(points_at(chain, 0, &disc, 1.3, -0.3, &n) == 1 && n.x > 0.7f && n.y < -0.7f);
  ck_assert(points_at(chain, 0, &disc, 1.4, 0.1, &n) == 1 && n.x > 0.9f);
  ck_assert(points_at(chain, 1, &disc, -1.3, -0.3, &n) == 1 && n.x < -0.7f && n.y < -0.7f);
  carom_chain_release(chain);
}
END_TEST

/* A box that stands on level ground, reaches over the edge of a slope and leans back from it overlaps the
 * link of the slope, too: that leaves it to the level one, whose normal is the better one. */
START_TEST(slopes_leave_what_overhangs_to_level_ground) {
  const float points[] = {4, -2, 0, 0, -4, 0};
  const carom_chain_def def = {.points = points, .count = 3};
  const carom_pose here = {.position = {0, 0, 0}}, leaning = carom_pose_planar(-0.8, 0.48, 0.01);
  const carom_shape box = carom_shape_rectangle(1, 0.5f);
  carom_chain *chain;
  carom_manifold slope, level;
  ck_assert_int_eq(carom_chain_create(NULL, &def, &chain), CAROM_OK);
  carom_shape of_slope = carom_shape_chain_link(chain, 0, 0), of_level = carom_shape_chain_link(chain, 1, 0);
  bool overlap;
  ck_assert(carom_overlap(&of_slope, &here, &box, &leaning, &overlap) == CAROM_OK && overlap);
  ck_assert(carom_collide(&of_slope, &here, &box, &leaning, &slope) == CAROM_OK && slope.point_count == 0);
  ck_assert(carom_collide(&of_level, &here, &box, &leaning, &level) == CAROM_OK && level.point_count == 2);
  ck_assert(level.normal.x == 0 && level.normal.y == 1);
  carom_chain_release(chain);
}
END_TEST

/* A box that overlaps a floor is in front of it only if it is not behind the wall at its end, over which it
 * may reach. */
START_TEST(walls_hide_floors_unless_they_are_low) {
  const carom_shape box = carom_shape_rectangle(1, 0.5f);
  for (int low = 0; low < 2; low++) {
    const float height = low ? 0.2f : 2, points[] = {4, 0, 0, 0, 0, height, -4, height};
    const carom_chain_def def = {.points = points, .count = 4, .one_sided = true};
    carom_chain *chain = NULL;
    carom_vec3 n;
    ck_assert_int_eq(carom_chain_create(NULL, &def, &chain), CAROM_OK);
    ck_assert_uint_eq(points_at(chain, 0, &box, -0.1, 0.4, &n), low ? 2 : 0);
    ck_assert(!low || (n.x == 0 && n.y == 1));
    ck_assert_uint_eq(points_at(chain, 1, &box, -0.1, 0.4, &n), 0);
    carom_chain_release(chain);
  }
}
END_TEST

/* The same of an ellipse, which reaches along the floor for half a unit: whether its middle is seen past the
 * wall from there decides, not whether it is from the end of the floor. */
START_TEST(walls_hide_floors_from_arcs) {
  const carom_shape egg = carom_shape_ellipse(1, 0.5f);
  const float heights[] = {0.2f, 0.32f, 0.36f, 2};
  for (int i = 0; i < 4; i++) {
    const float points[] = {4, 0, 0, 0, 0, heights[i], -4, heights[i]};
    const carom_chain_def def = {.points = points, .count = 4, .one_sided = true};
    carom_chain *chain = NULL;
    carom_vec3 n;
    ck_assert_int_eq(carom_chain_create(NULL, &def, &chain), CAROM_OK);
    ck_assert_uint_eq(points_at(chain, 0, &egg, -0.1, 0.4, &n), i < 2);
    ck_assert(i >= 2 || (n.x == 0 && n.y == 1));
    carom_chain_release(chain);
  }
}
END_TEST

/* A long box lies on a short ledge, and its end hangs over the wall below. Its middle is behind that wall and
 * sees it past the ledge, but is no ground of the wall's other side; in whichever direction the chain goes.
 */
START_TEST(ledges_keep_two_sided_walls_from_what_lies_on_them) {
  const carom_vec2 points[] = {{6, 0}, {0, 0}, {0, 0.3f}, {-0.3f, 0.3f}, {-6, 0.1f}};
  const carom_shape box = carom_shape_rectangle(2.5f, 0.5f);
  for (int backward = 0; backward < 2; backward++) {
    carom_vec2 way[5];
    for (int i = 0; i < 5; i++) way[i] = points[backward ? 4 - i : i];
    const carom_chain_def def = {.points = &way[0].x, .count = 5};
    carom_chain *chain = NULL;
    carom_vec3 n;
    ck_assert_int_eq(carom_chain_create(NULL, &def, &chain), CAROM_OK);
    ck_assert(points_at(chain, backward ? 2 : 1, &box, -2, 0.7, &n) == 0 || (n.x == 0 && n.y == 1));
    ck_assert(points_at(chain, backward ? 1 : 2, &box, -2, 0.7, &n) > 0 && n.x == 0 && n.y == 1);
    carom_chain_release(chain);
  }
}
END_TEST

/* A ring around the origin, on the outside of which its links are touched, from point `first` on. */
static carom_chain *make_ring(const carom_vec2 *around, uint32_t count, uint32_t first) {
  carom_vec2 points[8];
  for (uint32_t i = 0; i < count; i++) points[i] = around[(first + i) % count];
  const carom_chain_def def = {.points = &points[0].x, .count = count, .closed = true, .one_sided = true};
  carom_chain *chain = NULL;
  ck_assert_int_eq(carom_chain_create(NULL, &def, &chain), CAROM_OK);
  return chain;
}

/* Which point of a ring comes first is all the same. */
START_TEST(rings_have_no_beginning) {
  enum { CORNERS = 8 };
  const carom_shape disc = carom_shape_disc(0.3f), box = carom_shape_rectangle(0.5f, 0.2f);
  uint64_t random = 4;
  int faults = 0, contacts = 0;
  for (int n = 0; n < test_scaled(2000); n++) {
    carom_vec2 around[CORNERS];
    for (int i = 0; i < CORNERS; i++) {
      carom_vec2 way = carom_direction_degrees(45.0 * i);
      float far = test_uniform(&random, 0.7f, 1.3f);
      around[i] = (carom_vec2){far * way.x, far * way.y};
    }
    uint32_t first = test_below(&random, CORNERS);
    carom_chain *chain = make_ring(around, CORNERS, 0), *turned = make_ring(around, CORNERS, first);
    double x = (double)test_uniform(&random, -1.5f, 1.5f), y = (double)test_uniform(&random, -1.5f, 1.5f);
    for (uint32_t i = 0; i < CORNERS; i++) {
      carom_vec3 a, b;
      const carom_shape *shape = n % 2 ? &disc : &box;
      uint32_t count = points_at(chain, (first + i) % CORNERS, shape, x, y, &a);
      faults += points_at(turned, i, shape, x, y, &b) != count || a.x != b.x || a.y != b.y;
      contacts += count > 0;
    }
    carom_chain_release(chain);
    carom_chain_release(turned);
  }
  ck_assert_int_eq(faults, 0);
  ck_assert_int_gt(contacts, 0);
}
END_TEST

START_TEST(one_sided_links_let_pass_what_comes_from_behind) {
  const carom_pose here = {.position = {0, 0, 0}};
  const carom_shape disc = carom_shape_disc(0.5f);
  for (int one_sided = 0; one_sided < 2; one_sided++) {
    carom_chain *chain = make_roof(false, one_sided);
    carom_shape link = carom_shape_chain_link(chain, 0, 0);
    carom_ray up = {{0.5, 0, 0}, {0, 1, 0}}, down = {{0.5, 1, 0}, {0, -1, 0}};
    carom_ray_result hit;
    carom_vec3 n;
    ck_assert(points_at(chain, 0, &disc, 0.7, 0.6, &n) == 1 && n.x > 0.7f && n.y > 0.7f);
    ck_assert(points_at(chain, 0, &disc, 0.3, 0.4, &n) == (one_sided ? 0 : 1));
    ck_assert(carom_cast_ray(&link, &here, &down, &hit) == CAROM_OK && hit.hit && hit.normal.y > 0.7f);
    ck_assert(carom_cast_ray(&link, &here, &up, &hit) == CAROM_OK && hit.hit == !one_sided);
    link.geometry.chain_link.radius = 0.8f; /* now that ray begins inside */
    ck_assert(carom_cast_ray(&link, &here, &up, &hit) == CAROM_OK && hit.hit && hit.inside);
    carom_chain_release(chain);
  }
}
END_TEST

/* --- Casts --- */

typedef struct flight {
  carom_vec2 points[4]; /* the link is between the second and the third */
  carom_shape link, segment, shape;
  carom_pose at_link, at_shape;
  carom_vec3 way;
} flight;

static carom_vec2 random_point(uint64_t *random, float x) {
  return (carom_vec2){x + test_uniform(random, -0.4f, 0.4f), test_uniform(random, -1, 1)};
}

static carom_pose random_place(uint64_t *random, float reach) {
  carom_vec3 p = test_vec3(random, -reach, reach);
  return carom_pose_planar((double)p.x, (double)p.y, (double)p.z);
}

static flight random_flight(uint64_t *random, carom_chain **chain) {
  flight f = {.at_link = random_place(random, 1), .at_shape = random_place(random, 3)};
  for (int i = 0; i < 4; i++) f.points[i] = random_point(random, (float)i);
  const carom_chain_def def = {.points = &f.points[0].x, .count = 4, .one_sided = test_below(random, 2) == 0};
  ck_assert_int_eq(carom_chain_create(NULL, &def, chain), CAROM_OK);
  f.link = carom_shape_chain_link(*chain, 1, 0);
  f.segment = carom_shape_segment(f.points[1], f.points[2]);
  f.shape = test_below(random, 2) ? carom_shape_disc(0.3f) : carom_shape_rectangle(0.5f, 0.2f);
  f.way = (carom_vec3){test_uniform(random, -4, 4), test_uniform(random, -4, 4), 0};
  return f;
}

/* Moves the shape against the link or, the same for both, the link against the shape. */
static carom_impact fly(const flight *f, const carom_shape *link, bool link_moves) {
  carom_impact out = {.fraction = -1};
  carom_vec3 back = {-f->way.x, -f->way.y, 0};
  if (link_moves)
    carom_cast_shape(&f->shape, &f->at_shape, link, &f->at_link, back, &out);
  else
    carom_cast_shape(link, &f->at_link, &f->shape, &f->at_shape, f->way, &out);
  return out;
}

/* How much a normal leads to the right of the link. */
static double to_the_right(const flight *f, carom_vec3 normal) {
  carom_frame frame = pose_to_frame(&f->at_link);
  carom_vec2 a = f->points[1], b = f->points[2];
  carom_vec3 right = mat3_mul_vec3(&frame.axes, (carom_vec3){b.y - a.y, a.x - b.x, 0});
  return (double)vec3_dot(right, normal);
}

/* Is the middle of a shape on the right of the way from a point of the flight to the next, by how far? */
static double right_of_link(const flight *f, int from) {
  carom_vec3 to_middle = pos_sub(f->at_shape.position, f->at_link.position);
  carom_frame frame = pose_to_frame(&f->at_link);
  carom_vec3 middle = mat3_tmul_vec3(&frame.axes, to_middle);
  carom_vec2 a = f->points[from], b = f->points[from + 1];
  double edge_x = (double)b.x - (double)a.x, edge_y = (double)b.y - (double)a.y;
  return (edge_y * ((double)middle.x - (double)a.x) - edge_x * ((double)middle.y - (double)a.y)) /
         hypot(edge_x, edge_y);
}

/* A cast that begins in a link is inside, but for what is behind a one-sided one or behind its neighbour. */
static const char *start_fault(const flight *f, const carom_impact *got, bool touches) {
  double right = right_of_link(f, 1), beside = fmin(right_of_link(f, 0), right_of_link(f, 2));
  bool one_sided = f->link.geometry.chain_link.asset->one_sided;
  if (got->inside != got->hit || (touches && !got->hit)) return "a contact at the start";
  if (!one_sided) return got->hit ? NULL : "two-sided, at the start";
  if (right < -1e-4 && got->hit) return "inside of what is behind";
  return right > 1e-4 && beside > 1e-4 && !got->hit ? "not inside of what is in front" : NULL;
}

static const char *flight_fault(const flight *f, bool one_sided, bool link_moves) {
  carom_impact of_segment = fly(f, &f->segment, link_moves), got = fly(f, &f->link, link_moves);
  carom_manifold touch;
  bool overlap;
  carom_collide(&f->link, &f->at_link, &f->shape, &f->at_shape, &touch);
  carom_overlap(&f->link, &f->at_link, &f->shape, &f->at_shape, &overlap);
  if (overlap) return start_fault(f, &got, touch.point_count > 0);
  double right = to_the_right(f, of_segment.normal) * (link_moves ? -1 : 1);
  if (one_sided && of_segment.hit && fabs(right) < 1e-3) return NULL;
  if (got.hit != (of_segment.hit && (!one_sided || right > 0))) return "from the wrong side";
  return !got.hit || got.fraction == of_segment.fraction ? NULL : "another time than the segment's";
}

START_TEST(links_are_hit_as_segments_from_their_side) {
  uint64_t random = 8;
  const char *fault = NULL;
  int n = 0;
  for (; n < test_scaled(10000) && !fault; n++) {
    carom_chain *chain;
    flight f = random_flight(&random, &chain);
    fault = flight_fault(&f, f.link.geometry.chain_link.asset->one_sided, n % 2);
    carom_chain_release(chain);
  }
  ck_assert_msg(!fault, "case %d: %s", n - 1, fault);
}
END_TEST

/* --- Along a chain --- */

/* Which link of a straight chain of three, of length 1 each, a square meets on its way along the chain; -1
 * for none. The first point is at 0, and the square reaches below the line and above it. */
static int link_on_the_way(uint64_t *random, carom_chain *chain, float from, float way) {
  const carom_pose place = random_place(random, 5);
  const carom_frame frame = pose_to_frame(&place);
  const carom_shape square = carom_shape_rectangle(0.25f, 0.25f);
  const carom_pose at = {frame_apply(&frame, vec3(from, test_uniform(random, -0.2f, 0.2f), 0)),
                         place.rotation};
  const carom_vec3 by = mat3_mul_vec3(&frame.axes, vec3(way, 0, 0));
  int met = -1;
  for (int i = 0; i < 3; i++) {
    const carom_shape link = carom_shape_chain_link(chain, (uint32_t)i, 0);
    carom_impact hit;
    ck_assert_int_eq(carom_cast_shape(&link, &place, &square, &at, by, &hit), CAROM_OK);
    if (!hit.hit || hit.inside) continue;
    ck_assert(met < 0 && fabs(hit.fraction * fabs((double)way) - 0.75) < 1e-5);
    met = i;
  }
  return met;
}

/* The direction is neither that of the front nor that of the back but for rounding, which must not decide. */
START_TEST(a_one_sided_chain_is_met_along_it_where_it_ends) {
  const float points[] = {0, 0, 1, 0, 2, 0, 3, 0};
  const carom_chain_def def = {.points = points, .count = 4, .one_sided = true};
  carom_chain *chain = NULL;
  uint64_t random = 12;
  ck_assert_int_eq(carom_chain_create(NULL, &def, &chain), CAROM_OK);
  for (int i = 0; i < 100; i++) {
    ck_assert_int_eq(link_on_the_way(&random, chain, -1, 4), 0);
    ck_assert_int_eq(link_on_the_way(&random, chain, 4, -4), 2);
    ck_assert_int_eq(link_on_the_way(&random, chain, 0.5f, 2), -1);
    ck_assert_int_eq(link_on_the_way(&random, chain, 2.5f, -2), -1);
  }
  carom_chain_release(chain);
}
END_TEST

/* Of a shape with an arc, the last normal of an end is that of least overlap when its middle is on the line.
 */
START_TEST(the_end_of_a_chain_pushes_along_it) {
  const float points[] = {0, 0, 1, 0, 2, 0, 3, 0};
  const carom_shape shapes[] = {carom_shape_ellipse(0.25f, 0.3f), carom_shape_ellipse(0.25f, 0.4f),
                                carom_shape_disc(0.25f), carom_shape_half_disc(0.25f)};
  const double quarter = 1.57079632679489661923;
  for (int i = 0; i < 16; i++) {
    bool last = i % 2, half = i / 4 == 3;
    const carom_chain_def def = {.points = points, .count = 4, .one_sided = i / 2 % 2};
    const carom_pose here = carom_pose_planar(0, 0, 0);
    const carom_pose at = carom_pose_planar(last ? 3.2 : -0.2, 0, !half ? 0 : last ? quarter : -quarter);
    carom_chain *chain = NULL;
    carom_manifold m;
    ck_assert_int_eq(carom_chain_create(NULL, &def, &chain), CAROM_OK);
    carom_shape link = carom_shape_chain_link(chain, last ? 2 : 0, 0);
    ck_assert_int_eq(carom_collide(&link, &here, &shapes[i / 4], &at, &m), CAROM_OK);
    ck_assert(m.point_count == 1 && fabsf(m.normal.x - (last ? 1 : -1)) < 1e-6f);
    ck_assert_double_eq_tol((double)m.points[0].separation, -0.05, 1e-6);
    carom_chain_release(chain);
  }
}
END_TEST

/* --- Assets --- */

static carom_shape any_other(uint64_t *random) {
  const float x = test_uniform(random, 0.2f, 1), y = test_uniform(random, 0.2f, 1);
  const carom_shape others[] = {carom_shape_disc(x),
                                carom_shape_ellipse(x, y),
                                carom_shape_half_disc(x),
                                carom_shape_rectangle(x, y),
                                carom_shape_rounded_rectangle(x, y, 0.1f),
                                carom_shape_segment((carom_vec2){-x, y}, (carom_vec2){y, x})};
  return others[test_below(random, 6)];
}

/* Where rounding decides whether a link is touched, its distance says what carom_overlap says, in both
 * orders.
 */
START_TEST(distances_of_links_agree_with_overlaps) {
  uint64_t random = (uint64_t)_i + 1;
  const carom_vec2 points[] = {{-1, 0.25f}, {-0.5f, 0}, {0.3f, 0.1f}, {1, -0.2f}};
  const carom_chain_def def = {.points = &points[0].x, .count = 4};
  carom_chain *chain;
  int touching = 0, trials = 1000 + test_scaled(10000);
  ck_assert_int_eq(carom_chain_create(NULL, &def, &chain), CAROM_OK);
  for (int i = 0; i < trials; i++) {
    const carom_shape link = carom_shape_chain_link(chain, test_below(&random, 3), 0),
                      other = any_other(&random);
    const carom_shape *shapes[2] = {i % 2 ? &link : &other, i % 2 ? &other : &link};
    carom_pose poses[2];
    carom_distance_result gap, apart;
    bool touch;
    for (int k = 0; k < 2; k++)
      poses[k] = carom_pose_planar((double)test_uniform(&random, -2, 2), (double)test_uniform(&random, -2, 2),
                                   (double)test_uniform(&random, -3, 3));
    ck_assert_int_eq(carom_signed_distance(shapes[0], &poses[0], shapes[1], &poses[1], &gap), CAROM_OK);
    const float by = test_uniform(&random, -2e-7f, 2e-6f) - gap.distance;
    poses[1].position = pos_add(poses[1].position, vec3_scale(gap.normal, by));
    ck_assert_int_eq(carom_overlap(shapes[0], &poses[0], shapes[1], &poses[1], &touch), CAROM_OK);
    ck_assert_int_eq(carom_distance(shapes[0], &poses[0], shapes[1], &poses[1], &gap), CAROM_OK);
    ck_assert_int_eq(carom_signed_distance(shapes[0], &poses[0], shapes[1], &poses[1], &apart), CAROM_OK);
    ck_assert(touch == (gap.distance == 0) && touch == (apart.distance <= 0));
    if (!touch) ck_assert(gap.distance == apart.distance && vec3_dot(gap.normal, apart.normal) > 0.99f);
    touching += touch;
  }
  ck_assert(touching > trials / 10 && touching < trials * 9 / 10);
  carom_chain_release(chain);
}
END_TEST

START_TEST(chains_are_described) {
  const carom_chain_view none = {0};
  for (int closed = 0; closed < 2; closed++) {
    carom_chain *chain = make_roof(closed, !closed);
    carom_chain_view view = none;
    ck_assert_int_eq(carom_chain_describe(chain, &view), CAROM_OK);
    ck_assert(view.point_count == 3 && view.link_count == (closed ? 3 : 2));
    ck_assert(view.closed == closed && view.one_sided == !closed && view.points[1].y == 1);
    carom_shape last = carom_shape_chain_link(chain, view.link_count - 1, 0), beyond = last;
    beyond.geometry.chain_link.index++;
    ck_assert_int_eq(carom_shape_check(&last), CAROM_OK);
    ck_assert_int_eq(carom_shape_check(&beyond), CAROM_OUT_OF_RANGE);
    last.geometry.chain_link.radius = -1;
    ck_assert_int_eq(carom_shape_check(&last), CAROM_BAD_SIZE);
    ck_assert_ptr_eq(carom_chain_retain(chain), chain);
    carom_chain_release(chain);
    carom_chain_release(chain);
  }
  ck_assert_ptr_null(carom_chain_retain(NULL));
  carom_chain_release(NULL);
}
END_TEST

START_TEST(bad_chains_are_refused) {
  const float good[] = {0, 0, 1, 0, 1, 1}, near[] = {0, 0, 1, 0, 1, 1e-6f}, around[] = {0, 0, 1, 0, 0, 9e-6f};
  const float nan[] = {0, 0, 1, NAN, 1, 1}, far[] = {0, 0, 1, 2e6f, 1, 1};
  const struct {
    carom_chain_def def;
    carom_status want;
  } cases[] = {{{.points = good, .count = 2}, CAROM_OK},
               {{.points = good, .count = 3, .closed = true}, CAROM_OK},
               {{.points = good, .count = 2, .stride = 16}, CAROM_OK},
               {{.points = good, .count = 1}, CAROM_TOO_FEW_POINTS},
               {{.points = good, .count = 2, .closed = true}, CAROM_TOO_FEW_POINTS},
               {{.points = good, .count = 3, .stride = 7}, CAROM_OUT_OF_RANGE},
               {{.count = 3}, CAROM_NULL_ARGUMENT},
               {{.points = near, .count = 3}, CAROM_REPEATED_POINT},
               {{.points = around, .count = 3}, CAROM_OK},
               {{.points = around, .count = 3, .closed = true}, CAROM_REPEATED_POINT},
               {{.points = nan, .count = 3}, CAROM_NOT_FINITE},
               {{.points = far, .count = 3}, CAROM_OUT_OF_RANGE},
               {{.points = good, .count = CAROM_CHAIN_POINTS_MAX + 1}, CAROM_LIMIT}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    carom_chain *chain = NULL;
    ck_assert_msg(carom_chain_create(NULL, &cases[i].def, &chain) == cases[i].want, "case %d", (int)i);
    ck_assert((chain != NULL) == (cases[i].want == CAROM_OK));
    carom_chain_release(chain);
  }
}
END_TEST

/* Points among other numbers of the game's. */
START_TEST(points_lie_a_stride_apart) {
  const float apart[] = {0, 0, 7, 1, 0, 7, 1, 1}, together[] = {0, 0, 1, 0, 1, 1};
  carom_chain *strided, *packed;
  const carom_chain_def def = {.points = apart, .count = 3, .stride = 3 * sizeof(float)};
  ck_assert_int_eq(carom_chain_create(NULL, &def, &strided), CAROM_OK);
  ck_assert_int_eq(carom_chain_create(NULL, &(carom_chain_def){.points = together, .count = 3}, &packed),
                   CAROM_OK);
  for (uint32_t i = 0; i < 3; i++)
    ck_assert(memcmp(&strided->points[i + 1], &packed->points[i + 1], sizeof packed->points[0]) == 0);
  carom_chain_release(strided);
  carom_chain_release(packed);
}
END_TEST

START_TEST(bytes_are_read_as_they_were_written) {
  unsigned char first[64], second[64];
  carom_chain *chain = make_roof(true, true);
  carom__archive out = {.out = first, .size = sizeof first}, again = {.out = second, .size = sizeof second};
  carom__asset_write(&out, (const carom__asset *)chain);
  carom__archive in = {.in = first, .size = out.at};
  carom__asset *copy = carom__asset_read(&in, NULL);
  ck_assert_ptr_nonnull(copy);
  carom__asset_write(&again, copy);
  ck_assert(in.at == out.at && again.at == out.at && memcmp(first, second, out.at) == 0);
  carom__asset_release(copy);
  for (size_t at = 0; at < out.at; at++) { /* any byte may be wrong, and any number missing */
    carom__archive bad = {.in = first, .size = out.at};
    first[at] ^= 0x80;
    copy = carom__asset_read(&bad, NULL);
    if (copy) carom__asset_release(copy);
    first[at] ^= 0x80;
    carom__archive less = {.in = first, .size = at};
    ck_assert(!carom__asset_read(&less, NULL) && less.status == CAROM_BAD_SNAPSHOT);
  }
  carom_chain_release(chain);
}
END_TEST

Suite *carom_test_suite(void) {
  Suite *suite = suite_create("chain");
  TCase *tests = tcase_create("chain");
  tcase_set_timeout(tests, 60);
  tcase_add_loop_test(tests, normals_are_those_of_the_ground, 0, GROUNDS);
  tcase_add_test(tests, corners_belong_to_the_link_that_ends_there);
  tcase_add_test(tests, arcs_are_met_by_corners);
  tcase_add_test(tests, ends_of_open_chains_are_touched_all_around);
  tcase_add_test(tests, slopes_leave_what_overhangs_to_level_ground);
  tcase_add_test(tests, walls_hide_floors_unless_they_are_low);
  tcase_add_test(tests, walls_hide_floors_from_arcs);
  tcase_add_test(tests, ledges_keep_two_sided_walls_from_what_lies_on_them);
  tcase_add_test(tests, rings_have_no_beginning);
  tcase_add_test(tests, one_sided_links_let_pass_what_comes_from_behind);
  tcase_add_test(tests, a_one_sided_chain_is_met_along_it_where_it_ends);
  tcase_add_test(tests, the_end_of_a_chain_pushes_along_it);
  tcase_add_test(tests, links_are_hit_as_segments_from_their_side);
  tcase_add_loop_test(tests, distances_of_links_agree_with_overlaps, 0, 3);
  tcase_add_test(tests, chains_are_described);
  tcase_add_test(tests, bad_chains_are_refused);
  tcase_add_test(tests, points_lie_a_stride_apart);
  tcase_add_test(tests, bytes_are_read_as_they_were_written);
  suite_add_tcase(suite, tests);
  return suite;
}
