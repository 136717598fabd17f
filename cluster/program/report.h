/* report.h: what each rank did, as a table. */
#ifndef CLUSTER_REPORT_H
#define CLUSTER_REPORT_H

#include "carom_cluster/cluster.h"
#include "letters.h"

/* What takes time in a step: of the processor, and TIME_ALL that which passes. */
enum { TIME_GAME, TIME_CHOOSE, TIME_APPLY, TIME_FIND, TIME_TELL, TIME_ALL, TIME_ONE, TIMES };

/* The samples and sums of a rank. */
typedef struct diary {
  list seconds[TIMES]; /* of double, one a step */
  uint64_t steps, bytes, poses, pose_bytes, migrated, created, events;
  carom_cluster_counts last;
} diary;

void diary_begin(diary *d);
/* Adds a step. `game`: how long the game took to move its bodies; `all`: how long both took; `one`: the step
 * of one world, or 0. */
void diary_add(diary *d, const carom_cluster *cluster, double game, double all, double one);
void diary_end(diary *d);

/* Prints the table on rank 0. All ranks call this together. False: a rank is late. */
bool report_print(const office *o, diary *d);

#endif
