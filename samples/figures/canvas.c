/* canvas.c: triangles are painted from the farthest to the nearest, then lines, points and texts. */
#include "canvas.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef enum mark_kind { FACET, LINE, POINT, TEXT } mark_kind;

/* A primitive on the page, in units. */
typedef struct mark {
  mark_kind kind;
  float x[3], y[3], near, light;
  bool still, sensor;
  uint32_t colour;
  char style[12], text[32];
} mark;

struct canvas {
  bool planar, failed;
  mark *marks;
  size_t count, room;
};

/* To the right, up, and towards the eye: for space, and for the plane. */
static const carom_vec3 views[2][3] = {
    {{0.8f, 0, -0.6f}, {-0.24f, 0.9165151f, -0.32f}, {0.5499091f, 0.4f, 0.7332121f}},
    {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};

static float dot(carom_vec3 a, carom_vec3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }

static carom_vec3 from_to(carom_pos a, carom_pos b) {
  return (carom_vec3){(float)(b.x - a.x), (float)(b.y - a.y), (float)(b.z - a.z)};
}

canvas *canvas_open(bool planar) {
  canvas *made = calloc(1, sizeof *made);
  if (made) made->planar = planar;
  return made;
}

/* A new mark at up to three places, or NULL. */
static mark *add(canvas *to, mark_kind kind, const carom_pos *places, int count) {
  const carom_pos zero = {0, 0, 0};
  if (to->count == to->room) {
    size_t room = to->room ? 2 * to->room : 256;
    mark *marks = realloc(to->marks, room * sizeof *marks);
    if (!marks) {
      to->failed = true;
      return NULL;
    }
    to->marks = marks, to->room = room;
  }
  mark *m = &to->marks[to->count++];
  memset(m, 0, sizeof *m);
  m->kind = kind;
  for (int i = 0; i < 3; i++) {
    carom_vec3 p = from_to(zero, places[i < count ? i : 0]);
    m->x[i] = dot(p, views[to->planar][0]), m->y[i] = dot(p, views[to->planar][1]);
    m->near += dot(p, views[to->planar][2]) / 3;
  }
  return m;
}

/* --- What carom draws --- */

static void add_facet(void *user, const carom_draw_item *item, carom_pos a, carom_pos b, carom_pos c) {
  canvas *to = user;
  carom_vec3 p = from_to(a, b), q = from_to(a, c);
  carom_vec3 normal = {p.y * q.z - p.z * q.y, p.z * q.x - p.x * q.z, p.x * q.y - p.y * q.x};
  float length = sqrtf(dot(normal, normal)), facing = dot(normal, views[to->planar][2]);
  if (length == 0 || (!to->planar && facing <= 0)) return;
  mark *m = add(to, FACET, (carom_pos[]){a, b, c}, 3);
  if (!m) return;
  m->light = to->planar ? 1 : dot(normal, (carom_vec3){0.2592f, 0.8639f, 0.432f}) / length;
  m->still = item->kind == CAROM_STATIC, m->sensor = item->sensor;
  m->colour = (uint32_t)item->body.bits;
}

static void add_outline(void *user, const carom_draw_item *item, carom_pos a, carom_pos b) {
  canvas *to = user;
  if (item->part == CAROM_DRAW_CONTACTS) canvas_add_line(to, a, b, "contact");
  if (item->part == CAROM_DRAW_BOUNDS) canvas_add_line(to, a, b, "bounds");
  if (item->part == CAROM_DRAW_SHAPES && to->planar) canvas_add_line(to, a, b, "edge");
}

static void add_contact(void *user, const carom_draw_item *item, carom_pos at) {
  (void)item;
  canvas_add_point(user, at, "contact");
}

void canvas_add_world(canvas *to, const carom_world *world, uint32_t parts) {
  const carom_draw draw = {
      .user = to, .parts = parts, .line = add_outline, .triangle = add_facet, .point = add_contact};
  if (carom_world_draw(world, &draw)) to->failed = true;
}

/* --- What a figure adds --- */

void canvas_add_line(canvas *to, carom_pos a, carom_pos b, const char *style) {
  mark *m = add(to, LINE, (carom_pos[]){a, b}, 2);
  if (m) snprintf(m->style, sizeof m->style, "%s", style);
}

void canvas_add_point(canvas *to, carom_pos at, const char *style) {
  mark *m = add(to, POINT, &at, 1);
  if (m) snprintf(m->style, sizeof m->style, "%s", style);
}

void canvas_add_text(canvas *to, carom_pos at, const char *text, const char *style) {
  mark *m = add(to, TEXT, &at, 1);
  if (m) snprintf(m->style, sizeof m->style, "%s", style);
  if (m) snprintf(m->text, sizeof m->text, "%s", text);
}

/* --- The file --- */

static int compare(const void *x, const void *y) {
  const mark *a = x, *b = y;
  if (a->kind != b->kind) return (a->kind > b->kind) - (a->kind < b->kind);
  if (a->kind != FACET) return 0;
  if (a->still != b->still) return a->still ? -1 : 1;
  return (a->near > b->near) - (a->near < b->near);
}

/* The page: a scale, and the corner of the least x and the greatest y. */
typedef struct page {
  float left, top, wide, high, scale;
} page;

static page fit(const canvas *of) {
  float low[2] = {1e9f, 1e9f}, high[2] = {-1e9f, -1e9f};
  for (size_t i = 0; i < of->count; i++)
    for (int j = 0; j < 3; j++) {
      low[0] = fminf(low[0], of->marks[i].x[j]), high[0] = fmaxf(high[0], of->marks[i].x[j]);
      low[1] = fminf(low[1], of->marks[i].y[j]), high[1] = fmaxf(high[1], of->marks[i].y[j]);
    }
  float margin = 0.04f * (high[0] - low[0]);
  page p = {low[0] - margin, high[1] + margin, high[0] - low[0] + 2 * margin, high[1] - low[1] + 2 * margin,
            0};
  p.scale = 900 / p.wide;
  return p;
}

static void write_facet(FILE *file, const mark *m, const float at[3][2]) {
  static const unsigned char colours[][3] = {{67, 147, 195}, {214, 96, 77},   {90, 174, 97},
                                             {244, 165, 92}, {153, 112, 171}, {53, 151, 143}};
  static const unsigned char still[3] = {214, 210, 196};
  const unsigned char *colour = m->still ? still : colours[m->colour % 6];
  float light = 0.68f + 0.32f * fmaxf(m->light, 0);
  char text[8];
  snprintf(text, sizeof text, "#%02x%02x%02x", (unsigned)((float)colour[0] * light),
           (unsigned)((float)colour[1] * light), (unsigned)((float)colour[2] * light));
  fprintf(file, "<path d='M%.1f %.1fL%.1f %.1fL%.1f %.1fZ' fill='%s' stroke='%s'%s/>\n", (double)at[0][0],
          (double)at[0][1], (double)at[1][0], (double)at[1][1], (double)at[2][0], (double)at[2][1], text,
          text, m->sensor ? " opacity='.3'" : "");
}

static void write_mark(FILE *file, const mark *m, const page *p) {
  float at[3][2];
  for (int i = 0; i < 3; i++) {
    at[i][0] = (m->x[i] - p->left) * p->scale;
    at[i][1] = (p->top - m->y[i]) * p->scale;
  }
  double x = (double)at[0][0], y = (double)at[0][1];
  if (m->kind == FACET) write_facet(file, m, (const float(*)[2])at);
  if (m->kind == LINE)
    fprintf(file, "<path class='%s' d='M%.1f %.1fL%.1f %.1f'/>\n", m->style, x, y, (double)at[1][0],
            (double)at[1][1]);
  if (m->kind == POINT) fprintf(file, "<circle class='%s' cx='%.1f' cy='%.1f' r='5'/>\n", m->style, x, y);
  if (m->kind == TEXT)
    fprintf(file, "<text class='%s' x='%.1f' y='%.1f'>%s</text>\n", m->style, x, y, m->text);
}

static const char styles[] =
    "<style>path{stroke-linejoin:round;stroke-linecap:round}text{font:18px sans-serif;text-anchor:middle}"
    ".edge{stroke:#333;stroke-width:1.5}.bounds{stroke:#c33;stroke-width:1.5}"
    "path.contact{stroke:#b2182b;stroke-width:3}circle.contact{fill:#b2182b}"
    ".path{stroke:#555;stroke-width:1.5;stroke-dasharray:6 5}"
    "path.shot{stroke:#2166ac;stroke-width:2}circle.shot{fill:#2166ac}"
    "path.found{stroke:#1b7837;stroke-width:3}circle.found{fill:#1b7837}</style>\n";

bool canvas_close(canvas *from, const char *folder, const char *name) {
  char path[1024];
  int length = folder ? snprintf(path, sizeof path, "%s/%s.svg", folder, name) : 0;
  FILE *file = folder && !from->failed && length < (int)sizeof path ? fopen(path, "w") : NULL;
  bool well = !from->failed && (!folder || file);
  if (file) {
    if (from->count) qsort(from->marks, from->count, sizeof *from->marks, compare);
    page p = fit(from);
    fprintf(file, "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 900 %.0f' width='900'>\n",
            (double)(p.high * p.scale));
    fprintf(file, "%s<rect width='900' height='100%%' fill='#fbfbf8'/>\n", styles);
    for (size_t i = 0; i < from->count; i++) write_mark(file, &from->marks[i], &p);
    fputs("</svg>\n", file);
    well = fclose(file) == 0 && well;
  }
  free(from->marks);
  free(from);
  return well;
}
