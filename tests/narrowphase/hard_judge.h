/* hard_judge.h: what the library answers about a hard pair, judged by the oracle.
 *
 * The yardsticks: booleans must be right outside of 2e-6 of the sum of both reaches (or 8 u s, if that is
 * more), distances and depths within 1e-5 of the smaller reach + 8 u s, with u = 2^-24 and s as documented.
 * Where a cylinder or cone is about equally deep in very many directions, 2^-9 of the depth or of the least
 * half extent more is documented. */
#ifndef CAROM_TEST_HARD_JUDGE_H
#define CAROM_TEST_HARD_JUDGE_H

#include "carom/batch.h"
#include "hard_poses.h"

#define HARD_UNIT 0x1p-24

/* FAULT(NAME, text) */
#define HARD_FAULTS(FAULT)                                                                                   \
  FAULT(UNSURE, "the oracle has no proof")                                                                   \
  FAULT(STATUS, "a status but CAROM_OK and CAROM_NOT_CONVERGED")                                             \
  FAULT(NOT_CONVERGED, "CAROM_NOT_CONVERGED")                                                                \
  FAULT(NOT_FINITE, "an answer that is not finite")                                                          \
  FAULT(DISAGREE, "collide, overlap, distance and signed distance disagree")                                 \
  FAULT(FALSE_APART, "apart, though they overlap")                                                           \
  FAULT(FALSE_TOUCH, "touching, though they are apart")                                                      \
  FAULT(DISTANCE, "a wrong distance")                                                                        \
  FAULT(DISTANCE_NORMAL, "a distance's normal that is not unit or points elsewhere")                         \
  FAULT(DISTANCE_POINTS, "nearest points off the shapes or not a distance apart")                            \
  FAULT(SIGNED, "a wrong signed distance")                                                                   \
  FAULT(SIGNED_NORMAL, "a signed distance's normal that is not unit or points elsewhere")                    \
  FAULT(SIGNED_NOT_PARTED, "shapes that overlap still when they are moved by their signed distance")         \
  FAULT(SIGNED_POINTS, "points of a signed distance off the shapes or not as far apart")                     \
  FAULT(NORMAL, "a manifold's normal that is not unit or points elsewhere")                                  \
  FAULT(COUNT, "more than four points")                                                                      \
  FAULT(DEPTH, "a manifold's depth that is less than the least, or more than the overlap along its normal")  \
  FAULT(PREFERENCE, "a depth that is greater than the least by more than the preference for faces")          \
  FAULT(APART_POINT, "a contact point with a positive separation")                                           \
  FAULT(POINT, "a contact point that is not midway between points of both shapes")                           \
  FAULT(TWICE, "contact points in the same place")                                                           \
  FAULT(NOT_PARTED, "shapes that overlap still when they are moved apart by their depth")

typedef enum hard_fault {
#define HARD_FAULT_ENUM(name, text) HARD_##name,
  HARD_FAULTS(HARD_FAULT_ENUM)
#undef HARD_FAULT_ENUM
      HARD_FAULT_COUNT
} hard_fault;

static const char *const hard_fault_names[] = {
#define HARD_FAULT_TEXT(name, text) text,
    HARD_FAULTS(HARD_FAULT_TEXT)
#undef HARD_FAULT_TEXT
};

/* What is wrong with one case, and how far off the numbers are. */
typedef struct hard_verdict {
  bool faults[HARD_FAULT_COUNT];
  bool touching;
  double distance_error, depth_error; /* in units of what is allowed */
  double distance_units, depth_units; /* in u s */
} hard_verdict;

