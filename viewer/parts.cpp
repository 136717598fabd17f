// parts.cpp: the parts of a world that a picture can show.
#include "parts.h"

#include <algorithm>

const part_name part_names[] = {{"shapes", PART_SHAPES},     {"outlines", PART_OUTLINES},
                                {"grid", PART_GRID},         {"shadows", PART_SHADOWS},
                                {"bounds", PART_BOUNDS},     {"pairs", PART_PAIRS},
                                {"contacts", PART_CONTACTS}, {"normals", PART_NORMALS},
                                {"names", PART_NAMES},       {"events", PART_EVENTS},
                                {"queries", PART_QUERIES},   {"velocities", PART_VELOCITIES},
                                {"labels", PART_LABELS},     {"trees", PART_TREES},
                                {"cells", PART_CELLS},       {nullptr, 0}};

static const size_t MOST_PAIRS = 4000, MOST_NAMES = 400;
static const uint64_t EVENT_STEPS = 30;

static uint32_t colour_of(const inventory &things, const inventory_item &item, const show_options &how) {
  uint64_t body = things.bodies[item.body].bits;
  if (body == how.picked.bits) return palette::picked;
  if (body == how.other.bits) return palette::other;
  if (item.sensor) return palette::sensor;
  return item.fixed ? palette::ground : palette::body(index_of(things.bodies[item.body]));
}

// The columns of a rotation.
static void axes_of(carom_quat q, carom_vec3 *x, carom_vec3 *y, carom_vec3 *z) {
  *x = {1 - 2 * (q.y * q.y + q.z * q.z), 2 * (q.x * q.y + q.w * q.z), 2 * (q.x * q.z - q.w * q.y)};
  *y = {2 * (q.x * q.y - q.w * q.z), 1 - 2 * (q.x * q.x + q.z * q.z), 2 * (q.y * q.z + q.w * q.x)};
  *z = {2 * (q.x * q.z + q.w * q.y), 2 * (q.y * q.z - q.w * q.x), 1 - 2 * (q.x * q.x + q.y * q.y)};
}

static void show_shapes(const inventory &things, const show_options &how, picture *to) {
  for (const inventory_item &item : things.items) {
    carom_pose pose = things.poses[item.body];
    if (item.moved) pose = carom_pose_of_local(&pose, &item.local);
    instance one;
    axes_of(pose.rotation, &one.x, &one.y, &one.z);
    one.x = one.x * item.scale.x, one.y = one.y * item.scale.y, one.z = one.z * item.scale.z;
    one.at = pose.position - to->origin;
    one.colour = colour_of(things, item, how);
    if (item.mesh >= to->instances.size()) to->instances.resize(item.mesh + 1);
    to->instances[item.mesh].push_back(one);
  }
}

struct placed_bounds {
  carom_aabb box;
  const inventory_item *item;
};

static std::vector<placed_bounds> all_bounds(const carom_world *world, const inventory &things) {
  std::vector<placed_bounds> all;
  for (const inventory_item &item : things.items) {
    carom_aabb box;
    if (!carom_collider_get_bounds(world, item.collider, &box) && box.max.x - box.min.x < 1e6f)
      all.push_back({box, &item});
  }
  return all;
}

static carom_pos position(carom_vec3 v) { return {double(v.x), double(v.y), double(v.z)}; }

static bool overlap(const carom_aabb &a, const carom_aabb &b) {
  return a.min.x <= b.max.x && b.min.x <= a.max.x && a.min.y <= b.max.y && b.min.y <= a.max.y &&
         a.min.z <= b.max.z && b.min.z <= a.max.z;
}

// The bounds are sorted by their least x, so that only neighbours are compared.
static void show_pairs(const carom_world *world, const inventory &things, picture *to) {
  std::vector<placed_bounds> all = all_bounds(world, things);
  std::sort(all.begin(), all.end(),
            [](const placed_bounds &a, const placed_bounds &b) { return a.box.min.x < b.box.min.x; });
  size_t shown = 0;
  for (size_t i = 0; i < all.size(); i++)
    for (size_t k = i + 1; k < all.size() && all[k].box.min.x <= all[i].box.max.x; k++) {
      const inventory_item &a = *all[i].item, &b = *all[k].item;
      if (a.body == b.body || (a.fixed && b.fixed) || !overlap(all[i].box, all[k].box)) continue;
      carom_vec3 from = (all[i].box.min + all[i].box.max) * 0.5f,
                 end = (all[k].box.min + all[k].box.max) * 0.5f;
      to->line(position(from), position(end), palette::pair);
      if (++shown == MOST_PAIRS) return;
    }
}

