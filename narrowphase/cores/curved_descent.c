/* curved_descent.c: finds the least depth of two cores near a direction.
 *
 * Along a direction n the depth is the greatest of some smooth functions, one for each pair of a disc or a
 * vertex of A and one of B: the product of n and that pair's point of A - B, which wanders along a circle as
 * n turns. So the least is one of a convex combination of at most three such pairs, whose point lies on n:
 * one of them alone where two rims meet, two along a side or an edge, three at a face. Newton's method on the
 * conditions of that (sequential quadratic programming: Wilson, 1963; the pairs change from step to step as
 * in Fletcher, 1987) finds it to the last digits of a double in a few steps. The combination also gives the
 * points in which the cores meet once they are parted. */
#include "curved.h"

#define NEWTON_STEPS 16
/* No step turns the direction by more than about this, in radians, and one below the other is the last. */
#define MAX_TURN 0.3
#define LAST_TURN 0x1p-26
/* How far the least direction may be from the first one. */
#define FIRST_TURN 0x1p-7
/* So many pairs are kept in mind: four where the flat of a face meets a rim. */
#define POOL 4
/* So many steps may bring no gain. */
#define IDLE_STEPS 7
/* So many of them may follow each other before there is a return. */
#define STEPS_ASTRAY 2
/* A step that was too long is followed by one of this part of it. */
#define SHORTER 0.25
/* Equal depths, as a part of the size. */
/* Discs are as far along a direction, as a part of the size. */
#define AS_FAR 0x1p-20
#define EQUAL_DEPTH 0x1p-40

/* A point, and where it is seen: along the direction and across. */
typedef struct seen_point {
  carom__dvec3 p;
  double along, x, y;
} seen_point;

/* A pair of discs or vertices, as it is seen along the direction. */
typedef struct depth_function {
  uint32_t index_a, index_b;
  carom__dvec3 vertices[2]; /* of A and of B, where these are no discs and do not wander */
  double depth, x, y;       /* its point, along the direction and across */
} depth_function;

/* A symmetric form of two variables. */
typedef struct form {
  double xx, xy, yy;
} form;

typedef struct vec {
  double x, y;
} vec;

/* How the circles of a core bend the depth: of unit radius by the form of x and y over `cube`. */
typedef struct circle_bend {
  double x, y, cube;
} circle_bend;

typedef struct descent {
  const carom__curved_pair *pair;
  carom__dvec3 n, x, y;        /* the direction, and two across */
  seen_point discs[2][2];      /* of A and of B: their farthest points, where they are what spans them */
  circle_bend bends[2];        /* of A and B, seen along it */
  depth_function pieces[POOL]; /* that were met: they may be met again */
  int piece_count;
  const depth_function *carriers[3]; /* of the combination, and their weights */
  double weights[3];
  int count;
  double turn, limit; /* how far the last step went, and the next one may go */
} descent;

static double squared(double x) { return x * x; }

static seen_point seen(const descent *d, carom__dvec3 p) {
  return (seen_point){p, dvec3_dot(p, d->n), dvec3_dot(p, d->x), dvec3_dot(p, d->y)};
}

/* Where a core reaches farthest with its disc or vertex of a piece; what is not kept is seen now. */
static const seen_point *point_of(const descent *d, const depth_function *p, bool of_a, seen_point *now) {
  const carom__curved_core *core = of_a ? &d->pair->a : &d->pair->b;
  if (core->has_discs) return &d->discs[!of_a][of_a ? p->index_a : p->index_b];
  bool smooth = core->core->class->smooth;
  *now = seen(d, smooth ? carom__curved_point(core, 0, of_a ? d->n : dvec3_neg(d->n)) : p->vertices[!of_a]);
  return now;
}

/* Measures a piece. */
static void see(const descent *d, depth_function *p) {
  seen_point now[2];
  const seen_point *a = point_of(d, p, true, &now[0]), *b = point_of(d, p, false, &now[1]);
  p->depth = a->along - b->along, p->x = a->x - b->x, p->y = a->y - b->y;
}

