/* merge.h: merges the contacts of this step with those of the last one: which begin, stay and end. */
#ifndef CAROM_ENGINE_MERGE_H
#define CAROM_ENGINE_MERGE_H

#include "parts.h"
#include "state.h"

/* Some fresh contacts that follow each other, with the old ones up to the next part's. */
typedef struct carom__merge_part {
  size_t first;  /* where the first of its contacts that last or begin goes */
  size_t begins; /* how many begin */
} carom__merge_part;

/* The old contacts are in world->contacts, the fresh ones, which this step has found, in world->previous. Old
 * ones that rest were not looked for and last; no key is both fresh and resting. */
typedef struct carom__merge {
  carom_world *world;
  uint32_t *resting; /* those old ones */
  size_t resting_count;
  uint32_t *resting_to, *fresh_to; /* where they and the fresh ones go in the list of both */
  bool *begins;                    /* of each contact in that list */
  uint32_t part_count;
  carom__merge_part parts[CAROM__PARTS_MAX + 1]; /* the last is empty and marks the end */
  carom__found ends[CAROM__PARTS_MAX];           /* of each part, among the events */
} carom__merge;

/* Prepares what carom__merge_run needs, which cannot fail then; meanwhile fresh contacts may be taken out. */
carom_status carom__merge_prepare(carom_world *world, carom__merge *out);

/* Queues the events of all contacts and leaves those that there are now in world->contacts, ascending by
 * key. */
void carom__merge_run(carom__merge *merge);

#endif
