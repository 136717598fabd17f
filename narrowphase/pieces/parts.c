/* parts.c: finds the convex parts of two shapes that may touch. */
#include "parts.h"

#include "triangles.h"

/* By how much boxes grow for what the narrow phase may call touching, in parts of the sizes. */
#define PARTS_SLACK (64 * 0x1p-24f)

/* --- The parts of one shape --- */

carom__part carom__part_of(carom__site whole, const carom__piece *piece) {
  carom__part part = {.shape = piece->shape,
                      .frame = *whole.frame,
                      .place = piece->place,
                      .ordinal = piece->ordinal,
                      .child = piece->child,
                      .triangle = piece->triangle,
                      .material = piece->material};
  if (piece->place) {
    carom__relative place = local_pose_to_relative(*piece->place);
    part.frame = frame_compose(whole.frame, &place);
  }
  return part;
}

typedef struct placing {
  carom__site whole;
  carom__part_visit *visit;
  void *context;
} placing;

static bool visit_piece(void *context, const carom__piece *piece) {
  const placing *p = context;
  const carom__part part = carom__part_of(p->whole, piece);
  return p->visit(p->context, &part);
}

typedef bool walk_fn(const carom_shape *shape, const carom_obb *region, carom__piece_fn *visit,
                     void *context);

/* A shape without pieces is its only part. */
static bool walk_pieces(carom__site whole, walk_fn *walk, const carom__region *region,
                        carom__part_visit *visit, void *context) {
  if (!walk) return visit(context, &(carom__part){.shape = *whole.shape, .frame = *whole.frame});
  carom__relative place = frame_relative(whole.frame, region->frame);
  carom_obb box = obb_transform(&region->box, &place);
  placing p = {whole, visit, context};
  return walk(whole.shape, &box, visit_piece, &p);
}

bool carom__parts_walk(carom__site whole, const carom__region *region, carom__part_visit *visit,
                       void *context) {
  walk_fn *walk = carom__shape_class_of(whole.shape->kind)->walk;
  return walk_pieces(whole, walk, region, visit, context);
}

bool carom__children_walk(carom__site whole, const carom__region *region, carom__part_visit *visit,
                          void *context) {
  walk_fn *walk = carom__shape_class_of(whole.shape->kind)->walk_children;
  return walk_pieces(whole, walk, region, visit, context);
}

/* --- The parts of two --- */

typedef bool parts_fn(carom__site whole, const carom__region *region, carom__part_visit *visit,
                      void *context);

typedef struct pairing {
  parts_fn *walk;
  carom__site b;
  float margin, slack;
  carom__part_pair_fn *visit;
  void *context;
  const carom__part *part_a;
} pairing;

carom__region carom__region_of(carom__site site, float margin) {
  carom__region region = {.frame = site.frame};
  carom__shape_class_of(site.shape->kind)->obb(site.shape, &region.box);
  region.box.half = vec3_add(region.box.half, vec3(margin, margin, margin));
  return region;
}

static bool visit_b(void *context, const carom__part *part) {
  const pairing *p = context;
  return p->visit(p->context, p->part_a, part);
}

static bool visit_a(void *context, const carom__part *part) {
  pairing *p = context;
  carom__region region = carom__region_of(part_site(part), p->margin + p->slack);
  p->part_a = part;
  return p->walk(p->b, &region, visit_b, p);
}

static float size_of(carom__site site) {
  carom__region region = carom__region_of(site, 0);
  return vec3_norm1(region.box.center) + vec3_norm1(region.box.half);
}

float carom__part_pairs_slack(carom__site a, carom__site b) {
  return PARTS_SLACK * (size_of(a) + size_of(b) + vec3_norm1(pos_sub(b.frame->origin, a.frame->origin)));
}

static bool walk_pairs(parts_fn *walk, carom__site a, carom__site b, float margin, carom__part_pair_fn *visit,
                       void *context) {
  float slack = carom__part_pairs_slack(a, b);
  carom__region of_b = carom__region_of(b, margin + slack);
  pairing p = {walk, b, margin, slack, visit, context, NULL};
  return walk(a, &of_b, visit_a, &p);
}

static bool list_near_part(void *context, const carom__part *part) {
  carom__near_parts *near = context;
  if (near->count == CAROM__NEAR_PARTS) return false;
  near->list[near->count++] = *part;
  return true;
}

/* The margin is more than what may hold a point reaches beyond it (surface.c). */
bool carom__near_parts_find(carom__site whole, carom__site other, carom__near_parts *out) {
  const carom__shape_class *class = carom__shape_class_of(whole.shape->kind);
  if (!class->is_of_convex || !class->is_of_convex(whole.shape)) return false;
  out->region = carom__region_of(other, 16 * carom__part_pairs_slack(whole, other));
  out->count = 0;
  return carom__children_walk(whole, &out->region, list_near_part, out);
}

bool carom__part_pairs_walk(carom__site a, carom__site b, float margin, carom__part_pair_fn *visit,
                            void *context) {
  return walk_pairs(carom__parts_walk, a, b, margin, visit, context);
}

