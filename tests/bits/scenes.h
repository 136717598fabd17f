/* scenes.h: couples of shapes of two kinds, plain and degenerate, with what is asked about them. */
#ifndef CAROM_BITS_SCENES_H
#define CAROM_BITS_SCENES_H

#include <carom/batch.h>
#include <carom/cast.h>

/* So many couples of each two kinds. */
#define SCENE_COUPLES 100

typedef struct couple {
  carom_shape a, b;
  carom_pose pose_a, pose_b, next_b; /* next_b: a little later */
  carom_ray ray;
  carom_vec3 translation;
  carom_motion motions[2];
} couple;

/* Hulls for all scenes: some round, some on a grid with parallel and coplanar parts. */
#define SCENE_HULLS 12
extern carom_hull *scene_hulls[SCENE_HULLS];
extern carom_polygon *scene_polygons[SCENE_HULLS];

void scene_hulls_make(void);
void scene_hulls_free(void);

/* A shape of a kind; some with edges are round there. The hulls, and polygons with them, must have been made.
 */
carom_shape scene_shape(carom_shape_kind kind, uint64_t *random);

/* What is left of a pose in the plane. */
carom_pose scene_flat_pose(carom_pose pose);

/* Makes the couples of two kinds of a family; planar ones keep to the plane. */
void scene_make(carom_shape_kind a, carom_shape_kind b, couple out[SCENE_COUPLES]);

#endif
