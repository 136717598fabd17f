/* flat_class.c: what the classes of planar kinds have in common. */
#include "flat_class.h"

#include "round.h"
#include "trig.h"

carom_vec3 carom__flat_vertex(const carom_shape *shape, uint32_t index) {
  carom__flat flat;
  carom__flat_of(shape, &flat);
  return flat_lift(flat.points[index]);
}

uint32_t carom__flat_vertex_count(const carom_shape *shape) {
  carom__flat flat;
  carom__flat_of(shape, &flat);
  return flat.count;
}

carom_vec3 carom__flat_center(const carom_shape *shape) {
  carom__flat flat;
  carom__flat_of(shape, &flat);
  carom_vec3 sum = flat_lift(flat.points[0]);
  for (uint32_t i = 1; i < flat.count; i++) sum = vec3_add(sum, flat_lift(flat.points[i]));
  return vec3_scale(sum, 1.0f / (float)flat.count);
}

static uint32_t farthest(const carom__flat *flat, carom_vec3 direction) {
  uint32_t best = 0;
  float most = vec3_dot(flat_lift(flat->points[0]), direction);
  for (uint32_t i = 1; i < flat->count; i++) {
    float reach = vec3_dot(flat_lift(flat->points[i]), direction);
    if (reach > most) most = reach, best = i;
  }
  return best;
}

carom_vec3 carom__flat_support(const carom_shape *shape, carom_vec3 direction, uint32_t *index) {
  carom__flat flat;
  carom__flat_of(shape, &flat);
  *index = farthest(&flat, direction);
  return flat_lift(flat.points[*index]);
}

/* The direction of the first edge; that of x for a point. */
static carom__dvec2 axis_of(const carom__flat *flat) {
  carom__dvec2 edge = dvec2_sub(dvec2_widen(flat->points[flat->count > 1]), dvec2_widen(flat->points[0]));
  double length = dvec2_length(edge);
  return length > 0 ? dvec2_scale(edge, 1 / length) : dvec2(1, 0);
}

/* The half extents grow by the rounding of the centre and the axes. */
void carom__flat_obb_along(const carom__flat *flat, carom__dvec2 axis, carom_obb *out) {
  carom__dvec2 least = {HUGE_VAL, HUGE_VAL}, most = {-HUGE_VAL, -HUGE_VAL};
  for (uint32_t i = 0; i < flat->count; i++) {
    carom__dvec2 p = dvec2_along(axis, dvec2_widen(flat->points[i]));
    least = dvec2(lesser_double(least.x, p.x), lesser_double(least.y, p.y));
    most = dvec2(greater_double(most.x, p.x), greater_double(most.y, p.y));
  }
  carom__dvec2 middle = dvec2_scale(dvec2_add(least, most), 0.5), half = dvec2_sub(most, middle);
  double more = (double)flat->radius + (flat->count > 1 ? 4 * 0x1p-24 * (double)flat->reach : 0);
  carom_vec2 x = dvec2_narrow(axis);
  out->center = flat_lift(dvec2_narrow(dvec2_turn(axis, middle)));
  out->axes = (carom_mat3){{x.x, x.y, 0}, {-x.y, x.x, 0}, {0, 0, 1}};
  out->half = vec3((float)(half.x + more), (float)(half.y + more), 0);
}

void carom__flat_obb(const carom_shape *shape, carom_obb *out) {
  carom__flat flat;
  carom__flat_of(shape, &flat);
  carom__flat_obb_along(&flat, axis_of(&flat), out);
}

/* --- Rays --- */

