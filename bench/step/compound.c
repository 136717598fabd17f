#include "step/compound.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/arguments.h"

typedef struct compound_scene {
  const char *name;
  void (*run)(const compound_plan *plan);
} compound_scene;

static const compound_scene scenes[] = {{"LEVEL", compound_level}, {"ACTORS", compound_actors}, {0}};

static const compound_scene *find_scene(const char *name) {
  const compound_scene *scene = scenes;
  while (scene->name && strcmp(scene->name, name) != 0) scene++;
  return scene->name ? scene : NULL;
}

bool compound_is_meant(int argc, char **argv) {
  for (int i = 1; i + 1 < argc; i++)
    if (!strcmp(argv[i], "--scene") && find_scene(argv[i + 1])) return true;
  return false;
}

static bool parse_count(const char *text, size_t most, size_t *out) {
  char *end;
  *out = strtoul(text, &end, 10);
  return *end == 0 && *out >= 1 && *out <= most;
}

static bool parse_seconds(const char *text, double *out) {
  char *end;
  *out = strtod(text, &end);
  return *end == 0 && *out >= 0 && *out <= 3600;
}

static bool parse_option(const char *name, const char *value, const compound_scene **scene,
                         compound_plan *plan) {
  if (!strcmp(name, "--scene")) return (*scene = find_scene(value)) != NULL;
  if (!strcmp(name, "--colliders")) return parse_count(value, 1000000, &plan->colliders);
  if (!strcmp(name, "--bodies")) return parse_count(value, 100000, &plan->bodies);
  return !strcmp(name, "--seconds") && parse_seconds(value, &plan->seconds);
}

void compound_usage(void) {
  fprintf(stderr, "   or: --scene LEVEL|ACTORS [--colliders N] [--bodies N] [--seconds S]\n"
                  "  colliders of the level (5000), or of each actor (200); bodies that move (1000; 60)\n");
}

int compound_main(int argc, char **argv) {
  compound_plan plan = {.seconds = bench_take_quick(&argc, argv) ? 0.1 : 1};
  const compound_scene *scene = NULL;
  bool fine = argc % 2 == 1;
  for (int i = 1; fine && i < argc; i += 2) fine = parse_option(argv[i], argv[i + 1], &scene, &plan);
  if (fine && scene)
    scene->run(&plan);
  else
    compound_usage();
  return fine && scene ? EXIT_SUCCESS : EXIT_FAILURE;
}
