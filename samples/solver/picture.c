/* picture.c: the triangles that carom draws, seen from afar, the farthest painted first. */
#include "picture.h"

#include <stdio.h>
#include <stdlib.h>

/* To the right, up, and towards the eye. */
static const carom_vec3 view[3] = {
    {0.8f, 0, -0.6f}, {-0.24f, 0.9165151f, -0.32f}, {0.5499091f, 0.4f, 0.7332121f}};

typedef struct facet {
  float x[3], y[3], near, light;
  bool still;
  uint32_t body;
} facet;

typedef struct canvas {
  const solver *s;
  facet *facets;
  size_t count, room;
  float low[2], high[2]; /* of what moves */
  bool failed;
} canvas;

static void add_triangle(void *user, const carom_draw_item *item, carom_pos a, carom_pos b, carom_pos c) {
  canvas *to = user;
  const carom_pos zero = {0, 0, 0}, corners[3] = {a, b, c};
  carom_vec3 normal = cross(from_to(a, b), from_to(a, c));
  float length = sqrtf(dot(normal, normal));
  if (length == 0 || dot(normal, view[2]) <= 0) return;
  if (rigid_grow((void **)&to->facets, &to->room, to->count + 1, sizeof *to->facets)) {
    to->failed = true;
    return;
  }
  facet *f = &to->facets[to->count++];
  uint32_t body = (uint32_t)(uintptr_t)carom_body_get_user(to->s->world, item->body);
  *f = (facet){.light = dot(normal, unit(vec(0.3f, 1, 0.5f))) / length,
               .still = item->kind == CAROM_STATIC,
               .body = body};
  for (int i = 0; i < 3; i++) {
    carom_vec3 p = from_to(zero, corners[i]);
    f->x[i] = dot(p, view[0]), f->y[i] = dot(p, view[1]), f->near += dot(p, view[2]) / 3;
    if (f->still) continue;
    to->low[0] = fminf(to->low[0], f->x[i]), to->high[0] = fmaxf(to->high[0], f->x[i]);
    to->low[1] = fminf(to->low[1], f->y[i]), to->high[1] = fmaxf(to->high[1], f->y[i]);
  }
}

static int compare(const void *x, const void *y) {
  const facet *a = x, *b = y;
  if (a->still != b->still) return a->still ? -1 : 1;
  if (a->still && a->body != b->body)
    return a->body < b->body ? -1 : 1; /* what stands on the floor comes later */
  return (a->near > b->near) - (a->near < b->near);
}

static void write_facet(FILE *file, const canvas *c, const facet *f, float pixels) {
  static const carom_vec3 colours[] = {
      {214, 96, 77}, {67, 147, 195}, {244, 165, 92}, {90, 174, 97}, {153, 112, 171}};
  const rigid_body *b = &c->s->rigid.bodies[f->body];
  carom_vec3 colour = f->still ? vec(214, 210, 196) : b->awake ? colours[f->body % 5] : vec(150, 158, 168);
  colour = scale(colour, 0.72f + 0.28f * fmaxf(f->light, 0));
  fprintf(file, "<path fill=\"#%02x%02x%02x\" d=\"M", (unsigned)colour.x, (unsigned)colour.y,
          (unsigned)colour.z);
  for (int i = 0; i < 3; i++)
    fprintf(file, "%.1f %.1f%s", (double)((f->x[i] - c->low[0]) * pixels),
            (double)((c->high[1] - f->y[i]) * pixels), i < 2 ? "L" : "Z\"/>\n");
}

bool picture_draw(const solver *s, const char *name) {
  canvas c = {.s = s, .low = {1e9f, 1e9f}, .high = {-1e9f, -1e9f}};
  const carom_draw draw = {.user = &c, .parts = CAROM_DRAW_SHAPES, .triangle = add_triangle};
  FILE *file = fopen(name, "w");
  if (!file) return false;
  bool drawn = carom_world_draw(s->world, &draw) == CAROM_OK && !c.failed && c.count > 0;
  if (drawn) qsort(c.facets, c.count, sizeof *c.facets, compare);
  for (int i = 0; i < 2; i++) c.low[i] -= 1, c.high[i] += 1;
  float wide = c.high[0] - c.low[0], high = c.high[1] - c.low[1], pixels = 1000 / wide;
  fprintf(file, "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 1000 %.0f\" width=\"1000\">\n",
          (double)(high * pixels));
  fputs("<style>path{stroke:#333;stroke-width:.4;stroke-linejoin:round}</style>\n"
        "<rect width=\"1000\" height=\"100%\" fill=\"#eef3f7\"/>\n",
        file);
  for (size_t i = 0; drawn && i < c.count; i++) write_facet(file, &c, &c.facets[i], pixels);
  fputs("</svg>\n", file);
  free(c.facets);
  return fclose(file) == 0 && drawn;
}
