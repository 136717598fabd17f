/* patches.h: contacts of parts gathered into patches of one normal each. */
#ifndef CAROM_NARROWPHASE_PATCHES_H
#define CAROM_NARROWPHASE_PATCHES_H

#include "carom/patch.h"

#include "parts.h"

/* The cosine of two normals of one patch: 10 degrees. */
#define CAROM__SAME_PATCH 0.985f
/* As many patches gather contacts at a time. Of more, the shallowest is told as it is. */
#define CAROM__OPEN_PATCHES 16
/* As many points does a patch gather before it keeps four of them. */
#define CAROM__PATCH_POINTS 32

typedef struct carom__open_patch {
  carom_vec3 normal; /* of the deepest contact, which the parts are of, too */
  float depth;
  carom__part_id a, b;
  uint32_t point_count;
  carom_contact_point points[CAROM__PATCH_POINTS];
} carom__open_patch;

/* Receives a patch that is complete. */
typedef void carom__patch_fn(void *context, const carom_patch *patch);

typedef struct carom__patches {
  carom__patch_fn *tell;
  void *context;
  bool planar;
  uint32_t count;
  carom__open_patch open[CAROM__OPEN_PATCHES];
} carom__patches;

/* Sets all but the open patches, which need no values. */
void carom__patches_begin(carom__patches *patches, bool planar, carom__patch_fn *tell, void *context);

/* Adds the contact of two parts. */
void carom__patches_add(carom__patches *patches, const carom__part_id *a, const carom__part_id *b,
                        const carom_manifold *contact);

/* Tells what is open, the deepest first. */
void carom__patches_end(carom__patches *patches);

/* The first point of a manifold, which is its deepest, as a signed distance. */
carom_distance_result carom__distance_of_manifold(const carom_manifold *manifold);

#endif
