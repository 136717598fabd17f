/* epa.c: the expanding polytope algorithm of van den Bergen (2001), in a form that needs no enclosed origin.
 *
 * A polytope inside A - B grows, vertex by vertex, where its face of least signed distance from the origin is
 * not yet a face of A - B. When the origin is outside the first polytope that distance is negative, and
 * growth brings the origin in, if it is in A - B at all. So any tetrahedron with volume will do as a start,
 * and cores that coincide, touch, or share a symmetry are no special case. */
#include "epa.h"

#include "epa_downhill.h"
#include "epa_points.h"
#include "frustum_box.h"
#include "frustum_triangle.h"
#include "polytope.h"

/* Bounds this near to each other, as a part of the size, are equal but for rounding. Nothing coarser will do,
 * because the nearest points move by the root of what the depth is off. */
#define EQUAL 0x1p-44
/* How far the bounds of the depth of curved cores may be apart at the end, as a part of the least half
 * extent. */
#define CURVED_GAP 0x1p-20
/* With so many vertices the depth is all but the same in endlessly many directions, as for two cylinders on
 * nearly one axis; no number of vertices would do then, and the bounds may be apart by more (curved_enough).
 * Of two solids of revolution it is known sooner. */
#define CURVED_MANY 96
#define REVOLVED_MANY 48
/* How much more the bounds of curved cores may be apart by when there is no room for another vertex. */
#define FULL_PART 1.25
/* How far the first support points around a direction lean to it: the cotangent of the angle. The second is
 * for one that is less good a guess. Measured. */
#define START_LEAN 1.5
#define MIDDLES_LEAN 0.75
/* Frustums are near where they are apart by less than this part of the size. Measured. */
#define NEAR_FRUSTUMS 0.06

/* A - B has no thickness along the way out of its span, so that way parts the cores by (next to) nothing. */
static void part_flat(const carom__cores *cores, const carom__simplex *start, const carom__vertex *v,
                      int count, carom__epa_result *out) {
  out->normal = carom__epa_flat_normal(cores, v, count);
  out->depth = dvec3_dot(carom__cores_support(cores, out->normal).w, out->normal);
  out->simplex = *start;
  out->point_a = carom__simplex_point_a(start);
  out->point_b = carom__simplex_point_b(start);
}

static bool has_many(const carom__cores *cores, const carom__polytope *polytope) {
  bool revolved = cores->a.class->discs && cores->b.class->discs;
  return polytope->vertex_count > (revolved ? REVOLVED_MANY : CURVED_MANY);
}

/* What the bounds may be apart by at the end. */
static double enough_of(const carom__cores *cores, const carom__polytope *polytope, double depth) {
  if (carom__cores_have_vertices(cores)) return EQUAL * cores->size;
  double enough = fmax(0.5 * cores->touch, CURVED_GAP * cores->least_half);
  bool many = has_many(cores, polytope) && depth < HUGE_VAL;
  return many ? greater_double(enough, curved_enough(cores, depth)) : enough;
}

/* What is least of the bounds that support points gave, and the corners of the face of that one. */
typedef struct upper_bound {
  uint16_t corners[3];
  carom__epa_result *out;
} upper_bound;

/* Looks for the farthest point beyond a face, which becomes the polytope's next vertex; returns how deep the
 * cores are along the normal. */
static double look_beyond(carom__polytope *polytope, const carom__cores *cores, int face, carom__dvec3 normal,
                          upper_bound *upper) {
  cores_support(cores, polytope->faces[face].normal, polytope_next(polytope));
  double bound = dvec3_dot(polytope_next(polytope)->w, normal);
  if (bound < upper->out->depth) {
    upper->out->depth = bound;
    upper->out->normal = normal;
    for (int k = 0; k < 3; k++) upper->corners[k] = polytope->origins[4 * face + k];
  }
  return bound;
}

