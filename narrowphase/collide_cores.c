/* collide_cores.c: the manifold of any two convex shapes.
 *
 * The axis comes from GJK (Gilbert, Johnson and Keerthi, 1988) while the cores are apart, and from EPA (van
 * den Bergen, 2001) when they overlap. Cores that touch or overlap then prefer the axis of a face over one
 * that is better by less than FACE_PREFERENCE, because faces make whole manifolds; cores that only the radii
 * join keep the exact direction. The points come from clipping the two faces, or are the nearest points. */
#include "pairs.h"

#include "clip.h"
#include "epa.h"
#include "manifold.h"

/* How much separation a face axis may cost, as a part of the least half extent: as for two boxes. */
#define FACE_PREFERENCE (1.0 / 64)
/* How much more of it B's face must save to be taken instead of A's, as a part of that. */
#define FACE_OF_A_PREFERENCE (1.0 / 8)
/* Nearest points farther apart than this part of the size give an exact direction. */
#define EXACT_DIRECTION 0x1p-24
/* The cosine above which the exact direction counts as that of a face: 0.8 degrees. */
#define FACE_COSINE 0.9999

enum { NO_FACE = -1 };

/* An axis, how far the cores are apart along it, and the two points that are nearest along it. */
typedef struct axis {
  carom__dvec3 normal;
  double separation;
  carom__dvec3 point_a, point_b;
  uint32_t feature;
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

/* Finds the axis of least overlap of two cores whose distance GJK has found. */
static carom_status find_axis(const carom__cores *cores, const carom__gjk_result *gjk, axis *out) {
  if (gjk->distance > 0) {
    *out = (axis){gjk->normal, gjk->distance, gjk->point_a, gjk->point_b, nearest_feature(&gjk->simplex),
                  NO_FACE};
    return CAROM_OK;
  }
  carom__epa_result epa;
  carom_status status = carom__epa(cores, &gjk->simplex, &epa);
  *out = (axis){epa.normal, -epa.depth, epa.point_a, epa.point_b, nearest_feature(&epa.simplex), NO_FACE};
  return status;
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

/* The axis of one side's face, and how far the cores are apart along it. */
static axis face_axis(const carom__cores *cores, const carom__facing *facing, int side) {
  carom__dvec3 outward = facing->sides[side].normal;
  axis out = {.face = side};
  out.normal = dvec3_normalize_or(side == 0 ? outward : dvec3_neg(outward), facing->axis);
  carom__vertex nearest = carom__cores_support(cores, out.normal);
  out.separation = -dvec3_dot(nearest.w, out.normal);
  out.point_a = nearest.a;
  out.point_b = nearest.b;
  return out;
}

static double preference_of(const carom__cores *cores) {
  return FACE_PREFERENCE * cores->least_half + 2 * cores->touch;
}

/* The axis of a face that costs little, A's when B's is hardly better; else the axis itself. */
static axis prefer_face(const carom__cores *cores, const carom__facing *facing, const axis *exact) {
  axis best = *exact;
  double least = exact->separation - preference_of(cores);
  for (int side = 0; side < 2; side++) {
    if (facing->sides[side].face.count < 3) continue;
    axis candidate = face_axis(cores, facing, side);
    if (!(candidate.separation > least)) continue;
    best = candidate;
    least = candidate.separation + FACE_OF_A_PREFERENCE * preference_of(cores);
  }
  return best;
}

/* The exact direction, with the face, if any, that it is square to. */
static axis note_face(const carom__facing *facing, const axis *exact) {
  axis best = *exact;
  for (int side = 1; side >= 0; side--) {
    double cosine = dvec3_dot(facing->sides[side].normal, best.normal);
    if (facing->sides[side].face.count >= 3 && fabs(cosine) > FACE_COSINE) best.face = side;
  }
  return best;
}

/* Whether the direction is that of nearest points that are well apart, on round shapes. */
static bool is_exact(const carom__cores *cores, const axis *found) {
  return cores->radius_a + cores->radius_b > 0 && found->separation > EXACT_DIRECTION * cores->size;
}

static void look_along(const carom__cores *cores, const axis *along, carom__facing *out) {
  out->axis = along->normal;
  out->separation = along->separation - cores->radius_a - cores->radius_b;
  out->touch = cores->touch;
}

/* Clips the faces along the axis of one of them. Its depth is that of the deepest vertex, which may lie just
 * beside the other face when the axis was only preferred; the deepest point then stands for it. False when no
 * point is near enough to that depth: the axis was not worth its preference. */
static bool clip_along(const carom__cores *cores, const axis *along, carom__facing *facing,
                       carom__candidates *out) {
  look_along(cores, along, facing);
  *out = carom__candidates_around(along->normal);
  facing->reference = along->face;
  facing->point = along->face == 0 ? along->point_a : along->point_b;
  carom__clip_faces(facing, out);
  if (out->count == 0 || -out->reach[0] > facing->separation + preference_of(cores)) return false;
  out->points[0].separation = (float)fmin(facing->separation, 0);
  return true;
}

/* One point midway between the nearest points. */
static void take_nearest(const carom__cores *cores, const axis *along, carom__facing *facing,
                         carom__candidates *out) {
  look_along(cores, along, facing);
  *out = carom__candidates_around(along->normal);
  carom__candidates_add(out, facing, along->point_a, along->separation, along->feature);
}

/* Fills the manifold of cores that touch along an exact axis. */
static void fill(const carom__cores *cores, const axis *exact, carom__manifold *out) {
  carom__facing facing;
  carom__candidates candidates;
  find_faces(cores, exact->normal, &facing);
  facing.axis = exact->normal;
  axis best = is_exact(cores, exact) ? note_face(&facing, exact) : prefer_face(cores, &facing, exact);
  if (best.face == NO_FACE || !clip_along(cores, &best, &facing, &candidates))
    take_nearest(cores, exact, &facing, &candidates);
  out->normal = dvec3_narrow(facing.axis);
  carom__manifold_reduce(candidates.points, candidates.count, (float)cores->size, out);
}

carom_status carom__collide_cores(const carom_shape *a, const carom_shape *b, const carom__relative *b_in_a,
                                  carom__manifold *out) {
  carom__cores cores = carom__cores_make(a, b, b_in_a);
  carom__gjk_result gjk;
  axis exact;
  *out = (carom__manifold){.count = 0};
  carom_status status = carom__gjk(&cores, &gjk);
  double reach = cores.radius_a + cores.radius_b + cores.touch;
  if (status || gjk.distance > reach) return status;
  status = find_axis(&cores, &gjk, &exact);
  if (!status && exact.separation <= reach) fill(&cores, &exact, out);
  return status;
}
