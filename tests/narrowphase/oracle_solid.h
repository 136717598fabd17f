/* oracle_solid.h: convex polytopes by their vertices alone: which pairs of vertices are edges, and which
 * directions lead out of the two faces beside each. No topology of the library's is trusted.
 *
 * Also points (one vertex, no edge) and segments (two vertices, one edge without faces); frustums, cylinders
 * and cones: two discs around y, of which one may be a point; the same with balls; and ellipsoids. */
#ifndef CAROM_TEST_ORACLE_SOLID_H
#define CAROM_TEST_ORACLE_SOLID_H

#include <stdbool.h>
#include <string.h>

#include "oracle_real.h"

enum { ORACLE_VERTICES = 256, ORACLE_EDGES = 768, ORACLE_NORMALS = 512 };

typedef struct oracle_edge {
  int from, to;
  int normals[2]; /* of the faces beside it; -1: it has none, all directions square to it are outward */
} oracle_edge;

/* In its own frame. The normals are unit up to double rounding. The vertices of curved ones are points of
 * them, as far out along the axes as any. */
typedef struct oracle_solid {
  int vertex_count, edge_count, normal_count;
  bool curved, balls, ellipsoid; /* the others: the first, too */
  double axes[3];                /* the radii of an ellipsoid */
  double half_height, radii[2];  /* of the lower disc or ball and of the upper one */
  bool overflow;                 /* more edges or normals than there is room for: not to be used */
  carom_vec3 vertices[ORACLE_VERTICES];
  oracle_edge edges[ORACLE_EDGES];
  carom__dvec3 normals[ORACLE_NORMALS];
} oracle_solid;

/* The wedge in which the other vertices lie, seen along the line from one vertex to another: from `right`
 * counter-clockwise to `left`. Vectors lead from the line to a vertex: differences of floats, which doubles
 * hold exactly unless their exponents are far apart. */
typedef struct oracle_wedge {
  carom__dvec3 along, left, right;
  bool any; /* left and right are set */
} oracle_wedge;

/* The cross product of two vectors as seen along the line: positive when b is to the left of a. A double
 * whose sign is in doubt is computed anew in full. */
static inline double wedge_turn(const oracle_wedge *w, carom__dvec3 a, carom__dvec3 b) {
  double turn = dvec3_dot(w->along, dvec3_cross(a, b));
  if (fabs(turn) > 1e-14 * dvec3_length(w->along) * dvec3_length(a) * dvec3_length(b)) return turn;
  return (double)rvec_dot(rvec_widen(w->along), rvec_cross(rvec_widen(a), rvec_widen(b)));
}
static inline bool wedge_on_line(const oracle_wedge *w, carom__dvec3 v) {
  rvec3 across = rvec_cross(rvec_widen(w->along), rvec_widen(v));
  return across.x == 0 && across.y == 0 && across.z == 0;
}
/* Do they, of which neither turns to the other, point away from each other as seen along the line? */
static inline bool wedge_opposed(const oracle_wedge *w, carom__dvec3 a, carom__dvec3 b) {
  return dvec3_dot(dvec3_cross(w->along, a), dvec3_cross(w->along, b)) < 0;
}

/* Widens the wedge by a vector; false when it would become half a turn or more. */
static inline bool wedge_widen(oracle_wedge *w, carom__dvec3 v) {
  if (!w->any) {
    if (wedge_on_line(w, v)) return true;
    w->left = w->right = v;
    w->any = true;
    return true;
  }
  double to_left = wedge_turn(w, w->left, v), to_right = wedge_turn(w, v, w->right);
  if (to_left == 0 || to_right == 0) {
    carom__dvec3 same = to_left == 0 ? w->left : w->right;
    return wedge_on_line(w, v) || !wedge_opposed(w, same, v);
  }
  if (to_left < 0 && to_right < 0) return true;
  if (to_left > 0 && to_right > 0) return false;
  if (to_left > 0)
    w->left = v;
  else
    w->right = v;
  return true;
}