/* A case as it is asked about: A and B may be exchanged, and what earlier calls left may be used. */
typedef struct hard_question {
  const carom_shape *a, *b;
  const carom_pose *pose_a, *pose_b;
  const oracle_placed *seen_a, *seen_b;
  const oracle_scene *scene;
  carom_pos origin;    /* of the scene */
  carom__dvec3 normal; /* the true one, from this A to this B */
  double sign;         /* 1, or -1 when exchanged */
  double truth, core, reach;
  double band, tolerance, place; /* of booleans, of lengths, of positions */
  double preference, wide; /* how much more than the least a depth may be, by the two documented rules */
  carom_pair_cache *cache;
  double motion; /* up to which the cache may move a manifold along */
} hard_question;

static inline bool is_flat_kind(const carom_shape *shape) {
  return shape->kind != CAROM_SPHERE && shape->kind != CAROM_CAPSULE;
}

static inline double least_half(const carom_shape *shape) {
  carom_obb box;
  ck_assert(carom_shape_obb(shape, &box) == CAROM_OK);
  return (double)fminf(box.half.x, fminf(box.half.y, box.half.z));
}

/* An edge or nearest direction must save more than a 64th of the least half extent + 8 u s against a face,
 * and a face of one shape an eighth of that against one of the other. */
static inline double preference_of(const carom_shape *a, const carom_shape *b, double rounding) {
  if (a->kind == CAROM_SPHERE || b->kind == CAROM_SPHERE || (!is_flat_kind(a) && !is_flat_kind(b))) return 0;
  return (fmin(least_half(a), least_half(b)) / 64 + rounding) * 1.125;
}

static inline hard_question ask_forth(const hard_case *c) {
  const oracle_body *a = &c->a.seen, *b = &c->b.seen;
  double rounding = 8 * HARD_UNIT * c->scene.size;
  carom_pos p = c->pose_a.position, q = c->pose_b.position;
  hard_question ask = {&a->shape,
                       &b->shape,
                       &c->pose_a,
                       &c->pose_b,
                       &c->scene.a,
                       &c->scene.b,
                       &c->scene,
                       p,
                       c->truth.normal,
                       1,
                       c->truth.separation,
                       c->truth.core,
                       a->reach + b->reach,
                       0,
                       0,
                       0,
                       0,
                       0,
                       NULL,
                       0};
  ask.band = fmax(2e-6 * (a->reach + b->reach), rounding);
  ask.tolerance = c->scene.tolerance;
  double far = fmax(fabs(p.x) + fabs(p.y) + fabs(p.z), fabs(q.x) + fabs(q.y) + fabs(q.z));
  ask.place = ask.tolerance + 0x1p-51 * far;
  double half = fmin(least_half(ask.a), least_half(ask.b));
  ask.wide = c->truth.crowd > ORACLE_BROAD ? fmax(-ask.truth, half) / 512 : 0;
  ask.preference = preference_of(ask.a, ask.b, rounding) + ask.wide;
  return ask;
}

static inline hard_question ask_back(const hard_question *forth) {
  hard_question ask = *forth;
  ask.a = forth->b, ask.b = forth->a;
  ask.pose_a = forth->pose_b, ask.pose_b = forth->pose_a;
  ask.seen_a = forth->seen_b, ask.seen_b = forth->seen_a;
  ask.normal = dvec3_scale(forth->normal, -1);
  ask.sign = -forth->sign;
  return ask;
}

static inline carom__dvec3 ask_place(const hard_question *ask, carom_pos p) {
  return dvec3(p.x - ask->origin.x, p.y - ask->origin.y, p.z - ask->origin.z);
}
/* How far the surfaces are apart along a direction from this A to this B, of about unit length. */
static inline double ask_gap(const hard_question *ask, carom_vec3 n) {
  return oracle_gap(ask->scene, dvec3_unit(dvec3_scale(dvec3_widen(n), ask->sign)));
}
/* Is a direction unit, and does it part the shapes about as well as any, up to a slack? A direction that is
 * off by an angle loses about the shapes' reach times that. Nearest points whose distance is but rounding
 * cannot do better than a thousandth. */
