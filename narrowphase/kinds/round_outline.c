/* round_outline.c: drawing spheres and capsules, tapered or not.
 *
 * The unit ball is an octahedron whose faces are subdivided and whose vertices are pushed out to the sphere;
 * its upper half goes to one end of the capsule and its lower half to the other. No angle is needed, so the
 * picture is the same everywhere. */
#include "round_outline.h"

#include "placed.h"

/* A circle is drawn by as many lines. */
#define BALL_LINES 16

typedef struct round_mesh {
  carom__round_ends ends;
  const carom__outline *out;
  int steps; /* an edge of the octahedron is cut into as many */
} round_mesh;

/* Of a direction on a half of the ball, that on the part of it between its pole and the side of a cone. */
static carom_vec3 tapered(carom_vec3 unit, float sine, bool upper) {
  double z = (double)sine + (double)(upper ? 1 - sine : 1 + sine) * (double)unit.z;
  double across = square_root((double)unit.x * (double)unit.x + (double)unit.y * (double)unit.y);
  double out = across > 0 ? square_root(greater_double((1 - z) * (1 + z), 0)) / across : 0;
  return vec3((float)(out * (double)unit.x), (float)(out * (double)unit.y), (float)z);
}

/* The vertex at integer coordinates with |x| + |y| + |z| == steps, on the upper or the lower end. */
static carom__drawn place(const round_mesh *mesh, carom_vec3 p, bool upper) {
  const carom__round_ends *e = &mesh->ends;
  carom_vec3 unit = vec3_scale(p, 1.0f / vec3_length(p));
  if (e->sine != 0) unit = tapered(unit, e->sine, upper);
  carom_vec3 normal = mat3_mul_vec3(&e->axes, unit);
  return (carom__drawn){vec3_mad(upper ? e->high : e->low, normal, upper ? e->high_radius : e->low_radius),
                        normal};
}

static void draw_turned(const round_mesh *mesh, carom__drawn a, carom__drawn b, carom__drawn c, bool swap) {
  draw_smooth(mesh->out, &a, swap ? &c : &b, swap ? &b : &c);
}

/* The vertex of an octant at x = i, y = j. */
static carom__drawn octant_vertex(const round_mesh *mesh, carom_vec3 signs, int i, int j) {
  carom_vec3 p = vec3((float)i, (float)j, (float)(mesh->steps - i - j));
  return place(mesh, vec3_mul(p, signs), signs.z > 0);
}

/* Triangles of one octant; mirrored octants turn the other way. */
static void octant_surface(const round_mesh *mesh, carom_vec3 signs) {
  bool swap = signs.x * signs.y * signs.z < 0;
  for (int i = 0; i < mesh->steps; i++) {
    for (int j = 0; i + j < mesh->steps; j++) {
      carom__drawn x = octant_vertex(mesh, signs, i + 1, j), y = octant_vertex(mesh, signs, i, j + 1);
      draw_turned(mesh, octant_vertex(mesh, signs, i, j), x, y, swap);
      if (i + j + 1 < mesh->steps) draw_turned(mesh, x, octant_vertex(mesh, signs, i + 1, j + 1), y, swap);
    }
  }
}

/* The piece of the cylinder between the upper and the lower octant. */
static void side_surface(const round_mesh *mesh, carom_vec3 signs) {
  bool swap = signs.x * signs.y < 0;
  for (int i = 0; i < mesh->steps; i++) {
    carom_vec3 p = vec3((float)i * signs.x, (float)(mesh->steps - i) * signs.y, 0);
    carom_vec3 q = vec3((float)(i + 1) * signs.x, (float)(mesh->steps - i - 1) * signs.y, 0);
    draw_turned(mesh, place(mesh, q, false), place(mesh, p, false), place(mesh, p, true), swap);
    draw_turned(mesh, place(mesh, q, false), place(mesh, p, true), place(mesh, q, true), swap);
  }
}

static void octant_line(const round_mesh *mesh, carom_vec3 signs, int i, int j, int next_i, int next_j) {
  draw_wire(mesh->out, octant_vertex(mesh, signs, i, j).at, octant_vertex(mesh, signs, next_i, next_j).at);
}

/* The three arcs around one octant, and the line down the cylinder where its x axis is. */
static void octant_lines(const round_mesh *mesh, carom_vec3 signs) {
  for (int i = 0; i < mesh->steps; i++) {
    octant_line(mesh, signs, i, 0, i + 1, 0);
    octant_line(mesh, signs, 0, i, 0, i + 1);
    octant_line(mesh, signs, i, mesh->steps - i, i + 1, mesh->steps - i - 1);
  }
}

static void side_lines(const round_mesh *mesh, carom_vec3 signs) {
  carom_vec3 x = vec3(signs.x, 0, 0), y = vec3(0, signs.y, 0);
  draw_wire(mesh->out, place(mesh, x, false).at, place(mesh, x, true).at);
  draw_wire(mesh->out, place(mesh, y, false).at, place(mesh, y, true).at);
}

/* z along the segment. A ball has the axes of its frame. */
static carom_mat3 axes_of(const carom_capsule *capsule) {
  carom__dvec3 way = dvec3_sub(dvec3_widen(capsule->b), dvec3_widen(capsule->a));
  if (dvec3_length(way) == 0) return (carom_mat3){{0, 1, 0}, {0, 0, 1}, {1, 0, 0}};
  carom__dvec3 z = dvec3_normalize_or(way, dvec3(1, 0, 0)), x = dvec3_perpendicular(z);
  return (carom_mat3){dvec3_narrow(x), dvec3_narrow(dvec3_cross(z, x)), dvec3_narrow(z)};
}

void carom__round_outline(const carom_capsule *capsule, const carom__outline *out) {
  carom__round_ends ends = {axes_of(capsule), capsule->a, capsule->b, capsule->radius, capsule->radius, 0};
  carom__round_outline_ends(&ends, out);
}

void carom__round_outline_ends(const carom__round_ends *ends, const carom__outline *out) {
  round_mesh mesh = {*ends, out, (int)drawn_lines(out, BALL_LINES) / 4};
  for (int octant = 0; octant < 8; octant++) {
    carom_vec3 signs = vec3(octant & 1 ? 1.f : -1.f, octant & 2 ? 1.f : -1.f, octant & 4 ? 1.f : -1.f);
    bool side = octant & 4;
    if (out->line) octant_lines(&mesh, signs);
    if (out->triangle) octant_surface(&mesh, signs);
    if (side && out->line) side_lines(&mesh, signs);
    if (side && out->triangle) side_surface(&mesh, signs);
  }
}
