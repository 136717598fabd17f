/* frustum_on_triangle.c: proves that what a triangle touches a frustum with is its face.
 *
 * Let d be how far the frustum reaches below the plane of the triangle, and w the part of d that a direction
 * must save to be taken instead of the normal n: all but the preference for faces. Let q be a point of the
 * triangle that is r >= d away from the edges, such that the frustum has q and the point x below it by w.
 * Along a direction that leans from n by t, up to a right angle, both overlap by w cos t + r sin t at least,
 * because of x and the disc around q, which is no less than w. At a right angle it is no less than d: a cap
 * of the frustum may look there, and is a face as well. Beyond it, take a ball in the frustum, of radius b
 * around a point c on the way from q to its middle, which is above the plane: because of it and the disc,
 * both overlap by b at least where c is no more than r aside of q, and by as much less as it is farther
 * aside. So no direction is less deep than w.
 *
 * The lowest points of both circles span the line on which the frustum lies, and all of it is in the frustum.
 * So q is looked for above that line first, and else as near to the lower end of it as the edges allow. All
 * is in the frame of the frustum and in double. */
#include "frustum_on_triangle.h"

#include "clip.h"
#include "frustum_triangle.h"
#include "manifold.h"

/* What is computed here may be off by less than this part of the preference. */
#define ON_TRIANGLE_ROUNDING 0x1p-16

bool carom__placed_frustum_of(const carom_shape *shape, const carom__relative *place, int side,
                              carom__placed_frustum *out) {
  const carom__shape_class *class = carom__shape_class_of(shape->kind);
  carom__core core = {0};
  if (class->core) class->core(shape, &core);
  if (!(core.frustum.half_height > 0)) return false;
  out->shape = shape, out->side = side;
  out->frustum = core.frustum, out->place = *place;
  out->middle = core.center;
  out->size = (double)core.reach + (double)vec3_norm1(place->origin);
  out->preference = (double)CAROM__BOX_FACE_PREFERENCE * (double)core.least +
                    (double)CAROM__BOX_PREFERENCE_ROUNDING * out->size;
  return true;
}

/* The triangle as seen by the frustum, with its normal to the middle of that. */
typedef struct flat_ground {
  carom__dvec3 corners[3], normal, inward[3];
  double offset; /* with which a product with the normal is a height */
  bool front;    /* is it the normal of the front? */
} flat_ground;

static double height_from(const flat_ground *g, carom__dvec3 p) {
  return dvec3_dot(g->normal, p) + g->offset;
}

/* False of one without a face. */
static bool see_ground(const carom__placed_frustum *f, const carom__triangle *t, flat_ground *out) {
  carom__dvec3 *c = out->corners, edges[3], origin = dvec3_widen(f->place.origin);
  for (int i = 0; i < 3; i++)
    c[i] = dvec3_unrotate(&f->place.axes, dvec3_sub(dvec3_widen(t->corners[i]), origin));
  for (int i = 0; i < 3; i++) edges[i] = dvec3_sub(c[(i + 1) % 3], c[i]);
  carom__dvec3 across = dvec3_cross(edges[0], edges[1]);
  double area = dvec3_length(across);
  if (!(area > 0)) return false;
  out->front = dvec3_dot(across, dvec3_sub(dvec3_widen(f->middle), c[0])) > 0;
  double up = out->front ? 1 : -1;
  out->normal = dvec3_scale(across, up / area);
  out->offset = -dvec3_dot(out->normal, c[0]);
  for (int i = 0; i < 3; i++) {
    double length = dvec3_length(edges[i]);
    if (!(length > 0)) return false;
    out->inward[i] = dvec3_scale(dvec3_cross(out->normal, edges[i]), up / length);
  }
  return true;
}

/* How far within an edge a point is, as seen along the normal. */
static double within_edge(const flat_ground *g, int i, carom__dvec3 p) {
  return dvec3_dot(g->inward[i], dvec3_sub(p, g->corners[i]));
}

static double room_over(const flat_ground *g, carom__dvec3 p) {
  return lesser_double(lesser_double(within_edge(g, 0, p), within_edge(g, 1, p)), within_edge(g, 2, p));
}

