/* curved_features.c: the least depth, or the distance, of cores of which one is curved, where a point of one
 * core at a face, a cap or the side of the other proves it.
 *
 * Along every direction two convex sets overlap by at least as much as one of them and a point of the other.
 * So where a point of one core is as deep inside the other as both overlap along a normal, no direction is
 * less deep. How deep a point is in a box or in a frustum is known in closed form, and the normal is mostly
 * that of a face or of a cap, or leads from the axis of a cylinder to that of another or to a rim. The same
 * holds of cores that are apart, where the depth is negative, and the point lies across from the face. */
#include "curved.h"

/* --- How deep a point is in a core: negative outside, where it must lie across from one face alone --- */

/* Between two discs and inside the side around them: across from a disc, or from the side between both. */
static double depth_in_frustum(const carom__curved_core *core, carom__dvec3 p) {
  carom__dvec3 way = dvec3_sub(p, core->centers[0]);
  double height = dvec3_dot(dvec3_sub(core->centers[1], core->centers[0]), core->axis);
  double y = dvec3_dot(way, core->axis), cap = lesser_double(y, height - y);
  double off = dvec3_length(dvec3_mad(way, core->axis, -y));
  if (cap < 0) return off <= core->radii[y > 0] ? cap : -HUGE_VAL;
  double wider = core->radii[1] - core->radii[0], slant = height * height + wider * wider;
  double over = (core->radii[0] - off) * height + wider * y, foot = y - wider * over / slant;
  if (over < 0 && !(foot >= 0 && foot <= height)) return -HUGE_VAL;
  return lesser_double(over / square_root(slant), cap);
}

/* A point in the frame of a core. */
static carom__dvec3 own_point(const carom__curved_core *core, carom__dvec3 p) {
  if (!core->pose) return p;
  return dvec3_unrotate(&core->pose->axes, dvec3_sub(p, dvec3_widen(core->pose->origin)));
}

/* A vertex in A's frame. */
static carom__dvec3 corner_of(const carom__curved_core *core, uint32_t index) {
  carom_vec3 own = core->core->class->vertex(core->core->shape, index);
  return core->pose ? dvec3_place(core->pose, own) : dvec3_widen(own);
}

static double depth_in_box(const carom__curved_core *core, carom__dvec3 p) {
  carom__dvec3 own = own_point(core, p), half = dvec3_widen(*core->core->box);
  double x = half.x - fabs(own.x), y = half.y - fabs(own.y), z = half.z - fabs(own.z);
  int outside = (x < 0) + (y < 0) + (z < 0);
  return outside > 1 ? -HUGE_VAL : lesser_double(x, lesser_double(y, z));
}

/* Less than anything where there is no closed form. */
static double depth_in(const carom__curved_core *core, carom__dvec3 p) {
  if (core->core->box) return depth_in_box(core, p);
  return curved_is_frustum(core) ? depth_in_frustum(core, p) : -HUGE_VAL;
}

/* What rounding may hide, in depth: beside a flat face, that of its frame; beside a side, where the normal is
 * off by the root of it, no more than that of what is computed here. */
static double slack_of_face(const carom__curved_pair *pair) { return 0.25 * pair->cores->touch; }
static double slack_of_side(const carom__curved_pair *pair) { return 0x1p-44 * pair->cores->size; }

/* Are the cores farther apart along a direction than anybody asks? Then it need not be the least depth. */
static bool is_beyond(const carom__curved_pair *pair, const carom__curved_least *along) {
  return -along->depth > pair->cores->reach;
}

static void one_point(carom__curved_least *out) {
  carom__vertex *v = &out->simplex.vertices[0];
  v->w = dvec3_sub(v->a, v->b);
  out->simplex.weights[0] = 1;
  out->simplex.count = 1;
  out->has_points = true;
}

/* --- Faces --- */

static void offer(carom__curved_least *least, carom__dvec3 normal, double depth) {
  if (depth < least->tried_depth) least->tried = normal, least->tried_depth = depth;
}

/* Along a normal that leads out of one core, is the deepest point of the other as deep inside it as both
 * overlap? Then that is written down. */
