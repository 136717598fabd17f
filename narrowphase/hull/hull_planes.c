/* hull_planes.c: hulls of half spaces.
 *
 * Each plane begins as a large polygon, which all other planes clip (Sutherland and Hodgman, 1974); what is
 * left of all polygons has the vertices of the solid, and their hull is the solid. No polygon depends on
 * another one's rounding, so that no order of planes can break the topology. Each plane clips a little
 * outside of itself, so that rounding takes nothing from a polygon in the same plane. The clipping is
 * repeated around the solid found first, so that the errors are relative to its size and not to that of the
 * world. */
#include "hull_build.h"
#include "hull_layout.h"
#include "placed.h"

typedef struct half_space {
  carom__dvec3 normal; /* unit */
  double offset;       /* from the clipper's center */
} half_space;

typedef CAROM__ARRAY(carom__dvec3) point_array;

typedef struct clipper {
  const carom_allocator *allocator;
  const carom_plane *planes;
  size_t plane_count;
  carom__dvec3 center;
  double reach;       /* the solid is sought within a cube of this half width about the center */
  double slack;       /* no height of a point over a plane that it is on is above this */
  half_space *spaces; /* the planes as seen from the center, and the cube's six sides */
  size_t space_count;
  point_array polygon, clipped;
  point_array vertices; /* of what is left of all polygons, from the center */
  carom__dvec3 low, high;
} clipper;

/* The first cube: a solid that comes to its sides is not finite, or too large in any case. */
static const double FIRST_REACH = 4 * (double)CAROM_SIZE_MAX;

/* Rounding of heights over planes, in parts of the reach, of which polygons begin with up to 12. */
static const double HEIGHT_ROUNDING = 0x1p-46;

/* The reach shrinks by this much each time but the last, so that rounds are few. */
static const double WORTH_ANOTHER_ROUND = 64;
enum { ROUNDS = 6, CUBE_SIDES = 6 };

static double longest_side(carom__dvec3 v) { return fmax(fmax(v.x, v.y), v.z); }

static carom__dvec3 axis_vector(int axis, double length) {
  return dvec3(axis == 0 ? length : 0, axis == 1 ? length : 0, axis == 2 ? length : 0);
}

/* Fills the half spaces relative to the center. */
static void set_spaces(clipper *c) {
  c->slack = HEIGHT_ROUNDING * c->reach;
  c->space_count = 0;
  for (size_t i = 0; i < c->plane_count; i++) {
    carom__dvec3 normal = dvec3_widen(c->planes[i].normal);
    double length = dvec3_length(normal);
    normal = dvec3_scale(normal, 1 / length);
    double offset = (double)c->planes[i].offset / length - dvec3_dot(normal, c->center);
    c->spaces[c->space_count++] = (half_space){normal, offset};
  }
  for (int axis = 0; axis < 3; axis++)
    for (int sign = -1; sign <= 1; sign += 2)
      c->spaces[c->space_count++] = (half_space){axis_vector(axis, sign), c->reach};
}

/* Keeps the part of the polygon that lies in a half space. A convex polygon gains one vertex at most, but one
 * that rounding has bent may gain more. */
static carom_status clip(clipper *c, const half_space *space) {
  const double limit = space->offset + c->slack;
  c->clipped.count = 0;
  if (carom__array_reserve(c->allocator, &c->clipped, 2 * c->polygon.count)) return CAROM_OUT_OF_MEMORY;
  carom__dvec3 from = c->polygon.data[c->polygon.count - 1];
  double from_height = dvec3_dot(space->normal, from) - limit;
  for (size_t i = 0; i < c->polygon.count; i++) {
    carom__dvec3 to = c->polygon.data[i];
    double to_height = dvec3_dot(space->normal, to) - limit;
    if ((from_height > 0) != (to_height > 0)) {
      double t = from_height / (from_height - to_height);
      carom__array_push(&c->clipped, dvec3_mad(from, dvec3_sub(to, from), t));
    }
    if (to_height <= 0) carom__array_push(&c->clipped, to);
    from = to;
    from_height = to_height;
  }
  point_array swapped = c->polygon;
  c->polygon = c->clipped;
  c->clipped = swapped;
  return CAROM_OK;
}

