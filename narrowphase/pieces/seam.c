/* seam.c: contacts at the seams of shapes that lie side by side. */
#include "seam.h"

#include "distance.h"

/* Positions are exact to this part of the sizes. */
#define SEAM_NEAR 0x1p-17f
/* The sine below which a surface does not lead out of another one. */
#define LEADS_OUT 0x1p-7f

/* What is less deep than this part of half its size always counts as shallow: between two tiles, a tip can be
 * far less deep sideways. */
#define SHALLOW 0x1p-2f
/* The cosine of a normal of a face but for rounding: what leans by half a degree throws fast things up. */
#define SQUARE_TO_FACE 0.999998f

/* Normals that differ by less are one, but for rounding. */
#define SAME_CANDIDATE 0x1p-18f

enum { MOST_CANDIDATES = 48 };

static carom_vec3 outward_of(int side, carom_vec3 normal) { return side == 0 ? normal : vec3_neg(normal); }

static uint32_t deepest_of(const carom_manifold *m) {
  uint32_t deepest = 0;
  for (uint32_t i = 1; i < m->point_count; i++)
    if (m->points[i].separation < m->points[deepest].separation) deepest = i;
  return deepest;
}

static float depth_of(const carom_manifold *m) { return -m->points[deepest_of(m)].separation; }

carom__neighbour carom__neighbour_make(carom__site site, int side, const carom_manifold *manifold) {
  carom__neighbour n = {.site = site, .bounds = carom__shape_bounds(site.shape, site.frame)};
  if (!manifold) return n;
  const carom_contact_point *deepest = &manifold->points[deepest_of(manifold)];
  n.outward = outward_of(side, manifold->normal);
  n.point = manifold_point_on(side, manifold, deepest);
  n.depth = greater_float(-deepest->separation, 0);
  return n;
}

/* --- Which normals count --- */

typedef struct mending {
  const carom__seam *seam;
  float near;
  float most; /* of the depths that a manifold in place of another one may have */
  /* Of a manifold that does not count: where its deepest point is covered, on which side, and by whom. */
  int side;
  carom_pos foot;
  const carom__neighbour *cover;
} mending;

static bool is_between(double low, double x, double high, double near) {
  return x >= low - near && x <= high + near;
}

static bool covers(const carom__neighbour *n, carom_pos point, carom_vec3 outward, float near) {
  const carom_aabb *box = &n->bounds;
  return is_between((double)box->min.x, point.x, (double)box->max.x, (double)near) &&
         is_between((double)box->min.y, point.y, (double)box->max.y, (double)near) &&
         is_between((double)box->min.z, point.z, (double)box->max.z, (double)near) &&
         carom__surface_covers(n->site, point, outward, near);
}

/* The point, or that above it on the surface which what touches the neighbour has passed, is one of the
 * neighbour where it rises. */
static bool is_covered_by(const carom__neighbour *n, carom_pos point, carom_vec3 outward, float near) {
  if (covers(n, point, outward, near)) return true;
  float height = vec3_dot(pos_sub(n->point, point), n->outward);
  if (height <= near || height > n->depth + near) return false;
  carom_pos above = pos_add(point, vec3_scale(n->outward, height));
  return covers(n, above, outward, near);
}

/* The first neighbour that covers a point of side `side` for what comes against a direction; NULL: none. */
static const carom__neighbour *cover_of(const mending *m, int side, carom_pos point, carom_vec3 outward) {
  const carom__neighbours *beside = &m->seam->beside[side];
  for (size_t i = 0; i < beside->count; i++) {
    const carom__neighbour *n = &beside->list[i];
    if (n->site.shape == m->seam->sites[side].shape) continue;
    if (is_covered_by(n, point, outward, m->near)) return n;
  }
  return NULL;
}

/* Beyond the border of a face, points of a manifold may be off its surface by this part of their depth. */
#define OFF_SURFACE 0x1p-4f
/* A side that is met where it does not end along the normal ends at a seam that is no farther from there than
 * so many times the depth. */
#define END_REACH 4
/* What is nearer to a seam than so many times what rounding may tell is at it. */
#define ALL_BUT_THERE 4

