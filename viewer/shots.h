// shots.h: pictures and films without a window.
#ifndef VIEWER_SHOTS_H
#define VIEWER_SHOTS_H

#include "options.h"

// Writes what --shot or --frames asks for, and tells of each scene its name, its hash after the steps, and
// the number of colours in its picture. Returns the status of the process.
int run_shots(const options &from);

// Tells the hash of each scene after the steps, without any picture.
int run_hashes(const options &from);

#endif
