// stage.cpp: a session and how it is seen.
#include "stage.h"

#include <algorithm>
#include <chrono>

float time_graph::largest() const { return *std::max_element(values, values + COUNT); }

static bool set_values(const options &from, session *play) {
  for (const auto &value : from.values) {
    auto has_name = [&value](const parameter &p) { return p.name == value.first; };
    auto found = std::find_if(play->parameters.begin(), play->parameters.end(), has_name);
    if (found == play->parameters.end() || !(value.second >= found->least && value.second <= found->most)) {
      std::fprintf(stderr, "the scene %s has no parameter %s with such a value\n", play->kind->name,
                   value.first.c_str());
      return false;
    }
    found->value = value.second;
  }
  return true;
}

bool start_with(const options &from, const scene_kind *kind, session *play) {
  return play->start(kind) && (from.values.empty() || (set_values(from, play) && play->start(kind)));
}

void stage::prepare(const options &from) {
  how.parts = from.parts, play.threads = from.threads;
  eye.z_is_up = from.z_is_up, eye.cut = from.cut;
}

// The camera that a scene begins with; how it is held stays.
static camera fresh_camera(const camera &before) {
  camera fresh;
  fresh.z_is_up = before.z_is_up, fresh.cut = before.cut;
  return fresh;
}

bool stage::start(const scene_kind *kind, const options *from) {
  how.picked = how.other = {0};
  things.forget();
  if (!(from ? start_with(*from, kind, &play) : play.start(kind))) return false;
  carom_world_def def = {};
  play.playing->settings(&def);
  eye = fresh_camera(eye);
  eye.flat = def.planar;
  play.playing->look_from(&eye.yaw, &eye.pitch);
  return true;
}

bool stage::open(const std::vector<std::string> &paths) {
  reel.reset(new film);
  if (!reel->open(paths)) return std::fprintf(stderr, "%s\n", reel->trouble.c_str()), false;
  eye = fresh_camera(eye);
  things.update(world(), &meshes);
  // All shapes of a world are of one family.
  eye.flat = !things.items.empty() && meshes.all()[things.items[0].mesh].planar;
  return true;
}

std::vector<told_event> stage::events() const {
  if (!reel) return play.events;
  std::vector<told_event> all;
  tell_events(world(), now(), &all);
  return all;
}

bool stage::restart() {
  how.picked = how.other = {0};
  things.forget();
  return play.start(play.kind);
}

bool stage::step() {
  if (reel) return reel->go(reel->now() + 1);
  bool done = play.step();
  for (int i = 0; i < CAROM_PASS_COUNT; i++) pass_times[i].add(play.times.passes[i]);
  step_times.add(play.times.step), scene_times.add(play.times.scene), history_times.add(play.times.history);
  return done;
}

bool stage::back() {
  things.forget();
  return reel ? reel->now() > 0 && reel->go(reel->now() - 1) : play.back();
}

carom_region stage::region() const {
  carom_region all = {{1e9, 1e9, 1e9}, {-1e9, -1e9, -1e9}};
  for (const inventory_item &item : things.items) {
    carom_aabb box;
    if (carom_collider_get_bounds(world(), item.collider, &box) || box.max.x - box.min.x > 1000) continue;
    all.min = {std::min(all.min.x, double(box.min.x)), std::min(all.min.y, double(box.min.y)),
               std::min(all.min.z, double(box.min.z))};
    all.max = {std::max(all.max.x, double(box.max.x)), std::max(all.max.y, double(box.max.y)),
               std::max(all.max.z, double(box.max.z))};
  }
  return all.min.x > all.max.x ? carom_region{{-5, 0, -5}, {5, 5, 5}} : all;
}

void stage::look_at_all(float aspect) {
  carom_region chosen;
  things.update(world(), &meshes);
  if (reel || !play.playing->view(&chosen)) chosen = region();
  eye.look_at(chosen, aspect);
}

void stage::draw(renderer *with, int width, int height) {
  auto before = std::chrono::steady_clock::now();
  meshes.next_picture();
  things.update(world(), &meshes);
  image.begin(eye.target);
  // Where contacts are many, normals are short.
  carom_counts counts = {};
  carom_world_get_counts(world(), &counts);
  how.scale = std::min(eye.distance / 44, 2.0f) / std::max(1.0f, std::sqrt(float(counts.contacts) / 100));
  show_world(world(), things, how, &image);
  if (how.parts & PART_EVENTS) show_events(events(), now(), &image);
  if (how.parts & PART_QUERIES && !reel) play.playing->show(&image);
  look view;
  view.outlines = how.parts & PART_OUTLINES, view.grid = how.parts & PART_GRID;
  view.shadows = how.parts & PART_SHADOWS;
  with->draw(image, meshes, eye, view, width, height);
  std::chrono::duration<float, std::milli> passed = std::chrono::steady_clock::now() - before;
  draw_times.add(passed.count());
}
