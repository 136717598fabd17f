/* triangle_set_walk.c: gathers triangles, and hands what is asked of them to the kernels. */
#include "triangle_set.h"

#include "fold.h"
#include "mesh.h"
#include "triangles_kernels.h"

typedef struct set_walk {
  carom__triangle_set set;
  const carom__triangles_kernels *kernels;
  carom__triangle_set_fn *visit;
  void *context;
  bool ended;
} set_walk;

/* Fills up the last group of eight. */
static void close_set(carom__triangle_set *set) {
  uint32_t first = set->count / CAROM__TRIANGLE_LANES * CAROM__TRIANGLE_LANES;
  if (first == set->count) return;
  for (uint32_t i = set->count; i < first + CAROM__TRIANGLE_LANES; i++)
    for (int k = 0; k < 9; k++) set->corners[k / 3][k % 3][i] = set->corners[k / 3][k % 3][first];
}

static void hand_over(set_walk *g) {
  close_set(&g->set);
  g->ended = !g->visit(g->context, &g->set);
  g->set.count = 0;
}

static bool gather(void *context, const carom__triangle_batch *batch) {
  set_walk *g = context;
  if (g->set.count + CAROM__TRIANGLE_LANES > CAROM__SET_TRIANGLES) {
    g->set.whole = false;
    hand_over(g);
  }
  g->set.one_sided = batch->one_sided;
  g->kernels->append(&g->set, batch);
  return !g->ended;
}

void carom__triangle_sets_walk(const carom_shape *shape, const carom_obb *region, bool rough,
                               carom__triangle_set_fn *visit, void *context) {
  const carom__shape_class *class = carom__shape_class_of(shape->kind);
  set_walk g;
  carom_obb whole;
  class->obb(shape, &whole);
  g.set.size = vec3_norm1(whole.half);
  g.set.count = 0;
  g.set.region = *region;
  g.set.whole = true;
  g.set.radius = shape_radius(class, shape);
  g.kernels = carom__triangles_kernels_best();
  g.visit = visit;
  g.context = context;
  g.ended = false;
  if (class->walk_triangles(shape, region, rough, gather, &g) && g.set.count > 0) hand_over(&g);
}

static carom_vec3 corner_of(const carom__triangle_set *set, uint32_t index, int i) {
  return vec3(set->corners[i][0][index], set->corners[i][1][index], set->corners[i][2][index]);
}

void carom__triangle_set_get(const carom__triangle_set *set, uint32_t index, carom__triangle *out) {
  for (int i = 0; i < 3; i++) out->corners[i] = corner_of(set, index, i);
  out->normal = carom__mesh_normal_of(out->corners);
  out->radius = set->radius;
  out->one_sided = set->one_sided;
}

bool carom__triangle_set_covers(const carom__triangle_set *set, carom_vec3 point) {
  const carom_obb *box = &set->region;
  carom_vec3 at = vec3_abs(mat3_tmul_vec3(&box->axes, vec3_sub(point, box->center)));
  float near = 2 * CAROM__SURFACE_HOLDS * (vec3_norm1(point) + set->size);
  return set->whole && at.x + near <= box->half.x && at.y + near <= box->half.y && at.z + near <= box->half.z;
}

bool carom__triangle_set_has_normal(const carom__triangle_set *set, uint32_t index, carom_vec3 point,
                                    carom_vec3 normal, const float *squares) {
  float near = CAROM__SURFACE_HOLDS * (vec3_norm1(point) + set->size);
  carom__surface_question question = {point, normal, near, index, squares};
  return !carom__triangles_kernels_best()->rises(set, &question);
}

enum { SET_GROUPS = CAROM__SET_ROOM / CAROM__TRIANGLE_LANES };

bool carom__triangle_set_sides(const carom__triangle_set *set, carom_vec3 point, uint8_t behind[SET_GROUPS]) {
  return carom__triangles_kernels_best()->sides(set, point, behind);
}

bool carom__triangle_set_hides(const carom__triangle_set *set, const carom__triangle *triangle,
                               carom_vec3 point, const uint8_t behind[SET_GROUPS]) {
  carom_vec3 corner = triangle->corners[0], normal = triangle->normal;
  bool own_behind = vec3_dot(normal, vec3_sub(point, corner)) < 0;
  float near = CAROM__SURFACE_HOLDS * (vec3_norm1(corner) + set->size);
  carom__rise_question question = {corner, own_behind ? vec3_neg(normal) : normal, near, own_behind, behind};
  uint8_t risers[SET_GROUPS];
  carom__triangle other;
  if (!carom__triangles_kernels_best()->risers(set, &question, risers)) return false;
  for (uint32_t first = 0; first < set->count; first += CAROM__TRIANGLE_LANES)
    for (unsigned left = risers[first / CAROM__TRIANGLE_LANES]; left; left &= left - 1) {
      carom__triangle_set_get(set, first + (uint32_t)bits_lowest(left), &other);
      if (carom__fold_hides(triangle, &other, point, near)) return true;
    }
  return false;
}

bool carom__triangles_rise(const carom__triangle_batch *batch, unsigned lanes, carom_vec3 point,
                           carom_vec3 normal, float near) {
  carom__surface_question question = {.point = point, .normal = normal, .near = near};
  return lanes && carom__triangles_kernels_best()->batch_rises(batch, lanes, &question);
}

void carom__triangle_set_nearest(const carom__triangle_set *set, carom_vec3 a, carom_vec3 b,
                                 carom__segment_near *out) {
  carom__triangles_kernels_best()->nearest(set, a, b, out);
}

bool carom__triangles_near_segment(const carom__triangle_batch *batch, carom_vec3 a, carom_vec3 b,
                                   float square) {
  return carom__triangles_kernels_best()->near(batch, a, b, square);
}

void carom__triangles_nearest_segment(const carom__triangle_batch *batch, carom_vec3 a, carom_vec3 b,
                                      float square[CAROM__TRIANGLE_LANES], float at[CAROM__TRIANGLE_LANES]) {
  carom__triangles_kernels_best()->nearest_of_batch(batch, a, b, square, at);
}

unsigned carom__triangles_near_box(const carom__triangle_batch *batch, const carom__near_question *question,
                                   carom__near_lanes *out) {
  return carom__triangles_kernels_best()->near_box(batch, question, out);
}

void carom__triangle_set_overlaps(const carom__triangle_set *set, const carom_obb *box,
                                  carom__box_overlaps *out) {
  carom__triangles_kernels_best()->overlaps(set, box, out);
}

void carom__triangle_set_overlaps_hull(const carom__triangle_set *set, const carom__facets *facets,
                                       const carom_obb *place, carom__box_overlaps *out) {
  carom__triangles_kernels_best()->overlaps_hull(set, facets, place, out);
}

bool carom__triangle_set_meets_frustum(const carom__triangle_set *set, const carom_frustum *frustum,
                                       const carom__relative *place, uint8_t bits[SET_GROUPS]) {
  float width = greater_float(frustum->bottom, frustum->top);
  const carom_obb box = {place->origin, place->axes, vec3(width, frustum->half_height, width)};
  return carom__triangles_kernels_best()->meets_frustum(set, frustum, &box, bits);
}

bool carom__triangle_set_meets(const carom__triangle_set *set, const carom_vec3 corners[3], float margin,
                               uint8_t bits[CAROM__SET_ROOM / CAROM__TRIANGLE_LANES]) {
  return carom__triangles_kernels_best()->meets(set, corners, margin, bits);
}

bool carom__mesh_pairs_walk(const carom__mesh_pairs *pairs) {
  return carom__triangles_kernels_best()->mesh_pairs(pairs);
}
