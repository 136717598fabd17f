/* svg.h: writes scalable vector graphics by hand: a few elements are enough. */
#ifndef LEVEL_SVG_H
#define LEVEL_SVG_H

#include <stdio.h>

#include "outline.h"
#include "palette.h"

/* A file that is being written, and how the plane is put on the page (y runs up in the plane, down on the
 * page). */
typedef struct svg {
  FILE *file;
  double scale, left, top; /* page x = left + scale * x, page y = top - scale * y */
} svg;

/* Where a point of the plane is on the page. */
outline_point svg_place(const svg *s, outline_point p);

/* A group of elements that share attributes (given as they are written), until svg_group_end. */
void svg_group(svg *s, const char *attributes);
void svg_group_end(svg *s);

/* A path: begun, then any number of polygons and lines in the plane, then ended. It is coloured as the group
 * says, or in colours of its own. */
void svg_path(svg *s);
void svg_path_coloured(svg *s, colour fill, colour edge);
void svg_polygon(svg *s, const outline_point *points, size_t count);
void svg_line(svg *s, const outline_point *points, size_t count);
void svg_path_end(svg *s);

/* Text on the page, plain. */
void svg_text(svg *s, double x, double y, const char *class_name, const char *text);

#endif