/* Where a side is met, and the seam at which it ends. */
typedef struct end_search {
  const mending *m;
  const carom__neighbours *beside;
  carom__site own;
  carom_pos point, end;
  carom_vec3 outward;
  float near, reach; /* what is not farther from the point may have it, or be the seam */
  bool counts;       /* does the point? */
} end_search;

static end_search end_search_of(const mending *m, int side, const carom_manifold *manifold, bool counts) {
  const carom_contact_point *deepest = &manifold->points[deepest_of(manifold)];
  float depth = greater_float(-deepest->separation, 0);
  return (end_search){.m = m,
                      .beside = &m->seam->beside[side],
                      .own = m->seam->sites[side],
                      .point = manifold_point_on(side, manifold, deepest),
                      .outward = outward_of(side, manifold->normal),
                      .near = m->near + OFF_SURFACE * depth,
                      .reach = m->near + END_REACH * depth,
                      .counts = counts};
}

/* The point of a neighbour that is nearest to where the side is met. */
static bool find_nearest(const end_search *s, const carom__neighbour *n, carom_pos *out) {
  carom_point_distance found = {.inside = false};
  if (carom__distance_to_point(n->site.shape, n->site.frame, s->point, &found)) return false;
  *out = found.inside ? s->point : found.point;
  return found.inside || found.distance <= s->reach;
}

/* Is the seam where the side is met, or farther along the direction? A point that counts is on the side,
 * which then rises to the seam, if it is not all but there. */
static bool is_beyond(const end_search *s) {
  carom_vec3 way = pos_sub(s->end, s->point);
  float height = vec3_dot(way, s->outward), length = vec3_length(way);
  if (!s->counts || length <= ALL_BUT_THERE * s->m->near) return height >= -s->near;
  return height > 2 * CAROM__SURFACE_OWN * s->m->near && height > CAROM__SURFACE_RISES * length;
}

/* Does a neighbour go on where the side ends, farther along the direction? */
static bool goes_on_at_end(end_search *s, const carom__neighbour *n) {
  if (n->site.shape == s->own.shape || !find_nearest(s, n, &s->end)) return false;
  return is_beyond(s) && carom__surface_holds(s->own, s->end, s->near) &&
         covers(n, s->end, s->outward, s->m->near);
}

/* What meets a surface along a direction that leans against it meets it where it ends along that. Along the
 * normal of a face of the other side, the point may be farther back, where that face ends. */
static const carom__neighbour *cover_of_end(end_search *s) {
  for (size_t i = 0; i < s->beside->count; i++)
    if (goes_on_at_end(s, &s->beside->list[i])) return &s->beside->list[i];
  return NULL;
}

/* Has a shape no normal like this at the point? Of a patch of several parts not all points have it. */
static bool contradicts(carom__site site, carom_pos point, carom_vec3 outward, float near) {
  return !carom__surface_holds(site, point, near) || carom__surface_covers(site, point, outward, near);
}

typedef struct facing_search {
  carom_vec3 outward;
  float cosine;
} facing_search;

/* Ends the walk where a part has a face that looks along a direction of the world. */
static bool is_not_facing(void *context, const carom__part *part) {
  const facing_search *s = context;
  return !carom__part_has_face(part, mat3_tmul_vec3(&part->frame.axes, s->outward), s->cosine);
}

/* Has a shape a face at a point that looks along a direction of the world? */
static bool has_face(carom__site site, carom_pos point, carom_vec3 outward, float near, float cosine) {
  carom_frame frame = {point, mat3_identity()};
  carom__region region = {{.axes = mat3_identity(), .half = {near, near, near}}, &frame};
  facing_search s = {outward, cosine};
  return !carom__parts_walk(site, &region, is_not_facing, &s);
}

/* A point of a face a little farther from its border, where something may stand on it. */
static carom_pos inward(carom__site site, carom_pos point, carom_vec3 outward, float way) {
  carom_obb box;
  carom__shape_class_of(site.shape->kind)->obb(site.shape, &box);
  carom_vec3 to = pos_sub(frame_apply(site.frame, box.center), point);
  to = vec3_mad(to, outward, -vec3_dot(to, outward));
  return pos_add(point, vec3_scale(vec3_normalize_or(to, vec3(0, 0, 0)), way));
}

