#include "scenes.h"

#include <stdlib.h>

#include "common/random.h"

/* What a scene is made of; what is not said is a gas of slow boxes of about unit size that turn. */
typedef struct scene_recipe {
  const char *name;
  float slowest, fastest; /* sizes a frame */
  bool all_sizes;         /* log-uniform from 0.1 to 20 */
  bool slab;              /* SLAB high */
  bool planar;            /* z is 0, and so is what would leave the plane */
  bool lattice;           /* unit cubes side by side that tremble by TREMOR */
  bool mostly_still;      /* one in 20 moves */
  bool some_huge;         /* one in 1000 is a cube of half the room, up to 100 */
  bool scattered;         /* eight clusters GAP apart, and ten boxes far outside */
} scene_recipe;

static const scene_recipe recipes[] = {
    {"GAS3D", 0.02f, 0.05f, .planar = false},
    {"FLAT", 0.02f, 0.05f, .slab = true},
    {"MIXED", 0.02f, 0.05f, .all_sizes = true},
    {"STATIC", 0.02f, 0.05f, .mostly_still = true},
    {"PILE", 0, 0, .lattice = true},
    {"FAST", 2, 5, .planar = false},
    {"HUGE", 0.02f, 0.05f, .some_huge = true},
    {"OUTLIER", 0.02f, 0.05f, .scattered = true},
    {"PLANAR_GAS", 0.02f, 0.05f, .planar = true},
    {"PLANAR_PILE", 0, 0, .planar = true, .lattice = true},
    {"PLANAR_STATIC", 0.02f, 0.05f, .planar = true, .mostly_still = true},
    {"PLANAR_FAST", 2, 5, .planar = true},
};

#define SLAB 4.0f
#define TREMOR 0.01f
#define GAP 5000.0f
#define PI 3.14159265f

size_t bench_scene_count(void) { return sizeof recipes / sizeof *recipes; }
const char *bench_scene_name(size_t kind) { return recipes[kind].name; }

static float *axis(carom_vec3 *v, int i) { return i == 0 ? &v->x : i == 1 ? &v->y : &v->z; }

carom_mat3 bench_body_axes(const bench_body *body) {
  carom_quat q = body->rotation;
  return (carom_mat3){
      {1 - 2 * (q.y * q.y + q.z * q.z), 2 * (q.x * q.y + q.w * q.z), 2 * (q.x * q.z - q.w * q.y)},
      {2 * (q.x * q.y - q.w * q.z), 1 - 2 * (q.x * q.x + q.z * q.z), 2 * (q.y * q.z + q.w * q.x)},
      {2 * (q.x * q.z + q.w * q.y), 2 * (q.y * q.z - q.w * q.x), 1 - 2 * (q.x * q.x + q.y * q.y)}};
}

/* Half extents of the AABB. */
static carom_vec3 reach(const bench_body *body) {
  carom_mat3 m = bench_body_axes(body);
  carom_vec3 h = body->half;
  return (carom_vec3){fabsf(m.x.x) * h.x + fabsf(m.y.x) * h.y + fabsf(m.z.x) * h.z,
                      fabsf(m.x.y) * h.x + fabsf(m.y.y) * h.y + fabsf(m.z.y) * h.z,
                      fabsf(m.x.z) * h.x + fabsf(m.y.z) * h.y + fabsf(m.z.z) * h.z};
}

carom_aabb bench_body_bounds(const bench_body *body) {
  carom_vec3 p = body->position, r = reach(body);
  return (carom_aabb){{p.x - r.x, p.y - r.y, p.z - r.z}, {p.x + r.x, p.y + r.y, p.z + r.z}};
}

static carom_vec3 some_half(const scene_recipe *recipe, uint64_t *random) {
  if (recipe->lattice) return (carom_vec3){0.5f, 0.5f, 0.5f};
  if (recipe->all_sizes) {
    float half = random_magnitude(random, -1, log10f(20)) / 2;
    carom_vec3 v = random_vec3(random, 0.7f, 1.3f);
    return (carom_vec3){half * v.x, half * v.y, half * v.z};
  }
  carom_vec3 half = random_vec3(random, 0.25f, 0.75f);
  if (recipe->planar) half.z = 0.5f;
  return half;
}

