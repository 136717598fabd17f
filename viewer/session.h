// session.h: a scene that runs: its world, its threads, its past, and what its last steps told.
#ifndef VIEWER_SESSION_H
#define VIEWER_SESSION_H

#include "history.h"

#include <string>

// An event of a step, kept for the list and for its mark in the picture.
struct told_event {
  uint64_t step;
  carom_event_kind kind;
  carom_end_cause cause;
  carom_body a, b;
  carom_pos at;
};

// Appends the events of the last step of a world.
void tell_events(const carom_world *world, uint64_t step, std::vector<told_event> *to);

// How long the parts of a step took, in milliseconds.
struct step_times {
  float scene, step, history;
  float passes[CAROM_PASS_COUNT];
};

class session {
public:
  static constexpr float DT = 1 / 60.0f;

  ~session() { stop(); }
  bool start(const scene_kind *kind); // from the beginning; false: the world was refused
  void stop();
  bool step(); // false: refused, and why is in `trouble`
  bool back(); // one step; false: there is no state to go back to
  void set_threads(uint32_t count);

  // Writes all further steps into a file, until the scene ends.
  bool record(const std::string &path);
  bool records() const { return file != nullptr; }

  const scene_kind *kind = nullptr;
  std::unique_ptr<scene> playing;
  std::vector<parameter> parameters; // of the next start
  history past;
  uint64_t steps = 0;
  uint32_t threads = 1;
  bool keeps_past = true;
  std::vector<told_event> events; // the latest last
  step_times times = {};
  std::string trouble;

  carom_world *world() const { return playing ? playing->world : nullptr; }

private:
  carom_pool *pool = nullptr;
  std::FILE *file = nullptr;
};

#endif
