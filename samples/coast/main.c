/* coast: land as concave polygons with lakes, ships that turn away from its coasts, and storms that tell what
 * they cover.
 *
 *   coast                       on continents that nobody has seen
 *   coast PICTURE.svg           the same, with a picture
 *   coast PICTURE.svg MAP.json  on land in TopoJSON: samples/coast.sh fetches Natural Earth's */
#include <math.h>
#include <stdio.h>

#include "../level/random.h"
#include "chart.h"

enum { STEPS = 400, QUESTIONS = 20000 };

static bool is_land(const atlas *a, carom_vec2 point) {
  for (size_t i = 0; i < a->count; i++) {
    const land *l = &a->lands[i];
    carom_vec2 again = {point.x - 360 * (float)land_second_turn(l), point.y};
    if (land_contains(l, point) || land_contains(l, again)) return true;
  }
  return false;
}

/* Asks where land is, the world and the map. */
static void compare(const sea *s) {
  uint64_t random = 2;
  int on_land = 0, wrong = 0;
  for (int i = 0; i < QUESTIONS; i++) {
    carom_vec2 point = {random_between(&random, -180, 180), random_between(&random, -90, 90)};
    bool found = sea_is_land(s, point);
    on_land += found;
    wrong += found != is_land(s->atlas, point);
  }
  printf("%d places: %d on land, %d told wrongly\n", QUESTIONS, on_land, wrong);
}

static void tell_map(const sea *s) {
  size_t lakes = 0, points = 0;
  for (size_t i = 0; i < s->atlas->count; i++) {
    const land *l = &s->atlas->lands[i];
    lakes += l->count - 1;
    for (size_t k = 0; k < l->count; k++) points += l->shores[k].count;
  }
  printf("%zu lands, %zu lakes, %zu points: %zu convex pieces\n", s->atlas->count, lakes, points,
         s->piece_count);
}

static void tell_storms(const sea *s) {
  for (size_t i = 0; i < STORMS; i++) {
    carom_pose pose;
    carom_body_get_pose(s->world, s->storms[i].body, &pose);
    printf("storm at %.0f %c %.0f %c: over %zu ships and %zu pieces of land\n", fabs(pose.position.x),
           pose.position.x < 0 ? 'W' : 'E', fabs(pose.position.y), pose.position.y < 0 ? 'S' : 'N',
           s->storms[i].ships, s->storms[i].pieces);
  }
}

static int play(const atlas *a, const char *picture) {
  static sea s;
  sea_make(&s, a);
  tell_map(&s);
  compare(&s);
  sea_sail(&s, STEPS);
  printf("%d ships, %d steps: %zu turned away from land, %zu from each other\n", SHIPS, STEPS, s.landfalls,
         s.meetings);
  tell_storms(&s);
  bool drawn = !picture || chart_draw(&s, picture);
  if (!drawn) fprintf(stderr, "%s cannot be written\n", picture);
  sea_free(&s);
  return drawn ? 0 : 1;
}

int main(int count, char **arguments) {
  atlas a;
  const char *why = NULL;
  if (count < 3) {
    atlas_imagine(&a);
  } else if (!atlas_read(&a, arguments[2], &why)) {
    fprintf(stderr, "%s: %s\n", arguments[2], why);
    return 1;
  }
  int result = play(&a, count > 1 ? arguments[1] : NULL);
  atlas_free(&a);
  return result;
}
