/* hard_poses.h: the one list of families of hard pairs: how two bodies of given makers are put together. */
#ifndef CAROM_TEST_HARD_POSES_H
#define CAROM_TEST_HARD_POSES_H

#include "hard_shapes.h"
#include "hard_turns.h"

typedef struct hard_case {
  hard_maker *make_a, *make_b;
  uint64_t seed, random;
  hard_body a, b;
  carom_pose pose_a, pose_b;
  oracle_scene scene;
  oracle_truth truth;
} hard_case;

/* --- Parts of a body that touch --- */

/* A point of the surface, a direction that is outward there, and one along the surface. */
typedef struct hard_spot {
  carom__dvec3 point, outward, along;
} hard_spot;

/* Any direction, and what lies farthest along it: mostly a vertex. */
static inline hard_spot spot_on_vertex(const oracle_solid *s, uint64_t *random) {
  hard_spot spot = {.outward = random_direction(random), .point = dvec3_widen(s->vertices[0])};
  for (int i = 1; i < s->vertex_count; i++) {
    carom__dvec3 v = dvec3_widen(s->vertices[i]);
    if (dvec3_dot(spot.outward, dvec3_sub(v, spot.point)) > 0) spot.point = v;
  }
  spot.along = dvec3_across(spot.outward);
  return spot;
}

static inline hard_spot spot_on_edge(const oracle_solid *s, uint64_t *random) {
  const oracle_edge *e = &s->edges[test_below(random, (uint32_t)s->edge_count)];
  carom__dvec3 from = dvec3_widen(s->vertices[e->from]), to = dvec3_widen(s->vertices[e->to]);
  double t = (double)test_uniform(random, 0, 1), u = (double)test_uniform(random, 0, 1);
  hard_spot spot = {.along = dvec3_unit(dvec3_sub(to, from))};
  spot.point = dvec3_mad(dvec3_scale(from, 1 - t), to, t);
  if (e->normals[0] < 0) {
    spot.outward = dquat_turn(dquat_about(spot.along, 6.28 * u), dvec3_across(spot.along));
    return spot;
  }
  carom__dvec3 first = s->normals[e->normals[0]], second = s->normals[e->normals[1]];
  spot.outward = dvec3_unit(dvec3_mad(dvec3_scale(first, 1 - u), second, u));
  return spot;
}

/* A face, at the middle of an edge of it or at a corner. */
static inline hard_spot spot_on_face(const oracle_solid *s, uint64_t *random) {
  hard_spot spot = spot_on_edge(s, random);
  const oracle_edge *e = &s->edges[test_below(random, (uint32_t)s->edge_count)];
  spot.outward = s->normals[e->normals[test_below(random, 2)]];
  spot.point = dvec3_widen(s->vertices[e->from]);
  carom__dvec3 to = dvec3_widen(s->vertices[e->to]);
  spot.along = dvec3_unit(dvec3_sub(to, spot.point));
  if (test_below(random, 2)) spot.point = dvec3_scale(dvec3_add(spot.point, to), 0.5);
  return spot;
}

enum { SPOT_VERTEX, SPOT_EDGE, SPOT_FACE, SPOT_KINDS };

/* A cap at its middle, its rim or between; a line of the side; the rim or the apex. */
static inline hard_spot spot_on_discs(const oracle_solid *s, uint32_t kind, uint64_t *random) {
  double angle = (double)test_uniform(random, 0, 6.28f), t = (double)test_uniform(random, 0, 1);
  double h = s->half_height, thinner = s->radii[0] - s->radii[1];
  carom__dvec3 out = dvec3(cos(angle), 0, sin(angle)), up = dvec3(0, 1, 0);
  carom__dvec3 side = dvec3_unit(dvec3_mad(dvec3_scale(out, 2 * h), up, thinner));
  uint32_t end = test_below(random, 2), place = test_below(random, 3);
  double part = place == 0 ? 0 : place == 1 ? 1 : t;
  if (kind == SPOT_FACE) {
    if (s->radii[1] == 0) end = 0;
    carom__dvec3 outward = dvec3_scale(up, end ? 1 : -1);
    return (hard_spot){dvec3_mad(dvec3_scale(outward, h), out, part * s->radii[end]), outward, out};
  }
  if (kind == SPOT_EDGE) {
    carom__dvec3 on = dvec3_mad(dvec3_scale(up, h * (2 * part - 1)), out, s->radii[0] - part * thinner);
    return (hard_spot){on, side, dvec3_cross(side, dvec3_cross(out, up))};
  }
  carom__dvec3 cap = dvec3_scale(up, end ? 1 : -1);
  carom__dvec3 outward = dvec3_unit(dvec3_mad(dvec3_scale(cap, 1 - t), side, t));
  return (hard_spot){dvec3_mad(dvec3_scale(cap, h), out, s->radii[end]), outward, dvec3_cross(out, up)};
}

