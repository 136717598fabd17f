/* reach.c: where an own body may be found in the coming step, and whether that is far for its block. */
#include "parts.h"

#include <math.h>
#include <stdlib.h>

static bool reserve(carom_cluster *c) {
  size_t room = c->body_room, r = 0;
  if (c->own_count <= room) return true;
  return carom__room_for(&c->bodies, (r = room, &r), c->own_count, sizeof *c->bodies) &&
         carom__room_for(&c->bounds, (r = room, &r), c->own_count, sizeof *c->bounds) &&
         carom__room_for(&c->now, (r = room, &r), c->own_count, sizeof *c->now) &&
         carom__room_for(&c->linear, (r = room, &r), c->own_count, sizeof *c->linear) &&
         carom__room_for(&c->angular, (r = room, &r), c->own_count, sizeof *c->angular) &&
         carom__room_for(&c->busy, (r = room, &r), c->own_count, sizeof *c->busy) && (c->body_room = r) > 0;
}

static double radius_of(const carom_aabb *box, carom_pos at) {
  const double x = fmax((double)box->max.x - at.x, at.x - (double)box->min.x);
  const double y = fmax((double)box->max.y - at.y, at.y - (double)box->min.y);
  const double z = fmax((double)box->max.z - at.z, at.z - (double)box->min.z);
  return sqrt(x * x + y * y + z * z);
}

static bool exceeds(const carom_region *r, const carom_pos *at, double l) {
  return at->x - r->min.x > l || at->y - r->min.y > l || at->z - r->min.z > l || r->max.x - at->x > l ||
         r->max.y - at->y > l || r->max.z - at->z > l;
}

/* Around the body now and after the motion, in any rotation if it turns. */
static void find(const carom_cluster *c, thing *t, size_t i, double dt) {
  const carom_aabb *box = &c->bounds[i];
  const carom_vec3 v = c->linear[i], w = c->angular[i];
  const carom_pos at = c->now[i].position;
  carom_region r = {{(double)box->min.x, (double)box->min.y, (double)box->min.z},
                    {(double)box->max.x, (double)box->max.y, (double)box->max.z}};
  if (w.x != 0 || w.y != 0 || w.z != 0) {
    const double radius = radius_of(box, at);
    r = (carom_region){{at.x - radius, at.y - radius, at.z - radius},
                       {at.x + radius, at.y + radius, at.z + radius}};
  }
  t->sprawls = exceeds(&r, &at, c->reach);
  const double pad = c->reach * 0x1p-10;
  const double x = fabs((double)v.x) * dt + pad, y = fabs((double)v.y) * dt + pad;
  const double z = fabs((double)v.z) * dt + pad;
  t->reach = (carom_region){{r.min.x - x, r.min.y - y, r.min.z - z}, {r.max.x + x, r.max.y + y, r.max.z + z}};
}

static bool is_large(const carom_cluster *c, const thing *t) {
  const double l = c->reach;
  const carom_pos *low = &t->reach.min, *high = &t->reach.max;
  if (t->sprawls || exceeds(&t->reach, &t->start, l)) return true;
  return t->swept && (high->x - low->x > l || high->y - low->y > l || high->z - low->z > l);
}

/* A body stays large for a step longer, so that all ranks that may have to tell of it have met it as small.
 * One that is destroyed by this step remains what it was: it meets nothing new. */
static void classify(carom_cluster *c, thing *t) {
  t->was_large = t->large;
  if (t->doomed) return;
  if (is_large(c, t)) t->large_until = carom__now(c) + 1;
  const bool large = t->large_until >= carom__now(c), fading = t->large_until == carom__now(c);
  if (large != t->large) t->dirty |= DIRTY_LARGE;
  if (fading != t->fading) t->dirty |= DIRTY_FADING;
  t->large = large;
  t->fading = fading;
}

/* Need others hear of it? Most bodies are deep inside the block. */
static bool is_busy(const carom_cluster *c, const thing *t) {
  return t->doomed || t->large || t->holder_count || t->next_owner != t->owner ||
         !carom__blocks_has(&c->interior, &t->reach);
}

static void look_at(carom_cluster *c, size_t i, double dt) {
  thing *t = c->own[i];
  find(c, t, i, dt);
  classify(c, t);
  t->next_owner = t->doomed ? t->owner : carom_cluster_rank_at(c, t->start);
  if (is_busy(c, t))
    c->busy[c->busy_count++] = t;
  else
    t->dirty = 0;
}

/* Of some own bodies, of which there is one at least. */
static bool find_bounds(carom_cluster *c, size_t begin, size_t end) {
  if (!reserve(c)) return false;
  for (size_t i = begin; i < end; i++) c->bodies[i] = c->own[i]->body;
  return !carom_body_get_bounds(c->world, c->bodies + begin, end - begin, false, c->bounds + begin);
}

bool carom__bounds_find(carom_cluster *c) { return !c->own_count || find_bounds(c, 0, c->own_count); }

bool carom__reach_find(carom_cluster *c, float dt, size_t begin, size_t end) {
  if (begin == end) return true;
  if (!find_bounds(c, begin, end)) return false;
  carom_pose *now = c->now + begin;
  const carom_body *bodies = c->bodies + begin;
  const carom_pose_buffer poses = {CAROM_POSE, now, sizeof *now, NULL, 0};
  const carom_pose_buffer turns = {CAROM_POSE, NULL, 0, &now->rotation, sizeof *now};
  const carom_velocity_buffer velocities = {CAROM_FLOAT, c->linear + begin, 0, c->angular + begin, 0};
  if (carom_body_get_poses(c->world, bodies, end - begin, &poses) ||
      carom_body_get_poses(c->world, bodies, end - begin, &turns) ||
      carom_body_get_velocities(c->world, bodies, end - begin, &velocities))
    return false;
  for (size_t i = begin; i < end; i++) look_at(c, i, (double)dt);
  return true;
}
