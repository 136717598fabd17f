#include "sea.h"

#include <math.h>
#include <stdio.h>

#include "../level/formats/memory.h"
#include "../level/random.h"

static const float SPEED = 3, STEP = 0.1f, NORTH_END = 84;

const carom_vec2 ship_corners[SHIP_CORNERS] = {
    {1, 0}, {0.3f, 0.4f}, {-0.8f, 0.3f}, {-0.8f, -0.3f}, {0.3f, -0.4f}};

/* A sample has nothing better to do than to say why it ends. */
static void must(carom_status status, const char *what) {
  if (!status) return;
  fprintf(stderr, "%s: %s\n", what, carom_status_text(status));
  exit(EXIT_FAILURE);
}

/* --- Land --- */

int land_second_turn(const land *l) {
  for (size_t i = 0; i < l->shores[0].count; i++) {
    float x = l->shores[0].points[i].x;
    if (fabsf(x) > 180) return x > 0 ? -1 : 1;
  }
  return 0;
}

static carom_pieces *cut(const land *l, size_t number) {
  carom_ring *rings = memory_zeroed(l->count, sizeof *rings);
  carom_pieces *pieces = NULL;
  carom_rings_fault fault = {0, 0};
  for (size_t i = 0; i < l->count; i++) rings[i] = (carom_ring){l->shores[i].points, l->shores[i].count};
  carom_status status = carom_rings_cut(NULL, rings, l->count, CAROM_POLYGON_VERTICES_MAX, &pieces, &fault);
  free(rings);
  if (status)
    fprintf(stderr, "land %zu is left out: %s at point %zu of shore %zu\n", number, carom_status_name(status),
            fault.point, fault.ring);
  return pieces;
}

static void add_land(sea *s, const carom_pieces *pieces, double x) {
  carom_body body = carom_body_create(
      s->world, &(carom_body_def){.kind = CAROM_STATIC, .pose = carom_pose_planar(x, 0, 0)});
  must(carom_collider_create_pieces(s->world, body, &(carom_collider_def){.filter.category = LAND}, pieces,
                                    NULL),
       "land");
}

static void add_lands(sea *s) {
  s->pieces = memory_zeroed(s->atlas->count, sizeof *s->pieces);
  for (size_t i = 0; i < s->atlas->count; i++) {
    const land *l = &s->atlas->lands[i];
    carom_pieces_view view;
    s->pieces[i] = cut(l, i);
    if (carom_pieces_describe(s->pieces[i], &view)) continue;
    s->piece_count += view.count;
    add_land(s, s->pieces[i], 0);
    if (land_second_turn(l)) add_land(s, s->pieces[i], 360.0 * land_second_turn(l));
  }
}

bool sea_is_land(const sea *s, carom_vec2 point) {
  carom_found found;
  size_t count = 0;
  carom_pos at = {(double)point.x, (double)point.y, 0};
  must(carom_world_overlap_point(s->world, &at, &(carom_query_filter){.mask = LAND}, &found, 1, &count),
       "point");
  return count > 0;
}

/* --- Ships and storms --- */

static carom_vec2 random_heading(uint64_t *random) {
  return carom_direction_degrees((double)random_between(random, 0, 360));
}

/* Turned towards where it goes, by the sine and cosine of half the angle: the greater first. */
static carom_pose pose_of(carom_pos at, carom_vec2 heading) {
  float greater = sqrtf((1 + fabsf(heading.x)) / 2), less = heading.y / (2 * greater);
  bool forward = heading.x >= 0;
  return (carom_pose){at, {0, 0, forward ? less : greater, forward ? greater : less}};
}

static void head(sea *s, ship *who, carom_pos at, carom_vec2 heading) {
  carom_pose pose = pose_of(at, heading);
  must(carom_body_set_pose(s->world, who->body, &pose), "pose");
  must(carom_body_set_velocity(s->world, who->body, (carom_vec3){SPEED * heading.x, SPEED * heading.y, 0},
                               (carom_vec3){0, 0, 0}),
       "velocity");
}

/* Somewhere with water all around. */
static carom_pos random_berth(const sea *s, uint64_t *random) {
  carom_shape around = carom_shape_disc(2);
  for (;;) {
    carom_found found;
    size_t count = 0;
    float x = random_between(random, -180, 180), y = random_between(random, -70, 70);
    carom_pose pose = carom_pose_planar((double)x, (double)y, 0);
    must(carom_world_overlap_shape(s->world, &around, &pose, NULL, &found, 1, &count), "berth");
    if (count == 0) return pose.position;
  }
}

static void add_ships(sea *s, uint64_t *random) {
  carom_polygon *hull;
  must(carom_polygon_from_points(NULL, &ship_corners[0].x, SHIP_CORNERS, 0, &hull), "ship");
  carom_collider_def def = {.shape = carom_shape_polygon(hull), .filter.category = SHIP};
  for (size_t i = 0; i < SHIPS; i++) {
    carom_pos at = random_berth(s, random);
    s->ships[i] = (ship){.body = carom_body_create(s->world, &(carom_body_def){.user = &s->ships[i]})};
    head(s, &s->ships[i], at, random_heading(random));
    carom_collider_create(s->world, s->ships[i].body, &def);
  }
  carom_polygon_release(hull);
}

