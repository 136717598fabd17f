/* main.c: the main job of the samples, what `./carom run` builds and runs: hundreds of bodies fly through a
 * level, carom reports what touches, and the game lets them bounce. */
#include <stdlib.h>

#include "options.h"
#include "run.h"
#include "scene_kinds.h"

/* The bundled scene, unless another one is named. */
static bool load(scene *s, const options *o) {
  if (o->track) return scene_track_load(s, o->track, o->fly);
  if (o->terrain) return scene_terrain_load(s, o->terrain);
  if (o->scan) return scene_scan_load(s, o->ply, o->data);
  return o->map ? scene_map_load(s, o->map, o->pk3) : scene_bunny_load(s, o->data);
}

int main(int count, char **words) {
  options o;
  if (!options_read(&o, count, words)) return EXIT_FAILURE;
  if (o.help) {
    options_help();
    return EXIT_SUCCESS;
  }
  scene s = {.offset = o.offset};
  bool good = load(&s, &o);
  good = good && run_scene(&s, &o);
  scene_free(&s);
  return good ? EXIT_SUCCESS : EXIT_FAILURE;
}
