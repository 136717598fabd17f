/* box_clip.c: the incident face against the reference face, both seen along the reference normal.
 *
 * What a rectangle and a parallelogram have in common is spanned by three sorts of points, found
 * independently of each other: vertices of the parallelogram in the rectangle, crossings of their edges
 * (Liang and Barsky, 1984), and corners of the rectangle in the parallelogram. So each point has a name that
 * does not depend on the order of clipping, and no polygon needs to be kept. */
#include "box_clip.h"
#include "feature.h"

#include <math.h>
#include <stdbool.h>

/* A point over the reference face: along its two sides, and above it. */
typedef struct clip_uvw {
  float u, v, w;
} clip_uvw;

/* The incident face is center + x * [-1, 1] + y * [-1, 1]. */
typedef struct clip_quad {
  const carom__box_view *view;
  carom__box_face reference, incident;
  int u_axis, v_axis; /* of the reference */
  int x_axis, y_axis; /* of the incident */
  clip_uvw center, x, y;
  float limit_u, limit_v;
  carom__clip_point *out;
  uint32_t count;
} clip_quad;

static clip_uvw at(const clip_quad *quad, float x, float y) {
  return (clip_uvw){quad->center.u + x * quad->x.u + y * quad->y.u,
                    quad->center.v + x * quad->x.v + y * quad->y.v,
                    quad->center.w + x * quad->x.w + y * quad->y.w};
}

static clip_uvw half_edge(const clip_quad *quad, int axis) {
  const float *direction = quad->view->axis[axis];
  float half = quad->view->other_half[axis];
  return (clip_uvw){half * direction[quad->u_axis], half * direction[quad->v_axis],
                    half * direction[quad->reference.axis] * (float)quad->reference.side};
}

static clip_quad make_quad(const carom__box_view *view, carom__box_face reference, carom__box_face incident,
                           carom__clip_point *out) {
  clip_quad quad = {.view = view, .reference = reference, .incident = incident, .out = out};
  quad.u_axis = (reference.axis + 1) % 3, quad.v_axis = (reference.axis + 2) % 3;
  quad.x_axis = (incident.axis + 1) % 3, quad.y_axis = (incident.axis + 2) % 3;
  clip_uvw up = half_edge(&quad, incident.axis);
  float side = (float)incident.side, top = view->half[reference.axis];
  quad.center.u = view->offset[quad.u_axis] + side * up.u;
  quad.center.v = view->offset[quad.v_axis] + side * up.v;
  quad.center.w = (float)reference.side * view->offset[reference.axis] - top + side * up.w;
  quad.x = half_edge(&quad, quad.x_axis);
  quad.y = half_edge(&quad, quad.y_axis);
  quad.limit_u = view->half[quad.u_axis] + view->slack;
  quad.limit_v = view->half[quad.v_axis] + view->slack;
  return quad;
}

/* u and v: on which side of the reference face the point lies, 0 inside; x and y: the same of the incident
 * face. */
static void emit(clip_quad *quad, clip_uvw p, int u, int v, int x, int y) {
  carom__clip_point *point = &quad->out[quad->count++];
  int of_reference[3], of_incident[3];
  of_reference[quad->reference.axis] = quad->reference.side;
  of_reference[quad->u_axis] = u, of_reference[quad->v_axis] = v;
  of_incident[quad->incident.axis] = quad->incident.side;
  of_incident[quad->x_axis] = x, of_incident[quad->y_axis] = y;
  point->position[quad->u_axis] = p.u, point->position[quad->v_axis] = p.v;
  point->position[quad->reference.axis] =
      (float)quad->reference.side * (quad->view->half[quad->reference.axis] + p.w);
  point->height = p.w;
  point->reference_feature = feature_of_box(of_reference);
  point->incident_feature = feature_of_box(of_incident);
}

static void add_vertices(clip_quad *quad) {
  for (int k = 0; k < 4; k++) {
    int x = k & 1 ? 1 : -1, y = k & 2 ? 1 : -1;
    clip_uvw p = at(quad, (float)x, (float)y);
    if (fabsf(p.u) <= quad->limit_u && fabsf(p.v) <= quad->limit_v) emit(quad, p, 0, 0, x, y);
  }
}

/* What is left of an edge, from 0 to 1, and the sides of the rectangle that it ends at. */
typedef struct clip_range {
  float from, to;
  int from_u, from_v, to_u, to_v;
} clip_range;

/* Clips to the strip |start + t * step| <= limit; `u` and `v` tell whose strip it is. */
static void clip_strip(float start, float step, float limit, int u, int v, clip_range *range) {
  if (fabsf(start) <= limit && fabsf(start + step) <= limit) return;
  if (step == 0) {
    range->to = -1;
    return;
  }
  int side = step > 0 ? 1 : -1;
  float into = (-(float)side * limit - start) / step, out_of = ((float)side * limit - start) / step;
  if (into > range->from) range->from = into, range->from_u = -side * u, range->from_v = -side * v;
  if (out_of < range->to) range->to = out_of, range->to_u = side * u, range->to_v = side * v;
}

static clip_uvw along(clip_uvw from, clip_uvw to, float t) {
  return (clip_uvw){from.u + t * (to.u - from.u), from.v + t * (to.v - from.v), from.w + t * (to.w - from.w)};
}

static void add_crossings(clip_quad *quad) {
  for (int k = 0; k < 4; k++) {
    int side = k & 1 ? 1 : -1, x = k & 2 ? 0 : side, y = k & 2 ? side : 0;
    clip_uvw from = x ? at(quad, (float)x, -1) : at(quad, -1, (float)y);
    clip_uvw to = x ? at(quad, (float)x, 1) : at(quad, 1, (float)y);
    clip_range range = {.to = 1};
    clip_strip(from.u, to.u - from.u, quad->limit_u, 1, 0, &range);
    clip_strip(from.v, to.v - from.v, quad->limit_v, 0, 1, &range);
    if (range.from > range.to) continue;
    if (range.from > 0) emit(quad, along(from, to, range.from), range.from_u, range.from_v, x, y);
    if (range.to < 1) emit(quad, along(from, to, range.to), range.to_u, range.to_v, x, y);
  }
}

/* A corner of the rectangle is center + x * a + y * b; it is in the parallelogram when |a| and |b| are at
 * most 1. An incident face that is seen edge-on holds no corner. */
static void add_corners(clip_quad *quad) {
  const clip_uvw *x = &quad->x, *y = &quad->y;
  float det = x->u * y->v - x->v * y->u;
  if (det == 0) return;
  for (int k = 0; k < 4; k++) {
    int u = k & 1 ? 1 : -1, v = k & 2 ? 1 : -1;
    float du = (float)u * quad->view->half[quad->u_axis] - quad->center.u;
    float dv = (float)v * quad->view->half[quad->v_axis] - quad->center.v;
    float a = du * y->v - dv * y->u, b = x->u * dv - x->v * du;
    if (fabsf(a) <= fabsf(det) && fabsf(b) <= fabsf(det)) emit(quad, at(quad, a / det, b / det), u, v, 0, 0);
  }
}

uint32_t carom__box_clip(const carom__box_view *view, carom__box_face reference, carom__box_face incident,
                         carom__clip_point out[CAROM__CLIP_POINTS]) {
  clip_quad quad = make_quad(view, reference, incident, out);
  add_vertices(&quad);
  if (quad.count == 4) return quad.count; /* all of the incident face lies on the reference face */
  add_crossings(&quad);
  add_corners(&quad);
  return quad.count;
}
