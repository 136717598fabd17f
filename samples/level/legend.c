/* legend.c: the strip below the picture. */
#include "legend.h"

#include <inttypes.h>

#include "report.h"

static void write_title(svg *out, const scene *s, const summary *sum, double y) {
  char line[160];
  snprintf(line, sizeof line, "%s", s->name);
  svg_text(out, 40, y + 46, "title", line);
  snprintf(line, sizeof line, "%zu static colliders, %" PRIu32 " moving bodies", s->static_count,
           sum->counts.kinematic_bodies);
  svg_text(out, 40, y + 74, "text", line);
  snprintf(line, sizeof line, "after %ld steps of 1/60 s", sum->steps);
  svg_text(out, 40, y + 95, "dim", line);
}

/* One sample of colour with its meaning. */
static void write_sample(svg *out, double x, double y, colour c, const char *text) {
  fprintf(out->file, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"6\" fill=\"#%02x%02x%02x\"/>\n", x, y - 4, c.red,
          c.green, c.blue);
  svg_text(out, x + 15, y, "text", text);
}

static void write_kinds(svg *out, const summary *sum, double x, double y) {
  char line[64];
  int row = 0;
  for (int kind = 1; kind < CAROM_SHAPE_KIND_COUNT; kind++) {
    if (!sum->kinds[kind]) continue;
    carom_shape_kind k = (carom_shape_kind)kind;
    snprintf(line, sizeof line, "%zu %s", sum->kinds[kind], kind_plural(k));
    write_sample(out, x, y + 38 + 20 * row++, palette_kind(k), line);
  }
}

static void write_events(svg *out, const summary *sum, double x, double y) {
  char line[96];
  fprintf(out->file, "<path d=\"M%.1f %.1fv-11\" class=\"normal\"/>\n", x, y + 38);
  fprintf(out->file, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"3\" class=\"contact\"/>\n", x, y + 38);
  snprintf(line, sizeof line, "%zu pairs touch now; contact points and normals", sum->counts.contacts);
  svg_text(out, x + 15, y + 38, "text", line);
  snprintf(line, sizeof line, "%" PRIu64 " begin, %" PRIu64 " end so far", sum->counts.begins,
           sum->counts.ends);
  svg_text(out, x + 15, y + 58, "text", line);
  snprintf(line, sizeof line, "trails: the last second and a half");
  svg_text(out, x + 15, y + 78, "text", line);
  snprintf(line, sizeof line, "hash %016" PRIx64, sum->hash);
  svg_text(out, x + 15, y + 98, "dim", line);
}

/* The largest of 1, 2, 5, 10, ... units that is at most `most` long. */
static double round_length(double most) {
  double length = 1;
  for (int i = 0; i < 24; i++) {
    double next = i % 3 == 1 ? length * 2.5 : length * 2;
    if (next > most) break;
    length = next;
  }
  return length;
}

static void write_scale(svg *out, const scene *s, double right, double y) {
  char line[64];
  double length = round_length(240 / out->scale), width = length * out->scale, x = right - width;
  fprintf(out->file, "<path d=\"M%.1f %.1fv6h%.1fv-6\" class=\"bar\"/>\n", x, y + 32, width);
  snprintf(line, sizeof line, "%g %s", length, s->unit);
  svg_text(out, right, y + 54, "text end", line);
}

static void write_ramp(svg *out, const scene *s, double right, double y, double low, double high) {
  enum { CELLS = 24, WIDTH = 8 };
  char line[64];
  for (int i = 0; i < CELLS; i++) {
    colour c = palette_ground((i + 0.5) / CELLS, (carom_vec3){0, 0, 1});
    fprintf(out->file, "<rect x=\"%.1f\" y=\"%.1f\" width=\"%d\" height=\"9\" fill=\"#%02x%02x%02x\"/>\n",
            right - (CELLS - i) * WIDTH, y + 70, WIDTH + (i + 1 < CELLS), c.red, c.green, c.blue);
  }
  int decimals = high - low < 100;
  snprintf(line, sizeof line, "ground from %.*f to %.*f %s", decimals, low, decimals, high, s->unit);
  svg_text(out, right, y + 98, "text end", line);
}

void legend_write(svg *out, const scene *s, const summary *sum, double page_width, double page_height,
                  double low, double high) {
  double y = page_height - LEGEND_HEIGHT, right = page_width - 40;
  fprintf(out->file, "<path d=\"M40 %.1fH%.1f\" class=\"rule\"/>\n", y + 8, right);
  write_title(out, s, sum, y);
  write_kinds(out, sum, page_width * 0.32, y);
  write_events(out, sum, page_width * 0.47, y);
  write_scale(out, s, right, y);
  write_ramp(out, s, right, y, low, high);
}
