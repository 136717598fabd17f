/* character: a mover that walks through a small level. It walks up stairs and down a ramp, rides a lift, and
 * stops at a slope that is too steep. The program prints its position once per second. `character
 * picture.svg` draws its path. */
#include <carom/carom.h>
#include <stdio.h>

enum { FRAMES = 60, SECONDS = 11, FRAMES_A_MARK = 10, MARKS = FRAMES * SECONDS / FRAMES_A_MARK };

static carom_body add(carom_world *world, carom_body_kind kind, carom_shape shape, double x, double y) {
  carom_body body = carom_body_create(world, &(carom_body_def){.kind = kind, .pose.position = {x, y, 0}});
  carom_collider_create(world, body, &(carom_collider_def){.shape = shape});
  return body;
}

/* A block from x = left to right, from below its top on. */
static void add_block(carom_world *world, float left, float right, float bottom, float top) {
  add(world, CAROM_STATIC, carom_shape_box((right - left) / 2, (top - bottom) / 2, 1),
      (double)(left + right) / 2, (double)(bottom + top) / 2);
}

/* Between two heights. */
static void add_slope(carom_world *world, float left, float right, float bottom, float from, float to) {
  float points[8][3];
  carom_hull *hull;
  for (int i = 0; i < 8; i++) {
    points[i][0] = i & 1 ? right : left;
    points[i][1] = !(i & 2) ? bottom - 0.01f : i & 1 ? to : from;
    points[i][2] = i & 4 ? 1 : -1;
  }
  if (carom_hull_from_points(NULL, points[0], 8, 0, &hull)) return;
  add(world, CAROM_STATIC, carom_shape_hull(hull), 0, 0);
  carom_hull_release(hull);
}

static void add_level(carom_world *world) {
  add_block(world, -1, 10.9f, -0.5f, 0);
  for (int i = 0; i < 4; i++) add_block(world, 2 + 0.5f * (float)i, 5, 0, 0.25f * (float)(i + 1));
  add_slope(world, 5, 7, 0, 1, 0);
  add_block(world, 10.9f, 17, -0.5f, 2);
  add_slope(world, 14, 16, 2, 2, 5.5f);
}

/* --- The picture, from the side --- */

static const double scale = 60, left = -1.5, top = 5.5;

static double page_x(double x) { return scale * (x - left); }
static double page_y(double y) { return scale * (top - y); }

static void draw_triangle(void *user, const carom_draw_item *item, carom_pos a, carom_pos b, carom_pos c) {
  const char *colour = item->kind == CAROM_STATIC ? "#c9c2b4" : "#d98e3f";
  fprintf(user, "<path d='M%.1f %.1fL%.1f %.1fL%.1f %.1fZ' fill='%s' stroke='%s'/>\n", page_x(a.x),
          page_y(a.y), page_x(b.x), page_y(b.y), page_x(c.x), page_y(c.y), colour, colour);
}

static void draw_character(FILE *file, carom_pos at) {
  fprintf(file,
          "<path d='M%.1f %.1fV%.1f' stroke='#2f6f9f' stroke-opacity='0.25' stroke-width='%.0f' "
          "stroke-linecap='round'/><circle cx='%.1f' cy='%.1f' r='2'/>\n",
          page_x(at.x), page_y(at.y - 0.6), page_y(at.y + 0.6), 0.6 * scale, page_x(at.x), page_y(at.y));
}

static void draw(const char *path, const carom_world *world, const carom_pos way[MARKS]) {
  FILE *file = fopen(path, "w");
  if (!file) return;
  fprintf(file,
          "<svg xmlns='http://www.w3.org/2000/svg' width='1130' height='370' viewBox='0 0 1130 370'>\n");
  for (int i = 0; i < MARKS; i++) draw_character(file, way[i]);
  carom_world_draw(world, &(carom_draw){.user = file, .parts = CAROM_DRAW_SHAPES, .triangle = draw_triangle});
  fputs("</svg>\n", file);
  fclose(file);
}

/* --- The game --- */

/* Who stands on the lift waits until it is up; without anyone on it, it comes down. */
static bool move_lift(carom_world *world, carom_body lift, bool taken) {
  carom_pose pose;
  carom_body_get_pose(world, lift, &pose);
  pose.position.y += taken ? 1.0 / FRAMES : -1.0 / FRAMES;
  if (pose.position.y < 0.05) pose.position.y = 0.05;
  if (pose.position.y > 1.95) pose.position.y = 1.95;
  carom_body_set_pose(world, lift, &pose);
  return taken && pose.position.y < 1.95;
}

static void print_row(int frame, const carom_mover *mover, carom_body lift) {
  static const char *const footings[] = {"in the air", "on a steep slope", "on the ground"};
  bool on_lift = mover->ground.body.bits == lift.bits;
  printf("%2d s   x %5.2f   height %5.2f   %s\n", frame / FRAMES, mover->pose.position.x,
         mover->pose.position.y - 0.9, on_lift ? "on the lift" : footings[mover->footing]);
}

int main(int argc, char **argv) {
  carom_world *world;
  if (carom_world_create(NULL, &world)) return 1;
  add_level(world);
  carom_body lift = add(world, CAROM_KINEMATIC, carom_shape_box(0.7f, 0.05f, 1), 10.1, 0.05);
  carom_mover mover = {.shape =
                           carom_shape_capsule((carom_vec3){0, -0.6f, 0}, (carom_vec3){0, 0.6f, 0}, 0.3f),
                       .pose.position = {0, 1.5, 0},
                       .step_height = 0.3f,
                       .snap = 0.3f};
  carom_mover_result result;
  carom_pos way[MARKS];
  float fall = 0;
  for (int frame = 0; frame < FRAMES * SECONDS; frame++) {
    bool taken = mover.ground.body.bits == lift.bits && mover.pose.position.x > 10;
    bool waits = move_lift(world, lift, taken);
    carom_world_step(world, 1.0f / FRAMES);
    fall = mover.footing == CAROM_ON_GROUND ? 0 : fall;
    fall -= 9.81f / FRAMES;
    carom_vec3 motion = {waits ? 0 : 2.0f / FRAMES, fall / FRAMES, 0};
    if (carom_mover_move(world, &mover, motion, &result)) return 1;
    if (frame % FRAMES == 0) print_row(frame, &mover, lift);
    if (frame % FRAMES_A_MARK == 0) way[frame / FRAMES_A_MARK] = mover.pose.position;
  }
  if (argc > 1) draw(argv[1], world, way);
  return carom_world_destroy(world);
}
