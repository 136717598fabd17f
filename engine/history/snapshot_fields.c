/* snapshot_fields.c: what is saved of a body, a collider, a contact: one list each, for both ways. */
#include "snapshot_fields.h"

#include <string.h>

#include "contact.h"
#include "objects.h"
#include "history.h"
#include "patch_list.h"
#include "point_cells.h"
#include "shape_class.h"
#include "stateless.h"

void carom__snapshot_user(carom__snapshot *s, void **user) {
  const carom_user_map *map = s->users;
  uint64_t number = s->shares ? (uint64_t)(uintptr_t)*user : 0;
  if (s->from && map && map->save) number = map->save(map->context, *user);
  carom__archive_u64(&s->archive, &number);
  if (!s->into) return;
  *user = s->shares ? (void *)(uintptr_t)number : NULL;
  if (map && map->load && !s->archive.status) *user = map->load(map->context, number);
}

void carom__snapshot_pose(carom__snapshot *s, carom_pose *pose) {
  carom__archive_pos(&s->archive, &pose->position);
  carom__archive_quat(&s->archive, &pose->rotation);
}

void carom__snapshot_velocity(carom__snapshot *s, carom__velocity *velocity) {
  carom__archive_vec3(&s->archive, &velocity->linear);
  carom__archive_vec3(&s->archive, &velocity->angular);
}

void carom__snapshot_local_pose(carom__snapshot *s, carom_local_pose *pose) {
  carom__archive_vec3(&s->archive, &pose->position);
  carom__archive_quat(&s->archive, &pose->rotation);
}

void carom__snapshot_filter(carom__snapshot *s, carom_filter *filter) {
  uint32_t group = (uint32_t)filter->group;
  carom__archive_u64(&s->archive, &filter->category);
  carom__archive_u64(&s->archive, &filter->mask);
  carom__archive_u32(&s->archive, &group);
  filter->group = (int32_t)group;
}

static bool has_only(uint32_t flags, uint32_t known) { return (flags & ~known) == 0; }

void carom__snapshot_body(carom__snapshot *s, carom__body_row *row) {
  carom__archive *archive = &s->archive;
  carom__archive_u32(archive, &row->flags);
  carom__snapshot_pose(s, &row->pose);
  carom__snapshot_velocity(s, &row->velocity);
  carom__archive_u32(archive, &row->begins);
  carom__archive_u32(archive, &row->ends);
  carom__snapshot_user(s, &row->user);
  archive_expect(archive, has_only(row->flags, CAROM__BODY_STATE));
  archive_expect(archive, !(row->flags & CAROM__BODY_STATIC && row->flags & CAROM__BODY_GHOST));
  if (!s->into) return;
  archive_expect(archive, carom__pose_is_possible(s->into, &row->pose));
  archive_expect(archive,
                 carom__velocity_is_possible(s->into, &row->velocity, row->flags & CAROM__BODY_STATIC));
}

/* --- Shapes --- */

void carom__snapshot_asset(carom__snapshot *s, const carom__asset **asset) {
  if (s->shares) {
    uint64_t address = (uint64_t)(uintptr_t)*asset;
    carom__archive_u64(&s->archive, &address);
    if (!s->into) return;
    *asset = (const carom__asset *)(uintptr_t)address;
    carom__asset_retain(*asset);
  } else if (s->from) {
    carom__asset_write(&s->archive, *asset);
  } else {
    *asset = carom__asset_read(&s->archive, &s->into->outer);
  }
}

static void asset_field(carom__snapshot *s, const carom__shape_class *class, carom_shape *shape) {
  uint64_t number = 0;
  if (s->from) carom__map_get(&s->numbers, carom__snapshot_key(s, shape_asset(shape)), &number);
  carom__archive_u64(&s->archive, &number);
  archive_expect(&s->archive, number < s->assets.count && number <= s->assets_used);
  if (!s->into || s->archive.status) return;
  s->assets_used += number == s->assets_used;
  const carom__asset *asset = s->assets.data[number];
  archive_expect(&s->archive, asset->class == class->asset_class);
  if (!s->archive.status) memcpy((char *)shape + class->asset_at, &asset, sizeof asset);
}

void carom__snapshot_shape(carom__snapshot *s, carom_shape *shape) {
  const carom__shape_class *class = carom__shape_archive(&s->archive, shape);
  if (!class) return;
  if (class->asset_class) asset_field(s, class, shape);
  archive_expect(&s->archive, carom_shape_check(shape) == CAROM_OK);
}

/* What has no end is on static bodies. */
static bool shape_fits(const carom__snapshot *s, uint32_t body, const carom_shape *shape) {
  if (!s->into || shape_is_planar(shape) != s->into->def.planar) return false;
  if (!shape_is_unbounded(shape)) return true;
  return s->handed ? s->handed_static : s->into->bodies.flags.data[body] & CAROM__BODY_STATIC;
}

