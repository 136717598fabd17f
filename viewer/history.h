// history.h: the last states of a world and its scene, to go back by. A state is a rollback snapshot.
#ifndef VIEWER_HISTORY_H
#define VIEWER_HISTORY_H

#include "scene.h"

#include <deque>

class history {
public:
  static const uint32_t LONGEST = 600; // steps

  void clear() { states.clear(), held = 0; }
  void save(scene *of);    // the state before the next step
  bool restore(scene *of); // goes back to the last state and forgets it; false: there is none
  size_t length() const { return states.size(); }
  size_t size() const { return held; } // bytes

private:
  struct state {
    state_bytes world, own;
  };
  std::deque<state> states;
  size_t held = 0;
};

#endif
