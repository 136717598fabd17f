/* narrow_bits.c: runs the narrow phase on shapes of all kinds and prints a hash of the results of each
 * function and each two kinds. `./carom cross` builds it in many ways; each must print narrow_bits.txt. */
#include <stdio.h>

#include <carom/obb2.h>
#include <carom/tessellate.h>

#include "random.h"
#include "scenes.h"

static couple couples[SCENE_COUPLES];

static void hash_distance(bits_hash *hash, const carom_distance_result *d) {
  hash_float(hash, d->distance);
  hash_vec3(hash, d->normal);
  hash_pos(hash, d->point_a);
  hash_pos(hash, d->point_b);
}

static void hash_impact(bits_hash *hash, const carom_impact *m) {
  hash_word(hash, (uint32_t)m->hit * 2 + m->inside);
  hash_double(hash, m->fraction);
  hash_vec3(hash, m->normal);
  hash_pos(hash, m->point);
  hash_float(hash, m->distance);
  hash_word(hash, m->iterations);
}

static void collide(bits_hash *hash, const couple *c) {
  carom_manifold manifold = {.point_count = 0};
  hash_word(hash, carom_collide(&c->a, &c->pose_a, &c->b, &c->pose_b, &manifold));
  hash_manifold(hash, &manifold);
}

static void overlap(bits_hash *hash, const couple *c) {
  bool answer = false;
  hash_word(hash, carom_overlap(&c->a, &c->pose_a, &c->b, &c->pose_b, &answer));
  hash_word(hash, answer);
}

static void distance(bits_hash *hash, const couple *c) {
  carom_distance_result result = {.distance = -1};
  hash_word(hash, carom_distance(&c->a, &c->pose_a, &c->b, &c->pose_b, &result));
  hash_distance(hash, &result);
}

static void signed_distance(bits_hash *hash, const couple *c) {
  carom_distance_result result = {.distance = -1};
  hash_word(hash, carom_signed_distance(&c->a, &c->pose_a, &c->b, &c->pose_b, &result));
  hash_distance(hash, &result);
}

static void ray(bits_hash *hash, const couple *c) {
  carom_ray_result result = {.hit = false};
  hash_word(hash, carom_cast_ray(&c->a, &c->pose_a, &c->ray, &result));
  hash_word(hash, (uint32_t)result.hit * 2 + result.inside);
  hash_float(hash, result.fraction);
  hash_vec3(hash, result.normal);
  hash_pos(hash, result.point);
}

static void cast(bits_hash *hash, const couple *c) {
  carom_impact impact = {.hit = false};
  hash_word(hash, carom_cast_shape(&c->a, &c->pose_a, &c->b, &c->pose_b, c->translation, &impact));
  hash_impact(hash, &impact);
}

static void sweep(bits_hash *hash, const couple *c) {
  for (int margin = 0; margin < 2; margin++) {
    carom_impact impact = {.hit = false};
    hash_word(hash, carom_time_of_impact(&c->a, &c->motions[0], &c->b, &c->motions[1], margin ? 0.005f : 0,
                                         &impact));
    hash_impact(hash, &impact);
  }
}

static void shape_bounds(bits_hash *hash, const couple *c) {
  carom_aabb bounds = {.min = {0, 0, 0}};
  carom_obb box = {.center = {0, 0, 0}};
  hash_word(hash, carom_shape_bounds(&c->a, &c->pose_a, &bounds));
  hash_word(hash, carom_shape_obb(&c->b, &box));
  carom_vec3 vectors[] = {bounds.min, bounds.max, box.center, box.axes.x, box.axes.y, box.axes.z, box.half};
  for (size_t i = 0; i < sizeof vectors / sizeof vectors[0]; i++) hash_vec3(hash, vectors[i]);
}

typedef struct question {
  const char *name;
  void (*ask)(bits_hash *hash, const couple *c);
} question;

static const question questions[] = {
    {"collide", collide}, {"overlap", overlap}, {"distance", distance}, {"signed_distance", signed_distance},
    {"ray", ray},         {"cast", cast},       {"sweep", sweep},       {"bounds", shape_bounds},
};

static void print_hash(const char *name, carom_shape_kind a, carom_shape_kind b, const bits_hash *hash) {
  printf("%s %s-%s %016llx\n", name, carom_shape_kind_name(a), carom_shape_kind_name(b),
         (unsigned long long)hash->value);
}

static void ask_all(const char *detailed, carom_shape_kind a, carom_shape_kind b) {
  for (size_t i = 0; i < sizeof questions / sizeof questions[0]; i++) {
    bits_hash hash = {0xCBF29CE484222325u};
    bool each = strcmp(questions[i].name, detailed) == 0;
    for (size_t k = 0; k < SCENE_COUPLES; k++) {
      questions[i].ask(&hash, &couples[k]);
      if (each) printf("couple %zu: ", k), print_hash(detailed, a, b, &hash);
    }
    print_hash(questions[i].name, a, b, &hash);
  }
}