static inline bool is_good_normal(const hard_question *ask, carom_vec3 n, double slack) {
  if (fabs(dvec3_length(dvec3_widen(n)) - 1) > 1e-6) return false;
  return ask_gap(ask, n) >= ask->truth - ask->preference - slack - 1e-3 * ask->reach;
}

/* Do the shapes no more overlap when B is moved along a direction? They do not when they do not along it;
 * else the oracle looks at them there. */
static inline bool is_parted(const hard_question *ask, carom_vec3 n, double by) {
  static oracle_scene moved;
  if (ask_gap(ask, n) + by >= -ask->tolerance) return true;
  moved = *ask->scene;
  oracle_shift(&moved.b, dvec3_scale(dvec3_widen(n), ask->sign * by));
  return oracle_find(&moved).separation >= -ask->tolerance;
}

/* Is a point in a body, up to a slack? Behind all of its faces is soon seen. */
static inline bool lies_in(const hard_question *ask, const oracle_placed *p, carom__dvec3 point,
                           double slack) {
  double beyond = p->solid->normal_count > 0 ? -HUGE_VAL : HUGE_VAL, reach;
  for (int i = 0; i < p->solid->normal_count; i++) {
    placed_support(p, p->normals[i], &reach);
    beyond = fmax(beyond, dvec3_dot(p->normals[i], point) - reach);
  }
  return beyond <= 0.1 * slack || oracle_outside(p, point, ask->scene->size) <= slack;
}

typedef struct hard_answers {
  carom_manifold manifold;
  carom_distance_result distance, separation;
  bool overlap;
} hard_answers;

static inline carom_status ask_all(const hard_question *ask, hard_answers *out) {
  carom_placed a, b;
  carom_status first = carom_place(ask->a, ask->pose_a, &a);
  first = first ? first : carom_place(ask->b, ask->pose_b, &b);
  if (first) return first;
  const carom_status statuses[4] = {carom_collide_placed(&a, &b, ask->cache, &out->manifold),
                                    carom_overlap_placed(&a, &b, &out->overlap),
                                    carom_distance_placed(&a, &b, ask->cache, &out->distance),
                                    carom_signed_distance_placed(&a, &b, ask->cache, &out->separation)};
  for (int i = 0; i < 4; i++) first = first ? first : statuses[i];
  return first;
}

/* A sum is finite exactly when no part of it is not; these are far from overflow. */
static inline bool answers_are_finite(const hard_answers *a) {
  const carom_distance_result *both[2] = {&a->distance, &a->separation};
  double sum = (double)(a->manifold.normal.x + a->manifold.normal.y + a->manifold.normal.z);
  for (int i = 0; i < 2; i++) {
    sum += (double)(both[i]->distance + both[i]->normal.x + both[i]->normal.y + both[i]->normal.z);
    sum += both[i]->point_a.x + both[i]->point_a.y + both[i]->point_a.z;
    sum += both[i]->point_b.x + both[i]->point_b.y + both[i]->point_b.z;
  }
  for (uint32_t i = 0; i < a->manifold.point_count && i < CAROM_MANIFOLD_POINTS; i++) {
    carom_contact_point p = a->manifold.points[i];
    sum += p.position.x + p.position.y + p.position.z + (double)p.separation;
  }
  return (bool)isfinite(sum);
}

static inline void judge_booleans(const hard_question *ask, const hard_answers *a, hard_verdict *v) {
  bool touch = a->manifold.point_count > 0;
  v->touching = touch;
  v->faults[HARD_DISAGREE] |=
      touch != a->overlap || touch != (a->distance.distance == 0) || touch != (a->separation.distance <= 0);
  v->faults[HARD_FALSE_APART] |= !touch && ask->truth < -ask->band;
  v->faults[HARD_FALSE_TOUCH] |= touch && ask->truth > ask->band;
}