/* The piece of these discs or vertices: its own place, a free one, or that of the one that is least deep. */
static depth_function *find_piece(descent *d, uint32_t index_a, uint32_t index_b) {
  int least = 0;
  for (int i = 0; i < d->piece_count; i++) {
    if (d->pieces[i].index_a == index_a && d->pieces[i].index_b == index_b) return &d->pieces[i];
    if (d->pieces[i].depth < d->pieces[least].depth) least = i;
  }
  depth_function *p = &d->pieces[d->piece_count < POOL ? d->piece_count++ : least];
  const carom__curved_core *a = &d->pair->a, *b = &d->pair->b;
  p->index_a = index_a, p->index_b = index_b, p->depth = -HUGE_VAL;
  if (!a->has_discs) p->vertices[0] = carom__curved_point(a, index_a, d->n);
  if (!b->has_discs) p->vertices[1] = carom__curved_point(b, index_b, dvec3_neg(d->n));
  return p;
}

/* Looks at the discs of a core along the direction, or against it; returns the one that is farthest. */
static uint32_t look_at_discs(descent *d, bool of_a) {
  const carom__curved_core *core = of_a ? &d->pair->a : &d->pair->b;
  seen_point *discs = d->discs[!of_a];
  double square;
  carom__dvec3 way = curved_way_out(core, of_a ? d->n : dvec3_neg(d->n), &square);
  for (int i = 0; i < 2; i++) discs[i] = seen(d, dvec3_mad(core->centers[i], way, core->radii[i]));
  bool round = square > squared(EQUAL_DEPTH);
  d->bends[!of_a] = (circle_bend){dvec3_dot(core->axis, d->y), -dvec3_dot(core->axis, d->x),
                                  round ? square * square_root(square) : HUGE_VAL};
  return of_a ? discs[1].along > discs[0].along : discs[1].along < discs[0].along;
}

static uint32_t look_at(descent *d, bool of_a) {
  const carom__curved_core *core = of_a ? &d->pair->a : &d->pair->b;
  if (core->has_discs) return look_at_discs(d, of_a);
  return carom__curved_farthest_index(core, of_a ? d->n : dvec3_neg(d->n));
}

/* Looks along the direction; returns the depth. */
static double look(descent *d) {
  d->x = dvec3_perpendicular(d->n);
  d->y = dvec3_cross(d->n, d->x);
  uint32_t of_a = look_at(d, true), of_b = look_at(d, false);
  for (int i = 0; i < d->piece_count; i++) see(d, &d->pieces[i]);
  depth_function *farthest = find_piece(d, of_a, of_b);
  if (farthest->depth == -HUGE_VAL) see(d, farthest);
  return farthest->depth;
}

/* --- Who carries the combination --- */

static double cross_of(const depth_function *p, const depth_function *q) { return p->x * q->y - p->y * q->x; }

static void carry(descent *d, const depth_function *p, double weight) {
  if (!(weight > 0)) return;
  d->carriers[d->count] = p;
  d->weights[d->count++] = weight;
}

/* Do three pieces lie around the direction? */
static bool carry_three(descent *d, const depth_function *p, const depth_function *q,
                        const depth_function *r) {
  double of_p = cross_of(q, r), of_q = cross_of(r, p), of_r = cross_of(p, q), sum = of_p + of_q + of_r;
  if (!(fabs(sum) > EQUAL_DEPTH * squared(d->pair->cores->size))) return false;
  double per_sum = 1 / sum;
  double outside = lesser_double(of_p * per_sum, lesser_double(of_q * per_sum, of_r * per_sum));
  if (!(outside >= -EQUAL_DEPTH)) return false;
  carry(d, p, of_p * per_sum);
  carry(d, q, of_q * per_sum);
  carry(d, r, of_r * per_sum);
  return true;
}

