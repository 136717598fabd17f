// shots.cpp: pictures and films without a window, and hashes.
#include "shots.h"

#include "panels/panels.h"
#include "target.h"
#include "window.h"

#define STB_IMAGE_WRITE_STATIC
#define STB_IMAGE_WRITE_IMPLEMENTATION
#include <stb_image_write.h>

#include <algorithm>
#include <sys/stat.h>

static const int SHOT_STEPS = 90, FILM_STEPS = 120;

static std::vector<const scene_kind *> chosen(const options &from) {
  std::vector<const scene_kind *> all;
  for (const scene_kind &kind : all_scenes())
    if (from.scene == "all" || from.scene == kind.name) all.push_back(&kind);
  return all;
}

// The number of pixels that two pictures do not share.
static size_t count_different(const std::vector<unsigned char> &a, const std::vector<unsigned char> &b) {
  size_t count = 0;
  for (size_t i = 0; i + 2 < a.size(); i += 3) count += !std::equal(&a[i], &a[i] + 3, &b[i]);
  return count;
}

namespace {

class camera_man {
public:
  camera_man(window *in, const options &from) : frame(in), order(from) { on.prepare(from); }
  bool shoot(const scene_kind *kind, const std::string &path);
  bool shoot_recording();
  bool make_film(const scene_kind *kind);

private:
  bool start(const scene_kind *kind);
  void look();
  std::vector<unsigned char> draw();
  bool finish(const char *name, const std::string &path);
  bool write(const std::string &path, const std::vector<unsigned char> &pixels);

  window *frame;
  const options &order;
  stage on;
  controls with;
  renderer pen;
  target image;
};

// At all that is between the panels.
void camera_man::look() {
  int free = order.panels ? std::max(order.width - 2 * COLUMN, 100) : order.width;
  on.look_at_all(float(free) / float(order.height));
}

bool camera_man::start(const scene_kind *kind) {
  if (!on.start(kind, &order)) return false;
  if (!order.record.empty() && !on.play.record(order.record)) return false;
  look();
  return true;
}

std::vector<unsigned char> camera_man::draw() {
  image.begin(order.width, order.height);
  on.draw(&pen, order.width, order.height);
  for (int i = 0; order.panels && i < 2; i++) { // panels know their sizes from the second time on
    frame->begin_panels();
    show_panels(&on, &with, order.width, order.height);
    if (i)
      frame->end_panels();
    else
      frame->drop_panels();
  }
  return image.read();
}

bool camera_man::write(const std::string &path, const std::vector<unsigned char> &pixels) {
  if (stbi_write_png(path.c_str(), order.width, order.height, 3, pixels.data(), 3 * order.width)) return true;
  std::fprintf(stderr, "%s cannot be written\n", path.c_str());
  return false;
}

// Writes the picture, and tells of it.
bool camera_man::finish(const char *name, const std::string &path) {
  on.how.parts = PART_GRID;
  std::vector<unsigned char> empty = draw();
  on.how.parts = order.parts;
  std::vector<unsigned char> pixels = draw();
  std::printf("%s %016llx %zu\n", name, static_cast<unsigned long long>(carom_world_hash(on.world())),
              count_different(empty, pixels));
  return write(path, pixels);
}

// A picture of a recording after a step, or after its last.
bool camera_man::shoot_recording() {
  if (!on.open(order.recordings)) return false;
  on.reel->go(order.steps < 0 ? on.reel->length() : uint64_t(order.steps));
  look();
  return finish("recording", order.shot);
}

bool camera_man::shoot(const scene_kind *kind, const std::string &path) {
  if (!start(kind)) return false;
  for (int left = order.steps < 0 ? SHOT_STEPS : order.steps; left > 0; left--)
    if (!on.step()) return std::fprintf(stderr, "%s: %s\n", kind->name, on.play.trouble.c_str()), false;
  return finish(kind->name, path);
}

bool camera_man::make_film(const scene_kind *kind) {
  if (!start(kind)) return false;
  const int steps = order.steps < 0 ? FILM_STEPS : order.steps;
  for (int i = 0; i < steps; i++) {
    char name[32];
    std::snprintf(name, sizeof name, "/%05d.png", i);
    if (!write(order.frames + name, draw()) || !on.step()) return false;
  }
  return true;
}

} // namespace

int run_shots(const options &from) {
  window frame("carom", from.width, from.height, false);
  if (!frame.is_open()) return 1;
  camera_man man(&frame, from);
  if (!from.frames.empty()) {
    mkdir(from.frames.c_str(), 0777);
    return !man.make_film(find_scene(from.scene));
  }
  if (!from.recordings.empty()) return !man.shoot_recording();
  if (from.scene == "all") mkdir(from.shot.c_str(), 0777);
  for (const scene_kind *kind : chosen(from))
    if (!man.shoot(kind, from.scene == "all" ? from.shot + "/" + kind->name + ".png" : from.shot)) return 1;
  return 0;
}

// Steps on, and each time it has made `rewind` steps goes back by them and makes them again.
static bool play(session *s, int steps, int rewind) {
  for (int i = 0; i < steps; i++) {
    if (!s->step()) return false;
    if (!rewind || (i + 1) % rewind) continue;
    for (int k = 0; k < rewind; k++)
      if (!s->back()) return false;
    for (int k = 0; k < rewind; k++)
      if (!s->step()) return false;
  }
  return true;
}

int run_hashes(const options &from) {
  for (const scene_kind *kind : chosen(from)) {
    session s;
    s.threads = from.threads, s.keeps_past = from.rewind > 0;
    if (!start_with(from, kind, &s) || !play(&s, from.steps < 0 ? SHOT_STEPS : from.steps, from.rewind))
      return s.trouble.empty() || std::fprintf(stderr, "%s: %s\n", kind->name, s.trouble.c_str()), 1;
    std::printf("%s %016llx\n", kind->name, static_cast<unsigned long long>(carom_world_hash(s.world())));
  }
  return 0;
}
