/* triangle_pairs.c: two shapes of triangles.
 *
 * Up to eight neighbours of A at a time ask for the triangles of B around all of them. Each of the eight is
 * then compared with all of those in lanes: by bounds, and by which sides of each other's planes they are on.
 */
#include "triangle_pairs.h"

#include "mesh_pairs.h"
#include "triangle_set.h"
#include "triangles.h"

typedef struct pairs_walk {
  carom__site a, b;
  carom__relative a_in_b;
  float margin; /* with what rounding may add */
  carom__set_pair_fn *visit;
  void *context;
  const carom__triangle_batch *batch;
  bool ended;
} pairs_walk;

static void set_part(carom__site whole, const carom__triangle *triangle, uint32_t number, uint8_t material,
                     carom__part *out) {
  *out = (carom__part){
      .shape = triangle_shape(triangle), .frame = *whole.frame, .triangle = number, .material = material};
}

static void get_part_of_a(const pairs_walk *w, int lane, carom__triangle *triangle, carom__part *out) {
  const carom__triangle_batch *batch = w->batch;
  float radius = shape_radius(carom__shape_class_of(w->a.shape->kind), w->a.shape);
  carom__triangle_of_batch(batch, lane, radius, triangle);
  set_part(w->a, triangle, batch->numbers[lane], batch->materials ? batch->materials[lane] : 0, out);
}

static bool visit_pairs(pairs_walk *w, const carom__part *a, const carom__triangle_set *set,
                        const uint8_t *bits) {
  for (uint32_t i = 0; i < set->count; i++) {
    carom__triangle triangle;
    carom__part b;
    if (!(bits[i / CAROM__TRIANGLE_LANES] >> i % CAROM__TRIANGLE_LANES & 1)) continue;
    carom__triangle_set_get(set, i, &triangle);
    set_part(w->b, &triangle, set->numbers[i], set->materials[i], &b);
    if (!w->visit(w->context, a, &b, set, i)) return false;
  }
  return true;
}

/* One triangle of A and a set of B. */
static bool visit_lane(pairs_walk *w, int lane, const carom__triangle_set *set) {
  uint8_t bits[CAROM__SET_ROOM / CAROM__TRIANGLE_LANES];
  carom_vec3 corners[3];
  carom__triangle triangle;
  carom__part a;
  for (int i = 0; i < 3; i++)
    corners[i] = relative_apply(&w->a_in_b, triangle_batch_corner(w->batch, lane, i));
  if (!carom__triangle_set_meets(set, corners, w->margin, bits)) return true;
  get_part_of_a(w, lane, &triangle, &a);
  return visit_pairs(w, &a, set, bits);
}

static bool visit_set(void *context, const carom__triangle_set *set) {
  pairs_walk *w = context;
  for (int lane = 0; lane < CAROM__TRIANGLE_LANES && !w->ended; lane++)
    if (w->batch->lanes >> lane & 1) w->ended = !visit_lane(w, lane, set);
  return !w->ended;
}

/* The bounds of the triangles of a batch, and the margin around them. */
static carom_obb box_of_batch(const pairs_walk *w, const carom__triangle_batch *batch) {
  carom_vec3 low = vec3(HUGE_VALF, HUGE_VALF, HUGE_VALF), high = vec3_neg(low);
  for (int lane = 0; lane < CAROM__TRIANGLE_LANES; lane++)
    for (int i = 0; i < 3 && (batch->lanes >> lane & 1); i++) {
      carom_vec3 corner = triangle_batch_corner(batch, lane, i);
      low = vec3_min(low, corner), high = vec3_max(high, corner);
    }
  carom_obb box = {vec3_lerp(low, high, 0.5f), mat3_identity(), vec3_scale(vec3_sub(high, low), 0.5f)};
  box.half = vec3_add(box.half, vec3(w->margin, w->margin, w->margin));
  return obb_transform(&box, &w->a_in_b);
}

static bool visit_batch(void *context, const carom__triangle_batch *batch) {
  pairs_walk *w = context;
  carom_obb region = box_of_batch(w, batch);
  w->batch = batch;
  carom__triangle_sets_walk(w->b.shape, &region, false, visit_set, w);
  return !w->ended;
}

/* --- Two meshes --- */

