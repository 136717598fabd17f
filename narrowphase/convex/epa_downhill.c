/* epa_downhill.c: takes EPA on curved cores from a face of its polytope down into a valley of directions.
 *
 * What the polytope knows of the normal is the root of what it knows of the depth. Newton's method finds the
 * least depth of the valley to the last digits, and a cap of directions around it in which no depth is less
 * (curved_valley.c). Faces of that cap need not grow, which would take most of the polytope's vertices. */
#include "epa_downhill.h"

/* The cosine of what the polytope may know of a normal that is one of a cap. */
#define NEAR_CAP 0.999
/* It goes downhill once the bounds are within this part of the upper one. From farther away the way down
 * takes more steps than the polytope does. */
#define NEAR_VALLEY 0x1p-5
/* A valley that is not the least is only of use when it is less than this part deeper. */
#define DEEPER 0x1p-5
/* How far the first step of the first way down may be, in radians. */
#define FIRST_REACH 0.25
/* So many ways down are tried. */
#define DESCENTS 6

static void go_down(const carom__downhill *d, const carom__polytope *polytope, const uint16_t corners[3],
                    carom__curved_least *least) {
  const carom__vertex *v = polytope->vertices, *face[3] = {&v[corners[0]], &v[corners[1]], &v[corners[2]]};
  carom__curved_try_caps(d->pair, NEAR_CAP, least);
  if (!carom__curved_is_cap(d->pair, least->normal))
    carom__curved_descend_face(d->pair, least->normal, face, least);
}

static bool find_valley(carom__downhill *d, const carom__curved_least *least) {
  bool found = carom__curved_valley_find(d->pair, least, &d->valleys[d->valley_count]);
  d->valley_count += found;
  return found;
}

bool carom__downhill_begin(carom__downhill *d, carom__dvec3 from) {
  carom__curved_least *least = &d->least;
  *least = curved_least_from(d->pair, from);
  carom__curved_try_caps(d->pair, NEAR_CAP, least);
  if (!least->has_points) carom__curved_descend(d->pair, from, FIRST_REACH, least);
  if (!least->has_points || !(least->depth > 0)) return false;
  find_valley(d, least);
  return true;
}

/* In A - B lies a ball. Along a direction n it is as deep as its radius plus the product of n and its middle,
 * and so less deep than the valley only in a cap around the way from its middle to the origin. */
bool carom__downhill_knows_all(const carom__downhill *d) {
  const carom__cores *cores = d->pair->cores;
  const carom__curved_valley *valley = &d->valleys[0];
  carom__dvec3 way = dvec3_neg(cores_center(cores));
  double spare = (double)cores->a.ball + (double)cores->b.ball - d->least.depth, square = dvec3_dot(way, way);
  return d->valley_count > 0 && square > spare * spare && spare >= valley->cosine * square_root(square) &&
         dvec3_dot(way, valley->normal) >=
             valley->cosine * spare + valley->sine * square_root(square - spare * spare);
}

bool carom__downhill_knows(const carom__downhill *d, const carom__polytope_plane *plane) {
  for (int i = 0; i < d->valley_count; i++)
    if (carom__curved_valley_has(&d->valleys[i], plane->normal, plane->distance)) return true;
  return false;
}

static bool is_worth_it(const carom__downhill *d, double distance, double bound) {
  return d->valley_count < CAROM__VALLEYS && d->descents < DESCENTS && distance > 0 &&
         bound - distance <= NEAR_VALLEY * bound && bound < (1 + DEEPER) * d->least.depth;
}

bool carom__downhill_enter(carom__downhill *d, const carom__polytope *polytope, int face,
                           const carom__polytope_plane *plane, double bound) {
  if (!is_worth_it(d, plane->distance, bound)) return false;
  carom__curved_least found = {.normal = plane->normal, .depth = bound};
  d->descents++;
  go_down(d, polytope, &polytope->origins[4 * face], &found);
  if (found.depth < d->least.depth) d->least = found;
  return find_valley(d, &found) &&
         carom__curved_valley_has(&d->valleys[d->valley_count - 1], plane->normal, plane->distance);
}

void carom__downhill_from(carom__downhill *d, const carom__polytope *polytope, carom__dvec3 normal,
                          const uint16_t corners[3]) {
  d->least = curved_least_from(d->pair, normal);
  go_down(d, polytope, corners, &d->least);
}
