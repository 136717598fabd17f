// app.h: the window with all that can be done in it.
#ifndef VIEWER_APP_H
#define VIEWER_APP_H

#include "options.h"

// Runs until the window is closed. Returns the status of the process.
int run_app(const options &from);

#endif
