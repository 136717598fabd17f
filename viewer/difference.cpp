// difference.cpp: compares recordings by the hashes of their steps, and worlds by their bodies and contacts.
#include "difference.h"

#include <carom/carom.h>

#include <algorithm>
#include <cinttypes>
#include <cstdio>
#include <cstring>
#include <iterator>
#include <utility>

// --- Recordings ---

difference::answer difference::look(uint64_t most_steps) {
  for (uint64_t i = 0; i < most_steps; i++) {
    const uint64_t next = begun ? compared + 1 : 0;
    const bool in_a = a->known() >= next || a->go(next), in_b = b->known() >= next || b->go(next);
    if (!in_a || !in_b) return in_a == in_b ? EQUAL : SHORTER;
    begun = true, compared = next;
    if (a->step(next).hash != b->step(next).hash) return FOUND;
  }
  return LOOKING;
}

// --- Worlds ---

namespace {

struct report {
  std::vector<std::string> lines;
  size_t most;

  bool is_full() const { return lines.size() >= most; }
  void tell(uint64_t id, const char *what) {
    char text[160];
    std::snprintf(text, sizeof text, "body %" PRIu32 ".%" PRIu32 " %s", uint32_t(id), uint32_t(id >> 32),
                  what);
    if (!is_full()) lines.push_back(text);
  }
};

// Bits, so that a zero with another sign is told as well.
template <class T> bool is_same(const T &a, const T &b) { return std::memcmp(&a, &b, sizeof a) == 0; }

std::vector<carom_body> bodies_of(const carom_world *world) {
  size_t count = 0;
  carom_world_get_bodies(world, nullptr, 0, &count);
  std::vector<carom_body> bodies(count);
  carom_world_get_bodies(world, bodies.data(), count, &count);
  std::sort(bodies.begin(), bodies.end(), [](carom_body p, carom_body q) { return p.bits < q.bits; });
  return bodies;
}

std::vector<carom_collider> colliders_of(const carom_world *world, carom_body body) {
  size_t count = 0;
  carom_body_get_colliders(world, body, nullptr, 0, &count);
  std::vector<carom_collider> colliders(count);
  carom_body_get_colliders(world, body, colliders.data(), count, &count);
  return colliders;
}

bool has_same_place(const carom_world *a, const carom_world *b, carom_body body) {
  carom_pose of_a, of_b;
  carom_body_get_pose(a, body, &of_a), carom_body_get_pose(b, body, &of_b);
  return is_same(of_a, of_b);
}

bool has_same_motion(const carom_world *a, const carom_world *b, carom_body body) {
  carom_vec3 of_a[2], of_b[2];
  bool enabled_a = false, enabled_b = false;
  carom_body_get_velocity(a, body, &of_a[0], &of_a[1]), carom_body_get_velocity(b, body, &of_b[0], &of_b[1]);
  carom_body_is_enabled(a, body, &enabled_a), carom_body_is_enabled(b, body, &enabled_b);
  return is_same(of_a, of_b) && enabled_a == enabled_b;
}

bool has_same_colliders(const carom_world *a, const carom_world *b, carom_body body) {
  std::vector<carom_collider> of_a = colliders_of(a, body), of_b = colliders_of(b, body);
  if (of_a.size() != of_b.size()) return false;
  for (size_t i = 0; i < of_a.size(); i++) {
    carom_aabb box_a, box_b;
    if (of_a[i].bits != of_b[i].bits) return false;
    carom_collider_get_bounds(a, of_a[i], &box_a), carom_collider_get_bounds(b, of_b[i], &box_b);
    if (!is_same(box_a, box_b)) return false;
  }
  return true;
}

void compare_body(const carom_world *a, const carom_world *b, carom_body body, report *to) {
  const bool same_place = has_same_place(a, b, body);
  if (!same_place) to->tell(body.bits, "is elsewhere");
  if (!has_same_motion(a, b, body)) to->tell(body.bits, "moves otherwise");
  // Bounds follow the place, so that they tell of shapes only where that is the same.
  if (same_place && !has_same_colliders(a, b, body)) to->tell(body.bits, "has other colliders");
}

void compare_bodies(const carom_world *a, const carom_world *b, report *to) {
  const std::vector<carom_body> of_a = bodies_of(a), of_b = bodies_of(b);
  for (size_t i = 0, k = 0; (i < of_a.size() || k < of_b.size()) && !to->is_full();) {
    const bool only_a = k == of_b.size() || (i < of_a.size() && of_a[i].bits < of_b[k].bits);
    const bool only_b = !only_a && (i == of_a.size() || of_b[k].bits < of_a[i].bits);
    if (only_a)
      to->tell(of_a[i++].bits, "is only in the first world");
    else if (only_b)
      to->tell(of_b[k++].bits, "is only in the second world");
    else
      compare_body(a, b, of_a[i], to), i++, k++;
  }
}

typedef std::pair<std::pair<uint64_t, uint64_t>, uint64_t>
    touching; // two colliders, and the body of the first

std::vector<touching> contacts_of(const carom_world *world) {
  size_t count = 0;
  std::vector<touching> all;
  const carom_contact *contacts = carom_world_get_contacts(world, &count);
  for (size_t i = 0; i < count; i++)
    all.push_back({{contacts[i].a.collider.bits, contacts[i].b.collider.bits}, contacts[i].a.body.bits});
  std::sort(all.begin(), all.end());
  return all;
}

void compare_contacts(const carom_world *a, const carom_world *b, report *to) {
  const std::vector<touching> of_a = contacts_of(a), of_b = contacts_of(b);
  std::vector<touching> only_a, only_b;
  std::set_difference(of_a.begin(), of_a.end(), of_b.begin(), of_b.end(), std::back_inserter(only_a));
  std::set_difference(of_b.begin(), of_b.end(), of_a.begin(), of_a.end(), std::back_inserter(only_b));
  for (const touching &contact : only_a) to->tell(contact.second, "has a contact only in the first world");
  for (const touching &contact : only_b) to->tell(contact.second, "has a contact only in the second world");
}

} // namespace

std::vector<std::string> tell_differences(const carom_world *a, const carom_world *b, size_t most) {
  report to = {{}, most};
  compare_bodies(a, b, &to);
  compare_contacts(a, b, &to);
  return to.lines;
}