/* The part of q in the point between p and q that is nearest to the direction, and that point's square. */
static double part_of_second(const depth_function *p, const depth_function *q, double *square) {
  double x = q->x - p->x, y = q->y - p->y, length2 = x * x + y * y, along = -(p->x * x + p->y * y);
  double part = along <= 0 || length2 <= 0 ? 0 : along >= length2 ? 1 : along / length2;
  *square = squared(p->x + part * x) + squared(p->y + part * y);
  return part;
}

/* The deepest and one of the others, or one alone, that are nearest to it. */
static void carry_two(descent *d, const depth_function *const *near, int count) {
  const depth_function *other = near[0];
  double least = HUGE_VAL, part = 0, square;
  for (int i = 0; i < count; i++) {
    double here = part_of_second(near[0], near[i], &square);
    if (square < least) least = square, part = here, other = near[i];
  }
  carry(d, near[0], 1 - part);
  carry(d, other, part);
}

/* Finds the combination that is nearest to the direction, of the deepest piece and those that are the deepest
 * somewhere near it. */
static void weigh(descent *d, double depth) {
  double least = depth - d->turn * d->pair->cores->size;
  const depth_function *near[POOL] = {&d->pieces[0]};
  int count = 1;
  for (int i = 1; i < d->piece_count; i++)
    if (d->pieces[i].depth > near[0]->depth) near[0] = &d->pieces[i];
  for (int i = 0; i < d->piece_count; i++)
    if (d->pieces[i].depth >= least && &d->pieces[i] != near[0]) near[count++] = &d->pieces[i];
  d->count = 0;
  for (int i = 2; i < count; i++)
    for (int j = 1; j < i; j++)
      if (carry_three(d, near[0], near[i], near[j])) return;
  carry_two(d, near, count);
}

/* --- A step --- */

static double form_at(const form *f, vec a, vec b) {
  return f->xx * a.x * b.x + f->xy * (a.x * b.y + a.y * b.x) + f->yy * a.y * b.y;
}

/* Adds how the circle of a disc bends the depth. A ball only adds its radius to it, everywhere, so that of
 * the depth that bends as its centre does this is taken back. */
static void add_bend(const carom__curved_core *core, const circle_bend *b, double radius, form *f) {
  if (core->has_balls) {
    f->xx += radius, f->yy += radius;
    return;
  }
  double bend = radius / b->cube;
  f->xx += bend * b->x * b->x, f->xy += bend * b->x * b->y, f->yy += bend * b->y * b->y;
}

/* How the point of a smooth core wanders. */
static void add_smooth_bend(const descent *d, const carom__curved_core *core, carom__dvec3 n, double times,
                            form *f) {
  carom__smooth_point p = curved_smooth(core, n);
  const carom_mat3 *axes = core->pose ? &core->pose->axes : NULL;
  carom__dvec3 x = axes ? dvec3_unrotate(axes, d->x) : d->x, y = axes ? dvec3_unrotate(axes, d->y) : d->y;
  carom__dvec3 of_x = dvec3(dvec3_dot(p.bend[0], x), dvec3_dot(p.bend[1], x), dvec3_dot(p.bend[2], x));
  carom__dvec3 of_y = dvec3(dvec3_dot(p.bend[0], y), dvec3_dot(p.bend[1], y), dvec3_dot(p.bend[2], y));
  f->xx += times * dvec3_dot(of_x, x), f->xy += times * dvec3_dot(of_x, y),
      f->yy += times * dvec3_dot(of_y, y);
}

static void add_core_bend(const descent *d, bool of_a, uint32_t index, double times, form *f) {
  const carom__curved_core *core = of_a ? &d->pair->a : &d->pair->b;
  if (core->core->class->smooth) add_smooth_bend(d, core, of_a ? d->n : dvec3_neg(d->n), times, f);
  if (core->has_discs) add_bend(core, &d->bends[!of_a], times * core->radii[index], f);
}

