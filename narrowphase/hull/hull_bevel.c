/* hull_bevel.c: planes for sharp edges and vertices, so that rays meet the solid that the vertices span.
 *
 * A face's plane may lie above its vertices, by the rounding of its normal and by what was merged. Where
 * faces meet at a sharp edge or tip, the solid between their planes then reaches out by many times that. By
 * how much, follows from duality: a direction that is a sum of plane normals with factors >= 0 is bounded by
 * the same sum of their offsets. Let s bound how far the planes around a vertex lie above it; then the solid
 * reaches no farther than s / d beyond the vertex along the directions between their normals, where d is the
 * distance of the normals' hull from the origin. Around all vertices these are all directions.
 *
 * Where that is too much, planes are added that touch the solid at an edge, halfway between its two faces,
 * or at a vertex: with these d is more than 1/2, or nearly. */
#include "hull.h"

#include "array.h"
#include "hull_layout.h"
#include "hull_build.h"

/* Steps to the middle of some directions. */
enum { STEPS = 32 };

typedef CAROM__ARRAY(carom_plane) plane_array;
typedef CAROM__ARRAY(carom__dvec3) vector_array;

typedef struct beveling {
  const carom_hull *hull;
  double most;          /* how far the planes' solid may reach beyond the hull */
  double rounding;      /* how far above the hull rounding may put any plane */
  plane_array bevels;   /* so far */
  plane_array ring;     /* around a vertex, in order: the faces' planes and the bevels of the edges */
  vector_array normals; /* of these */
  vector_array outward; /* of that vertex: unit directions against its edges */
} beveling;

static carom__dvec3 vertex_of(const carom_hull *hull, uint32_t i) { return dvec3_widen(hull->vertices[i]); }

static carom__dvec3 unit(carom__dvec3 v) {
  double length = dvec3_length(v);
  return length > 0 ? dvec3_scale(v, 1 / length) : dvec3(1, 0, 0);
}

/* How far a plane lies above a point of the hull; rounding may put it below. */
static double slack_at(const carom_plane *plane, carom__dvec3 point) {
  return greater_double((double)plane->offset - dvec3_dot(dvec3_widen(plane->normal), point), 0);
}

/* The plane of a direction that touches the hull. */
static carom_plane touching_plane(const carom_hull *hull, carom__dvec3 direction) {
  carom_vec3 normal = dvec3_narrow(unit(direction));
  uint32_t farthest = carom__hull_support_find(&hull->support, normal);
  return (carom_plane){normal, carom__hull_offset(normal, hull->vertices, &farthest, 1)};
}

/* The cosine between one of two unit vectors and the middle of both: how far the way between them is from the
 * origin. */
static double cosine_between(carom__dvec3 a, carom__dvec3 b) {
  return square_root(greater_double(0.5 + 0.5 * dvec3_dot(a, b), 0));
}

/* Does the edge that a half edge is of need a bevel? Half of what is allowed is left for the vertices. */
static bool is_sharp(const beveling *b, const carom__half_edge *edge, const carom__half_edge *twin) {
  const carom_plane *planes[2] = {&b->hull->planes[edge->face], &b->hull->planes[twin->face]};
  double depth = cosine_between(dvec3_widen(planes[0]->normal), dvec3_widen(planes[1]->normal));
  double slack = b->rounding;
  for (int i = 0; i < 2; i++) {
    slack = greater_double(slack, slack_at(planes[i], vertex_of(b->hull, edge->origin)));
    slack = greater_double(slack, slack_at(planes[i], vertex_of(b->hull, twin->origin)));
  }
  return slack > 0.5 * b->most * depth;
}

/* Halfway between the normals of both faces. These may be all but opposite, so that their sum is rounding. */
static carom_plane edge_bevel(const carom_hull *hull, const carom__half_edge *edge,
                              const carom__half_edge *twin) {
  carom__dvec3 along = unit(dvec3_sub(vertex_of(hull, twin->origin), vertex_of(hull, edge->origin)));
  carom__dvec3 here = dvec3_widen(hull->planes[edge->face].normal);
  carom__dvec3 across = dvec3_sub(here, dvec3_widen(hull->planes[twin->face].normal));
  return touching_plane(hull, dvec3_cross(along, across));
}