/* The pole of an end, another point of it, or a line of the side. */
static inline hard_spot spot_on_balls(const oracle_solid *s, uint32_t kind, uint64_t *random) {
  double angle = (double)test_uniform(random, 0, 6.28f), t = (double)test_uniform(random, 0, 1);
  double h = s->half_height, sine = (s->radii[0] - s->radii[1]) / (2 * h);
  carom__dvec3 out = dvec3(cos(angle), 0, sin(angle)), up = dvec3(0, 1, 0);
  carom__dvec3 side = dvec3_mad(dvec3_scale(out, sqrt(1 - sine * sine)), up, sine);
  uint32_t end = test_below(random, 2);
  carom__dvec3 pole = dvec3_scale(up, end ? 1 : -1), middle = dvec3_scale(pole, h);
  if (kind == SPOT_EDGE) {
    carom__dvec3 on =
        dvec3_mad(dvec3_scale(up, h * (2 * t - 1)), side, s->radii[0] + t * (s->radii[1] - s->radii[0]));
    return (hard_spot){on, side, dvec3_cross(side, dvec3_cross(out, up))};
  }
  carom__dvec3 outward = kind == SPOT_FACE ? pole : dvec3_unit(dvec3_mad(dvec3_scale(pole, 1 - t), side, t));
  return (hard_spot){dvec3_mad(middle, outward, s->radii[end]), outward, dvec3_cross(out, up)};
}

/* Anywhere, or at the end of an axis. */
static inline hard_spot spot_on_ellipsoid(const oracle_solid *s, uint32_t kind, uint64_t *random) {
  carom__dvec3 outward = random_direction(random);
  uint32_t axis = test_below(random, 3);
  if (kind == SPOT_FACE) outward = dvec3(axis == 0, axis == 1, axis == 2);
  carom__dvec3 aside = fabs(outward.x) < 0.5 ? dvec3(1, 0, 0) : dvec3(0, 1, 0);
  return (hard_spot){ellipsoid_farthest(s, outward), outward, dvec3_unit(dvec3_cross(outward, aside))};
}

static inline hard_spot spot_on_polytope(const oracle_solid *s, uint32_t kind, uint64_t *random) {
  return kind == SPOT_FACE && s->normal_count > 0 ? spot_on_face(s, random)
         : kind >= SPOT_EDGE && s->edge_count > 0 ? spot_on_edge(s, random)
                                                  : spot_on_vertex(s, random);
}

static inline hard_spot spot_on(const oracle_body *b, uint32_t kind, uint64_t *random) {
  const oracle_solid *s = &b->solid;
  hard_spot spot = s->balls       ? spot_on_balls(s, kind, random)
                   : s->ellipsoid ? spot_on_ellipsoid(s, kind, random)
                   : s->curved    ? spot_on_discs(s, kind, random)
                                  : spot_on_polytope(s, kind, random);
  spot.point = dvec3_mad(spot.point, spot.outward, (double)b->radius);
  return spot;
}

/* --- Placing --- */

static inline double pair_reach(const hard_case *c) { return c->a.seen.reach + c->b.seen.reach; }
static inline double least_reach(const hard_case *c) { return fmin(c->a.seen.reach, c->b.seen.reach); }

static inline carom_pos pos_beside(carom_pos p, carom__dvec3 by) {
  return (carom_pos){p.x + by.x, p.y + by.y, p.z + by.z};
}

/* A gap of either sign, relative to both shapes or to the smaller. */
static inline double hard_gap(hard_case *c) {
  double part = (double)test_log_uniform(&c->random, 1e-7f, 1e-3f);
  double of = test_below(&c->random, 2) ? pair_reach(c) : least_reach(c);
  return test_below(&c->random, 8) == 0 ? 0 : test_below(&c->random, 2) ? of * part : -of * part;
}

static inline oracle_truth case_look(hard_case *c) {
  oracle_scene_make(&c->scene, &c->a.seen, &c->pose_a, &c->b.seen, &c->pose_b);
  return oracle_find(&c->scene);
}