static void add_storms(sea *s, uint64_t *random) {
  for (size_t i = 0; i < STORMS; i++) {
    storm *t = &s->storms[i];
    float y = random_between(random, -55, 60), drift = random_between(random, 0.5f, 2);
    carom_body_def def = {.user = t, .linear_velocity = {drift, random_between(random, -0.3f, 0.3f), 0}};
    def.pose = carom_pose_planar((double)random_between(random, -180, 180), (double)y, 0);
    *t = (storm){carom_body_create(s->world, &def), random_between(random, 6, 13), 0, 0};
    carom_collider_create(s->world, t->body,
                          &(carom_collider_def){.shape = carom_shape_disc(t->radius),
                                                .filter.category = STORM,
                                                .sensor = true});
  }
}

/* --- What happens --- */

/* A ship that comes near something goes back out of it, and away like light from a mirror. */
static void turn_away(sea *s, ship *who, const carom_manifold *m, float sign) {
  carom_pose pose;
  carom_vec3 v, spin;
  carom_body_get_pose(s->world, who->body, &pose);
  carom_body_get_velocity(s->world, who->body, &v, &spin);
  carom_vec2 out = {-sign * m->normal.x, -sign * m->normal.y}, heading = {v.x / SPEED, v.y / SPEED};
  float deep = 0, along = heading.x * out.x + heading.y * out.y;
  for (uint32_t i = 0; i < m->point_count; i++) deep = fminf(deep, m->points[i].separation);
  if (along < 0) heading = (carom_vec2){heading.x - 2 * along * out.x, heading.y - 2 * along * out.y};
  pose.position.x -= (double)(deep * out.x);
  pose.position.y -= (double)(deep * out.y);
  head(s, who, pose.position, heading);
}

static void on_shore(void *user, carom_world *world, const carom_event *event) {
  sea *s = user;
  (void)world;
  s->landfalls += event->kind == CAROM_EVENT_BEGIN;
  turn_away(s, event->contact->a.body_user, &event->contact->manifold, 1);
}

static void on_meeting(void *user, carom_world *world, const carom_event *event) {
  sea *s = user;
  (void)world;
  s->meetings++;
  turn_away(s, event->contact->a.body_user, &event->contact->manifold, 1);
  turn_away(s, event->contact->b.body_user, &event->contact->manifold, -1);
}

static void on_storm(void *user, carom_world *world, const carom_event *event) {
  storm *t = event->contact->a.body_user;
  size_t change = event->kind == CAROM_EVENT_BEGIN ? 1 : (size_t)-1;
  (void)user, (void)world;
  if (event->contact->b.category == LAND) {
    t->pieces += change;
  } else {
    ship *below = event->contact->b.body_user;
    t->ships += change;
    below->storms += change;
  }
}

static void add_handlers(sea *s) {
  carom_handler_add(s->world, &(carom_handler_def){.callback = on_shore,
                                                   .user = s,
                                                   .events = CAROM_EVENT_BEGIN | CAROM_EVENT_STAY,
                                                   .category_a = SHIP,
                                                   .category_b = LAND});
  carom_handler_add(s->world, &(carom_handler_def){.callback = on_meeting,
                                                   .user = s,
                                                   .events = CAROM_EVENT_BEGIN,
                                                   .category_a = SHIP,
                                                   .category_b = SHIP});
  carom_handler_add(
      s->world,
      &(carom_handler_def){.callback = on_storm, .user = s, .category_a = STORM, .category_b = LAND | SHIP});
}

void sea_make(sea *s, const atlas *a) {
  uint64_t random = 1;
  *s = (sea){.atlas = a};
  must(carom_world_create(&(carom_world_def){.planar = true}, &s->world), "world");
  add_lands(s);
  add_ships(s, &random);
  add_storms(s, &random);
  add_handlers(s);
}

void sea_free(sea *s) {
  must(carom_world_destroy(s->world), "world");
  for (size_t i = 0; i < s->atlas->count; i++) carom_pieces_destroy(s->pieces[i]);
  free(s->pieces);
}

/* --- Sailing --- */

/* What leaves the map in the east comes back in the west. */
static void wrap(sea *s, carom_body body) {
  carom_pose pose;
  carom_body_get_pose(s->world, body, &pose);
  if (fabs(pose.position.x) <= 180) return;
  pose.position.x += pose.position.x > 0 ? -360 : 360;
  carom_body_set_pose(s->world, body, &pose);
}

/* There is ice in the far north. */
static void keep_south(sea *s, ship *who) {
  carom_pose pose;
  carom_vec3 v, spin;
  carom_body_get_pose(s->world, who->body, &pose);
  carom_body_get_velocity(s->world, who->body, &v, &spin);
  if (pose.position.y > (double)NORTH_END && v.y > 0)
    head(s, who, pose.position, (carom_vec2){v.x / SPEED, -v.y / SPEED});
}

static void note_trail(sea *s, ship *who) {
  carom_pose pose;
  carom_body_get_pose(s->world, who->body, &pose);
  if (who->trail_count < TRAIL)
    who->trail[who->trail_count++] = (carom_vec2){(float)pose.position.x, (float)pose.position.y};
}

void sea_sail(sea *s, int steps) {
  int often = steps / TRAIL + 1;
  for (int step = 0; step < steps; step++) {
    must(carom_world_step(s->world, STEP), "step");
    for (size_t i = 0; i < STORMS; i++) wrap(s, s->storms[i].body);
    for (size_t i = 0; i < SHIPS; i++) {
      wrap(s, s->ships[i].body);
      keep_south(s, &s->ships[i]);
      if (step % often == 0) note_trail(s, &s->ships[i]);
    }
  }
}
