/* impact_ball.c: the core of a ball is a point, and the point of a plain core that is nearest to it has a
 * closed form (Ericson, 2005, 5.1). */
#include "impact_ball.h"

#include "round.h"

bool carom__impact_ball_make(const carom__cores *cores, carom__impact_ball *out) {
  out->is_a = cores->a.class->is_ball;
  const carom_shape *host = out->is_a ? cores->b.shape : cores->a.shape;
  return (out->is_a || cores->b.class->is_ball) && carom__plain_core_of(host, &out->host);
}

/* Is the nearest point of a core no vertex? */
static bool spans(const carom__plain_core *host, carom__dvec3 p, carom__dvec3 nearest) {
  carom__dvec3 a = dvec3_widen(host->a), b = dvec3_widen(host->b);
  if (host->kind == CAROM__PLAIN_POINT) return false;
  if (host->kind == CAROM__PLAIN_BOX) return nearest.x == p.x || nearest.y == p.y || nearest.z == p.z;
  carom__dvec3 along = dvec3_sub(b, a);
  return dvec3_dot(dvec3_sub(nearest, a), along) > 0 && dvec3_dot(dvec3_sub(b, nearest), along) > 0;
}

bool carom__impact_ball_measure(carom__impact_ball *ball, const carom__relative *b_in_a,
                                carom__gjk_result *out) {
  carom__dvec3 origin = dvec3_widen(b_in_a->origin);
  carom__dvec3 p = ball->is_a ? dvec3_neg(dvec3_unrotate(&b_in_a->axes, origin)) : origin;
  carom__dvec3 nearest = carom__plain_core_nearest(&ball->host, p), way = dvec3_sub(p, nearest);
  double distance = dvec3_length(way);
  if (!(distance > 0)) return false;
  ball->spans = spans(&ball->host, p, nearest);
  out->distance = distance;
  out->normal = dvec3_scale(way, 1 / distance);
  out->point_a = nearest;
  out->point_b = p;
  if (!ball->is_a) return true;
  out->normal = dvec3_neg(dvec3_rotate(&b_in_a->axes, out->normal));
  out->point_a = dvec3(0, 0, 0);
  out->point_b = dvec3_add(dvec3_rotate(&b_in_a->axes, nearest), origin);
  return true;
}

carom__guide carom__guide_of_ball(const carom__impact_ball *ball, const carom__motions *motions,
                                  const carom__moment *at, carom__dvec3 normal) {
  bool of_b = ball->spans ? ball->is_a : motions->a.rate > motions->b.rate;
  if (!of_b) return (carom__guide){.kind = CAROM__GUIDE_A, .of_a = normal};
  return (carom__guide){.kind = CAROM__GUIDE_B, .of_b = moment_seen_by_b(at, normal)};
}
