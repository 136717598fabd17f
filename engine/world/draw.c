/* draw.c: draws a world as lines, triangles, points and texts. */
#include <stdio.h>
#include <string.h>

#include "contact.h"
#include "objects.h"
#include "queries.h"
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
  carom_shape room;
  const carom_shape *shape = carom__collider_shape(world, collider, &room);
  brush p = {draw, item_of(world, CAROM_DRAW_SHAPES, collider), carom__collider_frame(world, collider)};
  const carom__outline outline = {draw_shape_line, draw_triangle, &p, 0};
  carom__shape_class_of(shape->kind)->outline(shape, &outline);
}

/* The twelve edges of a box: from each corner towards each axis on which it is low. Bit k of a corner's
 * number says that it is high on axis k. */
static void draw_edges(const brush *p, const carom_vec3 corners[8]) {
  for (unsigned corner = 0; corner < 8; corner++)
    for (unsigned bit = 1; bit < 8; bit <<= 1)
      if (!(corner & bit)) draw_line(p, corners[corner], corners[corner | bit]);
}

static void draw_aabb(void *context, const carom_aabb *box) {
  carom_vec3 corners[8];
  for (unsigned i = 0; i < 8; i++)
    corners[i] = vec3(i & 1 ? box->max.x : box->min.x, i & 2 ? box->max.y : box->min.y,
                      i & 4 ? box->max.z : box->min.z);
  draw_edges(context, corners);
}

static void draw_obb(void *context, const carom_obb *box) {
  carom_vec3 corners[8];
  for (unsigned i = 0; i < 8; i++) {
    carom_vec3 half = {i & 1 ? box->half.x : -box->half.x, i & 2 ? box->half.y : -box->half.y,
                       i & 4 ? box->half.z : -box->half.z};
    corners[i] = vec3_add(box->center, mat3_mul_vec3(&box->axes, half));
  }
  draw_edges(context, corners);
}

/* Draws in the world's own frame. */
static brush world_brush(const carom_draw *draw, carom_draw_item item) {
  return (brush){draw, item, {{0, 0, 0}, mat3_identity()}};
}

static void draw_bounds(const carom_world *world, const carom_draw *draw, uint32_t collider) {
  carom_frame frame = carom__collider_frame(world, collider);
  carom_shape room;
  carom_aabb box = carom__shape_bounds(carom__collider_shape(world, collider, &room), &frame);
  brush p = world_brush(draw, item_of(world, CAROM_DRAW_BOUNDS, collider));
  draw_aabb(&p, &box);
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

static void draw_label(const carom_world *world, const brush *p, uint32_t body) {
  char text[16];
  snprintf(text, sizeof text, "%u", (unsigned)body);
  if (p->draw->text) p->draw->text(p->draw->user, &p->item, world->bodies.poses.data[body].position, text);
}

/* In the frame of the body. */
static void draw_tree_of_body(const carom_world *world, const brush *p, uint32_t body) {
  const carom__obb_tree *tree = carom__body_tree(world, body);
  brush own = {p->draw, p->item, carom__body_frame(world, body)};
  if (tree) carom__obb_tree_each_box(tree, draw_obb, &own);
}

static void draw_cells(const carom_world *world, const brush *p, uint32_t body) {
  carom_aabb bounds, cells;
  brush own = *p;
  if (carom__body_collider_count(world, body) == 0 || !carom__body_boxes_fit(world, body)) return;
  bounds = world->bodies.proxies.data[body].box;
  if (world->broadphase_class->cells_around(world->broadphase, &bounds, &cells)) draw_aabb(&own, &cells);
}

/* Draws one part of each body. */
static void draw_bodies(const carom_world *world, const carom_draw *draw, carom_draw_part part,
                        void (*draw_body)(const carom_world *, const brush *, uint32_t)) {
  for (uint32_t body = 0; body < carom__idpool_slots(&world->bodies.ids); body++) {
    if (!carom__body_is_active(world, body)) continue;
    bool is_static = world->bodies.flags.data[body] & CAROM__BODY_STATIC;
    carom_draw_item item = {.part = part,
                            .body = {carom__idpool_at(&world->bodies.ids, body)},
                            .kind = is_static ? CAROM_STATIC : CAROM_KINEMATIC};
    brush p = world_brush(draw, item);
    draw_body(world, &p, body);
  }
}

static void draw_trees(const carom_world *world, const carom_draw *draw) {
  brush p = world_brush(draw, (carom_draw_item){.part = CAROM_DRAW_TREES});
  if (carom__body_index_open(world))
    for (int i = 0; i < 2; i++) carom__box_tree_each_block(&world->index->trees[i], draw_aabb, &p);
  draw_bodies(world, draw, CAROM_DRAW_TREES, draw_tree_of_body);
}

carom_status carom_world_draw(const carom_world *world, const carom_draw *draw) {
  const uint32_t all = CAROM_DRAW_SHAPES | CAROM_DRAW_CONTACTS | CAROM_DRAW_BOUNDS | CAROM_DRAW_LABELS |
                       CAROM_DRAW_TREES | CAROM_DRAW_CELLS;
  if (!world || !draw) return CAROM_NULL_ARGUMENT;
  if (draw->parts & ~all) return CAROM_UNKNOWN_KIND;
  if (!float_is_finite(draw->normal_length)) return CAROM_NOT_FINITE;
  if (draw->normal_length < 0) return CAROM_OUT_OF_RANGE;
  uint32_t parts = draw->parts ? draw->parts : CAROM_DRAW_SHAPES | CAROM_DRAW_CONTACTS;
  draw_colliders(world, draw, parts);
  if (parts & CAROM_DRAW_CONTACTS) draw_contacts(world, draw);
  if (parts & CAROM_DRAW_LABELS) draw_bodies(world, draw, CAROM_DRAW_LABELS, draw_label);
  if (!draw->line) return CAROM_OK;
  if (parts & CAROM_DRAW_TREES) draw_trees(world, draw);
  if (parts & CAROM_DRAW_CELLS) draw_bodies(world, draw, CAROM_DRAW_CELLS, draw_cells);
  return CAROM_OK;
}
