/* hull.h: the inside of a convex hull. */
#ifndef CAROM_NARROWPHASE_HULL_H
#define CAROM_NARROWPHASE_HULL_H

#include "asset.h"
#include "hull_support.h"
#include "moments.h"
#include "narrowphase.h"

/* A directed edge of a face: from `origin` to the origin of `next`, counter-clockwise seen from outside. */
typedef struct carom__half_edge {
  uint32_t origin, twin, next, face;
} carom__half_edge;

struct carom_hull {
  carom__asset asset;
  uint32_t vertex_count, edge_count, face_count; /* edge_count: undirected; 2 edge_count half edges */
  carom_vec3 *vertices;
  carom_plane *planes;   /* a face */
  uint32_t *face_starts; /* face_count + 1 offsets: half edge face_starts[f] + k follows loops[face_starts[f]
                            + k] */
  uint32_t *loops;       /* vertex indices */
  carom__half_edge *half_edges; /* in the order of loops */
  carom__hull_support support;  /* the vertices again, as the search for the farthest reads them */
  uint32_t *vertex_edges;       /* a vertex: a half edge that begins there */
  carom_plane *bevels;          /* more planes that bound the solid, at sharp edges and vertices */
  uint32_t bevel_count;
  carom_vec3 centroid;
  float volume;
  float ball; /* the radius of one around the centroid that lies inside */
  carom_aabb bounds;
  carom_obb obb; /* tight */
};

/* Casts a ray against the solid, also a rounded one. */
void carom__hull_cast_ray(const carom_hull_shape *shape, const carom__ray *ray, carom__ray_hit *out);

/* The lowest of the faces whose normals have the greatest product with the direction. */
uint32_t carom__hull_face(const carom_hull *hull, carom_vec3 direction);

/* The column of its class. */
carom_status carom__hull_moments(const carom_shape *shape, carom__moments *out);

/* Puts in place of a hull that is complete but for its bevels one that has them. CAROM_NOT_CONVERGED when
 * they are not enough, CAROM_OUT_OF_MEMORY; the hull is as it was then. */
carom_status carom__hull_bevel(carom_hull **hull);

/* The functions of its asset class, which is in shape_hull.c. */
void carom__hull_write(carom__archive *archive, const carom__asset *asset);
carom__asset *carom__hull_read(carom__archive *archive, const carom_allocator *allocator);

extern const carom__asset_class carom__hull_asset_class;

#endif
