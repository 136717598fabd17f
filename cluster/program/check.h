/* check.h: what all ranks tell, compared with what one world tells, bit for bit. */
#ifndef CLUSTER_CHECK_H
#define CLUSTER_CHECK_H

#include "game.h"
#include "letters.h"

/* Compares the last step of a cluster with that of the one world, which rank 0 has (`twin`; others give
 * NULL): all events with their contacts, and where all bodies are and how they move. All ranks call this
 * together. *equal is the same on all of them; what differs first goes to stderr. False: a rank is late. */
bool check_step(const office *o, const game *g, const twin *t, uint64_t step, bool *equal);

#endif
