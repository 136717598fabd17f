// check.cpp: checks of what needs no picture: explanations, picking, dragging, going back, and options. The
// last line has the counts.
#include "explain.h"
#include "film.h"
#include "inventory.h"
#include "options.h"
#include "picking.h"
#include "session.h"
#include "stage.h"

#include <cstdio>

static int passed, failed;

static void check(bool holds, const char *scene, const char *what) {
  holds ? passed++ : failed++;
  if (!holds) std::printf("FAILED: %s: %s\n", scene, what);
}

// --- Explanations ---

// Whether the shapes of two colliders touch, as the narrow phase says.
static bool touch(const carom_world *world, carom_collider a, carom_collider b) {
  carom_shape shape_a, shape_b;
  carom_pose pose_a, pose_b;
  bool overlaps = false;
  carom_collider_get_shape(world, a, &shape_a), carom_collider_get_shape(world, b, &shape_b);
  carom_collider_get_pose(world, a, &pose_a), carom_collider_get_pose(world, b, &pose_b);
  carom_overlap(&shape_a, &pose_a, &shape_b, &pose_b, &overlaps);
  return overlaps;
}

// What is explained must agree with the contacts of the step. What touches without a contact must be kept
// apart by a rule, and not by its distance.
static bool explains(const carom_world *world, carom_collider a, carom_collider b) {
  carom_contact contact;
  bool in_contact = !carom_contact_between(world, a, b, &contact);
  std::vector<reason> reasons = explain_pair(world, a, b);
  bool by_distance = reasons.back().text.find("shapes are") != std::string::npos;
  return reasons.back().holds == in_contact && !(by_distance && touch(world, a, b));
}

static void check_explanations(const scene_kind &kind, const carom_world *world, const inventory &things) {
  const size_t count = std::min<size_t>(things.items.size(), 60);
  size_t wrong = 0, contact_count = 0;
  for (size_t i = 0; i < count; i++)
    for (size_t k = 0; k < i; k++)
      wrong += !explains(world, things.items[i].collider, things.items[k].collider);
  const carom_contact *contacts = carom_world_get_contacts(world, &contact_count);
  for (size_t i = 0; i < contact_count; i++) {
    const carom_contact &c = contacts[i];
    if (carom_collider_is_valid(world, c.a.collider) && carom_collider_is_valid(world, c.b.collider))
      wrong += !explains(world, c.a.collider, c.b.collider);
  }
  check(wrong == 0, kind.name, "explanations agree with the contacts");
}

// --- Picking and dragging ---

// Whether a place of the world is seen at a place of the picture.
static bool is_seen_at(const camera &from, carom_pos place, float x, float y, float aspect) {
  mat4 m = from.view_projection(aspect);
  carom_vec3 p = place - from.target;
  float clip[4];
  for (int row = 0; row < 4; row++)
    clip[row] = m.m[row] * p.x + m.m[4 + row] * p.y + m.m[8 + row] * p.z + m.m[12 + row];
  return std::fabs(clip[0] / clip[3] - x) < 2e-3f && std::fabs(clip[1] / clip[3] - y) < 2e-3f;
}

// Drags what is picked elsewhere: the place where it was taken must be seen there.
static bool drags(carom_world *world, const camera &from, carom_body body, carom_pos at, float aspect) {
  drag dragging;
  carom_pose before, after;
  carom_body_get_pose(world, body, &before);
  if (!dragging.begin(world, body, at)) return true;
  dragging.move(world, from, 0.3f, -0.2f, aspect);
  carom_body_get_pose(world, body, &after);
  carom_pos held = at + (after.position - before.position);
  carom_body_set_pose(world, body, &before);
  return is_seen_at(from, held, 0.3f, -0.2f, aspect);
}

static void check_picking(const scene_kind &kind, stage *on) {
  const float aspect = 1.5f;
  size_t found = 0, wrong = 0, stuck = 0;
  for (int i = 0; i < 21 * 21; i++) {
    float x = 0.09f * float(i % 21 - 10), y = 0.09f * float(i / 21 - 10);
    carom_pos at;
    carom_body body = pick(on->play.world(), on->eye, x, y, aspect, &at);
    if (!body.bits) continue;
    found++;
    wrong += !is_seen_at(on->eye, at, x, y, aspect);
    stuck += !drags(on->play.world(), on->eye, body, at, aspect);
  }
  check(found > 0, kind.name, "something is picked");
  check(wrong == 0, kind.name, "what is picked is under the mouse");
  check(stuck == 0, kind.name, "what is dragged follows the mouse");
}