/* Adds the second derivatives of a piece's depth, so many times. */
static void add_bends(const descent *d, const depth_function *p, double times, form *f) {
  f->xx -= times * p->depth, f->yy -= times * p->depth;
  add_core_bend(d, true, p->index_a, times, f);
  add_core_bend(d, false, p->index_b, times, f);
}

/* How far it is along a line to where the depth is least, from its derivatives there: as far as a step may go
 * where it falls off ever faster. */
static double way_down(const descent *d, double slope, double bend) {
  if (fabs(slope) <= EQUAL_DEPTH * d->pair->cores->size) return 0;
  if (fabs(slope) < d->limit * bend) return -slope / bend;
  return slope > 0 ? -d->limit : d->limit;
}

/* One piece: along each of the form's two axes. */
static vec step_of_one(const descent *d) {
  form f = {0, 0, 0};
  add_bends(d, d->carriers[0], 1, &f);
  double half = 0.5 * (f.xx - f.yy), middle = 0.5 * (f.xx + f.yy),
         root = square_root(half * half + f.xy * f.xy);
  vec major = half > 0 ? (vec){half + root, f.xy} : (vec){f.xy, root - half};
  double length = square_root(major.x * major.x + major.y * major.y);
  major = length > 0 ? (vec){major.x / length, major.y / length} : (vec){1, 0};
  vec minor = {-major.y, major.x}, g = {d->carriers[0]->x, d->carriers[0]->y};
  double by_major = way_down(d, g.x * major.x + g.y * major.y, middle + root),
         by_minor = way_down(d, g.x * minor.x + g.y * minor.y, middle - root);
  return (vec){by_major * major.x + by_minor * minor.x, by_major * major.y + by_minor * minor.y};
}

/* Two: along the ridge that they make, and across to where both are as deep, also where the ridge bends
 * aside. */
static vec step_of_two(const descent *d) {
  const depth_function *p = d->carriers[0], *q = d->carriers[1];
  form both = {0, 0, 0}, apart = {0, 0, 0};
  vec across = {p->x - q->x, p->y - q->y};
  double square = across.x * across.x + across.y * across.y;
  if (!(square > squared(EQUAL_DEPTH * d->pair->cores->size))) return (vec){0, 0};
  add_bends(d, p, d->weights[0], &both), add_bends(d, q, d->weights[1], &both);
  add_bends(d, p, 1, &apart), add_bends(d, q, -1, &apart);
  double length = square_root(square), by = (q->depth - p->depth) / square;
  vec along = {-across.y / length, across.x / length}, there = {by * across.x, by * across.y};
  vec g = {d->weights[0] * p->x + d->weights[1] * q->x, d->weights[0] * p->y + d->weights[1] * q->y};
  double slope = g.x * along.x + g.y * along.y + form_at(&both, along, there);
  double go = way_down(d, slope, form_at(&both, along, along));
  by -= 0.5 * go * go * form_at(&apart, along, along) / square;
  return (vec){by * across.x + go * along.x, by * across.y + go * along.y};
}

/* Three: to where all are as deep. */
static vec step_of_three(const descent *d) {
  const depth_function *p = d->carriers[0], *q = d->carriers[1], *r = d->carriers[2];
  vec u = {p->x - r->x, p->y - r->y}, v = {q->x - r->x, q->y - r->y};
  double to_u = r->depth - p->depth, to_v = r->depth - q->depth, det = u.x * v.y - u.y * v.x;
  double sides = (u.x * u.x + u.y * u.y) * (v.x * v.x + v.y * v.y);
  if (!(squared(det) > squared(EQUAL_DEPTH) * sides)) return (vec){0, 0};
  return (vec){(to_u * v.y - to_v * u.y) / det, (u.x * to_v - v.x * to_u) / det};
}

