/* flat_arc.c: flats that an arc closes: an ellipse around the origin, or the half of one above x. What is
 * known of the circle holds in a plane that is scaled along the axes. */
#include "flat_arc.h"

#include "moments.h"
#include "round.h"

static bool is_half(const carom__flat *flat) { return flat->count == 2; }

static carom__dvec2 shrunk(const carom__flat *flat, carom__dvec2 p) {
  return dvec2(p.x / (double)flat->arc.x, p.y / (double)flat->arc.y);
}

carom__dvec2 carom__arc_farthest(const carom__flat *flat, carom__dvec2 direction, uint32_t *vertex) {
  carom__dvec2 radii = dvec2_widen(flat->arc),
               stretched = dvec2(radii.x * direction.x, radii.y * direction.y);
  double length = dvec2_length(stretched);
  bool straight = is_half(flat) && direction.y < 0;
  *vertex = straight ? direction.x > 0 : flat->count;
  if (straight) return dvec2_widen(flat->points[*vertex]);
  if (!(length > 0)) return dvec2(0, 0);
  return dvec2(radii.x * (stretched.x / length), radii.y * (stretched.y / length));
}

carom__dvec2 carom__arc_middle(const carom__flat *flat) {
  return dvec2(0, is_half(flat) ? 0.5 * (double)flat->arc.y : 0);
}

/* Towards the centre the ellipse is not nearer than it is. */
double carom__arc_outside(const carom__flat *flat, carom__dvec2 point) {
  double length = dvec2_length(shrunk(flat, point)), outside = 0;
  if (length > 1) outside = dvec2_length(point) * (1 - 1 / length);
  return is_half(flat) && point.y < 0 ? outside - point.y : outside;
}

/* --- Lines --- */

/* From the line's nearest point to the centre, which keeps roots exact for far origins. */
static bool cut_ellipse(const carom__flat *flat, carom__dvec2 origin, carom__dvec2 way, carom__arc_cut *out) {
  carom__dvec2 o = shrunk(flat, origin), v = shrunk(flat, way);
  double vv = dvec2_dot(v, v);
  if (!(vv > 0)) return false;
  double middle = -dvec2_dot(o, v) / vv;
  carom__dvec2 nearest = dvec2_mad(o, v, middle);
  double rest = 1 - dvec2_dot(nearest, nearest);
  if (rest < 0) return false;
  double half = square_root(rest / vv);
  out->enter = middle - half, out->leave = middle + half;
  out->normal = shrunk(flat, dvec2_mad(o, v, out->enter));
  return true;
}

/* Cuts off what is below x. */
static bool cut_half(carom__dvec2 origin, carom__dvec2 way, carom__arc_cut *out) {
  if (way.y == 0) return origin.y >= 0;
  double at = -origin.y / way.y;
  if (way.y > 0 && at > out->enter) out->enter = at, out->normal = dvec2(0, -1);
  if (way.y < 0) out->leave = lesser_double(out->leave, at);
  return out->enter <= out->leave;
}

bool carom__arc_cut_find(const carom__flat *flat, carom__dvec2 origin, carom__dvec2 way,
                         carom__arc_cut *out) {
  return cut_ellipse(flat, origin, way, out) && (!is_half(flat) || cut_half(origin, way, out));
}

void carom__arc_cast_ray(const carom_shape *shape, const carom__ray *ray, carom__ray_hit *out) {
  carom__flat flat;
  carom__arc_cut cut;
  carom__flat_of(shape, &flat);
  carom__dvec2 origin = dvec2((double)ray->origin.x, (double)ray->origin.y);
  carom__dvec2 way = dvec2((double)ray->translation.x, (double)ray->translation.y);
  bool inside = carom__arc_outside(&flat, origin) == 0;
  *out = (carom__ray_hit){.hit = inside, .inside = inside};
  if (inside || !carom__arc_cut_find(&flat, origin, way, &cut)) return;
  if (!(cut.enter >= 0 && cut.enter <= 1)) return;
  carom__dvec2 normal = dvec2_scale(cut.normal, 1 / dvec2_length(cut.normal));
  *out = (carom__ray_hit){true, false, (float)cut.enter, flat_lift(dvec2_narrow(normal))};
}

/* --- What follows from it --- */

void carom__arc_obb(const carom_shape *shape, carom_obb *out) {
  carom__flat flat;
  carom__flat_of(shape, &flat);
  *out = (carom_obb){.axes = mat3_identity(), .half = vec3(flat.arc.x, flat.arc.y, 0)};
  if (is_half(&flat)) out->center.y = out->half.y = 0.5f * flat.arc.y;
}

carom_vec3 carom__arc_support(const carom_shape *shape, carom_vec3 direction, uint32_t *index) {
  carom__flat flat;
  carom__flat_of(shape, &flat);
  carom__dvec2 d = dvec2((double)direction.x, (double)direction.y);
  return flat_lift(dvec2_narrow(carom__arc_farthest(&flat, d, index)));
}

carom_vec3 carom__arc_center(const carom_shape *shape) {
  carom__flat flat;
  carom__flat_of(shape, &flat);
  return flat_lift(dvec2_narrow(carom__arc_middle(&flat)));
}

carom_status carom__arc_moments(const carom_shape *shape, carom__moments *out) {
  const double pi = 3.14159265358979323846;
  carom__flat flat;
  carom__flat_of(shape, &flat);
  double a = (double)flat.arc.x, b = (double)flat.arc.y, part = is_half(&flat) ? 0.5 : 1;
  double area = part * pi * a * b;
  *out = (carom__moments){.volume = area};
  if (is_half(&flat)) out->first.y = 2 * a * b * b / 3;
  out->second[0].x = area * a * a / 4;
  out->second[1].y = area * b * b / 4;
  return CAROM_OK;
}

static carom__drawn arc_point(const carom__flat *flat, double degrees) {
  carom_vec2 d = carom_direction_degrees(degrees);
  carom__dvec2 out = shrunk(flat, dvec2_widen(d));
  out = dvec2_scale(out, 1 / dvec2_length(out));
  return (carom__drawn){vec3(flat->arc.x * d.x, flat->arc.y * d.y, 0), flat_lift(dvec2_narrow(out))};
}

void carom__arc_draw(const carom_shape *shape, const carom__outline *out) {
  carom__flat flat;
  carom__flat_of(shape, &flat);
  uint32_t circle = drawn_lines(out, CAROM__FLAT_LINES), lines = is_half(&flat) ? circle / 2 : circle;
  carom__drawn first = arc_point(&flat, 0), last = first;
  for (uint32_t i = 1; i <= lines; i++) {
    carom__drawn next = i == circle ? first : arc_point(&flat, i * (360.0 / circle));
    draw_side(out, &last, &next);
    draw_facet(out, vec3(0, 0, 1), first.at, last.at, next.at);
    last = next;
  }
  last.normal = first.normal = vec3(0, -1, 0);
  if (is_half(&flat)) draw_side(out, &last, &first);
}
