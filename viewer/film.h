// film.h: one recording, or two that are compared, as what a stage shows.
#ifndef VIEWER_FILM_H
#define VIEWER_FILM_H

#include "difference.h"

class film {
public:
  // Opens the recordings and replays them once, so that all their steps are known. False: `trouble` tells
  // why.
  bool open(const std::vector<std::string> &paths);

  bool go(uint64_t step); // both lines, as far as they go
  uint64_t now() const { return lines[shown].now(); }
  uint64_t length() const { return std::max(lines[0].known(), lines[1].known()); }
  const carom_world *world() const { return lines[shown].world(); }
  const timeline &line() const { return lines[shown]; }

  bool has_other() const { return lines[1].is_open(); }
  void show_other() { shown = 1 - shown; }
  int which() const { return shown; }

  // How the two compare: until which step they are equal, or after which they differ.
  difference::answer answer = difference::LOOKING;
  uint64_t parted = 0;
  std::vector<std::string> differences() const; // of the worlds that are shown now

  std::string trouble;

private:
  bool open_one(const std::string &path, timeline *out);
  timeline lines[2];
  int shown = 0;
};

#endif
