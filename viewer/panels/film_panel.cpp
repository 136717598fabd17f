// film_panel.cpp: the time line of a recording, with its events, and where two recordings part.
#include "panels.h"

#include <imgui.h>

// Bars of what began (up) and ended (down) in each step, or in several where they are many.
static void draw_events(const timeline &line, uint64_t length, ImVec2 from, ImVec2 size) {
  ImDrawList *list = ImGui::GetWindowDrawList();
  const int columns = int(size.x);
  std::vector<float> up(size_t(columns) + 1), down(size_t(columns) + 1);
  float largest = 1;
  for (uint64_t i = 1; i <= line.known(); i++) {
    const uint32_t *events = line.step(i).events; // BEGIN, STAY, END, NEAR, FAR
    size_t column = size_t(double(i) / double(length) * columns);
    up[column] += float(events[0] + events[3]), down[column] += float(events[2] + events[4]);
    largest = std::max(largest, std::max(up[column], down[column]));
  }
  float middle = from.y + size.y / 2;
  // By square roots, so that few events are seen beside many.
  auto high = [&](float count) { return std::sqrt(count / largest) * size.y / 2; };
  for (int x = 0; x <= columns; x++) {
    float at = from.x + float(x);
    if (up[size_t(x)] > 0) list->AddLine({at, middle}, {at, middle - high(up[size_t(x)])}, palette::begin);
    if (down[size_t(x)] > 0) list->AddLine({at, middle}, {at, middle + high(down[size_t(x)])}, palette::end);
  }
}

static void draw_cursor(uint64_t step, uint64_t length, ImVec2 from, ImVec2 size, uint32_t colour) {
  float x = from.x + size.x * float(double(step) / double(length));
  ImGui::GetWindowDrawList()->AddLine({x, from.y}, {x, from.y + size.y}, colour, 2);
}

// The line itself: a press or a drag on it goes to that step.
static void show_line(film *reel) {
  const uint64_t length = std::max<uint64_t>(reel->length(), 1);
  ImVec2 from = ImGui::GetCursorScreenPos(), size = {ImGui::GetContentRegionAvail().x, 44};
  ImGui::GetWindowDrawList()->AddRectFilled(from, {from.x + size.x, from.y + size.y}, palette::rgb(0xe4e8ea),
                                            4);
  ImGui::InvisibleButton("line", size);
  if (ImGui::IsItemActive()) {
    float part = (ImGui::GetIO().MousePos.x - from.x) / size.x;
    reel->go(uint64_t(std::min(std::max(part, 0.0f), 1.0f) * float(length) + 0.5f));
  }
  draw_events(reel->line(), length, from, size);
  if (reel->answer == difference::FOUND) draw_cursor(reel->parted, length, from, size, palette::contact);
  draw_cursor(reel->now(), length, from, size, palette::text);
}

static void show_ending(const film &reel) {
  static const char *const texts[] = {"further steps may follow", "complete",
                                      "the last step did not come out as recorded", "it breaks off here"};
  ImGui::TextDisabled("%s", texts[reel.line().end()]);
}

static void show_comparison(film *reel) {
  static const char *const texts[] = {"equal so far", "they differ after step", "one ends after step",
                                      "equal in all steps:"};
  if (ImGui::Button(reel->which() ? "show the first" : "show the second")) reel->show_other();
  ImGui::SameLine();
  ImGui::Text("%s %llu", texts[reel->answer], static_cast<unsigned long long>(reel->parted));
  ImGui::SameLine();
  if (ImGui::Button("go there")) reel->go(reel->parted);
  for (const std::string &text : reel->differences()) ImGui::BulletText("%s", text.c_str());
}

void show_film(film *reel, controls *with) {
  if (ImGui::Button("|<")) reel->go(0);
  ImGui::SameLine();
  if (ImGui::Button("<")) with->direction = 0, reel->go(reel->now() ? reel->now() - 1 : 0);
  ImGui::SameLine();
  if (ImGui::Button(with->direction ? "pause" : "play")) with->direction = !with->direction;
  ImGui::SameLine();
  if (ImGui::Button(">")) with->direction = 0, reel->go(reel->now() + 1);
  ImGui::SameLine();
  ImGui::Text("step %llu of %llu", static_cast<unsigned long long>(reel->now()),
              static_cast<unsigned long long>(reel->length()));
  ImGui::SameLine();
  show_ending(*reel);
  show_line(reel);
  if (reel->has_other()) show_comparison(reel);
}
