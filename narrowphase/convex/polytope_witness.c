/* polytope_witness.c: finds the point of a polytope that is closest to the origin. */
#include "polytope.h"

static carom__dvec3 corner(const carom__polytope *p, uint16_t vertex) { return p->vertices[vertex].w; }

static void take_corners(const carom__polytope *p, int face, carom__simplex *out) {
  for (int k = 0; k < 3; k++) out->vertices[k] = p->vertices[p->origins[4 * face + k]];
  out->count = 3;
}

/* The point of a face's plane nearest to the origin, by the weights of the face's vertices. */
typedef struct foot {
  int face; /* -1 for none */
  double weights[3];
} foot;

/* False when it lies outside of the face. */
static bool find_foot(const carom__polytope *p, int slot, foot *out) {
  const carom__polytope_face *face = &p->faces[slot];
  const uint16_t *corners = &p->origins[4 * slot];
  carom__dvec3 u = corner(p, corners[0]), v = corner(p, corners[1]), w = corner(p, corners[2]),
               n = face->normal;
  double of_u = dvec3_dot(n, dvec3_cross(v, w)), of_v = dvec3_dot(n, dvec3_cross(w, u)),
         of_w = dvec3_dot(n, dvec3_cross(u, v)), sum = of_u + of_v + of_w;
  *out = (foot){slot, {of_u / sum, of_v / sum, of_w / sum}};
  return of_u >= 0 && of_v >= 0 && of_w >= 0 && sum > 0;
}

static bool is_within(const carom__polytope_face *face, double limit) {
  return face->square > 0 && face->offset * fabs(face->offset) <= limit * fabs(limit) * face->square;
}

/* Of the feet inside the faces no farther than `limit`, the one nearest to the target. */
static foot find_best_foot(const carom__polytope *p, double limit, carom__dvec3 target) {
  foot best = {-1, {0, 0, 0}}, candidate;
  double least = HUGE_VAL;
  for (int i = 0; i < p->face_count; i++) {
    if (!is_within(&p->faces[i], limit)) continue;
    carom__polytope_plane plane = polytope_plane(p, i);
    carom__dvec3 off = dvec3_sub(dvec3_scale(plane.normal, plane.distance), target);
    double square = dvec3_dot(off, off);
    if (!(square < least) || !find_foot(p, i, &candidate)) continue;
    least = square;
    best = candidate;
  }
  return best;
}

/* The same of all their points, for faces whose feet lie outside by rounding. */
static bool find_nearest(const carom__polytope *p, double limit, carom__dvec3 target, carom__simplex *out) {
  double least = HUGE_VAL;
  for (int i = 0; i < p->face_count; i++) {
    if (!is_within(&p->faces[i], limit)) continue;
    carom__simplex candidate;
    take_corners(p, i, &candidate);
    carom__simplex_reduce(&candidate);
    double distance = dvec3_length(dvec3_sub(carom__simplex_point(&candidate), target));
    if (distance < least) *out = candidate;
    least = distance < least ? distance : least;
  }
  return least < HUGE_VAL;
}

bool carom__polytope_witness(const carom__polytope *p, double limit, carom__dvec3 target,
                             carom__simplex *out) {
  foot found = find_best_foot(p, limit, target);
  if (found.face < 0) return find_nearest(p, limit, target, out);
  take_corners(p, found.face, out);
  for (int k = 0; k < 3; k++) out->weights[k] = found.weights[k];
  return true;
}