/* All pairs in one call, twice: the second time B has moved on, and the caches are used. */
static void ask_batches(carom_shape_kind a, carom_shape_kind b) {
  static carom_placed placed[2 * SCENE_COUPLES];
  static carom_index_pair pairs[SCENE_COUPLES];
  static carom_pair_cache caches[SCENE_COUPLES];
  static carom_manifold manifolds[SCENE_COUPLES];
  static carom_distance_result distances[SCENE_COUPLES];
  static bool overlaps[SCENE_COUPLES];
  memset(caches, 0, sizeof caches);
  bits_hash hash = {0xCBF29CE484222325u};
  for (int later = 0; later < 2; later++) {
    for (uint32_t i = 0; i < SCENE_COUPLES; i++) {
      const couple *c = &couples[i];
      hash_word(&hash, carom_place(&c->a, &c->pose_a, &placed[2 * i]));
      hash_word(&hash, carom_place(&c->b, later ? &c->next_b : &c->pose_b, &placed[2 * i + 1]));
      pairs[i] = (carom_index_pair){2 * i, 2 * i + 1};
    }
    carom_batch batch = {.placed = placed,
                         .placed_count = 2 * SCENE_COUPLES,
                         .pairs = pairs,
                         .pair_count = SCENE_COUPLES,
                         .caches = caches};
    hash_word(&hash, carom_overlap_pairs(&batch, overlaps));
    hash_word(&hash, carom_collide_pairs(&batch, manifolds));
    for (size_t i = 0; i < SCENE_COUPLES; i++)
      hash_word(&hash, overlaps[i]), hash_manifold(&hash, &manifolds[i]);
    hash_word(&hash, carom_distance_pairs(&batch, distances));
    for (size_t i = 0; i < SCENE_COUPLES; i++) hash_distance(&hash, &distances[i]);
    hash_word(&hash, carom_signed_distance_pairs(&batch, distances));
    for (size_t i = 0; i < SCENE_COUPLES; i++) hash_distance(&hash, &distances[i]);
  }
  print_hash("batch", a, b, &hash);
}

/* Every box against every other one of a scene. */
static void ask_boxes(void) {
  static carom_obb boxes[2 * SCENE_COUPLES];
  static carom_index_pair pairs[4 * SCENE_COUPLES * SCENE_COUPLES];
  static bool overlaps[4 * SCENE_COUPLES * SCENE_COUPLES];
  uint32_t count = 2 * SCENE_COUPLES;
  uint64_t random = 362436069;
  bits_hash hash = {0xCBF29CE484222325u};
  scene_make(CAROM_BOX, CAROM_BOX, couples);
  for (uint32_t i = 0; i < count; i++) {
    const couple *c = &couples[i / 2];
    hash_word(&hash, carom_shape_obb(i % 2 ? &c->b : &c->a, &boxes[i]));
    boxes[i].center = bits_vec3(&random, -3, 3);
    for (uint32_t k = 0; k < count; k++) pairs[i * count + k] = (carom_index_pair){i, k};
  }
  hash_word(&hash, carom_obb_overlap_pairs(boxes, count, pairs, (size_t)count * count, overlaps));
  for (size_t i = 0; i < (size_t)count * count; i++) hash_word(&hash, overlaps[i]);
  printf("obb_pairs %016llx\n", (unsigned long long)hash.value);
}

static void ask_hulls(void) {
  bits_hash hash = {0xCBF29CE484222325u};
  for (size_t i = 0; i < SCENE_HULLS; i++) {
    carom_hull_view view = {.vertex_count = 0};
    hash_word(&hash, carom_hull_describe(scene_hulls[i], &view));
    for (uint32_t k = 0; k < view.vertex_count; k++) hash_vec3(&hash, view.vertices[k]);
    for (uint32_t k = 0; k < view.face_count; k++) {
      hash_vec3(&hash, view.planes[k].normal);
      hash_float(&hash, view.planes[k].offset);
    }
    for (uint32_t k = 0; k < view.face_starts[view.face_count]; k++) hash_word(&hash, view.loops[k]);
    hash_vec3(&hash, view.centroid);
    hash_float(&hash, view.volume);
  }
  printf("hulls %016llx\n", (unsigned long long)hash.value);
}

