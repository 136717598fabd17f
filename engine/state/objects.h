/* objects.h: bodies and colliders by slot: resolving ids, and what moves or marks them without checks. */
#ifndef CAROM_ENGINE_OBJECTS_H
#define CAROM_ENGINE_OBJECTS_H

#include "filter.h"
#include "shape_class.h"

/* The slot of a body that is alive (find) or alive or dying (peek); CAROM__NO_INDEX otherwise or for no
 * world. */
static inline uint32_t carom__body_peek(const carom_world *world, carom_body body) {
  return world ? carom__idpool_find(&world->bodies.ids, body.bits) : CAROM__NO_INDEX;
}
static inline uint32_t carom__body_find(const carom_world *world, carom_body body) {
  uint32_t slot = carom__body_peek(world, body);
  if (slot == CAROM__NO_INDEX || world->bodies.flags.data[slot] & CAROM__BODY_DYING) return CAROM__NO_INDEX;
  return slot;
}
/* The same of a collider. */
uint32_t carom__collider_find(const carom_world *world, carom_collider collider);
uint32_t carom__collider_peek(const carom_world *world, carom_collider collider);

/* Marks bodies as touched, by the bits of a word of the sets; threads may do it at once, each for its own
 * words, and body_index_stray must follow. */
static inline void carom__bodies_mark(carom_world *world, uint32_t word, uint64_t bits) {
  world->bodies.touched.words.data[word] |= bits;
  body_index_mark(world->index, word, bits);
}
static inline void carom__body_mark(carom_world *world, uint32_t slot) {
  carom__bodies_mark(world, slot / 64, bits_mask(slot));
}
/* Are the boxes of a body and the frames of its colliders those of where it is? */
static inline bool carom__body_boxes_fit(const carom_world *world, uint32_t slot) {
  return !bits_test(&world->bodies.touched, slot) && !bits_test(&world->bodies.restored, slot);
}
/* Tells that something of a body or its colliders has changed: the next step and the next query look at it
 * anew. */
static inline void carom__body_touch(carom_world *world, uint32_t slot) {
  carom__body_mark(world, slot);
  body_index_stray(world->index);
}
/* The same of all bodies: the game's answers to who meets whom may have changed. Not in a world that was
 * loaded and not stepped since: there those who are asked come back. */
void carom__bodies_touch(carom_world *world);
/* Tells that the boxes, the tree and the only collider of a collider's body no longer fit its colliders. */
void carom__collider_touch(carom_world *world, uint32_t slot);
/* The same when it is the shape or the local pose of this one, which is alive, that changed. */
void carom__collider_change(carom_world *world, uint32_t slot);
/* Notes what is touched when a step is about to clear it, and forgets that. */
void carom__bodies_note_seen(carom_world *world);
void carom__bodies_forget_seen(carom_world *world);
/* Takes CAROM__COLLIDER_RESHAPED from all. */
void carom__reshaped_clear(carom_world *world);

/* What a body has counted of its contacts that was told. */
carom_contact_counts carom__body_counts(const carom_world *world, uint32_t slot);

/* The list of a body that has, or had, several colliders; NULL of all others. */
static inline carom__several *carom__body_several(const carom_world *world, uint32_t slot) {
  return world->grouped ? world->bodies.several.data[slot] : NULL;
}
/* The colliders of a body, in order of creation; valid until one is created or destroyed. */
static inline carom__slots_view carom__body_colliders(const carom_world *world, uint32_t slot) {
  const carom__several *several = carom__body_several(world, slot);
  const uint32_t *only = &world->bodies.only.data[slot];
  return several ? (carom__slots_view){several->colliders.data, several->colliders.count}
                 : (carom__slots_view){only, *only != CAROM__NO_INDEX};
}
static inline size_t carom__body_collider_count(const carom_world *world, uint32_t slot) {
  const carom__several *several = carom__body_several(world, slot);
  return several ? several->live : world->bodies.only.data[slot] != CAROM__NO_INDEX;
}
/* Those of a body whose boxes and frames fit where it is now, but for the changed ones; otherwise NULL. */
static inline carom__several *carom__body_boxed(const carom_world *world, uint32_t slot) {
  carom__several *several = carom__body_several(world, slot);
  bool fits = several && several->boxed && pose_is_same(&several->pose, &world->bodies.poses.data[slot]);
  return fits ? several : NULL;
}
/* The tree over them, NULL for few; carom__step_bounds makes it fit. */
static inline carom__obb_tree *carom__body_tree(const carom_world *world, uint32_t slot) {
  const carom__several *several = carom__body_several(world, slot);
  return several ? several->tree : NULL;
}