static bool normal_is_least(const carom__curved_pair *pair, bool of_a, carom__dvec3 outward, double slack,
                            carom__curved_least *out) {
  carom__vertex *v = &out->simplex.vertices[0];
  out->normal = of_a ? outward : dvec3_neg(outward);
  carom__curved_support(pair, out->normal, v);
  out->depth = dvec3_dot(v->w, out->normal);
  offer(out, out->normal, out->depth);
  carom__dvec3 *own = of_a ? &v->a : &v->b, other = of_a ? v->b : v->a;
  bool least = depth_in(of_a ? &pair->a : &pair->b, other) >= out->depth - slack;
  if (!least && !is_beyond(pair, out)) return false;
  *own = dvec3_mad(other, outward, out->depth);
  one_point(out);
  return true;
}

/* The cap on the side of the middle of the other core. */
static bool cap_is_least(const carom__curved_pair *pair, bool of_a, carom__dvec3 middle,
                         carom__curved_least *out) {
  const carom__curved_core *core = of_a ? &pair->a : &pair->b;
  double up = dvec3_dot(dvec3_sub(middle, core->centers[0]), core->axis);
  double down = dvec3_dot(dvec3_sub(core->centers[1], middle), core->axis);
  carom__dvec3 outward = up > down ? core->axis : dvec3_neg(core->axis);
  return normal_is_least(pair, of_a, outward, slack_of_face(pair), out);
}

/* The face of a box that the middle of the other core is farthest from. */
static bool box_face_is_least(const carom__curved_pair *pair, bool of_a, carom__dvec3 middle,
                              carom__curved_least *out) {
  const carom__curved_core *core = of_a ? &pair->a : &pair->b;
  carom__dvec3 own = own_point(core, middle), half = dvec3_widen(*core->core->box);
  double x = fabs(own.x) - half.x, y = fabs(own.y) - half.y, z = fabs(own.z) - half.z;
  int axis = x >= y && x >= z ? 0 : y >= z ? 1 : 2;
  double sign = copysign(1, axis == 0 ? own.x : axis == 1 ? own.y : own.z);
  carom__dvec3 n = dvec3(axis == 0 ? sign : 0, axis == 1 ? sign : 0, axis == 2 ? sign : 0);
  if (core->pose) n = dvec3_normalize_or(dvec3_rotate(&core->pose->axes, n), n);
  return normal_is_least(pair, of_a, n, slack_of_face(pair), out);
}

static carom__dvec3 middle_of(const carom__curved_core *core) {
  carom__dvec3 middle = dvec3_widen(core->core->center);
  return core->pose ? dvec3_add(dvec3_rotate(&core->pose->axes, middle), dvec3_widen(core->pose->origin))
                    : middle;
}

/* --- Triangles: they are flat, so that a point in one proves nothing of what overlaps ---
 *
 * Frustums have a closed form of their own (frustum_triangle.c). Others are nearest to a triangle across from
 * its face where their nearest point lies over that. */

static bool is_triangle(const carom__curved_core *core) {
  const carom__shape_class *class = core->core->class;
  return class->vertex_count && class->vertex_count(core->core->shape) == 3;
}

typedef struct flat_face {
  carom__dvec3 corners[3], normal; /* unit */
} flat_face;

static flat_face flat_face_of(const carom__curved_core *core) {
  flat_face f;
  for (uint32_t i = 0; i < 3; i++) f.corners[i] = corner_of(core, i);
  carom__dvec3 across =
      dvec3_cross(dvec3_sub(f.corners[1], f.corners[0]), dvec3_sub(f.corners[2], f.corners[0]));
  f.normal = dvec3_normalize_or(across, dvec3(0, 0, 0));
  return f;
}

/* Is a point within the edges, as seen along the normal? */
static bool is_over(const flat_face *f, carom__dvec3 p) {
  for (int i = 0; i < 3; i++) {
    carom__dvec3 edge = dvec3_sub(f->corners[(i + 1) % 3], f->corners[i]);
    if (dvec3_dot(dvec3_cross(f->normal, edge), dvec3_sub(p, f->corners[i])) < 0) return false;
  }
  return true;
}

