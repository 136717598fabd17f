/* boxes.c: computes the boxes that culls compare. */
#include "boxes.h"

#include "collide_boxes.h"
#include "objects.h"
#include "shape_class.h"

carom_obb carom__tight_obb(const carom_shape *shape) {
  carom_obb box;
  carom__shape_class_of(shape->kind)->obb(shape, &box);
  return box;
}

carom_obb carom__padded_obb(const carom_shape *shape) {
  carom_obb box = carom__tight_obb(shape);
  box.half = padded_half(box.half, CAROM__BOX_PADDING);
  return box;
}

static bool are_equal(carom_vec3 a, carom_vec3 b) { return vec3_norm1(vec3_sub(a, b)) == 0; }

bool carom__obb_is_aligned(const carom_obb *box) {
  const carom_mat3 identity = mat3_identity();
  return are_equal(box->center, vec3(0, 0, 0)) && are_equal(box->axes.x, identity.x) &&
         are_equal(box->axes.y, identity.y) && are_equal(box->axes.z, identity.z);
}

carom__world_box carom__world_box_of(const carom_obb *box, const carom_frame *frame) {
  carom__world_box world = {frame_apply(frame, box->center),
                            {{0, 0, 0}, mat3_mul(&frame->axes, &box->axes), box->half}};
  return world;
}

/* Part by part: a whole box that is copied makes the processor wait for its parts. */
void carom__collider_box(const carom_world *world, uint32_t collider, carom__world_box *out) {
  const carom__colliders *colliders = &world->colliders;
  const carom_frame *frame = &colliders->frames.data[collider];
  if (colliders->gates.data[collider].flags & CAROM__COLLIDER_ALIGNED) {
    out->center = frame->origin;
    out->box.axes = frame->axes;
    out->box.half = padded_half(colliders->gates.data[collider].size.box.half, CAROM__BOX_PADDING);
  } else {
    carom_shape room;
    carom_obb box = carom__padded_obb(carom__collider_shape(world, collider, &room));
    *out = carom__world_box_of(&box, frame);
  }
  if (carom__boxes_grow(world)) out->box.half = half_grown(out->box.half, carom__box_growth(world, collider));
}

bool carom__world_box_overlap(const carom__world_box *a, const carom__world_box *b) {
  return carom__obb_overlap_at(&a->box, &b->box, pos_sub(b->center, a->center));
}

carom_obb carom__world_box_in(const carom__world_box *box, const carom_frame *frame) {
  carom_obb in = {frame_unapply(frame, box->center), mat3_tmul(&frame->axes, &box->box.axes), box->box.half};
  float pad = 16 * 0x1p-24f * (vec3_norm1(in.center) + vec3_norm1(in.half));
  in.half = vec3_add(in.half, vec3(pad, pad, pad));
  return in;
}