/* Moves B along the direction of least separation until that is as wanted, up to the rounding of positions.
 */
static inline void case_push(hard_case *c, double separation) {
  oracle_truth t = case_look(c);
  c->pose_b.position = pos_beside(c->pose_b.position, dvec3_scale(t.normal, separation - t.separation));
}

/* Two spots face to face, turned about their common normal so that `twist` is between their directions along,
 * with a gap between. */
static inline void case_join(hard_case *c, hard_spot a, hard_spot b, double twist, dquat tilt, double gap) {
  dquat turn_a = dquat_of(c->pose_a.rotation);
  carom__dvec3 outward = dquat_turn(turn_a, a.outward), along = dquat_turn(turn_a, a.along);
  dquat turn_b = dquat_between(b.outward, dvec3_scale(outward, -1));
  carom__dvec3 now = dquat_turn(turn_b, b.along);
  double angle = atan2(dvec3_dot(dvec3_cross(now, along), outward), dvec3_dot(now, along)) + twist;
  turn_b = dquat_mul(tilt, dquat_mul(dquat_about(outward, angle), turn_b));
  c->pose_b.rotation = dquat_narrow(turn_b);
  carom__dvec3 on_b = dquat_turn(dquat_of(c->pose_b.rotation), b.point);
  carom__dvec3 by = dvec3_sub(dvec3_mad(dquat_turn(turn_a, a.point), outward, gap), on_b);
  c->pose_b.position = pos_beside(c->pose_a.position, by);
}

static inline carom_quat hard_turn(uint64_t *random) {
  return test_below(random, 3) ? test_quat(random) : dquat_narrow(random_quarter_turn(random));
}

/* B anywhere within `far` times both reaches. */
static inline void case_scatter(hard_case *c, double near, double far) {
  double t = (double)test_uniform(&c->random, (float)near, (float)far);
  c->pose_a.rotation = hard_turn(&c->random);
  c->pose_b.rotation = test_quat(&c->random);
  c->pose_b.position =
      pos_beside(c->pose_a.position, dvec3_scale(random_direction(&c->random), t * pair_reach(c)));
}

static inline void case_make(hard_case *c, float size_a, float size_b) {
  c->make_a(&c->a, &c->random, size_a);
  c->make_b(&c->b, &c->random, size_b);
}

/* --- The families --- */

static inline void family_random(hard_case *c) {
  case_make(c, 1, 1);
  case_scatter(c, 0, 1.1);
}

static inline void family_near_touch(hard_case *c) {
  case_make(c, 1, 1);
  case_scatter(c, 0.1, 1);
  case_push(c, hard_gap(c));
}

static inline void family_parallel(hard_case *c) {
  case_make(c, 1, 1);
  case_scatter(c, 0.1, 1);
  c->pose_b.rotation = c->pose_a.rotation;
  if (test_below(&c->random, 2)) case_push(c, hard_gap(c));
}

static inline void family_nearly_parallel(hard_case *c) {
  family_parallel(c);
  c->pose_b.rotation = dquat_narrow(dquat_mul(random_tilt(&c->random), dquat_of(c->pose_a.rotation)));
  if (test_below(&c->random, 2)) case_push(c, hard_gap(c));
}

/* Any feature on any other, at any turn. */
static inline void family_features(hard_case *c) {
  case_make(c, 1, 1);
  c->pose_a.rotation = hard_turn(&c->random);
  hard_spot a = spot_on(&c->a.seen, test_below(&c->random, SPOT_KINDS), &c->random);
  hard_spot b = spot_on(&c->b.seen, test_below(&c->random, SPOT_KINDS), &c->random);
  double twist = (double)test_uniform(&c->random, -3, 3);
  case_join(c, a, b, twist, (dquat){0, 0, 0, 1}, hard_gap(c));
}

/* Edges that cross at 1e-8 to 1e-1. */
static inline void family_edges(hard_case *c) {
  case_make(c, 1, 1);
  c->pose_a.rotation = hard_turn(&c->random);
  hard_spot a = spot_on(&c->a.seen, SPOT_EDGE, &c->random), b = spot_on(&c->b.seen, SPOT_EDGE, &c->random);
  double twist = (double)test_log_uniform(&c->random, 1e-8f, 0.1f);
  case_join(c, a, b, twist, (dquat){0, 0, 0, 1}, hard_gap(c));
  if (test_below(&c->random, 2)) case_push(c, hard_gap(c));
}

