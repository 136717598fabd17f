// clock_panel.cpp: the clock, counts and times.
#include "panels.h"

#include <imgui.h>

void show_clock(stage *on, controls *with) {
  ImGui::Text("step %llu", static_cast<unsigned long long>(on->play.steps));
  ImGui::SameLine(110);
  ImGui::TextDisabled("%zu back", on->play.past.length());
  if (ImGui::Button("<<")) with->direction = -1;
  if (ImGui::IsItemHovered()) ImGui::SetTooltip("play back in time");
  ImGui::SameLine();
  if (ImGui::Button("<")) with->direction = 0, on->back();
  if (ImGui::IsItemHovered()) ImGui::SetTooltip("one step back (left arrow)");
  ImGui::SameLine();
  if (ImGui::Button(with->direction ? "pause" : " run ")) with->direction = !with->direction;
  ImGui::SameLine();
  if (ImGui::Button(">")) with->one_step = true, with->direction = 0;
  if (ImGui::IsItemHovered()) ImGui::SetTooltip("one step (right arrow)");
  ImGui::SetNextItemWidth(120);
  ImGui::SliderFloat("speed", &with->speed, 0.05f, 4, "%.2f");
  ImGui::Checkbox("keep the past", &on->play.keeps_past);
  if (!on->play.trouble.empty()) ImGui::TextWrapped("refused: %s", on->play.trouble.c_str());
}

static void row(const char *name, unsigned long long value) {
  ImGui::TextDisabled("%s", name);
  ImGui::SameLine(140);
  ImGui::Text("%llu", value);
}

void show_counts(const stage &on) {
  carom_counts counts;
  if (carom_world_get_counts(on.world(), &counts)) return;
  row("kinematic bodies", counts.kinematic_bodies);
  row("static bodies", counts.static_bodies);
  row("colliders", counts.colliders);
  row("pairs of bodies", counts.body_pairs);
  row("pairs of colliders", counts.collider_pairs);
  row("contacts", counts.contacts);
  row("begins, so far", counts.begins);
  row("ends, so far", counts.ends);
  ImGui::TextDisabled("memory");
  ImGui::SameLine(140);
  ImGui::Text("%.1f MB", double(counts.memory) / 1048576);
  if (on.reel) return;
  ImGui::TextDisabled("kept past");
  ImGui::SameLine(140);
  ImGui::Text("%.1f MB", double(on.play.past.size()) / 1048576);
}

static void graph(const char *name, const time_graph &times, float height = 34) {
  char text[40];
  std::snprintf(text, sizeof text, "%.2f ms", double(times.latest()));
  ImGui::PlotLines("", times.values, time_graph::COUNT, times.next, text, 0, times.largest() * 1.1f + 0.001f,
                   {150, height});
  ImGui::SameLine();
  ImGui::TextDisabled("%s", name);
}

void show_times(const stage &on) {
  static const char *const passes[CAROM_PASS_COUNT] = {
      "motion", "bounds", "broad phase", "swept bodies", "cull", "narrow phase", "contacts", "handlers"};
  graph("step", on.step_times);
  for (int i = 0; i < CAROM_PASS_COUNT; i++) graph(passes[i], on.pass_times[i], 18);
  graph("scene", on.scene_times);
  graph("keeping", on.history_times);
  graph("drawing", on.draw_times);
}
