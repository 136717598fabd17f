/* sprites: rotating boxes of the plane that bounce. In each frame a sprite is given by the four corners of
 * its picture. The program makes a box of the corners and puts it into a world with walls around the screen.
 * The game owns the response: two sprites that meet fly apart along the line between their centres. There are
 * first two sprites, then 200. `sprites picture.svg` writes the second run as an animation. */
#include <carom/carom.h>
#include <math.h>
#include <stdio.h>

enum { MOST = 200, FRAMES = 1200, KEPT_EVERY = 10, KEPT = FRAMES / KEPT_EVERY };
static const double width = 800, height = 600, speed = 120, seconds_a_frame = 1 / 60.0;

typedef struct {
  double x, y, degrees;
} place;

typedef struct {
  carom_body body;
  carom_vec2 half;
  place at, kept[KEPT]; /* where it is, and was, for the picture */
  double way_x, way_y, spin;
} sprite;

typedef struct {
  carom_world *world;
  int count, meetings, bounces;
  sprite sprites[MOST];
} game;

/* --- What follows from a contact --- */

static void fly(sprite *s, double x, double y) {
  double length = sqrt(x * x + y * y), pace = length > 0 ? speed / length : 0;
  s->way_x = x * pace, s->way_y = y * pace;
}

static void fly_apart(sprite *a, sprite *b) {
  double x = b->at.x - a->at.x, y = b->at.y - a->at.y;
  fly(a, -x, -y), fly(b, x, y);
}

/* The normal leads from the wall; a sprite that leaves it already goes on. */
static bool bounce(sprite *s, carom_vec3 normal) {
  double x = (double)normal.x, y = (double)normal.y, into = s->way_x * x + s->way_y * y;
  if (into < 0) s->way_x -= 2 * into * x, s->way_y -= 2 * into * y;
  return into < 0;
}

/* Walls were created first, so that they are side a. */
static void on_contact(void *user, carom_world *world, const carom_event *event) {
  game *g = user;
  sprite *a = event->contact->a.body_user, *b = event->contact->b.body_user;
  (void)world;
  if (!a) {
    g->bounces += bounce(b, event->contact->manifold.normal);
    return;
  }
  fly_apart(a, b);
  g->meetings += event->kind == CAROM_EVENT_BEGIN;
}

/* --- Frames --- */

/* The corners where the picture is drawn, and the box of them. */
static carom_status box_of(const sprite *s, carom_obb2 *out) {
  carom_vec2 d = carom_direction_degrees(s->at.degrees), corners[4];
  for (int i = 0; i < 4; i++) {
    float u = i == 1 || i == 2 ? s->half.x : -s->half.x, v = i >= 2 ? s->half.y : -s->half.y;
    corners[i] = (carom_vec2){(float)s->at.x + d.x * u - d.y * v, (float)s->at.y + d.y * u + d.x * v};
  }
  return carom_obb2_from_vertices(corners, out);
}

static void move(sprite *s) {
  s->at.x += s->way_x * seconds_a_frame;
  s->at.y += s->way_y * seconds_a_frame;
  s->at.degrees += s->spin * seconds_a_frame;
}

static carom_status run_frame(game *g, int frame) {
  for (int i = 0; i < g->count; i++) {
    sprite *s = &g->sprites[i];
    carom_obb2 box;
    carom_pose pose;
    move(s);
    if (frame % KEPT_EVERY == 0) s->kept[frame / KEPT_EVERY] = s->at;
    if (box_of(s, &box) || carom_obb2_pose(&box, &pose)) return CAROM_NOT_RECTANGLE;
    carom_body_set_pose(g->world, s->body, &pose);
  }
  return carom_world_step(g->world, (float)seconds_a_frame);
}

/* --- The scene --- */

static void add_wall(game *g, double x, double y, float half_x, float half_y) {
  carom_body_def def = {.kind = CAROM_STATIC, .pose.position = {x, y, 0}};
  carom_collider_def wall = {.shape = carom_shape_rectangle(half_x, half_y)};
  carom_collider_create(g->world, carom_body_create(g->world, &def), &wall);
}

static void add_sprite(game *g, place at, carom_vec2 half, double heading_degrees, double spin) {
  sprite *s = &g->sprites[g->count++];
  carom_vec2 heading = carom_direction_degrees(heading_degrees);
  carom_collider_def picture = {.shape = carom_shape_rectangle(half.x, half.y)};
  *s = (sprite){.half = half, .at = at, .spin = spin};
  fly(s, (double)heading.x, (double)heading.y);
  s->body = carom_body_create(g->world, &(carom_body_def){.user = s});
  carom_collider_create(g->world, s->body, &picture);
}