static void show_patch(const carom_contact &contact, const carom_patch &patch, const show_options &how,
                       picture *to) {
  for (uint32_t i = 0; i < patch.point_count; i++) {
    const carom_contact_point &point = patch.points[i];
    uint32_t colour = contact.apart || point.separation > 0 ? palette::apart : palette::contact;
    if (how.parts & PART_CONTACTS) to->point(point.position, colour);
    if (how.parts & PART_NORMALS) to->arrow(point.position, patch.normal * how.scale, colour);
    if (how.parts & PART_NAMES && to->texts.size() < MOST_NAMES) {
      char name[16];
      std::snprintf(name, sizeof name, "%x", unsigned(point.feature));
      to->text(point.position, name, palette::text);
    }
  }
}

static void show_contacts(const carom_world *world, const show_options &how, picture *to) {
  size_t count = 0;
  const carom_contact *contacts = carom_world_get_contacts(world, &count);
  for (size_t i = 0; i < count; i++) {
    carom_patch room;
    size_t patch_count = 0;
    const carom_patch *patches = carom_contact_get_patches(&contacts[i], &room, &patch_count);
    for (size_t k = 0; k < patch_count; k++) show_patch(contacts[i], patches[k], how, to);
  }
}

static void show_bodies(const carom_world *world, const inventory &things, const show_options &how,
                        picture *to) {
  for (size_t i = 0; i < things.bodies.size(); i++) {
    carom_vec3 linear = {0, 0, 0};
    carom_pos at = things.poses[i].position;
    carom_body_get_velocity(world, things.bodies[i], &linear, nullptr);
    if (how.parts & PART_VELOCITIES && length(linear) > 0) to->arrow(at, linear * 0.25f, palette::velocity);
    if (how.parts & PART_LABELS && to->texts.size() < MOST_NAMES)
      to->text(at, std::to_string(index_of(things.bodies[i])), palette::text);
  }
}

static void show_line(void *user, const carom_draw_item *item, carom_pos a, carom_pos b) {
  picture *to = static_cast<picture *>(user);
  if (std::abs(a.x - b.x) + std::abs(a.y - b.y) + std::abs(a.z - b.z) < 1e6)
    to->line(a, b, item->part == CAROM_DRAW_TREES ? palette::tree : palette::cell);
}

// What only the world can draw.
static void show_lines(const carom_world *world, uint32_t parts, picture *to) {
  carom_draw draw = {};
  draw.user = to;
  draw.parts = (parts & PART_TREES ? CAROM_DRAW_TREES : 0u) | (parts & PART_CELLS ? CAROM_DRAW_CELLS : 0u);
  draw.line = show_line;
  if (draw.parts) carom_world_draw(world, &draw);
}

void show_world(const carom_world *world, const inventory &things, const show_options &how, picture *to) {
  if (how.parts & PART_SHAPES) show_shapes(things, how, to);
  if (how.parts & PART_BOUNDS)
    for (const placed_bounds &b : all_bounds(world, things))
      to->box(position(b.box.min), position(b.box.max), palette::bounds);
  show_lines(world, how.parts, to);
  if (how.parts & PART_PAIRS) show_pairs(world, things, to);
  if (how.parts & (PART_CONTACTS | PART_NORMALS | PART_NAMES)) show_contacts(world, how, to);
  if (how.parts & (PART_VELOCITIES | PART_LABELS)) show_bodies(world, things, how, to);
}

void show_events(const std::vector<told_event> &events, uint64_t now, picture *to) {
  for (const told_event &event : events) {
    if (now - event.step >= EVENT_STEPS) continue;
    uint32_t colour = event.kind & (CAROM_EVENT_BEGIN | CAROM_EVENT_NEAR) ? palette::begin : palette::end;
    uint32_t opacity = uint32_t(200 * (EVENT_STEPS - (now - event.step)) / EVENT_STEPS);
    to->point(event.at, (colour & 0xffffff) | opacity << 24);
  }
}
