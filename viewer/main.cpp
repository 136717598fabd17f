// main.cpp: the viewer of carom: scenes in a window, or pictures of them.
#include "app.h"
#include "shots.h"

#include <cstdio>

static int list_scenes() {
  for (const scene_kind &kind : all_scenes())
    std::printf("%-14s %-8s %s\n", kind.name, kind.group, kind.text);
  return 0;
}

int main(int count, char **arguments) {
  options from;
  if (!read_options(count, arguments, &from)) return 2;
  if (from.help) return print_help(), 0;
  if (from.list) return list_scenes();
  if (from.hashes) return run_hashes(from);
  if (!from.shot.empty() || !from.frames.empty()) return run_shots(from);
  return run_app(from);
}
