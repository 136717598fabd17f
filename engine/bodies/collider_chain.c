/* collider_chain.c: creates a collider for each link of a chain. */
#include "bodies.h"

carom_status carom_collider_create_chain(carom_world *world, carom_body body, const carom_collider_def *def,
                                         const carom_chain *chain, float radius, carom_collider *out) {
  carom_chain_view view;
  if (!world || !def || carom_chain_describe(chain, &view))
    return carom__refuse(world, CAROM_NULL_ARGUMENT, __func__, "world, definition or chain");
  size_t bytes = view.link_count * sizeof *def;
  carom_collider_def *defs = carom__alloc(&world->outer, bytes);
  if (!defs) return carom__refuse(world, CAROM_OUT_OF_MEMORY, __func__, "no collider was created");
  for (uint32_t i = 0; i < view.link_count; i++) {
    defs[i] = *def;
    defs[i].shape = carom_shape_chain_link(chain, i, radius);
  }
  carom_status status = carom__collider_create_many(world, body, defs, view.link_count, out, __func__);
  carom__free(&world->outer, defs, bytes);
  return status;
}