static bool triangle_is_least(const carom__curved_pair *pair, bool of_a, carom__dvec3 middle,
                              carom__curved_least *out) {
  const flat_face face = flat_face_of(of_a ? &pair->a : &pair->b);
  bool above = dvec3_dot(face.normal, dvec3_sub(middle, face.corners[0])) > 0;
  carom__dvec3 outward = above ? face.normal : dvec3_neg(face.normal);
  carom__vertex *v = &out->simplex.vertices[0];
  out->normal = of_a ? outward : dvec3_neg(outward);
  carom__curved_support(pair, out->normal, v);
  out->depth = dvec3_dot(v->w, out->normal);
  if (is_beyond(pair, out)) return true;
  carom__dvec3 *own = of_a ? &v->a : &v->b;
  *own = dvec3_mad(of_a ? v->b : v->a, outward, out->depth);
  one_point(out);
  return out->depth + pair->cores->touch <= 0 && is_over(&face, *own);
}

static bool a_face_is_least(const carom__curved_pair *pair, bool of_a, carom__curved_least *out) {
  const carom__curved_core *core = of_a ? &pair->a : &pair->b;
  carom__dvec3 middle = middle_of(of_a ? &pair->b : &pair->a);
  if (core->core->box) return box_face_is_least(pair, of_a, middle, out);
  if (is_triangle(core)) return triangle_is_least(pair, of_a, middle, out);
  return curved_is_frustum(core) && cap_is_least(pair, of_a, middle, out);
}

/* --- Sides --- */

static bool is_cylinder(const carom__curved_core *core) {
  return curved_is_frustum(core) && core->radii[0] == core->radii[1];
}

/* The nearest points of two axes: how far each is along, as a part of the way between the discs, and the way
 * from A's to B's. */
typedef struct axes_gap {
  double at_a, at_b;
  carom__dvec3 way;
} axes_gap;

static double part_of(double over, double under) {
  return under > 0 ? lesser_double(greater_double(over / under, 0), 1) : 0;
}

/* After Ericson (2005), 5.1.9. */
static axes_gap gap_of_axes(const carom__curved_core *a, const carom__curved_core *b) {
  axes_gap gap;
  carom__dvec3 along_a = dvec3_sub(a->centers[1], a->centers[0]);
  carom__dvec3 along_b = dvec3_sub(b->centers[1], b->centers[0]);
  carom__dvec3 way = dvec3_sub(b->centers[0], a->centers[0]);
  double aa = dvec3_dot(along_a, along_a), bb = dvec3_dot(along_b, along_b);
  double ab = dvec3_dot(along_a, along_b), wa = dvec3_dot(along_a, way), wb = dvec3_dot(along_b, way);
  gap.at_b = part_of(ab * part_of(wa * bb - wb * ab, aa * bb - ab * ab) - wb, bb);
  gap.at_a = part_of(ab * gap.at_b + wa, aa);
  gap.way = dvec3_mad(dvec3_mad(way, along_b, gap.at_b), along_a, -gap.at_a);
  return gap;
}

static bool is_between(double part) { return part > 0 && part < 1; }

/* Two cylinders whose sides cross: the way is square to both axes, so that each reaches a radius along it. */
static bool sides_are_least(const carom__curved_pair *pair, const axes_gap *gap, carom__curved_least *out) {
  double distance = dvec3_length(gap->way);
  if (!(distance > 0 && is_between(gap->at_a) && is_between(gap->at_b))) return false;
  carom__vertex *v = &out->simplex.vertices[0];
  out->normal = dvec3_scale(gap->way, 1 / distance);
  out->depth = pair->a.radii[0] + pair->b.radii[0] - distance;
  carom__dvec3 along = dvec3_sub(pair->a.centers[1], pair->a.centers[0]);
  v->a = dvec3_mad(dvec3_mad(pair->a.centers[0], along, gap->at_a), out->normal, pair->a.radii[0]);
  v->b = dvec3_mad(v->a, out->normal, -out->depth);
  if (!(depth_in(&pair->a, v->b) >= out->depth - slack_of_side(pair))) return false;
  v->index_a = gap->at_a > 0.5, v->index_b = gap->at_b > 0.5;
  one_point(out);
  return true;
}

/* Where a circle that is seen from the side as an ellipse comes nearest to a point outside it: the root of a
 * convex function, from the side where it falls (Eberly, 2013). The point is in the ellipse's own axes. */
