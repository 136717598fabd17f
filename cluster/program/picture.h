/* picture.h: the parts of a cluster seen from above. */
#ifndef CLUSTER_PICTURE_H
#define CLUSTER_PICTURE_H

#include "game.h"
#include "letters.h"

/* Draws the blocks, all bodies in the colours of their owners, and ghosts as rings in the colours of the
 * ranks that have them. All ranks call this together; rank 0 writes the file. *written: it could. False: a
 * rank is late. */
bool picture_draw(const office *o, const game *g, const char *file, bool *written);

#endif
