// timeline.h: a recording as a line of steps, each of which can be gone to, forward and back.
//
// Steps are counted from 1, and 0 is the beginning. Going back starts from a mark (carom/record.h) and
// replays the steps from there. Marks lie at equal intervals, which grow where marks take more memory than is
// given.
#ifndef VIEWER_TIMELINE_H
#define VIEWER_TIMELINE_H

#include <carom/record.h>

#include <cstddef>
#include <map>
#include <string>
#include <vector>

// What is known of a step once it was replayed.
struct told_step {
  static const int KINDS = 5; // of events: BEGIN, STAY, END, NEAR, FAR
  uint64_t hash;              // of the world after the step
  uint32_t events[KINDS];
};

class timeline {
public:
  // How a recording ends, as far as it was replayed.
  enum ending {
    UNKNOWN, // there may be further steps
    OVER,    // the last step is known
    DIFFERS, // the last step did not come out as recorded
    DAMAGED  // the recording breaks off after the last step, or memory is out: see status()
  };

  // The bytes of memory for marks; that of the beginning is always kept.
  explicit timeline(size_t mark_bytes = size_t(256) << 20) : budget(mark_bytes) {}
  ~timeline() { close(); }
  timeline(const timeline &) = delete;
  timeline &operator=(const timeline &) = delete;

  // Opens a recording at its beginning; the definition is that of carom_replay_open.
  carom_status open(std::vector<unsigned char> bytes, const carom_world_def *def = nullptr);
  void close();

  // Goes to a step. False: the recording ends before it, and the line stands at the last step.
  bool go(uint64_t step);
  bool is_open() const { return replay != nullptr; }
  uint64_t now() const { return at; }
  // The world after this step, with the events of the step; it is another one after each call of go.
  const carom_world *world() const { return carom_replay_get_world(replay); }

  // The steps that were replayed until now, which are all where the ending is known.
  uint64_t known() const { return told.empty() ? 0 : told.size() - 1; }
  const told_step &step(uint64_t number) const { return told[size_t(number)]; }
  ending end() const { return ends; }
  carom_status status() const { return trouble; }

  size_t mark_count() const { return marks.size(); }
  size_t mark_size() const { return held; } // bytes of all marks

private:
  bool advance();
  bool return_to(uint64_t step);
  bool walk(uint64_t step);
  void tell();
  void mark();
  void thin();

  std::vector<unsigned char> bytes;
  carom_replay *replay = nullptr;
  uint64_t at = 0, interval = 4;
  bool spent = false; // the replay is no more where `at` says, and must return to a mark
  std::vector<told_step> told;
  std::map<uint64_t, carom_replay_mark *> marks;
  size_t budget, held = 0;
  ending ends = UNKNOWN;
  carom_status trouble = CAROM_OK;
};

#endif