/* --- Colliders --- */

static bool body_lives(const carom__snapshot *s, uint32_t body) {
  return s->into && carom__idpool_at(&s->into->bodies.ids, body) != 0;
}

void carom__snapshot_collider(carom__snapshot *s, carom__collider_row *row) {
  carom__archive *archive = &s->archive;
  carom__archive_u32(archive, &row->flags);
  if (!s->handed) carom__archive_u32(archive, &row->body);
  carom__snapshot_shape(s, &row->shape);
  carom__snapshot_local_pose(s, &row->pose);
  carom__snapshot_filter(s, &row->filter);
  carom__snapshot_user(s, &row->user);
  if (s->margined) carom__archive_f32(archive, &row->margin);
  if (s->ordered) carom__archive_u64(archive, &row->order);
  archive_expect(archive, carom__margin_check(row->margin) == CAROM_OK);
  archive_expect(archive, has_only(row->flags, CAROM__COLLIDER_STATE));
  archive_expect(archive, s->handed || body_lives(s, row->body));
  archive_expect(archive, !archive->status && shape_fits(s, row->body, &row->shape));
  archive_expect(archive, s->into && carom__local_is_possible(s->into, &row->pose));
  archive_expect(archive, !(row->filter.category & CAROM_MASK_NONE));
}

/* --- Contacts --- */

static bool sides_fit(const carom__snapshot *s, uint32_t a, uint32_t b) {
  const carom__idpool *ids = s->into ? &s->into->colliders.ids : NULL;
  const carom__gate *gates = s->into ? s->into->colliders.gates.data : NULL;
  return ids && carom__idpool_at(ids, a) && carom__idpool_at(ids, b) && gates[a].body != gates[b].body &&
         carom__collider_precedes(s->into, a, b);
}

/* Of a contact that rests nothing has changed since the step that saw it. */
static bool rest_fits(const carom_world *world, uint32_t a, uint32_t b, const carom_contact *contact) {
  return !carom__contact_rests(world, sides_key(a, b)) ||
         (carom__contact_may_rest(world, a, b) && carom__patches_may_rest(world, a, b, contact) &&
          contact->sensor == carom__collider_senses(world, a, b));
}

static void manifold_fields(carom__snapshot *s, bool nearby, carom_manifold *manifold) {
  carom__archive *archive = &s->archive;
  carom__archive_vec3(archive, &manifold->normal);
  carom__archive_u32(archive, &manifold->point_count);
  archive_expect(archive, s->into && carom__point_count_is_possible(s->into, manifold->point_count));
  if (archive->status) return;
  for (uint32_t i = 0; i < manifold->point_count; i++) {
    carom__archive_pos(archive, &manifold->points[i].position);
    carom__archive_f32(archive, &manifold->points[i].separation);
    carom__archive_u32(archive, &manifold->points[i].feature);
  }
  archive_expect(archive, s->into && carom__manifold_is_possible(s->into, manifold, nearby));
}

static void patch_fields(carom__snapshot *s, carom_patch *patch, bool nearby) {
  carom_manifold manifold = patch_manifold(patch);
  uint32_t material_a = patch->material_a, material_b = patch->material_b;
  manifold_fields(s, nearby, &manifold);
  if (s->archive.status) return;
  uint32_t *words[] = {&patch->child_a,    &patch->child_b, &patch->triangle_a,
                       &patch->triangle_b, &material_a,     &material_b};
  for (size_t i = 0; i < sizeof words / sizeof *words; i++) carom__archive_u32(&s->archive, words[i]);
  patch_set_manifold(patch, &manifold);
  patch->material_a = (uint8_t)material_a;
  patch->material_b = (uint8_t)material_b;
  archive_expect(&s->archive, (material_a | material_b) <= UINT8_MAX);
}

/* Where the patches of contacts go. */
static carom__patch_array *patches_of(const carom__snapshot *s) {
  return s->patches ? s->patches : &s->into->patches;
}

/* Where they go there is room for as many as the save has announced. */
static void patches_fields(carom__snapshot *s, carom_contact *contact) {
  carom__patch_array *to = s->into ? patches_of(s) : NULL;
  float least = -HUGE_VALF;
  if (to && contact->patch_count > 0) contact->patches = to->data + to->count;
  for (uint32_t i = 0; i < contact->patch_count && !s->archive.status; i++) {
    carom_patch patch = {.point_count = 0};
    if (s->from) patch = contact->patches[i];
    patch_fields(s, &patch, contact->further && contact->nearby);
    archive_expect(&s->archive, contact->further || (s->into && !s->archive.status &&
                                                     carom__patch_is_possible(s->into, &patch, least)));
    least = patch.points[0].separation;
    if (to) carom__array_push(to, patch);
  }
}

