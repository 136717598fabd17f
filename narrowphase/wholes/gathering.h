/* gathering.h: the contacts of the parts of two shapes, of which those that count become patches. */
#ifndef CAROM_NARROWPHASE_GATHERING_H
#define CAROM_NARROWPHASE_GATHERING_H

#include "part_contact.h"
#include "patches.h"

/* As many contacts wait for shallower ones. Of more, the shallowest is settled as it comes. */
#define CAROM__WAITING 16

/* A part that is kept, with the triangle that it refers to, if it is one. */
typedef struct carom__kept_part {
  carom__part part;
  carom__triangle triangle;
} carom__kept_part;

/* A contact along a face, or one of two solid parts, that waits for shallower ones (waiting.h). */
typedef struct carom__waiting_contact {
  carom__kept_part parts[2];
  carom_vec3 corners[2][3]; /* of triangles, as seen from `origin`, along the axes of the world */
  carom_pos origin;         /* of a part that is no triangle, if one is none */
  bool counts;              /* unless others explain it; else it is of no normal of both wholes */
  carom_manifold contact;
} carom__waiting_contact;

/* How far a part that is no triangle reaches along the normal of an open patch, or against it, from its own
 * origin. */
typedef struct carom__patch_reach {
  carom_vec3 normal; /* zero when nothing is known */
  uint32_t ordinal;
  float reach;
} carom__patch_reach;

typedef struct carom__gathering {
  carom__site a, b;
  carom_status status; /* the worst of all */
  bool found;          /* any contact that counts */
  carom__patches patches;
  uint32_t waiting_count;
  carom__waiting_contact waiting[CAROM__WAITING];
  float depths[CAROM__WAITING];                       /* of those that wait */
  carom__patch_reach reaches[2][CAROM__OPEN_PATCHES]; /* of parts of A and of B */
  /* The deepest contact of two parts that no normal of the wholes explains. */
  bool has_spare;
  float spare_depth;
  carom__kept_part spare_parts[2];
  carom_manifold spare;
} carom__gathering;

/* Sets all but what needs no values yet. */
void carom__gathering_begin(carom__gathering *g, carom__site a, carom__site b, carom__patch_fn *tell,
                            void *context);

/* Adds a contact by its rank. */
void carom__gathering_add(carom__gathering *g, const carom__part *a, const carom__part *b,
                          carom__contact_rank rank, const carom_manifold *contact);

/* Finds the contact of two parts, and adds it. */
void carom__gathering_meet(carom__gathering *g, const carom__part *a, const carom__part *b,
                           const carom__surfaces *surfaces);

/* Tells what is open. What touches has a contact. */
void carom__gathering_end(carom__gathering *g);

/* --- For waiting.c --- */

static inline void part_keep(carom__kept_part *out, const carom__part *part) {
  out->part = *part;
  if (part->shape.kind != CAROM__TRIANGLE) return;
  out->triangle = *shape_triangle(&part->shape);
  out->part.shape = triangle_shape(&out->triangle);
}

/* Adds a contact to the patches. */
static inline void gathering_add_patch(carom__gathering *g, const carom__part *a, const carom__part *b,
                                       const carom_manifold *contact) {
  const carom__part_id of_a = part_id(a), of_b = part_id(b);
  carom__patches_add(&g->patches, &of_a, &of_b, contact);
}

static inline carom_status worse_status(carom_status a, carom_status b) { return a ? a : b; }

#endif
