/* picture.c: paints from below to above: ground, trails, shadows, movers, contacts, and the legend beside it.
 * All that is seen comes out of carom_world_draw. */
#include "picture.h"

#include <math.h>

#include "collect.h"
#include "legend.h"

#define PAGE_WIDTH 1600.0
#define MAP_HEIGHT_MAX 1500.0
#define MARGIN 40.0

static const char style[] =
    "<style>\n"
    "text{font-family:'Helvetica Neue',Helvetica,Arial,sans-serif;font-size:14px;fill:#c9d1d6}\n"
    ".title{font-size:30px;font-weight:300;fill:#f2f0ea}.dim{fill:#7e8a93}.end{text-anchor:end}\n"
    ".rule{stroke:#2c353d;fill:none}.bar{stroke:#c9d1d6;stroke-width:1.5;fill:none}\n"
    ".ground{stroke-width:.7;stroke-linejoin:round}\n"
    ".halo{fill:none;stroke:#05080a;stroke-opacity:.3;stroke-width:7;stroke-linejoin:round}\n"
    ".trail{fill:none;stroke-width:1.4;stroke-opacity:.55;stroke-linecap:round;stroke-linejoin:round}\n"
    ".shadow{fill:#000;fill-opacity:.35}.mover{stroke-width:.6;stroke-linejoin:round}\n"
    ".normal{stroke:#fff;stroke-width:1.2;fill:none}.contact{fill:#ff3b5c;stroke:#fff;stroke-width:.8}\n"
    "</style>\n";

/* What the painting functions share. */
typedef struct painter {
  svg out;
  const scene *scene;
  collection seen;
  double page_width, page_height;
  double low, high; /* of the ground that is seen */
} painter;

static const outline_point *points_of(const painter *p, const patch *at) {
  return p->seen.points + at->first;
}

/* Where the ground is that is seen: levels often have a good deal of void around them. */
static carom_region measure_ground(painter *p) {
  const patch_list *ground = &p->seen.ground;
  carom_region r = p->scene->bounds;
  for (size_t i = 0; i < ground->count; i++) {
    for (size_t k = 0; k < ground->items[i].count; k++) {
      outline_point at = points_of(p, &ground->items[i])[k];
      bool first = i == 0 && k == 0;
      r.min = (carom_pos){first ? at.x : fmin(r.min.x, at.x), first ? at.y : fmin(r.min.y, at.y), r.min.z};
      r.max = (carom_pos){first ? at.x : fmax(r.max.x, at.x), first ? at.y : fmax(r.max.y, at.y), r.max.z};
    }
  }
  p->low = ground->count ? ground->items[0].height : r.min.z;
  p->high = ground->count ? ground->items[ground->count - 1].height : r.max.z;
  return r;
}

static void lay_out(painter *p) {
  carom_region r = measure_ground(p);
  double width = r.max.x - r.min.x, height = r.max.y - r.min.y;
  p->out.scale = fmin((PAGE_WIDTH - 2 * MARGIN) / width, MAP_HEIGHT_MAX / height);
  p->page_width = PAGE_WIDTH;
  p->page_height = 2 * MARGIN + p->out.scale * height + LEGEND_HEIGHT;
  p->out.left = PAGE_WIDTH / 2 - p->out.scale * (r.min.x + width / 2);
  p->out.top = MARGIN + p->out.scale * r.max.y;
}

static void begin_page(painter *p) {
  fprintf(p->out.file,
          "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %.0f %.0f\" width=\"%.0f\" "
          "height=\"%.0f\">\n%s"
          "<rect width=\"100%%\" height=\"100%%\" fill=\"#12171c\"/>\n",
          p->page_width, p->page_height, p->page_width, p->page_height, style);
}

static bool same_colour(colour a, colour b) {
  return a.red == b.red && a.green == b.green && a.blue == b.blue;
}

/* Patches of one colour that follow each other share a path: that halves the file. */
static void paint_patches(painter *p, const patch *list, size_t count,
                          colour (*pick)(const painter *, const patch *)) {
  colour last = {0, 0, 0};
  for (size_t i = 0; i < count; i++) {
    colour c = pick(p, &list[i]);
    bool goes_on = i > 0 && same_colour(c, last) && list[i].is_relief == list[i - 1].is_relief;
    if (i > 0 && !goes_on) svg_path_end(&p->out);
    if (!goes_on) svg_path_coloured(&p->out, c, list[i].is_relief ? c : palette_edge(c));
    svg_polygon(&p->out, points_of(p, &list[i]), list[i].count);
    last = c;
  }
  if (count) svg_path_end(&p->out);
}

static colour pick_ground(const painter *p, const patch *at) {
  double range = p->high - p->low;
  return palette_ground(range > 0 ? (at->height - p->low) / range : 0.5, at->normal);
}

static colour pick_mover(const painter *p, const patch *at) {
  colour base = palette_kind(at->owner->shape.kind);
  if (at->is_relief) base = palette_scan(at->owner->number - p->scene->static_count);
  return at->is_outline ? base : palette_lit(base, at->normal);
}

