/* flat_moments.c: moments of planar shapes: of the polygon, of strips along its edges, and of sectors at its
 * corners. */
#include "moments.h"

#include "placed.h"

static carom__dvec3 point(const carom__flat *flat, uint32_t i) {
  carom_vec2 p = flat->points[i % flat->count];
  return dvec3((double)p.x, (double)p.y, 0);
}

/* A corner, as seen from the first one. */
static carom__dvec3 corner(const carom__flat *flat, uint32_t i) {
  return dvec3_sub(point(flat, i), point(flat, 0));
}

/* The outward normal of the edge that begins at a corner. */
static carom__dvec3 normal(const carom__flat *flat, uint32_t i) {
  carom__dvec3 way = dvec3_sub(corner(flat, i + 1), corner(flat, i));
  return dvec3_normalize_or(dvec3(way.y, -way.x, 0), dvec3(1, 0, 0));
}

/* Of a prism whose normal is zero the triangle is left. */
static void add_triangle(carom__moments *sum, const carom__flat *flat, uint32_t i) {
  const carom__dvec3 corners[3] = {corner(flat, 0), corner(flat, i), corner(flat, i + 1)};
  carom__moments_add_prism(sum, corners, dvec3(0, 0, 0), 1);
}

/* The strip of the radius along the edge that begins at a corner, as two triangles. */
static void add_strip(carom__moments *sum, const carom__flat *flat, uint32_t i) {
  carom__dvec3 out = dvec3_scale(normal(flat, i), (double)flat->radius);
  carom__dvec3 a = corner(flat, i), b = corner(flat, i + 1), c = dvec3_add(b, out), d = dvec3_add(a, out);
  carom__moments_add_prism(sum, (const carom__dvec3[3]){a, b, c}, dvec3(0, 0, 0), 1);
  carom__moments_add_prism(sum, (const carom__dvec3[3]){a, c, d}, dvec3(0, 0, 0), 1);
}

static void add_turn(carom__moments *sum, const carom__flat *flat, carom__dvec3 at, carom__dvec3 from,
                     carom__dvec3 to) {
  carom__sector sector = {from, to, dvec3(0, 0, 1), (double)flat->radius};
  carom__moments_add_sector(sum, &sector, at, 1);
}

/* A sector was as long as 1 along z, where the plane has nothing. */
static void flatten(carom__moments *m) {
  m->first.z = 0;
  for (int i = 0; i < 3; i++) m->second[i].z = 0;
  m->second[2] = dvec3(0, 0, 0);
}

void carom__flat_moments(const carom__flat *flat, carom__moments *out) {
  *out = (carom__moments){.volume = 0};
  for (uint32_t i = 1; i + 1 < flat->count; i++) add_triangle(out, flat, i);
  if (flat->radius > 0 && flat->count == 1) {
    add_turn(out, flat, corner(flat, 0), dvec3(1, 0, 0), dvec3(-1, 0, 0));
    add_turn(out, flat, corner(flat, 0), dvec3(-1, 0, 0), dvec3(1, 0, 0));
  } else if (flat->radius > 0) {
    for (uint32_t i = 0; i < flat->count; i++) {
      add_strip(out, flat, i);
      add_turn(out, flat, corner(flat, i), normal(flat, i + flat->count - 1), normal(flat, i));
    }
  }
  flatten(out);
  out->from = point(flat, 0);
}