/* Faces flat on each other, or tilted by 1e-8 to 1e-1. */
static inline void family_faces(hard_case *c) {
  case_make(c, 1, 1);
  c->pose_a.rotation = hard_turn(&c->random);
  hard_spot a = spot_on(&c->a.seen, SPOT_FACE, &c->random), b = spot_on(&c->b.seen, SPOT_FACE, &c->random);
  dquat tilt = test_below(&c->random, 2) ? random_tilt(&c->random) : (dquat){0, 0, 0, 1};
  double twist = test_below(&c->random, 2) ? 0 : (double)test_uniform(&c->random, -3, 3);
  case_join(c, a, b, twist, tilt, hard_gap(c));
  if (test_below(&c->random, 2)) case_push(c, hard_gap(c));
}

static inline float least_of(const oracle_solid *s, int axis, float sign) {
  float least = INFINITY;
  for (int i = 0; i < s->vertex_count; i++) {
    const float v[3] = {s->vertices[i].x, s->vertices[i].y, s->vertices[i].z};
    least = fminf(least, sign * v[axis]);
  }
  return least;
}

/* Not turned: bounding boxes that touch exactly on one to three axes. */
static inline void family_exact_touch(hard_case *c) {
  double by[3];
  case_make(c, 1, 1);
  uint32_t exact = 1 + test_below(&c->random, 7);
  for (int i = 0; i < 3; i++) {
    double most = -(double)least_of(&c->a.seen.solid, i, -1),
           least = (double)least_of(&c->b.seen.solid, i, 1);
    by[i] = most + (double)c->a.seen.radius - least + (double)c->b.seen.radius;
    if (!(exact >> i & 1)) by[i] = 0.25 * (double)((int)test_below(&c->random, 9) - 4) * least_reach(c);
  }
  c->pose_b.position = (carom_pos){by[0], by[1], by[2]};
}

/* Origins in the same place; every other time the same shape, too, turned at will, a little or not. */
static inline void family_coincident(hard_case *c) {
  case_make(c, 1, 1);
  if (test_below(&c->random, 2)) {
    uint64_t again = c->seed;
    hard_body_free(&c->b);
    c->make_a(&c->b, &again, 1);
  }
  c->pose_a.rotation = hard_turn(&c->random);
  dquat turn_a = dquat_of(c->pose_a.rotation);
  uint32_t turn = test_below(&c->random, 3);
  c->pose_b.rotation = turn == 0   ? c->pose_a.rotation
                       : turn == 1 ? test_quat(&c->random)
                                   : dquat_narrow(dquat_mul(random_tilt(&c->random), turn_a));
  double off =
      test_below(&c->random, 2) ? 0 : least_reach(c) * (double)test_log_uniform(&c->random, 1e-8f, 1e-2f);
  c->pose_b.position = pos_beside(c->pose_a.position, dvec3_scale(random_direction(&c->random), off));
}

static inline void family_deep(hard_case *c) {
  float ratio = test_log_uniform(&c->random, 0.05f, 1);
  case_make(c, 1, ratio);
  case_scatter(c, 0, 0.3);
}

/* One is up to a million times as large. */
static inline void family_unequal(hard_case *c) {
  float large = test_log_uniform(&c->random, 1, 1e3f), ratio = test_log_uniform(&c->random, 10, 1e6f);
  float small = fmaxf(large / ratio, 4 * CAROM_SIZE_MIN);
  bool first = test_below(&c->random, 2);
  case_make(c, first ? large : small, first ? small : large);
  if (test_below(&c->random, 2)) {
    case_scatter(c, 0.2, 1);
  } else {
    c->pose_a.rotation = hard_turn(&c->random);
    hard_spot a = spot_on(&c->a.seen, test_below(&c->random, SPOT_KINDS), &c->random);
    hard_spot b = spot_on(&c->b.seen, test_below(&c->random, SPOT_KINDS), &c->random);
    double twist = (double)test_uniform(&c->random, -3, 3);
    case_join(c, a, b, twist, (dquat){0, 0, 0, 1}, hard_gap(c));
  }
  if (test_below(&c->random, 2)) case_push(c, hard_gap(c));
}

/* From a ten-thousandth to ten thousand. */
static inline void family_scales(hard_case *c) {
  float scale = test_below(&c->random, 2) ? 1e-4f : 1e4f;
  case_make(c, scale, scale);
  case_scatter(c, 0.1, 1);
  if (test_below(&c->random, 2)) case_push(c, hard_gap(c));
}