/* A child that the first patch names is not named by the side as well. */
static bool children_fit(const carom_contact *contact) {
  carom_contact bare = *contact;
  contact_forget_children(&bare);
  return bare.a.child == contact->a.child && bare.b.child == contact->b.child;
}

/* The manifold of a contact with patches is that of the first. */
static void touch_fields(carom__snapshot *s, carom_contact *contact) {
  carom__archive *archive = &s->archive;
  carom__archive_u32(archive, &contact->patch_count);
  archive_expect(archive, s->into && contact->patch_count <= patches_of(s)->capacity - patches_of(s)->count);
  if (archive->status) return;
  if (contact->patch_count == 0) {
    manifold_fields(s, contact->nearby, &contact->manifold);
    return;
  }
  patches_fields(s, contact);
  if (!s->into || archive->status) return;
  archive_fail(archive,
               carom__array_reserve(&s->into->allocator, &s->into->turned_patches, contact->patch_count));
  archive_expect(archive, children_fit(contact));
  archive_expect(archive, !contact->further || (contact->patch_count == 2 &&
                                                carom__further_is_possible(s->into, contact->patches)));
  contact->manifold = patch_manifold(contact->patches);
  contact_name_pieces(contact);
}

/* What rests is as the step saw it. */
static bool side_fits(const carom__snapshot *s, uint32_t collider, const carom_contact_side *side) {
  if (!s->into || s->archive.status || !carom__side_is_possible(s->into, side)) return false;
  return s->handed || bits_test(&s->into->bodies.touched, s->into->colliders.gates.data[collider].body) ||
         carom__side_is_of_now(s->into, collider, side);
}

/* What the step that found the contact saw of a side; the rest is as it is now. */
static void side_fields(carom__snapshot *s, uint32_t collider, carom_contact_side *side) {
  if (s->into && !s->archive.status) carom__collider_describe(s->into, collider, side);
  carom__archive_u64(&s->archive, &side->category);
  carom__archive_u32(&s->archive, &side->child);
  carom__snapshot_user(s, &side->body_user);
  carom__snapshot_user(s, &side->collider_user);
  archive_expect(&s->archive, side_fits(s, collider, side));
}

void carom__snapshot_contact_state(carom__snapshot *s, uint64_t key, carom_contact *contact) {
  carom__archive *archive = &s->archive;
  enum { SENSOR = 1, APART = 2, NEARBY = 4, FURTHER = 8 };
  uint32_t a = (uint32_t)(key >> 32), b = (uint32_t)key;
  uint32_t flags = (contact->sensor ? SENSOR : 0u) | (contact->apart ? APART : 0u) |
                   (contact->nearby ? NEARBY : 0u) | (contact->further ? FURTHER : 0u);
  side_fields(s, a, &contact->a);
  side_fields(s, b, &contact->b);
  carom__archive_u32(archive, &flags);
  contact->sensor = flags & SENSOR;
  contact->apart = flags & APART;
  contact->nearby = flags & NEARBY;
  contact->further = flags & FURTHER;
  carom__archive_f32(archive, &contact->approach_speed);
  carom__archive_u64(archive, &contact->value);
  touch_fields(s, contact);
  if (!s->into || archive->status) return;
  archive_expect(archive, (flags & ~(uint32_t)FURTHER) <= (s->margined ? SENSOR | APART | NEARBY : SENSOR) &&
                              (!contact->further || contact->patch_count == 2) &&
                              carom__nearness_is_possible(contact) &&
                              (s->handed || rest_fits(s->into, a, b, contact)));
  archive_expect(archive, carom__approach_is_possible(contact->approach_speed));
}

void carom__snapshot_contact(carom__snapshot *s, uint64_t *key, carom_contact *contact) {
  uint32_t a = (uint32_t)(*key >> 32), b = (uint32_t)*key;
  carom__archive_u32(&s->archive, &a);
  carom__archive_u32(&s->archive, &b);
  archive_expect(&s->archive, sides_fit(s, a, b));
  carom__snapshot_contact_state(s, sides_key(a, b), contact);
  *key = sides_key(a, b);
}

void carom__snapshot_points(carom__snapshot *s, const carom_contact *contact, carom__point_cells *cells,
                            carom_point_values *values) {
  const uint32_t own = contact->manifold.point_count, count = own + contact_further_count(contact);
  for (uint32_t i = 0; i < count; i++) {
    const uint32_t row = i < own ? 0 : 1, at = i < own ? i : i - own;
    uint32_t *on_a = &cells[row].on_a[at], *on_b = &cells[row].on_b[at];
    carom__archive_u32(&s->archive, on_a);
    carom__archive_u32(&s->archive, on_b);
    carom__archive_u64(&s->archive, &values[row].points[at]);
    archive_expect(&s->archive, cell_is_possible(*on_a) && cell_is_possible(*on_b) &&
                                    (contact_has_cells(contact) || !(*on_a | *on_b)));
  }
}
