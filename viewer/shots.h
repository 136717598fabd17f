// shots.h: pictures and films without a window.
#ifndef VIEWER_SHOTS_H
#define VIEWER_SHOTS_H

#include "options.h"

// Writes what --shot or --frames asks for. Tells of each scene its name, its hash after the steps, and how
// many pixels of its picture differ from those of the grid alone. Returns the status of the process.
int run_shots(const options &from);

// Tells the hash of each scene after the steps, without any picture.
int run_hashes(const options &from);

#endif