/* The lowest points of both circles. */
static void lowest_of(const carom_frustum *f, carom__dvec3 normal, carom__dvec3 out[2]) {
  double across = square_root(normal.x * normal.x + normal.z * normal.z), high = (double)f->half_height;
  double by = across > 0 ? -1 / across : 0;
  carom__dvec3 way = dvec3(by * normal.x, 0, by * normal.z);
  out[0] = dvec3_mad(dvec3(0, -high, 0), way, (double)f->bottom);
  out[1] = dvec3_mad(dvec3(0, high, 0), way, (double)f->top);
}

/* The part of a segment, from 0 to 1, where a function that is linear on it is not negative. */
typedef struct segment_part {
  double from, to;
} segment_part;

static void cut_part(segment_part *part, double first, double last) {
  if (first < 0 && last < 0) part->from = 2;
  if (first < 0 && last >= 0) part->from = greater_double(part->from, first / (first - last));
  if (first >= 0 && last < 0) part->to = lesser_double(part->to, first / (first - last));
}

/* A point of the lowest line that is so deep and so far within the edges, in the middle of all that are. */
static bool find_on_line(const flat_ground *g, const carom__dvec3 ends[2], double wide, double room,
                         carom__dvec3 *out) {
  segment_part part = {0, 1};
  cut_part(&part, -height_from(g, ends[0]) - wide, -height_from(g, ends[1]) - wide);
  for (int i = 0; i < 3; i++)
    cut_part(&part, within_edge(g, i, ends[0]) - room, within_edge(g, i, ends[1]) - room);
  if (!(part.from <= part.to)) return false;
  *out = dvec3_mad(ends[0], dvec3_sub(ends[1], ends[0]), 0.5 * (part.from + part.to));
  return true;
}

/* Moves a point into the edges, one after the other; in a corner that need not be enough. */
static carom__dvec3 moved_in(const flat_ground *g, carom__dvec3 p, double room) {
  for (int i = 0; i < 3; i++) p = dvec3_mad(p, g->inward[i], greater_double(room - within_edge(g, i, p), 0));
  return p;
}

/* Is the ball around a point between q and the middle wide enough, as far as it is aside? */
static bool ball_is_wide(const carom__placed_frustum *f, const flat_ground *g, carom__dvec3 q, double wide) {
  carom__dvec3 way = dvec3_sub(dvec3_widen(f->middle), q);
  double aside = dvec3_length(dvec3_mad(way, g->normal, -dvec3_dot(way, g->normal)));
  double part = aside > wide ? wide / aside : 1;
  return frustum_depth_within(&f->frustum, dvec3_mad(q, way, part)) >= wide;
}

static bool face_is_least(const carom__placed_frustum *frustum, const flat_ground *g) {
  const carom_frustum *f = &frustum->frustum;
  carom__dvec3 ends[2], p;
  lowest_of(f, g->normal, ends);
  double low = height_from(g, ends[0]), other = height_from(g, ends[1]);
  double middle = height_from(g, dvec3_widen(frustum->middle)),
         slack = ON_TRIANGLE_ROUNDING * frustum->preference;
  double room = greater_double(-lesser_double(low, other), 0);
  double wide = greater_double(room - frustum->preference, 0);
  if (!(middle > frustum->preference)) return false;
  if (!find_on_line(g, ends, wide, room, &p)) p = moved_in(g, ends[other < low], room + slack);
  carom__dvec3 q = dvec3_mad(p, g->normal, -height_from(g, p)), x = dvec3_mad(q, g->normal, -wide);
  return room_over(g, q) >= room && frustum_depth_within(f, q) >= 0 && frustum_depth_within(f, x) >= -slack &&
         ball_is_wide(frustum, g, q, wide);
}

/* --- The points of the lowest line --- */

/* The line in the frustum's frame, and what of it is over the triangle. */
typedef struct lowest_line {
  carom__dvec3 ends[2];
  segment_part part;
  int cutters[2]; /* the edges that cut it there, -1 for none */
} lowest_line;

