/* golden_tape.c: records golden worlds. */
#include "golden_tape.h"

#include "golden_look.h"
#include "golden_piles.h"
#include "golden_planar.h"
#include "golden_play.h"
#include "golden_rough.h"
#include "golden_swept.h"
#include "scenes.h"

typedef struct game {
  golden_tape_kind kind;
  golden_world golden;
  golden_planar planar;
  golden_rough rough;
  golden_piles piles;
} game;

static carom_world *world_of(const game *g) {
  if (g->kind == TAPE_PLANAR) return g->planar.world;
  if (g->kind == TAPE_ROUGH) return g->rough.worlds[0];
  return g->kind == TAPE_PILES ? g->piles.worlds[0] : g->golden.world;
}

/* The first body that can move. */
static carom_body mover_of(const carom_world *world) {
  static carom_body bodies[2 * GOLDEN_BODIES];
  carom_body_kind kind = CAROM_STATIC;
  size_t count = 0, i = 0;
  golden_must(carom_world_get_bodies(world, bodies, 2 * GOLDEN_BODIES, &count));
  for (; i < count && kind == CAROM_STATIC; i++) golden_must(carom_body_get_kind(world, bodies[i], &kind));
  return bodies[i - 1];
}

static void make(game *g, golden_tape_kind kind) {
  const carom_tasks none = {.enqueue = NULL};
  *g = (game){.kind = kind, .golden = {.random = 88172645463325252u, .calls = {0xCBF29CE484222325u}}};
  scene_hulls_make();
  if (kind == TAPE_PLANAR) golden_planar_make(&g->planar, &none);
  if (kind == TAPE_ROUGH) golden_rough_make(&g->rough, &none);
  if (kind == TAPE_PILES) golden_piles_make(&g->piles, PILES_TREMBLE, &none);
  if (kind != TAPE_CROWD && kind != TAPE_SWEPT) return;
  golden_must(carom_world_create(NULL, &g->golden.world));
  if (kind == TAPE_CROWD)
    golden_populate(&g->golden), golden_add_handlers(&g->golden);
  else
    golden_swept_populate(&g->golden);
}

static void step(game *g, uint32_t number) {
  const float dt = number % 16 ? 1.0f / 60 : 0;
  if (g->kind == TAPE_CROWD) golden_play(&g->golden, number);
  if (g->kind == TAPE_SWEPT) golden_swept_play(&g->golden);
  if (g->kind == TAPE_PLANAR)
    golden_planar_step(&g->planar, dt);
  else if (g->kind == TAPE_ROUGH)
    golden_rough_step(&g->rough, number, dt);
  else if (g->kind == TAPE_PILES)
    golden_piles_step(&g->piles, number, dt);
  else
    golden_must(carom_world_step(g->golden.world, dt));
}

static void end(game *g) {
  if (g->kind == TAPE_PLANAR)
    golden_must(carom_world_destroy(g->planar.world));
  else if (g->kind == TAPE_ROUGH)
    golden_rough_end(&g->rough);
  else if (g->kind == TAPE_PILES)
    golden_piles_end(&g->piles);
  else
    golden_must(carom_world_destroy(g->golden.world));
  scene_hulls_free();
}

carom_body golden_tape(golden_tape_kind kind, uint32_t steps, uint32_t pushed, carom_write_fn write,
                       void *user) {
  static game g;
  carom_body body = {0};
  make(&g, kind);
  carom_world *world = world_of(&g);
  golden_must(carom_world_record_start(world, NULL, write, user));
  for (uint32_t i = 1; i <= steps; i++) {
    if (i == pushed) body = mover_of(world);
    if (i == pushed)
      golden_must(carom_body_set_velocity(world, body, (carom_vec3){3, -1, 0}, (carom_vec3){0, 0, 2}));
    step(&g, i);
  }
  golden_must(carom_body_set_enabled(world, mover_of(world), false));
  golden_must(carom_world_record_stop(world));
  end(&g);
  return body;
}
