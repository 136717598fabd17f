// stage.h: a session and how it is seen. It knows no window and no panel.
#ifndef VIEWER_STAGE_H
#define VIEWER_STAGE_H

#include "camera.h"
#include "film.h"
#include "inventory.h"
#include "options.h"
#include "parts.h"
#include "renderer.h"
#include "session.h"

// The last times of something, for a graph.
struct time_graph {
  static const int COUNT = 200;
  float values[COUNT] = {};
  int next = 0;
  void add(float value) { values[next] = value, next = (next + 1) % COUNT; }
  float latest() const { return values[(next + COUNT - 1) % COUNT]; }
  float largest() const;
};

// Starts a scene with the parameters of the options; false after telling on stderr which of them is wrong.
bool start_with(const options &from, const scene_kind *kind, session *play);

struct stage {
  session play;
  std::unique_ptr<film> reel; // a recording, which takes the place of the session
  camera eye;
  mesh_store meshes;
  inventory things;
  picture image;
  show_options how;
  time_graph step_times, pass_times[CAROM_PASS_COUNT], scene_times, history_times, draw_times;

  // Takes the parts, the threads and the camera's ways from the options.
  void prepare(const options &from);

  // Starts a scene with the parameters of the options, if they are given, and looks at all of it.
  bool start(const scene_kind *kind, const options *from = nullptr);
  // Opens recordings instead; false after telling why on stderr.
  bool open(const std::vector<std::string> &paths);
  const carom_world *world() const { return reel ? reel->world() : play.world(); }
  uint64_t now() const { return reel ? reel->now() : play.steps; }
  // The latest events: of a session those kept, of a recording those of the step.
  std::vector<told_event> events() const;

  bool restart(); // with the same parameters and camera
  bool step();
  bool back();

  // Looks at all that has an end.
  void look_at_all(float aspect);

  // Draws into the image that is bound.
  void draw(renderer *with, int width, int height);

private:
  carom_region region() const;
};

#endif
