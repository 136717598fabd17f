/* chart.c: a degree is ten units of the picture, and all numbers are whole and count from the point before,
 * which keeps the file small. */
#include "chart.h"

#include <math.h>
#include <stdio.h>

enum { SHADES = 3 };

typedef struct pen {
  FILE *file;
  long x, y;
} pen;

static void move_to(pen *p, double x, double y) {
  p->x = lrint(10 * (180 + x)), p->y = lrint(10 * (90 - y));
  fprintf(p->file, "M%ld %ld", p->x, p->y);
}

static void line_to(pen *p, double x, double y) {
  long to_x = lrint(10 * (180 + x)), to_y = lrint(10 * (90 - y));
  fprintf(p->file, "l%ld %ld", to_x - p->x, to_y - p->y);
  p->x = to_x, p->y = to_y;
}

static void draw_piece(pen *p, const carom_pieces_view *view, size_t piece, double east) {
  for (uint32_t i = view->starts[piece]; i < view->starts[piece + 1]; i++) {
    carom_vec2 c = view->points[view->corners[i]];
    (i == view->starts[piece] ? move_to : line_to)(p, (double)c.x + east, (double)c.y);
  }
  fputs("z", p->file);
}

/* Neighbours mostly differ in shade. */
static void draw_land(pen *p, const carom_pieces_view *view, double east) {
  for (size_t shade = 0; shade < SHADES; shade++) {
    fprintf(p->file, "<path class=\"l%zu\" d=\"", shade);
    for (size_t i = shade; i < view->count; i += SHADES) draw_piece(p, view, i, east);
    fputs("\"/>\n", p->file);
  }
}

static void draw_lands(pen *p, const sea *s) {
  for (size_t i = 0; i < s->atlas->count; i++) {
    int turn = land_second_turn(&s->atlas->lands[i]);
    carom_pieces_view view;
    if (carom_pieces_describe(s->pieces[i], &view)) continue;
    draw_land(p, &view, 0);
    if (turn) draw_land(p, &view, 360.0 * turn);
  }
}

static void draw_storms(pen *p, const sea *s) {
  for (size_t i = 0; i < STORMS; i++) {
    carom_pose pose;
    carom_body_get_pose(s->world, s->storms[i].body, &pose);
    fprintf(p->file, "<circle cx=\"%.0f\" cy=\"%.0f\" r=\"%.0f\"/>\n", 10 * (180 + pose.position.x),
            10 * (90 - pose.position.y), 10 * (double)s->storms[i].radius);
  }
}

/* A trail begins anew where the ship has left the map and come back on the other side. */
static void draw_trail(pen *p, const ship *who) {
  for (size_t i = 0; i < who->trail_count; i++) {
    carom_vec2 to = who->trail[i];
    bool anew = i == 0 || fabsf(to.x - who->trail[i - 1].x) > 180;
    (anew ? move_to : line_to)(p, (double)to.x, (double)to.y);
  }
}

static void draw_hull(pen *p, const sea *s, const ship *who) {
  carom_pose pose;
  carom_body_get_pose(s->world, who->body, &pose);
  double angle = carom_pose_angle(&pose), c = cos(angle), d = sin(angle);
  fprintf(p->file, "<path class=\"%s\" d=\"", who->storms ? "wet" : "dry");
  for (size_t i = 0; i < SHIP_CORNERS; i++) {
    double x = (double)ship_corners[i].x, y = (double)ship_corners[i].y;
    (i ? line_to : move_to)(p, pose.position.x + c * x - d * y, pose.position.y + d * x + c * y);
  }
  fputs("z\"/>\n", p->file);
}

static void draw_ships(pen *p, const sea *s) {
  fputs("<path class=\"t\" d=\"", p->file);
  for (size_t i = 0; i < SHIPS; i++) draw_trail(p, &s->ships[i]);
  fputs("\"/>\n", p->file);
  for (size_t i = 0; i < SHIPS; i++) draw_hull(p, s, &s->ships[i]);
}

bool chart_draw(const sea *s, const char *file) {
  pen p = {fopen(file, "w"), 0, 0};
  if (!p.file) return false;
  fputs("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 3600 1800\" width=\"1440\" height=\"720\">\n"
        "<style>rect{fill:#dcebf5}path{stroke-linejoin:round}"
        ".l0{fill:#e3d9b8}.l1{fill:#d6cba3}.l2{fill:#ebe4cc}.l0,.l1,.l2{stroke:#a59a70;stroke-width:1.5}"
        ".t{fill:none;stroke:#7fa3bd;stroke-width:2.5}.dry{fill:#1d4566}.wet{fill:#c2282d}"
        "circle{fill:#5b4a8a;fill-opacity:.22;stroke:#5b4a8a;stroke-width:4}</style>\n"
        "<rect width=\"3600\" height=\"1800\"/>\n",
        p.file);
  draw_lands(&p, s);
  draw_ships(&p, s);
  draw_storms(&p, s);
  fputs("</svg>\n", p.file);
  return fclose(p.file) == 0;
}
