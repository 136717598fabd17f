/* figures: the figures of the guide, drawn from what carom_world_draw tells. `figures FOLDER` writes them
 * there, as SVG. Without a folder it only tells their names. */
#include <stdio.h>

#include "canvas.h"

/* Adds a body with one collider. */
static carom_body add(carom_world *world, carom_body_kind kind, carom_shape shape, carom_pose pose) {
  carom_body body = carom_body_create(world, &(carom_body_def){.kind = kind, .pose = pose});
  carom_collider_create(world, body, &(carom_collider_def){.shape = shape});
  return body;
}

static carom_pose at(double x, double y, double z) { return (carom_pose){{x, y, z}, {0, 0, 0, 1}}; }

/* --- Space --- */

/* A ball falls on a floor. */
static void draw_first_world(canvas *to, carom_world *world) {
  add(world, CAROM_STATIC, carom_shape_box(3, 0.5f, 2), at(0, 0, 0));
  carom_body ball = add(world, CAROM_KINEMATIC, carom_shape_sphere(0.5f), at(0, 3, 0));
  for (int i = 0; i < 3; i++) {
    const carom_pose pose = at(0, i == 2 ? 0.95 : 3 - i, 0);
    carom_body_set_pose(world, ball, &pose);
    carom_world_step(world, 0);
    canvas_add_world(to, world, CAROM_DRAW_SHAPES | (i == 2 ? CAROM_DRAW_CONTACTS : 0));
  }
  canvas_add_line(to, (carom_pos){0, 3, 0}, (carom_pos){0, 0.95, 0}, "path");
}

static carom_hull *make_hull(void) {
  static const float points[] = {0.9f, -0.6f, 0,    -0.5f, -0.6f, 0.8f, -0.5f, -0.6f, -0.8f, 0.4f, 0.5f,
                                 0.5f, -0.6f, 0.6f, 0.2f,  0.3f,  0.6f, -0.5f, 0,     0.9f,  0};
  carom_hull *hull = NULL;
  return carom_hull_from_points(NULL, points, 7, 0, &hull) ? NULL : hull;
}

/* Puts a shape in its place of a gallery, in rows of five along a direction. */
static void add_shape(canvas *to, carom_world *world, carom_shape shape, int place, carom_vec2 along) {
  double across = 2.6 * (place % 5), y = -3.2 * (place / 5);
  double x = (double)along.x * across, z = (double)along.y * across;
  add(world, CAROM_KINEMATIC, shape, at(x, y, z));
  canvas_add_text(to, (carom_pos){x, y - 1.75, z}, carom_shape_kind_name(shape.kind), "label");
}

/* One of each convex kind of space. */
static void draw_shapes(canvas *to, carom_world *world) {
  carom_hull *hull = make_hull();
  const carom_vec3 low = {-0.4f, -0.5f, 0}, high = {0.4f, 0.5f, 0};
  const carom_shape shapes[] = {carom_shape_sphere(0.9f),
                                carom_shape_capsule(low, high, 0.5f),
                                carom_shape_tapered_capsule(low, high, 0.6f, 0.3f),
                                carom_shape_box(0.9f, 0.7f, 0.5f),
                                carom_shape_rounded_box(0.6f, 0.4f, 0.3f, 0.3f),
                                carom_shape_cylinder(0.8f, 0.6f),
                                carom_shape_cone(0.9f, 0.8f),
                                carom_shape_frustum(0.7f, 0.8f, 0.4f),
                                carom_shape_ellipsoid(1, 0.7f, 0.5f),
                                carom_shape_hull(hull)};
  for (int i = 0; i < 10; i++) add_shape(to, world, shapes[i], i, (carom_vec2){0.8f, -0.6f});
  canvas_add_world(to, world, CAROM_DRAW_SHAPES);
  carom_hull_release(hull);
}

enum { CELLS = 24 };

/* Puts a shape on the hills, a little into the ground. */
static void add_on(carom_world *world, const carom_field *field, carom_shape shape, float x, float z) {
  carom_field_ground ground;
  if (carom_field_get_ground(field, x, z, &ground)) return;
  add(world, CAROM_KINEMATIC, shape, at((double)x, (double)ground.height + 0.3, (double)z));
}