typedef struct meshes_walk {
  carom__site a, b;
  float radii[2];
  carom__part_pair_fn *visit;
  void *context;
} meshes_walk;

static void get_part(carom__site whole, float radius, const carom__triangle_batch *batch, int lane,
                     carom__triangle *triangle, carom__part *out) {
  carom__triangle_of_batch(batch, lane, radius, triangle);
  set_part(whole, triangle, batch->numbers[lane], batch->materials ? batch->materials[lane] : 0, out);
}

static bool visit_meets(void *context, const carom__triangle_batch *a, const carom__triangle_batch *b,
                        const uint8_t meets[CAROM__TRIANGLE_LANES]) {
  const meshes_walk *w = context;
  for (int k = 0; k < CAROM__TRIANGLE_LANES; k++) {
    carom__triangle triangles[2];
    carom__part parts[2];
    if (meets[k]) get_part(w->b, w->radii[1], b, k, &triangles[1], &parts[1]);
    for (unsigned left = meets[k]; left; left &= left - 1) {
      get_part(w->a, w->radii[0], a, bits_lowest(left), &triangles[0], &parts[0]);
      if (!w->visit(w->context, &parts[0], &parts[1])) return false;
    }
  }
  return true;
}

static bool walk_meshes(const carom_mesh *mesh_a, const carom_mesh *mesh_b, float margin, meshes_walk *w) {
  carom__mesh_pairs pairs = {.a = {mesh_a, carom__triangles_scale(w->a.shape)},
                             .b = {mesh_b, carom__triangles_scale(w->b.shape)},
                             .b_in_a = frame_relative(w->a.frame, w->b.frame),
                             .margin =
                                 margin + carom__part_pairs_slack(w->a, w->b) + w->radii[0] + w->radii[1],
                             .visit = visit_meets,
                             .context = w};
  return carom__mesh_pairs_walk(&pairs);
}

/* --- All --- */

/* Passes parts on without a set, or with none. */
typedef struct set_passing {
  carom__part_pair_fn *visit;
  carom__set_pair_fn *visit_set;
  void *context;
} set_passing;

static bool pass(void *context, const carom__part *a, const carom__part *b, const carom__triangle_set *set,
                 uint32_t index) {
  const set_passing *p = context;
  (void)set, (void)index;
  return p->visit(p->context, a, b);
}

static bool pass_without(void *context, const carom__part *a, const carom__part *b) {
  const set_passing *p = context;
  return p->visit_set(p->context, a, b, NULL, 0);
}

bool carom__set_pairs_walk(carom__site a, carom__site b, float margin, carom__set_pair_fn *visit,
                           void *context) {
  const carom__shape_class *class_a = carom__shape_class_of(a.shape->kind);
  const carom__shape_class *class_b = carom__shape_class_of(b.shape->kind);
  set_passing p = {.visit_set = visit, .context = context};
  if (!class_a->walk_triangles || !class_b->walk_triangles)
    return carom__part_pairs_walk(a, b, margin, pass_without, &p);
  float more = margin + carom__part_pairs_slack(a, b);
  float radii = shape_radius(class_a, a.shape) + shape_radius(class_b, b.shape);
  carom__region of_b = carom__region_of(b, more);
  carom__relative b_in_a = frame_relative(a.frame, b.frame);
  carom_obb region = obb_transform(&of_b.box, &b_in_a);
  pairs_walk w = {a, b, frame_relative(b.frame, a.frame), more + radii, visit, context, NULL, false};
  class_a->walk_triangles(a.shape, &region, false, visit_batch, &w);
  return !w.ended;
}

bool carom__all_pairs_walk(carom__site a, carom__site b, float margin, carom__part_pair_fn *visit,
                           void *context) {
  const carom__shape_class *of_a = carom__shape_class_of(a.shape->kind);
  const carom__shape_class *of_b = carom__shape_class_of(b.shape->kind);
  set_passing p = {.visit = visit, .context = context};
  if (!of_a->mesh || !of_b->mesh) return carom__set_pairs_walk(a, b, margin, pass, &p);
  meshes_walk w = {a, b, {shape_radius(of_a, a.shape), shape_radius(of_b, b.shape)}, visit, context};
  return walk_meshes(of_a->mesh(a.shape), of_b->mesh(b.shape), margin, &w);
}
