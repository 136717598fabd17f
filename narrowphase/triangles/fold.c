/* fold.c: from which side a point sees a surface that is folded along an edge.
 *
 * Two triangles meet in the line of their planes when each is on one side of the plane of the other. Those of
 * their corners that are in the other plane tell where on the line they are, so edges may meet anywhere. */
#include "fold.h"

#include "dvec.h"
#include "vec.h"

/* The heights of corners over the plane of a triangle, to the side where a point is. */
typedef struct fold_heights {
  double heights[3], least, most;
} fold_heights;

static bool is_behind(const carom__triangle *t, carom_vec3 point) {
  return vec3_dot(t->normal, vec3_sub(point, t->corners[0])) < 0;
}

static double height_over(const carom__triangle *t, carom_vec3 p) {
  return dvec3_dot(dvec3_widen(t->normal), dvec3_sub(dvec3_widen(p), dvec3_widen(t->corners[0])));
}

static fold_heights heights_over(const carom__triangle *t, bool behind, const carom_vec3 corners[3]) {
  fold_heights h = {.least = HUGE_VAL, .most = -HUGE_VAL};
  for (int i = 0; i < 3; i++) {
    double height = height_over(t, corners[i]);
    h.heights[i] = behind ? -height : height;
    h.least = lesser_double(h.least, h.heights[i]);
    h.most = greater_double(h.most, h.heights[i]);
  }
  return h;
}

typedef struct fold_stretch {
  double begin, end;
} fold_stretch;

/* Where on a line the corners are that are in a plane. */
static fold_stretch stretch_of(const carom_vec3 corners[3], const fold_heights *h, carom__dvec3 along,
                               double near) {
  fold_stretch s = {HUGE_VAL, -HUGE_VAL};
  for (int i = 0; i < 3; i++) {
    if (fabs(h->heights[i]) > near) continue;
    double at = dvec3_dot(along, dvec3_widen(corners[i]));
    s.begin = lesser_double(s.begin, at);
    s.end = greater_double(s.end, at);
  }
  return s;
}

bool carom__fold_hides(const carom__triangle *triangle, const carom__triangle *other, carom_vec3 point,
                       float near) {
  double slack = (double)near;
  bool behind = is_behind(triangle, point);
  fold_heights of_other = heights_over(triangle, behind, other->corners);
  if (of_other.least < -slack || of_other.most <= slack) return false;
  if (is_behind(other, point) == behind) return false;
  fold_heights own = heights_over(other, !behind, triangle->corners);
  if (own.most > slack || own.least >= -slack) return false;
  carom__dvec3 along = dvec3_cross(dvec3_widen(triangle->normal), dvec3_widen(other->normal));
  fold_stretch a = stretch_of(triangle->corners, &own, along, slack);
  fold_stretch b = stretch_of(other->corners, &of_other, along, slack);
  double gap = slack * dvec3_length(along);
  return a.begin <= b.end + gap && b.begin <= a.end + gap;
}