static void make_body(const scene_recipe *recipe, uint64_t *random, bench_body *body) {
  body->half = some_half(recipe, random);
  body->rotation = (carom_quat){0, 0, 0, 1};
  if (recipe->lattice) {
    body->phase = random_vec3(random, 0, 2 * PI);
    body->rate = random_vec3(random, 2 * PI * 2, 2 * PI * 6);
    return;
  }
  float angle = random_in(random, 0, PI);
  body->rotation = recipe->planar ? (carom_quat){0, 0, sinf(angle), cosf(angle)} : random_rotation(random);
  body->spin = random_vec3(random, -1.5f, 1.5f);
  carom_vec3 direction = random_direction(random);
  float size = (body->half.x + body->half.y + body->half.z) * 2 / 3;
  float speed = size * random_in(random, recipe->slowest, recipe->fastest) / BENCH_FRAME;
  body->velocity = (carom_vec3){direction.x * speed, direction.y * speed, direction.z * speed};
  if (recipe->planar) body->spin.x = body->spin.y = body->velocity.z = 0;
}

/* How likely two places in a slab are nearer than this in height. */
static double chance_in_slab(double distance) {
  double rest = 1 - distance / (double)SLAB;
  return rest > 0 ? 1 - rest * rest : 1;
}

/* The room, area or volume, around a body where the centre of another makes their AABBs overlap. */
static double neighbourhood(const scene_recipe *recipe, const bench_body *a, const bench_body *b) {
  carom_vec3 r = reach(a), s = reach(b);
  double x = (double)(r.x + s.x), y = (double)(r.y + s.y), z = (double)(r.z + s.z);
  if (recipe->planar) return 4 * x * y;
  return recipe->slab ? 4 * x * z * chance_in_slab(y) : 8 * x * y * z;
}

/* How long the room is for a pair a body: of count^2 / 2 pairs each overlaps with the chance that one centre
 * is in the neighbourhood of the other. */
static float room_length(const scene_recipe *recipe, const bench_scene *scene) {
  enum { SAMPLES = 50000 };
  uint64_t random = 77;
  double sum = 0, last = (double)scene->count - 0.5;
  for (int i = 0; i < SAMPLES; i++) {
    size_t a = (size_t)(last * (double)random_in(&random, 0, 1));
    size_t b = (size_t)(last * (double)random_in(&random, 0, 1));
    sum += neighbourhood(recipe, &scene->bodies[a], &scene->bodies[b]);
  }
  double content = sum / SAMPLES * (double)scene->count / 2;
  return (float)(recipe->planar || recipe->slab ? sqrt(content) : cbrt(content));
}

static void place_on_lattice(const scene_recipe *recipe, bench_scene *scene) {
  double n = (double)scene->count;
  size_t side = (size_t)ceil((recipe->planar ? sqrt(n) : cbrt(n)) - 1e-9);
  for (size_t i = 0; i < scene->count; i++) {
    size_t row = i / side % side, layer = i / (side * side);
    carom_vec3 at = {(float)(i % side), (float)layer, (float)row};
    if (recipe->planar) at.y = at.z, at.z = 0;
    scene->bodies[i].home = scene->bodies[i].position = at;
  }
}

/* Far out along x; or at a corner of a large cube. */
static carom_vec3 scattered_home(size_t i) {
  if (i < 10) return (carom_vec3){i ? 1e4f * (float)i : 1e6f, 0, 0};
  return (carom_vec3){GAP * (float)(i & 1), GAP * (float)(i >> 1 & 1), GAP * (float)(i >> 2 & 1)};
}

/* Not turned, so that its AABB is no larger than it is. */
static void make_huge(bench_body *body, float half) {
  body->half = (carom_vec3){half, half, half};
  body->rotation = (carom_quat){0, 0, 0, 1};
  body->spin = (carom_vec3){0, 0, 0};
}

