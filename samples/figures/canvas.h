/* canvas.h: collects what a picture shows, and writes it as SVG. */
#ifndef CANVAS_H
#define CANVAS_H

#include <carom/carom.h>

/* A picture in the making. */
typedef struct canvas canvas;

/* An empty picture: of the plane, or of space seen from above and from the right. NULL without memory. */
canvas *canvas_open(bool planar);

/* Adds the shapes of a world, or its shapes and contacts, or other parts (draw.h). */
void canvas_add_world(canvas *to, const carom_world *world, uint32_t parts);

/* Adds a line, a point or a text of a class: "shot", "found", "path" or "label". */
void canvas_add_line(canvas *to, carom_pos a, carom_pos b, const char *style);
void canvas_add_point(canvas *to, carom_pos at, const char *style);
void canvas_add_text(canvas *to, carom_pos at, const char *text, const char *style);

/* Writes FOLDER/NAME.svg, or nothing without a folder, and frees the picture. Tells whether that went well.
 */
bool canvas_close(canvas *from, const char *folder, const char *name);

#endif
