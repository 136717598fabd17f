/* near_boxes.h: may two boxes that touch be near in more than what touches?
 *
 * Most have nothing else within the margin. A point of a face is near when a vertex is, or when an edge that
 * hardly leans comes near: it rises by no more than the margin over the least half extent, the least that may
 * lie below it. */
#ifndef CAROM_NARROWPHASE_NEAR_BOXES_H
#define CAROM_NARROWPHASE_NEAR_BOXES_H

#include <math.h>

#include "dvec.h"

/* The cosine above which a direction counts as that of a face: 0.8 degrees. */
#define CAROM__FACE_COSINE 0.9999
/* The cosine above which nothing but rounding keeps a direction from being that of a face. */
#define CAROM__SQUARE_COSINE (1 - 0x1p-21)

/* Two boxes, and the normal of their manifold in the frame of each. */
typedef struct carom__near_boxes {
  carom_vec3 half_a, half_b, normal_a, normal_b;
  double away, radii, least_half; /* away: B's middle from A's along the normal */
} carom__near_boxes;

static inline bool edge_hardly_leans(double rise, double length_squared, double least_half, double margin) {
  return rise * rise * least_half * least_half <= margin * margin * length_squared;
}

/* May an edge be near beside what touches, by how high its ends are above the other face? */
static inline bool edge_may_be_near(double first, double last, double length_squared, double least_half,
                                    double margin) {
  const double low = lesser_double(first, last), high = greater_double(first, last);
  if (!(high > 0 && low <= margin)) return false;
  return low > 0 || high <= margin || edge_hardly_leans(high - low, length_squared, least_half, margin);
}

/* What cosines may be off by that are computed in different ways. */
#define CAROM__COSINE_DOUBT 0x1p-19
/* The same of one that is all but 1, of a normal that may be that of a face. */
#define CAROM__SQUARE_DOUBT 0x1p-22

/* A box along a direction: its extents and the cosines, the greatest one last. */
typedef struct carom__box_rise {
  float length[3], cosine[3];
} carom__box_rise;

/* Sorts by selections, as which axis is the greatest cannot be predicted. */
static inline carom__box_rise box_rise_along(carom_vec3 half, carom_vec3 cosines) {
  const float length[5] = {2 * half.x, 2 * half.y, 2 * half.z, 2 * half.x, 2 * half.y};
  const float c[5] = {cosines.x, cosines.y, cosines.z, cosines.x, cosines.y};
  const bool second = (c[1] > c[0]) & (c[1] >= c[2]), third = (c[2] > c[0]) & (c[2] > c[1]);
  const int most = second ? 1 : third ? 2 : 0;
  return (carom__box_rise){{length[(most + 1) % 3], length[(most + 2) % 3], length[most]},
                           {c[(most + 1) % 3], c[(most + 2) % 3], c[most]}};
}

/* An edge of a face that looks at the other one, by how high its ends are above that; `begins` tells that one
 * end may be near by itself. No branches, as nothing of it can be predicted. */
static inline bool box_edge_may_be_near(double first, double last, double length, double least_half,
                                        double margin, double doubt, bool begins) {
  const double low = lesser_double(first, last), high = greater_double(first, last);
  return (high > -doubt) & (low <= margin + doubt) &
         ((begins & (low > -doubt)) | (high <= margin + doubt) |
          edge_hardly_leans(high - low - doubt, length * length, least_half, margin));
}

/* The face of a box that looks along the axis of the greatest cosine, of which the lowest corner is so deep
 * in the other box. Of boxes that are apart that corner is known to be near, and others are asked for. The
 * edges that do not end at that corner are mostly too high, as all that they have is above its neighbours. */
static inline bool box_face_may_be_near(const carom__box_rise *box, double least_half, double depth,
                                        double margin, double doubt) {
  const double length_u = (double)box->length[0], length_v = (double)box->length[1];
  const double up_u = length_u * (double)box->cosine[0], up_v = length_v * (double)box->cosine[1];
  const double low = -depth, at_u = up_u - depth, at_v = up_v - depth, far = up_u + up_v - depth;
  const bool touch = depth >= -doubt;
  const bool near_u = box_edge_may_be_near(low, at_u, length_u, least_half, margin, doubt, touch);
  const bool near_v = box_edge_may_be_near(low, at_v, length_v, least_half, margin, doubt, touch);
  if (lesser_double(at_u, at_v) > margin + doubt) return near_u | near_v;
  const bool beyond_u = box_edge_may_be_near(at_u, far, length_v, least_half, margin, doubt, touch);
  const bool beyond_v = box_edge_may_be_near(far, at_v, length_u, least_half, margin, doubt, touch);
  return near_u | near_v | beyond_u | beyond_v;
}

static inline float greatest_of(carom_vec3 v) { return greater_float(greater_float(v.x, v.y), v.z); }

/* May rounding tell another face? It may where the two greatest cosines are all but the same. */
static inline bool box_face_is_in_doubt(carom_vec3 c) {
  const float less = lesser_float(c.x, c.y), more = greater_float(c.x, c.y);
  const float second = greater_float(less, lesser_float(more, c.z));
  return greatest_of(c) - second <= (float)CAROM__COSINE_DOUBT;
}

/* No is what the corners of the faces say, too (collide_cores.c). Where rounding decides, the answer is yes.
 */
static inline bool near_boxes_may_have_more(const carom__near_boxes *p, double margin) {
  const carom_vec3 a = vec3_abs(p->normal_a), b = vec3_abs(p->normal_b);
  const double most_a = (double)greatest_of(a), most_b = (double)greatest_of(b);
  const double more = greater_double(most_a, most_b), less = lesser_double(most_a, most_b);
  const bool of_face = more > CAROM__FACE_COSINE - CAROM__COSINE_DOUBT;
  const bool askew =
      (more < CAROM__SQUARE_COSINE + CAROM__SQUARE_DOUBT) | (less > CAROM__FACE_COSINE - CAROM__COSINE_DOUBT);
  const bool doubted_a = box_face_is_in_doubt(a), doubted_b = box_face_is_in_doubt(b);
  if (doubted_a | doubted_b | (of_face & askew)) return true;
  if (!of_face) return false;
  const carom__box_rise rise = most_a > most_b ? box_rise_along(p->half_b, b) : box_rise_along(p->half_a, a);
  const double depth = (double)(vec3_dot(p->half_a, a) + vec3_dot(p->half_b, b)) + p->radii - p->away;
  const double size = (double)(vec3_norm1(p->half_a) + vec3_norm1(p->half_b)) + fabs(p->away);
  return box_face_may_be_near(&rise, p->least_half, depth, margin, CAROM__COSINE_DOUBT * size);
}

#endif
