/* draw.c: draws a world as lines, triangles, points and texts. */
#include <stdio.h>
#include <string.h>

#include "contact.h"
#include "objects.h"
#include "shape_class.h"

/* Where the primitives of one item go. */
typedef struct brush {
  const carom_draw *draw;
  carom_draw_item item;
  carom_frame frame;
} brush;

static void draw_line(const brush *p, carom_vec3 a, carom_vec3 b) {
  if (p->draw->line)
    p->draw->line(p->draw->user, &p->item, frame_apply(&p->frame, a), frame_apply(&p->frame, b));
}

static void draw_shape_line(void *context, const carom_vec3 ends[2], const carom_vec3 *normals) {
  (void)normals;
  draw_line(context, ends[0], ends[1]);
}

static void draw_triangle(void *context, const carom_vec3 corners[3], const carom_vec3 *normals) {
  const brush *p = context;
  (void)normals;
  if (p->draw->triangle)
    p->draw->triangle(p->draw->user, &p->item, frame_apply(&p->frame, corners[0]),
                      frame_apply(&p->frame, corners[1]), frame_apply(&p->frame, corners[2]));
}

static carom_draw_item item_of(const carom_world *world, carom_draw_part part, uint32_t collider) {
  carom_contact_side side = carom__collider_side(world, collider);
  uint32_t flags = world->bodies.flags.data[world->colliders.gates.data[collider].body];
  return (carom_draw_item){.part = part,
                           .body = side.body,
                           .collider = side.collider,
                           .kind = flags & CAROM__BODY_STATIC ? CAROM_STATIC : CAROM_KINEMATIC,
                           .sensor = world->colliders.gates.data[collider].flags & CAROM__COLLIDER_SENSOR};
}

static void draw_shape(const carom_world *world, const carom_draw *draw, uint32_t collider) {
  const carom_shape *shape = &world->colliders.shapes.data[collider];
  brush p = {draw, item_of(world, CAROM_DRAW_SHAPES, collider), carom__collider_frame(world, collider)};
  const carom__outline outline = {draw_shape_line, draw_triangle, &p, 0};
  carom__shape_class_of(shape->kind)->outline(shape, &outline);
}

/* The twelve edges of the AABB: from each corner towards each axis on which it is low. */
static void draw_bounds(const carom_world *world, const carom_draw *draw, uint32_t collider) {
  carom_frame frame = carom__collider_frame(world, collider);
  carom_aabb box = carom__shape_bounds(&world->colliders.shapes.data[collider], &frame);
  brush p = {draw, item_of(world, CAROM_DRAW_BOUNDS, collider), {{0, 0, 0}, mat3_identity()}};
  for (unsigned corner = 0; corner < 8; corner++) {
    carom_vec3 a = {corner & 1 ? box.max.x : box.min.x, corner & 2 ? box.max.y : box.min.y,
                    corner & 4 ? box.max.z : box.min.z};
    if (!(corner & 1)) draw_line(&p, a, vec3(box.max.x, a.y, a.z));
    if (!(corner & 2)) draw_line(&p, a, vec3(a.x, box.max.y, a.z));
    if (!(corner & 4)) draw_line(&p, a, vec3(a.x, a.y, box.max.z));
  }
}

static void draw_colliders(const carom_world *world, const carom_draw *draw, uint32_t parts) {
  for (uint32_t collider = 0; collider < carom__idpool_slots(&world->colliders.ids); collider++) {
    if (!carom__idpool_at(&world->colliders.ids, collider)) continue;
    if (world->colliders.gates.data[collider].flags & CAROM__COLLIDER_DYING) continue;
    if (!carom__body_is_active(world, world->colliders.gates.data[collider].body)) continue;
    if (parts & CAROM_DRAW_SHAPES) draw_shape(world, draw, collider);
    if (parts & CAROM_DRAW_BOUNDS) draw_bounds(world, draw, collider);
  }
}

static void draw_patch(const carom_draw *draw, carom_draw_item item, const carom_patch *patch) {
  float length = draw->normal_length > 0 ? draw->normal_length : 0.5f;
  for (uint32_t i = 0; i < patch->point_count; i++) {
    const carom_contact_point *point = &patch->points[i];
    item.depth = -point->separation;
    if (draw->point) draw->point(draw->user, &item, point->position);
    if (draw->line)
      draw->line(draw->user, &item, point->position,
                 pos_add(point->position, vec3_scale(patch->normal, length)));
  }
}

static void draw_contact(const carom_world *world, const carom_draw *draw, const carom_contact *contact) {
  carom_draw_item item = item_of(world, CAROM_DRAW_CONTACTS, carom__id_index(contact->a.collider.bits));
  carom_patch room;
  size_t count;
  const carom_patch *patches = carom_contact_get_patches(contact, &room, &count);
  item.sensor = contact->sensor;
  for (size_t i = 0; i < count; i++) draw_patch(draw, item, &patches[i]);
}

/* The last step's contacts may be of what was destroyed or disabled since. */
static bool is_shown(const carom_world *world, size_t i) {
  const carom_contact *contact = &world->contacts.list.data[i];
  return !world->contacts.ended.data[i] && !contact->apart && !carom__contact_is_dead(world, contact) &&
         carom__body_is_active(world, carom__id_index(contact->a.body.bits)) &&
         carom__body_is_active(world, carom__id_index(contact->b.body.bits));
}

static void draw_contacts(const carom_world *world, const carom_draw *draw) {
  for (size_t i = 0; i < world->contacts.list.count; i++)
    if (is_shown(world, i)) draw_contact(world, draw, &world->contacts.list.data[i]);
}

static void draw_labels(const carom_world *world, const carom_draw *draw) {
  for (uint32_t body = 0; draw->text && body < carom__idpool_slots(&world->bodies.ids); body++) {
    if (!carom__body_is_active(world, body)) continue;
    bool is_static = world->bodies.flags.data[body] & CAROM__BODY_STATIC;
    carom_draw_item item = {.part = CAROM_DRAW_LABELS,
                            .body = {carom__idpool_at(&world->bodies.ids, body)},
                            .kind = is_static ? CAROM_STATIC : CAROM_KINEMATIC};
    char text[16];
    snprintf(text, sizeof text, "%u", (unsigned)body);
    draw->text(draw->user, &item, world->bodies.poses.data[body].position, text);
  }
}

carom_status carom_world_draw(const carom_world *world, const carom_draw *draw) {
  const uint32_t all = CAROM_DRAW_SHAPES | CAROM_DRAW_CONTACTS | CAROM_DRAW_BOUNDS | CAROM_DRAW_LABELS;
  if (!world || !draw) return CAROM_NULL_ARGUMENT;
  if (draw->parts & ~all) return CAROM_UNKNOWN_KIND;
  if (!float_is_finite(draw->normal_length)) return CAROM_NOT_FINITE;
  if (draw->normal_length < 0) return CAROM_OUT_OF_RANGE;
  uint32_t parts = draw->parts ? draw->parts : CAROM_DRAW_SHAPES | CAROM_DRAW_CONTACTS;
  draw_colliders(world, draw, parts);
  if (parts & CAROM_DRAW_CONTACTS) draw_contacts(world, draw);
  if (parts & CAROM_DRAW_LABELS) draw_labels(world, draw);
  return CAROM_OK;
}
