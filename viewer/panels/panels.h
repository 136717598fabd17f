// panels.h: the panels of the viewer.
#ifndef VIEWER_PANELS_H
#define VIEWER_PANELS_H

#include "stage.h"

// What the panels control besides the stage.
struct controls {
  int direction = 1;     // 1: forward, 0: paused, -1: back in time
  bool one_step = false; // then pause
  float speed = 1;
  bool fresh = true; // a scene has begun: the camera shall look at all of it
};

// The width of each of the two columns of panels, with its margin.
const int COLUMN = 292;

// All panels of a picture of this size.
void show_panels(stage *on, controls *with, int width, int height);

// Each of them; they are sections of a window that is open.
void show_scene_list(stage *on, controls *with);
void show_parameters(stage *on, controls *with);
void show_parts(stage *on);
void show_clock(stage *on, controls *with);
void show_counts(const stage &on);
void show_times(const stage &on);
void show_picked(stage *on);
void show_event_list(stage *on);
void show_film(film *reel, controls *with);

// The texts of the picture, at their places.
void show_texts(const stage &on, int width, int height);

#endif
