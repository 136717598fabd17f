/* compound.c: the public functions that count and describe compounds. */
#include "compound.h"

const carom_compound *carom_compound_retain(const carom_compound *compound) {
  if (compound) carom__asset_retain(&compound->asset);
  return compound;
}

void carom_compound_release(const carom_compound *compound) {
  if (compound) carom__asset_release(&compound->asset);
}

carom_status carom_compound_describe(const carom_compound *compound, carom_compound_view *out) {
  if (!compound || !out) return CAROM_NULL_ARGUMENT;
  *out = (carom_compound_view){.child_count = compound->child_count,
                               .asset_count = compound->asset_count,
                               .shape_count = compound->shape_count,
                               .depth = compound->depth,
                               .family = compound->family,
                               .bounds = compound->bounds,
                               .bytes = compound->asset.bytes + carom__obb_tree_bytes(compound->tree)};
  return CAROM_OK;
}

carom_status carom_compound_get_child(const carom_compound *compound, size_t index,
                                      carom_compound_child *out) {
  if (!compound || !out) return CAROM_NULL_ARGUMENT;
  if (index >= compound->child_count) return CAROM_OUT_OF_RANGE;
  *out = compound->children[index].given;
  return CAROM_OK;
}

void carom__compound_drop(const carom__asset *asset) {
  const carom_compound *compound = (const carom_compound *)asset;
  for (uint32_t i = 0; i < compound->asset_count; i++) carom__asset_release(compound->assets[i]);
  carom__obb_tree_destroy(compound->tree);
}