/* The places of those that the tree does not know as they are; NULL when it knows all. It is asked for the
 * others then, and these are looked at one by one. */
static inline const carom__bits *carom__body_changed(const carom_world *world, uint32_t slot) {
  const carom__several *several = carom__body_several(world, slot);
  return several && world->bodies.flags.data[slot] & CAROM__BODY_TREE_STALE ? &several->changed : NULL;
}

/* Does a slot hold a body that takes part in the world? */
static inline bool carom__body_is_active(const carom_world *world, uint32_t slot) {
  return carom__idpool_at(&world->bodies.ids, slot) &&
         !(world->bodies.flags.data[slot] & (CAROM__BODY_DISABLED | CAROM__BODY_DYING));
}

/* Among the counts of the world, that of the bodies of its kind. */
static inline uint32_t *carom__kind_count(carom_world *world, uint32_t slot) {
  return world->bodies.flags.data[slot] & CAROM__BODY_STATIC ? &world->counts.static_bodies
                                                             : &world->counts.kinematic_bodies;
}

static inline bool velocity_is_none(const carom__velocity *v) {
  return vec3_norm1(v->linear) == 0 && vec3_norm1(v->angular) == 0;
}
/* A body's velocities. */
static inline carom__velocity carom__body_velocity(const carom_world *world, uint32_t slot) {
  return bits_test(&world->bodies.moving, slot) ? world->bodies.velocities.data[slot]
                                                : (carom__velocity){{0, 0, 0}, {0, 0, 0}};
}
/* That of a place on it when it is at a pose. */
static inline carom_vec3 carom__body_velocity_at(const carom_world *world, uint32_t slot,
                                                 const carom_pose *pose, carom_pos at) {
  const carom__velocity v = carom__body_velocity(world, slot);
  return vec3_add(v.linear, vec3_cross(v.angular, pos_sub(at, pose->position)));
}
/* There is room for them (carom__velocity_reserve). */
static inline void carom__body_keep_velocity(carom_world *world, uint32_t slot,
                                             const carom__velocity *velocity) {
  if (velocity_is_none(velocity)) {
    bits_clear(&world->bodies.moving, slot);
  } else {
    world->bodies.velocities.data[slot] = *velocity;
    bits_set(&world->bodies.moving, slot);
  }
}
static inline void carom__body_set_velocity(carom_world *world, uint32_t slot,
                                            const carom__velocity *velocity) {
  carom__body_keep_velocity(world, slot, velocity);
  carom__body_touch(world, slot);
}

/* Is a body that carom_world_move has moved still where that has put it, with the same velocities? */
bool carom__body_way_lasts(const carom_world *world, const carom__body_way *way);
/* The way of the body of a slot; NULL: it has gone none, or was put elsewhere since. */
const carom__body_way *carom__body_way_find(const carom_world *world, uint32_t slot);
/* Takes a way in place of that of its slot; there is room for one more. */
void carom__body_way_insert(carom_world *world, const carom__body_way *way);

/* Is a collider static, or one of several of its body? Others may lie beside it then. */
static inline bool carom__collider_is_grouped(const carom_world *world, uint32_t slot) {
  const carom__gate *gate = &world->colliders.gates.data[slot];
  if (gate->flags & CAROM__COLLIDER_STATIC) return true;
  return world->grouped && world->bodies.only.data[gate->body] == CAROM__NO_INDEX;
}

/* The margin that a collider asks for; 0: none. */
static inline float carom__collider_margin(const carom_world *world, uint32_t slot) {
  return world->margins_differ ? world->colliders.margins.data[slot] : 0;
}
/* The order that the game has given a collider; 0: none. */
static inline uint64_t carom__collider_order(const carom_world *world, uint32_t slot) {
  return world->ordered ? world->colliders.orders.data[slot] : 0;
}

/* Is the first of two colliders side a of their contact? */
static inline bool sides_ascend(uint64_t order_a, uint32_t a, uint64_t order_b, uint32_t b) {
  return order_a != order_b ? order_a < order_b : a < b;
}
static inline bool carom__collider_precedes(const carom_world *world, uint32_t a, uint32_t b) {
  return sides_ascend(carom__collider_order(world, a), a, carom__collider_order(world, b), b);
}
/* The key of two colliders. */
static inline uint64_t carom__colliders_key(const carom_world *world, uint32_t a, uint32_t b) {
  if (!world->ordered) return carom__pair_key(a, b);
  return carom__collider_precedes(world, a, b) ? sides_key(a, b) : sides_key(b, a);
}

/* Within which distance are two colliders in contact? */
static inline float carom__pair_margin(const carom_world *world, uint32_t a, uint32_t b) {
  if (!world->margins_differ) return world->def.margin;
  const float *margins = world->colliders.margins.data;
  return greater_float(greater_float(margins[a], margins[b]), world->def.margin);
}