/* Adds a normal unless it is there; returns its index. */
static inline int solid_add_normal(oracle_solid *s, rvec3 normal) {
  carom__dvec3 n = rvec_narrow(rvec_scale(normal, 1 / rvec_length(normal)));
  for (int i = 0; i < s->normal_count; i++)
    if (dvec3_length(dvec3_sub(n, s->normals[i])) < 1e-15) return i;
  if (s->normal_count == ORACLE_NORMALS) {
    s->overflow = true;
    return 0;
  }
  s->normals[s->normal_count] = n;
  return s->normal_count++;
}

static inline void solid_add_edge(oracle_solid *s, oracle_edge edge) {
  if (s->edge_count == ORACLE_EDGES)
    s->overflow = true;
  else
    s->edges[s->edge_count++] = edge;
}

/* Two vertices are an edge when the others, seen along their line, lie within less than half a turn; the
 * directions out of its faces are square to the sides of that wedge. */
static inline void solid_try_edge(oracle_solid *s, int from, int to) {
  carom__dvec3 base = dvec3_widen(s->vertices[from]);
  oracle_wedge w = {.along = dvec3_sub(dvec3_widen(s->vertices[to]), base)};
  for (int i = 0; i < s->vertex_count; i++)
    if (i != from && i != to && !wedge_widen(&w, dvec3_sub(dvec3_widen(s->vertices[i]), base))) return;
  oracle_edge edge = {from, to, {-1, -1}};
  if (w.any) {
    rvec3 along = rvec_widen(w.along);
    edge.normals[0] = solid_add_normal(s, rvec_cross(along, rvec_widen(w.left)));
    edge.normals[1] = solid_add_normal(s, rvec_cross(rvec_widen(w.right), along));
  }
  solid_add_edge(s, edge);
}

static inline void solid_from_vertices(oracle_solid *s, const carom_vec3 *vertices, int count) {
  s->vertex_count = count;
  s->edge_count = s->normal_count = 0;
  s->curved = s->balls = s->ellipsoid = false;
  s->overflow = count > ORACLE_VERTICES;
  if (s->overflow) return;
  memcpy(s->vertices, vertices, sizeof *vertices * (size_t)count);
  for (int i = 0; i < count; i++)
    for (int j = i + 1; j < count; j++) solid_try_edge(s, i, j);
}

/* All boxes have the edges and the normals of the cube. */
static inline void solid_from_box(oracle_solid *s, carom_vec3 half) {
  static oracle_solid cube;
  carom_vec3 v[8];
  for (int i = 0; i < 8; i++)
    v[i] = (carom_vec3){i & 1 ? 1.0f : -1.0f, i & 2 ? 1.0f : -1.0f, i & 4 ? 1.0f : -1.0f};
  if (cube.vertex_count == 0) solid_from_vertices(&cube, v, 8);
  *s = cube;
  for (int i = 0; i < 8; i++)
    s->vertices[i] = (carom_vec3){v[i].x * half.x, v[i].y * half.y, v[i].z * half.z};
}

/* A frustum, a cylinder or a cone. */
static inline void solid_from_discs(oracle_solid *s, float half_height, float bottom, float top) {
  s->vertex_count = 8;
  s->edge_count = s->normal_count = 0;
  s->overflow = false;
  s->curved = true, s->balls = s->ellipsoid = false;
  s->half_height = (double)half_height;
  s->radii[0] = (double)bottom, s->radii[1] = (double)top;
  for (int i = 0; i < 4; i++) {
    float x = i == 0 ? 1.0f : i == 1 ? -1.0f : 0, z = i == 2 ? 1.0f : i == 3 ? -1.0f : 0;
    s->vertices[2 * i] = (carom_vec3){x * bottom, -half_height, z * bottom};
    s->vertices[2 * i + 1] = (carom_vec3){x * top, half_height, z * top};
  }
}

/* The hull of two balls around y = -half_height and y = half_height. */
static inline void solid_from_balls(oracle_solid *s, float half_height, float bottom, float top) {
  solid_from_discs(s, half_height, bottom, top);
  s->balls = true;
  s->vertices[8] = (carom_vec3){0, -half_height - bottom, 0};
  s->vertices[9] = (carom_vec3){0, half_height + top, 0};
  s->vertex_count = 10;
}

