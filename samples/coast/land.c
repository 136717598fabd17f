#include "land.h"

#include <math.h>

#include "../level/formats/memory.h"

land *atlas_add_land(atlas *a) {
  a->lands = memory_grow(a->lands, a->count, &a->capacity, sizeof *a->lands);
  a->lands[a->count] = (land){0};
  return &a->lands[a->count++];
}

void land_add_shore(land *l) {
  l->shores = memory_grow(l->shores, l->count, &l->capacity, sizeof *l->shores);
  l->shores[l->count++] = (shore){0};
}

static void add_point(shore *s, carom_vec2 point) {
  s->points = memory_grow(s->points, s->count, &s->capacity, sizeof *s->points);
  s->points[s->count++] = point;
}

void land_add_point(land *l, carom_vec2 point) { add_point(&l->shores[l->count - 1], point); }

void atlas_free(atlas *a) {
  for (size_t i = 0; i < a->count; i++) {
    for (size_t k = 0; k < a->lands[i].count; k++) free(a->lands[i].shores[k].points);
    free(a->lands[i].shores);
  }
  free(a->lands);
  *a = (atlas){0};
}

bool land_contains(const land *l, carom_vec2 point) {
  bool inside = false;
  for (size_t i = 0; i < l->count; i++) {
    const shore *s = &l->shores[i];
    for (size_t k = 0; k < s->count; k++) {
      carom_vec2 a = s->points[k], b = s->points[k + 1 < s->count ? k + 1 : 0];
      if ((a.y > point.y) == (b.y > point.y)) continue;
      double t = ((double)point.y - (double)a.y) / ((double)b.y - (double)a.y);
      inside ^= (double)a.x + t * ((double)b.x - (double)a.x) > (double)point.x;
    }
  }
  return inside;
}

/* --- The date line --- */

/* Adds the turns of the world that bring x nearest to another one. */
static float turned_to(float x, float near) { return x + 360 * rintf((near - x) / 360); }

static void unwind(shore *s) {
  for (size_t i = 1; i < s->count; i++) s->points[i].x = turned_to(s->points[i].x, s->points[i - 1].x);
}

/* Where a shore ends that began at its first point: there again, or a turn of the world away. */
static carom_vec2 end_of(const shore *s) {
  return (carom_vec2){turned_to(s->points[0].x, s->points[s->count - 1].x), s->points[0].y};
}

static void append_turned(shore *s, const shore *other) {
  float turn = turned_to(other->points[0].x, s->points[s->count - 1].x) - other->points[0].x;
  for (size_t i = 0; i < other->count; i++)
    add_point(s, (carom_vec2){other->points[i].x + turn, other->points[i].y});
}

/* Land around a pole ends at a second shore that goes around it, the other way, or at the pole. */
static void close_at_pole(land *l) {
  shore *s = &l->shores[0];
  add_point(s, end_of(s));
  if (l->count > 1 && end_of(&l->shores[1]).x != l->shores[1].points[0].x) {
    add_point(&l->shores[1], end_of(&l->shores[1]));
    append_turned(s, &l->shores[1]);
    free(l->shores[1].points);
    l->shores[1] = l->shores[--l->count];
  } else {
    float pole = s->points[0].y > 0 ? 90 : -90;
    carom_vec2 last = s->points[s->count - 1];
    add_point(s, (carom_vec2){last.x, pole});
    add_point(s, (carom_vec2){s->points[0].x, pole});
  }
}

static float middle_of(const shore *s) {
  float low = s->points[0].x, high = low;
  for (size_t i = 1; i < s->count; i++) {
    low = fminf(low, s->points[i].x);
    high = fmaxf(high, s->points[i].x);
  }
  return (low + high) / 2;
}

static void move_x(shore *s, float by) {
  for (size_t i = 0; i < s->count; i++) s->points[i].x += by;
}

/* Leaves out points that are where the one before them is. */
static void drop_repeats(shore *s) {
  size_t kept = 0;
  carom_vec2 last = s->points[s->count - 1];
  for (size_t i = 0; i < s->count; i++) {
    carom_vec2 p = s->points[i];
    if (p.x != last.x || p.y != last.y) s->points[kept++] = p;
    last = p;
  }
  s->count = kept;
}

void land_unroll(land *l) {
  for (size_t i = 0; i < l->count; i++) unwind(&l->shores[i]);
  if (end_of(&l->shores[0]).x != l->shores[0].points[0].x) close_at_pole(l);
  float middle = middle_of(&l->shores[0]);
  for (size_t i = 1; i < l->count; i++) {
    float x = l->shores[i].points[0].x;
    move_x(&l->shores[i], turned_to(x, middle) - x);
  }
  for (size_t i = 0; i < l->count; i++) drop_repeats(&l->shores[i]);
}
