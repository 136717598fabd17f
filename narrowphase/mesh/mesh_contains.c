/* mesh_contains.c: what is inside a closed surface, by the triangles that a half line along x passes through.
 *
 * The point counts as moved by an infinitely small step along y, and by one that is infinitely smaller along
 * z. So the line passes through no edge, and each triangle is decided for itself without a contradiction.
 * (Edelsbrunner and Muecke, 1990.) */
#include "mesh.h"
#include "mesh_exact.h"
#include "orient.h"

static carom_vec2 across(carom_vec3 p) { return (carom_vec2){p.y, p.z}; }

/* The turn from a to b to the moved point; 0 when a and b are one. */
static int moved_turn(carom_vec2 a, carom_vec2 b, carom_vec2 p) {
  int turn = carom__orient(a, b, p);
  if (turn != 0) return turn;
  if (a.y != b.y) return a.y > b.y ? 1 : -1;
  return (b.x > a.x) - (b.x < a.x);
}

typedef struct mesh_crossing {
  carom_vec3 point;
  int winding;
} mesh_crossing;

/* The half line leaves the solid through a triangle that it meets from the back. */
static int passes(carom_vec3 point, const carom_vec3 p[3]) {
  int turns[3];
  for (int k = 0; k < 3; k++) turns[k] = moved_turn(across(p[k]), across(p[(k + 1) % 3]), across(point));
  if (turns[0] == 0 || turns[0] != turns[1] || turns[1] != turns[2]) return 0;
  const carom__mesh_way ways[3] = {{p[0], p[1]}, {p[0], p[2]}, {p[0], point}};
  /* in front of a triangle whose front faces along x, the point is beyond it */
  return carom__mesh_sign(ways) == turns[0] ? 0 : turns[0];
}

static bool count_passes(void *context, const carom__triangle_batch *batch) {
  mesh_crossing *c = context;
  for (int lane = 0; lane < CAROM__MESH_LANES; lane++) {
    if (!(batch->lanes >> lane & 1)) continue;
    carom_vec3 p[3];
    for (int k = 0; k < 3; k++) p[k] = triangle_batch_corner(batch, lane, k);
    c->winding += passes(c->point, p);
  }
  return true;
}

int carom__mesh_winding(const carom_mesh *mesh, carom_vec3 point) {
  mesh_crossing c = {point, 0};
  carom_vec3 end = {mesh->bounds.max.x, point.y, point.z};
  if (point.x > end.x) return 0;
  carom__mesh_walk(mesh, &(carom_aabb){point, end}, (carom__mesh_visitor){count_passes, &c});
  return c.winding;
}