/* Goes downhill from a face of curved cores, if that pays; tells whether it is done with. */
static bool go_downhill(carom__downhill *hill, const carom__polytope *polytope, int face,
                        const carom__polytope_plane *plane, double bound, carom__epa_result *out) {
  if (!hill) return false;
  bool done = carom__downhill_enter(hill, polytope, face, plane, bound);
  if (hill->least.depth < out->depth) {
    out->depth = hill->least.depth;
    out->normal = hill->least.normal;
  }
  return done;
}

/* Grows the polytope until its nearest face is one of A - B, or it is full. Each support point gives an upper
 * bound of the depth and the nearest face a lower one, which is returned. A face that cannot grow has a plane
 * that is rounding; it is passed over, and counts for the lower bound. What is known of the depth of curved
 * cores takes the place of faces. Each round adds a vertex or ends a face, so that the loop is bounded. */
static double expand(carom__polytope *polytope, const carom__cores *cores, carom__downhill *hill,
                     upper_bound *upper) {
  double skipped = HUGE_VAL;
  carom__epa_result *out = upper->out;
  out->depth = hill ? hill->least.depth : HUGE_VAL;
  if (hill) out->normal = hill->least.normal;
  for (;;) {
    double enough = enough_of(cores, polytope, out->depth);
    int face = carom__polytope_nearest(polytope);
    if (face < 0) return skipped;
    carom__polytope_plane plane = polytope_plane(polytope, face);
    double lower = plane.distance < skipped ? plane.distance : skipped;
    if (plane.distance >= out->depth - enough) return lower;
    if (hill && carom__downhill_knows(hill, &plane)) {
      carom__polytope_close(polytope, face);
      continue;
    }
    double bound = look_beyond(polytope, cores, face, plane.normal, upper);
    if (bound - plane.distance <= enough) continue;
    if (go_downhill(hill, polytope, face, &plane, bound, out)) continue;
    if (carom__polytope_full(polytope)) return lower;
    if (carom__polytope_grow(polytope, face)) continue;
    skipped = lower;
    carom__polytope_close(polytope, face);
  }
}

/* Faces that are as near as the nearest have its points too when they lie in one plane with it. When no such
 * point is where the depth says, because the bounds were let be apart, the cores are parted to find them. */
static carom_status find_witness(const carom__polytope *polytope, const carom__cores *cores,
                                 carom__epa_result *out) {
  carom__dvec3 target = dvec3_scale(out->normal, out->depth);
  bool found = carom__polytope_witness(polytope, out->depth + 0.25 * cores->touch, target, &out->simplex);
  if (!found) return carom__epa_points(cores, out);
  carom__dvec3 off = dvec3_sub(carom__simplex_point(&out->simplex), target);
  if (dvec3_length(off) > cores->touch) return carom__epa_points(cores, out);
  out->point_a = carom__simplex_point_a(&out->simplex);
  out->point_b = carom__simplex_point_b(&out->simplex);
  return CAROM_OK;
}

/* A polytope that is full is near enough when rounding could be as much; where the Gauss maps know better
 * they are asked. Where curved cores are as deep in endlessly many directions, it may be a little farther off
 * (FULL_PART). */
static bool are_equal(const carom__polytope *polytope, const carom__cores *cores, double lower,
                      const carom__epa_result *out) {
  bool full = carom__polytope_full(polytope);
  double enough = enough_of(cores, polytope, out->depth);
  if (full && cores_are_curved(cores)) enough *= FULL_PART;
  bool exactly = full && carom__gauss_map_applies(cores);
  return out->depth - lower <= (exactly ? enough : enough + 2 * cores->touch);
}

/* --- Curved cores --- */

/* The depth along what support points of floats say is least, unless that is one of a valley but for
 * rounding. Where the valley of directions leads about an axis, it is entered from all around that. */
static void polish(const carom__polytope *polytope, carom__downhill *hill, const upper_bound *upper) {
  const carom__curved_pair *pair = hill->pair;
  carom__curved_least *least = &hill->least;
  if (!least->has_points || upper->out->depth < least->depth - 0.5 * pair->cores->touch)
    carom__downhill_from(hill, polytope, upper->out->normal, upper->corners);
  if (!has_many(pair->cores, polytope)) return;
  carom__curved_descend_axes(pair, least);
  if (pair->a.has_discs) carom__curved_descend_around(pair, pair->a.axis, least);
  if (pair->b.has_discs) carom__curved_descend_around(pair, pair->b.axis, least);
}

