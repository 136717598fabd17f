// picked_panel.cpp: what is picked, its contacts, why a pair meets or not, and the events.
#include "panels.h"

#include "explain.h"

#include <imgui.h>

static void show_filter(const carom_world *world, carom_collider collider) {
  carom_filter filter;
  carom_shape shape;
  bool sensor = false;
  carom_collider_get_filter(world, collider, &filter), carom_collider_get_shape(world, collider, &shape);
  carom_collider_is_sensor(world, collider, &sensor);
  ImGui::BulletText("%s%s", carom_shape_kind_name(shape.kind), sensor ? ", sensor" : "");
  ImGui::TextDisabled("category %llx mask %llx group %d",
                      static_cast<unsigned long long>(filter.category ? filter.category : 1),
                      static_cast<unsigned long long>(filter.mask ? filter.mask : ~uint64_t(0)),
                      filter.group);
}

static void show_properties(const carom_world *world, carom_body body) {
  carom_pose pose;
  carom_vec3 linear, angular;
  carom_body_kind kind;
  if (carom_body_get_pose(world, body, &pose)) return;
  carom_body_get_velocity(world, body, &linear, &angular), carom_body_get_kind(world, body, &kind);
  ImGui::Text("body %u, %s", index_of(body), kind == CAROM_STATIC ? "static" : "kinematic");
  ImGui::Text("at %.2f %.2f %.2f", pose.position.x, pose.position.y, pose.position.z);
  ImGui::Text("speed %.2f, spin %.2f", double(length(linear)), double(length(angular)));
  carom_collider colliders[4];
  size_t count = 0;
  carom_body_get_colliders(world, body, colliders, 4, &count);
  for (size_t i = 0; i < count && i < 4; i++) show_filter(world, colliders[i]);
  if (count > 4) ImGui::TextDisabled("and %zu more colliders", count - 4);
}

// Its contacts; a click on one chooses the other body.
static void show_contacts_of(stage *on) {
  const carom_contact *contacts[8];
  size_t count = 0;
  if (carom_body_get_contacts(on->world(), on->how.picked, contacts, 8, &count)) return;
  ImGui::Text("%zu contacts", count);
  for (size_t i = 0; i < count && i < 8; i++) {
    const carom_contact &c = *contacts[i];
    carom_body other = c.a.body.bits == on->how.picked.bits ? c.b.body : c.a.body;
    char text[64];
    std::snprintf(text, sizeof text, "body %u: depth %.3f, %u points", index_of(other),
                  c.manifold.point_count ? -double(c.manifold.points[0].separation) : 0.0,
                  c.manifold.point_count);
    if (ImGui::Selectable(text, other.bits == on->how.other.bits)) on->how.other = other;
  }
}

static void show_reasons(const stage &on) {
  if (!carom_body_is_valid(on.world(), on.how.other)) {
    ImGui::TextDisabled("right click: a second body");
    return;
  }
  ImGui::Text("with body %u:", index_of(on.how.other));
  for (const reason &r : explain_bodies(on.world(), on.how.picked, on.how.other)) {
    ImVec4 colour = r.holds ? ImVec4{0.16f, 0.5f, 0.28f, 1} : ImVec4{0.72f, 0.2f, 0.25f, 1};
    ImGui::PushStyleColor(ImGuiCol_Text, colour);
    ImGui::TextWrapped("%s %s", r.holds ? "+" : "-", r.text.c_str());
    ImGui::PopStyleColor();
  }
}

void show_picked(stage *on) {
  if (!carom_body_is_valid(on->world(), on->how.picked)) {
    ImGui::TextDisabled("click a body; drag it");
    return;
  }
  show_properties(on->world(), on->how.picked);
  show_contacts_of(on);
  show_reasons(*on);
}

void show_event_list(stage *on) {
  ImGui::BeginChild("events");
  const std::vector<told_event> all = on->events();
  for (size_t i = all.size(); i-- > 0 && all.size() - i <= 60;) {
    const told_event &e = all[i];
    char text[80];
    std::snprintf(text, sizeof text, "%llu  %s  %u, %u  %s##%zu", static_cast<unsigned long long>(e.step),
                  carom_event_kind_name(e.kind), index_of(e.a), index_of(e.b),
                  e.cause ? carom_end_cause_name(e.cause) : "", i);
    if (ImGui::Selectable(text)) on->how.picked = e.a, on->how.other = e.b;
  }
  ImGui::EndChild();
}
