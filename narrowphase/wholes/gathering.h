/* gathering.h: the contacts of the parts of two shapes, of which those that count become patches. */
#ifndef CAROM_NARROWPHASE_GATHERING_H
#define CAROM_NARROWPHASE_GATHERING_H

#include "waiting.h"

typedef struct carom__gathering {
  carom__site a, b;
  carom_status status; /* the worst of all */
  bool found;          /* any contact that counts */
  carom__patches patches;
  carom__waiting waiting;
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

static inline carom_status worse_status(carom_status a, carom_status b) { return a ? a : b; }

#endif
