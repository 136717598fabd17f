/* Records the worlds of tests/golden, which have everything that worlds have, for replays in JavaScript:
 *
 *     record_golden FOLDER STEPS    writes FOLDER/golden0, golden1, ... and prints the hash of each world */
#include "golden_planar.h"
#include "golden_play.h"
#include "golden_rough.h"
#include "golden_swept.h"

#include <stdio.h>
#include <stdlib.h>

#include "scenes.h"

enum { WORLDS = 5 };

static bool append(void *user, const void *bytes, size_t size) {
  return fwrite(bytes, 1, size, user) == size;
}

static FILE *record(carom_world *world, const char *folder, int number) {
  char path[4096];
  snprintf(path, sizeof path, "%s/golden%d", folder, number);
  FILE *file = fopen(path, "wb");
  if (!file) exit(1);
  golden_must(carom_world_record_start(world, NULL, append, file));
  return file;
}

int main(int argc, char **argv) {
  static golden_world golden = {.random = 88172645463325252u}, swept = {.random = 2463534242u};
  static golden_planar planar;
  static golden_rough rough;
  const carom_tasks none = {.threads = 0};
  if (argc != 3) return 2;
  golden_must(carom_world_create(NULL, &golden.world));
  golden_must(carom_world_create(NULL, &swept.world));
  scene_hulls_make();
  golden_planar_make(&planar, &none);
  golden_populate(&golden);
  golden_add_handlers(&golden);
  golden_swept_populate(&swept);
  golden_rough_make(&rough, &none);
  carom_world *worlds[WORLDS] = {golden.world, swept.world, planar.world, rough.worlds[0], rough.worlds[1]};
  FILE *files[WORLDS];
  for (int i = 0; i < WORLDS; i++) files[i] = record(worlds[i], argv[1], i);
  for (uint32_t step = 1; step <= (uint32_t)atoi(argv[2]); step++) {
    const float dt = step % 16 ? 1.0f / 60 : 0;
    golden_play(&golden, step);
    golden_must(carom_world_step(golden.world, dt));
    golden_swept_play(&swept);
    golden_must(carom_world_step(swept.world, dt));
    golden_planar_step(&planar, dt);
    golden_rough_step(&rough, step, dt);
  }
  for (int i = 0; i < WORLDS; i++) {
    golden_must(carom_world_record_stop(worlds[i]));
    if (fclose(files[i])) return 1;
    printf("golden%d %016llx\n", i, (unsigned long long)carom_world_hash(worlds[i]));
  }
  return 0;
}