static carom_status open_screen(game *g) {
  carom_status status = carom_world_create(&(carom_world_def){.planar = true}, &g->world);
  if (status) return status;
  carom_handler_add(g->world, &(carom_handler_def){.callback = on_contact,
                                                   .user = g,
                                                   .events = CAROM_EVENT_BEGIN | CAROM_EVENT_STAY});
  add_wall(g, width / 2, -50, 500, 50), add_wall(g, width / 2, height + 50, 500, 50);
  add_wall(g, -50, height / 2, 50, 400), add_wall(g, width + 50, height / 2, 50, 400);
  return CAROM_OK;
}

/* Two head on, or many on a grid that fly in all directions. */
static void add_sprites(game *g, int count) {
  if (count == 2) {
    add_sprite(g, (place){200, 300, 0}, (carom_vec2){60, 30}, 0, 50);
    add_sprite(g, (place){600, 310, 45}, (carom_vec2){40, 40}, 180, -70);
    return;
  }
  for (int i = 0; i < count; i++)
    add_sprite(g, (place){25 + i % 20 * 39.0, 40 + (double)(i / 20) * 58, 17.0 * i},
               (carom_vec2){(float)(8 + i % 7), (float)(6 + i % 5)}, 73.0 * i, 30.0 * (i % 9 - 4));
}

static int count_outside(const game *g) {
  int outside = 0;
  for (int i = 0; i < g->count; i++) {
    const place *at = &g->sprites[i].at;
    outside += at->x < 0 || at->y < 0 || at->x > width || at->y > height;
  }
  return outside;
}

static carom_status run(game *g, int count) {
  *g = (game){.count = 0};
  carom_status status = open_screen(g);
  if (status) return status;
  add_sprites(g, count);
  for (int frame = 0; frame < FRAMES && !status; frame++) status = run_frame(g, frame);
  const place *first = &g->sprites[0].at;
  printf("%d sprites: met %d times, bounced %d times; the first is at (%.1f, %.1f); %d left the screen\n",
         g->count, g->meetings, g->bounces, first->x, first->y, count_outside(g));
  carom_world_destroy(g->world);
  return status;
}

/* --- The picture --- */

static void write_values(FILE *file, const sprite *s, bool turns) {
  fprintf(file,
          "<animateTransform attributeName='transform' type='%s' dur='%.0fs' repeatCount='indefinite' "
          "values='",
          turns ? "rotate" : "translate", FRAMES * seconds_a_frame);
  for (int i = 0; i < KEPT; i++)
    if (turns)
      fprintf(file, "%.1f;", s->kept[i].degrees);
    else
      fprintf(file, "%.1f %.1f;", s->kept[i].x, s->kept[i].y);
  fprintf(file, "'/>");
}

/* One group moves and the picture in it turns; what shows no animation shows the middle. */
static void write_sprite(FILE *file, const sprite *s, int hue) {
  const place *middle = &s->kept[KEPT / 2];
  fprintf(file,
          "<g transform='translate(%.1f %.1f)'><rect x='%.1f' y='%.1f' width='%.1f' height='%.1f' "
          "fill='hsl(%d,60%%,50%%)' transform='rotate(%.1f)'>",
          middle->x, middle->y, (double)-s->half.x, (double)-s->half.y, (double)(2 * s->half.x),
          (double)(2 * s->half.y), hue, middle->degrees);
  write_values(file, s, true);
  fprintf(file, "</rect>");
  write_values(file, s, false);
  fprintf(file, "</g>\n");
}

static void write_picture(const game *g, const char *path) {
  FILE *file = fopen(path, "w");
  if (!file) return;
  fprintf(file, "<svg xmlns='http://www.w3.org/2000/svg' viewBox='-4 -4 808 608' width='808'>\n"
                "<rect width='800' height='600' fill='#f7fafc' stroke='#2d3748' stroke-width='4'/>\n");
  for (int i = 0; i < g->count; i++) write_sprite(file, &g->sprites[i], i * 47 % 360);
  fprintf(file, "</svg>\n");
  fclose(file);
}

int main(int argc, char **argv) {
  static game g;
  if (run(&g, 2) || run(&g, MOST)) return 1;
  if (argc > 1) write_picture(&g, argv[1]);
  return 0;
}
