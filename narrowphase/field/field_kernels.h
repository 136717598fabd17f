/* field_kernels.h: the walks through fields, once for each form of lanes8.h. */
#ifndef CAROM_NARROWPHASE_FIELD_KERNELS_H
#define CAROM_NARROWPHASE_FIELD_KERNELS_H

#include "field_nearest.h"
#include "kernels.h"

typedef struct carom__field_kernels {
  /* carom__field_walk, and carom__field_walk_obb where obb is not NULL, which lies in the box. */
  void (*walk)(const carom_field *field, const carom_aabb *box, const carom_obb *obb,
               carom__mesh_visitor visitor);
  /* carom__field_nearest: hands the triangles that may be nearest to carom__field_try_nearest. */
  void (*nearest)(carom__field_search *search);
} carom__field_kernels;

CAROM__DECLARE_KERNELS(carom__field_kernels);

#endif
