/* collide_cores.c: the manifold of any two convex shapes.
 *
 * The axis comes from GJK (Gilbert, Johnson and Keerthi, 1988) while the cores are apart, and from EPA (van
 * den Bergen, 2001) when they overlap or all but touch. Cores that touch or overlap then prefer the axis of a
 * face over one that is better by less than FACE_PREFERENCE, because faces make whole manifolds; cores that
 * only the radii join keep the exact direction. The points come from clipping the two faces, or are the
 * nearest points. */
#include "pairs.h"

#include "clip.h"
#include "core_axis.h"
#include "manifold.h"

/* How much separation a face axis may cost, as a part of the least half extent: as for two boxes. */
#define FACE_PREFERENCE (1.0 / 64)
/* How much more of it B's face must save to be taken instead of A's, as a part of that. */
#define FACE_OF_A_PREFERENCE (1.0 / 8)
/* Nearest points farther apart than this part of the size give an exact direction. */
#define EXACT_DIRECTION 0x1p-24
/* The cosine above which the exact direction counts as that of a face: 0.8 degrees. */
#define FACE_COSINE 0.9999
/* The sine below which an exact axis is that of a face but for the rounding of the face's normal. */
#define SAME_AXIS 0x1p-20

enum { NO_FACE = -1 };

/* An axis, and how far the cores are apart along it. */
typedef struct axis {
  carom__dvec3 normal;
  double separation;
  int face; /* the side whose face it belongs to, or NO_FACE */
} axis;

/* The lowest vertices of A and of B among those that carry a nearest point. */
static uint32_t nearest_feature(const carom__simplex *simplex) {
  uint32_t a = UINT32_MAX, b = UINT32_MAX;
  for (int i = 0; i < simplex->count; i++) {
    const carom__vertex *v = &simplex->vertices[i];
    a = v->index_a < a ? v->index_a : a;
    b = v->index_b < b ? v->index_b : b;
  }
  return feature_pair(feature_of_vertex(a), feature_of_vertex(b));
}

/* Finds the two faces that look at each other along a direction. */
static void find_faces(const carom__cores *cores, carom__dvec3 direction, carom__facing *out) {
  carom_vec3 along = dvec3_narrow(direction);
  carom__side *a = &out->sides[0], *b = &out->sides[1];
  cores->class_a->face(cores->a, along, &a->face);
  cores->class_b->face(cores->b, mat3_tmul_vec3(&cores->b_in_a->axes, vec3_neg(along)), &b->face);
  a->pose = NULL;
  b->pose = cores->b_in_a;
  a->normal = dvec3_widen(a->face.normal);
  b->normal = dvec3_turn(&cores->b_in_a->axes, b->face.normal);
  a->radius = cores->radius_a;
  b->radius = cores->radius_b;
}

static double preference_of(const carom__cores *cores) {
  return FACE_PREFERENCE * cores->least_half + 2 * cores->touch;
}

/* Along the axis of one side's face the cores are at most as far apart as the known vertices of A - B say. */
static double separation_bound(const carom__simplex *known, carom__dvec3 normal) {
  double bound = HUGE_VAL;
  for (int i = 0; i < known->count; i++) bound = fmin(bound, -dvec3_dot(known->vertices[i].w, normal));
  return bound;
}

/* Sets the axis of one side's face; false when the cores are not farther apart along it than `least`. */
static bool try_face(const carom__cores *cores, const carom__facing *facing, int side,
                     const carom__epa_result *exact, double least, axis *out) {
  if (facing->sides[side].face.count < 3) return false;
  carom__dvec3 outward = facing->sides[side].normal;
  carom__dvec3 normal = dvec3_normalize_or(side == 0 ? outward : dvec3_neg(outward), exact->normal);
  carom__dvec3 off = dvec3_sub(normal, exact->normal);
  if (dvec3_dot(off, off) < SAME_AXIS * SAME_AXIS) {
    *out = (axis){exact->normal, -exact->depth, side};
    return -exact->depth > least;
  }
  if (!(separation_bound(&exact->simplex, normal) > least)) return false;
  double separation = -dvec3_dot(carom__cores_support(cores, normal).w, normal);
  *out = (axis){normal, separation, side};
  return separation > least;
}

/* The axis of a face that costs little, A's when B's is hardly better; else the axis itself. */
static axis prefer_face(const carom__cores *cores, const carom__facing *facing,
                        const carom__epa_result *exact) {
  axis best = {exact->normal, -exact->depth, NO_FACE}, candidate;
  double least = best.separation - preference_of(cores);
  for (int side = 0; side < 2; side++) {
    if (!try_face(cores, facing, side, exact, least, &candidate)) continue;
    best = candidate;
    least = candidate.separation + FACE_OF_A_PREFERENCE * preference_of(cores);
  }
  return best;
}

