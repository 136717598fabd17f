/* box_clip.c: clips the incident face to the reference face, both seen along the reference normal.
 *
 * What a rectangle and a parallelogram have in common is spanned by three sorts of points, found
 * independently of each other: vertices of the parallelogram in the rectangle, crossings of their edges
 * (Liang and Barsky, 1984), and corners of the rectangle in the parallelogram. So each point has a name that
 * does not depend on the order of clipping, and no polygon needs to be kept.
 *
 * The parallelogram has four edges, the rectangle four corners: a lane each. An edge gives two slots, where
 * it comes to lie over the rectangle (its first vertex, or a crossing) and where it leaves (a crossing, as
 * the second vertex is the first of the next edge); a corner gives one. */
#include "box_clip.h"
#include "box_rounding.h"
#include "feature.h"

#include <float.h>

static const int after[3] = {1, 2, 0}, before[3] = {2, 0, 1};

/* The corners of a rectangle, counter-clockwise; edge k runs from corner k to the next. */
static const float sign_x[4] = {-1, 1, 1, -1}, sign_y[4] = {-1, -1, 1, 1};

void carom__box_view_make(const carom__box_pair *pair, int face, carom__box_view *out) {
  int box = face >= 3, other = !box, k = face - 3 * box, u = after[k], v = before[k];
  const carom__lanes *axes = pair->axes[box]; /* a lane an incident axis */
  carom__lanes incident_half = pair->half[other], zero = lanes_splat(0), one = lanes_splat(1);
  float center[4], sides[4];
  lanes_store(center, pair->center[box]), lanes_store(sides, box_sides(pair, box));
  out->box = box, out->axis = k;
  lanes_store(out->half, pair->half[box]);
  carom__lanes up = lanes_mul(lanes_mul(axes[k], incident_half), lanes_splat(sides[k]));
  lanes_store(out->u, lanes_mul(axes[u], incident_half));
  lanes_store(out->v, lanes_mul(axes[v], incident_half));
  lanes_store(out->up, up);
  lanes_store(out->facing, lanes_select(lanes_gt(up, zero), lanes_sub(zero, one), one));
  out->side = sides[k];
  out->center_u = center[u], out->center_v = center[v];
  out->height = out->side * center[k] - out->half[k];
  out->slack = CAROM__BOX_SLACK * pair->size;
  carom__lanes steepness = lanes_abs(axes[k]);
  out->incident = bits_lowest(lanes_bits(lanes_eq(steepness, lanes_max3(steepness))) & 7);
}

/* --- Names --- */

/* What a step along an axis adds to the name of a box's feature. */
static const float stride[3] = {1, 3, 9};

/* The names of pairs of features, as sums of what each coordinate contributes: whole numbers below 2^24, so
 * that lanes of floats can hold them. */
typedef struct clip_names {
  carom__lanes faces;      /* of the two faces */
  carom__lanes u, v, x, y; /* what a step along an axis of the reference or incident face adds */
} clip_names;

static inline clip_names make_names(const carom__box_view *view, int incident) {
  const float upper = 65536, weights[3] = {upper, 1, upper};
  const float of_reference = weights[view->box], of_incident = weights[view->box + 1];
  float reference = FEATURE_BOX_INSIDE + view->side * stride[view->axis];
  float face = FEATURE_BOX_INSIDE + view->facing[incident] * stride[incident];
  return (clip_names){lanes_splat(of_reference * reference + of_incident * face),
                      lanes_splat(of_reference * stride[after[view->axis]]),
                      lanes_splat(of_reference * stride[before[view->axis]]),
                      lanes_splat(of_incident * stride[after[incident]]),
                      lanes_splat(of_incident * stride[before[incident]])};
}

/* The corners of a face, given what steps along its axes add. */
static inline carom__lanes names_of_corners(const clip_names *names, carom__lanes a, carom__lanes b) {
  carom__lanes sum = lanes_add(lanes_mul(lanes_load(sign_x), a), lanes_mul(lanes_load(sign_y), b));
  return lanes_add(names->faces, sum);
}

/* The edges of the incident face: the first and third lie at the low and the high end of y. */
static inline carom__lanes names_of_edges(const clip_names *names) {
  carom__lanes x = lanes_mul(lanes_set(0, 1, 0, -1), names->x),
               y = lanes_mul(lanes_set(-1, 0, 1, 0), names->y);
  return lanes_add(names->faces, lanes_add(x, y));
}

