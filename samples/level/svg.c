/* svg.c: one decimal is a tenth of a pixel: finer is invisible and only makes files large. */
#include "svg.h"

outline_point svg_place(const svg *s, outline_point p) {
  return (outline_point){s->left + s->scale * p.x, s->top - s->scale * p.y};
}

void svg_group(svg *s, const char *attributes) { fprintf(s->file, "<g %s>\n", attributes); }

void svg_group_end(svg *s) { fputs("</g>\n", s->file); }

static void write_colours(svg *s, colour fill, colour edge) {
  fprintf(s->file, "fill=\"#%02x%02x%02x\" stroke=\"#%02x%02x%02x\" ", fill.red, fill.green, fill.blue,
          edge.red, edge.green, edge.blue);
}

void svg_path(svg *s) { fputs("<path d=\"", s->file); }

void svg_path_coloured(svg *s, colour fill, colour edge) {
  fputs("<path ", s->file);
  write_colours(s, fill, edge);
  fputs("d=\"", s->file);
}

void svg_line(svg *s, const outline_point *points, size_t count) {
  for (size_t i = 0; i < count; i++) {
    outline_point p = svg_place(s, points[i]);
    fprintf(s->file, "%s%.1f %.1f", i == 0 ? "M" : i == 1 ? "L" : " ", p.x, p.y);
  }
}

void svg_polygon(svg *s, const outline_point *points, size_t count) {
  svg_line(s, points, count);
  fputc('Z', s->file);
}

void svg_path_end(svg *s) { fputs("\"/>\n", s->file); }

static void write_escaped(FILE *file, const char *text) {
  for (; *text; text++) {
    if (*text == '<')
      fputs("&lt;", file);
    else if (*text == '&')
      fputs("&amp;", file);
    else
      fputc(*text, file);
  }
}

void svg_text(svg *s, double x, double y, const char *class_name, const char *text) {
  fprintf(s->file, "<text x=\"%.1f\" y=\"%.1f\" class=\"%s\">", x, y, class_name);
  write_escaped(s->file, text);
  fputs("</text>\n", s->file);
}