static bool has_children(carom__site site) {
  return carom__shape_class_of(site.shape->kind)->walk_children != NULL;
}

/* Shapes without children are not looked at: what asks finds whether they are near each other. */
bool carom__child_pairs_walk(carom__site a, carom__site b, float margin, carom__part_pair_fn *visit,
                             void *context) {
  if (!has_children(a) && !has_children(b)) {
    const carom__part of_a = {.shape = *a.shape, .frame = *a.frame};
    const carom__part of_b = {.shape = *b.shape, .frame = *b.frame};
    return visit(context, &of_a, &of_b);
  }
  return walk_pairs(carom__children_walk, a, b, margin, visit, context);
}

/* --- Of two shapes of triangles: up to eight neighbours of A at a time ask for the triangles of B around
 * all of them. Each of the eight is then compared with all of those in lanes. --- */

static float radius_of(carom__site site) {
  return shape_radius(carom__shape_class_of(site.shape->kind), site.shape);
}

typedef struct pairs_walk {
  carom__site a, b;
  carom__relative a_in_b;
  float margin; /* with what rounding may add */
  carom__set_pair_fn *visit;
  void *context;
  const carom__triangle_batch *batch;
  bool ended;
} pairs_walk;

static bool visit_pairs(pairs_walk *w, const carom__part *a, const carom__triangle_set *set,
                        const uint8_t *bits) {
  for (uint32_t i = 0; i < set->count; i++) {
    carom__triangle triangle;
    if (!(bits[i / CAROM__TRIANGLE_LANES] >> i % CAROM__TRIANGLE_LANES & 1)) continue;
    carom__triangle_set_get(set, i, &triangle);
    const carom__part b = {.shape = triangle_shape(&triangle),
                           .frame = *w->b.frame,
                           .triangle = set->numbers[i],
                           .material = set->materials[i]};
    if (!w->visit(w->context, a, &b, set, i)) return false;
  }
  return true;
}

/* One triangle of A and a set of B. */
static bool visit_lane(pairs_walk *w, int lane, const carom__triangle_set *set) {
  uint8_t bits[CAROM__SET_ROOM / CAROM__TRIANGLE_LANES];
  carom_vec3 corners[3];
  carom__triangle triangle;
  for (int i = 0; i < 3; i++)
    corners[i] = relative_apply(&w->a_in_b, triangle_batch_corner(w->batch, lane, i));
  if (!carom__triangle_set_meets(set, corners, w->margin, bits)) return true;
  carom__triangle_of_batch(w->batch, lane, radius_of(w->a), &triangle);
  const carom__part a = part_of_triangle(w->a, &triangle, w->batch, lane);
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

bool carom__mesh_pairs_of(carom__site a, carom__site b, float margin, carom__mesh_pairs *out) {
  const carom__shape_class *of_a = carom__shape_class_of(a.shape->kind);
  const carom__shape_class *of_b = carom__shape_class_of(b.shape->kind);
  if (!of_a->mesh || !of_b->mesh) return false;
  float radii = shape_radius(of_a, a.shape) + shape_radius(of_b, b.shape);
  *out = (carom__mesh_pairs){.a = {of_a->mesh(a.shape), carom__triangles_scale(a.shape)},
                             .b = {of_b->mesh(b.shape), carom__triangles_scale(b.shape)},
                             .b_in_a = frame_relative(a.frame, b.frame),
                             .margin = margin + carom__part_pairs_slack(a, b) + radii};
  return true;
}

typedef struct meshes_walk {
  carom__site a, b;
  float radii[2];
  carom__part_pair_fn *visit;
  void *context;
} meshes_walk;

static bool visit_meets(void *context, const carom__triangle_batch *a, const carom__triangle_batch *b,
                        const uint8_t meets[CAROM__TRIANGLE_LANES]) {
  const meshes_walk *w = context;
  for (int k = 0; k < CAROM__TRIANGLE_LANES; k++) {
    carom__triangle of_a, of_b;
    if (meets[k]) carom__triangle_of_batch(b, k, w->radii[1], &of_b);
    for (unsigned left = meets[k]; left; left &= left - 1) {
      int lane = bits_lowest(left);
      carom__triangle_of_batch(a, lane, w->radii[0], &of_a);
      const carom__part parts[2] = {part_of_triangle(w->a, &of_a, a, lane),
                                    part_of_triangle(w->b, &of_b, b, k)};
      if (!w->visit(w->context, &parts[0], &parts[1])) return false;
    }
  }
  return true;
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
  set_passing p = {.visit = visit, .context = context};
  meshes_walk w = {a, b, {radius_of(a), radius_of(b)}, visit, context};
  carom__mesh_pairs pairs;
  if (!carom__mesh_pairs_of(a, b, margin, &pairs)) return carom__set_pairs_walk(a, b, margin, pass, &p);
  pairs.visit = visit_meets, pairs.context = &w;
  return carom__mesh_pairs_walk(&pairs);
}
