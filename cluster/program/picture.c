#include "picture.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

typedef enum sort { SORT_STATIC, SORT_OWN, SORT_GHOST } sort;

/* A body as a rank has it. */
typedef struct dot {
  uint32_t rank, sort;
  carom_aabb box;
} dot;

static void add_dots(list *dots, const office *o, const game *g) {
  const carom_world *world = carom_cluster_get_world(g->cluster);
  size_t count = 0;
  carom_world_get_bodies(world, NULL, 0, &count);
  carom_body *bodies = malloc((count + 1) * sizeof *bodies);
  dots->failed = !bodies || carom_world_get_bodies(world, bodies, count, &count);
  for (size_t i = 0; !dots->failed && i < count; i++) {
    carom_body_kind kind = CAROM_STATIC;
    bool ghost = false;
    carom_body_get_kind(world, bodies[i], &kind);
    carom_body_is_ghost(world, bodies[i], &ghost);
    if (kind == CAROM_STATIC && o->transport.rank > 0) continue;
    dot *d = list_add(dots);
    if (!d) break;
    d->rank = o->transport.rank;
    d->sort = kind == CAROM_STATIC ? SORT_STATIC : ghost ? SORT_GHOST : SORT_OWN;
    dots->failed = carom_body_get_bounds(world, &bodies[i], 1, false, &d->box) != CAROM_OK;
  }
  free(bodies);
}

/* --- The page --- */

typedef struct page {
  FILE *file;
  carom_region space;
  double scale;
} page;

enum { WIDE = 1000, RIM = 30 };

static double left_of(const page *p, double x) { return RIM + (x - p->space.min.x) * p->scale; }
static double top_of(const page *p, double y) { return RIM + (p->space.max.y - y) * p->scale; }

/* Colours that differ for neighbours: the hue goes round by the golden ratio. */
static void print_colour(FILE *file, uint32_t rank, int light) {
  fprintf(file, "hsl(%u,62%%,%d%%)", (unsigned)(rank * 137.508) % 360, light);
}

static void draw_block(const page *p, const carom_region *block, uint32_t rank) {
  const double low = fmax(block->min.x, p->space.min.x), high = fmin(block->max.x, p->space.max.x);
  const double bottom = fmax(block->min.y, p->space.min.y), top = fmin(block->max.y, p->space.max.y);
  fprintf(p->file, "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" stroke=\"#222\" fill=\"",
          left_of(p, low), top_of(p, top), (high - low) * p->scale, (top - bottom) * p->scale);
  print_colour(p->file, rank, 92);
  fprintf(p->file, "\" fill-opacity=\"0.7\"/>\n");
}

static void draw_static(const page *p, const dot *d) {
  const double x = (double)d->box.min.x, y = (double)d->box.max.y;
  fprintf(p->file, "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" fill=\"#8a8a86\"/>\n",
          left_of(p, x), top_of(p, y), ((double)d->box.max.x - x) * p->scale,
          (y - (double)d->box.min.y) * p->scale);
}

static void draw_dot(const page *p, const dot *d) {
  const double x = ((double)d->box.min.x + (double)d->box.max.x) / 2;
  const double y = ((double)d->box.min.y + (double)d->box.max.y) / 2;
  const double wide = (double)d->box.max.x - (double)d->box.min.x,
               high = (double)d->box.max.y - (double)d->box.min.y;
  const double radius = fmax(1.2, (wide + high) / 5 * p->scale);
  fprintf(p->file, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"%.1f\" ", left_of(p, x), top_of(p, y),
          d->sort == SORT_GHOST ? radius + 1.2 : radius);
  fprintf(p->file, d->sort == SORT_GHOST ? "fill=\"none\" stroke=\"" : "fill=\"");
  print_colour(p->file, d->rank, 42);
  fprintf(p->file, "\"/>\n");
}

static bool write_file(const list *dots, const office *o, const game *g, const char *name) {
  static void (*const draw[])(const page *, const dot *) = {draw_static, draw_dot, draw_dot};
  page p = {.file = fopen(name, "w"), .space = g->setting->space};
  if (!p.file) return false;
  const double wide = p.space.max.x - p.space.min.x, high = p.space.max.y - p.space.min.y;
  p.scale = (WIDE - 2 * RIM) / wide;
  fprintf(p.file, "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%.0f\">\n", WIDE,
          high * p.scale + 2 * RIM);
  fprintf(p.file, "<rect width=\"100%%\" height=\"100%%\" fill=\"#fff\"/>\n");
  for (uint32_t i = 0; i < o->transport.count; i++) {
    const carom_region block = carom_cluster_get_block(g->cluster, i);
    draw_block(&p, &block, i);
  }
  for (uint32_t k = SORT_STATIC; k <= SORT_GHOST; k++)
    for (size_t i = 0; i < dots->count; i++) {
      const dot *d = (const dot *)dots->data + i;
      if (d->sort == k) draw[k](&p, d);
    }
  fprintf(p.file, "</svg>\n");
  const bool fine = !ferror(p.file);
  return fclose(p.file) == 0 && fine;
}

bool picture_draw(const office *o, const game *g, const char *file, bool *written) {
  list dots = {.size = sizeof(dot)};
  add_dots(&dots, o, g);
  const bool fine = office_collect(o, &dots);
  uint64_t done = fine && !dots.failed && (o->transport.rank > 0 || write_file(&dots, o, g, file));
  const bool told = fine && office_announce(o, &done);
  *written = done != 0;
  list_free(&dots);
  return told;
}