static void take(const carom__curved_least *least, carom__epa_result *out) {
  out->normal = least->normal;
  out->depth = least->depth;
  if (!least->has_points) return;
  out->simplex = least->simplex;
  out->point_a = carom__simplex_point_a(&least->simplex);
  out->point_b = carom__simplex_point_b(&least->simplex);
}

static carom_status run_curved(carom__polytope *polytope, carom__downhill *hill, carom__epa_result *out) {
  const carom__cores *cores = hill->pair->cores;
  carom__polytope_start(polytope, cores->size);
  upper_bound upper = {{0, 1, 2}, out};
  double lower = expand(polytope, cores, hill, &upper);
  polish(polytope, hill, &upper);
  take(&hill->least, out);
  if (!are_equal(polytope, cores, lower, out)) return CAROM_NOT_CONVERGED;
  return hill->least.has_points ? CAROM_OK : find_witness(polytope, cores, out);
}

static bool take_parallel(const carom__curved_pair *pair, carom__epa_result *out) {
  carom__curved_least least;
  if (!carom__curved_parallel(pair, &least)) return false;
  take(&least, out);
  return least.has_points || !carom__epa_points(pair->cores, out);
}

static carom_status depth_of_curved(carom__polytope *polytope, const carom__cores *cores,
                                    carom__epa_result *out) {
  carom__curved_pair pair;
  carom__downhill hill;
  carom__curved_make(cores, &pair);
  if (take_parallel(&pair, out) || carom__frustum_box_depth(cores, true, out)) return CAROM_OK;
  carom__downhill_start(&pair, &hill);
  return run_curved(polytope, &hill, out);
}

/* Finds three support points around a direction, and one against it. */
static void start_around(const carom__cores *cores, carom__dvec3 n, double lean, carom__simplex *out) {
  static const double places[3][2] = {{1, 0}, {-0.5, 0.75}, {-0.5, -0.75}};
  carom__dvec3 x = dvec3_perpendicular(n), y = dvec3_cross(n, x);
  for (int i = 0; i < 3; i++) {
    carom__dvec3 aside = dvec3_mad(dvec3_scale(x, places[i][0]), y, places[i][1]);
    cores_support(cores, dvec3_mad(aside, n, lean), &out->vertices[i]);
  }
  cores_support(cores, dvec3_neg(n), &out->vertices[3]);
  out->count = 4;
}

/* Goes downhill from a direction, and proves that no other is less deep. False when that fails. */
static bool depth_from(const carom__curved_pair *pair, carom__dvec3 from, carom__epa_result *out) {
  carom__polytope polytope;
  carom__downhill hill;
  carom__simplex start;
  if (take_parallel(pair, out)) return true;
  carom__downhill_start(pair, &hill);
  if (!carom__downhill_begin(&hill, from)) return false;
  if (carom__downhill_knows_all(&hill)) {
    take(&hill.least, out);
    return true;
  }
  start_around(pair->cores, hill.least.normal, START_LEAN, &start);
  return carom__epa_start(pair->cores, &start, polytope.vertices) == 4 && !run_curved(&polytope, &hill, out);
}

/* The ways out of the sides of two cores with discs may be better to go on from than what else was tried. */
static void try_sides(const carom__curved_pair *pair, carom__curved_least *least) {
  carom__curved_offer_side(pair, true, least);
  carom__curved_offer_side(pair, false, least);
}

/* Finds the depth of cores that overlap by going on from what was tried. Where one has no discs, the way
 * downhill is longer than GJK and EPA are. */
static bool depth_from_tried(const carom__curved_pair *pair, bool discs, const carom__curved_least *least,
                             carom__epa_result *out) {
  return carom__frustum_box_depth(pair->cores, false, out) ||
         (discs && least->tried_depth < HUGE_VAL && depth_from(pair, least->tried, out));
}