/* A square on the plane that reaches beyond the cube. */
static void set_square(clipper *c, const half_space *space) {
  carom__dvec3 foot = dvec3_scale(space->normal, space->offset);
  carom__dvec3 u = dvec3_scale(dvec3_perpendicular(space->normal), 4 * c->reach);
  carom__dvec3 v = dvec3_cross(space->normal, u);
  c->polygon.count = 0;
  carom__array_push(&c->polygon, dvec3_add(foot, dvec3_add(u, v)));
  carom__array_push(&c->polygon, dvec3_add(foot, dvec3_sub(v, u)));
  carom__array_push(&c->polygon, dvec3_sub(foot, dvec3_add(u, v)));
  carom__array_push(&c->polygon, dvec3_add(foot, dvec3_sub(u, v)));
}

static carom_status add_face(clipper *c, size_t face) {
  const half_space *space = &c->spaces[face];
  if (fabs(space->offset) > 2 * c->reach) return CAROM_OK; /* beyond the cube's corners */
  set_square(c, space);
  for (size_t i = 0; i < c->space_count && c->polygon.count > 0; i++)
    if (i != face && clip(c, &c->spaces[i])) return CAROM_OUT_OF_MEMORY;
  if (carom__array_reserve(c->allocator, &c->vertices, c->vertices.count + c->polygon.count))
    return CAROM_OUT_OF_MEMORY;
  for (size_t i = 0; i < c->polygon.count; i++) {
    c->low = dvec3_min(c->low, c->polygon.data[i]);
    c->high = dvec3_max(c->high, c->polygon.data[i]);
    carom__array_push(&c->vertices, c->polygon.data[i]);
  }
  return CAROM_OK;
}

/* Clips every plane's polygon by every other plane. */
static carom_status clip_all(clipper *c) {
  set_spaces(c);
  c->vertices.count = 0;
  c->low = dvec3(HUGE_VAL, HUGE_VAL, HUGE_VAL);
  c->high = dvec3_scale(c->low, -1);
  for (size_t i = 0; i < c->space_count; i++)
    if (add_face(c, i)) return CAROM_OUT_OF_MEMORY;
  return c->vertices.count > 0 ? CAROM_OK : CAROM_EMPTY;
}

/* Finds the solid's vertices, around a center that is near it. */
static carom_status find_vertices(clipper *c) {
  c->reach = FIRST_REACH;
  carom_status status = clip_all(c);
  if (status) return status;
  if (longest_side(dvec3_max(dvec3_abs(c->low), dvec3_abs(c->high))) >= 0.999 * FIRST_REACH)
    return CAROM_UNBOUNDED;
  double before = HUGE_VAL;
  for (int round = 0; round < ROUNDS && c->reach * WORTH_ANOTHER_ROUND < before; round++) {
    before = c->reach;
    carom__dvec3 extent = dvec3_sub(c->high, c->low);
    c->center = dvec3_add(c->center, dvec3_scale(dvec3_add(c->low, c->high), 0.5));
    c->reach = fmax(longest_side(extent), (double)CAROM_SIZE_MIN);
    status = clip_all(c);
    if (status) return status;
  }
  return longest_side(dvec3_sub(c->high, c->low)) > (double)CAROM_SIZE_MAX ? CAROM_UNBOUNDED : CAROM_OK;
}

/* Does the whole loop of a face lie near a plane that bounds the hull? */
static bool carries_face(const carom_hull *hull, uint32_t face, const carom_plane *plane, double tolerance) {
  for (uint32_t i = hull->face_starts[face]; i < hull->face_starts[face + 1]; i++) {
    carom__dvec3 vertex = dvec3_widen(hull->vertices[hull->loops[i]]);
    if (dvec3_dot(dvec3_widen(plane->normal), vertex) < (double)plane->offset - tolerance) return false;
  }
  return true;
}