/* How far a point is outside of one of the balls between two, whose radius changes evenly, at least. */
static inline double balls_outside(const oracle_solid *s, carom__dvec3 p) {
  double low = 0, high = 1, d[2];
  for (int i = 0; i < 100; i++) {
    double at[2] = {(2 * low + high) / 3, (low + 2 * high) / 3};
    for (int k = 0; k < 2; k++) {
      double y = p.y - s->half_height * (2 * at[k] - 1);
      d[k] = sqrt(p.x * p.x + y * y + p.z * p.z) - s->radii[0] - (s->radii[1] - s->radii[0]) * at[k];
    }
    if (d[0] < d[1])
      high = at[1];
    else
      low = at[0];
  }
  return fmax(fmin(d[0], d[1]), 0);
}

static inline void solid_from_ellipsoid(oracle_solid *s, carom_vec3 radii) {
  solid_from_discs(s, radii.y, radii.x, radii.x);
  s->ellipsoid = true;
  s->axes[0] = (double)radii.x, s->axes[1] = (double)radii.y, s->axes[2] = (double)radii.z;
  s->vertex_count = 6;
  for (int i = 0; i < 6; i++) {
    float side = i % 2 ? 1 : -1;
    s->vertices[i] = (carom_vec3){i / 2 == 0 ? side * radii.x : 0, i / 2 == 1 ? side * radii.y : 0,
                                  i / 2 == 2 ? side * radii.z : 0};
  }
}

/* Along a direction in its frame. */
static inline carom__dvec3 ellipsoid_farthest(const oracle_solid *s, carom__dvec3 n) {
  double x = s->axes[0] * n.x, y = s->axes[1] * n.y, z = s->axes[2] * n.z,
         length = sqrt(x * x + y * y + z * z);
  return dvec3(s->axes[0] * x / length, s->axes[1] * y / length, s->axes[2] * z / length);
}

/* By halving the way along the gradient of the closest point. */
static inline double ellipsoid_outside(const oracle_solid *s, carom__dvec3 p) {
  double at[3] = {p.x, p.y, p.z}, square = 0, low = 0, high = 0, d[3] = {0, 0, 0};
  for (int i = 0; i < 3; i++) {
    square += at[i] * at[i] / (s->axes[i] * s->axes[i]);
    high = fmax(high, s->axes[i] * s->axes[i]);
  }
  if (square <= 1) return 0;
  high *= sqrt(square);
  for (int k = 0; k < 200; k++) {
    double t = 0.5 * (low + high), on = 0;
    for (int i = 0; i < 3; i++) {
      double x = s->axes[i] * at[i] / (t + s->axes[i] * s->axes[i]);
      d[i] = at[i] - s->axes[i] * x, on += x * x;
    }
    if (on > 1)
      low = t;
    else
      high = t;
  }
  return sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
}

/* How far a point is outside of it, in the half plane of the axis: 0 inside, else the distance from the
 * outline, which leads from the axis out and back to it. */
static inline double discs_outside(const oracle_solid *s, carom__dvec3 p) {
  if (s->balls) return balls_outside(s, p);
  if (s->ellipsoid) return ellipsoid_outside(s, p);
  double h = s->half_height, x = sqrt(p.x * p.x + p.z * p.z), nearest = HUGE_VAL;
  double across[4] = {0, s->radii[0], s->radii[1], 0}, along[4] = {-h, -h, h, h};
  bool inside = true;
  for (int i = 0; i < 3; i++) {
    double dx = across[i + 1] - across[i], dy = along[i + 1] - along[i];
    double px = x - across[i], py = p.y - along[i], square = dx * dx + dy * dy;
    if (square == 0) continue;
    double t = fmin(fmax((px * dx + py * dy) / square, 0), 1);
    nearest = fmin(nearest, sqrt((px - t * dx) * (px - t * dx) + (py - t * dy) * (py - t * dy)));
    inside = inside && px * dy - py * dx <= 0;
  }
  return inside ? 0 : nearest;
}

#endif