#define ELLIPSE_STEPS 12
static bool nearest_on_ellipse(double wide, double narrow, double x, double y, double *out_x, double *out_y) {
  double ww = wide * wide, nn = narrow * narrow;
  double t = greater_double(greater_double(wide * fabs(x) - ww, narrow * fabs(y) - nn), 0);
  for (int i = 0; i < ELLIPSE_STEPS; i++) {
    double u = wide * x / (t + ww), v = narrow * y / (t + nn), over = u * u + v * v - 1;
    if (!(over > 0)) break;
    double step = over / (2 * (u * u / (t + ww) + v * v / (t + nn)));
    if (!(step > 0x1p-50 * (t + ww))) break;
    t += step;
  }
  *out_x = ww * x / (t + ww), *out_y = nn * y / (t + nn);
  return t > 0;
}

/* The side of a cylinder at the rim of the other core. */
static bool rim_is_least(const carom__curved_pair *pair, bool of_a, uint32_t disc, carom__curved_least *out) {
  const carom__curved_core *core = of_a ? &pair->a : &pair->b, *other = of_a ? &pair->b : &pair->a;
  carom__dvec3 way = dvec3_sub(core->centers[0], other->centers[disc]);
  carom__dvec3 aside = dvec3_cross(core->axis, other->axis);
  double square = dvec3_dot(aside, aside), cosine = fabs(dvec3_dot(core->axis, other->axis)), x = 0, y = 0;
  if (!(square > 0 && cosine > 0)) return false;
  carom__dvec3 u = dvec3_scale(aside, 1 / square_root(square)), w = dvec3_cross(core->axis, u);
  double far_x = dvec3_dot(way, u), far_y = dvec3_dot(way, w), radius = other->radii[disc];
  if (radius > 0 && !nearest_on_ellipse(radius, cosine * radius, far_x, far_y, &x, &y)) return false;
  carom__dvec3 outward = dvec3_add(dvec3_scale(u, x - far_x), dvec3_scale(w, y - far_y));
  double length = dvec3_length(outward);
  if (!(length > 0)) return false;
  return normal_is_least(pair, of_a, dvec3_scale(outward, 1 / length), slack_of_side(pair), out);
}

static bool side_is_least(const carom__curved_pair *pair, carom__curved_least *out) {
  const carom__curved_core *a = &pair->a, *b = &pair->b;
  if (!(is_cylinder(a) || is_cylinder(b)) || !a->has_discs || !b->has_discs || a->has_balls || b->has_balls)
    return false;
  axes_gap gap = gap_of_axes(a, b);
  bool round_a = is_cylinder(a), round_b = is_cylinder(b);
  return (round_a && round_b && sides_are_least(pair, &gap, out)) ||
         (round_a && rim_is_least(pair, true, gap.at_b > 0.5, out)) ||
         (round_b && rim_is_least(pair, false, gap.at_a > 0.5, out));
}

bool carom__curved_features(const carom__curved_pair *pair, carom__curved_least *out) {
  out->tried_depth = HUGE_VAL;
  return a_face_is_least(pair, true, out) || a_face_is_least(pair, false, out) || side_is_least(pair, out);
}

/* --- Where to look next --- */

void carom__curved_offer_side(const carom__curved_pair *pair, bool of_a, carom__curved_least *least) {
  const carom__curved_core *core = of_a ? &pair->a : &pair->b;
  if (!curved_is_frustum(core)) return;
  carom__dvec3 way = dvec3_sub(middle_of(of_a ? &pair->b : &pair->a), core->centers[0]);
  carom__dvec3 up = dvec3_sub(core->centers[1], core->centers[0]);
  carom__dvec3 across = curved_part_across(core, way);
  double out = dvec3_length(across), height = dvec3_dot(up, core->axis);
  if (!(out > CAROM__CURVED_LEAN * dvec3_length(way))) return;
  across = dvec3_mad(dvec3_scale(across, height / out), core->axis, core->radii[0] - core->radii[1]);
  carom__dvec3 normal = dvec3_scale(across, (of_a ? 1 : -1) / dvec3_length(across));
  offer(least, normal, curved_depth(pair, normal));
}
