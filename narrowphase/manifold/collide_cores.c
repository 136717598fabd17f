/* collide_cores.c: the manifold of any two convex shapes.
 *
 * The axis comes from GJK (Gilbert, Johnson and Keerthi, 1988) while the cores are apart, and from EPA (van
 * den Bergen, 2001) when they overlap or all but touch. Cores that touch or overlap then prefer the axis of a
 * face over one that is hardly better, as boxes do (manifold.h), because faces make whole manifolds;
 * cores that only the radii join keep the exact direction. The points come from clipping the two faces, or
 * are the nearest points. */

#include <string.h>

#include "clip.h"
#include "core_depth.h"
#include "cores.h"
#include "epa.h"
#include "simplex.h"
#include "manifold.h"
#include "near_boxes.h"

/* Nearest points farther apart than this part of the size give an exact direction. */
#define EXACT_DIRECTION 0x1p-24
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
  cores->a.class->face(cores->a.shape, along, &a->face);
  cores->b.class->face(cores->b.shape, mat3_tmul_vec3(&cores->b_in_a->axes, vec3_neg(along)), &b->face);
  a->pose = NULL;
  b->pose = cores->b_in_a;
  a->normal = dvec3_widen(a->face.normal);
  b->normal = dvec3_turn(&cores->b_in_a->axes, b->face.normal);
  a->radius = cores->a.radius;
  b->radius = cores->b.radius;
}

/* How much separation the axis of a face may cost: as for two boxes. */
static double preference_of(const carom__cores *cores) {
  return (double)CAROM__BOX_FACE_PREFERENCE * cores->least_half +
         (double)CAROM__BOX_PREFERENCE_ROUNDING * cores->size;
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
  if (!(core_separation_bound(&exact->simplex, normal) > least)) return false;
  double separation = -dvec3_dot(carom__cores_support(cores, normal).w, normal);
  *out = (axis){normal, separation, side};
  return separation > least;
}

/* Where two edges cross, a face beside them may cost little though it does not face the other edge most. */
static axis prefer_side_face(const carom__cores *cores, const carom__epa_result *exact, axis best,
                             carom__facing *facing) {
  carom__face_axis face = {exact->normal, best.separation - preference_of(cores)};
  for (int side = 0; side < 2; side++) {
    if (!carom__core_faces_widest(cores, &exact->simplex, side, &face)) continue;
    best = (axis){face.normal, face.separation, side};
    face.separation += (double)CAROM__BOX_FACE_OF_A_PREFERENCE * preference_of(cores);
  }
  if (best.face != NO_FACE) find_faces(cores, best.normal, facing);
  return best;
}

/* The axis of a face that costs little, A's when B's is hardly better; else the axis itself. */
static axis prefer_face(const carom__cores *cores, const carom__epa_result *exact, carom__facing *facing) {
  axis best = {exact->normal, -exact->depth, NO_FACE}, candidate;
  double least = best.separation - preference_of(cores);
  for (int side = 0; side < 2; side++) {
    if (!try_face(cores, facing, side, exact, least, &candidate)) continue;
    best = candidate;
    least = candidate.separation + (double)CAROM__BOX_FACE_OF_A_PREFERENCE * preference_of(cores);
  }
  return best.face == NO_FACE ? prefer_side_face(cores, exact, best, facing) : best;
}

/* The exact direction, with the face, if any, that it is square to. */
static axis note_face(const carom__facing *facing, const carom__epa_result *exact) {
  axis best = {exact->normal, -exact->depth, NO_FACE};
  for (int side = 1; side >= 0; side--) {
    double cosine = dvec3_dot(facing->sides[side].normal, best.normal);
    if (facing->sides[side].face.count >= 3 && fabs(cosine) > CAROM__FACE_COSINE) best.face = side;
  }
  return best;
}

/* Whether the direction is that of nearest points that are well apart, on round shapes. */
static bool is_exact(const carom__cores *cores, const carom__epa_result *found) {
  return cores->a.radius + cores->b.radius > 0 && -found->depth > EXACT_DIRECTION * cores->size;
}

/* Where a face is only preferred, another point of a round core is the deepest along its normal. */
static void find_point(const carom__cores *cores, const axis *along, carom__facing *facing) {
  if (along->face == NO_FACE || facing->sides[!along->face].face.count != 1) return;
  const carom__core *round = along->face == 0 ? &cores->b : &cores->a;
  if (!round->class->vertex_count) find_faces(cores, along->normal, facing);
}