/* Both far from the origin of the world, where doubles are as far apart as 1e-7. */
static inline void family_far_from_origin(hard_case *c) {
  double far = (double)test_log_uniform(&c->random, 1e3f, 1.01e9f), most = 0.999e9;
  c->pose_a.position = (carom_pos){fmin(far, most), fmax(-0.75 * far, -most), 0.3 * far};
  family_near_touch(c);
}

/* Up to 1e8 times their size, as far as there are positions. */
static inline void family_far_apart(hard_case *c) {
  case_make(c, 1, 1);
  double far = (double)test_log_uniform(&c->random, 2, 1e8f), most = 0.99 * CAROM_POSITION_MAX;
  far = fmin(far, most / pair_reach(c));
  case_scatter(c, far, far);
}

/* Turned about one line, the y axis of both, or nearly: one above the other, inside, or upside down. */
static inline void family_coaxial(hard_case *c) {
  case_make(c, 1, 1);
  c->pose_a.rotation = hard_turn(&c->random);
  dquat turn_a = dquat_of(c->pose_a.rotation), turn = {0, 0, 0, 1};
  if (test_below(&c->random, 2)) turn = dquat_about(dvec3(0, 1, 0), (double)test_uniform(&c->random, -3, 3));
  if (test_below(&c->random, 3) == 0) turn = dquat_mul((dquat){1, 0, 0, 0}, turn);
  if (test_below(&c->random, 3) == 0) turn = dquat_mul(random_tilt(&c->random), turn);
  c->pose_b.rotation = dquat_narrow(dquat_mul(turn_a, turn));
  double along = pair_reach(c) * (double)test_uniform(&c->random, -0.6f, 0.6f);
  double beside = least_reach(c) * (double)test_log_uniform(&c->random, 1e-8f, 0.3f);
  carom__dvec3 by = dvec3(test_below(&c->random, 2) ? 0 : beside, along, 0);
  c->pose_b.position = pos_beside(c->pose_a.position, dquat_turn(turn_a, by));
  if (test_below(&c->random, 2)) case_push(c, hard_gap(c));
}

/* Not a family: B moves on a little. Mostly by less than manifolds are moved along for, at times not at all
 * or by a jump; about its middle, as it turns by as much. */
static inline void case_move(hard_case *c, double part) {
  uint32_t how = test_below(&c->random, 8);
  double step = how == 0 ? 0 : least_reach(c) * (how == 1 ? 0.1 : part);
  dquat turn = dquat_about(random_direction(&c->random), step / c->b.seen.reach);
  c->pose_b.rotation = dquat_narrow(dquat_mul(turn, dquat_of(c->pose_b.rotation)));
  c->pose_b.position = pos_beside(c->pose_b.position, dvec3_scale(random_direction(&c->random), step));
  c->truth = case_look(c);
}

typedef struct hard_family {
  const char *name;
  void (*make)(hard_case *c);
} hard_family;

static const hard_family hard_families[] = {{"random", family_random},
                                            {"near touch", family_near_touch},
                                            {"parallel", family_parallel},
                                            {"nearly parallel", family_nearly_parallel},
                                            {"features", family_features},
                                            {"edges", family_edges},
                                            {"faces", family_faces},
                                            {"exact touch", family_exact_touch},
                                            {"coincident", family_coincident},
                                            {"deep", family_deep},
                                            {"unequal", family_unequal},
                                            {"scales", family_scales},
                                            {"far from origin", family_far_from_origin},
                                            {"far apart", family_far_apart},
                                            {"coaxial", family_coaxial}};
enum { HARD_FAMILIES = sizeof hard_families / sizeof hard_families[0] };

/* Makes case `seed` of a family, with its truth; case_free releases it. */
static inline void case_start(hard_case *c, const hard_family *family, hard_maker *make_a, hard_maker *make_b,
                              uint64_t seed) {
  c->make_a = make_a, c->make_b = make_b;
  c->seed = c->random = seed * 0xD1342543DE82EF95u;
  c->pose_a = c->pose_b = (carom_pose){.rotation = {0, 0, 0, 1}};
  family->make(c);
  c->truth = case_look(c);
}

static inline void case_free(hard_case *c) {
  hard_body_free(&c->a);
  hard_body_free(&c->b);
}

#endif
