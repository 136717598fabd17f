/* ring_forms.h: large polygons of forms that are hard in different ways, of any number of points, for tests
 * and benchmarks. All coordinates are whole numbers or halves. */
#ifndef CAROM_TEST_BASE_RING_FORMS_H
#define CAROM_TEST_BASE_RING_FORMS_H

#include <carom/rings.h>
#include <math.h>
#include <stdlib.h>

typedef enum ring_form_kind {
  FORM_COAST,  /* around the origin, at a distance that wanders */
  FORM_ROUND,  /* nearly a circle */
  FORM_COMB,   /* upright teeth */
  FORM_SLANT,  /* teeth whose sides are long, and each beside all of the others */
  FORM_STAIRS, /* many sides that are upright or level */
  FORM_SPIRAL,
  FORM_HOLES, /* a square with triangular holes */
  FORM_COUNT
} ring_form_kind;

static const char *const ring_form_names[FORM_COUNT] = {"coast",  "round",  "comb", "slant",
                                                        "stairs", "spiral", "holes"};

typedef struct ring_form {
  carom_vec2 *points;
  carom_ring *rings;
  size_t count; /* of rings */
} ring_form;

/* Evenly distributed in 0..1, the same in every run. */
static inline double form_random(uint64_t *state) {
  *state = *state * 6364136223846793005u + 1442695040888963407u;
  return (double)(*state >> 40) * 0x1p-24;
}

static inline carom_vec2 form_point(double x, double y) {
  return (carom_vec2){(float)(rint(2 * x) / 2), (float)(rint(2 * y) / 2)};
}

static inline void form_around(carom_vec2 *points, size_t count, double wander) {
  uint64_t random = 11;
  double distance = 7.5e5;
  for (size_t i = 0; i < count; i++) {
    double angle = 2 * 3.14159265358979 * (double)i / (double)count;
    distance += wander * (form_random(&random) - 0.5);
    distance = fmin(fmax(distance, 5e5), 9.9e5);
    points[i] = form_point(distance * cos(angle), distance * sin(angle));
  }
}

/* Teeth between two levels; their tips are aside of their feet. */
static inline void form_teeth(carom_vec2 *points, size_t count, double aside) {
  double step = floor(1e6 / (double)count * 2) / 2;
  for (size_t i = 0; i + 2 < count; i++) {
    double x = step * (double)i - 5e5;
    points[i] = i % 2 ? form_point(x + aside, 1e5) : form_point(x, 0);
  }
  points[count - 2] = form_point(5e5, -1e5);
  points[count - 1] = form_point(-6e5, -1e5);
}

static inline void form_stairs(carom_vec2 *points, size_t count) {
  double step = floor(1e6 / (double)count * 2) / 2;
  for (size_t i = 0; i < count; i++) {
    double x = step * (double)(i / 2 + i % 2), y = -step * (double)(i / 2);
    points[i] = i < count - 2 ? form_point(x, y)
                              : form_point(i == count - 2 ? -9e5 : -9e5, i == count - 2 ? y - 10 : 10);
  }
}

/* Out, and back between the turns. */
static inline void form_spiral(carom_vec2 *points, size_t count) {
  static const double signs[4][2] = {{1, 1}, {-1, 1}, {-1, -1}, {1, -1}};
  size_t half = count / 2;
  double step = floor(9e5 / (double)half * 2) / 2;
  for (size_t i = 0; i < count; i++) {
    size_t k = i < half ? i : count - 1 - i;
    double far = step * (double)(k + 4) + (i < half ? 0 : 2 * step);
    points[i] = form_point(far * signs[k % 4][0], far * signs[k % 4][1]);
  }
}

static inline void form_holes(ring_form *form, size_t count) {
  size_t holes = (count - 4) / 3, across = (size_t)ceil(sqrt((double)holes));
  double size = floor(1.8e6 / (double)across);
  uint64_t random = 5;
  carom_vec2 *p = form->points;
  form->rings[form->count++] = (carom_ring){p, 4};
  for (int i = 0; i < 4; i++) *p++ = form_point(i == 1 || i == 2 ? 9.5e5 : -9.5e5, i > 1 ? 9.5e5 : -9.5e5);
  for (size_t i = 0; i < holes; i++, p += 3) {
    double x = -9e5 + size * (double)(i % across), y = -9e5 + size * (double)(i / across);
    double a = size * form_random(&random) / 2, b = size * form_random(&random) / 2;
    form->rings[form->count++] = (carom_ring){p, 3};
    p[0] = form_point(x + a, y + 1);
    p[1] = form_point(x + size - 2, y + b + 2);
    p[2] = form_point(x + b, y + size - 2);
  }
}

/* Makes a form of about so many points; false when memory is out. */
static inline bool ring_form_make(ring_form *form, ring_form_kind kind, size_t count) {
  *form = (ring_form){malloc(count * sizeof *form->points), malloc((count / 3 + 1) * sizeof *form->rings), 0};
  if (!form->points || !form->rings) return false;
  if (kind == FORM_COAST) form_around(form->points, count, 3e7 / (double)count);
  if (kind == FORM_ROUND) form_around(form->points, count, 0);
  if (kind == FORM_COMB) form_teeth(form->points, count, 0);
  if (kind == FORM_SLANT) form_teeth(form->points, count, 4e5);
  if (kind == FORM_STAIRS) form_stairs(form->points, count);
  if (kind == FORM_SPIRAL) form_spiral(form->points, count);
  if (kind == FORM_HOLES) form_holes(form, count);
  if (kind != FORM_HOLES) form->rings[form->count++] = (carom_ring){form->points, count};
  return true;
}

static inline void ring_form_free(ring_form *form) {
  free(form->points);
  free(form->rings);
}

#endif