/* The step from the direction, no longer than it may be. */
static vec step_of(descent *d) {
  vec by = d->count == 1 ? step_of_one(d) : d->count == 2 ? step_of_two(d) : step_of_three(d);
  double turn = square_root(by.x * by.x + by.y * by.y), part = turn > d->limit ? d->limit / turn : 1;
  d->turn = part * turn;
  return (vec){part * by.x, part * by.y};
}

static void turn_by(descent *d, vec by) {
  d->n = dvec3_mad(dvec3_mad(d->n, d->x, by.x), d->y, by.y);
  d->n = dvec3_scale(d->n, 1 / dvec3_length(d->n));
}

/* --- All of it --- */

/* Writes what the combination says, when its point lies on the direction. */
static void write(descent *d, double depth, carom__curved_least *out) {
  *out = (carom__curved_least){.normal = d->n, .depth = depth, .simplex = {.count = d->count}};
  for (int i = 0; i < d->count; i++) {
    const depth_function *p = d->carriers[i];
    seen_point now[2];
    carom__dvec3 a = point_of(d, p, true, &now[0])->p, b = point_of(d, p, false, &now[1])->p;
    out->simplex.vertices[i] = (carom__vertex){dvec3_sub(a, b), a, b, p->index_a, p->index_b};
    out->simplex.weights[i] = d->weights[i];
  }
  carom__dvec3 off = dvec3_mad(carom__simplex_point(&out->simplex), d->n, -depth);
  out->has_points = dvec3_length(off) <= 0.25 * d->pair->cores->touch;
}

/* The least depth that was seen, and where. */
typedef struct lowest {
  carom__dvec3 n;
  double depth;
  int idle, astray; /* steps since then, and since the last return to it */
} lowest;

/* What became of a step: one that leads up may have met a pair that was not known, or have left the valley,
 * to which the next one leads back, or was too long. From there on the depth is looked at from where it was
 * least. */
static double judge(descent *d, double depth, int known, lowest *low) {
  if (depth < low->depth) {
    *low = (lowest){d->n, depth, 0, 0};
    d->limit = lesser_double(2 * d->limit, MAX_TURN);
    return depth;
  }
  low->idle++, low->astray++;
  bool met = d->piece_count > known;
  if (!met && low->astray <= STEPS_ASTRAY) return depth;
  low->astray = 0;
  if (!met) d->limit = SHORTER * lesser_double(d->limit, d->turn);
  d->n = low->n;
  return look(d);
}

/* Keeps in mind the other disc of a core that is as far along the first direction, as along the normal of a
 * side: else the first step would meet it and lead back. */
static void see_other_disc(descent *d, bool of_a) {
  const carom__curved_core *core = of_a ? &d->pair->a : &d->pair->b;
  const seen_point *p = &d->discs[!of_a][0], *q = &d->discs[!of_a][1];
  if (!core->has_discs || fabs(p->along - q->along) > AS_FAR * d->pair->cores->size) return;
  if (p->x == q->x && p->y == q->y) return;
  const depth_function *first = &d->pieces[0];
  see(d, find_piece(d, first->index_a ^ of_a, first->index_b ^ !of_a));
}

static double look_first(descent *d) {
  bool knows_others = d->piece_count > 0;
  double depth = look(d);
  if (knows_others) return depth;
  see_other_disc(d, true);
  see_other_disc(d, false);
  return depth;
}

/* Steps down to the least depth, looks from there, and returns it. */
static double go_down(descent *d) {
  double equal = EQUAL_DEPTH * d->pair->cores->size, depth = look_first(d);
  lowest low = {d->n, depth, 0, 0};
  weigh(d, depth);
  for (int i = 0; i < NEWTON_STEPS && low.idle < IDLE_STEPS; i++) {
    int known = d->piece_count;
    vec by = step_of(d);
    if (d->turn <= LAST_TURN) break;
    turn_by(d, by);
    depth = look(d);
    bool ends = fabs(depth - low.depth) <= equal;
    depth = judge(d, depth, known, &low);
    weigh(d, depth);
    if (ends) break;
  }
  if (depth <= low.depth + equal) return depth;
  d->n = low.n;
  depth = look(d);
  weigh(d, depth);
  return depth;
}