static void look_along(const carom__cores *cores, carom__dvec3 normal, double separation,
                       carom__facing *out) {
  out->axis = normal;
  out->separation = separation - cores->a.radius - cores->b.radius;
  out->touch = cores->touch;
}

/* The point where the shapes are deepest along the axis, when that is not on the two faces; false when no
 * line along the axis has them overlap. */
static bool find_deepest(const carom__cores *cores, const carom__facing *facing, carom__point *out) {
  carom__depth_along found;
  if (!carom__core_depth_along(cores, facing->axis, &found) || found.depth < -2 * cores->touch) return false;
  carom__dvec3 middle = dvec3_mad(found.point_a, facing->axis, -0.5 * found.depth);
  *out = (carom__point){dvec3_narrow(middle), (float)lesser_double(-found.depth, 0),
                        feature_pair(feature_of_vertex(found.index_a), feature_of_vertex(found.index_b))};
  return true;
}

/* Puts it before the others, of which the last goes when there is no room. */
static uint32_t put_first(carom__point first, carom__point *points, uint32_t count) {
  if (count == CAROM__CANDIDATES) count--;
  memmove(points + 1, points, count * sizeof *points);
  points[0] = first;
  return count + 1;
}

/* Moving along an axis by the least depth over the cosine parts the cores along their exact axis. */
static double separation_at_most(const carom__cores *cores, const carom__epa_result *exact,
                                 const axis *along) {
  double cosine = dvec3_dot(exact->normal, along->normal);
  double radii = cores->a.radius + cores->b.radius;
  return cosine > 0 ? -(exact->depth + radii) / cosine : -HUGE_VAL;
}

/* How much lower the circle of a cap may be than the corners that stand for it; 0 for faces of polytopes. */
static double sag_of(const carom__shape_class *class, const carom__face *face) {
  if (class->vertex_count || face->count < 3) return 0;
  carom__dvec3 corner = dvec3_widen(face_vertex(face, 0)), normal = dvec3_widen(face->normal);
  return CAROM__FACE_SAG * dvec3_length(dvec3_mad(corner, normal, -dvec3_dot(corner, normal)));
}

/* Clips the faces along the axis of one of them, and counts the points. The depth of the axis is that of the
 * deepest vertex; false when no point has it. Of a cap the deepest corner stands for the circle there: a
 * point of its own would take the place and the name of another with every jitter. */
static bool clip_deepest(const carom__cores *cores, const axis *along, carom__facing *facing,
                         carom__point out[CAROM__CANDIDATES], uint32_t *count) {
  look_along(cores, along->normal, along->separation, facing);
  facing->reference = along->face;
  *count = carom__clip_faces(facing, out);
  double sag =
      sag_of(cores->a.class, &facing->sides[0].face) + sag_of(cores->b.class, &facing->sides[1].face);
  if (*count == 0 || (double)out[0].separation > facing->separation + sag + 2 * cores->touch) return false;
  out[0].separation = (float)lesser_double(facing->separation, 0);
  return true;
}

/* Clips the faces; returns how many points there are. The deepest vertex may lie beside the other face when
 * the axis was only preferred: then the shapes are less deep, by `most` at least, and deepest on other faces.
 * None when they hardly overlap. */
static uint32_t clip_along(const carom__cores *cores, double most, const axis *along, carom__facing *facing,
                           carom__point out[CAROM__CANDIDATES]) {
  uint32_t count;
  double rounding = 2 * cores->touch;
  if (along->face == NO_FACE) return 0;
  if (clip_deepest(cores, along, facing, out, &count)) return count;
  if (count > 0 && (double)out[0].separation <= most + rounding) return count;
  carom__point deepest;
  if (!find_deepest(cores, facing, &deepest)) return 0;
  bool clipped = count > 0 && (double)out[0].separation <= (double)deepest.separation + rounding;
  return clipped ? count : put_first(deepest, out, count);
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
  axis best = round ? note_face(&facing, exact) : prefer_face(cores, exact, &facing);
  find_point(cores, &best, &facing);
  uint32_t count = clip_along(cores, separation_at_most(cores, exact, &best), &best, &facing, points);
  if (count == 0) count = take_nearest(cores, exact, &facing, points);
  out->normal = dvec3_narrow(facing.axis);
  carom__manifold_reduce(points, count, (float)cores->size, out);
}

/* Leaves a direction along which the cores were seen apart by more than the radii. */
static void note_gap(carom__dvec3 normal, double gap, double radii, carom__manifold *out) {
  if (!(gap > radii)) return;
  out->normal = dvec3_narrow(normal);
  out->least = (float)(gap - radii);
}

