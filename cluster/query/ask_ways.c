/* ask_ways.c: where queries look, and which ranks have bodies there. */
#include "asking.h"

#include <math.h>

static const carom_region nowhere = {{HUGE_VAL, HUGE_VAL, HUGE_VAL}, {-HUGE_VAL, -HUGE_VAL, -HUGE_VAL}};

static void widen(carom_region *box, const carom_region *by) {
  box->min =
      (carom_pos){fmin(box->min.x, by->min.x), fmin(box->min.y, by->min.y), fmin(box->min.z, by->min.z)};
  box->max =
      (carom_pos){fmax(box->max.x, by->max.x), fmax(box->max.y, by->max.y), fmax(box->max.z, by->max.z)};
}

static carom_region grown(const carom_region *box, double by) {
  return (carom_region){{box->min.x - by, box->min.y - by, box->min.z - by},
                        {box->max.x + by, box->max.y + by, box->max.z + by}};
}

static carom_region region_of(const carom_aabb *box) {
  return (carom_region){{(double)box->min.x, (double)box->min.y, (double)box->min.z},
                        {(double)box->max.x, (double)box->max.y, (double)box->max.z}};
}

static double extent_of(const carom_region *box) {
  return box->max.x - box->min.x + (box->max.y - box->min.y) + (box->max.z - box->min.z);
}

/* Shapes may count as touching although their boxes are apart, by some 2^-20 of their sizes: this is much
 * more. */
static carom_region padded(const carom_region *box, double more) {
  return grown(box, (extent_of(box) + more) * 0x1p-14);
}

/* --- Where a query looks --- */

static carom_region around(carom_pos p) { return (carom_region){p, p}; }

static carom_region bounds_of(const carom_shape *shape, const carom_pose *pose) {
  carom_aabb box;
  if (carom_shape_bounds(shape, pose, &box)) return around(pose->position);
  return region_of(&box);
}

/* What is beyond the last of as many as are wanted changes nothing. */
static double limit_of(const carom_cluster_query *query, const find *finds, size_t count, double limit) {
  const size_t most = carom__query_most(query);
  return most > 0 && count == most ? carom__query_key(query, &finds[count - 1].hit) : limit;
}

static query_way moving(carom_region box, carom_vec3 translation, double limit) {
  const double x = (double)translation.x, y = (double)translation.y, z = (double)translation.z;
  const query_way way = {padded(&box, fabs(x) + fabs(y) + fabs(z)), {x * limit, y * limit, z * limit}};
  return way;
}

static query_way resting(carom_region box) {
  return (query_way){padded(&box, 2 * (double)CAROM_SIZE_MIN), {0, 0, 0}};
}

query_way carom__query_way(const carom_cluster_query *query, const find *finds, size_t count) {
  const double limit = fmax(limit_of(query, finds, count, 1), 0x1p-60);
  carom_region box;
  switch (query->kind) {
  case CAROM_CLUSTER_RAY:
  case CAROM_CLUSTER_RAY_ALL:
    return moving(around(query->of.ray.origin), query->of.ray.translation, limit);
  case CAROM_CLUSTER_CAST:
  case CAROM_CLUSTER_CAST_ALL:
    box = bounds_of(&query->of.moving.shape, &query->of.moving.pose);
    return moving(box, query->of.moving.translation, limit);
  case CAROM_CLUSTER_OVERLAP_SHAPE:
    return resting(bounds_of(&query->of.posed.shape, &query->of.posed.pose));
  case CAROM_CLUSTER_OVERLAP_REGION:
    return resting(grown(&query->of.region, (double)CAROM_SIZE_MIN));
  case CAROM_CLUSTER_OVERLAP_POINT:
    return resting(around(query->of.point));
  default:
    box = around(query->of.nearest.point);
    return resting(grown(&box, limit_of(query, finds, count, (double)query->of.nearest.radius)));
  }
}

/* --- Who has bodies there --- */

/* Clips the part low..high of a way to where it is within an interval along an axis. */
static bool clip(double min, double max, double along, double *low, double *high) {
  if (along == 0) return min <= 0 && max >= 0;
  const double a = min / along, b = max / along;
  *low = fmax(*low, fmin(a, b));
  *high = fmin(*high, fmax(a, b));
  return *low <= *high;
}

static bool is_nowhere(const carom_region *box) { return box->min.x > box->max.x; }

/* The start of the way is a point when the box is wider by it. Planar worlds have no third axis. */
bool carom__way_meets(const carom_cluster *c, const query_way *way, const carom_region *box) {
  const carom_region *a = &way->box;
  double low = 0, high = 1;
  return !is_nowhere(box) && clip(box->min.x - a->max.x, box->max.x - a->min.x, way->along[0], &low, &high) &&
         clip(box->min.y - a->max.y, box->max.y - a->min.y, way->along[1], &low, &high) &&
         (c->settings.planar ||
          clip(box->min.z - a->max.z, box->max.z - a->min.z, way->along[2], &low, &high));
}

void carom__way_widen(const query_way *way, carom_region *box) {
  const carom_region *a = &way->box;
  const double *d = way->along;
  const carom_region end = {{a->min.x + d[0], a->min.y + d[1], a->min.z + d[2]},
                            {a->max.x + d[0], a->max.y + d[1], a->max.z + d[2]}};
  widen(box, a);
  widen(box, &end);
}

static bool are_near(const carom_cluster *c, const carom_region *a, const carom_region *b) {
  return !is_nowhere(a) && !is_nowhere(b) && a->min.x <= b->max.x && b->min.x <= a->max.x &&
         a->min.y <= b->max.y && b->min.y <= a->max.y &&
         (c->settings.planar || (a->min.z <= b->max.z && b->min.z <= a->max.z));
}

bool carom__views_meet(const carom_cluster *c, const rank_view *asks, const rank_view *asked) {
  return are_near(c, &asks->asks, &asked->near) || are_near(c, &asks->asks, &asked->far);
}

static bool is_within(const carom_region *a, const carom_region *b) {
  return a->min.x >= b->min.x && a->max.x <= b->max.x && a->min.y >= b->min.y && a->max.y <= b->max.y &&
         a->min.z >= b->min.z && a->max.z <= b->max.z;
}

/* A body that was teleported since the last step, or is large, shall not make the box of all others large. */
bool carom__query_view(carom_cluster *c, rank_view *out) {
  const carom_region *block = &c->peers[c->transport.rank].block;
  out->near = out->far = out->asks = nowhere;
  if (!carom__bounds_find(c)) return false;
  for (size_t i = 0; i < c->own_count; i++) {
    const carom_region box = region_of(&c->bounds[i]);
    widen(is_within(&box, block) ? &out->near : &out->far, &box);
  }
  if (!is_nowhere(&out->near)) out->near = padded(&out->near, 0);
  if (!is_nowhere(&out->far)) out->far = padded(&out->far, 0);
  return true;
}

static bool is_sound(const carom_region *box) {
  const carom_pos *p = &box->min, *q = &box->max;
  if (memcmp(box, &nowhere, sizeof nowhere) == 0) return true;
  return double_is_sound(p->x) && double_is_sound(p->y) && double_is_sound(p->z) && double_is_sound(q->x) &&
         double_is_sound(q->y) && double_is_sound(q->z);
}

bool carom__view_is_sound(const rank_view *view) {
  return is_sound(&view->near) && is_sound(&view->far) && is_sound(&view->asks);
}
