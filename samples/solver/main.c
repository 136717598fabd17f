/* solver: rigid bodies on the public headers of carom. carom finds contacts, names their points, groups them
 * and says what was stirred; all that moves is in this folder. It is a sample, and carom has no solver.
 *
 *   solver                               all scenes, for some seconds each
 *   solver SCENE [PICTURE.svg [SECONDS]] one scene, with a picture of its end */
#include <stdio.h>
#include <stdlib.h>

#include "picture.h"
#include "scene.h"

static const float FRAME = 1 / 60.0f;

/* What can be told of a scene at its end, in figures that are the same on every target. */
static void tell(const scene *from, const solver *s) {
  size_t moving = 0, awake = 0, lying = 0;
  double farthest = 0;
  for (size_t i = 0; i < s->rigid.body_count; i++) {
    const rigid_body *b = &s->rigid.bodies[i];
    if (b->inverse_mass == 0) continue;
    carom_vec3 way = from_to(from->bodies[i].pose.position, b->center), up = axes_of(b->rotation).y;
    moving++, awake += b->awake, lying += fabsf(up.y) < 0.5f;
    farthest = fmax(farthest, sqrt((double)dot(way, way)));
  }
  printf("  %zu bodies, %zu joints: %zu awake, %zu lie, the farthest has moved %.1f\n", moving,
         s->rigid.joint_count, awake, lying, farthest);
}

static carom_status run(const scene *from, solver *s, float seconds) {
  carom_status status = scene_enter(from, s);
  for (int left = (int)(seconds / FRAME); left > 0 && !status; left--) {
    status = solver_collide(s);
    if (!status) status = solver_move(s, FRAME);
  }
  return status;
}

static int play(const scene_kind *kind, const char *picture, float seconds) {
  scene from;
  solver s;
  scene_make(&from, kind);
  carom_status status = solver_create(&s, NULL);
  if (!status) status = run(&from, &s, seconds);
  printf("%s, %.0f s: %s\n", kind->name, (double)seconds, status ? carom_status_name(status) : kind->text);
  if (!status) tell(&from, &s);
  bool drawn = status || !picture || picture_draw(&s, picture);
  if (!drawn) fprintf(stderr, "%s cannot be written\n", picture);
  solver_free(&s);
  scene_free(&from);
  return status || !drawn;
}

static int list(const char *unknown) {
  fprintf(stderr, "there is no scene %s, but\n", unknown);
  for (size_t i = 0; i < scene_kind_count; i++)
    fprintf(stderr, "  %s: %s\n", scene_kinds[i].name, scene_kinds[i].text);
  return 2;
}

int main(int count, char **arguments) {
  const scene_kind *kind = count > 1 ? scene_find(arguments[1]) : NULL;
  int result = 0;
  if (count > 1 && !kind) return list(arguments[1]);
  if (kind)
    return play(kind, count > 2 ? arguments[2] : NULL, count > 3 ? (float)atof(arguments[3]) : kind->seconds);
  for (size_t i = 0; i < scene_kind_count; i++) result |= play(&scene_kinds[i], NULL, 3);
  return result;
}
