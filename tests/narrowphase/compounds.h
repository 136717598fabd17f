/* compounds.h: compounds of random children, and the same children one by one. */
#ifndef CAROM_TEST_COMPOUNDS_H
#define CAROM_TEST_COMPOUNDS_H

#include "carom/compound.h"

#include "any_kind.h"
#include "grounds.h"
#include "kinds.h"

enum { MOST_CHILDREN = 64 };

/* A compound within another is listed by its own children. */
typedef struct family {
  carom_compound *compound;
  carom_shape shape; /* the compound */
  carom_compound_child children[MOST_CHILDREN];
  carom_local_pose outer[MOST_CHILDREN]; /* where the compound is that a child is in */
  uint32_t numbers[MOST_CHILDREN];       /* what contacts report */
  uint32_t count;
} family;

static inline carom_local_pose random_place(uint64_t *random, float far) {
  carom_local_pose place = {.position = test_vec3(random, -far, far)};
  if (test_below(random, 3)) place.rotation = test_quat(random);
  return place;
}

static inline float bumps(float x, float z) { return 0.2f * x * z - 0.1f * x; }

/* A mesh of a few triangles or many, scaled and mirrored. */
static inline carom_shape random_mesh(uint64_t *random, float scale) {
  static ground g;
  ground_grid(random, bumps, &g);
  if (test_below(random, 2)) g.triangle_count = 1 + test_below(random, 5);
  carom_mesh *mesh = ground_mesh(&g, CAROM_MESH_TWO_SIDED);
  carom_vec3 by = test_vec3(random, 0.3f, 1);
  if (test_below(random, 2)) by.y = -by.y;
  return carom_shape_scaled_mesh(mesh, vec3_scale(by, scale), 0);
}

static inline carom_compound_child random_child(uint64_t *random, float far, float scale, bool meshes) {
  carom_shape_kind kind = spatial_kind(test_below(random, SPATIAL_KINDS));
  bool mesh = meshes && test_below(random, 5) == 0;
  return (carom_compound_child){.shape = mesh ? random_mesh(random, scale) : kind_random(random, kind, scale),
                                .pose = random_place(random, far),
                                .number = test_below(random, 1000),
                                .material = (uint8_t)test_below(random, 3)};
}

static inline carom_compound *make_compound(const carom_compound_child *children, size_t count) {
  const carom_compound_def def = {.children = children, .child_count = count};
  carom_compound *compound = NULL;
  ck_assert_int_eq(carom_compound_create(NULL, &def, NULL, &compound), CAROM_OK);
  return compound;
}

/* The compound keeps the assets of its children. */
static inline void release_children(const carom_compound_child *children, size_t count) {
  for (size_t i = 0; i < count; i++) kind_release(&children[i].shape);
}

/* Of children and, where nested, of compounds of them. */
static inline void make_family(uint64_t *random, uint32_t count, bool nested, bool meshes, family *f) {
  carom_compound_child top[MOST_CHILDREN];
  uint32_t top_count = 0;
  f->count = 0;
  while (f->count < count) {
    uint32_t inner = nested && test_below(random, 2) ? 1 + test_below(random, 4) : 0, first = f->count;
    if (inner > count - first) inner = 0;
    carom_compound_child *child = &top[top_count++];
    for (uint32_t i = 0; i < (inner ? inner : 1); i++)
      f->children[f->count++] = random_child(random, inner ? 0.7f : 2, 0.5f, meshes);
    *child = f->children[first];
    f->outer[first] = (carom_local_pose){.rotation = {0, 0, 0, 1}};
    if (inner) {
      *child =
          (carom_compound_child){.pose = random_place(random, 2), .number = 1000 + test_below(random, 9)};
      child->shape = carom_shape_compound(make_compound(&f->children[first], inner));
      for (uint32_t i = first; i < f->count; i++) f->outer[i] = child->pose;
    } else {
      carom__shape_retain(&child->shape);
    }
    for (uint32_t i = first; i < f->count; i++) f->numbers[i] = child->number;
  }
  f->compound = make_compound(top, top_count);
  f->shape = carom_shape_compound(f->compound);
  release_children(top, top_count);
}

static inline void end_family(family *f) {
  release_children(f->children, f->count);
  carom_compound_release(f->compound);
}

/* --- Places --- */

static inline carom_quat turned_by(carom_quat a, carom_quat b) {
  if (quat_is_zero(a)) return quat_is_zero(b) ? quat_identity() : b;
  return quat_is_zero(b) ? a : quat_normalize(quat_mul(a, b));
}

/* Where a child would be by itself. */
static inline carom_pose pose_on(const carom_pose *body, const carom_local_pose *place) {
  carom_frame frame = pose_to_frame(body);
  return (carom_pose){frame_apply(&frame, place->position), turned_by(body->rotation, place->rotation)};
}

static inline carom_pose child_pose(const family *f, uint32_t i, const carom_pose *at) {
  carom_pose outer = pose_on(at, &f->outer[i]);
  return pose_on(&outer, &f->children[i].pose);
}

#endif