/* Cuts a ray with the half planes of a sharp polygon (Cyrus and Beck, 1978). */
static void cast_at_polygon(const carom__flat *flat, const carom__ray *ray, carom__ray_hit *out) {
  carom__dvec2 origin = dvec2((double)ray->origin.x, (double)ray->origin.y);
  carom__dvec2 way = dvec2((double)ray->translation.x, (double)ray->translation.y), normal = {0, 0};
  double enter = 0, leave = 1;
  *out = (carom__ray_hit){.hit = false};
  for (uint32_t i = 0; i < flat->count; i++) {
    carom__dvec2 p = dvec2_widen(flat->points[i]);
    carom__dvec2 edge = dvec2_sub(dvec2_widen(flat->points[flat_after(i, flat->count)]), p);
    double beyond = dvec2_cross(dvec2_sub(origin, p), edge), outward = dvec2_cross(way, edge);
    if (beyond > 0 && outward >= 0) return;
    if (beyond > 0 && -beyond / outward > enter)
      enter = -beyond / outward, normal = dvec2_neg(dvec2_left(edge));
    if (beyond <= 0 && outward > 0) leave = lesser_double(leave, -beyond / outward);
  }
  if (enter > leave) return;
  double length = dvec2_length(normal);
  carom_vec2 unit = dvec2_narrow(length > 0 ? dvec2_scale(normal, 1 / length) : normal);
  *out = (carom__ray_hit){true, length == 0, (float)enter, flat_lift(unit)};
}

/* On which side of the ray an end lies is the same for all segments that share the end, so that no ray slips
 * through a joint. Of a ray that all but runs along a segment these sides are rounding, but the hit lies
 * between the ends all the same. */
static void cast_at_segment(const carom__flat *flat, const carom__ray *ray, carom__ray_hit *out) {
  carom__dvec2 origin = dvec2((double)ray->origin.x, (double)ray->origin.y);
  carom__dvec2 way = dvec2((double)ray->translation.x, (double)ray->translation.y);
  carom__dvec2 a = dvec2_sub(dvec2_widen(flat->points[0]), origin);
  carom__dvec2 b = dvec2_sub(dvec2_widen(flat->points[1]), origin), edge = dvec2_sub(b, a);
  double side_a = dvec2_cross(way, a), side_b = dvec2_cross(way, b), turn = side_b - side_a;
  double fraction = turn != 0 ? dvec2_cross(a, edge) / turn : -1, length2 = dvec2_dot(way, way);
  carom__dvec2 normal = dvec2_scale(dvec2_left(edge), turn > 0 ? 1 : -1);
  bool inside = dvec2_cross(a, b) == 0 && dvec2_dot(a, b) <= 0;
  *out = (carom__ray_hit){.hit = inside, .inside = inside};
  if (length2 > 0) {
    double at_a = dvec2_dot(a, way) / length2, at_b = dvec2_dot(b, way) / length2;
    double first = lesser_double(at_a, at_b), last = greater_double(at_a, at_b);
    bool along = side_a == 0 && side_b == 0; /* its line: to the nearer end */
    fraction = along ? first : lesser_double(greater_double(fraction, first), last);
    if (along) normal = dvec2_neg(way);
  }
  if (inside || side_a * side_b > 0 || !(fraction >= 0 && fraction <= 1)) return;
  carom_vec2 unit = dvec2_narrow(dvec2_scale(normal, 1 / dvec2_length(normal)));
  *out = (carom__ray_hit){true, false, (float)fraction, flat_lift(unit)};
}

/* A rounded polygon is the sharp one and the stadiums around its edges. */
void carom__flat_cast_ray(const carom_shape *shape, const carom__ray *ray, carom__ray_hit *out) {
  carom__flat flat;
  carom__flat_of(shape, &flat);
  uint32_t edges = flat.count > 2 ? flat.count : 1;
  carom__dvec3 o = dvec3_widen(ray->origin), v = dvec3_widen(ray->translation);
  *out = (carom__ray_hit){.hit = false};
  if (flat.count > 2) cast_at_polygon(&flat, ray, out);
  if (flat.count == 2 && flat.radius == 0) cast_at_segment(&flat, ray, out);
  for (uint32_t i = 0; i < edges && flat.radius > 0; i++) {
    carom_vec2 a = flat.points[i], b = flat.points[flat_after(i, flat.count)];
    carom__round_meet_edge((carom_capsule){flat_lift(a), flat_lift(b), flat.radius}, &o, &v, out);
  }
}