static void place_in_room(const scene_recipe *recipe, bench_scene *scene, uint64_t *random) {
  float length = room_length(recipe, scene);
  if (recipe->scattered) length /= 2;
  carom_vec3 room = {length, recipe->slab ? SLAB : length, recipe->planar ? 0 : length};
  float huge = fminf(50, length / 4);
  for (size_t i = 0; i < scene->count; i++) {
    bench_body *body = &scene->bodies[i];
    carom_vec3 at = random_vec3(random, 0, 1);
    if (recipe->scattered) body->home = scattered_home(i);
    if (recipe->some_huge && i % 1000 == 0) make_huge(body, huge);
    body->room = room;
    for (int k = 0; k < 3; k++)
      *axis(&body->position, k) = *axis(&body->home, k) + *axis(&at, k) * *axis(&room, k);
  }
}

static void widen(bench_scene *scene, bench_body *body) {
  carom_vec3 h = body->half;
  float radius = sqrtf(h.x * h.x + h.y * h.y + h.z * h.z);
  for (int k = 0; k < 3; k++) {
    float home = *axis(&body->home, k);
    *axis(&scene->low, k) = fminf(*axis(&scene->low, k), home - radius);
    *axis(&scene->high, k) = fmaxf(*axis(&scene->high, k), home + *axis(&body->room, k) + radius);
    scene->smallest = fminf(scene->smallest, *axis(&h, k));
    scene->largest = fmaxf(scene->largest, *axis(&h, k));
  }
}

void bench_scene_make(size_t kind, size_t count, bench_scene *out) {
  const scene_recipe *recipe = &recipes[kind];
  uint64_t random = 1000 + kind;
  *out = (bench_scene){.kind = kind, .count = count, .mover_count = count, .smallest = INFINITY};
  if (recipe->mostly_still) out->mover_count = (count + 19) / 20;
  out->bodies = calloc(count, sizeof *out->bodies);
  if (!out->bodies) exit(EXIT_FAILURE);
  for (size_t i = 0; i < count; i++) make_body(recipe, &random, &out->bodies[i]);
  if (recipe->lattice)
    place_on_lattice(recipe, out);
  else
    place_in_room(recipe, out, &random);
  for (size_t i = 0; i < count; i++) widen(out, &out->bodies[i]);
}

void bench_scene_free(bench_scene *scene) {
  free(scene->bodies);
  *scene = (bench_scene){0};
}

static void swing(bench_body *body, float time, int axes) {
  for (int k = 0; k < axes; k++)
    *axis(&body->position, k) =
        *axis(&body->home, k) + TREMOR * sinf(*axis(&body->phase, k) + *axis(&body->rate, k) * time);
}

/* Straight on, mirrored at the walls. */
static void fly(bench_body *body) {
  for (int k = 0; k < 3; k++) {
    float low = *axis(&body->home, k), high = low + *axis(&body->room, k);
    float *at = axis(&body->position, k), *velocity = axis(&body->velocity, k);
    *at += *velocity * BENCH_FRAME;
    if (*at < low) *at = fminf(2 * low - *at, high), *velocity = fabsf(*velocity);
    if (*at > high) *at = fmaxf(2 * high - *at, low), *velocity = -fabsf(*velocity);
  }
  const float h = BENCH_FRAME / 2;
  carom_quat turn = {body->spin.x * h, body->spin.y * h, body->spin.z * h, 1};
  body->rotation = quat_product(turn, body->rotation);
}

void bench_scene_move(bench_scene *scene) {
  const scene_recipe *recipe = &recipes[scene->kind];
  scene->frame++;
  for (size_t i = 0; i < scene->mover_count; i++) {
    if (recipe->lattice)
      swing(&scene->bodies[i], (float)scene->frame * BENCH_FRAME, recipe->planar ? 2 : 3);
    else
      fly(&scene->bodies[i]);
  }
}