/* The points are in the shapes and one distance apart along the normal. */
static inline void judge_witness(const hard_question *ask, const carom_distance_result *d, bool *bad_normal,
                                 bool *bad_points) {
  *bad_normal |= !is_good_normal(ask, d->normal, ask->tolerance);
  carom__dvec3 a = ask_place(ask, d->point_a), b = ask_place(ask, d->point_b);
  carom__dvec3 off = dvec3_mad(dvec3_sub(b, a), dvec3_widen(d->normal), -(double)d->distance);
  double slack = ask->place + ask->wide;
  *bad_points |= dvec3_length(off) > slack || !lies_in(ask, ask->seen_a, a, slack) ||
                 !lies_in(ask, ask->seen_b, b, slack);
}

static inline void judge_distance(const hard_question *ask, const hard_answers *a, hard_verdict *v) {
  double error = fabs((double)a->distance.distance - fmax(ask->truth, 0));
  if (a->distance.distance == 0 && error <= ask->band) return;
  v->faults[HARD_DISTANCE] |= !(error <= ask->tolerance);
  v->distance_error = fmax(v->distance_error, error / ask->tolerance);
  v->distance_units = fmax(v->distance_units, error / (HARD_UNIT * ask->scene->size));
  if (a->distance.distance > 0)
    judge_witness(ask, &a->distance, &v->faults[HARD_DISTANCE_NORMAL], &v->faults[HARD_DISTANCE_POINTS]);
}

static inline void judge_signed(const hard_question *ask, const hard_answers *a, hard_verdict *v) {
  double beyond = (double)a->separation.distance - ask->truth;
  double error = beyond >= 0 ? beyond : fmax(-beyond - ask->wide, 0);
  v->faults[HARD_SIGNED] |= !(error <= ask->tolerance);
  if (ask->truth < 0) {
    v->depth_error = fmax(v->depth_error, error / ask->tolerance);
    v->depth_units = fmax(v->depth_units, error / (HARD_UNIT * ask->scene->size));
  }
  judge_witness(ask, &a->separation, &v->faults[HARD_SIGNED_NORMAL], &v->faults[HARD_SIGNED_POINTS]);
  v->faults[HARD_SIGNED_NOT_PARTED] |=
      a->separation.distance <= 0 && !is_parted(ask, a->separation.normal, -(double)a->separation.distance);
}

static inline double manifold_depth(const carom_manifold *m) {
  float least = 0;
  for (uint32_t i = 0; i < m->point_count; i++) least = fminf(least, m->points[i].separation);
  return -(double)least;
}

/* How far two capsules that lie alongside may be off a contact point at an end of their common stretch:
 * documented. */
static inline double alongside(const hard_question *ask) {
  bool both = ask->a->kind == CAROM_CAPSULE && ask->b->kind == CAROM_CAPSULE;
  return both ? (ask->seen_a->radius + ask->seen_b->radius) / 32 : 0;
}

/* The points of A and of B that a contact point is midway between. */
static inline carom__dvec3 contact_on(const hard_question *ask, const carom_manifold *m, uint32_t i,
                                      double side) {
  return dvec3_mad(ask_place(ask, m->points[i].position), dvec3_widen(m->normal),
                   side * (double)m->points[i].separation / 2);
}

/* The same of a capsule on a box that prefers the axis of a face: documented. */
static inline double leaning(const hard_question *ask) {
  bool both = (ask->a->kind == CAROM_CAPSULE && ask->b->kind == CAROM_BOX) ||
              (ask->a->kind == CAROM_BOX && ask->b->kind == CAROM_CAPSULE);
  return both ? ask->preference : 0;
}

/* The same of corners that carry the depth of a cap's circle: documented. */
static inline double sagging(const carom_shape *shape) {
  switch (shape->kind) {
  case CAROM_CYLINDER:
    return (double)shape->geometry.cylinder.radius / 800;
  case CAROM_CONE:
    return (double)shape->geometry.cone.radius / 800;
  case CAROM_FRUSTUM:
    return fmax((double)shape->geometry.frustum.bottom, (double)shape->geometry.frustum.top) / 800;
  default:
    return 0;
  }
}