static void descend(descent *d, carom__curved_least *least) {
  double equal = EQUAL_DEPTH * d->pair->cores->size, depth = go_down(d);
  if (depth <= least->depth + (least->has_points ? -equal : equal)) write(d, depth, least);
}

void carom__curved_descend(const carom__curved_pair *pair, carom__dvec3 start, double reach,
                           carom__curved_least *least) {
  descent d = {.pair = pair, .n = start, .turn = reach, .limit = reach};
  descend(&d, least);
}

void carom__curved_descend_face(const carom__curved_pair *pair, carom__dvec3 start,
                                const carom__vertex *const corners[3], carom__curved_least *least) {
  descent d = {.pair = pair, .n = start, .turn = FIRST_TURN, .limit = MAX_TURN};
  for (int i = 0; i < 3; i++) find_piece(&d, corners[i]->index_a, corners[i]->index_b);
  descend(&d, least);
}

static void descend_axes_of(const carom__curved_pair *pair, const carom__curved_core *core,
                            carom__curved_least *least) {
  carom_mat3 axes = core->pose ? core->pose->axes : mat3_identity();
  const carom__dvec3 rows[3] = {dvec3_widen(axes.x), dvec3_widen(axes.y), dvec3_widen(axes.z)};
  if (!core->core->class->smooth) return;
  for (int i = 0; i < 6; i++) {
    carom__dvec3 n = dvec3_normalize_or(rows[i / 2], dvec3(1, 0, 0));
    carom__curved_descend(pair, i % 2 ? dvec3_neg(n) : n, MAX_TURN, least);
  }
}

void carom__curved_descend_axes(const carom__curved_pair *pair, carom__curved_least *least) {
  descend_axes_of(pair, &pair->a, least);
  descend_axes_of(pair, &pair->b, least);
}

/* --- Caps --- */

/* Along the normal of a cap the other core's farthest point lies across from it, or beyond its rim. */
static void try_cap(const carom__curved_pair *pair, bool of_a, uint32_t disc, carom__dvec3 n,
                    carom__curved_least *least) {
  const carom__curved_core *core = of_a ? &pair->a : &pair->b;
  carom__curved_least cap = {.normal = n, .simplex = {.count = 1, .weights = {1}}};
  carom__vertex *v = &cap.simplex.vertices[0];
  carom__curved_support(pair, n, v);
  cap.depth = dvec3_dot(v->w, n);
  carom__dvec3 *own = of_a ? &v->a : &v->b, other = of_a ? v->b : v->a;
  *own = dvec3_mad(other, n, of_a ? cap.depth : -cap.depth);
  v->w = dvec3_sub(v->a, v->b);
  carom__dvec3 out = dvec3_sub(*own, core->centers[disc]);
  double length = dvec3_length(out), slack = 0.25 * pair->cores->touch;
  cap.has_points = length <= core->radii[disc] + slack;
  double equal = least->has_points || !cap.has_points ? 0 : 2 * slack;
  if (cap.depth < least->depth + equal) *least = cap;
}

void carom__curved_try_caps(const carom__curved_pair *pair, double least_cosine, carom__curved_least *least) {
  for (int i = 0; i < 4; i++) {
    const carom__curved_core *core = i & 2 ? &pair->b : &pair->a;
    if (!core->has_discs || core->has_balls || core->radii[i & 1] == 0) continue;
    bool forward = (i & 1) == (i >> 1 == 0);
    carom__dvec3 n = forward ? core->axis : dvec3_neg(core->axis);
    if (dvec3_dot(n, least->normal) >= least_cosine) try_cap(pair, i < 2, i & 1, n, least);
  }
}
