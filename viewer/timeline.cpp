// timeline.cpp: goes along a recording.
#include "timeline.h"

#include <carom/event.h>

#include <utility>

carom_status timeline::open(std::vector<unsigned char> given, const carom_world_def *def) {
  close();
  bytes = std::move(given);
  carom_status status = carom_replay_open(def, nullptr, bytes.data(), bytes.size(), &replay);
  if (status) return close(), status;
  tell();
  mark();
  // Without the first mark no step could be gone back to.
  if (marks.empty()) return close(), CAROM_OUT_OF_MEMORY;
  return CAROM_OK;
}

void timeline::close() {
  for (const auto &entry : marks) carom_replay_mark_destroy(entry.second);
  carom_replay_close(replay);
  replay = nullptr;
  bytes.clear(), told.clear(), marks.clear();
  at = 0, interval = 4, held = 0;
  spent = false, ends = UNKNOWN, trouble = CAROM_OK;
}

// What the step gave, when it is replayed for the first time.
void timeline::tell() {
  if (at < told.size()) return;
  told_step step = {carom_world_hash(world()), {}};
  size_t count = 0;
  const carom_event *events = carom_world_get_events(world(), &count);
  for (size_t i = 0; i < count; i++)
    for (int kind = 0; kind < told_step::KINDS; kind++) step.events[kind] += events[i].kind == 1 << kind;
  told.push_back(step);
}

// Going back from further ahead is slower where there is no memory for a mark, and that is all.
void timeline::mark() {
  carom_replay_mark *made = nullptr;
  if (at % interval || marks.count(at) || carom_replay_mark_create(replay, &made)) return;
  marks[at] = made;
  held += carom_replay_mark_get_size(made);
  while (held > budget && marks.size() > 1) thin();
}

// Leaves out every other mark.
void timeline::thin() {
  interval *= 2;
  for (auto entry = marks.begin(); entry != marks.end();) {
    if (entry->first % interval == 0) {
      ++entry;
      continue;
    }
    held -= carom_replay_mark_get_size(entry->second);
    carom_replay_mark_destroy(entry->second);
    entry = marks.erase(entry);
  }
}

// One step. False: there is none, or no memory for one that there was before.
bool timeline::advance() {
  carom_replay_outcome outcome = CAROM_REPLAY_OVER;
  if (ends != UNKNOWN && at == known()) return false;
  carom_status status = carom_replay_step(replay, &outcome);
  if (status || outcome == CAROM_REPLAY_OVER) {
    spent = true, trouble = status;
    if (at == known()) ends = status ? DAMAGED : OVER;
    return false;
  }
  at++;
  tell();
  if (outcome == CAROM_REPLAY_DIFFERS)
    ends = DIFFERS;
  else
    mark();
  return true;
}

// To the last mark before a step, so that the events of the step come with it, unless the line is nearer.
bool timeline::return_to(uint64_t step) {
  auto mark = --marks.upper_bound(step > 0 ? step - 1 : 0);
  if (!spent && at < step && at >= mark->first) return true;
  carom_status status = carom_replay_go(replay, mark->second);
  if (status) return trouble = status, false;
  at = mark->first, spent = false;
  return true;
}

bool timeline::walk(uint64_t step) {
  if (at == step && !spent) return true;
  if (!return_to(step)) return false;
  while (at < step && advance()) {
  }
  return at == step;
}

// Who meets the end may have changed the world beyond the last step, and goes back to it.
bool timeline::go(uint64_t step) {
  if (!replay) return false;
  const uint64_t last = ends == UNKNOWN ? step : known();
  if (walk(step < last ? step : last)) return step <= last;
  if (at == known()) walk(at);
  return false;
}