/* The exact direction, with the face, if any, that it is square to. */
static axis note_face(const carom__facing *facing, const carom__epa_result *exact) {
  axis best = {exact->normal, -exact->depth, NO_FACE};
  for (int side = 1; side >= 0; side--) {
    double cosine = dvec3_dot(facing->sides[side].normal, best.normal);
    if (facing->sides[side].face.count >= 3 && fabs(cosine) > FACE_COSINE) best.face = side;
  }
  return best;
}

/* Whether the direction is that of nearest points that are well apart, on round shapes. */
static bool is_exact(const carom__cores *cores, const carom__epa_result *found) {
  return cores->radius_a + cores->radius_b > 0 && -found->depth > EXACT_DIRECTION * cores->size;
}

static void look_along(const carom__cores *cores, carom__dvec3 normal, double separation,
                       carom__facing *out) {
  out->axis = normal;
  out->separation = separation - cores->radius_a - cores->radius_b;
  out->touch = cores->touch;
}

/* Clips the faces along the axis of one of them; returns how many points there are. The depth of the axis is
 * that of the deepest vertex, which may lie just beside the other face when the axis was only preferred; the
 * deepest point then stands for it. None when no point is near enough to that depth: the axis was not worth
 * its preference. */
static uint32_t clip_along(const carom__cores *cores, const axis *along, carom__facing *facing,
                           carom__point out[CAROM__CANDIDATES]) {
  if (along->face == NO_FACE) return 0;
  look_along(cores, along->normal, along->separation, facing);
  facing->reference = along->face;
  uint32_t count = carom__clip_faces(facing, out);
  double separation = facing->separation;
  if (count == 0 || (double)out[0].separation > separation + preference_of(cores)) return 0;
  out[0].separation = (float)lesser_double(separation, 0);
  return count;
}

/* One point midway between the nearest points. */
static uint32_t take_nearest(const carom__cores *cores, const carom__epa_result *exact, carom__facing *facing,
                             carom__point out[CAROM__CANDIDATES]) {
  look_along(cores, exact->normal, -exact->depth, facing);
  out[0] = carom__clip_point_between(facing, exact->point_a, -exact->depth, nearest_feature(&exact->simplex));
  return 1;
}

/* Fills the manifold of cores that touch along an exact axis. */
static void fill(const carom__cores *cores, const carom__epa_result *exact, carom__manifold *out) {
  carom__facing facing;
  carom__point points[CAROM__CANDIDATES];
  find_faces(cores, exact->normal, &facing);
  bool round = is_exact(cores, exact);
  axis best = round ? note_face(&facing, exact) : prefer_face(cores, &facing, exact);
  uint32_t count = clip_along(cores, &best, &facing, points);
  if (count == 0) count = take_nearest(cores, exact, &facing, points);
  out->normal = dvec3_narrow(facing.axis);
  carom__manifold_reduce(points, count, (float)cores->size, out);
}

/* Leaves the direction along which GJK saw the cores apart. */
static void note_gap(const carom__gjk_result *gjk, double radii, carom__manifold *out) {
  if (!(gjk->lower > radii)) return;
  out->normal = dvec3_narrow(gjk->normal);
  out->least = (float)(gjk->lower - radii);
}

/* Are the cores farther apart than anybody asks, for certain? A distance alone is no proof, because its lower
 * bound may lie far below it. */
static bool is_apart(const carom__cores *cores, carom_status status, const carom__gjk_result *gjk) {
  return gjk->lower > cores->reach || (gjk_axis_is_sure(status, gjk) && gjk->distance > cores->reach);
}

carom_status carom__collide_cores(const carom_shape *a, const carom_shape *b, const carom__relative *b_in_a,
                                  carom__manifold *out) {
  carom__cores cores = carom__cores_make(a, b, b_in_a);
  carom__gjk_result gjk;
  carom__epa_result exact;
  double radii = cores.radius_a + cores.radius_b;
  *out = (carom__manifold){.count = 0};
  cores.reach = radii + cores.touch;
  carom_status status = carom__gjk(&cores, &gjk);
  if (is_apart(&cores, status, &gjk)) {
    note_gap(&gjk, radii, out);
    return CAROM_OK;
  }
  status = carom__core_axis(&cores, status, &gjk, &exact);
  if (status || -exact.depth > cores.reach) return status;
  out->least = (float)(-exact.depth - radii);
  fill(&cores, &exact, out);
  return CAROM_OK;
}