static carom_status push_plane(const carom_hull *hull, plane_array *array, carom_plane plane) {
  if (carom__array_reserve(&hull->asset.allocator, array, array->count + 1)) return CAROM_OUT_OF_MEMORY;
  carom__array_push(array, plane);
  return CAROM_OK;
}

static carom_status push_vector(const carom_hull *hull, vector_array *array, carom__dvec3 vector) {
  if (carom__array_reserve(&hull->asset.allocator, array, array->count + 1)) return CAROM_OUT_OF_MEMORY;
  carom__array_push(array, vector);
  return CAROM_OK;
}

static carom_status push_ring(beveling *b, carom_plane plane) {
  carom_status status = push_plane(b->hull, &b->ring, plane);
  return status ? status : push_vector(b->hull, &b->normals, dvec3_widen(plane.normal));
}

/* Adds an edge's bevel to the ring, if it needs one. It is computed at both ends, and kept at one. */
static carom_status bevel_edge(beveling *b, const carom__half_edge *edge, const carom__half_edge *twin) {
  if (!is_sharp(b, edge, twin)) return CAROM_OK;
  carom_plane bevel = edge_bevel(b->hull, edge, twin);
  carom_status status = push_ring(b, bevel);
  return status || edge->origin > twin->origin ? status : push_plane(b->hull, &b->bevels, bevel);
}

/* Gathers the planes around a vertex. */
static carom_status gather_ring(beveling *b, uint32_t vertex) {
  const carom_hull *hull = b->hull;
  uint32_t first = hull->vertex_edges[vertex], at = first;
  carom_status status = CAROM_OK;
  b->ring.count = b->normals.count = b->outward.count = 0;
  do {
    const carom__half_edge *edge = &hull->half_edges[at], *twin = &hull->half_edges[edge->twin];
    carom__dvec3 against = dvec3_sub(vertex_of(hull, vertex), vertex_of(hull, twin->origin));
    status = push_vector(hull, &b->outward, unit(against));
    if (!status) status = push_ring(b, hull->planes[edge->face]);
    if (!status) status = bevel_edge(b, edge, twin);
    at = twin->next;
  } while (at != first && !status);
  return status;
}

/* A direction along which all of some unit vectors lead, and how far the least of them. */
typedef struct heading {
  carom__dvec3 direction;
  double least;
} heading;

static carom__dvec3 least_along(carom__dvec3 direction, const carom__dvec3 *vectors, size_t count) {
  carom__dvec3 least = vectors[0];
  for (size_t i = 1; i < count; i++)
    if (dvec3_dot(vectors[i], direction) < dvec3_dot(least, direction)) least = vectors[i];
  return least;
}

/* The nearest point to the origin on the way from a to b. */
static carom__dvec3 nearest_between(carom__dvec3 a, carom__dvec3 b) {
  carom__dvec3 way = dvec3_sub(b, a);
  double square = dvec3_dot(way, way), t = square > 0 ? -dvec3_dot(a, way) / square : 0;
  return dvec3_mad(a, way, lesser_double(greater_double(t, 0), 1));
}

/* Looks for the direction along which the least is greatest: to the point of the vectors' hull that is
 * nearest to the origin, by steps towards the vector that is least (Gilbert, 1966). Ends as soon as the least
 * is enough. */
static heading common_heading(const carom__dvec3 *vectors, size_t count, double enough) {
  carom__dvec3 at = dvec3(0, 0, 0);
  for (size_t i = 0; i < count; i++) at = dvec3_mad(at, vectors[i], 1 / (double)count);
  heading best = {.least = -1};
  for (int step = 0; step < STEPS && best.least < enough; step++) {
    carom__dvec3 direction = unit(at), least = least_along(direction, vectors, count);
    double here = dvec3_dot(least, direction);
    if (here > best.least) best = (heading){direction, here};
    at = nearest_between(at, least);
  }
  return best;
}