/* Hills, and two balls that touch them. */
static void draw_field(canvas *to, carom_world *world) {
  static float heights[CELLS + 1][CELLS + 1];
  for (int j = 0; j <= CELLS; j++)
    for (int i = 0; i <= CELLS; i++) {
      float x = (float)(i - 12) / 6, z = (float)(j - 12) / 6;
      heights[j][i] = 2.4f / (1 + x * x + z * z) + 0.9f / (1 + 3 * (x - 1.3f) * (x - 1.3f) + z * z);
    }
  carom_field_def def = {.cells = {.columns = CELLS, .rows = CELLS, .heights = heights}, .spacing_x = 0.25f};
  def.spacing_z = 0.25f;
  carom_field *field = NULL;
  if (carom_field_create(NULL, &def, &field)) return;
  carom_body ground = carom_body_create(world, &(carom_body_def){.kind = CAROM_STATIC});
  carom_collider_create(world, ground, &(carom_collider_def){.shape = carom_shape_field(field)});
  add_on(world, field, carom_shape_sphere(0.4f), 1.2f, 4.5f);
  add_on(world, field, carom_shape_box(0.3f, 0.3f, 0.3f), 4.6f, 4.6f);
  carom_world_step(world, 0);
  canvas_add_world(to, world, CAROM_DRAW_SHAPES | CAROM_DRAW_CONTACTS);
  carom_field_release(field);
}

/* --- The plane --- */

/* One of each convex kind of the plane. */
static void draw_planar_shapes(canvas *to, carom_world *world) {
  static const float corners[] = {-0.9f, -0.5f, 0.2f, -0.9f, 0.9f, 0, 0.3f, 0.8f, -0.7f, 0.6f};
  carom_polygon *polygon = NULL;
  if (carom_polygon_from_points(NULL, corners, 5, 0, &polygon)) return;
  const carom_shape shapes[] = {
      carom_shape_disc(0.9f),
      carom_shape_ellipse(1, 0.6f),
      carom_shape_half_disc(0.9f),
      carom_shape_stadium((carom_vec2){-0.5f, -0.3f}, (carom_vec2){0.5f, 0.3f}, 0.5f),
      carom_shape_rectangle(0.9f, 0.6f),
      carom_shape_rounded_rectangle(0.6f, 0.3f, 0.3f),
      carom_shape_polygon(polygon),
      carom_shape_rounded_polygon(polygon, 0.2f),
      carom_shape_segment((carom_vec2){-0.9f, -0.6f}, (carom_vec2){0.9f, 0.6f})};
  for (int i = 0; i < 9; i++) add_shape(to, world, shapes[i], i, (carom_vec2){1, 0});
  canvas_add_world(to, world, CAROM_DRAW_SHAPES);
  carom_polygon_release(polygon);
}

/* A disc on its way over a rectangle: where the events come. */
static void draw_events(canvas *to, carom_world *world) {
  static const struct {
    double x;
    const char *text;
  } frames[] = {{-6, "apart"}, {-3.5, "BEGIN"}, {0, "STAY"}, {3.5, "STAY"}, {6, "END"}};
  add(world, CAROM_STATIC, carom_shape_rectangle(3, 0.5f), carom_pose_planar(0, 0, 0));
  carom_body disc = add(world, CAROM_KINEMATIC, carom_shape_disc(1), carom_pose_planar(-6, 1.3, 0));
  for (int i = 0; i < 5; i++) {
    const carom_pose pose = carom_pose_planar(frames[i].x, 1.3, 0);
    carom_body_set_pose(world, disc, &pose);
    carom_world_step(world, 0);
    canvas_add_world(to, world, CAROM_DRAW_SHAPES | CAROM_DRAW_CONTACTS);
    canvas_add_text(to, (carom_pos){frames[i].x, 2.6, 0}, frames[i].text, "label");
  }
  canvas_add_line(to, (carom_pos){-6, 1.3, 0}, (carom_pos){6, 1.3, 0}, "path");
}

/* Boxes on a slope: where the points of their contacts are, and the normals. */
static void draw_contacts(canvas *to, carom_world *world) {
  add(world, CAROM_STATIC, carom_shape_rectangle(5, 0.3f), carom_pose_planar(0, 0, 0));
  add(world, CAROM_STATIC, carom_shape_rectangle(2.5f, 0.3f), carom_pose_planar_degrees(6.8, 1.35, 35));
  add(world, CAROM_KINEMATIC, carom_shape_rectangle(1, 0.6f), carom_pose_planar(-3, 0.85, 0));
  add(world, CAROM_KINEMATIC, carom_shape_rectangle(0.7f, 0.7f), carom_pose_planar_degrees(-0.2, 1.2, 45));
  add(world, CAROM_KINEMATIC, carom_shape_disc(0.8f), carom_pose_planar(4.2, 1.05, 0));
  carom_world_step(world, 0);
  canvas_add_world(to, world, CAROM_DRAW_SHAPES | CAROM_DRAW_CONTACTS);
}