static carom_plane unit_plane(const carom_plane *plane) {
  carom__dvec3 normal = dvec3_widen(plane->normal);
  double scale = 1 / dvec3_length(normal);
  return (carom_plane){dvec3_narrow(dvec3_scale(normal, scale)), (float)((double)plane->offset * scale)};
}

/* Gives a face the normal of the given plane that it comes from, which is better than one from rounded
 * vertices. */
static void restore_normal(const clipper *c, double tolerance, carom_hull *hull, uint32_t face) {
  carom_vec3 normal = hull->planes[face].normal;
  float best = 0;
  for (size_t i = 0; i < c->plane_count; i++) {
    carom_plane plane = unit_plane(&c->planes[i]);
    float along = vec3_dot(plane.normal, normal);
    if (along <= best || !carries_face(hull, face, &plane, 2 * tolerance)) continue;
    plane.offset = carom__hull_offset(plane.normal, hull->vertices, NULL, hull->vertex_count);
    if (!carries_face(hull, face, &plane, tolerance)) continue;
    best = along;
    hull->planes[face] = plane;
  }
}

static void restore_normals(const carom__hull_source *source, double tolerance, carom_hull *hull) {
  for (uint32_t face = 0; face < hull->face_count; face++)
    restore_normal(source->context, tolerance, hull, face);
}

/* Rounds the vertices to floats and builds their hull; the rounding is what that may undo by merging. */
static carom_status build_from_vertices(clipper *c, carom_hull **out) {
  carom_vec3 *points = carom__alloc(c->allocator, c->vertices.count * sizeof *points);
  if (!points) return CAROM_OUT_OF_MEMORY;
  float reach = 0;
  for (size_t i = 0; i < c->vertices.count; i++) {
    points[i] = dvec3_narrow(dvec3_add(c->center, c->vertices.data[i]));
    carom_vec3 far = vec3_abs(points[i]);
    reach = fmaxf(reach, fmaxf(far.x, fmaxf(far.y, far.z)));
  }
  carom__hull_source source = {.points = points,
                               .count = c->vertices.count,
                               .slack = (double)reach * 0x1p-22,
                               .adjust = restore_normals,
                               .context = c};
  carom_status status = carom__hull_build_points(c->allocator, &source, out);
  carom__free(c->allocator, points, c->vertices.count * sizeof *points);
  return status;
}

static carom_status check_planes(const carom_plane *planes, size_t count) {
  for (size_t i = 0; i < count; i++) {
    carom_vec3 n = planes[i].normal;
    if (!vec3_is_finite(n) || !float_is_finite(planes[i].offset)) return CAROM_NOT_FINITE;
    if (n.x == 0 && n.y == 0 && n.z == 0) return CAROM_NOT_UNIT;
  }
  return CAROM_OK;
}

/* Room for all half spaces and for the square that a polygon begins as. */
static carom_status reserve(clipper *c) {
  c->spaces = carom__alloc(c->allocator, (c->plane_count + CUBE_SIDES) * sizeof *c->spaces);
  return c->spaces ? carom__array_reserve(c->allocator, &c->polygon, 4) : CAROM_OUT_OF_MEMORY;
}

carom_status carom_hull_from_planes(const carom_allocator *allocator, const carom_plane *planes, size_t count,
                                    carom_hull **out) {
  if (!planes || !out) return CAROM_NULL_ARGUMENT;
  if (count < 4) return CAROM_TOO_FEW_POINTS;
  if (count > INT32_MAX / 8) return CAROM_LIMIT;
  carom_status status = check_planes(planes, count);
  if (status) return status;
  clipper c = {.allocator = allocator, .planes = planes, .plane_count = count};
  status = reserve(&c);
  if (!status) status = find_vertices(&c);
  if (!status) status = build_from_vertices(&c, out);
  carom__array_free(allocator, &c.polygon);
  carom__array_free(allocator, &c.clipped);
  carom__array_free(allocator, &c.vertices);
  carom__free(allocator, c.spaces, (count + CUBE_SIDES) * sizeof *c.spaces);
  return status;
}
