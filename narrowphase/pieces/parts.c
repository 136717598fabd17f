/* parts.c: finds the convex parts of two shapes that may touch. */
#include "parts.h"

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

bool carom__part_pairs_walk(carom__site a, carom__site b, float margin, carom__part_pair_fn *visit,
                            void *context) {
  return walk_pairs(carom__parts_walk, a, b, margin, visit, context);
}

bool carom__child_pairs_walk(carom__site a, carom__site b, float margin, carom__part_pair_fn *visit,
                             void *context) {
  return walk_pairs(carom__children_walk, a, b, margin, visit, context);
}
