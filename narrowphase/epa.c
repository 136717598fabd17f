/* epa.c: the expanding polytope algorithm of van den Bergen (2001), in a form that needs no enclosed origin.
 *
 * A polytope inside A - B grows, vertex by vertex, where its face of least signed distance from the origin is
 * not yet a face of A - B. When the origin is outside the first polytope that distance is negative, and
 * growth brings the origin in, if it is in A - B at all. So any tetrahedron with volume will do as a start,
 * and cores that coincide, touch, or share a symmetry are no special case. */
#include "epa.h"

#include "polytope.h"

/* Heights of the start below this part of the size are rounding: A - B is flat. */
#define FLAT 0x1p-33
/* GJK's tetrahedron is taken as the start when none of its steps is flatter than this; else a fatter one is
 * built. */
#define FAT 0x1p-20
/* What a polytope that is full may leave open, as a part of the depth. */
#define FULL_GAP (1.0 / 64)

/* How far a point is from the point, line or plane that the first `count` vertices span. */
static double height(const carom__vertex *v, int count, carom__dvec3 w) {
  carom__dvec3 out = dvec3_sub(w, v[0].w);
  if (count == 1) return dvec3_length(out);
  carom__dvec3 edge = dvec3_normalize_or(dvec3_sub(v[1].w, v[0].w), dvec3(0, 0, 0));
  if (count == 2) return dvec3_length(dvec3_cross(edge, out));
  carom__dvec3 normal = dvec3_cross(edge, dvec3_sub(v[2].w, v[0].w));
  return fabs(dvec3_dot(dvec3_normalize_or(normal, dvec3(0, 0, 0)), out));
}

/* Writes directions, to be tried both ways, that leave the span of the first `count` vertices if A - B
 * does. */
static int ways_out(const carom__vertex *v, int count, carom__dvec3 ways[3]) {
  if (count == 1) {
    for (int i = 0; i < 3; i++) ways[i] = dvec3(i == 0, i == 1, i == 2);
    return 3;
  }
  carom__dvec3 edge = dvec3_normalize_or(dvec3_sub(v[1].w, v[0].w), dvec3(1, 0, 0));
  if (count == 2) {
    ways[0] = dvec3_perpendicular(edge);
    ways[1] = dvec3_cross(edge, ways[0]);
    return 2;
  }
  carom__dvec3 normal = dvec3_cross(edge, dvec3_sub(v[2].w, v[0].w));
  ways[0] = dvec3_normalize_or(normal, dvec3_perpendicular(edge));
  return 1;
}

/* Adds the support point that is farthest out of the span of the vertices so far; returns how far it is. */
static double extend(const carom__cores *cores, carom__vertex v[4], int count) {
  carom__dvec3 ways[3];
  double best = -1;
  for (int i = ways_out(v, count, ways) - 1; i >= 0; i--) {
    for (int sign = -1; sign <= 1; sign += 2) {
      carom__vertex candidate = carom__cores_support(cores, dvec3_scale(ways[i], sign));
      double out = height(v, count, candidate.w);
      if (out > best) v[count] = candidate;
      best = out > best ? out : best;
    }
  }
  return best;
}

static bool is_fat(const carom__simplex *simplex, double least) {
  for (int i = 1; i < simplex->count; i++)
    if (!(height(simplex->vertices, i, simplex->vertices[i].w) > least)) return false;
  return simplex->count == 4;
}

/* Fills v with a tetrahedron in A - B; returns how many of its vertices span anything: 4 unless A - B is
 * flat. */
static int find_tetrahedron(const carom__cores *cores, const carom__simplex *start, carom__vertex v[4]) {
  bool fat = is_fat(start, FAT * cores->size);
  for (int i = 0; i < start->count; i++) v[i] = start->vertices[i];
  for (int count = 1; count < 4 && !fat; count++)
    if (!(extend(cores, v, count) > FLAT * cores->size)) return count;
  return 4;
}

/* A - B has no thickness along the way out of its span, so that way parts the cores by (next to) nothing. */
static void part_flat(const carom__cores *cores, const carom__simplex *start, const carom__vertex *v,
                      int count, carom__epa_result *out) {
  carom__dvec3 ways[3];
  ways_out(v, count, ways);
  double sign = dvec3_dot(ways[0], carom__cores_center(cores)) > 0 ? -1 : 1;
  out->normal = dvec3_scale(ways[0], sign);
  out->depth = dvec3_dot(carom__cores_support(cores, out->normal).w, out->normal);
  out->simplex = *start;
}

/* Grows the polytope until its nearest face is one of A - B. Each support point gives an upper bound of the
 * depth and the nearest face a lower one. A face that cannot grow has a plane that is rounding; it is passed
 * over, and the bounds without it must still agree. Each round adds a vertex or ends a face, so that the loop
 * is bounded. */
static carom_status expand(carom__polytope *polytope, const carom__cores *cores, carom__epa_result *out) {
  double enough = 0.125 * cores->touch, skipped = HUGE_VAL;
  out->depth = HUGE_VAL;
  for (;;) {
    int nearest = carom__polytope_nearest(polytope);
    const carom__polytope_face *face = &polytope->faces[nearest < 0 ? 0 : nearest];
    if (nearest < 0 || face->distance >= out->depth - enough) break;
    carom__vertex next = carom__cores_support(cores, face->normal);
    double bound = dvec3_dot(next.w, face->normal);
    if (bound < out->depth) {
      out->depth = bound;
      out->normal = face->normal;
    }
    if (bound - face->distance <= enough) continue;
    if (carom__polytope_full(polytope))
      return out->depth - face->distance <= FULL_GAP * out->depth ? CAROM_OK : CAROM_NOT_CONVERGED;
    if (carom__polytope_grow(polytope, nearest, &next)) continue;
    skipped = face->distance < skipped ? face->distance : skipped;
    carom__polytope_close(polytope, nearest);
  }
  return out->depth - skipped <= 2 * cores->touch ? CAROM_OK : CAROM_NOT_CONVERGED;
}

/* Faces that are as near as the nearest have its points too when they lie in one plane with it. */
static carom_status find_witness(const carom__polytope *polytope, const carom__cores *cores,
                                 carom__epa_result *out) {
  carom__dvec3 target = dvec3_scale(out->normal, out->depth);
  out->simplex = carom__polytope_witness(polytope, out->depth + 0.25 * cores->touch, target);
  return out->simplex.count > 0 ? CAROM_OK : CAROM_NOT_CONVERGED;
}

carom_status carom__epa(const carom__cores *cores, const carom__simplex *start, carom__epa_result *out) {
  carom__vertex v[4];
  carom_status status = CAROM_OK;
  *out = (carom__epa_result){.depth = 0};
  int count = find_tetrahedron(cores, start, v);
  if (count < 4) {
    part_flat(cores, start, v, count, out);
  } else {
    carom__polytope polytope;
    carom__polytope_start(&polytope, v, cores->size);
    status = expand(&polytope, cores, out);
    if (!status) status = find_witness(&polytope, cores, out);
  }
  out->point_a = carom__simplex_point_a(&out->simplex);
  out->point_b = carom__simplex_point_b(&out->simplex);
  return status;
}