/* Where an edge crosses the ends of u or v, by the mask, that it runs towards in a direction. */
static inline carom__lanes names_of_crossings(const clip_names *names, carom__lanes across_v,
                                              carom__lanes towards_u, carom__lanes towards_v) {
  carom__lanes end =
      lanes_select(across_v, lanes_copysign(names->v, towards_v), lanes_copysign(names->u, towards_u));
  return lanes_add(names_of_edges(names), end);
}

/* --- Clipping --- */

/* Points over the reference face. */
typedef struct clip_points {
  carom__lanes u, v, height;
} clip_points;

/* The incident face: its centre, its half sides, along the axes that follow its own in cyclic order, and how
 * it leans: what of half its box's depth is along u and v, outwards. */
typedef struct clip_face {
  carom__lanes center_u, center_v, height;
  carom__lanes xu, xv, x_up, yu, yv, y_up;
  carom__lanes out_u, out_v;
} clip_face;

static inline clip_face make_face(const carom__box_view *view, int axis, float side) {
  int x = after[axis], y = before[axis];
  float out_u = side * view->u[axis], out_v = side * view->v[axis], up = side * view->up[axis];
  return (clip_face){.center_u = lanes_splat(view->center_u + out_u),
                     .center_v = lanes_splat(view->center_v + out_v),
                     .height = lanes_splat(view->height + up),
                     .xu = lanes_splat(view->u[x]),
                     .xv = lanes_splat(view->v[x]),
                     .x_up = lanes_splat(view->up[x]),
                     .yu = lanes_splat(view->u[y]),
                     .yv = lanes_splat(view->v[y]),
                     .y_up = lanes_splat(view->up[y]),
                     .out_u = lanes_splat(out_u),
                     .out_v = lanes_splat(out_v)};
}

static inline carom__lanes at(carom__lanes center, carom__lanes a, carom__lanes x, carom__lanes b,
                              carom__lanes y) {
  return lanes_add(center, lanes_add(lanes_mul(a, x), lanes_mul(b, y)));
}

static inline clip_points vertices_of(const clip_face *face) {
  carom__lanes a = lanes_load(sign_x), b = lanes_load(sign_y);
  return (clip_points){at(face->center_u, a, face->xu, b, face->yu),
                       at(face->center_v, a, face->xv, b, face->yv),
                       at(face->height, a, face->x_up, b, face->y_up)};
}

static inline clip_points along(const clip_points *from, const clip_points *step, carom__lanes t) {
  return (clip_points){lanes_add(from->u, lanes_mul(t, step->u)), lanes_add(from->v, lanes_mul(t, step->v)),
                       lanes_add(from->height, lanes_mul(t, step->height))};
}

static inline clip_points steps_of(const clip_points *p) {
  return (clip_points){lanes_sub(lanes_yzwx(p->u), p->u), lanes_sub(lanes_yzwx(p->v), p->v),
                       lanes_sub(lanes_yzwx(p->height), p->height)};
}

/* Fills the next group of slots: those of the mask that are not above the limit. */
static inline void add_group(carom__point_set *set, const clip_points *p, carom__lanes names,
                             carom__lanes mask, carom__lanes limit) {
  const size_t to = (size_t)4 * set->groups++;
  carom__lanes used = lanes_and(mask, lanes_ge(limit, p->height)), none = lanes_splat(CAROM__NO_POINT);
  carom__lanes separation = lanes_min(p->height, lanes_splat(0));
  lanes_store(set->x + to, lanes_select(used, p->u, none));
  lanes_store(set->y + to, p->v);
  lanes_store(set->z + to, lanes_mul(separation, lanes_splat(0.5f)));
  lanes_store(set->separation + to, lanes_select(used, separation, none));
  lanes_store(set->name + to, names);
}

/* So that each face has three groups. */
static inline void add_empty_group(carom__point_set *set) {
  const size_t to = (size_t)4 * set->groups++;
  lanes_store(set->x + to, lanes_splat(CAROM__NO_POINT));
  lanes_store(set->separation + to, lanes_splat(CAROM__NO_POINT));
}