/* Dark rims around level surfaces: where they rise above what was painted before, they look like walls. */
static void paint_halos(painter *p, const patch *list, size_t count) {
  svg_group(&p->out, "class=\"halo\"");
  svg_path(&p->out);
  for (size_t i = 0; i < count; i++)
    if (list[i].normal.z > 0.999f) svg_polygon(&p->out, points_of(p, &list[i]), list[i].count);
  svg_path_end(&p->out);
  svg_group_end(&p->out);
}

/* Storey by storey: surfaces of about one height must not darken each other's rims. */
static void paint_ground(painter *p) {
  const patch_list *ground = &p->seen.ground;
  double storey = (p->high - p->low) / 64;
  for (size_t first = 0, end; first < ground->count; first = end) {
    for (end = first; end < ground->count; end++)
      if (ground->items[end].height > ground->items[first].height + storey) break;
    paint_halos(p, ground->items + first, end - first);
    svg_group(&p->out, "class=\"ground\"");
    paint_patches(p, ground->items + first, end - first, pick_ground);
    svg_group_end(&p->out);
  }
}

/* A trail ends where the mover was sent back to its start. */
static bool is_jump(const painter *p, outline_point a, outline_point b) {
  double most = 4 * (double)p->scene->cast.fast * TRAIL_STEPS_APART / 60;
  return fabs(a.x - b.x) > most || fabs(a.y - b.y) > most;
}

static void paint_trail(painter *p, const trails *t, size_t mover) {
  carom_pos places[TRAIL_LENGTH];
  outline_point line[TRAIL_LENGTH];
  size_t count = trails_of(t, mover, places), first = 0;
  for (size_t i = 0; i < count; i++) {
    line[i] = (outline_point){places[i].x - p->scene->offset.x, places[i].y - p->scene->offset.y};
    if (i > first && is_jump(p, line[i - 1], line[i])) {
      svg_line(&p->out, line + first, i - first);
      first = i;
    }
  }
  svg_line(&p->out, line + first, count - first);
}

/* One path a kind. */
static void paint_trails(painter *p, const trails *t) {
  char attributes[64];
  for (int kind = 1; kind < CAROM_SHAPE_KIND_COUNT; kind++) {
    colour c = palette_kind((carom_shape_kind)kind);
    snprintf(attributes, sizeof attributes, "class=\"trail\" stroke=\"#%02x%02x%02x\"", c.red, c.green,
             c.blue);
    svg_group(&p->out, attributes);
    svg_path(&p->out);
    for (size_t i = 0; i < t->mover_count; i++)
      if ((int)p->scene->items[p->scene->static_count + i]->shape.kind == kind) paint_trail(p, t, i);
    svg_path_end(&p->out);
    svg_group_end(&p->out);
  }
}

static void paint_shadows(painter *p) {
  svg_group(&p->out, "class=\"shadow\" transform=\"translate(3 4)\"");
  svg_path(&p->out);
  for (size_t i = 0; i < p->seen.movers.count; i++) {
    const patch *at = &p->seen.movers.items[i];
    if (at->is_outline) svg_polygon(&p->out, points_of(p, at), at->count);
  }
  svg_path_end(&p->out);
  svg_group_end(&p->out);
}

static void paint_movers(painter *p) {
  svg_group(&p->out, "class=\"mover\"");
  paint_patches(p, p->seen.movers.items, p->seen.movers.count, pick_mover);
  svg_group_end(&p->out);
}

static void paint_contacts(painter *p) {
  svg_group(&p->out, "class=\"normal\"");
  svg_path(&p->out);
  for (size_t i = 0; i < p->seen.contact_count; i++)
    svg_line(&p->out, (outline_point[]){p->seen.contacts[i].at, p->seen.contacts[i].end}, 2);
  svg_path_end(&p->out);
  svg_group_end(&p->out);
  svg_group(&p->out, "class=\"contact\"");
  for (size_t i = 0; i < p->seen.contact_count; i++) {
    outline_point at = svg_place(&p->out, p->seen.contacts[i].at);
    fprintf(p->out.file, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"3\"/>\n", at.x, at.y);
  }
  svg_group_end(&p->out);
}

static void paint(painter *p, const trails *t, const summary *sum) {
  lay_out(p);
  begin_page(p);
  paint_ground(p);
  paint_trails(p, t);
  paint_shadows(p);
  paint_movers(p);
  paint_contacts(p);
  legend_write(&p->out, p->scene, sum, p->page_width, p->page_height, p->low, p->high);
  fputs("</svg>\n", p->out.file);
}

bool picture_write(const char *path, const scene *s, const carom_world *world, const trails *t,
                   const summary *sum, double cut) {
  painter p = {.scene = s};
  bool good = collect(&p.seen, s, world, cut);
  p.out.file = good ? fopen(path, "w") : NULL;
  if (p.out.file) {
    paint(&p, t, sum);
    good = !ferror(p.out.file);
    good = fclose(p.out.file) == 0 && good;
  }
  good = good && p.out.file;
  if (!good) fprintf(stderr, "%s: the picture could not be written.\n", path);
  collection_free(&p.seen);
  return good;
}
