/* hull_build.h: the stages of building a hull, and what they hand to each other. */
#ifndef CAROM_NARROWPHASE_HULL_BUILD_H
#define CAROM_NARROWPHASE_HULL_BUILD_H

#include "arena.h"
#include "array.h"
#include "hull.h"
#include "hull_grid.h"

/* A point that is this near to the hull, relative to its size, does not become a vertex. */
#define CAROM__HULL_WELD 1e-6
/* How near to the hull of the vertices one that is left out must be when faces are merged. With the above
 * this makes the tolerance. */
#define CAROM__HULL_LEFT_OUT 3e-6
/* How far the vertices of a face may lie below its plane, the planes' solid may reach beyond the vertices,
 * and how thin a hull may be, relative to its size. */
#define CAROM__HULL_TOLERANCE 4e-6
/* How much more that is for the rounding of planes, relative to the greatest coordinate. */
#define CAROM__HULL_PLANE_ROUNDING 0x1p-20

/* What a hull is built of. Vertices are dropped and faces merged within the tolerances above plus `slack`
 * units, which is zero for points that are meant as they are. */
typedef struct carom__hull_source carom__hull_source;
struct carom__hull_source {
  const carom_vec3 *points;
  size_t count;
  uint32_t most;   /* vertices; 0: as many as there are */
  float *left_out; /* unless NULL, receives how far points that are left out for that are outside */
  double slack;
  /* Unless NULL, puts better planes in place of those of the faces, no farther above their vertices than a
   * tolerance. */
  void (*adjust)(const carom__hull_source *source, double tolerance, carom_hull *hull);
  const void *context; /* for adjust */
};

/* The largest extent of a box, and the largest coordinate in it. */
static inline double aabb_extent(const carom_aabb *box) {
  double x = (double)box->max.x - (double)box->min.x, y = (double)box->max.y - (double)box->min.y;
  return fmax(fmax(x, y), (double)box->max.z - (double)box->min.z);
}
static inline double aabb_reach(const carom_aabb *box) {
  carom_vec3 far = vec3_max(vec3_abs(box->min), vec3_abs(box->max));
  return fmax(fmax((double)far.x, (double)far.y), (double)far.z);
}

/* One build. All of its memory but the facets lives in the arena. */
typedef struct carom__hull_build {
  const carom_allocator *allocator;
  const carom__hull_source *source;
  carom__arena arena;
  const carom_vec3 *points;
  carom__grid_point *grid;
  uint32_t count;
  double step;          /* of the grid, in units */
  double size;          /* the rest is in grid steps: the largest extent */
  double weld;          /* how near to the hull a point vanishes */
  double left_out;      /* how near to the hull a vertex is left out */
  double tolerance;     /* how far below its plane a face's vertex may lie */
  double farthest_left; /* how far points that a cap left out are outside */
  CAROM__ARRAY(carom__facet) facets;
} carom__hull_build;

/* The faces of the finished hull: what remains when facets are merged. */
typedef struct carom__hull_faces {
  uint32_t face_count, loop_count;
  uint32_t *seeds;  /* a face: the facet that gives its plane */
  uint32_t *starts; /* face_count + 1 offsets */
  uint32_t *loops;  /* corners, as point indices */
  uint32_t *twins;  /* a loop entry: the entry of the same edge in the face beyond */
} carom__hull_faces;

carom_status carom__hull_build_points(const carom_allocator *allocator, const carom__hull_source *source,
                                      carom_hull **out);

/* Chooses a large tetrahedron, its first three corners counter-clockwise seen from outside, or CAROM_FLAT. */
carom_status carom__hull_tetrahedron(const carom__hull_build *build, uint32_t corner[4]);

/* Computes the convex hull of the grid points as triangles: CAROM_FLAT or CAROM_OUT_OF_MEMORY. */
carom_status carom__hull_quick(carom__hull_build *build);

/* Merges the triangles into faces: CAROM_OUT_OF_MEMORY, or CAROM_NOT_CONVERGED, which is not known to
 * happen. */
carom_status carom__hull_merge(carom__hull_build *build, carom__hull_faces *out);

/* Makes the asset: CAROM_FLAT, CAROM_LIMIT, CAROM_OUT_OF_MEMORY, or CAROM_NOT_CONVERGED when the planes of
 * the faces do not bound it well. */
carom_status carom__hull_assemble(carom__hull_build *build, const carom__hull_faces *faces, carom_hull **out);

#endif