/* The triangles and lines of kinds. */
static void ask_surfaces(const carom_shape_kind *kinds, size_t count) {
  static carom_vec3 positions[20000], normals[20000];
  static uint32_t indices[60000];
  carom_surface_buffer out = {.positions = positions,
                              .normals = normals,
                              .indices = indices,
                              .vertex_capacity = 20000,
                              .index_capacity = 60000};
  uint64_t random = 521288629;
  bits_hash hash = {0xCBF29CE484222325u};
  for (uint32_t i = 0; i < 16 * count; i++) {
    carom_shape shape = scene_shape(kinds[i / 16], &random);
    hash_word(&hash, carom_shape_tessellate(&shape, (carom_tessellation)(i % 2), 4 + i % 16, &out));
    for (size_t k = 0; k < out.vertex_count; k++)
      hash_vec3(&hash, positions[k]), hash_vec3(&hash, normals[k]);
    for (size_t k = 0; k < out.index_count; k++) hash_word(&hash, indices[k]);
  }
  printf("surfaces %016llx\n", (unsigned long long)hash.value);
}

/* The same of the plane. */
static void ask_rectangles(void) {
  static carom_obb2 boxes[2 * SCENE_COUPLES];
  static carom_index_pair pairs[SCENE_COUPLES];
  static bool overlaps[SCENE_COUPLES];
  uint64_t random = 362436069;
  bits_hash hash = {0xCBF29CE484222325u};
  for (uint32_t i = 0; i < 2 * SCENE_COUPLES; i++) {
    carom_vec3 at = bits_vec3(&random, -1, 1), half = bits_vec3(&random, 0.1f, 1);
    boxes[i] = (carom_obb2){{at.x, at.y}, carom_direction((double)at.z), {half.x, half.y}};
    pairs[i / 2] = (carom_index_pair){i - i % 2, i};
  }
  for (int touching = 0; touching < 2; touching++) {
    hash_word(&hash, carom_obb2_overlap_pairs(boxes, 2 * SCENE_COUPLES, pairs, SCENE_COUPLES,
                                              (carom_touching)touching, overlaps));
    for (size_t i = 0; i < SCENE_COUPLES; i++) hash_word(&hash, overlaps[i]);
  }
  printf("obb2_pairs %016llx\n", (unsigned long long)hash.value);
}

/* All pairs of some kinds that follow each other. */
static void ask_kinds(int first, int last, const char *detailed) {
  for (int a = first; a <= last; a++)
    for (int b = a; b <= last; b++) {
      scene_make((carom_shape_kind)a, (carom_shape_kind)b, couples);
      ask_all(detailed, (carom_shape_kind)a, (carom_shape_kind)b);
      ask_batches((carom_shape_kind)a, (carom_shape_kind)b);
    }
}

/* Those that came later, from one on, with all before them. Two half-spaces have no pair. */
static void ask_later_kinds(const carom_shape_kind *kinds, size_t first, size_t count, const char *detailed) {
  for (size_t b = first; b < count; b++)
    for (size_t a = 0; a <= b; a++) {
      if (a == b && (kinds[a] == CAROM_HALF_SPACE || kinds[a] == CAROM_HALF_PLANE)) continue;
      scene_make(kinds[a], kinds[b], couples);
      ask_all(detailed, kinds[a], kinds[b]);
      ask_batches(kinds[a], kinds[b]);
    }
}

int main(int argc, char **argv) {
  const carom_shape_kind spatial[] = {CAROM_SPHERE,    CAROM_CAPSULE,  CAROM_BOX,       CAROM_HULL,
                                      CAROM_CYLINDER,  CAROM_CONE,     CAROM_FRUSTUM,   CAROM_TAPERED_CAPSULE,
                                      CAROM_ELLIPSOID, CAROM_TRIANGLE, CAROM_HALF_SPACE};
  const carom_shape_kind planar[] = {CAROM_DISC,    CAROM_STADIUM, CAROM_RECTANGLE, CAROM_POLYGON,
                                     CAROM_SEGMENT, CAROM_ELLIPSE, CAROM_HALF_DISC, CAROM_HALF_PLANE};
  const char *detailed = argc > 1 ? argv[1] : "";
  scene_hulls_make();
  ask_hulls();
  ask_boxes();
  ask_kinds(CAROM_SPHERE, CAROM_CONE, detailed);
  ask_rectangles();
  ask_kinds(CAROM_DISC, CAROM_CHAIN_LINK, detailed);
  ask_later_kinds(spatial, 6, sizeof spatial / sizeof *spatial, detailed);
  ask_later_kinds(planar, 5, sizeof planar / sizeof *planar, detailed);
  ask_surfaces(spatial, sizeof spatial / sizeof *spatial);
  ask_surfaces(planar, sizeof planar / sizeof *planar);
  scene_hulls_free();
  return 0;
}