/* Where lines enter and leave the strip |start + t * step| <= limit. A line that runs along it enters and
 * leaves far away, also when it runs on its border, and so is not cut there. */
typedef struct clip_strip {
  carom__lanes enter, leave;
} clip_strip;

static inline clip_strip strip(carom__lanes start, carom__lanes step, float limit) {
  carom__lanes far = lanes_copysign(lanes_splat(limit), step), near = lanes_neg(far);
  carom__lanes bit = lanes_splat(CAROM__BOX_STILL), still = lanes_gt(bit, lanes_abs(step));
  carom__lanes out = lanes_and(still, lanes_copysign(lanes_splat(CAROM__BOX_BESIDE), step));
  carom__lanes way = lanes_add(step, lanes_and(still, lanes_copysign(bit, step)));
  return (clip_strip){lanes_div(lanes_sub(lanes_sub(near, start), out), way),
                      lanes_div(lanes_add(lanes_sub(far, start), out), way)};
}

/* Seen along the normal, the height of the incident box's lower side is a convex function, linear on each
 * face: a point is the lowest of all when the height rises in all directions from it. Let it be the lowest of
 * this face. Around a corner of the reference face all is this face. Where an edge crosses a side of the
 * reference face, the next face goes on beyond the edge, unless it looks away. This face falls along the
 * side, towards the edge; the next rises from there when the two normals lean to opposite ends of the side;
 * in between, it rises too. Tells of which crossings, those of v or of u by the mask, this does not follow.
 */
static inline carom__lanes unsure_crossings(const clip_face *face, carom__lanes across_v) {
  /* The half axis that leads out of the incident face across each of its edges. */
  carom__lanes a = lanes_set(0, 1, 0, -1), b = lanes_set(-1, 0, 1, 0), zero = lanes_splat(0);
  carom__lanes next_u = at(zero, a, face->xu, b, face->yu), next_v = at(zero, a, face->xv, b, face->yv);
  carom__lanes next_up = at(zero, a, face->x_up, b, face->y_up);
  carom__lanes leans = lanes_select(across_v, lanes_mul(next_u, face->out_u), lanes_mul(next_v, face->out_v));
  return lanes_and(lanes_gt(zero, next_up), lanes_gt(leans, zero));
}

/* An edge that ends over the rectangle does not leave it: the next one begins there. Returns the bits of the
 * slots of which it is not sure that, when they are the lowest of this face, they are the lowest of all. */
static inline unsigned add_edges(const carom__box_view *view, const clip_names *names, const clip_face *face,
                                 const clip_points *vertices, carom__lanes inside, carom__lanes limit,
                                 carom__point_set *set) {
  carom__lanes zero = lanes_splat(0), one = lanes_splat(1);
  clip_points step = steps_of(vertices);
  clip_strip u = strip(vertices->u, step.u, view->half[after[view->axis]] + view->slack);
  clip_strip v = strip(vertices->v, step.v, view->half[before[view->axis]] + view->slack);
  carom__lanes enter_u = lanes_max(u.enter, zero), enter = lanes_max(v.enter, enter_u);
  carom__lanes leave_u = lanes_min(u.leave, one), leave = lanes_min(v.leave, leave_u);
  carom__lanes enters_v = lanes_gt(v.enter, enter_u), leaves_v = lanes_gt(leave_u, v.leave);
  carom__lanes meets = lanes_ge(leave, enter), begins = lanes_and(meets, lanes_gt(enter, zero));
  carom__lanes ends = lanes_and(meets, lanes_gt(one, leave)), ends_inside = lanes_yzwx(inside);
  /* What is beyond the edge is not used, but may be so far away that nothing can be computed with it. */
  clip_points first = along(vertices, &step, lanes_select(inside, zero, lanes_min(enter, one)));
  clip_points last = along(vertices, &step, lanes_max(leave, zero));
  carom__lanes entered = names_of_crossings(names, enters_v, lanes_neg(step.u), lanes_neg(step.v));
  carom__lanes left = names_of_crossings(names, leaves_v, step.u, step.v);
  carom__lanes corners = names_of_corners(names, names->x, names->y);
  add_group(set, &first, lanes_select(inside, corners, entered), lanes_or(begins, inside), limit);
  add_group(set, &last, left, lanes_select(ends_inside, zero, ends), limit);
  carom__lanes unsure = lanes_or(inside, unsure_crossings(face, enters_v));
  return lanes_bits(unsure) | lanes_bits(unsure_crossings(face, leaves_v)) << 4;
}

