/* boxes.h: the boxes that culls compare, in the world and in the frame of a body.
 *
 * They are padded by a few units in the last place of their size, because the narrow phase may call shapes
 * touching that are apart by as little (carom/collide.h): a cull must never part what it would join. */
#ifndef CAROM_ENGINE_BOXES_H
#define CAROM_ENGINE_BOXES_H

#include "state.h"

/* In parts of the sum of the half extents. */
#define CAROM__BOX_PADDING (64 * 0x1p-24f)

/* A shape's box in its own frame, and the same padded. */
carom_obb carom__tight_obb(const carom_shape *shape);
carom_obb carom__padded_obb(const carom_shape *shape);
/* How far boxes of a collider reach beyond it, so that those of a pair overlap within the pair's margin: by
 * half of the world's, and by all that it asks for beyond that. The factor is for rounding. */
static inline float carom__margin_growth(const carom_world *world, uint32_t collider) {
  if (!world->margined) return 0;
  const float all = world->def.margin;
  const float own = world->margins_differ ? world->colliders.margins.data[collider] : 0;
  return (greater_float(own, all) - 0.5f * all) * (1 + 0x1p-16f);
}
/* How far boxes of a collider reach beyond it so that those who lie just beside what it touches are seen by
 * the seam pass, in parts of its greatest half extent. */
#define CAROM__SEAM_GROWTH 0x1p-5f
/* What is static does not grow: it may be a whole terrain, and that what moves grows is enough. */
static inline float carom__seam_growth(const carom_world *world, uint32_t collider) {
  const carom__gate *gate = &world->colliders.gates.data[collider];
  if (!world->def.seamless || gate->flags & CAROM__COLLIDER_STATIC) return 0;
  const carom_vec3 half = gate->size.box.half;
  return CAROM__SEAM_GROWTH * greater_float(greater_float(half.x, half.y), half.z);
}
static inline bool carom__boxes_grow(const carom_world *world) {
  return world->margined || world->def.seamless;
}
static inline float carom__box_growth(const carom_world *world, uint32_t collider) {
  return greater_float(carom__margin_growth(world, collider), carom__seam_growth(world, collider));
}
static inline carom_vec3 half_grown(carom_vec3 half, float growth) {
  return vec3_add(half, vec3(growth, growth, growth));
}
/* Does it lie along the axes of that frame, around its origin? */
bool carom__obb_is_aligned(const carom_obb *box);
/* A padded box in the world. */
carom__world_box carom__world_box_of(const carom_obb *box, const carom_frame *frame);
/* Writes a collider's padded and grown box where its frame says, which must not be stale. */
void carom__collider_box(const carom_world *world, uint32_t collider, carom__world_box *out);
bool carom__world_box_overlap(const carom__world_box *a, const carom__world_box *b);
/* A world box as seen from a body's frame, widened by the rounding of the change of frame. */
carom_obb carom__world_box_in(const carom__world_box *box, const carom_frame *frame);

#endif
