// history.cpp: the last states of a world and its scene.
#include "history.h"

static const size_t MOST_BYTES = size_t(256) << 20;

void history::save(scene *of) {
  state now;
  size_t size = 0;
  carom_world_rollback_save(of->world, nullptr, 0, &size);
  now.world.resize(size);
  if (carom_world_rollback_save(of->world, now.world.data(), size, &size)) return;
  of->save(&now.own);
  held += now.world.size() + now.own.size();
  states.push_back(std::move(now));
  while (states.size() > LONGEST || (held > MOST_BYTES && states.size() > 1)) {
    held -= states.front().world.size() + states.front().own.size();
    states.pop_front();
  }
}

bool history::restore(scene *of) {
  if (states.empty()) return false;
  const state &last = states.back();
  if (carom_world_rollback_restore(of->world, last.world.data(), last.world.size())) return clear(), false;
  of->load(last.own);
  held -= last.world.size() + last.own.size();
  states.pop_back();
  return true;
}
