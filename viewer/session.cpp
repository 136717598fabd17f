// session.cpp: a scene that runs.
#include "session.h"

#include <chrono>

static const size_t MOST_EVENTS = 400;

constexpr float session::DT;

// Milliseconds since the last call with the same clock.
static float lap(std::chrono::steady_clock::time_point *since) {
  auto now = std::chrono::steady_clock::now();
  float passed = std::chrono::duration<float, std::milli>(now - *since).count();
  *since = now;
  return passed;
}

// Nanoseconds, for the passes of a step.
static uint64_t read_clock(void *) {
  return uint64_t(std::chrono::nanoseconds(std::chrono::steady_clock::now().time_since_epoch()).count());
}

static void note_refusal(void *user, carom_status status, const char *function, const char *detail) {
  *static_cast<std::string *>(user) =
      std::string(function) + ": " + carom_status_name(status) + ": " + detail;
}

static void note_passes(const carom_world *world, float *milliseconds) {
  uint64_t passes[CAROM_PASS_COUNT] = {};
  carom_world_get_pass_times(world, passes);
  for (int i = 0; i < CAROM_PASS_COUNT; i++) milliseconds[i] = float(double(passes[i]) * 1e-6);
}

bool session::start(const scene_kind *new_kind) {
  stop();
  std::unique_ptr<scene> made = new_kind->make();
  if (new_kind != kind) parameters = made->parameters;
  made->parameters = parameters, kind = new_kind;
  carom_world_def def = {};
  if (threads > 1 && !carom_pool_create(nullptr, threads, &pool)) def.tasks = carom_pool_get_tasks(pool);
  def.log = note_refusal, def.log_user = &trouble;
  made->settings(&def);
  carom_status status = made->create(&def);
  if (status) return trouble = carom_status_name(status), false;
  playing = std::move(made);
  carom_world_rollback_keep(world(), history::LONGEST);
  carom_world_set_clock(world(), read_clock, nullptr);
  playing->setup();
  steps = 0, trouble.clear();
  return true;
}

void session::stop() {
  past.clear(), events.clear();
  if (playing) playing->destroy();
  playing.reset();
  carom_pool_destroy(pool), pool = nullptr;
  if (file) std::fclose(file), file = nullptr;
}

void session::set_threads(uint32_t count) {
  threads = count;
  if (kind) start(kind);
}

void tell_events(const carom_world *world, uint64_t step, std::vector<told_event> *to) {
  size_t count = 0;
  const carom_event *all = carom_world_get_events(world, &count);
  for (size_t i = 0; i < count; i++) {
    const carom_event &e = all[i];
    if (e.kind == CAROM_EVENT_STAY) continue;
    const carom_manifold &m = e.contact->manifold;
    carom_pos at = m.point_count ? m.points[0].position : carom_pos{0, 0, 0};
    to->push_back({step, e.kind, e.cause, e.contact->a.body, e.contact->b.body, at});
  }
}

bool session::step() {
  auto clock = std::chrono::steady_clock::now();
  if (keeps_past) past.save(playing.get());
  times.history = lap(&clock);
  playing->before_step(steps, DT);
  times.scene = lap(&clock);
  carom_status status = playing->step(DT);
  times.step = lap(&clock);
  note_passes(world(), times.passes);
  if (status) return trouble = carom_status_name(status), false;
  steps++;
  playing->after_step(steps);
  tell_events(world(), steps, &events);
  if (events.size() > MOST_EVENTS) events.erase(events.begin(), events.end() - MOST_EVENTS);
  times.scene += lap(&clock);
  return true;
}

bool session::back() {
  if (!past.restore(playing.get())) return false;
  steps--;
  while (!events.empty() && events.back().step >= steps) events.pop_back();
  return true;
}

static bool write_bytes(void *file, const void *first, size_t size) {
  return std::fwrite(first, 1, size, static_cast<std::FILE *>(file)) == size;
}

bool session::record(const std::string &path) {
  if (file) carom_world_record_stop(world()), std::fclose(file);
  file = std::fopen(path.c_str(), "wb");
  return file && !carom_world_record_start(world(), nullptr, write_bytes, file);
}
