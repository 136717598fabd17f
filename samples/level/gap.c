/* gap.c: the distance of two convex sets of points by Gilbert, Johnson and Keerthi (1988), in its plainest
 * form: of each simplex all faces are tried. */
#include "gap.h"

#include <math.h>

#include "memory.h"

typedef struct vec {
  double x, y, z;
} vec;

static vec sub(carom_pos a, carom_pos b) { return (vec){a.x - b.x, a.y - b.y, a.z - b.z}; }
static double dot(vec a, vec b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
static vec mad(vec a, vec b, double s) { return (vec){a.x + b.x * s, a.y + b.y * s, a.z + b.z * s}; }
static vec cross(vec a, vec b) {
  return (vec){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

/* --- The points of shapes --- */

static vec turned(carom_quat q, vec v) {
  double square = (double)q.x * (double)q.x + (double)q.y * (double)q.y + (double)q.z * (double)q.z +
                  (double)q.w * (double)q.w;
  if (square == 0) return v;
  vec axis = {(double)q.x, (double)q.y, (double)q.z}, once = cross(axis, v);
  return mad(mad(v, once, 2 * (double)q.w / square), cross(axis, once), 2 / square);
}

carom_pos gap_placed(const carom_pose *pose, carom_pos local) {
  vec v = turned(pose->rotation, (vec){local.x, local.y, local.z});
  return (carom_pos){pose->position.x + v.x, pose->position.y + v.y, pose->position.z + v.z};
}

carom_pos gap_unplaced(const carom_pose *pose, carom_pos place) {
  carom_quat q = pose->rotation, back = {-q.x, -q.y, -q.z, q.w};
  vec v = turned(back, sub(place, pose->position));
  return (carom_pos){v.x, v.y, v.z};
}

static void add(gap_solid *solid, carom_vec3 local) {
  solid->points = memory_grow(solid->points, solid->count, &solid->capacity, sizeof *solid->points);
  solid->points[solid->count++] = (carom_pos){(double)local.x, (double)local.y, (double)local.z};
}

static bool add_hull(gap_solid *solid, const carom_hull *hull) {
  carom_hull_view view;
  if (carom_hull_describe(hull, &view) != CAROM_OK) return false;
  for (uint32_t i = 0; i < view.vertex_count; i++) add(solid, view.vertices[i]);
  return true;
}

static bool add_box(gap_solid *solid, carom_vec3 half) {
  for (int i = 0; i < 8; i++)
    add(solid, (carom_vec3){i & 1 ? half.x : -half.x, i & 2 ? half.y : -half.y, i & 4 ? half.z : -half.z});
  return true;
}

static bool add_round(gap_solid *solid, carom_vec3 a, carom_vec3 b, float radius) {
  add(solid, a);
  add(solid, b);
  solid->radius = (double)radius;
  return true;
}

static bool add_shape(gap_solid *solid, const carom_shape *shape) {
  const carom_capsule *capsule = &shape->geometry.capsule;
  const carom_vec3 origin = {0, 0, 0};
  switch (shape->kind) {
  case CAROM_SPHERE:
    return add_round(solid, origin, origin, shape->geometry.sphere.radius);
  case CAROM_CAPSULE:
    return add_round(solid, capsule->a, capsule->b, capsule->radius);
  case CAROM_BOX:
    return add_box(solid, shape->geometry.box.half);
  case CAROM_HULL:
    return add_hull(solid, shape->geometry.hull.asset);
  default:
    return false;
  }
}

size_t gap_solid_count(const carom_shape *shape) {
  carom_compound_view view;
  if (shape->kind != CAROM_COMPOUND) return 1;
  return carom_compound_describe(shape->geometry.compound.asset, &view) == CAROM_OK ? view.child_count : 0;
}

/* A shape is its only child. */
static carom_compound_child child_of(const carom_shape *shape, size_t index) {
  carom_compound_child child = {.shape = *shape};
  if (shape->kind == CAROM_COMPOUND) carom_compound_get_child(shape->geometry.compound.asset, index, &child);
  return child;
}

bool gap_solid_set(gap_solid *solid, const carom_shape *shape, size_t index, const carom_pose *pose,
                   double scale) {
  const carom_compound_child child = child_of(shape, index);
  const carom_vec3 at = child.pose.position;
  const carom_pose place = {{(double)at.x, (double)at.y, (double)at.z}, child.pose.rotation};
  solid->count = 0;
  solid->radius = 0;
  if (!add_shape(solid, &child.shape)) return false;
  solid->radius *= scale;
  for (size_t i = 0; i < solid->count; i++) {
    const carom_pos p = solid->points[i];
    solid->points[i] =
        gap_placed(pose, gap_placed(&place, (carom_pos){p.x * scale, p.y * scale, p.z * scale}));
  }
  return true;
}

void gap_solid_free(gap_solid *solid) { free(solid->points); }

/* --- The distance --- */

/* Solves up to three equations by elimination; false when they depend on each other. Faces of fewer corners
 * are tried, too, and one of them is as near then. */
static bool solve(double m[3][4], int n, double *out) {
  double most = 0;
  for (int i = 0; i < n; i++) most = fmax(most, m[i][i]);
  for (int column = 0; column < n; column++) {
    int pivot = column;
    for (int i = column + 1; i < n; i++)
      if (fabs(m[i][column]) > fabs(m[pivot][column])) pivot = i;
    if (fabs(m[pivot][column]) <= 1e-24 * most) return false;
    for (int k = 0; k < 4; k++) {
      double swap = m[column][k];
      m[column][k] = m[pivot][k];
      m[pivot][k] = swap;
    }
    for (int i = 0; i < n; i++) {
      double factor = m[i][column] / m[column][column];
      for (int k = column; k < 4 && i != column; k++) m[i][k] -= factor * m[column][k];
    }
  }
  for (int i = 0; i < n; i++) out[i] = m[i][3] / m[i][i];
  return true;
}

/* The point nearest to the origin in the plane, line or point through some corners; false when it is not
 * between them. */
static bool nearest_of(const vec *corners, int count, vec *out) {
  double m[3][4] = {{0}}, part[3], sum = 0;
  vec edges[3];
  for (int i = 0; i + 1 < count; i++) edges[i] = mad(corners[i + 1], corners[0], -1);
  for (int i = 0; i + 1 < count; i++) {
    for (int k = 0; k + 1 < count; k++) m[i][k] = dot(edges[i], edges[k]);
    m[i][3] = -dot(edges[i], corners[0]);
  }
  if (!solve(m, count - 1, part)) return false;
  *out = corners[0];
  for (int i = 0; i + 1 < count; i++) {
    if (part[i] < 0) return false;
    sum += part[i];
    *out = mad(*out, edges[i], part[i]);
  }
  return sum <= 1;
}

typedef struct simplex {
  vec corners[4];
  int count;
} simplex;

/* Keeps of the simplex what holds its point nearest to the origin. */
static vec reduce(simplex *s) {
  simplex best = {.count = 0};
  vec nearest = {0, 0, 0};
  double least = HUGE_VAL;
  for (int choice = 1; choice < 1 << s->count; choice++) {
    simplex face = {.count = 0};
    vec at;
    for (int i = 0; i < s->count; i++)
      if (choice >> i & 1) face.corners[face.count++] = s->corners[i];
    if (!nearest_of(face.corners, face.count, &at) || dot(at, at) >= least) continue;
    least = dot(at, at);
    nearest = at;
    best = face;
  }
  *s = best;
  return nearest;
}

/* The sum of the solid and the mirrored triangle, farthest against a direction. */
static vec support(const gap_solid *solid, const gap_triangle *t, vec against) {
  size_t a = 0;
  int b = 0;
  carom_pos o = t->corners[0];
  for (size_t i = 1; i < solid->count; i++)
    if (dot(sub(solid->points[i], o), against) < dot(sub(solid->points[a], o), against)) a = i;
  for (int i = 1; i < 3; i++)
    if (dot(sub(t->corners[i], o), against) > dot(sub(t->corners[b], o), against)) b = i;
  return sub(solid->points[a], t->corners[b]);
}

static bool has_corner(const simplex *s, vec p) {
  for (int i = 0; i < s->count; i++)
    if (s->corners[i].x == p.x && s->corners[i].y == p.y && s->corners[i].z == p.z) return true;
  return false;
}

/* 0 when the points' hull meets the triangle. */
static double distance(const gap_solid *solid, const gap_triangle *t) {
  simplex s = {{sub(solid->points[0], t->corners[0])}, 1};
  vec v = s.corners[0];
  for (int i = 0; i < 100; i++) {
    vec p = support(solid, t, v);
    if (s.count == 4 || has_corner(&s, p) || dot(v, v) - dot(v, p) <= 1e-13 * dot(v, v)) break;
    s.corners[s.count++] = p;
    v = reduce(&s);
  }
  return sqrt(dot(v, v));
}

bool gap_touches(const gap_solid *solid, const gap_triangle *triangle) {
  vec v = sub(solid->points[0], triangle->corners[0]);
  double size = sqrt(dot(v, v)) + solid->radius;
  return distance(solid, triangle) <= solid->radius + 1e-9 * size;
}