/* Of a side that has neighbours, only the farthest points along the normal tell that it is one. */
static bool point_counts(const mending *m, const carom_manifold *manifold, uint32_t i, float way) {
  for (int side = 0; side < 2; side++) {
    if (m->seam->beside[side].count == 0) continue;
    carom__site own = m->seam->sites[side];
    carom_vec3 outward = outward_of(side, manifold->normal);
    carom_pos point = manifold_point_on(side, manifold, &manifold->points[i]);
    if (way > 0) point = inward(own, point, outward, way);
    if (cover_of(m, side, point, outward) || contradicts(own, point, outward, m->near)) return false;
  }
  return true;
}

/* Is a normal that of a face, on each side that has neighbours? */
static bool is_of_faces(const mending *m, const carom_manifold *manifold) {
  const carom_contact_point *deepest = &manifold->points[deepest_of(manifold)];
  for (int side = 0; side < 2; side++) {
    carom_pos point = manifold_point_on(side, manifold, deepest);
    carom_vec3 outward = outward_of(side, manifold->normal);
    if (m->seam->beside[side].count > 0 &&
        !has_face(m->seam->sites[side], point, outward, m->near, SQUARE_TO_FACE))
      return false;
  }
  return true;
}

/* Does each side end where no neighbour goes on? */
static bool ends_count(const mending *m, const carom_manifold *manifold) {
  for (int side = 0; side < 2; side++) {
    end_search s = end_search_of(m, side, manifold, true);
    if (cover_of_end(&s)) return false;
  }
  return true;
}

/* A normal counts where the deepest point does, and that of a face wherever one of the points on it does. */
static bool manifold_counts(const mending *m, const carom_manifold *manifold) {
  if (point_counts(m, manifold, deepest_of(manifold), 0)) return ends_count(m, manifold);
  if (!is_of_faces(m, manifold)) return false;
  for (uint32_t i = 0; i < manifold->point_count; i++)
    if (point_counts(m, manifold, i, 0) || point_counts(m, manifold, i, 8 * m->near)) return true;
  return false;
}

/* Finds who covers a point of a side; the point becomes the foot. */
static bool find_cover_at(mending *m, carom_pos point, carom_vec3 outward) {
  m->foot = point;
  m->cover = cover_of(m, m->side, point, outward);
  return m->cover;
}

/* The same of where the side ends. */
static bool find_cover_of_end(mending *m, const carom_manifold *manifold) {
  end_search s = end_search_of(m, m->side, manifold, false);
  m->cover = cover_of_end(&s);
  m->foot = s.end;
  return m->cover;
}

/* Finds who covers a manifold that does not count, and on which side; false: nobody does. */
static bool find_cover(mending *m, const carom_manifold *manifold) {
  const carom_contact_point *deepest = &manifold->points[deepest_of(manifold)];
  for (m->side = 0; m->side < 2; m->side++) {
    carom_vec3 outward = outward_of(m->side, manifold->normal);
    carom_pos point = manifold_point_on(m->side, manifold, deepest);
    if (find_cover_at(m, point, outward) || find_cover_of_end(m, manifold)) return true;
  }
  return false;
}

/* Is a point within a shape? Of one that is not convex, its box tells. */
static bool is_within(carom__site site, carom_pos point, float near) {
  if (!shape_is_composite(site.shape)) return carom__surface_holds(site, point, near);
  carom_obb box;
  carom__shape_class_of(site.shape->kind)->obb(site.shape, &box);
  carom_vec3 p = vec3_sub(frame_unapply(site.frame, point), box.center);
  carom_vec3 at = vec3_abs(mat3_tmul_vec3(&box.axes, p));
  return at.x <= box.half.x + near && at.y <= box.half.y + near && at.z <= box.half.z + near;
}