/* Cores of which one is curved. *along is set where Newton's method finds the distance sooner than GJK does,
 * which takes the more steps the nearer rims are. */
static bool curved_axis_is_known(const carom__cores *cores, bool downhill, carom__dvec3 *along,
                                 carom__epa_result *out) {
  carom__curved_pair pair;
  carom__curved_least least;
  if (carom__frustum_triangle_depth(cores, out)) return true;
  carom__curved_make(cores, &pair);
  bool discs = pair.a.has_discs && pair.b.has_discs;
  bool frustums = curved_is_frustum(&pair.a) && curved_is_frustum(&pair.b);
  double far = -NEAR_FRUSTUMS * cores->size;
  least.has_points = false;
  if (carom__curved_features(&pair, &least)) {
    take(&least, out);
    return true;
  }
  if (least.tried_depth > 0 ? discs : frustums && least.tried_depth > far) try_sides(&pair, &least);
  if (frustums && least.tried_depth < 0 && least.tried_depth > far) *along = least.tried;
  return downhill && least.tried_depth > 0 && depth_from_tried(&pair, discs, &least, out);
}

/* Of cores with vertices: where the balls in their middles overlap, GJK has nothing to tell, and EPA starts
 * around the way between the middles. */
static bool depth_from_middles(const carom__cores *cores, carom__epa_result *out) {
  double within = (double)cores->a.ball + (double)cores->b.ball - 4 * cores->touch;
  carom__dvec3 between = cores_center(cores);
  carom__simplex start;
  if (!(within > 0 && dvec3_dot(between, between) < within * within)) return false;
  start_around(cores, dvec3_normalize_or(dvec3_neg(between), dvec3(0, 1, 0)), MIDDLES_LEAN, &start);
  return !carom__epa(cores, &start, out);
}

static bool axis_is_known(const carom__cores *cores, bool downhill, carom__epa_result *out) {
  carom__dvec3 along = dvec3(0, 0, 0);
  bool known = cores_are_curved(cores) ? curved_axis_is_known(cores, downhill, &along, out)
                                       : downhill && depth_from_middles(cores, out);
  if (!known) out->normal = along;
  return known;
}

bool carom__core_features(const carom__cores *cores, carom__epa_result *out) {
  return axis_is_known(cores, false, out);
}

bool carom__core_shortcut(const carom__cores *cores, carom__epa_result *out) {
  return axis_is_known(cores, true, out);
}

/* --- All of it --- */

static carom_status run(carom__polytope *polytope, const carom__cores *cores, carom__epa_result *out) {
  if (cores_are_curved(cores)) return depth_of_curved(polytope, cores, out);
  carom__polytope_start(polytope, cores->size);
  upper_bound upper = {.out = out};
  double lower = expand(polytope, cores, NULL, &upper);
  return are_equal(polytope, cores, lower, out) ? find_witness(polytope, cores, out) : CAROM_NOT_CONVERGED;
}

carom_status carom__epa(const carom__cores *cores, const carom__simplex *start, carom__epa_result *out) {
  carom__polytope polytope;
  int count = carom__epa_start(cores, start, polytope.vertices);
  if (count < 4) {
    part_flat(cores, start, polytope.vertices, count, out);
    return CAROM_OK;
  }
  carom_status status = run(&polytope, cores, out);
  return status && carom__gauss_map_applies(cores) ? carom__gauss_map_depth(cores, out) : status;
}

carom_status carom__core_axis(const carom__cores *cores, carom_status status, const carom__gjk_result *gjk,
                              carom__epa_result *out) {
  if (gjk_axis_is_sure(status, gjk)) {
    *out = (carom__epa_result){gjk->normal, -gjk->distance, gjk->point_a, gjk->point_b, gjk->simplex};
    return CAROM_OK;
  }
  carom_status found = carom__epa(cores, &gjk->simplex, out);
  if (found) return found;
  bool certain = gjk->distance + out->depth <= 2 * cores->touch;
  return status && !certain ? CAROM_NOT_CONVERGED : CAROM_OK;
}