/* Does the side look down where the line is? */
static bool side_looks_down(const carom_frustum *f, carom__dvec3 normal) {
  double across = square_root(normal.x * normal.x + normal.z * normal.z);
  return 2 * (double)f->half_height * across > ((double)f->bottom - (double)f->top) * normal.y;
}

/* False where what looks down is a cap, or no part of the line is over the triangle. */
static bool find_line(const carom__placed_frustum *f, const flat_ground *g, lowest_line *out) {
  carom__face face;
  carom__shape_class_of(f->shape->kind)->face(f->shape, dvec3_narrow(dvec3_neg(g->normal)), &face);
  if (face.count != 2 || !side_looks_down(&f->frustum, g->normal)) return false;
  *out = (lowest_line){.part = {0, 1}, .cutters = {-1, -1}};
  for (int i = 0; i < 2; i++) out->ends[i] = dvec3_widen(face.local[i]);
  for (int i = 0; i < 3; i++) {
    const segment_part before = out->part;
    cut_part(&out->part, within_edge(g, i, out->ends[0]), within_edge(g, i, out->ends[1]));
    if (out->part.from > before.from) out->cutters[0] = i;
    if (out->part.to < before.to) out->cutters[1] = i;
  }
  return out->part.from <= out->part.to;
}

/* An edge of the triangle by the corner that it begins at, counter-clockwise as seen from the side. */
static uint32_t edge_name(const flat_ground *g, int edge) {
  return (uint32_t)(g->front || edge == 2 ? edge : 1 - edge);
}

static uint32_t name_end(const carom__placed_frustum *f, const flat_ground *g, uint32_t end, int cutter) {
  uint32_t of_line = cutter < 0 ? feature_of_vertex(end) : feature_of_edge(0);
  uint32_t of_triangle = cutter < 0 ? feature_of_face(g->front) : feature_of_edge(edge_name(g, cutter));
  return f->side == 0 ? feature_pair(of_triangle, of_line) : feature_pair(of_line, of_triangle);
}

/* Midway between the surfaces. */
static carom__point point_over(const carom__placed_frustum *f, const flat_ground *g, carom__dvec3 p) {
  double height = height_from(g, p);
  carom__dvec3 middle = dvec3_mad(p, g->normal, -0.5 * height);
  middle = dvec3_add(dvec3_rotate(&f->place.axes, middle), dvec3_widen(f->place.origin));
  return (carom__point){.position = dvec3_narrow(middle), .separation = (float)height};
}

/* The deeper end first, and the other one unless it is at the same place; none that does not touch. */
static void add_line(const carom__placed_frustum *f, const flat_ground *g, const lowest_line *line,
                     carom__manifold *out) {
  carom__dvec3 way = dvec3_sub(line->ends[1], line->ends[0]);
  carom__point points[2];
  for (uint32_t i = 0; i < 2; i++) {
    points[i] = point_over(f, g, dvec3_mad(line->ends[0], way, i == 0 ? line->part.from : line->part.to));
    points[i].feature = name_end(f, g, i, line->cutters[i]);
  }
  const float near = CAROM__BOX_PREFERENCE_ROUNDING * (float)f->size;
  const carom__point *first = &points[points[1].separation < points[0].separation];
  const carom__point *other = first == points ? &points[1] : &points[0];
  carom_vec3 off = vec3_sub(points[1].position, points[0].position);
  if (first->separation <= 0.5f * near) out->points[out->count++] = *first;
  if (other->separation <= 0.5f * near && vec3_length(off) > near) out->points[out->count++] = *other;
  for (uint32_t i = 0; i < out->count; i++)
    out->points[i].separation = lesser_float(out->points[i].separation, 0);
}

bool carom__frustum_on_triangle(const carom__placed_frustum *frustum, const carom__triangle *triangle,
                                bool *front, carom__manifold *out) {
  flat_ground g;
  lowest_line line;
  if (!see_ground(frustum, triangle, &g) || !face_is_least(frustum, &g)) return false;
  *front = g.front;
  out->normal = g.front == (frustum->side == 0) ? triangle->normal : vec3_neg(triangle->normal);
  out->count = 0;
  if (find_line(frustum, &g, &line)) add_line(frustum, &g, &line, out);
  return true;
}