/* How far a neighbour goes on from a point of its surface along a unit direction of the world. Of one that is
 * not convex, its contact tells, and so it does where the point is beside it by rounding. The ray begins a
 * little within, as the direction may lead aside by rounding. */
static float way_through(const carom__neighbour *n, carom_pos point, carom_vec3 inward, carom_vec3 up,
                         float near) {
  const carom__shape_class *class = carom__shape_class_of(n->site.shape->kind);
  float way = vec3_dot(pos_sub(n->point, point), n->outward) / vec3_dot(up, n->outward);
  if (shape_is_composite(n->site.shape)) return way;
  carom_obb box;
  class->obb(n->site.shape, &box);
  carom_pos from = pos_add(point, vec3_scale(inward, 4 * near + fabsf(way) / 32));
  carom_vec3 at = frame_unapply(n->site.frame, from), along = mat3_tmul_vec3(&n->site.frame->axes, up);
  float far = vec3_norm1(vec3_sub(at, box.center)) + vec3_norm1(box.half);
  carom__ray back = {vec3_mad(at, along, far), vec3_scale(along, -far)};
  carom__ray_hit hit;
  class->cast_ray(n->site.shape, &back, &hit);
  return hit.hit ? far * (1 - hit.fraction) : greater_float(way, 0);
}

/* Does the normal of a neighbour's own contact count, where that is deepest and where the neighbour ends? */
static bool neighbour_counts(const mending *m, int side, const carom__neighbour *n) {
  const carom__neighbours *beside = &m->seam->beside[side];
  if (!neighbour_touches(n) || n->site.shape == m->seam->sites[side].shape) return false;
  for (size_t i = 0; i < beside->count; i++)
    if (&beside->list[i] != n && is_covered_by(&beside->list[i], n->point, n->outward, m->near)) return false;
  end_search s = {.m = m, .beside = beside, .own = n->site, .point = n->point, .outward = n->outward};
  s.near = m->near + OFF_SURFACE * n->depth, s.reach = m->near + END_REACH * n->depth;
  s.counts = true;
  return !cover_of_end(&s);
}

/* The first neighbour that covers a point, and whose own normal counts; NULL: none. */
static const carom__neighbour *ground_of(const mending *m, int side, carom_pos point, carom_vec3 outward) {
  const carom__neighbours *beside = &m->seam->beside[side];
  for (size_t i = 0; i < beside->count; i++)
    if (neighbour_counts(m, side, &beside->list[i]) &&
        is_covered_by(&beside->list[i], point, outward, m->near))
      return &beside->list[i];
  return NULL;
}

/* Does a face lead out of the neighbour that covers a point of it, and touch the other side there, too? So
 * does a wall whose foot is in the floor. */
static bool leads_out(const mending *m, int side, const carom_manifold *manifold, uint32_t i) {
  carom_pos point = manifold_point_on(side, manifold, &manifold->points[i]);
  carom_vec3 outward = outward_of(side, manifold->normal);
  const carom__neighbour *n = ground_of(m, side, point, outward);
  if (!n || !has_face(m->seam->sites[side], point, outward, m->near, CAROM__SAME_NORMAL)) return false;
  carom_vec3 up = vec3_mad(n->outward, outward, -vec3_dot(n->outward, outward));
  float steep = sqrtf(vec3_dot(up, up));
  if (steep < LEADS_OUT) return false;
  up = vec3_scale(up, 1 / steep);
  float way = way_through(n, point, outward, up, m->near) + 4 * m->near / steep;
  carom_pos above = pos_add(point, vec3_scale(up, way));
  return carom__surface_holds(m->seam->sites[side], above, m->near) &&
         is_within(m->seam->sites[1 - side], above, m->near) && !cover_of(m, side, above, outward);
}

static bool any_point_leads_out(const mending *m, const carom_manifold *manifold) {
  for (uint32_t i = 0; i < manifold->point_count; i++)
    if (leads_out(m, 0, manifold, i) || leads_out(m, 1, manifold, i)) return true;
  return false;
}

/* --- Other normals --- */

typedef struct candidates {
  uint32_t count;
  carom_vec3 normals[MOST_CANDIDATES]; /* from A to B; the first is that of the manifold */
} candidates;

