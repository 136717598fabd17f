/* imagined.c: coasts by chance, for when there is no map. Their distance from a middle is a sum of ever finer
 * waves between random heights, so that no coast meets itself. */
#include "../level/random.h"
#include "land.h"

enum { ROUGH = 8, OCTAVES = 6 };

/* How high the waves are at a part 0..1 of the way around: -1..1, and at 1 as at 0. */
static float wave(uint64_t seed, float around) {
  float sum = 0, height = 0.5f;
  uint64_t knots = ROUGH;
  for (int octave = 0; octave < OCTAVES; octave++, knots *= 2, height /= 2) {
    float place = around * (float)knots;
    uint64_t knot = (uint64_t)place;
    float t = place - (float)knot, heights[2];
    for (uint64_t end = 0; end < 2; end++) {
      uint64_t state = seed + (knots + (knot + end) % knots) * 0x9E3779B97F4A7C15u;
      heights[end] = random_between(&state, -height, height);
    }
    sum += heights[0] + (heights[1] - heights[0]) * t;
  }
  return sum;
}

static void add_round(land *l, uint64_t seed, carom_vec2 middle, float width, float height, int points) {
  land_add_shore(l);
  for (int i = 0; i < points; i++) {
    float around = (float)i / (float)points, away = 1 + 0.6f * wave(seed, around);
    carom_vec2 d = carom_direction_degrees(360 * (double)around);
    land_add_point(l, (carom_vec2){middle.x + width * away * d.x, middle.y + height * away * d.y});
  }
}

/* As a map has it: ends at the date line. */
static void add_polar(land *l, uint64_t seed, int points) {
  land_add_shore(l);
  for (int i = 0; i < points; i++) {
    float around = (float)i / (float)points;
    land_add_point(l, (carom_vec2){-180 + 360 * around, -72 + 8 * wave(seed, around)});
  }
}

void atlas_imagine(atlas *out) {
  static const struct {
    carom_vec2 middle;
    float width, height;
    int points;
  } continents[] = {{{-95, 30}, 38, 30, 300}, {{30, 15}, 42, 38, 500}, {{168, 35}, 30, 22, 250}};
  uint64_t random = 7;
  *out = (atlas){0};
  for (size_t i = 0; i < sizeof continents / sizeof *continents; i++)
    add_round(atlas_add_land(out), i, continents[i].middle, continents[i].width, continents[i].height,
              continents[i].points);
  add_round(&out->lands[1], 20, (carom_vec2){30, 15}, 9, 6, 60);
  add_polar(atlas_add_land(out), 21, 200);
  for (uint64_t i = 0; i < 12; i++) {
    float x = random_between(&random, -70, -30), y = random_between(&random, -55, -25);
    add_round(atlas_add_land(out), 30 + i, (carom_vec2){x, y}, 2, 2, 24);
  }
  for (size_t i = 0; i < out->count; i++) land_unroll(&out->lands[i]);
}
