// difference.h: where two recordings part, and what is different there.
#ifndef VIEWER_DIFFERENCE_H
#define VIEWER_DIFFERENCE_H

#include "timeline.h"

// Looks for the first step after which the worlds of two recordings differ, as many steps at a time as asked.
class difference {
public:
  enum answer {
    LOOKING, // equal until now
    FOUND,   // after `step` the worlds differ
    SHORTER, // one recording ends after `step`, until where they are equal
    EQUAL    // until both end after `step`
  };

  difference(timeline *first, timeline *second) : a(first), b(second) {}

  // Compares at most so many steps. Both lines go along as far as their steps are not known.
  answer look(uint64_t most_steps);
  uint64_t step() const { return compared; }

private:
  timeline *a, *b;
  uint64_t compared = 0; // up to this step
  bool begun = false;
};

// Tells what is different in two worlds, at most so many lines: bodies by their ids, which of them are in one
// world only, are elsewhere, move otherwise or have other colliders; and contacts that are in one world only.
// Empty: neither bodies nor colliders nor contacts differ, so that it is something else of the state.
std::vector<std::string> tell_differences(const carom_world *a, const carom_world *b, size_t most);

#endif