/* Are the cores farther apart than anybody asks, for certain? A distance alone is no proof, because its lower
 * bound may lie far below it. */
static bool is_apart(const carom__cores *cores, carom_status status, const carom__gjk_result *gjk) {
  return gjk->lower > cores->reach || (gjk_axis_is_sure(status, gjk) && gjk->distance > cores->reach);
}

/* By GJK and EPA. False when the cores are farther apart than anybody asks, or their axis is not known. */
static bool search_axis(const carom__cores *cores, carom_status *status, carom__epa_result *exact,
                        carom__manifold *out) {
  carom__gjk_result gjk;
  *status = carom__gjk(cores, &gjk);
  if (is_apart(cores, *status, &gjk)) {
    note_gap(gjk.normal, gjk.lower, cores->a.radius + cores->b.radius, out);
    *status = CAROM_OK;
    return false;
  }
  *status = carom__core_axis(cores, *status, &gjk, exact);
  return !*status && -exact->depth <= cores->reach;
}

static carom_status collide(carom__cores *cores, carom__manifold *out) {
  carom__epa_result exact;
  carom_status status = CAROM_OK;
  double radii = cores->a.radius + cores->b.radius;
  *out = (carom__manifold){.count = 0};
  cores->reach = radii + cores->touch;
  if (!carom__core_shortcut(cores, &exact)) {
    if (!search_axis(cores, &status, &exact, out)) return status;
  } else if (-exact.depth > cores->reach) {
    note_gap(exact.normal, -exact.depth, radii, out);
    return CAROM_OK;
  }
  out->least = (float)(-exact.depth - radii);
  fill(cores, &exact, out);
  return CAROM_OK;
}

carom_status carom__collide_cores(const carom_shape *a, const carom_shape *b, const carom__relative *b_in_a,
                                  carom__manifold *out) {
  carom__cores cores;
  carom__cores_set(a, b, b_in_a, &cores);
  return collide(&cores, out);
}

/* --- Within a margin: A is grown by it --- */

void carom__points_shrink(carom__point *points, uint32_t count, carom_vec3 normal, float margin) {
  for (uint32_t i = 0; i < count; i++) {
    points[i].position = vec3_mad(points[i].position, normal, -0.5f * margin);
    points[i].separation += margin;
  }
}

bool carom__collide_cores_along(const carom_shape *a, const carom_shape *b, const carom__relative *b_in_a,
                                carom_vec3 normal, carom__along asked, carom__manifold *out) {
  carom__cores cores;
  carom__cores_set(a, b, b_in_a, &cores);
  carom__dvec3 direction = dvec3_widen(normal);
  double separation = -dvec3_dot(carom__cores_support(&cores, direction).w, direction);
  carom__facing facing;
  carom__point points[CAROM__CANDIDATES];
  axis along = {direction, separation, 0};
  *out = (carom__manifold){.normal = normal};
  if (separation > cores.a.radius + cores.b.radius + cores.touch) return false;
  find_faces(&cores, direction, &facing);
  uint32_t count;
  if (asked == CAROM__ALONG_ANY)
    count = clip_along(&cores, -HUGE_VAL, &along, &facing, points);
  else if (!clip_deepest(&cores, &along, &facing, points, &count))
    return false;
  carom__manifold_reduce(points, count, (float)cores.size, out);
  return out->count > 0;
}

/* --- Points beside those that touch ---
 *
 * Most pairs that touch have none within the margin, and clipping would find it out the long way. A point of
 * the other face is near when a vertex is, or when an edge that hardly leans comes near (near_boxes.h). */

/* May two boxes be near in more than what touches? No is what the faces would say, too. */
static bool boxes_may_be_near(const carom__cores *cores, carom_vec3 normal, double margin) {
  const carom__near_boxes boxes = {.half_a = *cores->a.box,
                                   .half_b = *cores->b.box,
                                   .normal_a = normal,
                                   .normal_b = mat3_tmul_vec3(&cores->b_in_a->axes, normal),
                                   .away = (double)vec3_dot(cores->b_in_a->origin, normal),
                                   .radii = cores->a.radius + cores->b.radius,
                                   .least_half = cores->least_half};
  return near_boxes_may_have_more(&boxes, margin);
}

/* A vertex of a face in A's frame, and how far it is from the other face. */
typedef struct near_vertex {
  carom__dvec3 at;
  double separation;
} near_vertex;