/* A corner of the rectangle is center + x * a + y * b; it is in the parallelogram when |a| and |b| are at
 * most 1. An incident face that is seen edge-on holds no corner. */
static inline void add_corners(const carom__box_view *view, const clip_names *names, const clip_face *face,
                               carom__lanes limit, carom__point_set *set) {
  float half_u = view->half[after[view->axis]], half_v = view->half[before[view->axis]];
  clip_points corner = {lanes_mul(lanes_load(sign_x), lanes_splat(half_u)),
                        lanes_mul(lanes_load(sign_y), lanes_splat(half_v)), lanes_splat(0)};
  carom__lanes du = lanes_sub(corner.u, face->center_u), dv = lanes_sub(corner.v, face->center_v);
  carom__lanes det = lanes_sub(lanes_mul(face->xu, face->yv), lanes_mul(face->xv, face->yu));
  carom__lanes a = lanes_sub(lanes_mul(du, face->yv), lanes_mul(dv, face->yu));
  carom__lanes b = lanes_sub(lanes_mul(face->xu, dv), lanes_mul(face->xv, du)), most = lanes_abs(det);
  carom__lanes held = lanes_and(lanes_ge(most, lanes_abs(a)), lanes_ge(most, lanes_abs(b)));
  held = lanes_and(held, lanes_gt(most, lanes_splat(0)));
  a = lanes_div(lanes_and(held, a), lanes_select(held, det, lanes_splat(1)));
  b = lanes_div(lanes_and(held, b), lanes_select(held, det, lanes_splat(1)));
  corner.height = at(face->height, a, face->x_up, b, face->y_up);
  add_group(set, &corner, names_of_corners(names, names->u, names->v), held, limit);
}

static inline carom__lanes is_within(const carom__box_view *view, const clip_points *p) {
  float limit_u = view->half[after[view->axis]] + view->slack,
        limit_v = view->half[before[view->axis]] + view->slack;
  return lanes_and(lanes_ge(lanes_splat(limit_u), lanes_abs(p->u)),
                   lanes_ge(lanes_splat(limit_v), lanes_abs(p->v)));
}

unsigned carom__box_clip(const carom__box_view *view, int axis, float height, carom__point_set *set) {
  clip_face face = make_face(view, axis, view->facing[axis]);
  clip_names names = make_names(view, axis);
  clip_points vertices = vertices_of(&face);
  carom__lanes inside = is_within(view, &vertices), limit = lanes_splat(height);
  if (lanes_bits(inside) == 15) { /* all of the incident face lies on the reference face */
    add_group(set, &vertices, names_of_corners(&names, names.x, names.y), inside, limit);
    add_empty_group(set), add_empty_group(set);
    return 15;
  }
  unsigned unsure = add_edges(view, &names, &face, &vertices, inside, limit, set);
  add_corners(view, &names, &face, limit, set);
  return unsure;
}

static inline carom__lanes least_of(carom__lanes a) {
  carom__lanes least = lanes_min(a, lanes_zwxy(a));
  return lanes_min(least, lanes_yzwx(least));
}

void carom__box_clip_vertex(const carom__box_view *view, float separation, carom__point_set *set) {
  int axis = view->incident;
  clip_face face = make_face(view, axis, view->facing[axis]);
  clip_names names = make_names(view, axis);
  clip_points p = vertices_of(&face);
  carom__lanes u = lanes_splat(view->half[after[view->axis]]),
               v = lanes_splat(view->half[before[view->axis]]);
  carom__lanes lowest = lanes_eq(p.height, least_of(p.height)), beside_u = p.u, beside_v = p.v;
  p.u = lanes_clamp(p.u, u);
  p.v = lanes_clamp(p.v, v);
  carom__lanes moved = lanes_add(lanes_abs(lanes_sub(beside_u, p.u)), lanes_abs(lanes_sub(beside_v, p.v)));
  moved = lanes_select(lowest, moved, lanes_splat(FLT_MAX));
  p.height = lanes_splat(separation);
  add_group(set, &p, names_of_corners(&names, names.x, names.y), lanes_eq(moved, least_of(moved)), p.height);
}
