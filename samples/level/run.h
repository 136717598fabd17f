/* run.h: the run itself: steps, with all that watches them. */
#ifndef LEVEL_RUN_H
#define LEVEL_RUN_H

#include "options.h"
#include "scene.h"

/* Puts the scene into a world, runs it, tells how it went and draws it. False after telling on stderr when
 * anything was refused or differed. */
bool run_scene(scene *s, const options *o);

#endif
