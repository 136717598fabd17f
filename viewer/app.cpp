// app.cpp: the window: mouse, keys and the passing of time.
#include "app.h"

#include "panels/panels.h"
#include "picking.h"
#include "target.h"
#include "window.h"

#include <SDL.h>
#include <backends/imgui_impl_sdl.h>
#include <imgui.h>

#include <algorithm>

namespace {

class app {
public:
  app(window *in, const options &from) : frame(in) { on.prepare(from); }
  bool start(const options &from) {
    if (!from.recordings.empty()) return on.open(from.recordings);
    if (!on.start(find_scene(from.scene), &from)) return false;
    return from.record.empty() || on.play.record(from.record);
  }
  void run();

private:
  void take(const SDL_Event &event);
  void press(SDL_Keycode key);
  void click(const SDL_MouseButtonEvent &event);
  void move(const SDL_MouseMotionEvent &event);
  void pass(float seconds);
  void draw();
  float aspect() const { return float(width) / float(height); }
  float free_aspect() const { return float(std::max(width - 2 * COLUMN, 100)) / float(height); }
  float across(int x) const { return 2 * (float(x) + 0.5f) / float(width) - 1; }
  float upward(int y) const { return 1 - 2 * (float(y) + 0.5f) / float(height); }

  window *frame;
  stage on;
  controls with;
  renderer pen;
  target image;
  drag dragging;
  int width = 1, height = 1;
  float owed = 0; // steps
  bool open = true;
};

void app::press(SDL_Keycode key) {
  switch (key) {
  case SDLK_ESCAPE:
    open = false;
    break;
  case SDLK_SPACE:
    with.direction = !with.direction;
    break;
  case SDLK_RIGHT:
    with.one_step = true, with.direction = 0;
    break;
  case SDLK_LEFT:
    with.direction = 0, on.back();
    break;
  case SDLK_BACKSPACE:
    with.direction = -1;
    break;
  case SDLK_r:
    if (!on.reel) on.restart();
    break;
  case SDLK_f:
    on.look_at_all(free_aspect());
    break;
  default:
    break;
  }
}

// The left button picks and drags, or turns the view; the right one picks a second body, or moves the view.
void app::click(const SDL_MouseButtonEvent &event) {
  if (event.state == SDL_RELEASED) return dragging.end();
  carom_pos at = {0, 0, 0};
  carom_body body = pick(on.world(), on.eye, across(event.x), upward(event.y), aspect(), &at);
  if (event.button == SDL_BUTTON_LEFT) on.how.picked = body, on.how.other = {0};
  if (event.button == SDL_BUTTON_LEFT && body.bits && !on.reel) dragging.begin(on.play.world(), body, at);
  if (event.button == SDL_BUTTON_RIGHT && body.bits) on.how.other = body;
}

void app::move(const SDL_MouseMotionEvent &event) {
  float right = float(event.xrel) / float(height), down = float(event.yrel) / float(height);
  if (dragging.is_on())
    return dragging.move(on.play.world(), on.eye, across(event.x), upward(event.y), aspect());
  bool pans = event.state & (SDL_BUTTON_RMASK | SDL_BUTTON_MMASK) || on.eye.flat;
  if (event.state && pans)
    on.eye.pan(-right, down);
  else if (event.state & SDL_BUTTON_LMASK)
    on.eye.orbit(4 * right, 4 * down);
}

void app::take(const SDL_Event &event) {
  ImGui_ImplSDL2_ProcessEvent(&event);
  const ImGuiIO &io = ImGui::GetIO();
  if (event.type == SDL_QUIT) open = false;
  if (event.type == SDL_KEYDOWN && !io.WantTextInput) press(event.key.keysym.sym);
  if (event.type == SDL_MOUSEBUTTONUP) dragging.end();
  if (io.WantCaptureMouse) return;
  if (event.type == SDL_MOUSEBUTTONDOWN) click(event.button);
  if (event.type == SDL_MOUSEMOTION) move(event.motion);
  if (event.type == SDL_MOUSEWHEEL) on.eye.zoom(event.wheel.y > 0 ? 0.88f : 1.14f);
}

// Steps as many times as real time asks for, but not more than four.
void app::pass(float seconds) {
  if (with.one_step) on.step(), with.one_step = false;
  if (!with.direction) return;
  owed = std::min(owed + seconds * 60 * with.speed, 4.0f);
  for (; owed >= 1; owed--)
    if (!(with.direction > 0 ? on.step() : on.back())) with.direction = 0, owed = 0;
}

void app::draw() {
  frame->size(&width, &height);
  if (with.fresh) on.look_at_all(free_aspect()), with.fresh = false;
  image.begin(width, height);
  on.draw(&pen, width, height);
  frame->begin_panels();
  show_panels(&on, &with, width, height);
  frame->end_panels();
  image.show();
  frame->show();
}

void app::run() {
  Uint32 before = SDL_GetTicks();
  SDL_Event event;
  while (open) {
    while (SDL_PollEvent(&event)) take(event);
    Uint32 now = SDL_GetTicks();
    pass(float(now - before) / 1000);
    before = now;
    draw();
  }
}

} // namespace

int run_app(const options &from) {
  window frame("carom", from.width, from.height, true);
  if (!frame.is_open()) return 1;
  app all(&frame, from);
  if (!all.start(from)) return 1;
  all.run();
  return 0;
}
