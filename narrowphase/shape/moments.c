/* moments.c: sums of moments, and the moments of simple pieces. */
#include "moments.h"

#include "trig.h"

static void add_scaled(carom__dvec3 *to, carom__dvec3 v, double factor) { *to = dvec3_mad(*to, v, factor); }

void carom__moments_add_product(carom__moments *m, double factor, carom__dvec3 a, carom__dvec3 b) {
  double half = 0.5 * factor, of_a[3], of_b[3];
  dvec3_store(of_a, a), dvec3_store(of_b, b);
  for (int i = 0; i < 3; i++) {
    add_scaled(&m->second[i], b, half * of_a[i]);
    add_scaled(&m->second[i], a, half * of_b[i]);
  }
}

void carom__moments_add_round(carom__moments *m, double factor) {
  m->second[0].x += factor, m->second[1].y += factor, m->second[2].z += factor;
}

static void add_all(carom__moments *sum, const carom__moments *part) {
  sum->volume += part->volume;
  sum->first = dvec3_add(sum->first, part->first);
  for (int i = 0; i < 3; i++) sum->second[i] = dvec3_add(sum->second[i], part->second[i]);
}

void carom__moments_add_moved(carom__moments *sum, const carom__moments *part, carom__dvec3 way) {
  carom__moments moved = *part;
  add_scaled(&moved.first, way, part->volume);
  carom__moments_add_product(&moved, 2, part->first, way);
  carom__moments_add_product(&moved, part->volume, way, way);
  add_all(sum, &moved);
}

void carom__moments_center(carom__moments *m) {
  if (!(m->volume > 0)) return;
  carom__dvec3 way = dvec3_scale(m->first, 1 / m->volume);
  carom__moments centered = {.from = dvec3_add(m->from, way)};
  carom__moments_add_moved(&centered, m, dvec3_scale(way, -1));
  centered.first = dvec3(0, 0, 0); /* but for rounding it is */
  *m = centered;
}

/* Two solids have the second moments of both, and those of the way between their centres (Steiner's theorem):
 * nothing is subtracted. */
static void add_centered(carom__moments *sum, const carom__moments *part) {
  double whole = sum->volume + part->volume, share = part->volume / whole;
  carom__dvec3 way = dvec3_sub(part->from, sum->from);
  carom__moments_add_product(sum, sum->volume * share, way, way);
  add_all(sum, part);
  sum->from = dvec3_mad(sum->from, way, share);
}

void carom__moments_add_placed(carom__moments *sum, const carom__moments *part,
                               const carom__relative *place) {
  const carom__dvec3 axes[3] = {dvec3_widen(place->axes.x), dvec3_widen(place->axes.y),
                                dvec3_widen(place->axes.z)};
  carom__moments turned = {.volume = part->volume, .from = dvec3_widen(place->origin)};
  double from[3], row[3];
  if (!(part->volume > 0)) return;
  dvec3_store(from, part->from);
  for (int i = 0; i < 3; i++) {
    add_scaled(&turned.from, axes[i], from[i]);
    dvec3_store(row, part->second[i]);
    for (int k = 0; k < 3; k++) carom__moments_add_product(&turned, row[k], axes[i], axes[k]);
  }
  add_centered(sum, &turned);
}

/* --- Triangles --- */

/* Adds factor (s sᵀ + a aᵀ + b bᵀ + c cᵀ), where s is the sum of the corners. */
static void add_corners(carom__moments *m, const carom__dvec3 corners[3], carom__dvec3 sum, double factor) {
  carom__moments_add_product(m, factor, sum, sum);
  for (int i = 0; i < 3; i++) carom__moments_add_product(m, factor, corners[i], corners[i]);
}

static carom__dvec3 sum_of(const carom__dvec3 corners[3]) {
  return dvec3_add(dvec3_add(corners[0], corners[1]), corners[2]);
}

void carom__moments_add_tetrahedron(carom__moments *sum, const carom__dvec3 corners[3]) {
  double six = dvec3_dot(corners[0], dvec3_cross(corners[1], corners[2]));
  carom__dvec3 all = sum_of(corners);
  sum->volume += six / 6;
  add_scaled(&sum->first, all, six / 24);
  add_corners(sum, corners, all, six / 120);
}

void carom__moments_add_prism(carom__moments *sum, const carom__dvec3 corners[3], carom__dvec3 normal,
                              double thickness) {
  carom__dvec3 e = dvec3_sub(corners[1], corners[0]), f = dvec3_sub(corners[2], corners[0]);
  carom__dvec3 all = sum_of(corners);
  double t = thickness, area = 0.5 * dvec3_length(dvec3_cross(e, f));
  sum->volume += area * t;
  add_scaled(&sum->first, all, area * t / 3);
  add_scaled(&sum->first, normal, area * t * t / 2);
  add_corners(sum, corners, all, area * t / 12);
  carom__moments_add_product(sum, area * t * t / 3, all, normal);
  carom__moments_add_product(sum, area * t * t * t / 3, normal, normal);
}

/* --- Sectors --- */

double carom__angle_between(carom__dvec3 from, carom__dvec3 to) {
  return carom__arctan2(dvec3_length(dvec3_cross(from, to)), dvec3_dot(from, to));
}

/* The integral of the direction u along an arc is (to - from) x axis. That of u uᵀ is half of that of the
 * unit matrix of its plane, and half of what the products of u and axis x u change by. */
static void add_arc_products(carom__moments *m, const carom__sector *s, double angle, double factor) {
  carom__moments_add_round(m, 0.5 * angle * factor);
  carom__moments_add_product(m, -0.5 * angle * factor, s->axis, s->axis);
  carom__moments_add_product(m, -0.5 * factor, s->to, dvec3_cross(s->axis, s->to));
  carom__moments_add_product(m, 0.5 * factor, s->from, dvec3_cross(s->axis, s->from));
}

void carom__moments_add_sector(carom__moments *sum, const carom__sector *sector, carom__dvec3 middle,
                               double length) {
  double r = sector->radius, angle = carom__angle_between(sector->from, sector->to);
  double volume = 0.5 * r * r * angle * length;
  carom__dvec3 across = dvec3_cross(dvec3_sub(sector->to, sector->from), sector->axis);
  carom__moments part = {.volume = volume};
  part.first = dvec3_scale(across, length * r * r * r / 3);
  add_arc_products(&part, sector, angle, length * r * r * r * r / 4);
  carom__moments_add_product(&part, volume * length * length / 12, sector->axis, sector->axis);
  carom__moments_add_moved(sum, &part, middle);
}