static void add_normal(candidates *c, carom_vec3 normal) {
  for (uint32_t i = 0; i < c->count; i++) {
    carom_vec3 off = vec3_sub(c->normals[i], normal);
    if (vec3_dot(off, off) < SAME_CANDIDATE * SAME_CANDIDATE) return;
  }
  if (c->count < MOST_CANDIDATES) c->normals[c->count++] = normal;
}

typedef struct seam_faces {
  int side;
  candidates *out;
} seam_faces;

/* The faces that look along the axes of its box. */
static bool add_faces(void *context, const carom__part *part) {
  const seam_faces *s = context;
  const carom__shape_class *class = carom__shape_class_of(part->shape.kind);
  carom_obb box;
  class->obb(&part->shape, &box);
  for (int i = 0; i < 6; i++) {
    carom_vec3 axis = mat3_column(&box.axes, i % 3);
    carom__face face = {.normal = i < 3 ? axis : vec3_neg(axis), .count = 3};
    if (class->face) class->face(&part->shape, face.normal, &face);
    if (!class->face && i % 3 == 2) continue;
    if (face.count >= 3)
      add_normal(s->out, outward_of(s->side, mat3_mul_vec3(&part->frame.axes, face.normal)));
  }
  return s->out->count < MOST_CANDIDATES;
}

static void add_normals_beside(const mending *m, int side, candidates *out) {
  const carom__neighbours *beside = &m->seam->beside[side];
  for (size_t i = 0; i < beside->count; i++)
    if (neighbour_counts(m, side, &beside->list[i]))
      add_normal(out, outward_of(side, beside->list[i].outward));
}

/* Those of the faces at the points of a manifold. */
static void add_own_normals(const mending *m, int side, const carom_manifold *manifold, candidates *out) {
  seam_faces search = {side, out};
  if (m->seam->beside[side].count == 0) return;
  for (uint32_t i = 0; i < manifold->point_count; i++) {
    carom_frame frame = {manifold_point_on(side, manifold, &manifold->points[i]), mat3_identity()};
    carom__region region = {{.axes = mat3_identity(), .half = {m->near, m->near, m->near}}, &frame};
    carom__parts_walk(m->seam->sites[side], &region, add_faces, &search);
  }
}

/* --- Other manifolds --- */

/* How far the box of a shape reaches to either side of its middle along a direction. */
static float half_along(carom__site site, carom_vec3 direction) {
  carom_obb box;
  carom__shape_class_of(site.shape->kind)->obb(site.shape, &box);
  carom_vec3 along = mat3_tmul_vec3(&box.axes, mat3_tmul_vec3(&site.frame->axes, direction));
  return vec3_dot(vec3_abs(along), box.half);
}

/* How far a shape reaches beyond a point. Of one that is not convex, its box tells. */
static float reach_beyond(carom__site site, carom_pos point, carom_vec3 outward) {
  const carom__shape_class *class = carom__shape_class_of(site.shape->kind);
  carom_vec3 along = mat3_tmul_vec3(&site.frame->axes, outward);
  uint32_t index;
  if (shape_is_composite(site.shape)) {
    carom_obb box;
    class->obb(site.shape, &box);
    return vec3_dot(vec3_sub(box.center, frame_unapply(site.frame, point)), along) +
           half_along(site, outward);
  }
  carom_vec3 way = vec3_sub(class->support(site.shape, along, &index), frame_unapply(site.frame, point));
  return vec3_dot(way, along) + shape_radius(class, site.shape);
}

/* How far a neighbour reaches beyond a point of it. Of one that is not convex, its contact tells. */
static float height_of(const carom__neighbour *n, carom_pos point, carom_vec3 outward) {
  if (!shape_is_composite(n->site.shape)) return reach_beyond(n->site, point, outward);
  bool same = vec3_dot(n->outward, outward) > CAROM__SAME_NORMAL;
  return same ? vec3_dot(pos_sub(n->point, point), outward) : 0;
}