static carom__dvec3 vertex_of(const carom__side *side, uint32_t i) {
  carom_vec3 own = face_vertex(&side->face, i);
  return side->pose ? dvec3_place(side->pose, own) : dvec3_widen(own);
}

/* May the face that is not the reference be near beside what touches? It may where the normal is not quite
 * that of the reference. Radii are without the margin. */
static bool face_may_be_near(const carom__facing *facing, carom__dvec3 normal, double radii,
                             double least_half, double margin) {
  const carom__side *reference = &facing->sides[facing->reference],
                    *side = &facing->sides[!facing->reference];
  const carom__dvec3 up = reference->normal;
  const uint32_t count = side->face.count;
  double plane = dvec3_dot(vertex_of(reference, 0), up) + radii;
  near_vertex last = {vertex_of(side, count - 1), 0};
  last.separation = dvec3_dot(last.at, up) - plane;
  bool near = fabs(dvec3_dot(side->normal, up)) > CAROM__FACE_COSINE ||
              fabs(dvec3_dot(normal, up)) < CAROM__SQUARE_COSINE;
  for (uint32_t i = 0; i < count && !near; i++) {
    near_vertex next = {vertex_of(side, i), 0};
    next.separation = dvec3_dot(next.at, up) - plane;
    carom__dvec3 way = dvec3_sub(next.at, last.at);
    near = edge_may_be_near(last.separation, next.separation, dvec3_dot(way, way), least_half, margin);
    last = next;
  }
  return near;
}

/* Grows A by the margin and finds the face that lies square to a normal; false when there is none. */
static bool see_square(carom__cores *cores, carom_vec3 normal, float margin, carom__facing *facing,
                       axis *out) {
  cores->a.radius += (double)margin;
  carom__epa_result along = {.normal = dvec3_widen(normal)};
  along.depth = dvec3_dot(carom__cores_support(cores, along.normal).w, along.normal);
  find_faces(cores, along.normal, facing);
  *out = note_face(facing, &along);
  if (out->face == NO_FACE) return false;
  look_along(cores, out->normal, out->separation, facing);
  facing->reference = out->face;
  return true;
}

/* False also when nothing is near but what touches. */
static bool see_near(carom__cores *cores, carom_vec3 normal, float margin, carom__facing *facing, axis *out) {
  const double by = (double)margin, radii = cores->a.radius + cores->b.radius;
  if (cores->a.box && cores->b.box && !boxes_may_be_near(cores, normal, by)) return false;
  return see_square(cores, normal, margin, facing, out) &&
         face_may_be_near(facing, out->normal, radii, cores->least_half, by);
}

static uint32_t clip_within(const carom__facing *facing, carom_vec3 normal, float margin,
                            carom__point out[CAROM__CANDIDATES]) {
  uint32_t count = carom__clip_faces(facing, out);
  carom__points_shrink(out, count, normal, margin);
  return count;
}

uint32_t carom__collide_cores_points(const carom_shape *a, const carom_shape *b,
                                     const carom__relative *b_in_a, carom_vec3 normal, float margin,
                                     carom__point out[CAROM__CANDIDATES]) {
  carom__cores cores;
  carom__cores_set(a, b, b_in_a, &cores);
  carom__facing facing;
  axis along;
  bool square = see_square(&cores, normal, margin, &facing, &along);
  return square ? clip_within(&facing, normal, margin, out) : 0;
}

uint32_t carom__collide_cores_near(const carom_shape *a, const carom_shape *b, const carom__relative *b_in_a,
                                   carom_vec3 normal, float margin, carom__point out[CAROM__CANDIDATES]) {
  carom__cores cores;
  carom__cores_set(a, b, b_in_a, &cores);
  carom__facing facing;
  axis along;
  bool near = see_near(&cores, normal, margin, &facing, &along);
  return near ? clip_within(&facing, normal, margin, out) : 0;
}

bool carom__collide_cores_apart(const carom_shape *a, const carom_shape *b, const carom__relative *b_in_a,
                                carom_vec3 normal, float margin, carom__manifold *out) {
  carom__cores cores;
  carom__cores_set(a, b, b_in_a, &cores);
  carom__point points[CAROM__CANDIDATES];
  carom__facing facing;
  axis along;
  uint32_t count;
  *out = (carom__manifold){.normal = normal};
  if (!see_near(&cores, normal, margin, &facing, &along) ||
      !clip_deepest(&cores, &along, &facing, points, &count))
    return false;
  carom__manifold_reduce(points, count, (float)cores.size, out);
  carom__points_shrink(out->points, out->count, normal, margin);
  return true;
}