/* Is one of two colliders a sensor? */
static inline bool carom__collider_senses(const carom_world *world, uint32_t a, uint32_t b) {
  const carom__gate *gates = world->colliders.gates.data;
  return (gates[a].flags | gates[b].flags) & CAROM__COLLIDER_SENSOR;
}

/* The shape that the gate of a sharp box or rectangle tells, made in `out`. */
static inline void gate_shape(const carom_world *world, uint32_t slot, carom_shape *out) {
  out->kind = world->sharp_kind;
  out->geometry.box = world->colliders.gates.data[slot].size.box;
}
/* The shape of a collider, which may be made in `room`: until there are others than sharp boxes and
 * rectangles, gates tell all. */
static inline const carom_shape *carom__collider_shape(const carom_world *world, uint32_t slot,
                                                       carom_shape *room) {
  const carom__colliders *colliders = &world->colliders;
  if (colliders->shapes.data) return &colliders->shapes.data[slot];
  gate_shape(world, slot, room);
  return room;
}

/* The part of a larger shape that a collider is. */
static inline uint32_t carom__collider_child(const carom_world *world, uint32_t slot) {
  carom_shape room;
  const carom_shape *shape = carom__collider_shape(world, slot, &room);
  const carom__shape_class *class = carom__shape_class_of(shape->kind);
  return class->part ? class->part(shape) : 0;
}

/* The same, where an answer names the child of a compound unless that is 0. */
static inline uint32_t carom__collider_child_or(const carom_world *world, uint32_t slot, uint32_t child) {
  return child ? child : carom__collider_child(world, slot);
}

/* What a gate tells of a collider, besides its child. Field by field: a whole one that is copied makes the
 * processor wait for its parts. */
static inline void gate_describe(const carom__gate *gate, uint64_t body, uint64_t collider,
                                 carom_contact_side *out) {
  out->body.bits = body;
  out->collider.bits = collider;
  out->body_user = gate->body_user;
  out->collider_user = gate->user;
  out->category = carom__filter_normalize(gate->filter).category;
  out->triangle = 0;
}

/* Describes a collider as contacts and the game's callbacks show it. */
static inline void carom__collider_describe(const carom_world *world, uint32_t slot,
                                            carom_contact_side *out) {
  const carom__gate *gate = &world->colliders.gates.data[slot];
  gate_describe(gate, carom__idpool_at(&world->bodies.ids, gate->body),
                carom__idpool_at(&world->colliders.ids, slot), out);
  out->child = gate->flags & CAROM__COLLIDER_SHARP ? 0 : carom__collider_child(world, slot);
}
static inline carom_contact_side carom__collider_side(const carom_world *world, uint32_t slot) {
  carom_contact_side side;
  carom__collider_describe(world, slot, &side);
  return side;
}

/* A collider and its body, by their ids. */
static inline carom_body carom__collider_owner(const carom_world *world, uint32_t slot) {
  return (carom_body){carom__idpool_at(&world->bodies.ids, world->colliders.gates.data[slot].body)};
}
static inline carom_collider carom__collider_id(const carom_world *world, uint32_t slot) {
  return (carom_collider){carom__idpool_at(&world->colliders.ids, slot)};
}

/* Where a body is, with a matrix. */
static inline carom_frame carom__body_frame(const carom_world *world, uint32_t slot) {
  return pose_to_frame(&world->bodies.poses.data[slot]);
}
/* Where a collider is on its body. */
static inline carom_local_pose carom__collider_local(const carom_world *world, uint32_t slot) {
  return world->colliders.gates.data[slot].flags & CAROM__COLLIDER_CENTERED
             ? (carom_local_pose){{0, 0, 0}, quat_identity()}
             : world->colliders.locals.data[slot];
}
/* The frame of a collider's shape when its body is at `body`. */
static inline carom_frame carom__frame_on(const carom_world *world, uint32_t slot, const carom_frame *body) {
  if (world->colliders.gates.data[slot].flags & CAROM__COLLIDER_CENTERED) return *body;
  carom__relative local = local_pose_to_relative(carom__collider_local(world, slot));
  return frame_compose(body, &local);
}
/* The frame of a collider's shape where its body is now, also when it was touched; it may be made in `room`.
 */
const carom_frame *carom__collider_frame_in(const carom_world *world, uint32_t slot, carom_frame *room);
static inline carom_frame carom__collider_frame(const carom_world *world, uint32_t slot) {
  carom_frame room;
  return *carom__collider_frame_in(world, slot, &room);
}
#endif