// --- Going back ---

static void check_going_back(const scene_kind &kind) {
  session s;
  if (!s.start(&kind)) return check(false, kind.name, "it starts");
  std::vector<uint64_t> hashes;
  size_t wrong = 0;
  for (int i = 0; i < 30; i++) hashes.push_back(carom_world_hash(s.world())), s.step();
  for (int i = 30; i-- > 0;) wrong += !s.back() || carom_world_hash(s.world()) != hashes[size_t(i)];
  check(wrong == 0 && s.steps == 0, kind.name, "each step back gives the hash of that time");
  check(!s.back(), kind.name, "there is nothing before the first step");
}

// --- Recordings ---

// Records so many steps of a scene with a value of its parameter, and keeps the hash of each.
static std::vector<uint64_t> record(const char *scene, size_t parameter, double value, const char *path) {
  session s;
  std::vector<uint64_t> hashes;
  const scene_kind *kind = find_scene(scene);
  if (!s.start(kind)) return hashes;
  s.parameters[parameter].value = value;
  if (!s.start(kind) || !s.record(path)) return hashes;
  hashes.push_back(carom_world_hash(s.world()));
  for (int i = 0; i < 80; i++) s.step(), hashes.push_back(carom_world_hash(s.world()));
  return hashes;
}

// Two runners of which one jumps higher: they part at the jump.
static void check_film() {
  const char *const paths[] = {"carom_view_check_a.rec", "carom_view_check_b.rec"};
  std::vector<uint64_t> first = record("runner", 1, 8, paths[0]), second = record("runner", 1, 9, paths[1]);
  film reel;
  check(reel.open({paths[0], paths[1]}), "film", "recordings open");
  check(reel.length() == 80 && reel.line().end() == timeline::OVER, "film", "all steps are known");
  size_t parted = 0, wrong = 0;
  while (parted < first.size() && first[parted] == second[parted]) parted++;
  check(reel.answer == difference::FOUND && reel.parted == parted, "film", "where they part");
  for (uint64_t step : {80, 3, 61, 60, 0, 79})
    wrong += !reel.go(step) || carom_world_hash(reel.world()) != first[step];
  check(wrong == 0, "film", "each step has the hash of that time, in any order");
  reel.go(70), reel.show_other();
  check(carom_world_hash(reel.world()) == second[70], "film", "the other recording goes along");
  check(!reel.differences().empty(), "film", "differences are told");
  check(!reel.go(81) && reel.now() == 80, "film", "there is nothing after the last step");
  check(!film().open({"nosuch.rec"}), "film", "a file that is none");
  for (const char *path : paths) std::remove(path);
}

// --- Options ---

static bool accepts(std::vector<const char *> words) {
  options read;
  words.insert(words.begin(), "carom_view");
  return read_options(int(words.size()), const_cast<char **>(words.data()), &read);
}

static void check_options() {
  check(accepts({"--scene", "gas", "--size", "640x480", "--parts", "+bounds,pairs"}), "options", "good ones");
  check(!accepts({"--scene", "nosuch"}), "options", "a scene that is none");
  check(!accepts({"--scene", "all"}), "options", "all scenes in a window");
  check(!accepts({"--size", "10x10"}), "options", "a size that is too small");
  check(!accepts({"--parts", "shapes,nosuch"}), "options", "a part that is none");
  check(!accepts({"--steps", "many"}), "options", "no number");
  check(!accepts({"--set", "bodies"}), "options", "no value");
  check(!accepts({"--shot"}), "options", "an option without its value");
}

int main() {
  check_options();
  check_film();
  for (const scene_kind &kind : all_scenes()) {
    stage on;
    if (!on.start(&kind)) return std::printf("%s does not start\n", kind.name), 1;
    on.look_at_all(1.5f);
    for (int i = 0; i < 40; i++) on.step();
    on.things.update(on.play.world(), &on.meshes);
    check_explanations(kind, on.play.world(), on.things);
    check_picking(kind, &on);
    check_going_back(kind);
  }
  std::printf("%d passed, %d failed\n", passed, failed);
  return failed > 0;
}