/* --- Drawing --- */

typedef struct flat_pen {
  const carom__outline *out;
  carom__drawn first, last;
  uint32_t drawn; /* points so far */
} flat_pen;

static void draw_to(flat_pen *pen, carom__drawn next) {
  if (pen->drawn++ == 0) pen->first = pen->last = next;
  draw_side(pen->out, &pen->last, &next);
  draw_facet(pen->out, vec3(0, 0, 1), pen->first.at, pen->last.at, next.at);
  pen->last = next;
}

static carom__drawn drawn_around(const carom__flat *flat, uint32_t i, carom_vec2 normal) {
  return (carom__drawn){vec3_mad(flat_lift(flat->points[i]), flat_lift(normal), flat->radius),
                        flat_lift(normal)};
}

/* The outward normal of the edge that begins at a vertex. */
static carom__dvec2 edge_normal(const carom__flat *flat, uint32_t i) {
  carom__dvec2 a = dvec2_widen(flat->points[i]), b = dvec2_widen(flat->points[flat_after(i, flat->count)]);
  carom__dvec2 right = dvec2_neg(dvec2_left(dvec2_sub(b, a)));
  return dvec2_scale(right, 1 / dvec2_length(right));
}

/* The part of a circle at a vertex, up to where the next edge begins. */
static void draw_corner(flat_pen *pen, const carom__flat *flat, uint32_t i) {
  const double turn = 2 * 3.14159265358979323846;
  carom__dvec2 from = edge_normal(flat, flat_before(i, flat->count)), to = edge_normal(flat, i);
  double start = carom__arctan2(from.y, from.x),
         angle = carom__arctan2(dvec2_cross(from, to), dvec2_dot(from, to));
  if (angle < 0) angle += turn;
  uint32_t lines = (uint32_t)(angle * drawn_lines(pen->out, CAROM__FLAT_LINES) / turn - 1e-6) + 1;
  draw_to(pen, drawn_around(flat, i, dvec2_narrow(from)));
  for (uint32_t k = 1; k < lines; k++)
    draw_to(pen, drawn_around(flat, i, carom_direction(start + k * (angle / lines))));
  draw_to(pen, drawn_around(flat, i, dvec2_narrow(to)));
}

static void draw_circle(flat_pen *pen, const carom__flat *flat) {
  uint32_t lines = drawn_lines(pen->out, CAROM__FLAT_LINES);
  for (uint32_t k = 0; k < lines; k++)
    draw_to(pen, drawn_around(flat, 0, carom_direction_degrees(k * (360.0 / lines))));
}

static void draw_round(const carom__flat *flat, const carom__outline *out) {
  flat_pen pen = {.out = out};
  if (flat->count == 1) draw_circle(&pen, flat);
  for (uint32_t i = 0; i < flat->count && flat->count > 1; i++) draw_corner(&pen, flat, i);
  draw_to(&pen, pen.first);
}

/* A segment has one line, which leads from its first point to its second. */
static void draw_sharp(const carom__flat *flat, const carom__outline *out) {
  for (uint32_t i = 0; i < (flat->count > 2 ? flat->count : 1); i++) {
    carom_vec2 normal = dvec2_narrow(edge_normal(flat, i));
    carom__drawn a = drawn_around(flat, i, normal);
    carom__drawn b = drawn_around(flat, flat_after(i, flat->count), normal);
    draw_side(out, &a, &b);
    draw_facet(out, vec3(0, 0, 1), flat_lift(flat->points[0]), a.at, b.at);
  }
}

void carom__flat_draw(const carom_shape *shape, const carom__outline *out) {
  carom__flat flat;
  carom__flat_of(shape, &flat);
  if (flat.radius > 0)
    draw_round(&flat, out);
  else
    draw_sharp(&flat, out);
}
