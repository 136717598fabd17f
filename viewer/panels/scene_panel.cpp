// scene_panel.cpp: the list of scenes, their parameters, and the parts that are drawn.
#include "panels.h"

#include <imgui.h>

#include <cstring>

static void show_scene(const scene_kind &kind, stage *on, controls *with) {
  bool chosen = &kind == on->play.kind;
  if (ImGui::Selectable(kind.name, chosen) && !chosen)
    on->start(&kind), with->fresh = true, with->direction = 1;
  if (ImGui::IsItemHovered()) ImGui::SetTooltip("%s", kind.text);
}

void show_scene_list(stage *on, controls *with) {
  ImGui::BeginChild("list", {0, ImGui::GetIO().DisplaySize.y * 0.36f});
  const char *group = "";
  for (const scene_kind &kind : all_scenes()) {
    if (std::strcmp(group, kind.group)) ImGui::TextDisabled("%s", group = kind.group);
    show_scene(kind, on, with);
    if (&kind == on->play.kind && with->fresh) ImGui::SetScrollHereY();
  }
  ImGui::EndChild();
}

// A slider for whole numbers or others. True when it was let go with another value.
static bool show_parameter(parameter *p) {
  float value = float(p->value);
  bool whole = p->least == std::floor(p->least) && p->most > 30;
  ImGui::SetNextItemWidth(120);
  if (ImGui::SliderFloat(p->name, &value, float(p->least), float(p->most), whole ? "%.0f" : "%.2f"))
    p->value = whole ? std::round(double(value)) : double(value);
  return ImGui::IsItemDeactivatedAfterEdit();
}

void show_parameters(stage *on, controls *with) {
  session &play = on->play;
  bool changed = false;
  ImGui::TextWrapped("%s", play.kind->text);
  for (parameter &p : play.parameters) changed |= show_parameter(&p);
  int threads = int(play.threads);
  ImGui::SetNextItemWidth(120);
  ImGui::SliderInt("threads", &threads, 1, 16);
  changed |= threads != int(play.threads);
  play.threads = uint32_t(threads);
  if (ImGui::Button("start anew") || changed) on->restart(), with->direction = 1;
}

void show_parts(stage *on) {
  if (!on->eye.flat) {
    ImGui::Checkbox("z is up", &on->eye.z_is_up);
    ImGui::SameLine(130);
    ImGui::SetNextItemWidth(80);
    ImGui::SliderFloat("cut", &on->eye.cut, 0.02f, 1.5f, "%.2f");
  }
  int column = 0;
  for (const part_name *p = part_names; p->name; p++) {
    if (column++ % 2) ImGui::SameLine(130);
    ImGui::CheckboxFlags(p->name, &on->how.parts, p->part);
  }
}
