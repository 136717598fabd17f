/* triangles_kernels.h: what is asked of many triangles, once for each form of lanes8.h. */
#ifndef CAROM_NARROWPHASE_TRIANGLES_KERNELS_H
#define CAROM_NARROWPHASE_TRIANGLES_KERNELS_H

#include "box_points.h"
#include "kernels.h"
#include "mesh_pairs.h"
#include "triangle_set.h"

/* Does any triangle but one rise along the normal that is as near to the point? */
typedef struct carom__surface_question {
  carom_vec3 point, normal;
  float near;
  uint32_t index;       /* of the one */
  const float *squares; /* as for carom__triangle_set_has_normal */
} carom__surface_question;

/* Which triangles on the other side of a point rise from a plane? */
typedef struct carom__rise_question {
  carom_vec3 corner, normal; /* of the plane, to the side where they rise */
  float near;                /* what is as near is in the plane */
  bool own_behind;           /* is the point behind the triangle whose plane it is? */
  const uint8_t *behind;     /* and behind which of the set */
} carom__rise_question;

typedef struct carom__triangles_kernels {
  /* Adds the lanes that are triangles; there is room for eight. */
  void (*append)(carom__triangle_set *set, const carom__triangle_batch *batch);
  bool (*rises)(const carom__triangle_set *set, const carom__surface_question *question);
  /* The same of some lanes of a batch; it asks for no index and no squares. */
  bool (*batch_rises)(const carom__triangle_batch *batch, unsigned lanes,
                      const carom__surface_question *question);
  bool (*sides)(const carom__triangle_set *set, carom_vec3 point, uint8_t *behind);
  /* A bit for each; false when none. */
  bool (*risers)(const carom__triangle_set *set, const carom__rise_question *question, uint8_t *bits);
  void (*nearest)(const carom__triangle_set *set, carom_vec3 a, carom_vec3 b, carom__segment_near *out);
  bool (*near)(const carom__triangle_batch *batch, carom_vec3 a, carom_vec3 b, float square);
  void (*nearest_of_batch)(const carom__triangle_batch *batch, carom_vec3 a, carom_vec3 b, float *square,
                           float *at);
  unsigned (*near_box)(const carom__triangle_batch *batch, const carom__near_question *question,
                       carom__near_lanes *out);
  void (*overlaps)(const carom__triangle_set *set, const carom_obb *box, carom__box_overlaps *out);
  void (*overlaps_hull)(const carom__triangle_set *set, const carom__facets *facets, const carom_obb *place,
                        carom__box_overlaps *out);
  /* How far a hull reaches down over eight triangles. */
  void (*lowest)(const carom__facets *facets, const carom__box_triangle its[8], carom__hull_low out[8]);
  /* What of a box is over eight triangles; the counts are zero before. */
  void (*over)(const carom__box_triangle its[8], carom__box_points out[8]);
  /* The box is around the frustum. */
  bool (*meets_frustum)(const carom__triangle_set *set, const carom_frustum *frustum, const carom_obb *box,
                        uint8_t *bits);
  bool (*meets)(const carom__triangle_set *set, const carom_vec3 corners[3], float margin, uint8_t *bits);
  bool (*mesh_pairs)(const carom__mesh_pairs *pairs); /* carom__mesh_pairs_walk */
} carom__triangles_kernels;

CAROM__DECLARE_KERNELS(carom__triangles_kernels);

#endif