static void draw_ray(canvas *to, const carom_world *world, carom_ray ray) {
  carom_ray_hit hit;
  carom_pos end = {ray.origin.x + (double)ray.translation.x, ray.origin.y + (double)ray.translation.y, 0};
  if (carom_world_cast_ray(world, &ray, NULL, &hit)) return;
  if (hit.body.bits) end = hit.point;
  canvas_add_line(to, ray.origin, end, "shot");
  canvas_add_point(to, ray.origin, "shot");
  if (hit.body.bits) canvas_add_point(to, end, "contact");
}

/* A fan of rays, and the nearest places of three bodies. */
static void draw_queries(canvas *to, carom_world *world) {
  static const float corners[] = {-1, -0.8f, 1, -0.5f, 0.6f, 0.9f, -0.8f, 0.7f};
  carom_polygon *polygon = NULL;
  if (carom_polygon_from_points(NULL, corners, 4, 0, &polygon)) return;
  add(world, CAROM_KINEMATIC, carom_shape_disc(0.9f), carom_pose_planar(-2, 2.6, 0));
  add(world, CAROM_KINEMATIC, carom_shape_rectangle(0.5f, 1.4f), carom_pose_planar_degrees(0.6, 0.4, 20));
  add(world, CAROM_KINEMATIC, carom_shape_polygon(polygon), carom_pose_planar(-2.2, -2, 0));
  for (int i = -4; i <= 4; i++) {
    carom_vec2 along = carom_direction_degrees(8 * i);
    draw_ray(to, world, (carom_ray){{-6, 0, 0}, {9 * along.x, 9 * along.y, 0}});
  }
  const carom_pos point = {5, 0, 0};
  carom_near near[3];
  size_t count;
  if (!carom_world_closest_bodies(world, &point, 20, NULL, near, 3, &count))
    for (size_t i = 0; i < count; i++) {
      canvas_add_line(to, point, near[i].point, "found");
      canvas_add_point(to, near[i].point, "found");
    }
  canvas_add_point(to, point, "found");
  canvas_add_world(to, world, CAROM_DRAW_SHAPES);
  carom_polygon_release(polygon);
}

/* A link between two places by a long beam, and its bounds as one collider and as five. */
static void draw_bounds(canvas *to, carom_world *world) {
  add(world, CAROM_KINEMATIC, carom_shape_rectangle(3, 0.25f), carom_pose_planar_degrees(0, 0, 40));
  for (int i = -2; i <= 2; i++) {
    carom_vec2 along = carom_direction_degrees(40);
    const carom_pose pose =
        carom_pose_planar_degrees(7 + 1.2 * i * (double)along.x, 1.2 * i * (double)along.y, 40);
    add(world, CAROM_KINEMATIC, carom_shape_rectangle(0.6f, 0.25f), pose);
  }
  canvas_add_world(to, world, CAROM_DRAW_SHAPES | CAROM_DRAW_BOUNDS);
}

/* --- All of them --- */

static const struct {
  const char *name;
  bool planar;
  void (*draw)(canvas *to, carom_world *world);
} figures[] = {{"first_world", false, draw_first_world},
               {"shapes", false, draw_shapes},
               {"field", false, draw_field},
               {"planar_shapes", true, draw_planar_shapes},
               {"events", true, draw_events},
               {"contacts", true, draw_contacts},
               {"queries", true, draw_queries},
               {"bounds", true, draw_bounds}};

int main(int argc, char **argv) {
  for (size_t i = 0; i < sizeof figures / sizeof *figures; i++) {
    carom_world *world;
    canvas *to = canvas_open(figures[i].planar);
    if (!to || carom_world_create(&(carom_world_def){.planar = figures[i].planar}, &world)) return 1;
    figures[i].draw(to, world);
    carom_world_destroy(world);
    puts(figures[i].name);
    if (!canvas_close(to, argc > 1 ? argv[1] : NULL, figures[i].name)) return 1;
  }
  return 0;
}