static inline bool is_midway(const hard_question *ask, const carom_manifold *m, uint32_t i) {
  double slack = ask->place + ask->wide + ask->band + alongside(ask) + leaning(ask) + ask->motion;
  slack += sagging(ask->a) + sagging(ask->b);
  return lies_in(ask, ask->seen_a, contact_on(ask, m, i, -1), slack) &&
         lies_in(ask, ask->seen_b, contact_on(ask, m, i, 1), slack);
}

static inline void judge_points(const hard_question *ask, const carom_manifold *m, hard_verdict *v) {
  for (uint32_t i = 0; i < m->point_count; i++) {
    carom__dvec3 p = ask_place(ask, m->points[i].position);
    v->faults[HARD_APART_POINT] |= m->points[i].separation > 0;
    v->faults[HARD_POINT] |= !is_midway(ask, m, i);
    for (uint32_t j = 0; j < i; j++)
      v->faults[HARD_TWICE] |= dvec3_length(dvec3_sub(p, ask_place(ask, m->points[j].position))) <=
                               2 * HARD_UNIT * ask->scene->size;
  }
}

/* The depth is that of the deepest point: what it takes to part the shapes along the normal, which may be
 * less than their overlap along it when that lies beside. */
static inline void judge_manifold(const hard_question *ask, const carom_manifold *m, hard_verdict *v) {
  double gap = ask_gap(ask, m->normal), depth = manifold_depth(m), least = fmax(-ask->truth, 0);
  /* What is moved along has been measured before the motion, which changes both the least depth and that
   * along the normal. */
  double slack = ask->tolerance + 2 * ask->motion;
  v->faults[HARD_NORMAL] |= !is_good_normal(ask, m->normal, slack);
  v->faults[HARD_DEPTH] |= depth < least - slack || depth > fmax(-gap, 0) + slack;
  v->faults[HARD_PREFERENCE] |= depth > least + ask->preference + slack;
  v->faults[HARD_NOT_PARTED] |= !is_parted(ask, m->normal, depth + ask->motion);
  judge_points(ask, m, v);
}

static inline void judge_question(const hard_question *ask, hard_verdict *v) {
  hard_answers a;
  carom_status status = ask_all(ask, &a);
  v->faults[HARD_STATUS] |= status != CAROM_OK && status != CAROM_NOT_CONVERGED;
  v->faults[HARD_NOT_CONVERGED] |= status == CAROM_NOT_CONVERGED;
  if (status) return;
  v->faults[HARD_COUNT] |= a.manifold.point_count > CAROM_MANIFOLD_POINTS;
  v->faults[HARD_NOT_FINITE] |= !answers_are_finite(&a);
  if (v->faults[HARD_COUNT] || v->faults[HARD_NOT_FINITE]) return;
  judge_booleans(ask, &a, v);
  judge_distance(ask, &a, v);
  judge_signed(ask, &a, v);
  if (a.manifold.point_count > 0) judge_manifold(ask, &a.manifold, v);
}

/* What calls about a pair leave, both ways round. */
typedef struct hard_caches {
  carom_pair_cache forth, back;
} hard_caches;

/* A case both ways round; caches may be NULL. */
static inline void ask_both(const hard_case *c, hard_caches *caches, hard_question *forth,
                            hard_question *back) {
  *forth = ask_forth(c), *back = ask_back(forth);
  if (!caches) return;
  forth->cache = &caches->forth, back->cache = &caches->back;
  forth->motion = back->motion = fmin(least_half(forth->a), least_half(forth->b)) / 128;
}

static inline hard_verdict hard_judge(const hard_case *c, hard_caches *caches) {
  hard_verdict v = {.touching = false};
  hard_question forth, back;
  v.faults[HARD_UNSURE] = !c->truth.sure;
  ask_both(c, caches, &forth, &back);
  judge_question(&forth, &v);
  judge_question(&back, &v);
  return v;
}

#endif
