/* picture.h: a scene as scalable vector graphics. */
#ifndef SOLVER_PICTURE_H
#define SOLVER_PICTURE_H

#include "solver.h"

/* Draws the bodies of a solver: what is awake in colour, what sleeps in grey. Tells whether that worked. */
bool picture_draw(const solver *s, const char *file);

#endif