/* Is the middle of a shape behind a surface? */
static bool is_behind(carom__site site, carom_pos point, carom_vec3 outward) {
  carom_obb box;
  carom__shape_class_of(site.shape->kind)->obb(site.shape, &box);
  return vec3_dot(pos_sub(frame_apply(site.frame, box.center), point), outward) < 0;
}

/* Is a manifold one of a surface that goes on from the neighbour? It is not on a step up from that, nor on
 * the far side of what is there or of a thin surface. */
static bool goes_on(const mending *m, const carom_manifold *manifold) {
  float depth = depth_of(manifold);
  if (is_behind(m->seam->sites[1 - m->side], m->foot, outward_of(m->side, manifold->normal))) return false;
  float half = half_along(m->seam->sites[1 - m->side], manifold->normal);
  if (depth > greater_float(m->most, SHALLOW * half) || depth > half) return false;
  carom_vec3 outward = outward_of(m->side, manifold->normal);
  carom_pos point = manifold_point_on(m->side, manifold, &manifold->points[deepest_of(manifold)]);
  float step = vec3_dot(pos_sub(point, m->foot), outward) - height_of(m->cover, m->foot, outward);
  return step <= 4 * m->near && manifold_counts(m, manifold);
}

static bool try_faces(const mending *m, const candidates *c, carom_manifold *out) {
  bool found = false;
  for (uint32_t i = 1; i < c->count; i++) {
    carom_manifold along;
    if (!carom__collide_along(m->seam->sites[0], m->seam->sites[1], c->normals[i], &along)) continue;
    if (found && depth_of(&along) >= depth_of(out)) continue;
    if (!goes_on(m, &along)) continue;
    *out = along;
    found = true;
  }
  return found;
}

/* How far a point of the side is below it, if that is convex, and below the neighbours that have the same
 * normal. */
static float height_above(const mending *m, carom_pos point, carom_vec3 outward) {
  const carom__neighbours *beside = &m->seam->beside[m->side];
  carom__site own = m->seam->sites[m->side];
  float most = shape_is_composite(own.shape) ? 0 : greater_float(reach_beyond(own, point, outward), 0);
  for (size_t i = 0; i < beside->count; i++) {
    const carom__neighbour *n = &beside->list[i];
    if (vec3_dot(n->outward, outward) <= CAROM__SAME_NORMAL) continue;
    float height = vec3_dot(pos_sub(n->point, point), outward);
    if (height <= n->depth + m->near) most = greater_float(most, height);
  }
  return most;
}

/* The points of a manifold, or those right above them when `lifted`, with another normal: as deep as they are
 * along that.
 */
static carom_manifold turn(const mending *m, const carom_manifold *manifold, carom_vec3 normal, bool lifted) {
  carom_manifold turned = *manifold;
  carom_vec3 outward = outward_of(m->side, normal);
  float cosine = greater_float(vec3_dot(manifold->normal, normal), 0);
  turned.normal = normal;
  for (uint32_t i = 0; i < turned.point_count; i++) {
    carom_contact_point *to = &turned.points[i];
    carom_pos point = manifold_point_on(m->side, manifold, &manifold->points[i]);
    float height = lifted ? height_above(m, point, outward) : 0;
    to->separation = to->separation * cosine - height;
    to->position = pos_add(point, vec3_scale(outward, height + 0.5f * to->separation));
  }
  return turned;
}

/* How far the shapes overlap along a normal, at least. */
static float overlap_along(const mending *m, carom_vec3 normal) {
  carom_vec3 outward = outward_of(m->side, normal);
  carom__site own = m->seam->sites[m->side], other = m->seam->sites[1 - m->side];
  float own_reach = shape_is_composite(own.shape) ? 0 : reach_beyond(own, m->foot, outward);
  return own_reach + reach_beyond(other, m->foot, vec3_neg(outward));
}

/* What touches only the edge of a shape has no point over its face: the points stay, with the normal that
 * differs least. */
