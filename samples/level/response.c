/* response.c: bodies that meet mirror their velocities along the contact normal (two movers of equal mass
 * exchange that part), and are pushed apart by the depth.
 *
 * The handler changes velocities at once, so that a second contact of the same step sees what the first has
 * done. Pushes are only noted and carried out after the step: a body that lies on three brushes of one floor
 * gets three contacts of about the same depth and must be moved once, not three times. */
#include "response.h"

#include <math.h>

#include "drive.h"
#include "memory.h"
#include "vector.h"

/* Is it moved by what it meets? */
static bool yields(const scene_item *item) { return item->moves && !item->drifts; }

static float deepest(const carom_manifold *m) {
  float depth = 0;
  for (uint32_t i = 0; i < m->point_count; i++) depth = fmaxf(depth, -m->points[i].separation);
  return depth;
}

static void change_velocity(carom_world *world, carom_body body, carom_vec3 change) {
  carom_vec3 linear, angular;
  if (carom_body_get_velocity(world, body, &linear, &angular) == CAROM_OK)
    carom_body_set_velocity(world, body, vec_add(linear, change), angular);
}

/* Reflects only what still approaches, or a contact that lasts would swallow the bounce again. */
static void bounce(const response *r, carom_world *world, const carom_contact *c, const scene_item *a,
                   const scene_item *b) {
  carom_vec3 velocity_a, velocity_b, normal = c->manifold.normal;
  carom_body_get_velocity(world, c->a.body, &velocity_a, NULL);
  carom_body_get_velocity(world, c->b.body, &velocity_b, NULL);
  float approach = vec_dot(vec_sub(velocity_a, velocity_b), normal);
  if (approach <= 0) return;
  bool is_plastic = (yields(a) && yields(b)) || r->scene->road;
  float change = is_plastic ? approach : 2 * approach;
  if (yields(a)) change_velocity(world, c->a.body, vec_scale(normal, -change));
  if (yields(b)) change_velocity(world, c->b.body, vec_scale(normal, change));
}

/* Sees to it that the pushes so far add up to `depth` along the direction. */
static void push(response *r, const scene_item *item, carom_vec3 direction, float depth) {
  if (!yields(item)) return;
  carom_vec3 *sum = &r->pushes[item->number - r->scene->static_count];
  float missing = depth - vec_dot(*sum, direction);
  if (missing > 0) *sum = vec_add(*sum, vec_scale(direction, missing));
}

/* What is not too steep is ground. */
static void stand(response *r, const scene_item *item, carom_vec3 normal) {
  carom_vec3 *sum = &r->grounds[item->number - r->scene->static_count];
  if (normal.z > 0.4f) *sum = vec_add(*sum, normal);
}

static void on_touch(void *user, carom_world *world, const carom_event *event) {
  response *r = user;
  const carom_contact *c = event->contact;
  const scene_item *a = c->a.collider_user, *b = c->b.collider_user;
  float depth = deepest(&c->manifold);
  if (yields(a) && yields(b)) depth = fminf(depth / 2, r->scene->cast.shove);
  bounce(r, world, c, a, b);
  push(r, a, vec_scale(c->manifold.normal, -1), depth);
  push(r, b, c->manifold.normal, depth);
  if (!a->moves) stand(r, b, c->manifold.normal);
  if (!b->moves) stand(r, a, vec_scale(c->manifold.normal, -1));
}

bool response_start(response *r, const scene *s, carom_world *world) {
  r->scene = s;
  r->pushes = memory_zeroed(s->count - s->static_count, sizeof *r->pushes);
  r->grounds = memory_zeroed(s->count - s->static_count, sizeof *r->grounds);
  carom_handler_def def = {.callback = on_touch, .user = r, .events = CAROM_EVENT_BEGIN | CAROM_EVENT_STAY};
  return carom_handler_add(world, &def).bits != 0;
}

/* The kill volume of this game: a fast body can pass a thin wall between two steps. */
static bool has_got_out(const scene *s, carom_pos place) {
  carom_pos o = s->offset;
  return !scene_is_open(s, (carom_pos){place.x - o.x, place.y - o.y, place.z - o.z});
}

static void send_back(const response *r, carom_world *world, const scene_item *item) {
  carom_pose start = {pos_add(item->pose.position, r->scene->offset), item->pose.rotation};
  carom_body_set_pose(world, item->body, &start);
  carom_body_set_velocity(world, item->body, item->linear, item->angular);
}

static void move_out(carom_world *world, carom_body body, carom_pose *pose, carom_vec3 *by) {
  if (by->x == 0 && by->y == 0 && by->z == 0) return;
  pose->position = pos_move(pose->position, *by);
  carom_body_set_pose(world, body, pose);
  *by = (carom_vec3){0, 0, 0};
}

void response_apply(response *r, carom_world *world, float seconds) {
  for (size_t i = r->scene->static_count; i < r->scene->count; i++) {
    const scene_item *item = r->scene->items[i];
    size_t mover = i - r->scene->static_count;
    carom_pose pose;
    carom_body_get_pose(world, item->body, &pose);
    move_out(world, item->body, &pose, &r->pushes[mover]);
    if (r->scene->road) drive_steer(r->scene, r->scene->items[i], world, r->grounds[mover], seconds);
    r->grounds[mover] = (carom_vec3){0, 0, 0};
    if (!has_got_out(r->scene, pose.position)) continue;
    send_back(r, world, item);
    r->restarts++;
  }
}

void response_free(response *r) {
  free(r->pushes);
  free(r->grounds);
}
