// panels.cpp: the two columns of panels, and the texts of the picture.
#include "panels.h"

#include <imgui.h>

static void begin_column(const char *name, float left, float width, float height) {
  ImGui::SetNextWindowPos({left, 12}, ImGuiCond_Always);
  ImGui::SetNextWindowSize({width, height}, ImGuiCond_Always);
  ImGui::Begin(name, nullptr,
               ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove);
}

static bool section(const char *name, bool open = true) {
  return ImGui::CollapsingHeader(name, open ? ImGuiTreeNodeFlags_DefaultOpen : 0);
}

static void show_left(stage *on, controls *with) {
  if (!on->reel && section("scenes")) show_scene_list(on, with);
  if (!on->reel && section("parameters")) show_parameters(on, with);
  if (section("parts")) show_parts(on);
}

static void show_right(stage *on, controls *with) {
  if (!on->reel && section("clock")) show_clock(on, with);
  if (section("counts")) show_counts(*on);
  if (!on->reel && section("times")) show_times(*on);
  if (section("picked")) show_picked(on);
  if (section("events")) show_event_list(on);
}

// The time line of a recording lies between the columns, at the bottom.
static void show_time_line(stage *on, controls *with, int width, int height) {
  float high = on->reel->has_other() ? 250.0f : 90.0f;
  ImGui::SetNextWindowPos({float(COLUMN), float(height) - high - 12});
  ImGui::SetNextWindowSize({float(width - 2 * COLUMN), high});
  ImGui::Begin("film", nullptr,
               ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove);
  show_film(on->reel.get(), with);
  ImGui::End();
}

void show_panels(stage *on, controls *with, int width, int height) {
  const float side = float(COLUMN) - 24, high = float(height) - 24;
  begin_column("left", 12, side, high);
  show_left(on, with);
  ImGui::End();
  begin_column("right", float(width) - side - 12, side, high);
  show_right(on, with);
  ImGui::End();
  if (on->reel) show_time_line(on, with, width, height);
  show_texts(*on, width, height);
}

// Where a place of the picture is on the screen. False: behind the eye.
static bool project(const mat4 &m, carom_vec3 p, int width, int height, ImVec2 *out) {
  float clip[4];
  for (int row = 0; row < 4; row++)
    clip[row] = m.m[row] * p.x + m.m[4 + row] * p.y + m.m[8 + row] * p.z + m.m[12 + row];
  if (clip[3] <= 0) return false;
  *out = {(0.5f + 0.5f * clip[0] / clip[3]) * float(width),
          (0.5f - 0.5f * clip[1] / clip[3]) * float(height)};
  return true;
}

void show_texts(const stage &on, int width, int height) {
  mat4 to_clip = on.eye.view_projection(float(width) / float(height));
  ImDrawList *list = ImGui::GetBackgroundDrawList();
  ImVec2 at;
  for (const picture_text &text : on.image.texts)
    if (project(to_clip, text.at, width, height, &at)) list->AddText(at, text.colour, text.text.c_str());
}