static bool try_turning(const mending *m, const candidates *c, const carom_manifold *manifold,
                        carom_manifold *out) {
  float most = -1;
  for (uint32_t i = 1; i < c->count; i++) {
    float cosine = vec3_dot(manifold->normal, c->normals[i]);
    if (cosine <= most || overlap_along(m, c->normals[i]) > m->most) continue;
    carom_manifold turned = turn(m, manifold, c->normals[i], true);
    if (!goes_on(m, &turned)) continue;
    *out = turned;
    most = cosine;
  }
  return most > -1;
}

static bool try_candidates(const mending *m, const candidates *c, const carom_manifold *manifold,
                           carom_manifold *out) {
  return try_faces(m, c, out) || try_turning(m, c, manifold, out);
}

/* The neighbour whose own normal counts and differs least from a direction out of a side, but does; NULL:
 * none. */
static const carom__neighbour *most_alike(const mending *m, int side, carom_vec3 outward) {
  const carom__neighbours *beside = &m->seam->beside[side];
  const carom__neighbour *found = NULL;
  float most = -2;
  for (size_t i = 0; i < beside->count; i++) {
    const carom__neighbour *n = &beside->list[i];
    float cosine = vec3_dot(n->outward, outward);
    if (cosine <= most || cosine > CAROM__SAME_NORMAL || !neighbour_counts(m, side, n)) continue;
    found = n;
    most = cosine;
  }
  return found;
}

/* What lies wholly within its neighbours has no normal of its own, and takes one of theirs. */
static bool try_neighbours(const mending *m, const carom_manifold *manifold, carom_manifold *out) {
  const carom__neighbour *n = most_alike(m, m->side, outward_of(m->side, manifold->normal));
  if (n) *out = turn(m, manifold, outward_of(m->side, n->outward), false);
  return n;
}

/* A few times as deep as the manifold or a neighbour's. */
static float most_depth(const carom__seam *seam, const carom_manifold *manifold) {
  float depth = depth_of(manifold);
  for (int side = 0; side < 2; side++)
    for (size_t i = 0; i < seam->beside[side].count; i++)
      depth = greater_float(depth, seam->beside[side].list[i].depth);
  return 4 * depth;
}

static float size_of(carom__site site, carom_pos point) {
  carom_obb box;
  carom__shape_class_of(site.shape->kind)->obb(site.shape, &box);
  return vec3_norm1(frame_unapply(site.frame, point)) + vec3_norm1(box.half);
}

static mending mending_of(const carom__seam *seam, const carom_manifold *manifold) {
  carom_pos at = manifold->points[0].position;
  return (mending){.seam = seam,
                   .near = SEAM_NEAR * (size_of(seam->sites[0], at) + size_of(seam->sites[1], at))};
}

bool carom__seam_mend(const carom__seam *seam, const carom_manifold *manifold, carom_manifold *out) {
  mending m = mending_of(seam, manifold);
  if (manifold_counts(&m, manifold) || !find_cover(&m, manifold)) return false;
  if (any_point_leads_out(&m, manifold)) return false;
  m.most = most_depth(seam, manifold) + m.near;
  candidates c = {.count = 1, .normals = {manifold->normal}};
  for (int side = 0; side < 2; side++) add_normals_beside(&m, side, &c);
  if (try_candidates(&m, &c, manifold, out) || try_neighbours(&m, manifold, out)) return true;
  for (int side = 0; side < 2; side++) add_own_normals(&m, side, manifold, &c);
  return try_candidates(&m, &c, manifold, out);
}

/* --- Two that are apart --- */

bool carom__seam_mend_apart(const carom__seam *seam, const carom_manifold *manifold, carom_manifold *out) {
  mending m = mending_of(seam, manifold);
  if (manifold_counts(&m, manifold)) return false;
  for (int side = 0; side < 2; side++) {
    carom_vec3 outward = outward_of(side, manifold->normal);
    carom_pos point = manifold_point_on(side, manifold, &manifold->points[deepest_of(manifold)]);
    const carom__neighbour *n = cover_of(&m, side, point, outward) ? most_alike(&m, side, outward) : NULL;
    if (!n) continue;
    *out = *manifold;
    out->normal = outward_of(side, n->outward);
    return true;
  }
  return false;
}