/* How far planes lie above a vertex at most, or rounding would let others. */
static double greatest_slack(const beveling *b, uint32_t vertex, const carom_plane *planes, size_t count) {
  double slack = b->rounding;
  for (size_t i = 0; i < count; i++)
    slack = greater_double(slack, slack_at(&planes[i], vertex_of(b->hull, vertex)));
  return slack;
}

/* How far the triangle between three unit vectors is from the origin: by its plane when the nearest point
 * lies within, else by its sides. */
static double depth_of_three(const carom__dvec3 v[3]) {
  carom__dvec3 across = unit(dvec3_cross(dvec3_sub(v[1], v[0]), dvec3_sub(v[2], v[0])));
  double sides = 1;
  bool within[2] = {true, true};
  for (int i = 0; i < 3; i++) {
    carom__dvec3 a = v[i], b = v[(i + 1) % 3];
    double turn = dvec3_dot(dvec3_cross(a, b), across);
    within[0] = within[0] && turn >= 0, within[1] = within[1] && turn <= 0;
    sides = lesser_double(sides, cosine_between(a, b));
  }
  return within[0] || within[1] ? fabs(dvec3_dot(across, v[0])) : sides;
}

/* Do the planes of the ring alone bound the solid well along all directions between their normals? */
static bool bound_well(const beveling *b, uint32_t vertex) {
  double enough = greatest_slack(b, vertex, b->ring.data, b->ring.count) / b->most;
  return common_heading(b->normals.data, b->normals.count, enough).least >= enough;
}

static bool three_bound_well(const beveling *b, uint32_t vertex, const carom_plane planes[3]) {
  const carom__dvec3 normals[3] = {dvec3_widen(planes[0].normal), dvec3_widen(planes[1].normal),
                                   dvec3_widen(planes[2].normal)};
  double enough = greatest_slack(b, vertex, planes, 3) / b->most;
  return depth_of_three(normals) >= enough;
}

/* Do they with a plane in their middle? */
static bool bound_well_around(const beveling *b, uint32_t vertex, carom_plane middle) {
  for (size_t i = 0; i < b->ring.count; i++) {
    size_t after = i + 1 < b->ring.count ? i + 1 : 0;
    const carom_plane planes[3] = {middle, b->ring.data[i], b->ring.data[after]};
    if (!three_bound_well(b, vertex, planes)) return false;
  }
  return true;
}

static carom_status bevel_vertex(beveling *b, uint32_t vertex) {
  if (gather_ring(b, vertex)) return CAROM_OUT_OF_MEMORY;
  if (bound_well(b, vertex)) return CAROM_OK;
  const vector_array *around[2] = {&b->outward, &b->normals};
  for (int i = 0; i < 2; i++) {
    heading middle = common_heading(around[i]->data, around[i]->count, HUGE_VAL);
    carom_plane bevel = touching_plane(b->hull, middle.direction);
    if (bound_well_around(b, vertex, bevel)) return push_plane(b->hull, &b->bevels, bevel);
  }
  return CAROM_NOT_CONVERGED;
}

carom_status carom__hull_bevel(carom_hull **hull) {
  double size = aabb_extent(&(*hull)->bounds), reach = aabb_reach(&(*hull)->bounds);
  beveling b = {.hull = *hull,
                .most = CAROM__HULL_TOLERANCE * size + CAROM__HULL_PLANE_ROUNDING * reach,
                .rounding = 0x1p-23 * (size + reach)};
  carom_status status = CAROM_OK;
  for (uint32_t i = 0; i < b.hull->vertex_count && !status; i++) status = bevel_vertex(&b, i);
  if (!status && b.bevels.count > 0) {
    carom_hull *beveled = carom__hull_with_bevels(*hull, b.bevels.data, (uint32_t)b.bevels.count);
    if (!beveled) status = CAROM_OUT_OF_MEMORY;
    if (beveled) *hull = beveled;
  }
  carom__array_free(&(*hull)->asset.allocator, &b.bevels);
  carom__array_free(&(*hull)->asset.allocator, &b.ring);
  carom__array_free(&(*hull)->asset.allocator, &b.normals);
  carom__array_free(&(*hull)->asset.allocator, &b.outward);
  return status;
}
